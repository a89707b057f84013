"""The falling cloth: its network, forces, fall in air, tears, substeps and single precision."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import limits
from engine import STATE, Engine, EngineError, body_of, vectors
from methods import METHODS, NoSolution, after, symplectic_euler
from network import Air, Array, Contact, Network, Parameters, norms
from steps import apart, compare
from table import Row, Worst

#: Side of the sheet, its height above the ground, and that of a flag's upper edge, in m.
SIDE, HEIGHT, TOP = 2.0, 1.4, 3.0

#: Radius of the arc on which a flag starts, in m.
ARC = 10.0

#: Length in m at which a bending spring has the bending stiffness.
BENDING_LENGTH = 0.1

#: Values of all parameters that a sheet has here.
CALM: Parameters = {
    "width": 6,
    "height": 5,
    "obstacle": "none",
    "stiffness": 200.0,
    "shearStiffness": 20.0,
    "bendingStiffness": 5.0,
    "damping": 0.02,
    "gravity": -9.81,
    "density": 0.2,
    "drag": 0.0,
    "airResistance": 0.0,
    "wind": 0.0,
    "windDirection": 0.0,
    "gusts": 0.0,
    "gustPeriod": 4.0,
    "dampingDirection": "axial",
    "contactStiffness": 2e5,
    "contactDamping": 50.0,
    "friction": 0.3,
    "selfContact": "off",
    "substeps": "1",
}

#: Diameter of the spheres of self-contact, relative to the smaller spacing.
DIAMETER = 0.8

#: Largest eigenvalue of Σ n nᵀ over the contacts of a sphere that the bound of substeps assumes.
CROWD = 5.0


@dataclass(frozen=True)
class Sheet:
    """A sheet with these values of its parameters, and the place (row, column) of each mass."""

    values: Parameters
    places: Array
    x: Array
    network: Network

    @property
    def threads(self) -> Array:
        """Mask of the springs between neighbours in a row or a column."""
        spans = np.abs(np.diff(self.places[self.network.links], axis=1)[:, 0])
        return spans.sum(axis=1) == 1

    def across(self, thread: int) -> Array:
        """Mask of the springs whose rectangle of rows and columns contains this thread."""
        ends = self.places[self.network.links]
        low, high = ends.min(axis=1), ends.max(axis=1)
        return ((low <= low[thread]) & (high >= high[thread])).all(axis=1)


def sheet(values: Parameters, fixed: tuple[int, ...] = (), bodies: tuple[Any, ...] = ()) -> Sheet:
    """The sheet, whose stiffness per width, mass and surroundings do not depend on its mesh."""
    values = CALM | values
    width, height = values["width"], values["height"]
    a, b = SIDE / (width - 1), SIDE / (height - 1)
    places = np.array([(row, column) for row in range(height) for column in range(width)])
    across, down = a * places[:, 1] - SIDE / 2, b * places[:, 0]
    upright = values.get("pins") == "pole"
    angle = a * places[:, 1] / ARC
    flag = [ARC * np.sin(angle) - SIDE / 2, TOP - down, ARC * (1 - np.cos(angle))]
    x = np.stack(flag if upright else [across, 0 * down + HEIGHT, down - SIDE / 2], axis=1)
    links, lengths, stiffness, damping = [], [], [], []
    for (rows, columns), kind in [
        ((0, 1), "stiffness"),
        ((1, 0), "stiffness"),
        ((1, 1), "shearStiffness"),
        ((1, -1), "shearStiffness"),
        ((0, 2), "bendingStiffness"),
        ((2, 0), "bendingStiffness"),
    ]:
        for i, (row, column) in enumerate(places):
            there = (row + rows, column + columns)
            if not (0 <= there[0] < height and 0 <= there[1] < width):
                continue
            # width over length of the strip of cloth that the spring stands for
            if rows and columns:
                strip = (a * a + b * b) / (2 * a * b)
            elif columns:
                strip = b / a * (0.5 if row in (0, height - 1) else 1)
            else:
                strip = a / b * (0.5 if column in (0, width - 1) else 1)
            length = np.hypot(rows * b, columns * a)
            steep = (BENDING_LENGTH / length) ** 4 if kind == "bendingStiffness" else 1.0
            links.append((i, there[0] * width + there[1]))
            lengths.append(length)
            stiffness.append(values[kind] * strip * steep)
            damping.append(0.0 if kind == "bendingStiffness" else values["damping"] * strip)
    # a mass at an edge stands for half a rectangle, one at a corner for a quarter
    ends = np.array([1, *[2] * (width - 2), 1]), np.array([1, *[2] * (height - 2), 1])
    areas = a * b / 4 * np.outer(ends[1], ends[0]).ravel()
    masses = values["density"] * areas
    masses[list(fixed)] = np.inf
    ends = np.array(links)
    angle = np.deg2rad(values["windDirection"])
    wind = values["wind"] * np.array([np.cos(angle), 0, -np.sin(angle)])
    network = Network(
        masses=masses,
        links=ends,
        stiffness=np.array(stiffness),
        damping=np.array(damping),
        lengths=np.array(lengths),
        isotropic=values["dampingDirection"] == "isotropic",
        gravity=np.array([0, values["gravity"], 0]),
        drag=values["drag"],
        bodies=bodies,
        contact=Contact(values["contactStiffness"], values["contactDamping"], values["friction"], 0.01),
        spheres=DIAMETER * min(a, b) if values["selfContact"] == "on" else 0.0,
        air=Air(values["airResistance"], wind, values["gusts"], values["gustPeriod"]),
        shares=areas,
    )
    return Sheet(values, places, x, network)


#: Long steps in automatic substeps.
STRIDES: Parameters = {"method": "symplectic-euler", "timeStepSize": 0.05, "substeps": "automatic"}


def random_sheet(engine: Engine, seed: int, **more: Any) -> tuple[Sheet, Parameters]:
    """A small sheet with random properties and surroundings, and its parameters."""
    random = np.random.default_rng([seed, 5])
    width, height = int(random.integers(3, 7)), int(random.integers(3, 6))
    values: Parameters = {"width": width, "height": height} | more
    for key, low, high in [
        ("stiffness", 1.5, 3),
        ("shearStiffness", 0.5, 2),
        ("bendingStiffness", 0, 1.5),
        ("damping", -2, -0.5),
        ("density", -0.5, 0.5),
        ("airResistance", -1, 1),
        ("contactStiffness", 4, 5),
        ("contactDamping", 0, 2),
        ("gustPeriod", -1, 0.5),
    ]:
        values[key] = float(10 ** random.uniform(low, high))
    for key, most in [("drag", 1), ("wind", 8), ("gusts", 1), ("friction", 1)]:
        values[key] = float(random.uniform(0, most))
    values["windDirection"] = float(random.uniform(-180, 180))
    values["dampingDirection"] = str(random.choice(["axial", "isotropic"]))
    values["obstacle"] = str(random.choice(["none", "sphere", "box"]))
    last = width * height - 1
    pins = {"none": (), "1": (0,), "2": (0, width - 1), "4": (0, width - 1, last - width + 1, last)}
    pins |= {"edge": tuple(range(width)), "pole": tuple(range(0, last + 1, width))}
    name = str(random.choice(list(pins)))
    parameters = CALM | values | {"pins": name}
    bodies = engine.ask(scene="drape", parameters=parameters, calls=[["obstacles"]])[0]
    return sheet(parameters, pins[name], tuple(body_of(body) for body in bodies)), parameters


def moved(drape: Sheet, seed: int, *, deep: bool = True) -> tuple[Array, Array]:
    """Positions, deep in the bodies or above them, and velocities. Half of the sheet lies lower."""
    random = np.random.default_rng([seed, 6])
    free = drape.network.free[:, None]
    low = np.where(drape.x[:, :1] > 0, [0, -0.55, 0], [0, -1.42, 0]) if deep else 0
    x = np.where(free, drape.x + low + random.uniform(-0.05, 0.05, drape.x.shape), drape.x)
    return x, np.where(free, random.uniform(-2, 2, drape.x.shape), 0.0)


def in_air(network: Network, x: Array, v: Array) -> tuple[Network, Array, Array]:
    """The network with a clock for its gusts."""
    assert network.air
    return network.with_clock(network.air, x, v)


def check_drape(engine: Engine) -> list[Row]:
    """Springs and masses of the falling cloth, its forces against the slopes of an energy, three
    steps, and its fall in air."""
    springs, slopes, forces = Worst(), Worst(), Worst()
    solved, linearised = (Worst(), Worst()), (Worst(), Worst())
    for seed in range(24):
        drape, parameters = random_sheet(engine, seed)
        network = drape.network
        x, v = moved(drape, seed)
        request = {"scene": "drape", "parameters": parameters, "positions": x.tolist()}
        start = request | {"velocities": v.tolist()}
        calls: list[list[Any]] = [["springs"], ["stiffnesses"], ["dampings"], ["restLengths"], ["masses"], ["forces"]]
        ends, *told, masses, moving = engine.ask(**start, calls=calls)
        case = f"sheet {seed}: {parameters}"
        springs.take(_springs_apart(network, np.array(ends).reshape(-1, 2), np.array(told)), case)
        heavy = np.array([float(m) for m in masses])
        springs.take(float(np.abs(network.weights - 1 / heavy).max() / network.weights.max()), case)
        forces.take(apart(vectors(moving), network.forces(x, v)), case)
        # without air, at rest, forces are slopes of an energy
        calm = request | {"parameters": parameters | {"airResistance": 0}}
        still = vectors(engine.ask(**calm, calls=[["forces"]])[0])
        free = network.free[:, None]
        nudge = 1e-30j * np.eye(x.size).reshape(-1, *x.shape)
        slope = np.array([network.potential(x + one).imag for one in nudge]).reshape(x.shape) / -1e-30
        if parameters["obstacle"] != "box":
            without = replace(network, contact=replace(network.contact, damping=0.0, friction=0.0))
            off = np.abs(np.where(free, still - slope, 0)).max() / np.abs(without.forces(x, 0 * v)).max()
            slopes.take(float(off), case)
    for seed in range(12):
        drape, parameters = random_sheet(engine, seed)
        network = drape.network
        x, v = moved(drape, seed)
        for method in list(METHODS)[seed % 4 :: 4]:
            known = METHODS[method]
            if known.projects and network.bodies:
                continue
            timed = in_air(network, x, v)
            request = {"scene": "drape", "parameters": parameters}
            worst = linearised if "linearised" in method else solved
            compare(engine, known, request, *timed, f"{method}, sheet {seed}", worst, longest=2e-3)
    return [
        springs.row("springs, dampers and masses of the falling cloth", 1e-13, "rounding"),
        forces.row("… its forces in wind, on ball and box", 1e-12, "rounding, of stiff contacts"),
        slopes.row("… those at rest against the slope of an energy", 1e-12, "rounding, of stiff contacts"),
        solved[0].row("… three steps of it", 1e-9, "Newton's end at a slip's edge"),
        solved[1].row("… their heat and the wind's work", 1e-9, "Newton's end at a slip's edge"),
        linearised[0].row("… three linearised steps of it", 1e-4, "conjugate gradients' end, 1e-6, over Δt"),
        linearised[1].row("… their heat and the wind's work", 1e-4, "conjugate gradients' end, 1e-6, over Δt"),
        _refused(engine),
        _fall(engine),
    ]


def check_self_contact(engine: Engine) -> list[Row]:
    """Crumpled sheets whose spheres push each other apart: forces, the slope of an energy, steps of
    all methods, and automatic substeps."""
    forces, slopes, counts, pairs = Worst(), Worst(), Worst(), []
    solved, linearised = (Worst(), Worst()), (Worst(), Worst())
    for seed in range(24):
        drape, parameters = random_sheet(engine, seed, selfContact="on")
        network = drape.network
        random = np.random.default_rng([seed, 9])
        x = np.where(network.free[:, None], random.uniform(0.2, 0.6, (1, 3)) * drape.x, drape.x)
        x = np.where(network.free[:, None], x + random.uniform(-0.1, 0.1, x.shape), x)
        v = np.where(network.free[:, None], random.uniform(-1, 1, x.shape), 0.0)
        pairs.append(len(network.touching(x)[0]))
        request = {"scene": "drape", "parameters": parameters, "positions": x.tolist()}
        case = f"sheet {seed}: {parameters}"
        free = network.free[:, None]
        told = vectors(engine.ask(**request, velocities=v.tolist(), calls=[["forces"]])[0])
        forces.take(apart(np.where(free, told, 0), np.where(free, network.forces(x, v), 0)), case)
        calm = request | {"parameters": parameters | {"airResistance": 0}}
        still = vectors(engine.ask(**calm, calls=[["forces"]])[0])
        nudge = 1e-30j * np.eye(x.size).reshape(-1, *x.shape)
        slope = np.array([network.potential(x + one).imag for one in nudge]).reshape(x.shape) / -1e-30
        if parameters["obstacle"] != "box":
            slopes.take(apart(np.where(free, still, 0), np.where(free, slope, 0)), case)
        told = engine.ask(scene="drape", parameters=parameters | STRIDES, calls=[["substeps"]])[0]
        gamma, square = ceilings(network, contacts=True)
        limit = 4 / (gamma + np.sqrt(gamma**2 + 4 * square))
        counts.take(float(told != np.ceil(0.05 / (0.9 * limit))), case)
        for method in list(METHODS)[seed % 4 :: 4] if seed < 12 else ():
            known = METHODS[method]
            if not known.projects:
                worst = linearised if "linearised" in method else solved
                request = {"scene": "drape", "parameters": parameters}
                compare(engine, known, request, *in_air(network, x, v), f"{method}, {case}", worst, longest=2e-3)
    return [
        forces.row("forces of a crumpled cloth with self-contact", 1e-12, "rounding, of stiff contacts"),
        slopes.row("… those at rest against the slope of an energy", 1e-12, "rounding, of stiff contacts"),
        counts.row("… automatic substeps of another number than the bound gives", 0, "none"),
        solved[0].row("… three steps of it", 1e-9, "Newton's end at a slip's edge"),
        solved[1].row("… their heat and the wind's work", 1e-9, "Newton's end at a slip's edge"),
        linearised[0].row("… three linearised steps of it", 1e-4, "conjugate gradients' end, 1e-6, over Δt"),
        linearised[1].row("… their heat and the wind's work", 1e-4, "conjugate gradients' end, 1e-6, over Δt"),
        Row("… part of these sheets without a pair in contact", len(pairs), float(np.mean(np.array(pairs) == 0)), 0, "none"),
    ]


def _refused(engine: Engine) -> Row:
    """The part of solved steps in sliding contacts that the engine refuses, and the referee
    solves."""
    refused, case = [], ""
    for seed in range(12):
        drape, parameters = random_sheet(engine, seed)
        x, v = moved(drape, seed)
        for method in ("implicit-euler", "implicit-midpoint", "bdf2", "generalised-alpha, ρ∞ = 0.6"):
            for h in (5e-4, 2e-3, 5e-3):
                known = METHODS[method]
                start = {"scene": "drape", "parameters": parameters | known.settings | {"timeStepSize": h}}
                start |= {"positions": x.tolist(), "velocities": v.tolist()}
                try:
                    engine.ask(**start, calls=[["step", 2]])
                    refused.append(False)
                except EngineError as error:
                    case = f"{method}, sheet {seed}, {h} s: {error}"
                    with suppress(NoSolution):
                        after(known.steps(*in_air(drape.network, x, v), h), 2)
                        refused.append(True)
    why = "what plain Newton solves is solved"
    what = "… part of its solved steps, sliding in contacts, that the engine refuses"
    return Row(what, len(refused), float(np.mean(refused)), 0, why, case)


def _springs_apart(network: Network, ends: Array, told: Array) -> float:
    """Largest relative deviation of stiffness, damping and rest length, matched by their ends."""

    def table(pairs: Array, rows: Array) -> dict[tuple[int, ...], Array]:
        return {tuple(sorted(pair)): row for pair, row in zip(pairs.tolist(), rows.T)}

    mine = table(network.links, np.array([network.stiffness, network.damping, network.lengths]))
    theirs = table(ends, told)
    if mine.keys() != theirs.keys() or len(ends) != len(mine):
        return np.inf
    rows = np.array([(mine[pair], theirs[pair]) for pair in mine])
    return float((np.abs(rows[:, 0] - rows[:, 1]) / np.maximum(np.abs(rows[:, 0]), 1e-300)).max())


def _fall(engine: Engine) -> Row:
    """A flat sheet falls at v = vₜ tanh(gt/vₜ) with vₜ² = ρg/c, whatever its mesh."""
    worst = Worst()
    for width, height in [(3, 3), (8, 5), (21, 21)]:
        for density, resistance in [(0.2, 0.5), (0.2, 5.0), (1.5, 3.0)]:
            parameters = CALM | {"width": width, "height": height, "density": density, "airResistance": resistance}
            parameters |= {"method": "runge-kutta-4", "timeStepSize": 1e-3, "stiffness": 20.0, "bendingStiffness": 0.0}
            x, v = engine.state(engine.ask(scene="drape", parameters=parameters, calls=[["step", 400], *STATE]))
            terminal = np.sqrt(density * 9.81 / resistance)
            way = 9.81 * 0.4 / terminal
            fallen = terminal**2 / 9.81 * np.log(np.cosh(way))
            off = max(np.abs(v[:, 1] + terminal * np.tanh(way)).max(), np.abs(HEIGHT - x[:, 1] - fallen).max())
            worst.take(float(off), str(parameters))
    return worst.row("… a flat fall in air: m/s and m off vₜ tanh(gt/vₜ)", 1e-10, "RK4 with 1 ms")


def check_tearing(engine: Engine) -> list[Row]:
    """Threads that tear and when they do, what tears with them, and the energy that this takes."""
    when, motions, energies = Worst(), Worst(), Worst()
    whole = []
    for seed in range(8):
        random = np.random.default_rng([seed, 8])
        width, height, parts = int(random.integers(4, 8)), int(random.integers(4, 7)), int(random.choice([1, 1, 3]))
        strain = round(float(random.uniform(2, 12)), 2)
        values = {"width": width, "height": height, "density": 1.0, "gravity": -9.81 * float(random.uniform(0.5, 2))}
        values |= {"stiffness": 100.0, "shearStiffness": float(random.uniform(0, 40)), "substeps": str(parts)}
        last = width * height - 1
        name, fixed = [("edge", tuple(range(width))), ("4", (0, width - 1, last - width + 1, last))][seed % 2]
        h = 0.01
        parameters = CALM | values | {"pins": name, "tear": strain, "timeStepSize": h, "method": "symplectic-euler"}
        bodies = engine.ask(scene="drape", parameters=parameters, calls=[["obstacles"]])[0]
        drape = sheet(values, fixed, tuple(body_of(body) for body in bodies))
        # not too symmetric, so that threads tear one after the other
        x = np.where(drape.network.free[:, None], drape.x + random.uniform(-0.02, 0.02, drape.x.shape), drape.x)
        order = _engine_order(engine, drape, parameters)
        steps = 60
        calls: list[list[Any]] = [["step", 1], ["torn"], ["energy"]] * steps + STATE
        results = engine.ask(scene="drape", parameters=parameters, positions=x.tolist(), calls=calls)
        network, v, booked, late, off = drape.network, 0 * x, 0.0, 0, 0.0
        live = np.full(len(network.links), True)
        for step in range(steps):
            x, v, _ = after(symplectic_euler(network, x, v, h / parts), parts)
            _, r, _ = network.spans(x)
            for thread in np.flatnonzero(live & drape.threads & (r > (1 + strain / 100) * network.lengths)):
                live &= ~drape.across(thread)
            gone = ~live & (network.stiffness > 0)
            booked += float((network.stiffness * (r - network.lengths) ** 2)[gone].sum()) / 2
            network = replace(network, stiffness=np.where(live, network.stiffness, 0), damping=live * network.damping)
            told = {order[n] for n in results[3 * step + 1]}
            late += told != set(np.flatnonzero(~live).tolist())
            off = max(off, abs(results[3 * step + 2]["tearing"] - booked) / max(booked, 1e-9))
        case = f"sheet {seed}: {parameters}, {(~live).sum()} torn"
        whole.append(live.all())
        when.take(late, case)
        energies.take(off, case)
        found = engine.state(results)
        motions.take(max(apart(found[0], x), apart(found[1], v)), case)
    return [
        when.row("steps after which other threads are torn than by the strain of each", 0, "none"),
        energies.row("… the energy that tears take", 1e-9, "rounding, sixty times, in a moving cloth"),
        motions.row("… where the torn cloth is after sixty steps", 1e-9, "rounding, sixty times, in a moving cloth"),
        Row("… part of these sheets that stay whole", len(whole), float(np.mean(whole)), 0.25, "some are strong"),
    ]


def _engine_order(engine: Engine, drape: Sheet, parameters: Parameters) -> list[int]:
    """For each of the engine's springs, the same spring here."""
    ends = np.array(engine.ask(scene="drape", parameters=parameters, calls=[["springs"]])[0]).reshape(-1, 2)
    mine = {tuple(sorted(pair)): n for n, pair in enumerate(drape.network.links.tolist())}
    return [mine[tuple(sorted(pair))] for pair in ends.tolist()]


