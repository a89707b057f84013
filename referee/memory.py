"""Checkpoints, snapshots and states: runs that continue from them have the same bits."""

from __future__ import annotations

from typing import Any

from engine import STATE, Engine, mesh_of
from methods import METHODS
from network import Parameters, random_network
from table import Row, Worst

#: What is read after a run.
READ: list[list[Any]] = [*STATE, ["forces"], ["energy"], ["time"], ["torn"]]

#: Steps before and after the checkpoint.
BEFORE, AFTER = 7, 9


def check_moments(engine: Engine) -> list[Row]:
    """Runs on from a moment, a snapshot in another simulation, and a state, and once more through a
    snapshot of a snapshot."""
    moments, snapshots, states, copies = Worst(), Worst(), Worst(), Worst()
    runs: list[tuple[str, dict[str, Any], list[list[Any]]]] = []
    for number, (method, known) in enumerate(METHODS.items()):
        network, places, x, v, parameters = random_network(number, 8)
        settings = parameters | known.settings | {"timeStepSize": 2e-3}
        settings |= {"airResistance": 0.1, "wind": 3, "gusts": 0.5, "gustPeriod": 0.01, "obstacle": "ground"}
        request = {"scene": "mesh", "parameters": settings, "mesh": mesh_of(network, places)}
        request |= {"positions": x.tolist(), "velocities": v.tolist()}
        runs.append((method, request, []))
        hand = int(network.free.argmax())
        runs.append((f"{method} in hand", request, [["hold", hand, *(x[hand] + 0.1).tolist(), 0.02]]))
        runs.append((f"{method}, backwards", request, [["step", 2], ["reverse"]]))
    others: list[tuple[str, Parameters]] = [
        ("verlet", {"width": 8, "drag": 0.1, "obstacle": "sphere"}),
        ("verlet", {"width": 8, "method": "rattle", "links": "maximum"}),
        ("verlet", {"width": 5, "height": 4, "shape": "cloth", "method": "xpbd", "links": "springs"}),
        ("cloth", {"width": 8, "height": 6, "method": "position-based", "obstacle": "box"}),
        ("cloth", {"width": 24, "height": 20, "precision": "single", "substeps": "automatic"}),
        ("drape", {"width": 12, "height": 9, "pins": "edge", "tear": 1, "wind": 5, "gusts": 0.5, "timeStepSize": 0.02}),
        ("resonance", {"method": "bdf2"}),
        ("oscillator", {"method": "exact"}),
        ("chain", {"method": "runge-kutta-45"}),
    ]
    runs += [(f"{scene} {parameters}", {"scene": scene, "parameters": parameters}, []) for scene, parameters in others]
    for case, request, changes in runs:
        calls: list[list[Any]] = [*changes, ["step", BEFORE], ["moment"], ["snapshot"], ["state"]]
        n = len(changes) + 1
        calls += [["step", AFTER], *READ]
        calls += [["goTo", {"result": n}], ["step", AFTER], *READ]
        calls += [["restore", {"result": n + 1}], ["step", AFTER], *READ]
        results = engine.ask(**request, calls=calls)
        reads = [results[n + 4 + i * (len(READ) + 2) :][: len(READ)] for i in range(3)]
        moments.take(float(reads[1] != reads[0]), case)
        snapshots.take(float(reads[2] != reads[0]), case)
        # another simulation; its snapshot has the same bytes
        elsewhere = {key: value for key, value in request.items() if key in ("scene", "mesh")}
        shot = results[n + 1]
        again = engine.ask(**elsewhere, calls=[["restore", shot], ["snapshot"], ["step", AFTER], *READ])
        copies.take(float(again[1] != shot or again[3:] != reads[0]), case)
        # a copy of the start takes over the state; a hand or a tear changes what a state needs
        if not changes and "tear" not in request["parameters"]:
            taken = engine.ask(**request, calls=[["setState", results[n + 2]], ["step", AFTER], *READ])
            states.take(float(taken[2:] != reads[0]), case)
    return [
        moments.row("runs on from a moment with other bits: all methods", 0, "none"),
        snapshots.row("… from a snapshot", 0, "none"),
        copies.row("… from a snapshot in another simulation, or with other bytes in the next snapshot", 0, "none"),
        states.row("… from a state in another simulation", 0, "none"),
    ]
