"""Many short runs with faults at random, and what became of it: `python -m tests.faults.report --runs 50 --seed 1`."""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from pathlib import Path

from tests.faults.scenario import scenario
from tests.web.postgres import Postgres, running_postgres


def one_run(seed: int, postgres: Postgres | None, faults: int) -> Counter[str]:
    """A run with so many faults; what was counted. Raises where something was lost."""
    dice = random.Random(seed)
    servers = 1 if postgres is None else dice.randint(1, 3)
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "tables.db" if postgres is None else postgres.database()
        with scenario(db, postgres, servers=servers, clients=dice.randint(2, 4), seed=seed) as found:
            for _ in range(faults):
                found.inject()
                found.go_on(3)
    acknowledged = sum(len(client.acknowledged) for client in found.clients)
    return Counter(
        {
            "runs": 1,
            "servers": servers,
            "acknowledged moves": acknowledged,
            "lost moves": 0,  # or we would not be here
            "tables played through": found.verified,
            "games finished": sum(client.finished for client in found.clients),
            "lines that broke, and were opened again": sum(client.lost_lines for client in found.clients),
            "moves refused, and made again": sum(client.refused for client in found.clients),
            "faults": sum(found.injected.values()),
            **{f"  {what}": n for what, n in found.injected.items()},
        }
    )


def report(counted: Counter[str], title: str) -> str:
    """What was counted, for people."""
    return "\n".join([title, *(f"  {what:42}{n:8,}" for what, n in counted.items())])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=3, help="in each run")
    options = parser.parse_args()
    with running_postgres() as postgres:
        for title, store in (("SQLite", None), ("PostgreSQL", postgres)):
            counted: Counter[str] = Counter()
            for seed in range(options.seed, options.seed + options.runs):
                counted.update(one_run(seed, store, options.faults))
            print(report(counted, f"{title}, seeds {options.seed} to {options.seed + options.runs - 1}"), flush=True)


if __name__ == "__main__":
    main()
