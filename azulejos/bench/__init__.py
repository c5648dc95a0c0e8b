"""Speed and memory of the rules, compared with the fastest random games that we know how to write.

The yardsticks are two C++ programs (`yardsticks/`). They are compiled for this machine and run in turn with ours, on one
processor core, and the best of several runs counts: so the ratios are valid even on a busy machine. All times are CPU times.

Random games are played inside the core, every legal move equally likely (`eager`: never pass if a placement is possible).
*Driven* games use the contract from Python, one move at a time: `legal_moves`, `play`, `draw`. Their moves are chosen by
numbers drawn beforehand (`moves[number % len(moves)]`), so that the rules are measured and not the dice.

This module runs the measurements and prints them; `speed`, `limit` and `figures` measure.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from azulejos import GAMES, core
from azulejos.bench.effort import FULL, QUICK, Effort
from azulejos.bench.figures import Figure, call_times, import_time, state_sizes
from azulejos.bench.limit import Limit
from azulejos.bench.speed import Speed, compared, driven_run, driven_variants, label, random_run, random_variants
from azulejos.core.benchmark import UNIFORM


@dataclass
class Report:
    """All measurements."""

    about: str
    limit: str
    random: list[Speed] = field(default_factory=list)
    driven: list[Speed] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)


def main(quick: bool = False, as_json: bool = False) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder, pinned() as where:
        report = measure(QUICK if quick else FULL, Limit(Path(folder)), where)
    print(json.dumps(asdict(report), indent=1) if as_json else as_text(report))


def measure(effort: Effort, limit: Limit, where: str) -> Report:
    """Run all measurements, one after the other."""
    kind = "compiled core" if core.COMPILED else "uncompiled core (slow)"
    about = f"{kind}, Python {platform.python_version()}, {where}, best of {effort.runs} runs"
    report = Report(about, limit.note)
    for game, policy in random_variants():
        _show_progress(label(game, policy))
        report.random.append(compared(game, policy, random_run, effort, limit))
    for game in driven_variants():
        _show_progress(f"{label(game)}, driven")
        report.driven.append(compared(game, UNIFORM, driven_run, effort, limit))
    for game in (kind() for kind in GAMES.values()):
        _show_progress(f"{game.name}, calls and memory")
        report.figures += [*call_times(game, effort), *state_sizes(game, effort)]
    _show_progress("import")
    report.figures.append(import_time(effort))
    _show_progress("")
    return report


@contextlib.contextmanager
def pinned() -> Iterator[str]:
    """Pin this process, and those that it starts, to one processor core, and print which."""
    if not hasattr(os, "sched_setaffinity"):
        yield "not pinned to a processor core"
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield f"pinned to processor core {max(before)}"
    finally:
        os.sched_setaffinity(0, before)


# -- the report


def as_text(report: Report) -> str:
    """Return the report as text."""
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
