"""How fast and how small the rules are here, side by side with the fastest random games that we know how to write.

The yardsticks are two C++ programs in `../shared/limit` (or in the directory that `AZULEJOS_LIMIT` names). They are compiled
for this machine and run in turn with ours, on one processor core, and of several runs the best counts: so the ratios hold on
a machine that has other things to do. Times are CPU times, except that of the import.

Random games are played inside the core, every legal move equally likely (`eager`: nobody passes who can place). *Driven* games
use the contract from Python, one move at a time: `legal_moves`, `play`, `draw`. Their moves are chosen by numbers drawn
beforehand (`moves[number % len(moves)]`), so that what is measured is the rules and not the dice.
"""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from azulejos import CHANCE, Azul, Event, Game, Move, Pavilion, State, core
from azulejos.core.azul import rules as azul_rules
from azulejos.core.pavilion import rules as pavilion_rules

PACKAGE = Path(__file__).resolve().parent
NAMES = ("azul", "pavilion")
UNIFORM, EAGER = "uniform", "eager"

# The goals of the project; ratios are to the yardsticks.
RANDOM_GOAL = {"azul": 0.5, "pavilion": 0.4}
DRIVEN_GOAL = {"azul": 0.04}
MOST_STATE_BYTES = 400
MOST_MEGABYTES_FOR_A_MILLION = 600
MOST_IMPORT_MS = 60


@dataclass(frozen=True)
class Effort:
    """How long to measure."""

    runs: int  # of each thing, of which the best counts
    seconds: float  # for each run
    limit_games: int
    states: int  # to hold in memory
    starts: int  # of Python


FULL = Effort(runs=7, seconds=0.25, limit_games=100_000, states=1_000_000, starts=15)
QUICK = Effort(runs=3, seconds=0.1, limit_games=30_000, states=100_000, starts=5)
MOST_STATES_UNCOMPILED = 20_000

RANDOM: list[tuple[Game, str]] = [
    *((Azul(players), UNIFORM) for players in (2, 3, 4)),
    *((Azul(2, board, jokers=jokers), UNIFORM) for board, jokers in (("grey", False), ("coloured", True))),
    *((Pavilion(players), policy) for policy in (UNIFORM, EAGER) for players in (2, 3, 4)),
    *((Pavilion(2, "grey"), policy) for policy in (UNIFORM, EAGER)),
]
DRIVEN: list[Game] = [Azul(2), Azul(4), Pavilion(2)]


class Run(NamedTuple):
    """Some games played."""

    games: int
    moves: int
    seconds: float
    mean_score: float


@dataclass(frozen=True)
class Speed:
    """Games of one kind: ours, and the yardstick's if there is one."""

    what: str
    games_per_s: float
    moves_per_s: float
    moves_per_game: float
    mean_score: float
    limit: Speed | None = None
    ratio: float | None = None
    goal: float | None = None


@dataclass(frozen=True)
class Figure:
    """One number, and the most that it should be."""

    what: str
    value: float
    unit: str
    most: float | None = None


@dataclass
class Report:
    """All that was measured."""

    about: str
    limit: str
    random: list[Speed] = field(default_factory=list)
    driven: list[Speed] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)


def main(quick: bool = False, as_json: bool = False) -> None:
    """Measures and prints."""
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder:
        report = measure(QUICK if quick else FULL, Limit(Path(folder)), _show_progress)
    print(json.dumps(asdict(report), indent=1) if as_json else told(report))


def measure(effort: Effort, limit: Limit, progress: Callable[[str], None]) -> Report:
    """Everything, one thing after the other."""
    kind = "compiled core" if core.COMPILED else "uncompiled core (slow)"
    about = f"{kind}, Python {platform.python_version()}, {pin()}, best of {effort.runs} runs"
    report = Report(about, limit.told)
    for game, policy in RANDOM:
        progress(label(game, policy))
        report.random.append(compared(game, policy, random_run, effort, limit))
    for game in DRIVEN:
        progress(f"{label(game)}, driven")
        report.driven.append(compared(game, UNIFORM, driven_run, effort, limit))
    for game in (Azul(), Pavilion()):
        progress(f"{game.name}, calls and memory")
        report.figures += [*call_times(game, effort), *state_sizes(game, effort)]
    progress("import")
    report.figures.append(import_time(effort))
    progress("")
    return report


