"""Motions in closed form: matrix exponentials, to 40 digits."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np

import limits
from engine import Engine, EngineError, vectors
from methods import METHODS as KNOWN
from network import Array, Network, Parameters
from table import Row, Worst

mpmath.mp.dps = 40


def exponential(a: list[list[float]], t: float) -> Array:
    """exp(tA), computed with 40 digits and rounded to double."""
    # λt is at most some hundreds, so exp() keeps far more than 16 of the 40 digits
    power = mpmath.expm(mpmath.matrix(a) * mpmath.mpf(t))
    return np.array([[float(power[i, j]) for j in range(len(a))] for i in range(len(a))])


def oscillator(mass: float, stiffness: float, damping: float) -> list[list[Any]]:
    """The matrix of (u, u̇)˙ = (u̇, −ω²u − γu̇), with quotients to 40 digits."""
    m = mpmath.mpf(mass)
    return [[0, 1], [-mpmath.mpf(stiffness) / m, -mpmath.mpf(damping) / m]]


def ratios() -> list[float]:
    """Damping ratios of all regimes, and close to 1 on both sides."""
    near = [1 + sign * 10.0**-n for n in (1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) for sign in (-1, 1)]
    return [0, 0.01, 0.3, 1.0, 1.5, 3, 30, *near]


def check_exact(engine: Engine) -> list[Row]:
    """Exact solutions of the scenes, and the exact method."""
    radial, planar, fields, steps, follows = Worst(), Worst(), Worst(), Worst(), Worst()
    for zeta in ratios():
        for mass, stiffness in [(1.0, 2.0), (0.5, 5.0), (0.03, 170.0)]:
            damping = zeta * 2 * float(np.sqrt(stiffness * mass))
            values = {
                "stiffness": stiffness,
                "damping": damping,
                "mass": mass,
                "timeStepSize": 0.01,
                "method": "implicit-midpoint",
            }
            matrix = oscillator(mass, stiffness, damping)
            if damping > 100:
                continue
            case = f"m = {mass}, k = {stiffness}, ζ = 1 {zeta - 1:+.3g}"
            # with L = 4 and an elongation of 1 m the mass never reaches the anchor
            request = {"scene": "damper", "parameters": values, "positions": [[0, 0, 0], [5, 0, 0]]}
            results = engine.ask(
                **request,
                velocities=[[0, 0, 0], [0.1, 0, 0]],
                calls=[["step", 37], ["exact"], ["step", 150], ["exact"]],
            )
            for found, t in [(results[1], 0.37), (results[3], 1.87)]:
                expected = exponential(matrix, t) @ [1, 0.1]
                got = [found["positions"][3] - 4, found["velocities"][3]]
                radial.take(_off(got, expected, 1.0), f"damper, {case}, t = {t}")
            results = engine.ask(
                scene="phase", parameters=values | {"tracers": 5}, calls=[["positions"], ["step", 187], ["exact"]]
            )
            before, after = vectors(results[0])[:, :2], vectors(results[2]["positions"])[:, :2]
            planar.take(_off(after, before @ exponential(matrix, 1.87).T, 1.0), f"phase, {case}")
            results = engine.ask(
                scene="phase",
                parameters=values | {"tracers": 5, "method": "exact", "timeStepSize": 0.3},
                calls=[["positions"], ["step", 7], ["positions"]],
            )
            before, after = vectors(results[0])[:, :2], vectors(results[2])[:, :2]
            steps.take(_off(after, before @ exponential(matrix, 2.1).T, 1.0), f"phase, exact steps, {case}")
            for path in ["step", "circle"]:
                follows.take(*_follow(engine, values, path, case))
    random = np.random.default_rng(5)
    for _ in range(40):
        a = np.round(random.uniform(-2, 2, (2, 2)), 3)
        values = {"a11": a[0, 0], "a12": a[0, 1], "a21": a[1, 0], "a22": a[1, 1], "timeStepSize": 0.1}
        results = engine.ask(scene="linear", parameters=values, calls=[["step", 13], ["exact"]])
        fields.take(_off(results[1]["positions"][:2], exponential(a.tolist(), 1.3)[:, 0], 1.0), f"linear {a.tolist()}")
    rounding = "rounding of some exponentials and sines"
    return [
        radial.row("exact radial motion of the damper, all damping ratios", 1e-13, rounding),
        planar.row("exact phase plane, down to 1e-15 from critical damping", 1e-13, rounding),
        fields.row("exact linear fields", 1e-13, rounding),
        steps.row("the exact method, seven steps", 1e-12, rounding + ", seven times"),
        follows.row("the exact follower of one that moves evenly, ten steps", 1e-12, rounding + ", ten times"),
    ]


def _off(found: Any, expected: Any, size: float) -> float:
    """The largest difference, relative to the expected values, or to `size` if they are smaller."""
    return float(np.abs(np.array(found, dtype=float) - np.array(expected)).max() / max(np.abs(expected).max(), size))


def _follow(engine: Engine, values: Parameters, path: str, case: str) -> tuple[float, str]:
    """Ten exact steps of Alice. Bob's velocity is constant within a step; in his frame she is a
    damped oscillator."""
    h = 0.07
    parameters = values | {"timeStepSize": h, "path": path, "method": "exact"}
    results = engine.ask(scene="follower", parameters=parameters, calls=[["step", 10], ["positions"], ["velocities"]])
    power = exponential(oscillator(values["mass"], values["stiffness"], values["damping"]), h)

    def bob(t: float) -> Array:
        return np.array([1.0, 0.0]) if path == "step" else np.array([np.cos(np.pi * t), np.sin(np.pi * t)])

    p, v = np.zeros(2), np.zeros(2)
    for step in range(10):
        q, then = bob(step * h), bob((step + 1) * h)
        u = (then - q) / h
        p, v = power @ np.array([p - q, v - u])
        p, v = p + then, v + u
    found = np.array([vectors(results[1])[1, :2], vectors(results[2])[1, :2]])
    return _off(found, np.array([p, v]), 1.0), f"follower on a {path}, {case}"


def check_oscillators(engine: Engine) -> list[Row]:
    """Amplification and step limit of one oscillator, and stability functions, against matrices of
    steps."""
    factors, unsafe, short, functions = Worst(), Worst(), Worst(), Worst()
    methods = [name for name in [*limits.METHODS, *limits.BOUNDLESS] if name != "rattle"]  # not in this scene
    for zeta in [0, 0.01, 0.1, 0.3, 0.7, 0.99, 1.0, 1.01, 1.5, 3]:
        for mass, stiffness in [(1.0, 2.0), (0.5, 5.0)]:
            damping = zeta * 2 * float(np.sqrt(stiffness * mass))
            stiff, damp = np.array([[stiffness / mass]]), np.array([[damping / mass]])
            for method in methods:
                true = limits.limit(method, stiff, damp) if method in limits.METHODS else np.inf
                for h in [0.05, 0.3, 0.8]:
                    values = {
                        "stiffness": stiffness,
                        "damping": damping,
                        "mass": mass,
                        "timeStepSize": h,
                        **KNOWN[method].linear,
                    }
                    told, factor = engine.ask(
                        scene="damper", parameters=values, calls=[["stepLimit"], ["amplification"]]
                    )
                    case = f"{method}, ζ = {zeta}, m = {mass}, h = {h}: told {told}, true {true}"
                    factors.take(abs(factor["modulus"] - limits.radius(method, stiff, damp, h)), case)
                    above, below = limits.beside(float(told), true)
                    unsafe.take(above, case)
                    short.take(below, case)
    for x in np.linspace(-3, 1, 9):
        for y in np.linspace(0, 3, 7):
            z = complex(x, y)
            for method, coefficients in limits.POLYNOMIALS.items():
                found = engine.ask(calls=[["stability", method, x, y]])[0]
                functions.take(float(abs(complex(*found) - np.polyval(coefficients[::-1], z))), f"{method} at {z}")
            # BDF2's factor is the larger root of (3 − 2z) R² − 4 R + 1
            found = complex(*engine.ask(calls=[["stability", "bdf2", x, y]])[0])
            size = abs(3 - 2 * z) * abs(found) ** 2 + 4 * abs(found) + 1
            functions.take(abs((3 - 2 * z) * found**2 - 4 * found + 1) / size, f"bdf2 at {z}")
            functions.take(max(abs(1 / ((3 - 2 * z) * found)) - abs(found), 0), f"bdf2 at {z}: the larger root")
            for method, expected in [
                ("implicit-euler", 1 / (1 - z) if z != 1 else None),
                ("implicit-midpoint", (1 + z / 2) / (1 - z / 2)),
            ]:
                try:
                    found = engine.ask(calls=[["stability", method, x, y]])[0]
                except EngineError:
                    continue
                if expected is not None:
                    functions.take(abs(complex(*found) - expected), f"{method} at {z}")
    return [
        factors.row("factor per step on the oscillator", 1e-7, "√ε where two eigenvalues meet"),
        unsafe.row("step limit of one oscillator, told above the true one", 1e-5, "bisection to a growth of 1e-6"),
        short.row("… below it", 1e-5, "bisection to a growth of 1e-6"),
        functions.row("stability functions", 1e-13, "rounding"),
        _slow_motion(engine),
        _fast_motion(engine),
    ]


def _slow_motion(engine: Engine) -> Row:
    """Damping of slow motion per step by BDF2, (hω)⁴/4, and by generalised-α, ½ s³ (hω)⁴, and the
    latter's lag, (1/12 + ⅜ s²) (hω)³ with s = (1 − ρ∞)/(1 + ρ∞), as their records state."""
    worst = Worst()
    cases: list[tuple[Parameters, float, float | None]] = [({"method": "bdf2"}, 1 / 4, None)]
    for radius in (0.0, 0.3, 0.6, 0.8, 1.0):
        s = (1 - radius) / (1 + radius)
        cases.append(({"method": "generalised-alpha", "spectralRadius": radius}, s**3 / 2, 1 / 12 + 3 / 8 * s * s))
    for settings, loss, lag in cases:
        losses, lags = [], []
        for z in (0.02, 0.04):
            values = {"stiffness": 1.0, "mass": 1.0, "damping": 0, "timeStepSize": z, **settings}
            factor = engine.ask(scene="damper", parameters=values, calls=[["amplification"]])[0]
            losses.append((1 - factor["modulus"]) / z**4)
            lags.append((z - factor["angle"]) / z**3)
        # the errors have even powers of hω, the first of which Richardson's extrapolation removes
        worst.take(abs((4 * losses[0] - losses[1]) / 3 - loss), f"{settings}: {losses}, expected {loss}")
        if lag is not None:
            worst.take(abs((4 * lags[0] - lags[1]) / 3 - lag), f"{settings}: {lags}, expected {lag}")
    return worst.row(
        "what BDF2 and generalised-α take of slow motion in (hω)⁴, and their lag in (hω)³", 1e-4, "the term after next"
    )


