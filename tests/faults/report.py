"""Many short runs with random faults, and the fate of all moves: `python -m tests.faults.report --runs 50 --seed 1`."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.faults.scenario import scenario
from tests.web.postgres import Postgres, running_postgres

WRONG = ("lost moves", "doubled moves", "seats lost to a clock")
INJECTED = "  "  # the prefix of the counts of faults


def one_run(seed: int, postgres: Postgres | None, faults: int) -> Counter[str]:
    """Run with a number of faults; return the counts."""
    dice = random.Random(seed)
    servers = 1 if postgres is None else dice.randint(1, 3)
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "tables.db" if postgres is None else postgres.database()
        with scenario(db, postgres, servers=servers, clients=dice.randint(2, 4), seed=seed) as found:
            for _ in range(faults):
                found.inject()
                found.go_on(3)
    for one in (*found.verdict.lost, *found.verdict.doubled, *found.verdict.robbed):
        print(f"seed {seed}: lost or doubled: {one}", file=sys.stderr)
    return Counter(
        {
            "runs": 1,
            "servers": servers,
            "faults injected": sum(found.injected.values()),
            **{f"{INJECTED}{what}": n for what, n in found.injected.items()},
            "acknowledged moves": len(found.acknowledged),
            "lost moves": len(found.verdict.lost),
            "doubled moves": len(found.verdict.doubled),
            "seats lost to a clock": len(found.verdict.robbed),
            "games replayed": found.verdict.tables,
            "games finished": sum(client.finished for client in found.clients),
            "moves refused, and made again": sum(client.refused for client in found.clients),
            "lines that broke, and were opened again": sum(client.lost_lines for client in found.clients),
        }
    )


def report(counted: dict[str, Counter[str]]) -> str:
    """Return the counts for each store as text."""
    columns = [*counted.values(), sum(counted.values(), Counter())] if len(counted) > 1 else [*counted.values()]
    names = list(dict.fromkeys(what for counts in columns for what in counts))
    faults = sorted(name for name in names if name.startswith(INJECTED))
    rows = [name for name in names if name not in faults]
    rows[rows.index("faults injected") + 1 : 0] = faults
    lines = [f"{'':42}" + "".join(f"{title:>12}" for title in [*counted, "together"][: len(columns)])]
    lines += [f"{what:42}" + "".join(f"{counts[what]:12,}" for counts in columns) for what in rows]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="with each store")
    parser.add_argument("--seed", type=int, default=1, help="of the first run; the next ones follow")
    parser.add_argument("--faults", type=int, default=3, help="in each run")
    options = parser.parse_args()
    begin = time.monotonic()
    counted: dict[str, Counter[str]] = {}
    try:
        with running_postgres() as postgres:
            for title, store in (("SQLite", None), ("PostgreSQL", postgres)):
                counted[title] = Counter()
                for seed in range(options.seed, options.seed + options.runs):
                    print(f"{title}, seed {seed}", file=sys.stderr, flush=True)
                    counted[title].update(one_run(seed, store, options.faults))  # adds, and keeps zeros
    finally:  # also of what succeeded before something failed
        print(f"seeds from {options.seed} on, {time.monotonic() - begin:.0f} s\n\n{report(counted)}")
    sys.exit(any(counts[what] for counts in counted.values() for what in WRONG))


if __name__ == "__main__":
    main()
