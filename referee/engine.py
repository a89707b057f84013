"""The engine as users get it: the built library in Node, behind a pipe."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from network import Body, Network

Floats = NDArray[np.float64]


class EngineError(Exception):
    """An error of the engine, with the results of the calls before it."""

    def __init__(self, sentence: str, results: list[Any]) -> None:
        super().__init__(sentence)
        self.results = results


class Engine:
    """A Node process that answers requests."""

    def __init__(self) -> None:
        node = shutil.which("node")
        assert node, "npm run referee has found node"
        script = Path(__file__).with_name("engine.js")
        self._process = subprocess.Popen([node, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()

    def ask(self, **request: Any) -> list[Any]:
        """Returns the results of the calls. Raises EngineError if one throws."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise EngineError(answer["error"], answer["results"])
        return answer["results"]

    def state(self, results: list[Any]) -> tuple[Floats, Floats]:
        """Returns the last two results as positions and velocities."""
        return vectors(results[-2]), vectors(results[-1])


def vectors(flat: list[float]) -> Floats:
    """Rows x y z, one per particle."""
    return np.array(flat, dtype=float).reshape(-1, 3)


def body_of(record: dict[str, Any]) -> Body:
    """Converts a body from the engine's record."""
    if record["shape"] == "plane":
        return Body("plane", np.array(record["point"]), np.array(record["normal"]))
    if record["shape"] == "sphere":
        return Body("sphere", np.array(record["centre"]), np.array([record["radius"]]))
    return Body("box", np.array(record["centre"]), np.array(record["half"]))


#: Calls that read a state.
STATE: list[list[Any]] = [["positions"], ["velocities"]]


def mesh_of(network: Network, places: Floats) -> tuple[str, str]:
    """A network as OBJ and JSON. Its springs are lines between places at rest, or springs in the
    JSON with values of their own."""
    vertices = [f"v {x!r} {y!r} {z!r}" for x, y, z in places.tolist()]
    lines = [f"l {i + 1} {j + 1}" for i, j in network.links.tolist()]
    masses = [mass if np.isfinite(mass) else 1.0 for mass in network.masses.tolist()]
    pinned = [i + 1 for i, mass in enumerate(network.masses.tolist()) if not np.isfinite(mass)]
    said: dict[str, Any] = {"masses": masses, "pinned": pinned}
    if network.own:
        rows = zip((network.links + 1).tolist(), network.stiffness, network.damping, network.lengths)
        said["springs"] = [{"ends": e, "stiffness": k, "damping": mu, "restLength": r} for e, k, mu, r in rows]
        lines = []
    return "\n".join([*vertices, *lines, ""]), json.dumps(said)
