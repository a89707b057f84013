"""Frequencies, damping rates and the energy account."""

from __future__ import annotations

import numpy as np

from engine import Engine, mesh_of
from methods import METHODS, truth
from network import random_network
from rest import rests
from steps import NETWORKS
from table import Row, Worst


def check_spectrum(engine: Engine) -> list[Row]:
    """ω_max and γ_max at rest, against all eigenvalues."""
    frequencies, dampings, sums, modes = Worst(), Worst(), Worst(), Worst()
    for rest in rests(engine):
        told, shape = engine.ask(**rest.request, calls=[["spectrum"], ["mode"]])
        values = np.linalg.eigvalsh(rest.stiff)
        case = f"{rest.name}: told {told['angularFrequency']:.6g}, true {np.sqrt(values[-1]):.6g}"
        frequencies.take(abs(told["angularFrequency"] / np.sqrt(values[-1]) - 1), case)
        true = np.linalg.eigvalsh(rest.damp).max()
        case = f"{rest.name}: told {told['dampingRate']:.6g}, true {true:.6g}"
        dampings.take(abs(told["dampingRate"] - true) / max(true, 1e-9 * values[-1] ** 0.5), case)
        # symplectic Euler's h²K + 2hD; the Rayleigh quotient of the shape, as two modes may be
        # equal
        h = engine.ask(**rest.request, calls=[["get", "timeStepSize"]])[0]
        whole = h * h * rest.stiff + 2 * h * rest.damp
        most = np.linalg.eigvalsh(whole).max()
        sums.take(abs(told["sum"] / most - 1), f"{rest.name}: told {told['sum']:.6g}, true {most:.6g}")
        free = np.repeat(rest.network.free, 3)
        y = np.array(shape)[free] * np.sqrt(np.repeat(rest.network.masses, 3)[free])
        modes.take(abs(y @ whole @ y / (y @ y) / most - 1), rest.name)
    return [
        frequencies.row("ω_max at rest", 1e-5, "the end of an iteration"),
        dampings.row("γ_max at rest", 1e-6, "the end of an iteration"),
        sums.row("largest h²ω² + 2hγ of a mode", 1e-5, "the end of an iteration"),
        modes.row("… that of the shape that is drawn", 1e-5, "the end of an iteration"),
    ]


def check_account(engine: Engine) -> list[Row]:
    """Heats of a long run against the integral of powers along the motion by DOP853, and the sum
    of the energy account."""
    heats, sums = Worst(), Worst()
    for seed in range(0, NETWORKS, 3):
        network, places, x, v, parameters = random_network(seed, 6)
        time = 0.5
        _, _, heat = truth(network, x, v, time)
        settings = parameters | {"method": "runge-kutta-4", "timeStepSize": 5e-4}
        request = {"scene": "mesh", "parameters": settings, "mesh": mesh_of(network, places)}
        start = request | {"positions": x.tolist(), "velocities": v.tolist()}
        _, energy = engine.ask(**start, calls=[["step", 1000], ["energy"]])
        scale = network.kinetic(v) + network.elastic(x)
        heats.take(np.abs(np.array([energy["damping"], energy["drag"]]) - heat[:2]).max() / scale, f"network {seed}")
        for method, known in METHODS.items():
            results = engine.ask(
                **(start | {"parameters": settings | known.settings}),
                calls=[["energy"], ["step", 50], ["energy"]],
            )
            one, two = results[0], results[2]
            stored = [sum(e[key] for key in ("kinetic", "elastic", "gravity", "contact")) for e in (one, two)]
            rest = (
                stored[1]
                - stored[0]
                + two["dissipated"]
                - (two["hand"] - one["hand"])
                - (two["numerical"] - one["numerical"])
            )
            sums.take(abs(rest) / (abs(stored[0]) + scale), f"network {seed}, {method}")
    return [
        heats.row("heat of dampers and drag against quadrature", 1e-8, "RK4 with 0.5 ms"),
        sums.row("stored + heat − hand − numerical of all methods", 1e-13, "rounding"),
    ]
