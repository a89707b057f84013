"""RATTLE's step limit: the motion on links about rest, and runs on both sides of the limit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import limits
import projection
from engine import STATE, Engine, EngineError
from methods import after
from network import Array, Network, Parameters
from rest import network_of
from table import Row, Worst

#: Length of the scene's links in m.
LENGTH = 0.2


@dataclass(frozen=True)
class Hanging:
    """Masses at rest on links: the request that opens them there, cuts of links, and tensions."""

    name: str
    parameters: Parameters
    cuts: list[int]
    network: Network
    ends: Array
    x: Array
    tensions: Array

    def run(self, engine: Engine, h: float, steps: int, size: float) -> float:
        """Growth of a disturbance of this size in m/s in the engine's run with the step h (s)."""
        random = np.random.default_rng(9)
        push = np.where(self.network.free[:, None], random.uniform(-size, size, self.x.shape), 0.0)
        calls: list[list[Any]] = [["cut", link] for link in self.cuts]
        calls += [["setPosition", i, *place] for i, place in enumerate(self.x.tolist())]
        calls += [["setVelocity", int(i), *push[i].tolist()] for i in np.flatnonzero(self.network.free)]
        parameters = self.parameters | {"timeStepSize": h}
        try:
            results = engine.ask(scene="verlet", parameters=parameters, calls=[*calls, ["step", steps], *STATE])
        except EngineError:
            return np.inf
        return float(np.abs(engine.state(results)[1]).max() / size)

    def told(self, engine: Engine) -> float:
        """The engine's step limit in s."""
        calls: list[list[Any]] = [["cut", link] for link in self.cuts]
        calls += [["setPosition", i, *place] for i, place in enumerate(self.x.tolist())]
        return float(engine.ask(scene="verlet", parameters=self.parameters, calls=[*calls, ["stepLimit"]])[-1])

    def matrices(self) -> tuple[Array, Array]:
        """K and D of the motions that keep the links, scaled by masses. A link's force T n turns
        with it: sideways it is a spring of T/ℓ."""
        free = np.repeat(self.network.free, 3)
        root = np.sqrt(np.repeat(self.network.weights, 3))[free]
        held = self.tensions > 1e-9 * np.abs(self.tensions).max() if self.strings else np.full(len(self.ends), True)
        lengths = np.full(len(self.ends), LENGTH)
        demands = projection.Demands(self.network, self.ends[held], lengths[held])
        turn = across(replace(self.network, links=self.ends), self.x, self.tensions / lengths)
        stiff = root[:, None] * turn[np.ix_(free, free)] * root
        damp = np.eye(free.sum()) * self.network.drag * root**2
        # a basis of the motions with J u = 0, in coordinates scaled by masses
        j = demands.gradient(self.x)[:, free] * root
        _, sizes, rows = np.linalg.svd(j)
        basis = rows[(sizes > 1e-9 * sizes.max()).sum() :].T
        return basis.T @ stiff @ basis, basis.T @ damp @ basis

    @property
    def strings(self) -> bool:
        """True if the links only pull."""
        return self.parameters["links"] == "maximum"


def across(network: Network, x: Array, springs: Array) -> Array:
    """The matrix of springs of these stiffnesses (N/m) across the links."""
    _, _, n = network.spans(x)
    return network.assemble(springs[:, None, None] * (np.eye(3) - n[:, :, None] * n[:, None, :]))


def equilibrium(network: Network, ends: Array, x: Array) -> tuple[Array, Array] | None:
    """Rest on rods and the tensions there, from a guess: the least potential energy with springs
    in place of rods, then Newton's method on Jᵀ T = f and C = 0."""
    lengths = np.full(len(ends), LENGTH)
    demands = projection.Demands(network, ends, lengths)
    kept = demands.links
    free = np.repeat(network.free, 3)
    f = (network.masses[network.free, None] * network.gravity).ravel()
    soft = replace(network, links=kept, lengths=demands.lengths, damping=np.zeros(len(kept)), drag=0.0)
    for k in (1e2, 1e3, 1e4, 1e5):
        soft = replace(soft, stiffness=np.full(len(kept), k))
        for _ in range(300):
            gradient = -soft.forces(x, 0 * x).ravel()[free]
            stiff = soft.matrices(x, 0 * x)[0][np.ix_(free, free)]
            values, vectors = np.linalg.eigh((stiff + stiff.T) / 2)
            step = -vectors @ ((vectors.T @ gradient) / np.maximum(np.abs(values), 1e-4))
            way = np.zeros(x.size)
            way[free] = step * min(1, 0.05 / np.abs(step).max())
            x = x + way.reshape(x.shape)
            if np.abs(step).max() < 1e-10:
                break
    _, r, _ = soft.spans(x)
    tensions = soft.stiffness * (r - soft.lengths)
    for _ in range(40):
        j = demands.gradient(x)[:, free]
        turn = across(soft, x, tensions / demands.lengths)[np.ix_(free, free)]
        size = len(kept)
        matrix = np.block([[turn, j.T], [j, np.zeros((size, size))]])
        right = np.concatenate([f - j.T @ tensions, -demands.excess(x)])
        found = np.linalg.lstsq(matrix, right, rcond=1e-12)[0]
        way = np.zeros(x.size)
        way[free] = found[: free.sum()]
        x, tensions = x + way.reshape(x.shape), tensions + found[free.sum() :]
        if np.abs(way).max() < 1e-14:
            break
    else:
        return None
    return x, tensions


