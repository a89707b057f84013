"""Scenes at rest: their networks, minima of the potential energy, and matrices."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from engine import Engine, EngineError, body_of, mesh_of
from network import Array, Contact, Network, Parameters, norms, random_network


@dataclass(frozen=True, eq=False)
class Rest:
    """A scene at rest: the request that opens it there, and its matrices, scaled by masses."""

    name: str
    request: dict[str, Any]
    network: Network
    places: Array
    stiff: Array
    #: Without friction: it chatters within a bound, and nothing grows.
    damp: Array
    #: With friction at slow slip.
    rough: Array


def settle(network: Network, x: Array) -> Array | None:
    """A minimum of the potential energy near x, or None if none is found: Newton's method with
    |K|, with downhill steps of at most 5 cm, from a perturbed start, so that it isn't an
    unstable equilibrium."""
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
        way = np.zeros_like(x)
        way[network.free] = min(1, 0.05 / size) * step.reshape(-1, 3)
        part, here = 1.0, network.potential(x)
        while part > 1e-4 and network.potential(x + part * way) > here + 1e-13 * abs(here):
            part /= 2
        x = x + part * way
    return None


def matrices(network: Network, x: Array) -> tuple[Array, Array]:
    """K and D at rest."""
    still = np.zeros_like(x)
    return network.matrices(x, still)


def at_rest(name: str, request: dict[str, Any], network: Network, x: Array) -> Rest | None:
    """The scene at rest near x, or None."""
    places = settle(network, x)
    if places is None:
        return None
    free = np.repeat(network.free, 3)
    root = np.sqrt(np.repeat(network.weights, 3))[free]
    smooth = replace(network, contact=replace(network.contact, friction=0.0))
    (stiff, rough), (_, damp) = matrices(network, places), matrices(smooth, places)
    scaled = (root[:, None] * m[np.ix_(free, free)] * root for m in (stiff, damp, rough))
    return Rest(
        name, request | {"positions": places.tolist()}, network, places, *((m + m.T) / 2 for m in scaled)
    )


#: What a network takes from a scene's parameters, and what it is where the scene has none.
LACKING = {
    "stiffness": 0.0,
    "damping": 0.0,
    "gravity": 0.0,
    "mass": 1.0,
    "drag": 0.0,
    "contactStiffness": 0.0,
    "contactDamping": 0.0,
    "friction": 0.0,
}


def network_of(engine: Engine, scene: str, parameters: Parameters, fixed: list[int]) -> tuple[Network, Array]:
    """The network of a scene, from its parameters and its start, at which all springs have their
    rest lengths."""
    opened = {"scene": scene, "parameters": parameters}
    flat, ends, bodies = engine.ask(**opened, calls=[["positions"], ["springs"], ["obstacles"]])
    values = dict(LACKING)
    for key in values:
        with suppress(EngineError):
            values[key] = engine.ask(**opened, calls=[["get", key]])[0]
    x = np.array(flat, dtype=float).reshape(-1, 3)
    links = np.array(ends, dtype=int).reshape(-1, 2)
    masses = np.full(len(x), values["mass"])
    masses[fixed] = np.inf
    lengths = norms(x[links[:, 0]] - x[links[:, 1]])
    k = np.full(len(links), values["stiffness"])
    network = Network(
        masses=masses,
        links=links,
        stiffness=k / lengths if parameters.get("springLaw") == "relative" else k,
        damping=np.full(len(links), values["damping"]),
        lengths=lengths,
        isotropic=parameters.get("dampingDirection") == "isotropic",
        gravity=np.array([0, values["gravity"], 0]),
        drag=values["drag"],
        bodies=tuple(body_of(body) for body in bodies),
        contact=Contact(values["contactStiffness"], values["contactDamping"], values["friction"]),
    )
    return network, x


#: Damping, its direction, and drag.
DAMPERS = [
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


@cache
def rests(engine: Engine) -> list[Rest]:
    """Various scenes at rest: cloths, chains and random networks, with all kinds of dampers,
    drag and spring laws."""
    found: list[Rest | None] = []

    def add(scene: str, parameters: Parameters, network: Network, x: Array) -> None:
        found.append(at_rest(f"{scene} {parameters}", {"scene": scene, "parameters": parameters}, network, x))

    laws: list[Parameters] = [
        {"gravity": 0},
        {"gravity": -9.81},
        {"gravity": 0, "springLaw": "relative", "stiffness": 900},
    ]
    for damping, way, drag in DAMPERS:
        for law in laws:
            parameters = {"width": 5, "height": 4, "damping": damping, "dampingDirection": way, "drag": drag, **law}
            add("cloth", parameters, *network_of(engine, "cloth", parameters, [0, 4]))
        parameters = {"particles": 8, "damping": damping, "drag": drag}
        network, x = network_of(engine, "chain", parameters, [0, 7])
        add("chain", parameters, network, x - np.outer(0.3 * np.sin(np.pi * np.arange(8) / 7), [0, 1, 0]))
        parameters = {**parameters, "fixedParticles": "1"}
        network, x = network_of(engine, "chain", parameters, [0])
        add("chain", parameters, network, np.outer(0.2 * np.arange(8), [0, -1, 0]))
    for seed in range(100, 120):
        network, places, _, _, parameters = random_network(seed, 12)
        if not network.free.all():
            request = {"scene": "mesh", "parameters": parameters, "mesh": mesh_of(network, places)}
            found.append(at_rest(f"network {seed}", request, network, places))
    touches: list[Parameters] = [
        {},
        {"contactDamping": 0, "friction": 0},
        {"damping": 3, "drag": 1, "contactDamping": 1},
    ]
    for obstacle in ["ground", "sphere"]:
        for touch in touches:
            parameters = {"width": 4, "height": 3, "obstacle": obstacle, "stiffness": 200, "damping": 0.5, **touch}
            add("cloth", parameters, *network_of(engine, "cloth", parameters, [0, 3]))
    return [rest for rest in found if rest]
