"""What a finished game adds to the statistics: for each seat its score, its rank, and counts that are added up over all games.

| count | what it says |
| --- | --- |
| `seats`, `wins`, `points`, `rounds` | this seat, whether it won (maybe with others), its score, the rounds of the game |
| `score.40` | the score was from 40 to 49 |
| `from.placement` | points by reason, as `Gain.reason` names it |
| `colour.red` | tiles of a colour that were taken from displays and centre |
| `above.expert`, `even.expert`, `below.expert` | of a person: bots of that level left behind, on the same rank, and ahead |

A table that did not begin at the beginning, or at which nobody played, is remembered as looked at, and adds nothing. A seat
that a bot has taken over counts as a bot's.
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
    """What each seat achieved; of a game that is over, or was handed in."""
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
        found.append(Result(number, name, seat.level, score, rank, counts))
    return found


def _duels(table: Table, mine: int, ranks: tuple[int, ...]) -> Counter[str]:
    """How a person fared against the bots."""
    return Counter(
        f"{'above' if mine < rank else 'even' if mine == rank else 'below'}.{seat.level}"
        for seat, rank in zip(table.seats, ranks, strict=True)
        if seat.kind == "bot" and seat.replaced is None
    )


def _taken(table: Table) -> list[Counter[str]]:
    """How many tiles of each colour each seat has taken."""
    found: list[Counter[str]] = [Counter() for _ in table.seats]
    for state, event in zip(table.states, table.events, strict=False):
        if isinstance(event, Move) and event.action["type"] == "take" and isinstance(state, TileState):
            source, colour, seat = event.action["source"], event.action["colour"], state.actor
            place = state.displays[source - 1] if source else state.centre
            assert isinstance(seat, int)
            found[seat][colour] += place[state.game.colours.index(colour)]
    return found


__all__ = ["STEP", "results"]
