"""Methods that correct positions: position-based dynamics, published XPBD, Verlet with links,
RATTLE.

Müller, Heidelberger, Hennix, Ratcliff 2007; Macklin, Müller, Chentanez 2016, equations 17, 18
and 26; Jakobsen 2001; Andersen 1983.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.optimize import nnls

from network import Network

Array = NDArray[Any]


def fly(network: Network, x: Array, v: Array, h: float) -> tuple[Array, Array]:
    """x̃ = x + h ṽ with ṽ = e^(−h w b) v + h (g + w f)/(1 + h w r), and weights w/(1 + h w r): drag
    slows the old velocity, and air pushes by f with the largest resistance r of all directions."""
    w, free = network.weights, network.free[:, None]
    speed = np.where(free, np.exp(-h * w * network.drag * network.share)[:, None] * v, v)
    later = x + h * speed
    push, _ = network.blow(later, speed)
    resistances = np.linalg.eigvalsh(replace(network, bodies=()).single_blocks(later, speed)[1]).max(axis=1)
    heavier = 1 + h * w * resistances
    pull = (network.gravity + w[:, None] * push) / heavier[:, None]
    return later + np.where(free, h * h * pull, 0), w / heavier


def put_out(network: Network, x: Array) -> Array:
    """Moves free particles inside a body onto its surface."""
    for body in network.bodies:
        distance, n = body.distance(x)
        inside = network.free & (distance < 0)
        x = np.where(inside[:, None], x - distance[:, None] * n, x)
    return x


def position_based(
    network: Network, x: Array, v: Array, h: float, sweeps: int, part: float
) -> Iterator[tuple[Array, Array]]:
    """Each spring in turn removes this part of its elongation."""
    while True:
        start, (x, w) = x, fly(network, x, v, h)
        for _ in range(sweeps):
            for (i, j), k, length in zip(network.links, network.stiffness, network.lengths):
                if w[i] + w[j] > 0 and k > 0:
                    d = x[i] - x[j]
                    r = np.sqrt(d @ d)
                    move = part * (r - length) / (w[i] + w[j]) * d / r
                    x[i], x[j] = x[i] - w[i] * move, x[j] + w[j] * move
            x = put_out(network, x)
        v = np.where(network.free[:, None], (x - start) / h, v)
        yield x, v


def xpbd(network: Network, x: Array, v: Array, h: float, sweeps: int) -> Iterator[tuple[Array, Array]]:
    """Compliance α̃ = 1/(k h²), damping γ = α̃ β̃/h with β̃ = h² μ, one multiplier λ per spring:
    Δλ = (−C − α̃ λ − γ ∇C·(x − xₙ)) / ((1 + γ) ∇C M⁻¹ ∇Cᵀ + α̃).

    Isotropic dampers are not in the publication. They are a second constraint of the same two
    particles, x − xₙ = 0, with three multipliers η, no stiffness and the damping μ. Four linear
    equations solve both."""
    while True:
        start, (x, w) = x, fly(network, x, v, h)
        multipliers = np.zeros(len(network.links))
        etas = np.zeros((len(network.links), 3))
        for _ in range(sweeps):
            for place, ((i, j), k, mu, length) in enumerate(
                zip(network.links, network.stiffness, network.damping, network.lengths)
            ):
                if w[i] + w[j] == 0:
                    continue
                compliance = 1 / (k * h * h)
                gamma = compliance * (h * h * mu) / h
                d = x[i] - x[j]
                r = np.sqrt(d @ d)
                n = d / r
                way = x[i] - start[i] - x[j] + start[j]
                rate = n @ way
                if network.isotropic:
                    # λ + Δλ = −kh² (C + w n·p), η + Δη = −μh (way + w p), p = Δλ n + Δη
                    stiff, damp, weight = k * h * h, mu * h, w[i] + w[j]
                    matrix = np.eye(4)
                    matrix[0] += stiff * weight * np.array([1, *n])
                    matrix[1:, 0] += damp * weight * n
                    matrix[1:, 1:] += damp * weight * np.eye(3)
                    known = [-stiff * (r - length) - multipliers[place], *(-damp * way - etas[place])]
                    found = np.linalg.solve(matrix, known)
                    multipliers[place] += found[0]
                    etas[place] += found[1:]
                    push = found[0] * n + found[1:]
                    x[i], x[j] = x[i] + w[i] * push, x[j] - w[j] * push
                    continue
                change = -(r - length + compliance * multipliers[place] + gamma * rate)
                change /= (1 + gamma) * (w[i] + w[j]) + compliance
                multipliers[place] += change
                x[i], x[j] = x[i] + w[i] * change * n, x[j] - w[j] * change * n
            x = put_out(network, x)
        v = np.where(network.free[:, None], (x - start) / h, v)
        yield x, v


def verlet(
    network: Network, links: Array, lengths: Array, strings: bool, x: Array, v: Array, h: float, sweeps: int
) -> Iterator[tuple[Array, Array]]:
    """Verlet's positions, then sweeps that restore the length of each link (of strings only if
    they are too long) and push masses out of bodies. The velocity is the slope at the end of the
    parabola through the last three positions, or (x − x₋)/h for masses stopped by a body or by a
    string just taut."""
    w = network.weights
    free = network.free[:, None]
    a = network.accelerations(x, v, contacts=False)
    before = x - h * v + h * h / 2 * a

    def slack(place: Array) -> Array:
        d = place[links[:, 0]] - place[links[:, 1]]
        return strings & (np.sqrt((d * d).sum(axis=1)) < (1 - 1e-9) * lengths)

    while True:
        loose = slack(before) | slack(x)
        start, x = x, np.where(free, 2 * x - before + h * h * a, x + h * v)
        jerks = np.zeros_like(x)
        for _ in range(sweeps):
            for place, ((i, j), length) in enumerate(zip(links, lengths)):
                d = x[i] - x[j]
                r = np.sqrt(d @ d)
                excess = max(r - length, 0) if strings else r - length
                if w[i] + w[j] > 0:
                    move = excess / (w[i] + w[j]) * d / r
                    x[i], x[j] = x[i] - w[i] * move, x[j] + w[j] * move
                    if loose[place]:
                        jerks[i], jerks[j] = jerks[i] - w[i] * move, jerks[j] + w[j] * move
            out = put_out(network, x)
            jerks, x = jerks + (out - x), out
        stopped = (jerks != 0).any(axis=1)[:, None]
        slope = np.where(stopped, (x - start) / h, (3 * x - 4 * start + before) / (2 * h))
        v = np.where(free, slope, v)
        before, a = start, network.accelerations(x, v, contacts=False)
        yield x, v


class Demands:
    """Constraints C = ‖xᵢ − xⱼ‖ − ℓ of links with at least one free end."""

    def __init__(self, network: Network, links: Array, lengths: Array) -> None:
        kept = (network.weights[links] > 0).any(axis=1)
        self.links, self.lengths = links[kept], lengths[kept]
        self.inverse = np.repeat(network.weights, 3)

    def excess(self, x: Array) -> Array:
        """C in m."""
        d = x[self.links[:, 0]] - x[self.links[:, 1]]
        return np.sqrt((d * d).sum(axis=1)) - self.lengths

    def gradient(self, x: Array) -> Array:
        """J = ∂C/∂x as a matrix."""
        d = x[self.links[:, 0]] - x[self.links[:, 1]]
        n = d / np.sqrt((d * d).sum(axis=1))[:, None]
        j = np.zeros((len(self.links), *x.shape))
        rows = np.arange(len(self.links))
        j[rows, self.links[:, 0]], j[rows, self.links[:, 1]] = n, -n
        return j.reshape(len(self.links), -1)


def rattle(
    network: Network, links: Array, lengths: Array, strings: bool, x: Array, v: Array, h: float
) -> Iterator[tuple[Array, Array, Array]]:
    """Andersen 1983: v½ = v + ½h a − W J(x)ᵀλ/h and x′ = x + h v½ with C(x′) = 0, then v′ = v½ +
    ½h a′ − W J(x′)ᵀμ with J(x′) v′ = 0.

    Strings have C ≤ 0, λ ≥ 0 and λ C = 0; if C = 0, the same holds of J v′ and μ. A string that
    was slack pulls along its direction after free flight. Drag sees 2 v½ − v; heat by the
    trapezoid rule."""
    demands = Demands(network, links, lengths)
    heat, a, power = np.zeros(5), network.accelerations(x, v), network.powers(x, v)
    while True:
        half = v + h / 2 * a
        flown = x + h * half
        fresh = strings & (demands.excess(x) < -1e-9)
        old = np.where(fresh[:, None], demands.gradient(flown), demands.gradient(x))
        pull, held = _complement(demands, old, flown, strings)
        new = flown - pull
        half = half - pull / h
        a, before = network.accelerations(new, 2 * half - v), power
        power = network.powers(new, 2 * half - v)
        heat = heat + h / 2 * (before + power)
        x, v = new, _tangential(demands, x=new, v=half + h / 2 * a, held=held, strings=strings)
        yield x, v, heat


def tangential(network: Network, links: Array, lengths: Array, x: Array, v: Array) -> Array:
    """The velocities nearest to v, weighted by mass, that keep the lengths of all links."""
    demands = Demands(network, links, lengths)
    return _tangential(demands, x=x, v=v, held=np.full(len(demands.links), True), strings=False)


def _complement(demands: Demands, old: Array, x: Array, strings: bool) -> tuple[Array, Array]:
    """The correction W Jᵀλ from x to C = 0, and a mask of the links that pull, by Newton's
    method. Strings that would push leave the active set and those too long enter it, the worst
    one at a time."""
    held = np.full(len(old), not strings)
    while True:
        force = np.zeros(len(old))
        for _ in range(50):
            way = (demands.inverse * (old.T @ force)).reshape(x.shape)
            off = demands.excess(x - way)[held]
            if not held.any() or np.abs(off).max() < 1e-15:
                break
            slope = demands.gradient(x - way)[held] * demands.inverse @ old[held].T
            force[held] += np.linalg.solve(slope, off)
        way = (demands.inverse * (old.T @ force)).reshape(x.shape)
        excess = demands.excess(x - way)
        wrong = np.where(held, -force / np.abs(force).max(initial=1e-300), excess / demands.lengths)
        if not strings or wrong.max() <= 1e-11:
            return way, held
        worst = wrong.argmax()
        held[worst] = not held[worst]


def _tangential(demands: Demands, *, x: Array, v: Array, held: Array, strings: bool) -> Array:
    """v − W Jᵀμ with constant lengths of the links that pull; strings may shorten."""
    j = demands.gradient(x)[held]
    if not len(j):
        return v
    rates = j @ v.ravel()
    matrix = (j * demands.inverse) @ j.T
    if strings:
        # μ ≥ 0 with J v − J W Jᵀ μ ≤ 0 minimises ½ ‖L⁻¹(J W Jᵀ μ − J v)‖², where J W Jᵀ = L Lᵀ
        root = np.linalg.cholesky(matrix)
        mu = nnls(root.T, np.linalg.solve(root, rates))[0]
    else:
        mu = np.linalg.solve(matrix, rates)
    return v - (demands.inverse * (j.T @ mu)).reshape(v.shape)


def linked_motion(network: Network, links: Array, lengths: Array, x: Array, v: Array, time: float) -> tuple[Array, Array]:
    """The motion with rods by DOP853: v̇ = a − W Jᵀλ with J v̇ = −J̇ v."""
    demands = Demands(network, links, lengths)

    def rate(_: float, y: Array) -> Array:
        x, v = y.reshape(2, -1, 3)
        j = demands.gradient(x)
        u = v[demands.links[:, 0]] - v[demands.links[:, 1]]
        along = j @ v.ravel()
        # the part of d²‖d‖/dt² without accelerations: (u² − (n·u)²)/‖d‖
        turning = ((u * u).sum(axis=1) - along**2) / (demands.excess(x) + demands.lengths)
        a = network.accelerations(x, v).ravel()
        pull = np.linalg.solve((j * demands.inverse) @ j.T, j @ a + turning)
        return np.concatenate([v.ravel(), a - demands.inverse * (j.T @ pull)])

    found = solve_ivp(rate, (0, time), np.concatenate([x.ravel(), v.ravel()]), method="DOP853", rtol=1e-13, atol=1e-13)
    assert found.success, found.message
    x, v = found.y[:, -1].reshape(2, -1, 3)
    return x, v
