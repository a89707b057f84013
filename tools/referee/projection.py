"""The methods that move positions: position-based dynamics, XPBD as published, Verlet with links.

Müller, Heidelberger, Hennix, Ratcliff 2007; Macklin, Müller, Chentanez 2016, equations 17, 18 and 26; Jakobsen 2001.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from network import Network

Array = NDArray[Any]


def fly(network: Network, x: Array, v: Array, h: float) -> tuple[Array, Array]:
    """x̃ = x + h ṽ with ṽ = (v + h g)/(1 + h w b), and the weights w/(1 + h w b): drag taken implicitly."""
    slowing = 1 + h * network.weights * network.drag
    free = network.free[:, None]
    speed = np.where(free, (v + h * network.gravity) / slowing[:, None], v)
    return x + h * speed, network.weights / slowing


def put_out(network: Network, x: Array) -> Array:
    """Free particles inside a body on its surface."""
    for body in network.bodies:
        distance, n = body.distance(x)
        inside = network.free & (distance < 0)
        x = np.where(inside[:, None], x - distance[:, None] * n, x)
    return x


def position_based(
    network: Network, x: Array, v: Array, h: float, sweeps: int, part: float
) -> Iterator[tuple[Array, Array]]:
    """Every spring in turn takes away the part of its elongation."""
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
    """Compliance α̃ = 1/(k h²), damping γ = α̃ β̃/h with β̃ = h² μ, a scalar λ for each spring:
    Δλ = (−C − α̃ λ − γ ∇C·(x − xₙ)) / ((1 + γ) ∇C M⁻¹ ∇Cᵀ + α̃).

    Isotropic dampers, of which nothing is published, are taken as a second constraint at the same two particles, x − xₙ = 0 with three
    multipliers η, no stiffness and the damping μ; both are met at once, by four linear equations."""
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
    """Verlet's positions, then sweeps that move the ends of each link onto its length – or, of a string, only back to it –, and out of
    bodies. The velocity is the slope at the end of the parabola through the last three places; but (x − x₋)/h of a mass that a body or a
    string just taut has stopped."""
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
