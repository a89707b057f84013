"""Runs the referee: a line for every check as it ends, the table, and exit status 1 where a bound is not kept."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import exact
import limits
import positions
import steps
import table
from engine import Engine

CHECKS = [steps.check_forces, steps.check_one_step, steps.check_long_runs, limits.check_limits, exact.check_exact, exact.check_oscillators, exact.check_pair, positions.check_projection, positions.check_links, positions.check_gains]


def main() -> int:
    rows: list[table.Row] = []
    wanted = [name for name in sys.argv[1:] if not name.startswith("-")]
    with Engine() as engine:
        for check in CHECKS:
            if wanted and not any(name in check.__name__ for name in wanted):
                continue
            started = time.monotonic()
            found = check(engine)
            rows += found
            print(f"· {check.__name__} ({time.monotonic() - started:.0f} s)", flush=True)
            for row in found:
                mark = "✓" if row.kept else "✗"
                worst = "" if row.kept else f" – {row.worst}"
                print(f"  {mark} {row.what}: {table.number(row.deviation)} of {table.number(row.bound)}, {row.cases} cases{worst}")
    return 0 if all(row.kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