def pin() -> str:
    """Pins this process, and those that it starts, to one processor core."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned to a processor core"
    last = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {last})
    return f"pinned to processor core {last}"


def label(game: Game, policy: str = UNIFORM) -> str:
    """A game in a few words."""
    usual = type(game)(game.players)
    options = [str(value) if name == "board" else name for name, value in game.json.items() if value != usual.json[name]]
    return " ".join([game.name, f"{game.players}p", *options, *[policy] * (policy != UNIFORM)])


# -- the yardsticks


class Limit:
    """The yardsticks, compiled into a folder; `told` says which, or why there are none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.there = False
        self.told = self._compile()

    def _compile(self) -> str:
        given = os.environ.get("AZULEJOS_LIMIT")
        places = [Path(given)] if given else [Path("../shared/limit"), PACKAGE.parent / "../shared/limit"]
        place = next((place for place in places if all((place / f"{name}.cpp").exists() for name in NAMES)), None)
        if place is None:
            return f"no yardsticks, absolute figures only: azul.cpp and pavilion.cpp are not in {places[0]}"
        for name in NAMES:
            command = ["g++", "-std=c++17", "-O3", "-march=native", str(place / f"{name}.cpp"), "-o", str(self.folder / name)]
            try:
                subprocess.run(command, check=True, capture_output=True, text=True)
            except FileNotFoundError:
                return "no yardsticks, absolute figures only: there is no g++ to compile them"
            except subprocess.CalledProcessError as error:
                return f"no yardsticks, absolute figures only: {name}.cpp does not compile: {error.stderr.strip()[:200]}"
        self.there = True
        return "ratios are to the C++ yardsticks, mode select, compiled here with -O3 -march=native"

    def measures(self, game: Game) -> bool:
        """Whether there is a yardstick for this game."""
        return self.there and game == type(game)(game.players)

    def run(self, game: Game, policy: str, games: int, seed: int) -> Run:
        """So many games of the yardstick."""
        command = [str(self.folder / game.name), str(game.players), str(games), str(seed), "select", policy]
        answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return Run(answer["games"], answer["moves"], answer["seconds"], answer["mean_score"])


# -- games


Player = Callable[[Game, str, int, int], Run]
"""Plays a game by a policy, so often, with a seed."""


def random_run(game: Game, policy: str, games: int, seed: int) -> Run:
    """Random games inside the core."""
    begin = time.process_time()
    if isinstance(game, Pavilion):
        moves, points = pavilion_rules.random_games(game, games, seed, policy == EAGER)
    else:
        assert isinstance(game, Azul)
        moves, points = azul_rules.random_games(game, games, seed)
    return Run(games, moves, time.process_time() - begin, points / games / game.players)


def driven_run(game: Game, policy: str, games: int, seed: int) -> Run:
    """Random games by the contract, one move at a time."""
    dice = random.Random(seed)
    numbers = cycle([dice.getrandbits(30) for _ in range(1 << 16)])
    moves = points = 0
    begin = time.process_time()
    for _ in range(games):
        state: State = game.start()
        for number in numbers:
            legal = state.legal_moves
            if legal:
                state = state.play(legal[number % len(legal)])
                moves += 1
            elif state.actor is CHANCE:
                state = state.play(state.draw(dice))
            else:
                break
        points += sum(state.scores)
    return Run(games, moves, time.process_time() - begin, points / games / game.players)


def compared(game: Game, policy: str, play: Player, effort: Effort, limit: Limit) -> Speed:
    """Our games and the yardstick's in turn; the best of both."""
    games = enough(game, policy, play, effort.seconds)
    ours, theirs = [], []
    for seed in range(1, effort.runs + 1):
        ours.append(play(game, policy, games, seed))
        if limit.measures(game):
            theirs.append(limit.run(game, policy, effort.limit_games, seed))
    speed = best(label(game, policy), ours)
    if not theirs:
        return speed
    yardstick = best("limit", theirs)
    if play is driven_run:
        ratio, goal = speed.moves_per_s / yardstick.moves_per_s, DRIVEN_GOAL.get(game.name)
    else:
        ratio, goal = speed.games_per_s / yardstick.games_per_s, RANDOM_GOAL.get(game.name)
    return replace(speed, limit=yardstick, ratio=ratio, goal=goal)


def enough(game: Game, policy: str, play: Player, seconds: float) -> int:
    """How many games take so long."""
    games = 2
    while (run := play(game, policy, games, 0)).seconds < seconds / 10:
        games *= 4
    return max(2, int(games * seconds / run.seconds))


def best(what: str, runs: list[Run]) -> Speed:
    """The speed of the fastest run, and the means of all."""
    games = sum(run.games for run in runs)
    return Speed(
        what,
        games_per_s=max(run.games / run.seconds for run in runs),
        moves_per_s=max(run.moves / run.seconds for run in runs),
        moves_per_game=sum(run.moves for run in runs) / games,
        mean_score=sum(run.mean_score * run.games for run in runs) / games,
    )


