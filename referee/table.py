"""Rows of the referee's table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A comparison: its cases, the largest deviation, and the bound with its reason."""

    what: str
    cases: int
    deviation: float
    bound: float
    reason: str
    worst: str = ""

    @property
    def kept(self) -> bool:
        """True if there are cases, and their deviation is within its bound."""
        return self.cases > 0 and self.deviation <= self.bound

    def sentence(self) -> str:
        """The row for a terminal, with the worst case if the bound is exceeded."""
        worst = "" if self.kept else f"\n      {self.worst}"
        mark = "✓" if self.kept else "✗"
        return (
            f"  {mark} {self.what}: {number(self.deviation)}, at most {number(self.bound)}, {self.cases} cases{worst}"
        )


class Worst:
    """The largest of several deviations, and its case."""

    def __init__(self) -> None:
        self.cases = 0
        self.deviation = 0.0
        self.case = ""

    def take(self, deviation: float, case: str) -> None:
        """Adds a case."""
        self.cases += 1
        # NaN counts as infinite, so that no later case replaces it
        deviation = float(deviation) if deviation == deviation else float("inf")
        if deviation > self.deviation:
            self.deviation, self.case = deviation, case

    def row(self, what: str, bound: float, reason: str) -> Row:
        """The row of all cases."""
        return Row(what, self.cases, self.deviation, bound, reason, self.case)


def markdown(rows: list[Row]) -> str:
    """The table in Markdown; exceeded bounds are bold."""
    head = "| what | cases | largest deviation | bound | why that much |\n|---|--:|--:|--:|---|\n"
    return head + "".join(line(row) for row in rows)


def line(row: Row) -> str:
    """One line of the table."""
    deviation = number(row.deviation) if row.kept else f"**{number(row.deviation)}**"
    return f"| {row.what} | {row.cases} | {deviation} | {number(row.bound)} | {row.reason} |\n"


def number(x: float) -> str:
    """A number with two digits."""
    return f"{x:.2g}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e").replace("inf", "∞")
