"""Checks of the referee itself, against closed forms and conservation laws, without the engine."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

import exact
import limits
import methods
import projection
from engine import Engine
from network import Body, Contact, Network, random_network
from steps import NETWORKS, apart
from table import Row, Worst


def single(damping: float, *, length: float = 1.0) -> Network:
    """One mass of 0.5 kg on one spring of 5 N/m to a fixed particle."""
    return Network(
        np.array([np.inf, 0.5]), np.array([[1, 0]]), np.array([5.0]), np.array([damping]), np.array([length])
    )


def check_referee(_: Engine) -> list[Row]:
    """Derivatives, orders, reversal, momentum, limits and projection."""
    return [_derivatives(), *_orders(), _reversal(), _momentum(), _limits(), _sweeps()]


def _derivatives() -> Row:
    """Assembled matrices against imaginary steps, and forces against slopes of the potential, with
    contacts."""
    worst = Worst()
    for seed in range(NETWORKS):
        network, _, x, v, _ = random_network(seed, 8)
        for body in (
            Body("plane", np.array([0.0, 0.1, 0.0]), np.array([0.0, 1.0, 0.0])),
            Body("sphere", np.array([0.0, -0.6, 0.0]), np.array([0.5])),
            Body("box", np.array([0.1, -0.2, 0.0]), np.array([0.7, 0.5, 0.6])),
        ):
            touched = network.with_bodies((body,))
            for there in (network, touched):
                for mine, other in zip(there.matrices(x, v), there.derivatives(x, v)):
                    size = max(np.abs(other).max(), 1)
                    worst.take(np.abs(mine - other).max() / size, f"matrices of network {seed}, {there.bodies}")
        bodies = (Body("sphere", np.array([0.0, -0.6, 0.0]), np.array([0.5])),)
        touched = Network(**{**network.__dict__, "bodies": bodies, "contact": Contact(friction=0.0, damping=0.0)})
        forces = touched.forces(x, 0 * v)
        for i in np.flatnonzero(network.free):
            step = np.zeros(x.shape)
            step[i] = 1e-6
            slope = (touched.potential(x + step) - touched.potential(x - step)) / 2e-6
            size = np.abs(forces).sum()
            worst.take(max(abs(slope + forces[i].sum()) / size - 1e-8, 0), f"forces of network {seed}")
    return worst.row("the referee: K and D assembled, and by imaginary steps", 1e-13, "rounding")


def _orders() -> list[Row]:
    """Orders of all methods, and DOP853, on the damped oscillator, whose motion is an
    exponential."""
    network, start, time = single(0.4), np.array([1.0, 0.7]), 1.0
    expected = exact.exponential(exact.oscillator(0.5, 5.0, 0.4), time) @ start
    x, v = np.array([[0, 0, 0], [2.0, 0, 0]]), np.array([[0, 0, 0], [0.7, 0, 0]])

    def off(state: methods.State) -> float:
        return float(np.hypot(state[0][1, 0] - 1 - expected[0], state[1][1, 0] - expected[1]))

    orders, truth = Worst(), Worst()
    for name, known in methods.METHODS.items():
        # shorter steps of order 5 have errors near rounding
        counts = (40, 80, 160) if known.order == 5 else (100, 200, 400)
        errors = [off(methods.after(known.steps(network, x, v, time / n), n)) for n in counts]
        # extrapolation, as the next term of the error is of order h
        coarse, fine = (np.log2(a / b) for a, b in pairwise(errors))
        orders.take(abs(2 * fine - coarse - known.order), name)
    truth.take(off(methods.truth(network, x, v, time)), "damped oscillator")
    return [
        orders.row("the referee: orders of its methods on the damped oscillator", 0.03, "the term after the next"),
        truth.row("the referee: DOP853 against the exponential", 1e-11, "its tolerance times some steps"),
    ]


def _reversal() -> Row:
    """Without damping, reversible methods return to the start, symplectic Euler by its adjoint."""
    worst = Worst()
    pairs = [("symplectic-euler", "symplectic-euler-adjoint")] + [
        (name, name) for name in ("velocity-verlet", "leapfrog", "implicit-midpoint", "generalised-alpha, ρ∞ = 1")
    ]
    for seed in range(0, NETWORKS, 4):
        network, _, x, v, _ = random_network(seed, 6)
        network = Network(**{**network.__dict__, "damping": 0 * network.damping, "drag": 0.0})
        for there, back in pairs:
            far = methods.after(methods.METHODS[there].steps(network, x, v, 2e-3), 20)
            home = methods.after(methods.METHODS[back].steps(network, far[0], far[1], -2e-3), 20)
            worst.take(max(apart(home[0], x), apart(home[1], v)), f"{there}, network {seed}")
    return worst.row("the referee: reversible methods come back", 1e-10, "rounding and Newton's end, forty times")


def _momentum() -> Row:
    """Free networks conserve momentum with every method and projection."""
    worst = Worst()
    for seed in range(NETWORKS):
        network, _, x, v, _ = random_network(seed, 8)
        if not network.free.all():
            continue
        network = Network(**{**network.__dict__, "gravity": np.zeros(3), "drag": 0.0})
        before = network.masses @ v
        ends = {
            name: methods.after(known.steps(network, x, v, 1e-3), 5)[1] for name, known in methods.METHODS.items()
        }
        for name, steps in [
            ("xpbd", projection.xpbd(network, x.copy(), v, 1e-3, 3)),
            ("position-based", projection.position_based(network, x.copy(), v, 1e-3, 3, 0.5)),
        ]:
            ends[name] = next(steps)[1]
        for name, speed in ends.items():
            worst.take(
                np.abs(network.masses @ speed - before).max() / (network.masses @ np.abs(v)).max(),
                f"{name}, network {seed}",
            )
    return worst.row("the referee: momentum of free networks", 1e-11, "rounding; projection divides it by h")


def _limits() -> Row:
    """Step limits of one oscillator against textbook formulas: 2/ω, √8/ω, γ/ω², 2.7853/γ."""
    worst = Worst()
    for omega, gamma, method, expected in [
        (3.0, 0.0, "symplectic-euler", 2 / 3),
        (3.0, 0.0, "velocity-verlet", 2 / 3),
        (3.0, 0.0, "verlet", 2 / 3),
        (3.0, 0.0, "runge-kutta-4", np.sqrt(8) / 3),
        (3.0, 0.5, "explicit-euler", 0.5 / 9),
        (0.0, 5.0, "runge-kutta-4", 2.785293563405282 / 5),
        (0.0, 5.0, "runge-kutta-2", 2 / 5),
        (3.0, 0.5, "symplectic-euler", 4 / (0.5 + np.sqrt(0.25 + 36))),
        (3.0, 0.5, "symplectic-euler-adjoint", 4 / (0.5 + np.sqrt(0.25 + 36))),
    ]:
        found = limits.limit(method, np.array([[omega**2]]), np.array([[gamma]]))
        worst.take(abs(found / expected - 1), f"{method}, ω = {omega}, γ = {gamma}")
    return worst.row("the referee: step limits of the textbook", 1e-5, "bisection to a growth of 1e-6")


def _sweeps() -> Row:
    """Converged XPBD is implicit Euler on a straight spring, with dampers; PBD with s = ½ halves
    the elongation in each sweep."""
    worst = Worst()
    for damping in [0.0, 0.7]:
        network = single(damping)
        x, v = np.array([[0, 0, 0], [2.0, 0, 0]]), np.array([[0, 0, 0], [0.7, 0, 0]])
        one = next(projection.xpbd(network, x.copy(), v, 0.1, 100))
        two = next(methods.METHODS["implicit-euler"].steps(network, x, v, 0.1))
        worst.take(max(apart(one[0], two[0]), apart(one[1], two[1])), f"XPBD, μ = {damping}")
    half = next(projection.position_based(single(0.0), x.copy(), 0 * v, 0.1, 3, 0.5))
    worst.take(abs(half[0][1, 0] - 1.125), "PBD")
    return worst.row("the referee: converged XPBD is implicit Euler on a line", 1e-12, "rounding")