# -- calls, memory, import


def call_times(game: Game, effort: Effort) -> list[Figure]:
    """What the calls of the contract take, over the states of some random games."""
    dice = random.Random(1)
    steps: list[tuple[State, Event]] = []
    for _ in range(10):
        state = game.start()
        while state.outcome is None:
            steps.append((state, state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves)))
            state = state.play(steps[-1][1])
    turns = [(state, event) for state, event in steps if isinstance(event, Move)]
    draws = [(state, event) for state, event in steps if not isinstance(event, Move)]

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
    """The bytes of a state, and what a million of them take."""
    if not core.COMPILED:
        return [Figure(f"{game.name}: a million states held", held_bytes(game, MOST_STATES_UNCOMPILED) / 1e6, "MB")]
    return [
        Figure(f"{game.name}: a state", sys.getsizeof(game.start()), "bytes", MOST_STATE_BYTES),
        Figure(f"{game.name}: a million states held", held_bytes(game, effort.states), "MB", MOST_MEGABYTES_FOR_A_MILLION),
    ]


HOLD = """
import json, random, resource, sys
from azulejos import CHANCE, game_from_json

def states(game, dice):
    while True:
        state = game.start()
        while state.outcome is None:
            yield state
            state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))

found = states(game_from_json(json.loads(sys.argv[1])), random.Random(1))
held = [next(found) for _ in range(1000)]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
held += [next(found) for _ in range(int(sys.argv[2]))]
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * (1 if sys.platform == "darwin" else 1024) / int(sys.argv[2]))
"""
"""Prints by how many bytes a process grows for each state that it holds."""


def held_bytes(game: Game, states: int) -> float:
    """By how many bytes a process of its own grows for each of so many states of random games."""
    return float(python(f"{PATH}{HOLD}", json.dumps(game.json), str(states)))


def import_time(effort: Effort) -> Figure:
    """What `import azulejos` takes beyond the start of Python."""
    times: dict[str, float] = {}
    for program in (PATH, f"{PATH}import azulejos") * (effort.starts + 1):
        begin = time.perf_counter()
        python(program)
        times[program] = min(time.perf_counter() - begin, times.get(program, 1e9))
    bare, full = times.values()
    return Figure("import azulejos, beyond bare Python", (full - bare) * 1e3, "ms", MOST_IMPORT_MS)


PATH = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n"


def python(program: str, *arguments: str) -> str:
    """What a Python of its own, without site packages, prints."""
    command = [sys.executable, "-I", "-S", "-c", program, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


# -- the report


def told(report: Report) -> str:
    """The report for people."""
    lines = [f"azulejos bench: {report.about};", report.limit]
    for title, speeds in (("random games inside the core", report.random), ("driven from Python, move by move", report.driven)):
        lines += [
            "",
            f"{title:34}{'games/s':>10}{'moves/s':>13}{'limit moves/s':>15}{'ratio':>7}{'goal':>8}  moves/game   mean score",
        ]
        lines += [_speed_line(speed) for speed in speeds]
    lines += ["", f"{'one at a time':44}{'':>13}{'goal':>10}"]
    lines += [_figure_line(figure) for figure in report.figures]
    return "\n".join(lines)


def _speed_line(speed: Speed) -> str:
    limit = speed.limit
    line = f"{speed.what:34}{speed.games_per_s:10,.0f}{speed.moves_per_s:13,.0f}"
    if limit is None or speed.ratio is None:
        return f"{line}{'':30}  {speed.moves_per_game:6.1f}       {speed.mean_score:5.2f}"
    goal = "" if speed.goal is None else f"{speed.goal:g} {_mark(speed.ratio >= speed.goal)}"
    return (
        f"{line}{limit.moves_per_s:15,.0f}{speed.ratio:7.3f}{goal:>8}"
        f"  {speed.moves_per_game:5.1f} {limit.moves_per_game:5.1f}  {speed.mean_score:5.2f} {limit.mean_score:5.2f}"
    )


def _figure_line(figure: Figure) -> str:
    goal = "" if figure.most is None else f"≤ {figure.most:g} {_mark(figure.value <= figure.most)}"
    return f"{figure.what:44}{figure.value:7,.0f} {figure.unit:5}{goal:>10}"


def _mark(met: bool) -> str:
    return "✓" if met else "✗"


def _show_progress(what: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{what}", end="", file=sys.stderr, flush=True)
