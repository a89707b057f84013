"""The methods, each an endless generator of states (x, v, heats), for any network.

They follow the published formulas, and the documentation of the engine's methods where those
leave a choice: the velocity that dampers see, the sum of heat, the start of multistep methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from network import Network, Parameters

Array = NDArray[Any]
State = tuple[Array, Array, Array]
Method = Callable[[Network, Array, Array, float], Iterator[State]]

#: Heats of dampers, drag and friction, and the work of a hand and of the wind, in J.
NO_HEAT = np.zeros(5)


class NoSolution(Exception):
    """Newton's method doesn't solve an implicit equation."""


def flatten(x: Array, v: Array, heat: Array) -> Array:
    """A state as one vector."""
    return np.concatenate([x.ravel(), v.ravel(), heat])


def unflatten(y: Array) -> State:
    """The state of a vector from `flatten`."""
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


def leapfrog(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
    """x ← x + ½h v, v ← v + h a where dampers see v + ½h times the last a, x ← x + ½h v."""
    heat = NO_HEAT
    a = network.accelerations(x, v)
    while True:
        x = x + h / 2 * v
        seen = v + h / 2 * a
        a, heat = network.accelerations(x, seen), heat + h * network.powers(x, seen)
        v = v + h * a
        x = x + h / 2 * v
        yield x, v, heat


def verlet(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
    """x ← 2x − x₋ + h² a, first x + h v + ½h² a; v = (x − x₋)/h + ½h a₋."""
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


#: (X, p) or (V, q) in M u = f(X + p u, V + q u), an equation for the acceleration u.
Affine = tuple[Array, float]
Solver = Callable[[Network, Array, Affine, Affine], Array]


def implicit(theta: float, solver: Solver) -> Method:
    """M u = f(x̄, v̄) at x̄ = x + θh v̄ with v̄ = v + θh u; v ← v + h u, x ← x + h v̄."""

    def steps(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
        heat, part = NO_HEAT, theta * h
        while True:
            u = solver(network, x, (x + part * v, part**2), (v, part))
            mean = v + part * u
            heat = heat + h * network.powers(x + part * mean, mean)
            x, v = x + h * mean, v + h * u
            yield x, v, heat

    return steps


def bdf2(solver: Solver) -> Method:
    """3 y′ − 4 y + y₋ = 2h f(y′), with a first step of implicit Euler. Heat by the trapezoid
    rule, that of the first step by the power at its end."""

    def steps(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
        heat, past, power = NO_HEAT, None, NO_HEAT
        while True:
            if past is None:
                base_x, base_v, part = x, v, h
            else:
                base_x, base_v, part = (4 * x - past[0]) / 3, (4 * v - past[1]) / 3, 2 * h / 3
            u = solver(network, x, (base_x + part * base_v, part**2), (base_v, part))
            first, past = past is None, (x, v)
            v = base_v + part * u
            x = base_x + part * v
            before, power = power, network.powers(x, v)
            heat = heat + (h * power if first else h / 2 * (before + power))
            yield x, v, heat

    return steps


def chung_hulbert(radius: float) -> tuple[float, float, float, float]:
    """α_m, α_f, β and γ of generalised-α with this spectral radius."""
    alpha_m, alpha_f = (2 * radius - 1) / (radius + 1), radius / (radius + 1)
    return alpha_m, alpha_f, (1 - alpha_m + alpha_f) ** 2 / 4, 0.5 - alpha_m + alpha_f


def generalised_alpha(radius: float, solver: Solver) -> Method:
    """Chung and Hulbert 1993: M ((1 − α_m) a′ + α_m a) = f at (1 − α_f) y′ + α_f y, with Newmark's
    x′ = x + h v + h² ((½ − β) a + β a′) and v′ = v + h ((1 − γ) a + γ a′). Heat by the power in the
    middle of the step, linear between the last known one and that at the mean state."""
    alpha_m, alpha_f, beta, gamma = chung_hulbert(radius)

    def steps(network: Network, x: Array, v: Array, h: float) -> Iterator[State]:
        heat, a = NO_HEAT, network.accelerations(x, v)
        power, moment, middle = network.powers(x, v), 0.0, h / 2
        while True:

            def ends(new: Array) -> tuple[Array, Array]:
                return x + h * v + h * h * ((0.5 - beta) * a + beta * new), v + h * ((1 - gamma) * a + gamma * new)

            # the unknown is the mean acceleration u, and a′ = (u − α_m a)/(1 − α_m)
            x_0, v_0 = ends(-alpha_m / (1 - alpha_m) * a)
            ratio = (1 - alpha_f) / (1 - alpha_m) * h
            place = alpha_f * x + (1 - alpha_f) * x_0, ratio * h * beta
            speed = alpha_f * v + (1 - alpha_f) * v_0, ratio * gamma
            u = solver(network, x, place, speed)
            before, earlier = power, moment
            power = network.powers(place[0] + place[1] * u, speed[0] + speed[1] * u)
            moment = middle + h * (0.5 - alpha_f)
            heat = heat + h * (before + (middle - earlier) / (moment - earlier) * (power - before))
            new = (u - alpha_m * a) / (1 - alpha_m)
            (x, v), a, middle = ends(new), new, middle + h
            yield x, v, heat

    return steps


def newton(network: Network, here: Array, place: Affine, speed: Affine) -> Array:
    """Solves for u by Newton's method, with the exact Jacobian and step halving on the
    residual's norm."""
    free = np.repeat(network.free, 3)
    masses = np.repeat(network.masses, 3)[free]
    (x_0, p), (v_0, q) = place, speed

    def residual(u: Array) -> tuple[Array, Array, Array]:
        x, v = x_0 + p * u, v_0 + q * u
        return network.forces(x, v).ravel()[free] - masses * u.ravel()[free], x, v

    u = np.zeros_like(here)
    for _ in range(100):
        r, x, v = residual(u)
        stiff, damp = network.matrices(x, v)
        matrix = np.diag(masses) + (q * damp + p * stiff)[np.ix_(free, free)]
        correction = np.zeros_like(here)
        correction[network.free] = np.linalg.solve(matrix, r).reshape(-1, 3)
        part, before = 1.0, np.linalg.norm(r)
        while part > 1e-9 and np.linalg.norm(residual(u + part * correction)[0]) > (1 - part / 4) * before:
            part /= 2
        size = np.abs(u).max() + np.abs(v).max() / abs(q) + np.abs(x).max() / p
        # the second bound holds if no halving reduces the residual, which is then rounding
        if np.abs(correction).max() <= (1e-14 if part > 1e-9 else 1e-10) * size:
            return u + correction
        if part <= 1e-9:
            break
        u = u + part * correction
    raise NoSolution


