"""Single figures: the time of the contract's calls, the size of states, the import time."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from azulejos import CHANCE, Event, Game, Move, State, core
from azulejos.bench.effort import Effort

# The goals of the project.
MOST_STATE_BYTES = 400
MOST_MEGABYTES = 600  # of a million states
MOST_IMPORT_MS = 60

MOST_STATES_UNCOMPILED = 20_000

PATH = f"import sys; sys.path.insert(0, {str(Path(__file__).resolve().parents[2])!r})\n"


@dataclass(frozen=True)
class Figure:
    """A number, and its upper limit."""

    what: str
    value: float
    unit: str
    most: float | None = None


def call_times(game: Game, effort: Effort) -> list[Figure]:
    """Measure the calls of the contract, over the states of some random games."""
    dice = random.Random(1)
    steps: list[tuple[State, Event]] = []
    for _ in range(10):
        state = game.start()
        while state.outcome is None:
            steps.append((state, state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves)))
            state = state.play(steps[-1][1])
    turns = [step for step in steps if isinstance(step[1], Move)]
    draws = [step for step in steps if not isinstance(step[1], Move)]

    def timed(what: str, call: Callable[[State, Event], object], over: list[tuple[State, Event]]) -> Figure:
        times = []
        for _ in range(effort.runs):
            begin = time.process_time()
            for state, event in over:
                call(state, event)
            times.append(time.process_time() - begin)
        return Figure(f"{game.name}: {what}", min(times) / len(over) * 1e9, "ns")

    return [
        timed("legal_moves", lambda state, _: state.legal_moves, turns),
        timed("play a move (undo is to keep the state)", lambda state, event: state.play(event), turns),
        timed("draw", lambda state, _: state.draw(dice), draws),
        timed("play what was drawn", lambda state, event: state.play(event), draws),
        timed("a call that does nothing", lambda _, __: None, turns),
    ]


def state_sizes(game: Game, effort: Effort) -> list[Figure]:
    """Measure the bytes per state, and of a million states."""
    figures: list[Figure] = []
    if core.COMPILED:  # uncompiled, a state consists of many objects
        figures.append(Figure(f"{game.name}: a state", sys.getsizeof(game.start()), "bytes", MOST_STATE_BYTES))
    if sys.platform != "win32":  # where Python can't determine the memory of a process
        states = effort.states if core.COMPILED else min(effort.states, MOST_STATES_UNCOMPILED)
        figures.append(Figure(f"{game.name}: a million states held", held_bytes(game, states), "MB", MOST_MEGABYTES))
    return figures


HOLD = """
import json, random, resource, sys
from azulejos import CHANCE, game_from_json

def states(game, dice):
    while True:
        state = game.start()
        while state.outcome is None:
            yield state
            state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))

def resident():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:  # no Linux: the most that it ever was
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

found = states(game_from_json(json.loads(sys.argv[1])), random.Random(1))
held = [next(found) for _ in range(1000)]
before = resident()
held += [next(found) for _ in range(int(sys.argv[2]))]
print((resident() - before) / int(sys.argv[2]))
"""
"""Print by how many bytes a process grows per state that it holds."""


def held_bytes(game: Game, states: int) -> float:
    """Return by how many bytes a new process grows per state, for this many states of random games."""
    return float(python(f"{PATH}{HOLD}", json.dumps(game.json), str(states)))


def import_time(effort: Effort) -> Figure:
    """Measure the time of `import azulejos` beyond the start of Python."""
    times: dict[str, float] = {}
    for program in ("", "import azulejos") * effort.starts:
        used = float(python(f"{PATH}{program}\nimport time; print(time.process_time())"))
        times[program] = min(used, times.get(program, used))
    bare, full = times.values()
    return Figure("import azulejos, beyond bare Python", (full - bare) * 1e3, "ms", MOST_IMPORT_MS)


def python(program: str, *arguments: str) -> str:
    """Return what a new Python without site packages prints."""
    command = [sys.executable, "-I", "-S", "-c", program, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