def ceilings(network: Network, *, contacts: bool) -> tuple[float, float]:
    """Bounds of γ and ω² for every state: the sums of 2k/m and 2μ/m at a mass, half of it for
    springs to fixed ones, with contacts, drag and twice the resistance at the strongest wind."""
    k, mu = np.zeros(network.count), np.zeros(network.count)
    for (i, j), stiff, damp in zip(network.links, network.stiffness, network.damping):
        share = 2.0 if network.free[i] and network.free[j] else 1.0
        for end in (i, j):
            k[end] += share * stiff
            mu[end] += share * damp
    mu += network.share * network.drag
    if contacts:
        k += network.share * len(network.bodies) * network.contact.stiffness
        mu += network.share * len(network.bodies) * network.contact.damping
    if contacts and network.spheres:
        k += CROWD * network.share * network.contact.stiffness
        mu += CROWD * network.share * network.contact.damping
    if network.air:
        strongest = (1 + network.air.gusts) * np.sqrt(network.air.wind @ network.air.wind)
        mu += network.share * 2 * network.air.resistance * strongest
    return float((network.weights * mu).max()), float((network.weights * k).max())


#: The c of h²ω² + c hγ < 4.
SUMS = {"symplectic-euler": 2, "velocity-verlet": 4, "leapfrog": 4, "verlet": 4}