def linearised(*, ahead: bool) -> Solver:
    """Solves for u in one linear system. Springs and dampers are linearised where the particles
    are, or with `ahead` at X, without negative stiffness across; contacts and air at X and V."""

    def solve(network: Network, here: Array, place: Affine, speed: Affine) -> Array:
        free = np.repeat(network.free, 3)
        (x_0, p), (v_0, q) = place, speed
        tangent = x_0 if ahead else here
        stiff, damp = network.convex_matrices(tangent)
        f = network.forces(tangent, 0 * v_0, contacts=False, air=False) + network.blow(x_0, v_0)[0]
        f = f - (stiff @ (x_0 - tangent).ravel() + damp @ v_0.ravel()).reshape(f.shape)
        for body in network.bodies:
            f = f + network.touch(body, x_0, v_0)
        f = f + network.push_apart(x_0, v_0)
        more = network.convex_single(x_0, v_0)
        matrix = np.diag(np.repeat(np.where(network.free, network.masses, 1), 3))
        matrix = matrix + p * (stiff + more[0]) + q * (damp + more[1])
        u = np.zeros_like(here)
        u[network.free] = np.linalg.solve(matrix[np.ix_(free, free)], f.ravel()[free]).reshape(-1, 3)
        return u

    return solve


#: Dormand and Prince 1980, RK5(4)7M: the stages, the last of which has the weights of order 5.
DORMAND_PRINCE = [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
]
#: The weights of order 4.
EMBEDDED = [5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40]

