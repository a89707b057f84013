"""Runs the referee: prints a line for every check and a table; exits with 1 if a bound is exceeded.

Names of checks as parameters run only those. The table is in target/measurements/referee.md.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import adaptive
import driven
import exact
import formulas
import impacts
import limits
import links
import memory
import positions
import self_check
import sheets
import spectrum
import steps
import table
from engine import Engine

TABLE = Path(__file__).parents[1] / "target/measurements/referee.md"

CHECKS = [
    self_check.check_referee,
    steps.check_forces,
    steps.check_one_step,
    steps.check_surroundings,
    steps.check_equations,
    steps.check_reversal,
    steps.check_records,
    steps.check_fields,
    steps.check_order,
    steps.check_long_runs,
    positions.check_projection,
    positions.check_links,
    positions.check_rattle,
    impacts.check_impacts,
    positions.check_gains,
    adaptive.check_formula,
    adaptive.check_promise,
    spectrum.check_spectrum,
    spectrum.check_modes,
    spectrum.check_matrices,
    spectrum.check_account,
    exact.check_exact,
    exact.check_oscillators,
    exact.check_pair,
    formulas.check_formulas,
    driven.check_driven,
    limits.check_limits,
    limits.check_large,
    limits.check_remedies,
    limits.check_ranges,
    limits.check_runs,
    links.check_rattle_limits,
    sheets.check_drape,
    sheets.check_self_contact,
    sheets.check_tearing,
    sheets.check_substeps,
    sheets.check_single,
    memory.check_moments,
]


def main(parameters: list[str]) -> int:
    """Runs the checks and returns the exit status."""
    checks = [check for check in CHECKS if not parameters or any(name in check.__name__ for name in parameters)]
    rows: list[table.Row] = []
    with Engine() as engine:
        for check in checks:
            started = time.monotonic()
            found = check(engine)
            print(f"· {check.__name__.removeprefix('check_')} ({time.monotonic() - started:.0f} s)")
            for row in found:
                print(row.sentence(), flush=True)
            rows += found
    print(f"\n{table.markdown(rows)}")
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    TABLE.write_text(table.markdown(rows), encoding="utf-8")
    broken = sum(not row.kept for row in rows)
    print(f"{len(rows) - broken} bounds kept, {broken} not")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