def check_substeps(engine: Engine) -> list[Row]:
    """Substeps are equal parts; automatic ones follow from a bound, which keeps true limits."""
    equal, counts, unsafe, singles, doubles = Worst(), Worst(), Worst(), Worst(), Worst()
    for seed in range(12):
        drape, parameters = random_sheet(engine, seed)
        network = drape.network
        x, v = moved(drape, seed, deep=False)
        parts, h = 2 + seed % 5, 0.003
        # linearised steps end a search early
        names = [name for name, known in METHODS.items() if known.settings.get("solver") != "linearised"]
        names = [name for name in names if not (METHODS[name].adaptive or METHODS[name].projects and network.bodies)]
        for method in names[seed % 4 :: 4]:
            known = METHODS[method]
            settings = parameters | known.settings | {"timeStepSize": h, "substeps": str(parts)}
            start = {"scene": "drape", "parameters": settings, "positions": x.tolist(), "velocities": v.tolist()}
            try:
                found = engine.state(engine.ask(**start, calls=[["step", 2], *STATE]))
            except EngineError as error:
                equal.take(np.inf, f"{method}, sheet {seed}: {error}")
                continue
            timed = in_air(network, x, v)
            expected = after(known.steps(*timed, h / parts), 2 * parts)
            n = len(x)
            off = max(apart(found[0], expected[0][:n]), apart(found[1], expected[1][:n]))
            equal.take(off, f"{method}, sheet {seed}, {parts} parts")
        for method, c in SUMS.items():
            gamma, square = ceilings(network, contacts=not METHODS[method].projects)
            limit = 8 / (c * gamma + np.sqrt(c * c * gamma**2 + 16 * square))
            settings = parameters | {"method": method, "timeStepSize": 0.05, "substeps": "automatic"}
            told = engine.ask(scene="drape", parameters=settings, calls=[["substeps"], ["enoughSubsteps"]])
            expected = int(np.ceil(0.05 / (0.9 * limit)))
            counts.take(float(told != [expected, expected]), f"{method}, sheet {seed}: {told}, {expected}")
        still = replace(network, gravity=np.zeros(3), bodies=())
        free = np.repeat(network.free, 3)
        root = np.sqrt(np.repeat(network.weights, 3))[free]
        flat = sheet(parameters | {"pins": "none"}).x  # a flag is bent
        stiff, damp = (
            root[:, None] * m[np.ix_(free, free)] * root for m in still.matrices(flat, 0 * v)
        )
        for method in [*SUMS, *limits.POLYNOMIALS]:
            if METHODS[method].adaptive:
                continue
            settings = parameters | {"method": method, "timeStepSize": 0.05, "substeps": "automatic"}
            h, enough = engine.ask(scene="drape", parameters=settings, calls=[["substep"], ["enoughSubsteps"]])
            if enough is None:
                continue  # it tells that 1000 are too few
            grown = max(limits.radius(method, stiff, damp, h) - 1, 0)
            unsafe.take(grown, f"{method}, sheet {seed}: {h} s")
    return [
        equal.row("two time steps in equal substeps: all methods, none linearised", 1e-9, "Newton's end, over Δt, some times"),
        counts.row("automatic substeps of another number than the bound gives", 0, "none"),
        unsafe.row("… growth of a substep on the flat cloth", 1e-6, "√ε where the cloth drifts as a whole"),
    ]


