"""One step, forces, and long runs."""

from __future__ import annotations

import numpy as np

from engine import STATE, Engine, EngineError, mesh_of, vectors
from methods import METHODS, ORDERS, NoSolution, after, truth
from network import Array, random_network
from table import Row, Worst

NETWORKS = 36


def apart(a: Array, b: Array) -> float:
    """The largest difference against the largest entry."""
    return float(np.abs(a - b).max() / max(np.abs(b).max(), 1e-300))


def check_forces(engine: Engine) -> list[Row]:
    """Forces, energies and heats against the network's, and forces against the slope of the engine's own energy."""
    forces, slopes, energies = Worst(), Worst(), Worst()
    for seed in range(NETWORKS):
        network, places, x, v, parameters = random_network(seed, 8)
        obj = mesh_of(network, places)
        case = f"network {seed}"
        request = {"scene": "mesh", "parameters": parameters, "mesh": obj, "positions": x.tolist()}
        f, energy = engine.ask(**request, velocities=v.tolist(), calls=[["forces"], ["energy"]])
        forces.take(apart(vectors(f), network.forces(x, v)), case)
        for name, expected in [
            ("kinetic", network.kinetic(v)),
            ("elastic", network.elastic(x)),
            ("gravity", network.weight_energy(x)),
        ]:
            energies.take(abs(energy[name] - expected) / max(abs(expected), 1e-300), f"{case}, {name}")
        # f = −∂E/∂x by central differences along one direction: error h² f‴/6 + rounding of E over h, 1e-8 at best
        random = np.random.default_rng(seed)
        way = np.where(network.free[:, None], random.normal(size=x.shape), 0.0)
        still = vectors(engine.ask(**request, calls=[["forces"]])[0])
        sums = []
        for sign in (1, -1):
            request["positions"] = (x + sign * 1e-5 * way).tolist()
            energy = engine.ask(**request, calls=[["energy"]])[0]
            sums.append(energy["elastic"] + energy["gravity"])
        slope = (sums[0] - sums[1]) / 2e-5
        slopes.take(abs(slope + (still * way).sum()) / (np.abs(still) * np.abs(way)).sum(), case)
    return [
        forces.row("forces on random networks", 1e-13, "rounding of sums over some springs"),
        energies.row("kinetic, elastic and weight energy", 1e-13, "rounding of sums"),
        slopes.row("forces against the slope of the engine's energy", 1e-8, "central differences with 1e-5 m"),
    ]


def check_one_step(engine: Engine) -> list[Row]:
    """Three steps of every method on random networks: the second one has a memory, the third has that of a whole step."""
    rows = []
    for method, steps in METHODS.items():
        solved = method.startswith("implicit")
        worst, heats = Worst(), Worst()
        for seed in range(NETWORKS):
            network, places, x, v, parameters = random_network(seed, 8 if solved else 20)
            random = np.random.default_rng([seed, 1])
            h = round(float(10 ** random.uniform(-3, -1.7)), 6)
            parameters = parameters | {"method": method, "timeStepSize": h}
            if solved:
                parameters["solver"] = "newton"
            calls = [["step", 3], *STATE, ["energy"]]
            request = {"scene": "mesh", "parameters": parameters, "mesh": mesh_of(network, places)}
            case = f"network {seed}, {h} s"
            try:
                results = engine.ask(**request, positions=x.tolist(), velocities=v.tolist(), calls=calls)
                expected = after(steps(network, x, v, h), 3)
            except (NoSolution, EngineError) as error:
                worst.take(float("nan"), f"{case}: {error!r}")
                continue
            deviation = max(apart(vectors(results[1]), expected[0]), apart(vectors(results[2]), expected[1]))
            worst.take(deviation, case)
            heat = np.array([results[3]["damping"], results[3]["drag"]])
            energy = network.kinetic(v) + network.elastic(x)
            heats.take(float(np.abs(heat - expected[2][:2]).max() / energy), case)
        bound, reason = (1e-10, "Newton's end, times 1/h") if solved else (1e-12, "rounding")
        rows.append(worst.row(f"three steps: {method}", bound, reason))
        rows.append(heats.row(f"… its heat of dampers and drag", bound, reason))
    return rows


def check_long_runs(engine: Engine) -> list[Row]:
    """Half a second of motion against DOP853, and the order observed between two steps."""
    rows = []
    for method, order in ORDERS.items():
        orders = Worst()
        for seed in range(0, NETWORKS, 3):
            network, places, x, v, parameters = random_network(seed, 6)
            time = 0.25
            stiff = np.sqrt(np.linalg.eigvalsh(scaled(network, network.matrices(x, 0 * v)[0])).max())
            # h ω = 0.05 and half of it: the next term of the error is some per cent of the first
            coarse = int(np.ceil(time * stiff / (0.2 if order == 4 else 0.02)))
            expected = truth(network, x, v, time)
            errors = []
            for steps in (coarse, 2 * coarse):
                h = time / steps
                if h < 1e-4:
                    break
                settings = parameters | {"method": method, "timeStepSize": h, "solver": "newton"}
                request = {"scene": "mesh", "parameters": settings, "mesh": mesh_of(network, places)}
                results = engine.ask(**request, positions=x.tolist(), velocities=v.tolist(), calls=[["step", steps], *STATE])
                found = engine.state(results)
                errors.append(np.linalg.norm(found[0] - expected[0]) + np.linalg.norm(found[1] - expected[1]) / stiff)
            if len(errors) == 2:
                orders.take(abs(float(np.log2(errors[0] / errors[1])) - order), f"network {seed}")
        rows.append(orders.row(f"observed order − {order}: {method}", 0.25, "the next term of the error"))
    return rows


def scaled(network, matrix: Array) -> Array:
    """M^(−½) A M^(−½) of the free coordinates."""
    free = np.repeat(network.free, 3)
    root = np.sqrt(np.repeat(network.weights, 3))[free]
    return root[:, None] * matrix[np.ix_(free, free)] * root
