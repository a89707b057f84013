"""Rows of the referee's table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was compared, in how many cases, the largest deviation, and the bound with its reason."""

    what: str
    cases: int
    deviation: float
    bound: float
    reason: str
    worst: str = ""

    @property
    def kept(self) -> bool:
        """Whether the deviation keeps its bound; NaN does not."""
        return self.deviation <= self.bound

    def sentence(self) -> str:
        """For a terminal, with the worst case where the bound is not kept."""
        worst = "" if self.kept else f"\n      {self.worst}"
        mark = "✓" if self.kept else "✗"
        return (
            f"  {mark} {self.what}: {number(self.deviation)}, at most {number(self.bound)}, {self.cases} cases{worst}"
        )


class Worst:
    """The largest of several deviations and the case that has it."""

    def __init__(self) -> None:
        self.cases = 0
        self.deviation = 0.0
        self.case = ""

    def take(self, deviation: float, case: str) -> None:
        """Counts a case."""
        self.cases += 1
        if not deviation <= self.deviation:
            self.deviation, self.case = float(deviation), case

    def row(self, what: str, bound: float, reason: str) -> Row:
        """The row of all cases."""
        return Row(what, self.cases, self.deviation, bound, reason, self.case)


def markdown(rows: list[Row]) -> str:
    """The table for docs/measurements.md; what goes beyond its bound stands out."""
    head = "| what | cases | largest deviation | bound | why that much |\n|---|--:|--:|--:|---|\n"
    return head + "".join(line(row) for row in rows)


def line(row: Row) -> str:
    """One line of the table."""
    deviation = number(row.deviation) if row.kept else f"**{number(row.deviation)}**"
    return f"| {row.what} | {row.cases} | {deviation} | {number(row.bound)} | {row.reason} |\n"


def number(x: float) -> str:
    """Two digits."""
    return f"{x:.2g}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e").replace("inf", "∞")
