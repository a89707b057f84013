"""The methods, each an endless generator of states (x, v, heats) from a start, for any network.

Written from the formulas in the methods' records: what a step is, where dampers see which velocity, and how heat is summed up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from network import Network

Array = NDArray[Any]
State = tuple[Array, Array, Array]
Method = Callable[[Network, Array, Array, float], Iterator[State]]

#: Heats of dampers, drag and friction, and the work of a hand, in J.
NO_HEAT = np.zeros(4)


class NoSolution(Exception):
    """An implicit equation that Newton's method does not solve."""


def flatten(x: Array, v: Array, heat: Array) -> Array:
    """A state as one vector."""
    return np.concatenate([x.ravel(), v.ravel(), heat])


def unflatten(y: Array) -> State:
    """The state again."""
    n = (len(y) - len(NO_HEAT)) // 2
    return y[:n].reshape(-1, 3), y[n : 2 * n].reshape(-1, 3), y[2 * n :]


def rate(network: Network, y: Array) -> Array:
    """ẏ of (x, v, heats)."""
    x, v, _ = unflatten(y)
    return flatten(v, network.accelerations(x, v), network.powers(x, v))


def runge_kutta(matrix: list[list[float]], weights: list[float]) -> Method:
    """The explicit Runge-Kutta method of a tableau."""

    def steps(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
        y = flatten(x, v, NO_HEAT)
        while True:
            slopes: list[Array] = []
            for row in matrix:
                place = y + h * sum((a * k for a, k in zip(row, slopes)), np.zeros_like(y))
                slopes.append(rate(network, place))
            y = y + h * sum(b * k for b, k in zip(weights, slopes))
            yield unflatten(y)

    return steps


def symplectic_euler(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
    """v ← v + h a(x, v), x ← x + h v."""
    heat = NO_HEAT
    while True:
        heat = heat + h * network.powers(x, v)
        v = v + h * network.accelerations(x, v)
        x = x + h * v
        yield x, v, heat


def symplectic_euler_adjoint(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
    """x ← x + h v, v ← v + h a(x, v)."""
    heat = NO_HEAT
    while True:
        x = x + h * v
        heat = heat + h * network.powers(x, v)
        v = v + h * network.accelerations(x, v)
        yield x, v, heat


def velocity_verlet(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
    """x ← x + h v + ½h² a; dampers see v + h a; v ← v + ½h (a + a′)."""
    heat = NO_HEAT
    a, power = network.accelerations(x, v), network.powers(x, v)
    while True:
        x = x + h * v + h * h / 2 * a
        seen = v + h * a
        a_new, power_new = network.accelerations(x, seen), network.powers(x, seen)
        v = v + h / 2 * (a + a_new)
        heat = heat + h / 2 * (power + power_new)
        a, power = a_new, power_new
        yield x, v, heat


def verlet(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
    """x ← 2x − x₋ + h² a from x + h v + ½h² a; v = (x − x₋)/h + ½h a₋. Bodies put particles out, which needs no force."""
    heat = NO_HEAT
    a, power = network.accelerations(x, v), network.powers(x, v)
    before: Array | None = None
    while True:
        new = x + h * v + h * h / 2 * a if before is None else 2 * x - before + h * h * a
        v = (new - x) / h + h / 2 * a
        before, x = x, new
        a, power_new = network.accelerations(x, v), network.powers(x, v)
        heat = heat + h / 2 * (power + power_new)
        power = power_new
        yield x, v, heat


def implicit(theta: float) -> Method:
    """M Δv = h f(x + θh v̄, v̄), v̄ = v + θ Δv, solved with the true Jacobian; x ← x + h v̄."""

    def steps(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
        heat = NO_HEAT
        while True:
            change = solve(network, x, v, h, theta)
            mean = v + theta * change
            place = x + theta * h * mean
            heat = heat + h * network.powers(place, mean)
            x, v = x + h * mean, v + change
            yield x, v, heat

    return steps


def solve(network: Network, x: Array, v: Array, h: float, theta: float) -> Array:
    """Δv by Newton's method with halving on the residual's norm."""
    free = np.repeat(network.free, 3)
    masses = np.repeat(network.masses, 3)[free]

    def residual(change: Array) -> tuple[Array, Array, Array]:
        mean = v + theta * change
        place = x + theta * h * mean
        r = h * network.forces(place, mean).ravel()[free] - masses * change.ravel()[free]
        return r, place, mean

    change = np.zeros_like(v)
    for _ in range(100):
        r, place, mean = residual(change)
        stiff, damp = network.matrices(place, mean) if not network.bodies else network.derivatives(place, mean)
        matrix = np.diag(masses) + (theta * h * damp + (theta * h) ** 2 * stiff)[np.ix_(free, free)]
        correction = np.zeros_like(v)
        correction[network.free] = np.linalg.solve(matrix, r).reshape(-1, 3)
        part, before = 1.0, np.linalg.norm(r)
        while part > 1e-9 and np.linalg.norm(residual(change + part * correction)[0]) > (1 - part / 4) * before:
            part /= 2
        size = np.abs(change).max() + np.abs(v).max() + np.abs(x).max() / abs(h)
        # the second one: no halving makes the residual smaller, which is rounding
        if np.abs(correction).max() <= (1e-14 if part > 1e-9 else 1e-10) * size:
            return change + correction
        if part <= 1e-9:
            break
        change = change + part * correction
    raise NoSolution


METHODS: dict[str, Method] = {
    "explicit-euler": runge_kutta([[]], [1]),
    "symplectic-euler": symplectic_euler,
    "symplectic-euler-adjoint": symplectic_euler_adjoint,
    "runge-kutta-2": runge_kutta([[], [1 / 2]], [0, 1]),
    "runge-kutta-4": runge_kutta([[], [1 / 2], [0, 1 / 2], [0, 0, 1]], [1 / 6, 1 / 3, 1 / 3, 1 / 6]),
    "verlet": verlet,
    "velocity-verlet": velocity_verlet,
    "implicit-euler": implicit(1.0),
    "implicit-midpoint": implicit(0.5),
}

ORDERS = {
    "explicit-euler": 1,
    "symplectic-euler": 1,
    "symplectic-euler-adjoint": 1,
    "runge-kutta-2": 2,
    "runge-kutta-4": 4,
    "verlet": 2,
    "velocity-verlet": 2,
    "implicit-euler": 1,
    "implicit-midpoint": 2,
}


def after(steps: Iterator[State], n: int) -> State:
    """The state after n steps."""
    for _ in range(n - 1):
        next(steps)
    return next(steps)


def truth(network: Network, x: Array, v: Array, time: float) -> State:
    """The motion itself by DOP853, to 1e-12 of the size of the state."""
    y = flatten(x, v, NO_HEAT)
    size = 1e-13 * np.abs(y).max()
    found = solve_ivp(lambda _, y: rate(network, y), (0, time), y, method="DOP853", rtol=1e-13, atol=size)
    assert found.success, found.message
    return unflatten(found.y[:, -1])
