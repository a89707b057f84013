"""The driven oscillator: its exact motion, steady state and resonance, and the methods under a
drive."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np

from engine import Engine
from methods import METHODS
from network import Array, Parameters
from table import Row, Worst

mpmath.mp.dps = 40

#: m, k, μ and Ω, with no, light, critical and strong damping, at resonance and far from it.
CASES = [
    (1.0, 16.0, 0.4, 3.0),
    (1.0, 16.0, 0.4, 4.0),
    (1.0, 16.0, 0.0, 4.0),
    (1.0, 16.0, 0.0, 3.999999),
    (1.0, 16.0, 8.0, 4.0),
    (1.0, 16.0, 8.0000001, 4.0),
    (0.3, 7.0, 20.0, 1.3),
    (2.0, 0.0, 0.7, 2.0),
    (0.5, 900.0, 0.01, 45.0),
    (1.0, 16.0, 0.4, 0.0),
]


def drive_of(values: Parameters) -> Any:
    """The drive signal w as a linear system: matrix of (w, ẇ, 1)˙, start, and end of the ramp in
    s."""
    frequency = mpmath.mpf(values["drivingFrequency"])
    if values["waveform"] == "cosine":
        return [[0, 1, 0], [-(frequency**2), 0, 0], [0, 0, 0]], [1, 0, 1], None
    if values["waveform"] == "step" or frequency == 0:
        return [[0, 0, 0]] * 3, [1 if values["waveform"] == "step" else 0, 0, 1], None
    end = 2 * mpmath.pi / frequency
    return [[0, 1, 0], [0, 0, 0], [0, 0, 0]], [0, 1 / end, 1], end


def motion(values: Parameters, t: float) -> Array:
    """u and u̇ of the mass, from rest at the origin, by the exponential of oscillator and drive."""
    m, k, mu = (mpmath.mpf(values[key]) for key in ("mass", "stiffness", "damping"))
    matrix, start, end = drive_of(values)
    a0 = mpmath.mpf(values["amplitude"])
    # ü = −ω²u − γu̇ + k a₀ w/m under a force, and ω² a₀ w + γ a₀ ẇ in place of that from an anchor
    push = [k / m * a0, mu / m * a0 if values["drive"] == "anchor" else 0, 0]
    whole = mpmath.zeros(5)
    whole[0, 1] = 1
    whole[1, 0], whole[1, 1] = -k / m, -mu / m
    for j in range(3):
        whole[1, 2 + j] = push[j]
        for i in range(3):
            whole[2 + i, 2 + j] = matrix[i][j]
    state = mpmath.matrix([0, 0, *start])
    time = mpmath.mpf(t)
    if end is not None and time > end:
        state = mpmath.expm(whole * end) * state
        for j in range(3):
            whole[2, 2 + j] = 0
        state[2], state[3], time = 1, 0, time - end
    state = mpmath.expm(whole * time) * state
    return np.array([float(state[0]), float(state[1])])


def transfer(values: Parameters, frequency: Any) -> Any:
    """Complex amplitude per unit of the drive: 1/(k − mΩ² + iμΩ) of a force, (k + iμΩ) times that
    of an anchor."""
    m, k, mu = (mpmath.mpf(values[key]) for key in ("mass", "stiffness", "damping"))
    below = k - m * frequency**2 + 1j * mu * frequency
    return (k + 1j * mu * frequency if values["drive"] == "anchor" else 1) / below


def check_driven(engine: Engine) -> list[Row]:
    """Exact motion, steady state and resonance; orders and the energy account under a drive."""
    motions, responses, peaks = Worst(), Worst(), Worst()
    for m, k, mu, frequency in CASES:
        for drive in ("force", "anchor"):
            for waveform in ("cosine", "step", "ramp"):
                values: Parameters = {"mass": m, "stiffness": k, "damping": mu, "drivingFrequency": frequency}
                values |= {"drive": drive, "waveform": waveform, "amplitude": 0.3, "timeStepSize": 0.01}
                case = str(values)
                if waveform == "ramp" and frequency == 0:
                    continue
                calls: list[list[Any]] = [["step", 77], ["exact"], ["step", 400], ["exact"]]
                request = {"scene": "resonance", "parameters": values | {"method": "implicit-midpoint"}}
                results = engine.ask(**request, calls=calls)
                for found, t in [(results[1], 0.77), (results[3], 4.77)]:
                    expected = motion(values, t)
                    got = np.array([found["positions"][3], found["velocities"][3]])
                    size = max(np.abs(expected).max(), 0.3) * max(1, frequency, np.sqrt(k / m))
                    motions.take(float(np.abs(got - expected).max() / size), f"{case} at {t} s: {got}, {expected}")
            _compare_response(engine, {**values, "waveform": "cosine"}, responses, peaks)
    return [
        motions.row("exact driven motion: cosine, step and ramp; force and anchor", 1e-12, "rounding of the phase Ωt"),
        responses.row("steady amplitude and phase against Ω", 1e-12, "rounding"),
        peaks.row("resonance: where, how large, where half the power is", 1e-8, "a maximum is flat: √ε"),
        *_orders(engine),
    ]


def _compare_response(engine: Engine, values: Parameters, responses: Worst, peaks: Worst) -> None:
    """Amplitude and phase at several Ω, and the resonance."""
    unit = values["amplitude"] * (values["stiffness"] if values["drive"] == "force" else 1)
    for frequency in (0.1, 1.0, 3.9, 4.1, 17.0, 45.0):
        told = engine.ask(scene="resonance", parameters=values, calls=[["response", frequency]])[0]
        true = complex(transfer(values, mpmath.mpf(frequency)))
        found = told["amplitude"] * np.exp(1j * told["phase"])
        off = abs(found - unit * true) / abs(unit * true) if unit else abs(found)
        responses.take(float(off), f"{values} at {frequency} rad/s: {told}, {unit * true}")
    told = engine.ask(scene="resonance", parameters=values, calls=[["resonance"]])[0]
    if values["damping"] == 0 or values["stiffness"] == 0:
        return

    def power(frequency: Any) -> Any:
        return abs(transfer(values, frequency)) ** 2

    # a grid, then ternary search: with 40 digits a maximum is found to 20
    omega = float(np.sqrt(values["stiffness"] / values["mass"]))
    grid = np.linspace(0, 2 * omega, 4001)
    best = float(grid[np.argmax([float(power(mpmath.mpf(w))) for w in grid])])
    low, high = mpmath.mpf(max(best - grid[1], 0)), mpmath.mpf(best + grid[1])
    for _ in range(120):
        left, right = (2 * low + high) / 3, (low + 2 * high) / 3
        low, high = (left, high) if power(left) < power(right) else (low, right)
    top = low
    case = f"{values}: {told}, Ω = {float(top)}"
    peaks.take(float(abs(told["angularFrequency"] - top)) / omega, case)
    peaks.take(float(abs(float(told["amplitude"]) / (unit * abs(transfer(values, top))) - 1)), case)
    for key in ("low", "high"):
        if 0 < float(told[key]) < np.inf:
            peaks.take(float(abs(power(mpmath.mpf(float(told[key]))) / power(top) - 0.5)), f"{case}, {key}")


def _orders(engine: Engine) -> list[Row]:
    """Convergence of all methods to the exact driven motion, and of unexplained energy to 0."""
    orders, accounts = Worst(), Worst()
    for method, known in METHODS.items():
        if known.settings["method"] == "rattle":
            continue  # the scene doesn't offer it
        order = known.order
        for drive in ("force", "anchor"):
            values: Parameters = {"mass": 1.0, "stiffness": 16.0, "damping": 0.4, "drivingFrequency": 3.0}
            values |= {"drive": drive, "waveform": "cosine", "amplitude": 0.3} | known.settings
            errors, numerical = [], []
            coarse = {4: 400, 5: 200}.get(order, 1000)
            for steps in (coarse, 2 * coarse):
                calls: list[list[Any]] = [["step", steps], ["positions"], ["velocities"], ["energy"]]
                request = {"scene": "resonance", "parameters": values | {"timeStepSize": 2 / steps}}
                results = engine.ask(**request, calls=calls)
                errors.append(np.abs(np.array([results[1][3], results[2][3]]) - motion(values, 2.0)).max())
                numerical.append(abs(results[3]["numerical"]) / results[3]["total"])
            orders.take(abs(float(np.log2(errors[0] / errors[1])) - order), f"{method}, {drive}: {errors}")
            if max(numerical) < 1e-12:
                continue  # implicit midpoint explains all energy of a linear oscillator
            accounts.take(
                max(order - float(np.log2(numerical[0] / numerical[1])), 0), f"{method}, {drive}: {numerical}"
            )
    return [
        orders.row("observed order under a drive − the method's", 0.1, "the next term of the error"),
        accounts.row("… the order of the unexplained energy short of it", 0.15, "the next term of the error"),
    ]
