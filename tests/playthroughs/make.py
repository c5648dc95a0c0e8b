"""Write the golden playthroughs: one short game of every variant, for people to read and for tests to compare.

    python -m tests.playthroughs.make

A change of the rules shows as a difference in these files. Each has its seed, so that the game is reproducible; the chosen seed
has all types of moves, a loss limited by the score floor, and few events. In a file `0:3R2` is a move of seat 0, followed by
what it scores: `0:r1c2 (+2)`, or if others score too, `1:2W1 (0: +1 +3 -2, 1: +1)`.
"""

from __future__ import annotations

import random
from itertools import groupby
from pathlib import Path

from azulejos import CHANCE, Event, Game, Move, State
from azulejos.notation import event_text
from azulejos.record import Record
from tests.variants import VARIANTS

FOLDER = Path(__file__).parent
WIDTH = 120
SEEDS = 30


def play(game: Game, seed: int) -> Record:
    """Play a random game with a little sense: mostly drop no tiles, and pass only if nothing else is possible."""
    rng = random.Random(seed)
    state = game.start()
    events: list[Event] = []
    while state.outcome is None:
        event: Event = state.draw(rng) if state.actor is CHANCE else _some_move(state, rng)
        state = state.play(event)
        events.append(event)
    return Record(game, tuple(events), seed=seed)


def _some_move(state: State, rng: random.Random) -> Move:
    moves = state.legal_moves
    sensible = [move for move in moves if move.action["type"] != "pass" and move.action.get("line") != 0]
    among = sensible if sensible and rng.getrandbits(3) else moves
    return among[rng.getrandbits(32) % len(among)]  # only `getrandbits` returns the same in all versions of Python


def best_seed(game: Game, seeds: range) -> int:
    """Return the seed of the most readable game."""

    def merit(seed: int) -> tuple[int, bool, int]:
        record = play(game, seed)
        steps = zip(record.states(), record.events, strict=False)
        types = {event.action["type"] for event in record.events if isinstance(event, Move)}
        forgiven = any("forgiven" in gain.detail for state, event in steps for gain in state.explain(event))
        return -len(types), not forgiven, len(record.events)

    return min(seeds, key=merit)


def as_text(name: str, record: Record) -> str:
    """Return a game from its first position to its result, as in the file."""
    start, states = record.game.start(), list(record.states())
    lines = [f"{name}, seed {record.seed}", "", *_position(start)]
    for number, group in groupby(zip(record.events, states, states[1:], strict=False), key=lambda step: step[2].round):
        steps = list(group)
        lines += ["", f"round {number}"]
        words: list[str] = []
        for event, before, _ in steps:
            if isinstance(event, Move):
                words.append(f"{before.actor}:{event.text}{_gains(before, event)}")
            else:
                lines += _folded(words)
                words = []
                lines.append(event_text(record.game, event))
        after = steps[-1][2]
        lines += [*_folded(words), f"scores {' '.join(map(str, after.scores))}", *_position(after)]
    return "\n".join([*lines, "", *_result(record, start), ""])


def _gains(state: State, event: Event) -> str:
    """Return what an event scores, in the order in which it happens."""
    gains = state.explain(event)
    if not gains:
        return ""
    by_seat: dict[int, str] = {}
    for gain in gains:
        by_seat[gain.seat] = f"{by_seat.get(gain.seat, '')} {gain.points:+}"
    parts = [
        points.strip() if [seat] == [state.actor] == list(by_seat) else f"{seat}:{points}" for seat, points in by_seat.items()
    ]
    return f" ({', '.join(parts)})"


def _position(state: State) -> list[str]:
    return _folded(state.text.split(" "))


def _folded(words: list[str]) -> list[str]:
    """Wrap the words into lines."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) < WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _result(record: Record, start: State) -> list[str]:
    assert record.result is not None
    lines = [f"winners {' '.join(map(str, record.result.winners))}, ranks {' '.join(map(str, record.result.ranks))}"]
    for seat, points in enumerate(record.breakdown()):
        parts = "".join(f", {reason} {amount:+}" for reason, amount in points.items())
        lines.append(f"seat {seat}: {record.result.scores[seat]} = start {start.scores[seat]}{parts}")
    return lines


def main() -> None:
    for number, (name, game) in enumerate(VARIANTS.items()):
        text = as_text(name, play(game, best_seed(game, range(SEEDS * number, SEEDS * (number + 1)))))
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {text.count(chr(10))} lines")
    for path in FOLDER.glob("*.txt"):
        if path.stem not in VARIANTS:
            path.unlink()
            print(f"{path.stem}: removed")


if __name__ == "__main__":
    main()
