"""What a finished game adds to the statistics: for each seat its score, its rank, and counts that are summed over all games.

| count | meaning |
| --- | --- |
| `seats`, `wins`, `points`, `rounds` | this seat, whether it won (or tied), its score, the rounds of the game |
| `score.40` | the score was from 40 to 49 |
| `from.placement` | points by reason, as `Gain.reason` names it |
| `colour.red` | tiles of a colour taken from displays and centre |
| `above.expert`, `even.expert`, `below.expert` | for a person: bots of that level they beat, tied with, or lost to |

A table that did not start at the beginning, or that has no players, is marked as counted and adds nothing. A seat that a bot
has taken over counts as a bot's.
"""

from __future__ import annotations

from collections import Counter

from azulejos.core.contract import Move
from azulejos.core.tiles import TileState
from azulejos.record import breakdown
from azulejos.web.entries import Result
from azulejos.web.table import Table

STEP = 10  # points between two bars of the distribution


def results(table: Table) -> list[Result]:
    """Return what each seat achieved, in a game that is over or was uploaded."""
    outcome, setup = table.outcome, table.setup
    if outcome is None or setup.closed or setup.begun:
        return [Result(seat, None, None, score, 0, {}) for seat, score in enumerate(table.state.scores)]
    points = breakdown(table.states[0], table.events, after=table.states[1:])
    taken = _taken(table)
    found = []
    for number, seat in enumerate(table.seats):
        score, rank = outcome.scores[number], outcome.ranks[number]
        counts = {
            "seats": 1,
            "wins": int(rank == 1),
            "points": score,
            "rounds": table.state.round,
            f"score.{score // STEP * STEP}": 1,
            **{f"from.{reason}": n for reason, n in points[number].items()},
            **{f"colour.{colour}": n for colour, n in taken[number].items()},
        }
        if seat.kind == "person":
            counts.update(_duels(table, rank, outcome.ranks))
        name = seat.name if seat.kind == "person" else None
        owner = seat.owner if seat.kind == "person" else None
        found.append(Result(number, name, seat.level, score, rank, counts, owner))
    return found


def _duels(table: Table, mine: int, ranks: tuple[int, ...]) -> Counter[str]:
    """Return how a person fared against the bots."""
    return Counter(
        f"{'above' if mine < rank else 'even' if mine == rank else 'below'}.{seat.level}"
        for seat, rank in zip(table.seats, ranks, strict=True)
        if seat.kind == "bot" and seat.replaced is None
    )


def _taken(table: Table) -> list[Counter[str]]:
    """Return how many tiles of each colour each seat has taken."""
    found: list[Counter[str]] = [Counter() for _ in table.seats]
    for state, event in zip(table.states, table.events, strict=False):
        if isinstance(event, Move) and event.action["type"] == "take" and isinstance(state, TileState):
            source, colour, seat = event.action["source"], event.action["colour"], state.actor
            place = state.displays[source - 1] if source else state.centre
            assert isinstance(seat, int)
            found[seat][colour] += place[state.game.colours.index(colour)]
    return found


__all__ = ["STEP", "results"]
