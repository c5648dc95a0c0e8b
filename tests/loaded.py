"""`python -m tests.loaded --runs 10`: run the tests of pages and servers repeatedly while something else uses every core.

It prints a table with a line per run, and stores the output of failed runs in `build/loaded`. The exit code is 1 if any run
failed. Tests that pass only on a quiet machine fail here.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path("build/loaded")
EVERY_BROWSER = "tests/browser/test_every_browser.py"  # takes as long as a part


def files(folder: str, *without: str) -> list[str]:
    """Return the test files of a folder."""
    return sorted({str(path) for path in Path(folder).glob("test_*.py")} - set(without))


PAGES, SERVERS = files("tests/browser", EVERY_BROWSER), files("tests/web")
PARTS = {
    "pages-1": PAGES[::2],
    "pages-2": PAGES[1::2],
    "browsers": [EVERY_BROWSER],
    "servers-1": SERVERS[::2],
    "servers-2": SERVERS[1::2],
    "faults": files("tests/faults", "tests/faults/test_faults.py"),
}
MOST_SHOWN = 10  # tests that failed; the logs have them all
BUSY = "while True: pass"


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """For as long as this lasts, this many other processes never pause."""
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(processes)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def start(part: str, number: int) -> tuple[subprocess.Popen[bytes], Path]:
    log = FOLDER / f"{number}-{part}.log"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", "--durations=40", *PARTS[part]]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # as in the Makefile
    with log.open("wb") as file:
        return subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, env=environment), log


def counted(log: Path, word: str) -> int:
    """Return how many tests did so, from the last line of a log."""
    found = re.search(rf"(\d+) {word}", log.read_text("utf-8", "replace").strip().rpartition("\n")[2])
    return int(found[1]) if found else 0


def run(number: int, parts: list[str]) -> bool:
    """Run all parts at once, and print their line of the table; return whether they passed."""
    began = time.monotonic()
    started = {part: start(part, number) for part in parts}
    codes = {part: process.wait() for part, (process, _) in started.items()}
    seconds = time.monotonic() - began
    logs = [log for _, log in started.values()]
    passed = sum(counted(log, "passed") for log in logs)
    failed = sum(counted(log, "failed") + counted(log, "error") for log in logs)
    load = os.getloadavg()[0]
    print(f"| {number:3} | {passed:6} | {failed:6} | {seconds:7.0f} | {load:4.1f} |", flush=True)
    for part, (_, log) in started.items():
        if codes[part]:
            for line in re.findall(r"^(?:FAILED|ERROR) .*$", log.read_text("utf-8", "replace"), re.MULTILINE)[:MOST_SHOWN]:
                print(f"      {line[:200]}", flush=True)
    return not any(codes.values())


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="other processes (default: one per core)")
    options.add_argument("--part", choices=PARTS, action="append", help="only this part (default: all at once)")
    options.add_argument("--at-once", type=int, default=1, help="runs at the same time, which load the machine as well")
    chosen = options.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    print(f"{chosen.busy} other processes never pause.")
    print("| run | passed | failed | seconds | load |\n| --: | -----: | -----: | ------: | ---: |", flush=True)
    with busy(chosen.busy), ThreadPoolExecutor(chosen.at_once) as pool:
        good = list(pool.map(lambda number: run(number, chosen.part or list(PARTS)), range(1, chosen.runs + 1)))
    print(f"{sum(good)} of {len(good)} runs passed.")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
