"""The formulas in the methods' records, which pages show, against the referee's own steps."""

from __future__ import annotations

import cmath
import re
from collections.abc import Iterator

import numpy as np

import limits
from engine import Engine
from methods import RADII
from network import Array
from table import Row, Worst

ANGLES = (0.1, 0.4, 0.7, 1.1, 1.4)
UNIT = np.eye(1)

#: Names of TeX as letters; A and S are functions.
NAMES = [
    (r"\\left|\\right|\\mathrm|\\,|\s", ""),
    (r"\\lvert", "A("),
    (r"\\rvert", ")"),
    (r"\\sqrt", "S"),
    (r"\\sigma", "s"),
    (r"x_\{n\+1\}", "a"),
    (r"x_n", "b"),
    (r"x_\{n-1\}", "c"),
]
#: Braces, the inner ones first.
BRACES = [(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))"), (r"([S^])\{([^{}]*)\}", r"\1(\2)")]


def value(tex: str, letters: dict[str, complex]) -> complex:
    """A formula with the values of its letters."""
    for pattern, letter in NAMES:
        tex = re.sub(pattern, letter, tex)
    while "{" in tex:
        before = tex
        for pattern, brackets in BRACES:
            tex = re.sub(pattern, brackets, tex)
        assert tex != before, tex
    tex = re.sub(r"(?<=[)\da-zR])(?=[(a-zASR])", "*", tex).replace("^", "**")
    return complex(eval(tex, {"__builtins__": {}, "A": abs, "S": cmath.sqrt, "e": np.e, **letters}))


def operator(method: str, y: float) -> Array:
    """The step of the angle y on (x, v) with ω = 1, perhaps with more that the method remembers."""
    if method in limits.OPERATORS:
        return limits.OPERATORS[method](UNIT, 0 * UNIT, y)
    if method == "exact":
        return np.array([[np.cos(y), np.sin(y)], [-np.sin(y), np.cos(y)]])
    return limits.polynomial(limits.POLYNOMIALS[method], y * limits.first_order(UNIT, 0 * UNIT))


def cases(method: str) -> Iterator[tuple[str, dict[str, complex]]]:
    """The referee's names of a method with the letter σ, one for each spectral radius."""
    if method != "generalised-alpha":
        yield method, {}
    else:
        for radius in RADII:
            yield f"{method}, ρ∞ = {radius:g}", {"s": (1 - radius) / (1 + radius)}


def check_formulas(engine: Engine) -> list[Row]:
    """Step, amplification and phase error of each method on the undamped oscillator."""
    missing, steps, sizes, leading, phases = Worst(), Worst(), Worst(), Worst(), Worst()
    methods, scenes = (engine.ask(calls=[[name]])[0] for name in ("methods", "scenes"))
    parameters = next(scene for scene in scenes if scene["id"] == "oscillator")["parameters"]
    offered = next(record["options"] for record in parameters if record["key"] == "method")
    for record in methods:
        method, formula = record["value"], record.get("formula")
        if method in (option["value"] for option in offered):
            missing.take(float((formula is None) != (method == "runge-kutta-45")), method)
        for name, letters in cases(method) if formula else []:
            for y in ANGLES:
                step = operator(name, y)
                factor = min(np.linalg.eigvals(step), key=lambda r: abs(r - np.exp(1j * y)))
                powers = {"R": factor, "a": factor**2, "b": factor, "c": 1.0}
                known = {"y": y, "z": 1j * y, **powers, **letters}
                case = f"{name} at {y}"
                steps.take(_step_off(formula["step"], step, factor, known), f"{case}: {formula['step']}")
                size, dots, _ = formula["amplification"].partition(r" + \dots")
                found = value(size, known).real
                off = abs(found - abs(factor))
                worst, part = (leading, y * y * abs(1 - found) + 1e-13) if dots else (sizes, 1.0)
                worst.take(off / part, f"{case}: {formula['amplification']}")
            for y in (0.05, 0.1, 0.2):
                factor = min(np.linalg.eigvals(operator(name, y)), key=lambda r: abs(r - np.exp(1j * y)))
                found = value(formula["phaseError"], {"y": y, **letters}).real
                off = abs(found - (np.angle(factor) - y)) - 1e-14 / y
                phases.take(max(off, 0.0) / (y * y * abs(found) + 1e-300), f"{name} at {y}: {formula['phaseError']}")
    return [
        missing.row("methods of an oscillator without a formula, except the adaptive one", 0, "none"),
        steps.row("formulas of steps: R(z), matrices and equations", 1e-13, "rounding"),
        sizes.row("formulas of |R|", 1e-13, "rounding"),
        leading.row("… the terms left out, over y² times the leading one", 4, "the next term, for ρ∞ = 0"),
        phases.row("formulas of phase errors: the terms left out, over y² times the leading one", 4, "the next term, for ρ∞ = 0"),
    ]


def _step_off(tex: str, step: Array, factor: complex, letters: dict[str, complex]) -> float:
    """The deviation of a matrix, of both sides of an equation, or of R(z)."""
    if "=" in tex:
        left, right = (value(side, letters) for side in tex.split("="))
        return abs(left - right)
    if "pmatrix" not in tex:
        return abs(value(tex, letters) - factor)
    # what it remembers is the acceleration −x
    matrix = step[:2, :2] + (np.outer(step[:2, 2], [-1, 0]) if len(step) > 2 else 0)
    rows = tex.replace(r"\begin{pmatrix}", "").replace(r"\end{pmatrix}", "").split(r"\\")
    written = np.array([[value(entry, letters) for entry in row.split("&")] for row in rows])
    return float(np.abs(written - matrix).max())