def check_single(engine: Engine) -> list[Row]:
    """Steps with 32-bit forces, which only large cloths have, beside the referee's."""
    singles, doubles, same = Worst(), Worst(), Worst()
    for seed in range(3):
        drape, more = random_sheet(engine, seed)
        values = {"width": 20, "height": 16, "density": 1.0}
        parameters = more | values | {"method": "symplectic-euler", "timeStepSize": 5e-4, "pins": "none"}
        drape = sheet(parameters, (), drape.network.bodies)
        x, v = moved(drape, seed)
        expected = after(symplectic_euler(*in_air(drape.network, x, v), 5e-4), 20)
        n, ends = len(x), []
        for precision, worst in (("single", singles), ("double", doubles)):
            start = {"scene": "drape", "parameters": parameters | {"precision": precision}}
            start |= {"positions": x.tolist(), "velocities": v.tolist()}
            found = engine.state(engine.ask(**start, calls=[["step", 20], *STATE]))
            ends.append(found[1])
            off = max(apart(found[0], expected[0][:n]), apart(found[1], expected[1][:n]))
            worst.take(off, f"sheet {seed}: {parameters}")
        same.take(float((ends[0] == ends[1]).all()), f"sheet {seed}")
    return [
        singles.row("twenty steps in single precision", 1e-5, "6e-8 of the forces, twenty times"),
        doubles.row("… in double precision", 1e-11, "rounding, twenty times"),
        same.row("… in either with the same bits", 0, "none"),
    ]
