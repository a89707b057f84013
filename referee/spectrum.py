"""Frequencies, damping rates, matrices and the energy account."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.linalg import eigh

from engine import STATE, Engine, body_of, mesh_of
from methods import METHODS, Known, truth
from network import Contact, Network, random_network
from rest import matrices, rests
from steps import NETWORKS, random_air, reached, run
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


def check_modes(engine: Engine) -> list[Row]:
    """All modes at rest, with SciPy's solution of K u = ω² M u."""
    squares, shapes, dampings = Worst(), Worst(), Worst()
    for rest in rests(engine)[::2]:
        found = engine.ask(**rest.request, calls=[["modes"]])[0]
        free = np.repeat(rest.network.free, 3)
        stiff, damp = (m[np.ix_(free, free)] for m in matrices(rest.network, rest.places))
        mass = np.diag(np.repeat(rest.network.masses, 3)[free])
        expected = eigh((stiff + stiff.T) / 2, mass, eigvals_only=True)
        told = np.array([mode["omegaSquared"] for mode in found])
        case = f"{rest.name}: {told}, {expected}"
        squares.take(np.abs(told - expected).max() / expected.max() if len(told) == len(expected) else np.inf, case)
        # shapes may be zero for the last particles, which are left out if they are fixed
        u = np.zeros((len(found), rest.network.count * 3))
        for row, mode in zip(u, found):
            row[: len(mode["shape"])] = mode["shape"]
        u = u[:, free]
        rates = np.array([mode["dampingRate"] for mode in found])
        off = np.linalg.norm(u @ stiff - told[:, None] * (u @ mass), axis=1)
        shapes.take(float((off / (expected.max() * np.linalg.norm(u @ mass, axis=1))).max()), rest.name)
        weights = u @ mass @ u.T
        size = np.sqrt(np.diag(weights))
        shapes.take(float(np.abs(weights / np.outer(size, size) - np.eye(len(u))).max()), rest.name)
        shapes.take(float(np.abs(np.linalg.norm(u, axis=1) - 1).max()), rest.name)
        true = np.einsum("ij,jk,ik->i", u, damp, u) / np.diag(weights)
        dampings.take(float(np.abs(rates - true).max() / max(true.max(), 1e-9 * expected.max() ** 0.5)), rest.name)
    return [
        squares.row("ω² of all modes at rest, of the largest", 1e-12, "rounding of an eigenvalue"),
        shapes.row("… their shapes: equation, mass orthogonality and length", 1e-11, "rounding of an eigenvector"),
        dampings.row("… their damping rates", 1e-11, "rounding of an eigenvector"),
    ]


def check_matrices(engine: Engine) -> list[Row]:
    """K, D and M of moving networks, in wind and on the ground, against imaginary steps of the
    forces."""
    worst = Worst()
    for seed in range(NETWORKS):
        network, places, x, v, parameters = random_network(seed, 8)
        random = np.random.default_rng([seed, 11])
        if seed % 3 == 1:
            air, more = random_air(random)
            network, parameters = replace(network, air=replace(air, gusts=0.0)), parameters | more | {"gusts": 0}
        if seed % 3 == 2:
            parameters = parameters | {"obstacle": "ground", "friction": float(random.uniform(0, 1))}
            request = {"scene": "mesh", "parameters": parameters, "mesh": mesh_of(network, places)}
            body = body_of(engine.ask(**request, calls=[["obstacles"]])[0][0])
            network = replace(network, bodies=(body,), contact=Contact(friction=parameters["friction"]))
            depth = np.where(x[:, 1] < np.median(x[:, 1]), body.distance(x)[0] + random.uniform(0.01, 0.05, len(x)), 0)
            x = np.where(network.free[:, None], x - depth[:, None] * np.array([0, 1, 0]), x)
        request = {"scene": "mesh", "parameters": parameters, "mesh": mesh_of(network, places)}
        request |= {"positions": x.tolist(), "velocities": v.tolist()}
        told = engine.ask(**request, calls=[["matrices"]])[0]
        free = np.repeat(network.free, 3)
        stiff, damp = network.derivatives(x, v)
        for key, true in [("stiffness", stiff), ("damping", damp), ("mass", np.diag(np.repeat(network.masses, 3)))]:
            full = np.zeros((x.size, x.size))
            np.add.at(full, (told[key]["rows"], told[key]["columns"]), told[key]["values"])
            true, full = true[np.ix_(free, free)], full[np.ix_(free, free)]
            off = float(np.abs(full - true).max() / max(np.abs(true).max(), 1e-9))
            worst.take(off, f"{key} of network {seed}: {parameters}")
    return [worst.row("matrices K, D and M of moving masses, in wind and on the ground", 1e-12, "rounding")]


