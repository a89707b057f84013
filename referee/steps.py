"""One step, forces, and long runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

import limits
from engine import STATE, Engine, EngineError, body_of, mesh_of, vectors
from methods import METHODS, RADII, Known, NoSolution, State, after, chung_hulbert, follow, truth
from network import Air, Array, Contact, Network, random_network
from table import Row, Worst

NETWORKS = 36


def apart(a: Array, b: Array) -> float:
    """The largest difference, relative to the largest entry."""
    return float(np.abs(a - b).max() / max(np.abs(b).max(), 1e-300))


def check_forces(engine: Engine) -> list[Row]:
    """Forces and energies against the network's, and forces against slopes of the engine's
    energy."""
    forces, slopes, energies = Worst(), Worst(), Worst()
    for seed in range(NETWORKS):
        network, places, x, v, parameters = random_network(seed, 8)
        obj = mesh_of(network, places)
        case = f"network {seed}"
        request = {"scene": "mesh", "parameters": parameters, "mesh": obj, "positions": x.tolist()}
        f, energy = engine.ask(**request, velocities=v.tolist(), calls=[["forces"], ["energy"]])
        forces.take(apart(vectors(f), network.forces(x, v)), case)
        lifted = np.abs(network.masses[network.free, None] * x[network.free] * network.gravity).sum()
        for name, expected, size in [
            ("kinetic", network.kinetic(v), network.kinetic(v)),
            ("elastic", network.elastic(x), network.elastic(x)),
            ("gravity", network.weight_energy(x), lifted),
        ]:
            energies.take(abs(energy[name] - expected) / size, f"{case}, {name}")
        # f = −∂E/∂x by central differences along one direction: the error is 1e-8 at best
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
    """Three steps of every method on random networks: multistep methods are complete in the
    third one."""
    explicit, solved, linearised = (Worst(), Worst()), (Worst(), Worst()), (Worst(), Worst())
    kinds = {"newton": solved, "linearised": linearised}
    for method, known in METHODS.items():
        for seed in range(NETWORKS):
            network, places, x, v, parameters = random_network(seed, 8 if known.implicit else 20)
            request = {"scene": "mesh", "parameters": parameters, "mesh": mesh_of(network, places)}
            worst = kinds.get(known.settings.get("solver", ""), explicit)
            compare(engine, known, request, network, x, v, f"{method}, network {seed}", worst)
    return [
        explicit[0].row(
            "three steps on random networks: all explicit methods", 1e-12, "rounding, over Δt for velocities"
        ),
        explicit[1].row("… their heat", 1e-12, "rounding"),
        solved[0].row("three steps on random networks: implicit methods, solved", 1e-10, "Newton's end, over Δt"),
        solved[1].row("… their heat", 1e-10, "Newton's end, over Δt"),
        linearised[0].row(
            "three steps on random networks: implicit methods, linearised", 1e-10, "conjugate gradients' end, over Δt"
        ),
        linearised[1].row("… their heat", 1e-10, "conjugate gradients' end, over Δt"),
    ]


def check_surroundings(engine: Engine) -> list[Row]:
    """Three steps of every method with masses inside a body, with one moved by a hand, and in
    gusts."""
    rows = []
    touches, leads, blows = (Worst(), Worst()), (Worst(), Worst()), (Worst(), Worst())
    for method, known in METHODS.items():
        for seed in range(NETWORKS):
            network, places, x, v, parameters = random_network(seed, 8)
            random = np.random.default_rng([seed, 3])
            obj = mesh_of(network, places)
            if not known.projects:
                parameters = parameters | {
                    "obstacle": str(random.choice(["ground", "sphere", "box"])),
                    "contactStiffness": float(random.uniform(100, 3000)),
                    "contactDamping": float(random.uniform(0, 20)),
                    "friction": float(random.uniform(0, 1)),
                }
                request = {"scene": "mesh", "parameters": parameters, "mesh": obj}
                body = body_of(engine.ask(**request, calls=[["obstacles"]])[0][0])
                contact = Contact(*(parameters[key] for key in ("contactStiffness", "contactDamping", "friction")))
                there = replace(network, bodies=(body,), contact=contact)
                # puts the lower half of the masses some centimetres deep into the body
                deep = np.where((x[:, 1] < np.median(x[:, 1])) & network.free, 1.0, 0.0)[:, None]
                inside = (
                    x - deep * (body.distance(x)[0] + random.uniform(0.01, 0.05, len(x)))[:, None] * body.distance(x)[1]
                )
                compare(engine, known, request, there, inside, v, f"{method}, network {seed}", touches)
            i = int(np.flatnonzero(network.free)[0])
            if network.free.sum() > 1:
                masses = network.masses.copy()
                masses[i] = np.inf
                held = replace(network, masses=masses)
                way = random.uniform(-0.3, 0.3, 3)
                request = {"scene": "mesh", "parameters": parameters | {"obstacle": "none"}, "mesh": obj}
                compare(engine, known, request, held, x, v, f"{method}, network {seed}", leads, (i, way))
            if seed % 3 == 0:
                air, more = random_air(random)
                request = {"scene": "mesh", "parameters": parameters | more | {"obstacle": "none"}, "mesh": obj}
                timed = network.with_clock(air, x, v)
                compare(engine, known, request, *timed, f"{method}, network {seed}", blows)
    rows.append(
        touches[0].row("three steps in ground, ball and box: all methods", 1e-9, "Newton's end at a slip's edge")
    )
    rows.append(touches[1].row("… their heat of contacts, friction with it", 1e-9, "Newton's end at a slip's edge"))
    rows.append(leads[0].row("three steps with a mass in hand: all methods", 1e-10, "Newton's end, times 1/h"))
    rows.append(leads[1].row("… their heat and the hand's work", 1e-10, "Newton's end, times 1/h"))
    rows.append(blows[0].row("three steps in gusts: all methods", 1e-10, "Newton's end, times 1/h"))
    rows.append(blows[1].row("… their heat and the wind's work", 1e-10, "Newton's end, times 1/h"))
    return rows


def random_air(random: np.random.Generator) -> tuple[Air, dict[str, float]]:
    """Air in a plane upright scene, and its parameters."""
    resistance, wind, angle = (float(random.uniform(*ends)) for ends in [(0.01, 1), (0, 10), (-180, 180)])
    gusts, period = float(random.uniform(0, 1)), float(random.uniform(0.1, 2))
    way = np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle)), 0])
    parameters = {"airResistance": resistance, "wind": wind, "windDirection": angle}
    return Air(resistance, wind * way, gusts, period), parameters | {"gusts": gusts, "gustPeriod": period}


def compare(
    engine: Engine,
    known: Known,
    request: dict[str, Any],
    network: Network,
    x: Array,
    v: Array,
    case: str,
    worst: tuple[Worst, Worst],
    hand: tuple[int, Array] | None = None,
    longest: float = 0.02,
) -> None:
    """Records the deviation of three steps, and that of their heats relative to the energy."""
    random = np.random.default_rng([len(x), int(1e6 * abs(x[0, 0])), 1])
    h = round(float(longest * 10 ** random.uniform(-1.3, 0)), 6)
    case = f"{case}, {h} s"
    there = network.count - network.timed
    speeds = np.where(network.free[:, None], v, 0)[:there].tolist()
    request = request | {"positions": x[:there].tolist(), "velocities": speeds}
    request["parameters"] = request["parameters"] | known.settings | {"timeStepSize": h}
    calls: list[list[Any]] = [*run(known, 3), *STATE, ["energy"]]
    if hand:
        # the hand reaches its target after ten steps, of which three are taken
        i, way = hand
        calls = [["hold", i, *(x[i] + way), 10 * h], ["energy"], *calls]
        v = v.copy()
        v[i] = way / (10 * h)
    try:
        results = engine.ask(**request, calls=calls)
        ran = results[2 if hand else 0 : -3]
        expected = reached(known, network, x, v, h, 3, ran)
    except (NoSolution, EngineError) as error:
        worst[0].take(float("nan"), f"{case}: {error!r}")
        return
    *_, flat_x, flat_v, energy = results
    n = len(vectors(flat_x))
    worst[0].take(max(apart(vectors(flat_x), expected[0][:n]), apart(vectors(flat_v), expected[1][:n])), case)
    heat = [energy[key] for key in ("damping", "drag", "friction")] + [
        energy["hand"] - results[1]["hand"] if hand else 0,
        energy["wind"],
    ]
    at_hand = network.kinetic(expected[1]) + network.elastic(x) + np.abs(expected[2]).max()
    worst[1].take(float(np.abs(np.array(heat) - expected[2]).max() / at_hand), case)


def run(known: Known, steps: int) -> list[list[Any]]:
    """The calls for some time steps; adaptive methods also report their own steps."""
    return [["step", 1], ["acceptedSteps"]] * steps if known.adaptive else [["step", steps]]


def reached(known: Known, network: Network, x: Array, v: Array, h: float, steps: int, ran: list[Any]) -> State:
    """The state after these steps; of an adaptive method after its own steps, from results of
    `run`."""
    if not known.adaptive:
        return after(known.steps(network, x, v, h), steps)
    return follow(known.steps, network, x, v, [length for own in ran[1::2] for length in own])


def check_long_runs(engine: Engine) -> list[Row]:
    """The order observed with two time steps, against the motion by DOP853."""
    orders = Worst()
    for seed in range(0, NETWORKS, 3):
        network, places, x, v, parameters = random_network(seed, 6)
        time = 0.25
        stiff = np.sqrt(np.linalg.eigvalsh(scaled(network, network.matrices(x, 0 * v)[0])).max())
        expected = truth(network, x, v, time)
        for method, known in METHODS.items():
            # hω of the coarse steps is so small that the error's next term is some per cent of the
            # first
            coarse = int(np.ceil(time * stiff / {4: 0.2, 5: 0.1}.get(known.order, 0.02)))
            errors = []
            for steps in (coarse, 2 * coarse):
                h = time / steps
                if h < 1e-4:
                    break
                settings = parameters | known.settings | {"timeStepSize": h}
                request = {"scene": "mesh", "parameters": settings, "mesh": mesh_of(network, places)}
                results = engine.ask(
                    **request, positions=x.tolist(), velocities=v.tolist(), calls=[["step", steps], *STATE]
                )
                found = engine.state(results)
                errors.append(np.linalg.norm(found[0] - expected[0]) + np.linalg.norm(found[1] - expected[1]) / stiff)
            if len(errors) == 2:
                observed = float(np.log2(errors[0] / errors[1]))
                orders.take(abs(observed - known.order), f"{method}, network {seed}: {errors}")
    return [orders.row("observed order against DOP853 − the method's", 0.25, "the next term of the error")]


def check_equations(engine: Engine) -> list[Row]:
    """The equations of solved steps: long steps of stiff networks may have several solutions."""
    worst, refused, overshot = Worst(), Worst(), []
    for method in ("implicit-euler", "implicit-midpoint", "bdf2", *(f"generalised-alpha, ρ∞ = {r:g}" for r in RADII)):
        for seed in range(NETWORKS):
            network, places, x, v, parameters = random_network(seed, 20)
            factor = 100.0
            network = replace(network, stiffness=factor * network.stiffness)
            parameters = parameters | METHODS[method].settings | {"stiffness": factor * parameters["stiffness"]}
            for h in (0.01, 0.03, 0.1):
                request = {
                    "scene": "mesh",
                    "parameters": parameters | {"timeStepSize": h},
                    "mesh": mesh_of(network, places),
                }
                calls: list[list[Any]] = [["step", 1], *STATE] * 6
                case = f"{method}, network {seed}, {h} s"
                try:
                    results = engine.ask(**request, positions=x.tolist(), velocities=v.tolist(), calls=calls)
                except EngineError as error:
                    results = error.results
                if method.startswith("generalised"):
                    overshot.append(len(results) < len(calls))
                else:
                    refused.take(float(len(results) < len(calls)), case)
                if len(results) < len(calls):
                    continue
                states = [(x, v), *(engine.state(results[i : i + 3]) for i in range(0, 18, 3))]
                place, speed, a, (end, expected) = equation(method, network, states, h)
                masses = network.masses[network.free, None]
                left = h * (masses * a[network.free] - network.forces(place, speed)[network.free])
                _, r, _ = network.spans(place)
                size = (
                    h * (network.stiffness * np.abs(r - network.lengths)).max()
                    + np.abs(masses * states[-1][1][network.free]).max()
                )
                worst.take(max(float(np.abs(left).max() / size), apart(end, expected)), case)
    return [
        worst.row(
            "equation of solved steps, up to 0.1 s and 100 times as stiff", 1e-9, "the stated end of the iteration"
        ),
        refused.row("… steps without a solution", 0, "there is always one"),
        Row(
            "… part of generalised-α's runs that it refuses",
            len(overshot),
            float(np.mean(overshot)),
            0.02,
            "from stretched springs its first step overshoots",
        ),
    ]


def equation(
    method: str, network: Network, states: list[tuple[Array, Array]], h: float
) -> tuple[Array, Array, Array, tuple[Array, Array]]:
    """The equation M a = f of the last step: its positions, velocities and a; and the positions
    at its end, as reported and as they follow from the velocities."""
    (x0, v0), (x1, v1), (x2, v2) = states[-3:]
    if method == "bdf2":
        return x2, v2, (3 * v2 - 4 * v1 + v0) / (2 * h), (x2, (4 * x1 - x0 + 2 * h * v2) / 3)
    if method.startswith("implicit"):
        theta = 1.0 if method == "implicit-euler" else 0.5
        mean = v1 + theta * (v2 - v1)
        return x1 + theta * h * mean, mean, (v2 - v1) / h, (x2, x1 + h * mean)
    alpha_m, alpha_f, beta, gamma = chung_hulbert(METHODS[method].settings["spectralRadius"])
    # accelerations that follow from the velocities
    new = network.accelerations(*states[0])
    for (_, before), (_, after_) in pairwise(states):
        old, new = new, ((after_ - before) / h - (1 - gamma) * new) / gamma
    place, speed = alpha_f * x1 + (1 - alpha_f) * x2, alpha_f * v1 + (1 - alpha_f) * v2
    expected = x1 + h * v1 + h * h * ((0.5 - beta) * old + beta * new)
    return place, speed, alpha_m * old + (1 - alpha_m) * new, (x2, expected)


def check_records(engine: Engine) -> list[Row]:
    """Momentum, angular momentum, and the relative stretch of all springs."""
    worst = Worst()
    for seed in range(NETWORKS):
        network, places, x, v, parameters = random_network(seed, 12)
        request = {"scene": "mesh", "parameters": parameters, "mesh": mesh_of(network, places)}
        start = request | {"positions": x.tolist(), "velocities": v.tolist()}
        momentum, turning, stretch = engine.ask(**start, calls=[["momentum"], ["angularMomentum"], ["stretch"]])
        free = network.free
        carried = network.masses[free, None] * v[free]
        size = np.abs(carried).sum()
        worst.take(float(np.abs(np.array(momentum) - carried.sum(axis=0)).max() / size), f"momentum, network {seed}")
        turned = np.cross(x[free], carried).sum(axis=0)
        worst.take(float(np.abs(np.array(turning) - turned).max() / size), f"angular momentum, network {seed}")
        _, r, _ = network.spans(x)
        worst.take(abs(stretch - (r.sum() / network.lengths.sum() - 1)), f"stretch, network {seed}")
    return [worst.row("momentum, angular momentum, stretch", 1e-13, "rounding of sums")]


def check_reversal(engine: Engine) -> list[Row]:
    """Steps after a reversal of time are steps with −Δt."""
    worst = Worst()
    for method, known in METHODS.items():
        for seed in range(0, NETWORKS, 3):
            network, places, x, v, parameters = random_network(seed, 8)
            h = 2e-3
            settings = parameters | known.settings | {"timeStepSize": h}
            request = {"scene": "mesh", "parameters": settings, "mesh": mesh_of(network, places)}
            calls: list[list[Any]] = [["reverse"], *run(known, 3), *STATE]
            results = engine.ask(**request, positions=x.tolist(), velocities=v.tolist(), calls=calls)
            found = engine.state(results)
            expected = reached(known, network, x, v, -h, 3, results[1:-2])
            worst.take(max(apart(found[0], expected[0]), apart(found[1], expected[1])), f"{method}, network {seed}")
    return [worst.row("three steps back in time: all methods", 1e-10, "Newton's end, times 1/h")]


def check_fields(engine: Engine) -> list[Row]:
    """Steps of all methods on random linear fields against their matrices, and the follower's
    Taylor step against its formula."""
    fields, followers = Worst(), Worst()
    eye = np.eye(2)
    growths: dict[str, Callable[[Array], Array]] = {
        name: partial(limits.polynomial, coefficients) for name, coefficients in limits.POLYNOMIALS.items()
    }
    growths["implicit-euler"] = lambda z: np.linalg.inv(eye - z)
    growths["implicit-midpoint"] = lambda z: np.linalg.solve(eye - z / 2, eye + z / 2)
    random = np.random.default_rng(13)
    for case in range(40):
        # little growth: an implicit step has no solution if hλ = 1
        a = np.round(random.uniform(-3, 3, (2, 2)) - 2 * eye, 3)
        h = round(float(random.uniform(0.01, 0.2)), 3)
        values = {"a11": a[0, 0], "a12": a[0, 1], "a21": a[1, 0], "a22": a[1, 1], "timeStepSize": h}
        for method, growth in growths.items():
            known = METHODS[method]
            calls: list[list[Any]] = [*run(known, 3), ["positions"]]
            found = engine.ask(scene="linear", parameters=values | known.linear, calls=calls)
            lengths = [length for own in found[1:-1:2] for length in own] if known.adaptive else [h] * 3
            expected = np.array([1.0, 0.0])
            for length in lengths:
                expected = growth(length * a) @ expected
            fields.take(apart(np.array(found[-1][:2]), expected), f"{method}, {values}, case {case}")
        k, mu, m = (float(random.uniform(1, 5)) for _ in range(3))
        h = round(float(random.uniform(0.01, 0.3)), 3)
        values = {"stiffness": k, "damping": mu, "mass": m, "timeStepSize": h}
        # matrices of both orders, on x₁ = u, x₂ = u̇
        upper, lower = np.array([[1, h], [0, 1]]), np.array([[1, 0], [-h * k / m, 1 - h * mu / m]])
        for method, power in [("symplectic-euler", upper @ lower), ("symplectic-euler-adjoint", lower @ upper)]:
            calls = [["positions"], ["step", 3], ["positions"]]
            found = engine.ask(scene="phase", parameters=values | {"tracers": 3, "method": method}, calls=calls)
            before, after_ = vectors(found[0])[:, :2], vectors(found[2])[:, :2]
            fields.take(apart(after_, before @ np.linalg.matrix_power(power, 3).T), f"{method}, {values}")
        # leapfrog also stores the acceleration
        pull = np.array([[-k / m, -mu / m]])
        power = limits.leapfrog(-pull[:, :1], -pull[:, 1:], h)
        found = engine.ask(scene="phase", parameters=values | {"tracers": 3, "method": "leapfrog"}, calls=calls)
        before, after_ = vectors(found[0])[:, :2], vectors(found[2])[:, :2]
        expected = np.hstack([before, before @ pull.T]) @ np.linalg.matrix_power(power, 3).T
        fields.take(apart(after_, expected[:, :2]), f"leapfrog, {values}")
        # p̈ at the start of the step: p₁ = p + hv + ½h²p̈, v₁ = v + hp̈
        found = engine.ask(scene="follower", parameters=values | {"path": "circle"}, calls=[["step", 5], *STATE])
        p, v, q, u = np.zeros(2), np.zeros(2), np.array([1.0, 0.0]), np.array([0, np.pi])
        for step in range(1, 6):
            pull = (-k * (p - q) - mu * (v - u)) / m
            p, v = p + h * v + h * h / 2 * pull, v + h * pull
            then = np.array([np.cos(np.pi * step * h), np.sin(np.pi * step * h)])
            q, u = then, (then - q) / h
        got = engine.state(found)
        followers.take(apart(np.array([got[0][1, :2], got[1][1, :2]]), np.array([p, v])), str(values))
    return [
        fields.row("three steps on linear fields: all methods", 1e-12, "rounding"),
        followers.row("five Taylor steps of the follower of one on a circle", 1e-12, "rounding"),
    ]


def check_order(engine: Engine) -> list[Row]:
    """The orders that the engine measures, and those in its records of methods."""
    worst, records = Worst(), Worst()
    orders = {known.settings["method"]: known.order for known in METHODS.values()}
    # two project, without an order, and two are exact: `positions` and `exact` check them
    elsewhere = {"position-based", "xpbd", "taylor", "exact"}
    for record in engine.ask(calls=[["methods"]])[0]:
        if record["value"] not in elsewhere:
            records.take(float(record["order"] != orders.get(record["value"])), str(record))
    for method, known in METHODS.items():
        for seed in (1, 5, 9):
            network, places, x, v, parameters = random_network(seed, 6)
            request = {"scene": "mesh", "parameters": parameters | known.settings, "mesh": mesh_of(network, places)}
            calls: list[list[Any]] = [["convergence", 0.1, {4: 60, 5: 24}.get(known.order, 400)]]
            found = engine.ask(**request, positions=x.tolist(), velocities=v.tolist(), calls=calls)[0]
            worst.take(abs(found.get("order", np.inf) - known.order), f"{method}, network {seed}: {found}")
    return [
        worst.row("the engine's observed order − the method's", 0.1, "the next term of the error"),
        records.row("methods whose record has another order, or that the referee does not know", 0, "none"),
    ]


def scaled(network: Network, matrix: Array) -> Array:
    """M^(−½) A M^(−½) of the free coordinates."""
    free = np.repeat(network.free, 3)
    root = np.sqrt(np.repeat(network.weights, 3))[free]
    return root[:, None] * matrix[np.ix_(free, free)] * root
