"""Compare the speed of two installations of azulejos, side by side:

    python tests/compare_builds.py .venv/bin/python /elsewhere/venv/bin/python [--rounds 40]

Both need the extra `env`. Each installation has a process, and both share one processor core. They take turns every few
hundredths of a second and are measured by their CPU time, so other work on the machine slows both alike. The ratio is the
median of the ratios of all turns.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

SHORT = 0.05  # seconds for a turn


def works() -> dict[str, Callable[[int], int]]:
    """Return the measurements: functions that do about n things, and return how many they did."""
    from azulejos import CHANCE, Azul, Game, Pavilion
    from azulejos.bench.env import vector
    from azulejos.bench.speed import label, random_run
    from azulejos.bots.thinking import Thinking
    from azulejos.core.benchmark import UNIFORM

    def games(game: Game) -> Callable[[int], int]:
        return lambda n: random_run(game, UNIFORM, max(1, n // 60), seed=1).moves

    def search(game: Game) -> Callable[[int], int]:
        dice = random.Random(1)
        state = game.start()
        while state.actor is CHANCE:
            state = state.play(state.draw(dice))

        def run(n: int) -> int:
            Thinking(state, seed=1)._searches[0].run(n)
            return n

        return run

    found: dict[str, Callable[[int], int]] = {}
    for game in (Azul(2), Azul(4), Pavilion(2), Pavilion(4)):
        found[f"random games, {label(game)}"] = games(game)
        found[f"search, {label(game)}"] = search(game)
        found[f"vector environment, {label(game)}"] = vector(game, 1024)
    return found


def answer() -> None:
    """Measure what standard input asks for."""
    found = works()
    print(*found, sep="\t", flush=True)
    for line in sys.stdin:
        name, n = line.rstrip("\n").split("\t")
        begin = time.process_time()
        done = found[name](int(n))
        print(done / (time.process_time() - begin), flush=True)


class Installation:
    """A process that measures with the azulejos of some Python."""

    def __init__(self, python: str) -> None:
        command = [python, "-P", os.path.abspath(__file__), "--answer"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.names = self._line().split("\t")

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def rate(self, name: str, n: int) -> float:
        """Return how many things were done per second of CPU time."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{name}\t{n}\n")
        self.process.stdin.flush()
        return float(self._line())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", help="two interpreters that have azulejos installed")
    parser.add_argument("--rounds", type=int, default=40, help="turns for each thing (default 40)")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        return answer()
    if len(options.pythons) != 2:
        parser.error("name two interpreters")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    one, other = map(Installation, options.pythons)
    print(f"{'a second of CPU time':44}{'first':>14}{'second':>14}{'second/first':>14}")
    for name in one.names:
        n = max(100, int(one.rate(name, 1000) * SHORT))
        turns = [(one.rate(name, n), other.rate(name, n)) for _ in range(options.rounds)]
        firsts, seconds = zip(*turns, strict=True)
        ratio = median(second / first for first, second in turns)
        print(f"{name:44}{median(firsts):14,.0f}{median(seconds):14,.0f}{ratio:14.3f}", flush=True)
    for installation in (one, other):
        installation.process.communicate()
    return None


if __name__ == "__main__":
    main()