def _fast_motion(engine: Engine) -> Row:
    """The factor per step of generalised-α for motion much too fast for the step: ρ∞."""
    worst = Worst()
    for radius in (0.0, 0.2, 0.6, 0.9, 1.0):
        values = {"stiffness": 1000, "mass": 0.1, "damping": 0, "timeStepSize": 2}
        values |= {"method": "generalised-alpha", "spectralRadius": radius}
        factor = engine.ask(scene="damper", parameters=values, calls=[["amplification"]])[0]
        worst.take(abs(factor["modulus"] - radius), f"ρ∞ = {radius}: {factor}")
    return worst.row("what generalised-α leaves of hω = 200 in a step − ρ∞", 0.04, "three factors meet at ∞: (hω)^(−⅔)")


def check_pair(engine: Engine) -> list[Row]:
    """The figures of the page about two nodes, against derivatives along the imaginary axis."""
    worst, differences = Worst(), Worst()
    random = np.random.default_rng(11)
    for size in [1, 1, 1, 1, 1e-3, 1e-6, 1e-6, 1e3]:
        places = random.uniform(-1, 1, (2, 3)) * size
        length, k = float(random.uniform(0, 3) * min(size, 2)), float(random.uniform(0.1, 20))
        parameters = {"restLength": length, "stiffness": k}
        pair = engine.ask(scene="pair", parameters=parameters, positions=places.tolist(), calls=[["pair"]])[0]
        network = Network(np.ones(2), np.array([[0, 1]]), np.array([k]), np.zeros(1), np.array([length]))
        still = np.zeros((2, 3))
        forces = network.forces(places, still)
        jacobian = -network.derivatives(places, still)[0]
        case = f"{size} m"
        scale = np.abs(jacobian).max()
        worst.take(abs(pair["energy"] / network.elastic(places) - 1), case)
        worst.take(np.abs(np.array([pair["force12"], pair["force21"]]) - forces).max() / np.abs(forces).max(), case)
        worst.take(np.abs(np.array(pair["jacobian"]).reshape(6, 6) - jacobian).max() / scale, case)
        values = np.linalg.eigvalsh(-jacobian[:3, :3])
        worst.take(np.abs(np.sort(pair["eigenvalues"]) - values).max() / scale, case)
        told = np.array(pair["differences"]).reshape(3, 3)
        differences.take(np.abs(told + jacobian[:3, :3]).max() / scale, case)
    return [
        worst.row("energy, forces, Jacobian and eigenvalues of the pair", 1e-12, "rounding; C is a difference"),
        differences.row("its K by finite differences, from 1e-6 to 1000 m", 1e-8, "central differences at their best"),
    ]
