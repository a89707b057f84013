"""Step limits from the eigenvalues of each method's whole step at rest, and the engine's own runs on both sides of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine import STATE, Engine, EngineError, mesh_of
from network import Array, Body, Network, norms, random_network
from table import Row, Worst

#: Moduli of repeated eigenvalues 1 (drifting as a whole) come out as 1 ± √ε times some factor.
GROWS = 1 + 1e-6


def first_order(stiff: Array, damp: Array) -> Array:
    """[[0, I], [−K, −D]], scaled by masses."""
    eye = np.eye(len(stiff))
    return np.block([[0 * eye, eye], [-stiff, -damp]])


def polynomial_limit(coefficients: list[float], stiff: Array, damp: Array) -> float:
    """The least h > 0 at which |R(hλ)| passes 1 for an eigenvalue λ, from the roots of |R(yλ̂)|² − 1."""
    rates = np.linalg.eigvals(first_order(stiff, damp))
    sizes = np.abs(rates)
    limits = [np.inf]
    for rate, size in zip(rates, sizes):
        if size <= 1e-6 * sizes.max():
            continue
        direction = rate / size
        if abs(direction.real) < 1e-10:
            direction = 1j
        terms = np.array([c * direction**n for n, c in enumerate(coefficients)])
        square = _square(terms)
        square[0] -= 1
        square[np.abs(square) < 1e-13] = 0
        first = np.flatnonzero(square)
        if len(first) == 0:
            continue
        if square[first[0]] > 0:
            return 0.0
        roots = np.roots(square[first[0] :][::-1])
        real = roots[(np.abs(roots.imag) < 1e-9 * np.abs(roots)) & (roots.real > 0)].real
        limits.append(float(real.min()) / size)
    return min(limits)


def _square(terms: Array) -> Array:
    """Coefficients of |Σ tₙ yⁿ|² for real y."""
    return np.convolve(terms, terms.conj()).real


def symplectic(stiff: Array, damp: Array, h: float) -> Array:
    """(u, v) → v′ = v − h(Ku + Dv), u′ = u + hv′."""
    eye = np.eye(len(stiff))
    kick = np.block([[eye, 0 * eye], [-h * stiff, eye - h * damp]])
    return np.block([[eye, h * eye], [0 * eye, eye]]) @ kick


def adjoint(stiff: Array, damp: Array, h: float) -> Array:
    """(u, v) → u′ = u + hv, v′ = v − h(Ku′ + Dv)."""
    eye = np.eye(len(stiff))
    kick = np.block([[eye, 0 * eye], [-h * stiff, eye - h * damp]])
    return kick @ np.block([[eye, h * eye], [0 * eye, eye]])


def velocity_verlet(stiff: Array, damp: Array, h: float) -> Array:
    """(u, v, a) → u′ = u + hv + ½h²a, a′ = −Ku′ − D(v + ha), v′ = v + ½h(a + a′)."""
    eye, nil = np.eye(len(stiff)), np.zeros_like(stiff)
    place = np.hstack([eye, h * eye, h * h / 2 * eye])
    pull = -stiff @ place - damp @ np.hstack([nil, eye, h * eye])
    return np.vstack([place, np.hstack([nil, eye, h / 2 * eye]) + h / 2 * pull, pull])


def verlet(stiff: Array, damp: Array, h: float) -> Array:
    """(u, u₋, a) → u′ = 2u − u₋ + h²a, v′ = (u′ − u)/h + ½ha, a′ = −Ku′ − Dv′."""
    eye, nil = np.eye(len(stiff)), np.zeros_like(stiff)
    place = np.hstack([2 * eye, -eye, h * h * eye])
    speed = (place - np.hstack([eye, nil, nil])) / h + h / 2 * np.hstack([nil, nil, eye])
    return np.vstack([place, np.hstack([eye, nil, nil]), -stiff @ place - damp @ speed])


OPERATORS: dict[str, Callable[[Array, Array, float], Array]] = {
    "symplectic-euler": symplectic,
    "symplectic-euler-adjoint": adjoint,
    "verlet": verlet,
    "velocity-verlet": velocity_verlet,
}

POLYNOMIALS = {
    "explicit-euler": [1.0, 1.0],
    "runge-kutta-2": [1.0, 1.0, 1 / 2],
    "runge-kutta-4": [1.0, 1.0, 1 / 2, 1 / 6, 1 / 24],
}

METHODS = [*POLYNOMIALS, *OPERATORS]


def radius(method: str, stiff: Array, damp: Array, h: float) -> float:
    """Growth per step of the fastest growing motion."""
    if method in OPERATORS:
        return float(np.abs(np.linalg.eigvals(OPERATORS[method](stiff, damp, h))).max())
    rates = np.linalg.eigvals(first_order(stiff, damp))
    return float(np.abs(np.polyval(POLYNOMIALS[method][::-1], h * rates)).max())


def limit(method: str, stiff: Array, damp: Array) -> float:
    """The largest step up to which nothing grows."""
    if method in POLYNOMIALS:
        return polynomial_limit(POLYNOMIALS[method], stiff, damp)
    fastest = np.abs(np.linalg.eigvals(first_order(stiff, damp))).max()
    if fastest == 0:
        return np.inf

    def grows(h: float) -> bool:
        return radius(method, stiff, damp, h) > GROWS

    # no method here takes more than hλ = 2; the first growth is looked for from below, in steps of 10 %
    low, high = 0.02 / fastest, 0.022 / fastest
    if grows(low):
        return 0.0
    while not grows(high):
        low, high = high, 1.1 * high
    for _ in range(30):
        middle = (low + high) / 2
        if grows(middle):
            high = middle
        else:
            low = middle
    return low


@dataclass(frozen=True)
class Rest:
    """A scene at rest: how the engine gets there, and its matrices, scaled by masses."""

    name: str
    request: dict[str, Any]
    network: Network
    places: Array
    stiff: Array
    damp: Array


def settle(network: Network, x: Array) -> Array | None:
    """A minimum of the potential energy near x: Newton's method with |K|, a step of at most 5 cm and only downhill, from a place where
    nothing balances by chance. None where it is not found."""
    free = np.repeat(network.free, 3)
    still = np.zeros_like(x)
    if np.abs(network.forces(x, still).ravel()[free]).max() > 0:
        x = np.where(network.free[:, None], x + np.random.default_rng(3).normal(0, 1e-3, x.shape), x)
    last = np.inf
    for _ in range(200):
        f = network.forces(x, still).ravel()[free]
        stiff = matrices(network, x)[0][np.ix_(free, free)]
        values, vectors = np.linalg.eigh((stiff + stiff.T) / 2)
        step = vectors @ ((vectors.T @ f) / np.maximum(np.abs(values), 1e-6 * values.max()))
        size = np.abs(step).max()
        if size < 1e-14 or last / 2 <= size < 1e-9:
            return x if values.min() > -1e-9 * values.max() else None
        last = size
        way = np.zeros(x.size)
        way[free] = min(1, 0.05 / size) * step
        way = way.reshape(x.shape)
        part, here = 1.0, network.potential(x)
        while part > 1e-4 and network.potential(x + part * way) > here + 1e-13 * abs(here):
            part /= 2
        x = x + part * way
    return None


def matrices(network: Network, x: Array) -> tuple[Array, Array]:
    """K and D at rest."""
    still = np.zeros_like(x)
    return network.derivatives(x, still) if network.bodies else network.matrices(x, still)


def at_rest(name: str, request: dict[str, Any], network: Network, x: Array) -> Rest | None:
    """The scene at its rest near x."""
    places = settle(network, x)
    if places is None:
        return None
    free = np.repeat(network.free, 3)
    root = np.sqrt(np.repeat(network.weights, 3))[free]
    stiff, damp = (root[:, None] * m[np.ix_(free, free)] * root for m in matrices(network, places))
    return Rest(name, request | {"positions": places.tolist()}, network, places, (stiff + stiff.T) / 2, (damp + damp.T) / 2)


def network_of(engine: Engine, scene: str, parameters: dict[str, Any], fixed: list[int]) -> tuple[Network, Array]:
    """The network of a scene from its places and links at the start, where all springs are at rest, and its parameters."""
    keys = {"stiffness": 0, "damping": 0, "gravity": 0, "mass": 1, "drag": 0} | {"contactStiffness": 0, "contactDamping": 0, "friction": 0}
    flat, ends, bodies = engine.ask(scene=scene, parameters=parameters, calls=[["positions"], ["springs"], ["obstacles"]])
    values = {}
    for key in keys:
        try:
            values[key] = engine.ask(scene=scene, parameters=parameters, calls=[["get", key]])[0]
        except EngineError:
            values[key] = keys[key]
    x = np.array(flat, dtype=float).reshape(-1, 3)
    links = np.array(ends, dtype=int).reshape(-1, 2)
    masses = np.full(len(x), float(values["mass"]))
    masses[fixed] = np.inf
    lengths = norms(x[links[:, 0]] - x[links[:, 1]])
    k = np.full(len(links), float(values["stiffness"]))
    from network import Contact

    return (
        Network(
            masses=masses,
            links=links,
            stiffness=k / lengths if parameters.get("springLaw") == "relative" else k,
            damping=np.full(len(links), float(values["damping"])),
            lengths=lengths,
            isotropic=parameters.get("dampingDirection") == "isotropic",
            gravity=np.array([0, float(values["gravity"]), 0]),
            drag=float(values["drag"]),
            bodies=tuple(body_of(body) for body in bodies),
            contact=Contact(float(values["contactStiffness"]), float(values["contactDamping"]), float(values["friction"])),
        ),
        x,
    )


def body_of(record: dict[str, Any]) -> Body:
    """A body as the engine tells it."""
    if record["shape"] == "plane":
        return Body("plane", np.array(record["point"]), np.array(record["normal"]))
    if record["shape"] == "sphere":
        return Body("sphere", np.array(record["centre"]), np.array([record["radius"]]))
    return Body("box", np.array(record["centre"]), np.array(record["half"]))


def rests(engine: Engine) -> list[Rest]:
    """Varied scenes at rest: cloths, chains and random networks; dampers, drag and laws of springs of each kind."""
    found: list[Rest | None] = []
    dampers = [
        {"damping": mu, "dampingDirection": way, "drag": drag}
        for mu, way, drag in [
            (0, "axial", 0),
            (0.3, "axial", 0),
            (3, "axial", 0),
            (25, "axial", 0),
            (1, "isotropic", 0),
            (25, "isotropic", 0),
            (0, "axial", 0.5),
            (0, "axial", 20),
            (3, "axial", 3),
            (3, "isotropic", 3),
        ]
    ]
    for damper in dampers:
        for more in [{"gravity": 0}, {"gravity": -9.81}, {"gravity": 0, "springLaw": "relative", "stiffness": 900}]:
            parameters = {"width": 5, "height": 4} | damper | more
            network, x = network_of(engine, "cloth", parameters, [0, 4])
            found.append(at_rest(f"cloth {parameters}", {"scene": "cloth", "parameters": parameters}, network, x))
        damper = {key: value for key, value in damper.items() if key != "dampingDirection"}
        for fixed, more in [([0, 7], {"gravity": -9.81}), ([0], {"fixedParticles": "1", "gravity": -9.81})]:
            parameters = {"particles": 8} | damper | more
            network, x = network_of(engine, "chain", parameters, fixed)
            start = x.copy()
            start[:, 1] -= 0.3 * np.sin(np.pi * np.arange(8) / 7) if len(fixed) == 2 else 0.2 * np.arange(8)
            if len(fixed) == 1:
                start[:, 0] = 0
            found.append(at_rest(f"chain {parameters}", {"scene": "chain", "parameters": parameters}, network, start))
    for seed in range(20):
        network, places, _, _, parameters = random_network(seed + 100, 12)
        if not network.free.all():
            request = {"scene": "mesh", "parameters": parameters, "mesh": mesh_of(network, places)}
            found.append(at_rest(f"network {seed + 100} {parameters}", request, network, places))
    for obstacle in ["ground", "sphere"]:
        for more in [{}, {"contactDamping": 0, "friction": 0}, {"damping": 3, "drag": 1, "contactDamping": 1}]:
            parameters = {"width": 4, "height": 3, "obstacle": obstacle, "stiffness": 200, "damping": 0.5} | more
            network, x = network_of(engine, "cloth", parameters, [0, 3])
            found.append(at_rest(f"cloth {parameters}", {"scene": "cloth", "parameters": parameters}, network, x))
    return [rest for rest in found if rest]


def check_limits(engine: Engine) -> list[Row]:
    """What the engine tells at rest, and what its runs do."""
    rows = []
    scenes = rests(engine)
    told_at: dict[tuple[str, str], tuple[float, float]] = {}
    for method in METHODS:
        unsafe, short = Worst(), Worst()
        for rest in scenes:
            true = limit(method, rest.stiff, rest.damp)
            request = rest.request | {"parameters": rest.request["parameters"] | {"method": method}}
            told = float(engine.ask(**request, calls=[["stepLimit"]])[0])
            told_at[method, rest.name] = (true, told)
            case = f"{rest.name}: told {told:.5g}, true {true:.5g}"
            unsafe.take(0.0 if told <= true else (told / true - 1 if true > 0 else np.inf), case)
            short.take(0.0 if told >= true else 1 - told / true, case)
        rows.append(unsafe.row(f"step limit told above the true one: {method}", 1e-6, "bisection"))
        rows.append(short.row(f"… below it: {method}", 0.02, "a bound may be 2 % short"))
    for method in METHODS:
        runs = Worst()
        for rest in scenes[::3]:
            true, _ = told_at[method, rest.name]
            for factor in (0.98, 1.02):
                h = factor * true
                if not 1e-4 <= h <= 0.1:
                    continue
                pace = radius(method, rest.stiff, rest.damp, 1.02 * true)
                steps = int(np.ceil(np.log(1e9) / np.log(pace))) if pace > 1 else 0
                if not 0 < steps < 20_000:
                    continue
                growth = disturb(engine, rest, method, h, steps)
                wrong = growth > 1e3 if factor < 1 else growth < 1e4
                runs.take(1.0 if wrong else 0.0, f"{rest.name} at {factor} of {true:.5g}: disturbance × {growth:.3g} in {steps} steps")
        rows.append(runs.row(f"runs at 0.98 and 1.02 of the true limit that do not hold or grow: {method}", 0, "none"))
    return rows


def disturb(engine: Engine, rest: Rest, method: str, h: float, steps: int) -> float:
    """By how much a disturbance of 1e-10 m has grown after some steps of the engine."""
    random = np.random.default_rng(7)
    nudge, kick = np.where(rest.network.free[:, None], random.uniform(-1e-10, 1e-10, (2, *rest.places.shape)), 0.0)
    parameters = rest.request["parameters"] | {"method": method, "timeStepSize": h}
    request = rest.request | {"parameters": parameters, "positions": (rest.places + nudge).tolist()}
    request["velocities"] = (kick / h).tolist()
    try:
        results = engine.ask(**request, calls=[["step", steps], *STATE])
    except EngineError:
        return np.inf
    return float(np.abs(engine.state(results)[0] - rest.places).max() / 1e-10)