#: Stages and weights of the explicit Runge-Kutta methods.
TABLEAUS: dict[str, tuple[list[list[float]], list[float]]] = {
    "explicit-euler": ([[]], [1]),
    "runge-kutta-2": ([[], [1 / 2]], [0, 1]),
    "heun": ([[], [1]], [1 / 2, 1 / 2]),
    "runge-kutta-4": ([[], [1 / 2], [0, 1 / 2], [0, 0, 1]], [1 / 6, 1 / 3, 1 / 3, 1 / 6]),
    "runge-kutta-45": (DORMAND_PRINCE[:-1], DORMAND_PRINCE[-1]),
}


@dataclass(frozen=True)
class Known:
    """A method, its order, and the engine's parameters for it."""

    steps: Method
    order: int
    settings: Parameters

    @property
    def implicit(self) -> bool:
        """True if it solves equations."""
        return "solver" in self.settings

    @property
    def linear(self) -> Parameters:
        """The parameters in a scene without a solver."""
        return {key: value for key, value in self.settings.items() if key != "solver"}

    @property
    def projects(self) -> bool:
        """True if it pushes particles out of bodies."""
        return self.settings["method"] in ("verlet", "rattle")

    @property
    def adaptive(self) -> bool:
        """True if it adapts its steps."""
        return "tolerance" in self.settings


RADII = (0.0, 0.6, 1.0)

METHODS: dict[str, Known] = {
    name: Known(runge_kutta(*TABLEAUS[name]), order, {"method": name})
    for name, order in [("explicit-euler", 1), ("runge-kutta-2", 2), ("heun", 2), ("runge-kutta-4", 4)]
}
METHODS |= {
    name: Known(steps, order, {"method": name})
    for name, steps, order in [
        ("symplectic-euler", symplectic_euler, 1),
        ("symplectic-euler-adjoint", symplectic_euler_adjoint, 1),
        ("verlet", verlet, 2),
        ("velocity-verlet", velocity_verlet, 2),
        ("leapfrog", leapfrog, 2),
        # equal to it without links
        ("rattle", velocity_verlet, 2),
    ]
}
# with this tolerance short time steps are not divided
METHODS["runge-kutta-45"] = Known(
    runge_kutta(*TABLEAUS["runge-kutta-45"]), 5, {"method": "runge-kutta-45", "tolerance": 0.1}
)


def _both(name: str, order: int, make: Callable[[Solver], Method], more: Parameters, *, ahead: bool = True) -> None:
    """Adds a method with both solvers."""
    known = {"method": name.split(",")[0], **more}
    METHODS[name] = Known(make(newton), order, known | {"solver": "newton"})
    METHODS[f"{name}, linearised"] = Known(make(linearised(ahead=ahead)), order, known | {"solver": "linearised"})


_both("implicit-euler", 1, lambda solver: implicit(1.0, solver), {}, ahead=False)
_both("implicit-midpoint", 2, lambda solver: implicit(0.5, solver), {})
_both("bdf2", 2, bdf2, {})
for _radius in RADII:
    _both(
        f"generalised-alpha, ρ∞ = {_radius:g}",
        2,
        lambda solver, radius=_radius: generalised_alpha(radius, solver),
        {"spectralRadius": _radius},
    )


def follow(steps: Method, network: Network, x: Array, v: Array, lengths: Iterable[float]) -> State:
    """The state after steps of these lengths, by a one-step method."""
    heat = NO_HEAT
    for h in lengths:
        x, v, more = next(steps(network, x, v, h))
        heat = heat + more
    return x, v, heat


def after(steps: Iterator[State], n: int) -> State:
    """The state after n steps."""
    for _ in range(n - 1):
        next(steps)
    return next(steps)


def truth(network: Network, x: Array, v: Array, time: float) -> State:
    """The exact motion by DOP853, to 1e-12 of the size of the state."""
    y = flatten(x, v, NO_HEAT)
    size = 1e-13 * np.abs(y).max()
    found = solve_ivp(lambda _, y: rate(network, y), (0, time), y, method="DOP853", rtol=1e-13, atol=size)
    assert found.success, found.message
    return unflatten(found.y[:, -1])
