"""Runge-Kutta 45, which adapts its steps: its formula along these steps, and the bound of its
error."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine import STATE, Engine, mesh_of, vectors
from methods import DORMAND_PRINCE, EMBEDDED, METHODS, State, follow, runge_kutta, truth
from network import Array, Network, random_network
from steps import NETWORKS, apart
from table import Row, Worst

FIFTH = METHODS["runge-kutta-45"].steps
FOURTH = runge_kutta(DORMAND_PRINCE, EMBEDDED)

#: Relative size of a deviation that counts as rounding.
ROUNDING = 1e-12


def deviation(network: Network, x: Array, v: Array) -> float:
    """A deviation of the state as an energy in J: ½ Σ m δv² + ½ Σ k δx²."""
    d = x[network.links[:, 0]] - x[network.links[:, 1]]
    return float(network.kinetic(v) + (network.stiffness[:, None] * d * d).sum() / 2)


def energy(network: Network, x: Array, v: Array) -> float:
    """The kinetic, elastic and contact energy in J, to which deviations are compared."""
    return float(network.kinetic(v) + network.elastic(x) + network.contact_energy(x))


def error(network: Network, x: Array, v: Array, h: float, tolerance: float) -> tuple[float, State]:
    """The difference of the formulas of order 4 and 5 after a step, in tolerances; the state of
    order 5."""
    end, other = next(FIFTH(network, x, v, h)), next(FOURTH(network, x, v, h))
    size = max(energy(network, x, v), energy(network, *end[:2]))
    allowed = tolerance**2 * size + ROUNDING**2 * deviation(network, *end[:2])
    return float(np.sqrt(deviation(network, end[0] - other[0], end[1] - other[1]) / allowed)), end


def check_formula(engine: Engine) -> list[Row]:
    """Three time steps: the state after the accepted steps, and the error estimate of each. If the
    first one is shorter than the time step, the whole time step must exceed the tolerance."""
    states, heats, kept, tried, sums = Worst(), Worst(), Worst(), Worst(), Worst()
    for seed in range(NETWORKS):
        network, places, x, v, parameters = random_network(seed, 8)
        random = np.random.default_rng([seed, 5])
        tolerance, h = float(10 ** random.uniform(-8, -1)), round(float(10 ** random.uniform(-2.5, -1)), 6)
        settings = {"method": "runge-kutta-45", "tolerance": tolerance, "timeStepSize": h}
        request = {"scene": "mesh", "parameters": parameters | settings, "mesh": mesh_of(network, places)}
        calls: list[list[Any]] = [["step", 1], ["acceptedSteps"]] * 3
        start = request | {"positions": x.tolist(), "velocities": v.tolist()}
        results = engine.ask(**start, calls=[*calls, *STATE, ["energy"]])
        case = f"network {seed}, {settings}"
        reached = (x, v)
        for own in results[1:6:2]:
            sums.take(abs(sum(own) / h - 1), f"{case}: {own}")
            if len(own) > 1:
                tried.take(max(1 - error(network, *reached, h, tolerance)[0], 0), f"{case}: {own}")
            for length in own:
                part, end = error(network, *reached, length, tolerance)
                kept.take(part, f"{case}: {length} of {own}")
                reached = end[:2]
        expected = follow(FIFTH, network, x, v, [length for own in results[1:6:2] for length in own])
        found = vectors(results[6]), vectors(results[7])
        states.take(max(apart(found[0], expected[0]), apart(found[1], expected[1])), case)
        told = np.array([results[8][key] for key in ("damping", "drag")])
        heats.take(float(np.abs(told - expected[2][:2]).max() / energy(network, x, v)), case)
    return [
        states.row("three time steps of Runge-Kutta 45, along its own steps", 1e-12, "rounding, some steps of it"),
        heats.row("… their heat", 1e-12, "rounding, some steps of it"),
        sums.row("… its own steps − the time step", 1e-13, "rounding of a sum"),
        kept.row("error estimate of its steps, in tolerances", 1 + 1e-6, "1, as it says, and the estimate's rounding"),
        tried.row("… by how much a time step that it cut short kept it", 1e-6, "0, and the estimate's rounding"),
    ]


def check_promise(engine: Engine) -> list[Row]:
    """The true error of a run, against DOP853: at most the sum over its steps, and falling with the
    tolerance; and the number of steps, as the error of one step is of order 5."""
    errors, falls, counts = Worst(), Worst(), Worst()
    for seed in range(0, NETWORKS, 3):
        network, places, x, v, parameters = random_network(seed, 6)
        time = 0.2
        true = truth(network, x, v, time)
        taken, offs = [], []
        for tolerance in (1e-4, 1e-6, 1e-8):
            settings = {"method": "runge-kutta-45", "tolerance": tolerance, "timeStepSize": 0.1}
            request = {"scene": "mesh", "parameters": parameters | settings, "mesh": mesh_of(network, places)}
            start = request | {"positions": x.tolist(), "velocities": v.tolist()}
            calls: list[list[Any]] = [["step", 1], ["acceptedSteps"], ["step", 1], ["acceptedSteps"], *STATE]
            results = engine.ask(**start, calls=calls)
            found = engine.state(results)
            size = max(energy(network, x, v), energy(network, *true[:2]))
            off = np.sqrt(deviation(network, found[0] - true[0], found[1] - true[1]) / size)
            taken.append(len(results[1]) + len(results[3]))
            offs.append(float(off))
            errors.take(float(off) / (tolerance * taken[-1]), f"network {seed}, {tolerance}: {off}, {taken[-1]} steps")
        falls.take(max(offs[1] / offs[0], offs[2] / offs[1]), f"network {seed}: {offs}")
        if taken[1] > 20:
            counts.take(abs(float(np.log10(taken[2] / taken[1])) / 2 - 1 / 5), f"network {seed}: {taken} steps")
    return [
        errors.row("error of Runge-Kutta 45 after 0.2 s, over tolerance × steps", 1, "it takes the better formula"),
        falls.row("… of a hundredth of the tolerance, against that before", 0.05, "1/100, and that steps differ"),
        counts.row("… its steps' power of 1/tolerance − 1/5", 0.03, "starts, and steps cut to fit"),
    ]
