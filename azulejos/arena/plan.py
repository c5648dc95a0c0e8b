"""Which bots play each other, with which seed: a plan maps the number of a game to the game.

Games come in *groups*: the same dice with the seats rotated, so that everyone sits in every seat once and luck with the deal
cancels out. The order around the table changes from group to group, because sitting after a weak player is an advantage.
A match has one line-up, a ladder has many; they take turns, so that a plan interrupted anywhere is fair to all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from azulejos.arena.game import Task, derive
from azulejos.bots import Budget
from azulejos.core.contract import Json, Problem
from azulejos.core.game import Game
from azulejos.core.message import Message

FORMAT = "azulejos-arena/2"
LONGEST_NAME = 40


@dataclass(frozen=True)
class Entrant:
    """A bot, with the name to use in results."""

    name: str
    spec: str


@dataclass(frozen=True)
class Plan:
    """Entrants, the line-ups in which they meet (by their numbers), the game, the seed and the budget per move."""

    game: Game
    entrants: tuple[Entrant, ...]
    lineups: tuple[tuple[int, ...], ...]
    seed: int
    budget: Budget

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def group_size(self) -> int:
        """The number of games on the same dice."""
        return self.players * len(self.lineups)

    def group(self, number: int) -> int:
        """Return the group of a game."""
        return number // self.group_size

    def groups(self, games: int) -> int:
        """Return the number of whole groups that contain this many games of each line-up."""
        return -(-games // self.players)

    def task(self, number: int) -> Task:
        """Return the game of a number, from 0."""
        group, place = divmod(number, self.group_size)
        lineup, turned = divmod(place, self.players)
        first, *others = self.lineups[lineup]
        orders = list(permutations(others))
        seats = (first, *orders[group % len(orders)])
        seats = seats[turned:] + seats[:turned]
        return Task(
            number=number,
            game=self.game,
            entrants=seats,
            names=tuple(self.entrants[entrant].name for entrant in seats),
            specs=tuple(self.entrants[entrant].spec for entrant in seats),
            seed=derive(self.seed, "game", number),
            dice=derive(self.seed, "dice", group),
            budget=self.budget,
        )

    def tasks(self, numbers: Sequence[int]) -> Iterator[Task]:
        """Return the games of these numbers."""
        return (self.task(number) for number in numbers)

    @property
    def json(self) -> Json:
        """Return everything that distinguishes the plan from others."""
        return {
            "format": FORMAT,
            "game": self.game.json,
            "bots": {entrant.name: entrant.spec for entrant in self.entrants},
            "lineups": [list(lineup) for lineup in self.lineups],
            "seed": self.seed,
            "budget": self.budget.json,
        }


def match_plan(game: Game, entrants: Sequence[Entrant], seed: int, budget: Budget) -> Plan:
    """Return the plan of a match: all entrants at one table."""
    if len(entrants) != game.players:
        raise Problem(f"a match with {game.players} players needs {game.players} bots, not {len(entrants)}", "bad_match")
    return Plan(game, tuple(entrants), (tuple(range(len(entrants))),), seed, budget)


def ladder_plan(game: Game, entrants: Sequence[Entrant], seed: int, budget: Budget) -> Plan:
    """Return the plan of a ladder: a round-robin over all line-ups that fit the table."""
    if len(entrants) < game.players:
        message = Message(
            "a ladder with {players} players needs at least {least} bots, not {bots}",
            players=game.players,
            least=game.players,
            bots=len(entrants),
        )
        raise Problem(message, "bad_match")
    return Plan(game, tuple(entrants), tuple(combinations(range(len(entrants)), game.players)), seed, budget)


def chain_plan(game: Game, entrants: Sequence[Entrant], seed: int, budget: Budget) -> Plan:
    """Return a ladder in which entrants meet only their neighbours: enough if the order is known, with far fewer games."""
    plan = ladder_plan(game, entrants, seed, budget)
    return replace(plan, lineups=tuple(lineup for lineup in plan.lineups if lineup[-1] - lineup[0] < game.players))


def entrants_of(specs: Sequence[str]) -> tuple[Entrant, ...]:
    """Return entrants for specs, or `NAME=SPEC`; equal names get a number."""
    found: list[Entrant] = []
    for text in specs:
        before, equals, after = text.partition("=")
        named = bool(equals) and before.replace("-", "").replace("_", "").isalnum()
        name, spec = (before, after) if named else (text, text)
        name = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        same = sum(other.name.partition(" #")[0] == name for other in found)
        found.append(Entrant(f"{name} #{same + 1}" if same else name, spec))
    return tuple(found)
