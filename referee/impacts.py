"""Impacts by projection: on flat and round bodies, of free masses and of cloths."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from engine import Engine, body_of, vectors
from network import Array, Parameters
from table import Row, Worst

#: Methods that move masses out of bodies.
PROJECTING = ("verlet", "rattle", "position-based", "xpbd")

MASSES = [0.3, 1.0, 2.5]


def free_masses(parameters: Parameters) -> dict[str, Any]:
    """A request for three masses that nothing joins."""
    mesh = ("v 0 1 0\nv 1 1 0\nv 0 2 0\nf 1 2 3\n", json.dumps({"masses": MASSES, "pinned": []}))
    return {"scene": "mesh", "parameters": {"stiffness": 0, "damping": 0, **parameters}, "mesh": mesh}


def check_impacts(engine: Engine) -> list[Row]:
    """Falls onto the ground, single impacts on all bodies, slides, and cloths on bodies."""
    return [*_falls(engine), *_single(engine), *_slides(engine), *_cloths(engine)]


def _falls(engine: Engine) -> list[Row]:
    """Free masses fall onto the ground: the heat of the impact is the potential energy of the
    fall."""
    heats, glides = Worst(), Worst()
    for method in PROJECTING:
        for h in (1e-3, 1e-2):
            calls: list[list[Any]] = [["energy"], ["step", round(1.5 / h)], ["energy"]]
            request = free_masses({"obstacle": "ground", "method": method, "timeStepSize": h})
            before, _, after = engine.ask(**request, velocities=[[1.0, 0, 0]] * 3, calls=calls)
            fallen = before["gravity"] - after["gravity"]
            heats.take(abs(after["impact"] / fallen - 1) / h, f"{method}, {h} s: {after['impact']} of {fallen} J")
            glides.take(abs(after["kinetic"] / before["kinetic"] - 1), f"{method}, {h} s: {after['kinetic']} J")
    return [
        heats.row(
            "heat of impacts by projection − what the fall gave, over Δt (1/s)", 3, "a step's fall v Δt, over the height"
        ),
        glides.row("the energy of what glides on without friction", 1e-9, "rounding"),
    ]


def _single(engine: Engine) -> list[Row]:
    """Masses fly into a ball or a box, without weight: ½ m vₙ² becomes heat, the rest of the motion
    goes on along the surface."""
    flat, round_, numerical = Worst(), Worst(), Worst()
    for method in PROJECTING:
        for obstacle in ("ground", "box", "sphere"):
            for seed in range(4):
                random = np.random.default_rng([seed, 14])
                h = float(random.choice([2e-4, 1e-3]))
                parameters = {"obstacle": obstacle, "method": method, "timeStepSize": h, "gravity": 0}
                request = free_masses(parameters)
                body = body_of(engine.ask(**request, calls=[["obstacles"]])[0][0])
                # on the top, or anywhere on a ball
                if body.shape == "sphere":
                    n = random.normal(size=(3, 3))
                    n /= np.linalg.norm(n, axis=1)[:, None]
                    hit = body.centre + body.size[0] * n
                else:
                    n = np.array([[0.0, 1.0, 0.0]] * 3)
                    top = body.centre + (body.size * [0, 1, 0] if body.shape == "box" else 0)
                    hit = top + random.uniform(-0.2, 0.2, (3, 3)) * [1, 0, 1]
                inwards = random.uniform(0.5, 2, 3)
                along = np.cross(n, random.uniform(-1, 1, (3, 3)))
                v = along - inwards[:, None] * n
                # 20.5 steps before the hit, so that rounding does not decide on the step
                x = hit - 20.5 * h * v
                calls: list[list[Any]] = [["energy"], ["step", 40], ["energy"], ["velocities"]]
                start = request | {"positions": x.tolist(), "velocities": v.tolist()}
                before, _, after, end = engine.ask(**start, calls=calls)
                lost = float((np.array(MASSES) * inwards**2).sum() / 2)
                case = f"{method}, {obstacle} {seed}, {h} s: {after['impact']} of {lost} J"
                off = abs(after["impact"] / lost - 1)
                if obstacle == "sphere":
                    round_.take(off / (h * np.abs(v).max() / body.size[0]), case)
                else:
                    flat.take(max(off, float(np.abs(vectors(end) - along).max())), case)
                numerical.take(abs(after["numerical"]) / before["kinetic"], case)
    return [
        flat.row("impacts on ground and box: heat off ½mvₙ², and velocity along it", 1e-9, "rounding over Δt"),
        round_.row("… on a ball: off ½mvₙ², over vΔt/r", 5, "the normal turns by vΔt/r in a step"),
        numerical.row("… on either: what else changes the energy", 1e-9, "rounding over Δt"),
    ]


def slide(radius: float, lean: float, time: float) -> tuple[Array, Array]:
    """Position from the centre and velocity of a mass that slides from rest down a ball and leaves
    it where the ball would have to pull, at cos θ = ⅔ cos θ₀."""
    g = 9.81
    leaves = np.arccos(2 / 3 * np.cos(lean))

    def rate(_: float, y: Array) -> Array:
        return np.array([y[1], g / radius * np.sin(y[0])])

    def gone(_: float, y: Array) -> float:
        return float(y[0] - leaves)

    gone.terminal = True
    found = solve_ivp(rate, (0, time), [lean, 0.0], method="DOP853", rtol=1e-12, atol=1e-12, events=gone)
    angle, speed = found.y[:, -1]
    x = radius * np.array([np.sin(angle), np.cos(angle), 0])
    v = radius * speed * np.array([np.cos(angle), -np.sin(angle), 0])
    left = time - found.t[-1]
    return x + left * v - [0, g / 2 * left**2, 0], v - [0, g * left, 0]


def _slides(engine: Engine) -> list[Row]:
    """A mass slides down a ball and leaves it: its path, and no heat but half a step's fall."""
    paths, orders, heats = Worst(), Worst(), Worst()
    for method in PROJECTING:
        for lean in (0.3, 0.6):
            offs = []
            for h in (1e-3, 5e-4):
                request = free_masses({"obstacle": "sphere", "method": method, "timeStepSize": h})
                body = body_of(engine.ask(**request, calls=[["obstacles"]])[0][0])
                radius = float(body.size[0])
                top = np.array([np.sin(lean), np.cos(lean), 0])
                x = np.array([body.centre + radius * top, body.centre + [0, 9, 5], body.centre + [0, 9, -5]])
                time = 1.1 * np.sqrt(radius / 9.81) * np.log(4 / lean)
                steps = round(float(time) / h)
                calls: list[list[Any]] = [["energy"], ["step", steps], ["positions"], ["velocities"], ["energy"]]
                start = request | {"positions": x.tolist()}
                before, _, places, speeds, after = engine.ask(**start, calls=calls)
                place, speed = slide(radius, lean, steps * h)
                off = np.abs(vectors(places)[0] - body.centre - place).max() / radius
                offs.append(off)
                case = f"{method}, {lean} rad, {h} s: {vectors(places)[0] - body.centre}, {place}"
                paths.take(float(off / (h * np.sqrt(9.81 / radius))), case)
                # it lands by half a step's fall, ½ g Δt
                landing = MASSES[0] * (9.81 * h) ** 2 / 2
                heats.take(after["impact"] / landing, f"{case}: {after['impact']} J, {landing} J")
                heats.take(0.0 if after["impact"] >= 0 else np.inf, f"{case}: {after['impact']} J")
            orders.take(max(0.6 - float(np.log2(offs[0] / offs[1])), 0), f"{method}, {lean} rad: {offs}")
    return [
        paths.row("a mass that slides down a ball and leaves it: its place, over Δt √(g/r)", 3, "first order"),
        orders.row("… the order of that error short of 0.6", 0, "first order, and the step it leaves in"),
        heats.row("… its heat, over ½m(gΔt)²", 1, "it lands once, by a step's fall"),
    ]