def hanging(engine: Engine) -> list[Hanging]:
    """Ropes, ladders, and cloths whose upper row is cut, which else is taut between its pins."""
    found = []
    cases: list[tuple[Parameters, list[int]]] = [({"shape": "rope", "width": n}, []) for n in (2, 3, 7, 13, 20)]
    cases += [({"shape": "cloth", "width": 2, "height": height}, []) for height in (2, 5)]
    cases += [({"shape": "cloth", "width": w, "height": h}, [1]) for w, h in [(3, 3), (4, 3), (5, 4)]]
    for size, cuts in cases:
        for links in ("fixed", "maximum"):
            for drag, mass, gravity in [(0.0, 0.1, -9.81), (0.3, 0.1, -9.81), (0.02, 1.7, -3.0)]:
                parameters: Parameters = {"method": "rattle", "links": links, "drag": drag, "mass": mass} | size
                parameters |= {"gravity": gravity}
                width = size["width"]
                pins = [0] if size["shape"] == "rope" else [0, width - 1]
                network, x = network_of(engine, "verlet", parameters, pins)
                calls: list[list[Any]] = [["cut", link] for link in cuts]
                ends = np.array(engine.ask(scene="verlet", parameters=parameters, calls=[*calls, ["links"]])[-1])
                ends = ends.reshape(-1, 2)
                if size["shape"] == "rope":
                    # hangs down, not quite straight
                    x = np.outer(np.arange(width), [1e-3, -LENGTH, 0])
                rest = equilibrium(network, ends, x)
                name = f"{parameters}, without {cuts}"
                assert rest, f"rest on links: {name}"
                demands = projection.Demands(network, ends, np.full(len(ends), LENGTH))
                # a string that nothing stretches is no constraint of small motions to one side only
                if links == "maximum" and rest[1].min() < 1e-6 * np.abs(rest[1]).max():
                    continue
                found.append(Hanging(name, parameters, cuts, network, demands.links, *rest))
    return found


def check_rattle_limits(engine: Engine) -> list[Row]:
    """RATTLE's step limit at rest on links: what the engine tells, and its runs on both sides."""
    unsafe, short, held, grown, mine, page = Worst(), Worst(), Worst(), Worst(), Worst(), Worst()
    for number, rest in enumerate(hanging(engine)):
        stiff, damp = rest.matrices()
        # RATTLE sees drag with 2 v½ − v, as velocity Verlet
        true = limits.limit("velocity-verlet", stiff, damp)
        told = rest.told(engine)
        above, below = limits.beside(told, true)
        case = f"{rest.name}: told {told:.6g} s, true {true:.6g} s"
        unsafe.take(above, case)
        short.take(below, case)
        if rest.parameters["width"] == 20 and rest.parameters["drag"] == 0:
            page.take(abs(true / 0.0360 - 1), case)
        if not 0.001 <= true <= 0.098:
            continue
        pace = limits.radius("velocity-verlet", stiff, damp, 1.01 * true)
        steps = int(np.ceil(np.log(1e5) / np.log(pace)))
        held.take(rest.run(engine, 0.99 * true, steps, 1e-9) / steps, f"{case}, {steps} steps")
        grown.take(1 / rest.run(engine, 1.01 * true, steps, 1e-9), f"{case}, {steps} steps")
        if number % 4 == 0:
            mine.take(_own_runs(rest, true, steps), case)
    return [
        unsafe.row("step limit of RATTLE on links told above the true one", 1e-6, "bisection"),
        short.row("… below it", 1e-5, "bisection"),
        held.row("… runs at 0.99 of it: growth of a push a step", 2, "one that nothing holds drifts by 1"),
        grown.row("… runs at 1.01, for a growth of 1e5: its inverse", 0.02, "the push has only a part of the mode"),
        mine.row("the referee: its RATTLE holds at 0.99, and grows at 1.01 by 1e5, or less", 0.02, "the same"),
        page.row("the true limit of the page's rope, off 36.0 ms", 0.0014, "three digits"),
    ]


def _own_runs(rest: Hanging, true: float, steps: int) -> float:
    """The inverse growth of a push in the referee's RATTLE above the limit, and 1 if it grows
    below."""
    random = np.random.default_rng(9)
    push = np.where(rest.network.free[:, None], random.uniform(-1e-9, 1e-9, rest.x.shape), 0.0)
    lengths = np.full(len(rest.ends), LENGTH)
    push = projection.tangential(rest.network, rest.ends, lengths, rest.x, push)
    ends = []
    for h in (0.99 * true, 1.01 * true):
        # rods: all links pull
        run = projection.rattle(rest.network, rest.ends, lengths, False, rest.x, push, h)
        ends.append(float(np.abs(after(run, steps)[1]).max() / 1e-9))
    return float(1 / ends[1]) if ends[0] < 2 * steps else 1.0