def check_account(engine: Engine) -> list[Row]:
    """Heats of a long run against the integral of powers along the motion by DOP853, and each term
    of the account against the same term along the referee's own steps."""
    heats, terms, remains, changes = Worst(), Worst(), Worst(), Worst()
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
        _take_change(engine, request | {"positions": x.tolist(), "velocities": v.tolist()}, network, changes)
    for seed in range(0, NETWORKS, 6):
        for method, known in METHODS.items():
            _take_terms(engine, seed, method, known, terms, remains)
    return [
        heats.row("heat of dampers and drag against quadrature", 1e-8, "RK4 with 0.5 ms"),
        terms.row("stored energies, heats and works after ten steps: all methods", 1e-9, "Newton's end, over Δt"),
        remains.row("… numerical, what the referee's own steps gain", 1e-9, "Newton's end, over Δt"),
        changes.row("… a change of weight in mid-run: start, and nothing else", 1e-12, "rounding"),
    ]


def _take_change(engine: Engine, start: dict[str, Any], network: Network, changes: Worst) -> None:
    """A change of gravity after five steps changes the energy at the start by that of the weight,
    and no heat, no work and no gain."""
    g = float(network.gravity[1]) + 1.7
    calls: list[list[Any]] = [["step", 5], ["energy"], ["set", "gravity", g], ["energy"], *STATE]
    _, before, _, after_, *state = engine.ask(**start, calls=calls)
    x, v = engine.state(state)
    heavier = replace(network, gravity=np.array([0, g, 0]))
    more = heavier.weight_energy(x) - network.weight_energy(x)
    size = abs(before["total"]) + abs(more)
    off = [after_["start"] - before["start"] - more, after_["gravity"] - before["gravity"] - more]
    off += [after_[key] - before[key] for key in (*FLOWS, "kinetic", "elastic", "impact", "tearing", "numerical")]
    changes.take(float(np.abs(off).max() / size), f"{start['parameters']}: {off}")


#: Terms of the account: what is stored, and what goes in or out.
STORES = ["kinetic", "elastic", "gravity", "contact"]
FLOWS = ["damping", "drag", "friction", "hand", "wind"]


def _take_terms(engine: Engine, seed: int, method: str, known: Known, terms: Worst, remains: Worst) -> None:
    """Ten steps in gusts on the ground, while a hand moves one mass."""
    random = np.random.default_rng([seed, 12])
    network, places, x, v, parameters = random_network(seed, 6)
    h, case = 2e-3, f"network {seed}, {method}"
    masses = network.masses.copy()
    # the highest one, and upwards: a hand keeps out of bodies
    i = int(np.where(network.free, x[:, 1], -np.inf).argmax())
    if network.free.sum() > 1:
        masses[i] = np.inf
    air, more = random_air(random)
    parameters = parameters | known.settings | more | {"timeStepSize": h}
    request = {"scene": "mesh", "parameters": parameters, "mesh": mesh_of(network, places)}
    if not known.projects:
        request["parameters"]["obstacle"] = "ground"
        body = body_of(engine.ask(**request, calls=[["obstacles"]])[0][0])
        lowest = np.where(network.free, x[:, 1], np.inf).min()
        x = x + network.free[:, None] * np.array([0, body.centre[1] - lowest - 0.02, 0])
        network = replace(network, bodies=(body,))
    request |= {"positions": x.tolist(), "velocities": v.tolist()}
    network = replace(network, masses=masses)
    way, calls = random.uniform([-0.3, 0, -0.3], 0.3), []
    if masses[i] == np.inf:
        calls, v = [["hold", i, *(x[i] + way), 20 * h]], v.copy()
        v[i] = way / (20 * h)
    timed = network.with_clock(air, x, v)
    results = engine.ask(**request, calls=[*calls, ["energy"], *run(known, 10), *STATE, ["energy"]])
    before, after_ = results[len(calls)], results[-1]
    end = reached(known, *timed, h, 10, results[len(calls) + 1 : -3])
    stored = [
        np.array([timed[0].kinetic(v), timed[0].elastic(x), timed[0].weight_energy(x), timed[0].contact_energy(x)])
        for x, v in (timed[1:], end[:2])
    ]
    heat = end[2]
    size = np.abs(stored).max() + np.abs(heat).max()
    change = [after_[key] - before[key] for key in STORES]
    flow = [after_[key] - before[key] for key in FLOWS]
    off = np.abs([*(change - stored[1] + stored[0]), *(flow - heat)]) / size
    terms.take(off.max(), f"{case}, {(STORES + FLOWS)[off.argmax()]}")
    gain = (stored[1] - stored[0]).sum() + heat[:3].sum() - heat[3:].sum()
    remains.take(abs(after_["numerical"] - before["numerical"] - gain) / size, f"{case}: {gain} J")