def _cloths(engine: Engine) -> list[Row]:
    """Cloths of springs and links on bodies: the heat of impacts never decreases."""
    worst, missed = Worst(), []
    for method in PROJECTING:
        scenes: list[tuple[str, Parameters]] = [
            ("cloth", {"width": 10, "height": 8, "fixedParticles": "1", "timeStepSize": 2e-3}),
            ("mesh", {"timeStepSize": 5e-3}),
            ("verlet", {"width": 9, "timeStepSize": 5e-3, "links": "springs"}),
        ]
        if method in ("verlet", "rattle"):
            scenes += [("verlet", {"width": 9, "timeStepSize": 5e-3, "links": links}) for links in ("fixed", "maximum")]
        for scene, parameters in scenes:
            for obstacle in ("sphere", "box"):
                steps = round(2 / parameters["timeStepSize"])
                calls: list[list[Any]] = [["step", 5], ["energy"]] * (steps // 5)
                given = parameters | {"method": method, "obstacle": obstacle}
                energies = engine.ask(scene=scene, parameters=given, calls=calls)[1::2]
                heat = [0.0] + [energy["impact"] for energy in energies]
                lost = max(before - after for before, after in pairwise(heat))
                worst.take(max(lost, 0) / max(max(heat), 1e-3), f"{scene} {given}: {lost} J of {max(heat)} J")
                missed.append(heat[-1] <= 0)
    return [
        worst.row("largest fall of the heat of impacts of cloths, ropes and meshes, of all heat", 0, "it never falls"),
        Row("… part of these runs without an impact", len(missed), float(np.mean(missed)), 0.3, "some miss the body"),
    ]
