"""A ladder: a round-robin of many bots, with a rating for each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from azulejos.arena.match import Result
from azulejos.arena.rating import Ranking, ratings
from azulejos.arena.stats import Estimate
from azulejos.core.contract import Json


@dataclass(frozen=True)
class Ladder:
    """The result of a ladder's games, with ratings."""

    result: Result

    @cached_property
    def ratings(self) -> list[Estimate]:
        """A rating for each entrant, in the order of the plan."""
        plan = self.result.plan
        rankings = [Ranking(plan.group(one.number), one.entrants, one.ranks) for one in self.result.played]
        return ratings(rankings, len(plan.entrants), plan.seed)

    @property
    def order(self) -> list[int]:
        """The entrants, strongest first."""
        return sorted(range(len(self.ratings)), key=lambda entrant: -self.ratings[entrant].value)

    @property
    def json(self) -> Json:
        """Return the ladder as a JSON object: the result of its games, the ratings, and the score of each pair."""
        names = [entrant.name for entrant in self.result.plan.entrants]
        pairings = {
            names[first]: {
                names[second]: _json(found, 4)
                for second in self.order
                if first != second and (found := self.result.pairing(first, second)) is not None
            }
            for first in self.order
        }
        return {
            **self.result.json,
            "ratings": {names[entrant]: _json(self.ratings[entrant], 1) for entrant in self.order},
            "pairings": pairings,
        }


def _json(estimate: Estimate, digits: int) -> Json:
    return {name: round(value, digits) for name, value in estimate._asdict().items()}
