"""The base class of players: a class with one method."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import Any

from azulejos.core.contract import Json, Move, Problem, State
from azulejos.core.message import Message, as_json, listed


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about a move: by the clock, by its own measure of effort, or its default (neither).

    A bot limited by effort alone is reproducible; one limited by the clock is not.
    """

    seconds: float | None = None
    effort: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        for name, right, good in (
            ("seconds", Message("a number above 0"), self.seconds is None or (_is_number(self.seconds) and self.seconds > 0)),
            ("effort", Message("a whole number from 1"), self.effort is None or (type(self.effort) is int and self.effort > 0)),
            ("threads", Message("a whole number from 1"), type(self.threads) is int and self.threads > 0),
        ):
            if not good:
                message = Message(
                    "`{option}` must be {right}, not {value}", option=name, right=right, value=as_json(getattr(self, name))
                )
                raise Problem(message, "bad_budget", field=name)

    @property
    def json(self) -> Json:
        """Return the budget as a JSON object."""
        return {"seconds": self.seconds, "effort": self.effort, "threads": self.threads}

    @classmethod
    def from_json(cls, value: Any) -> Budget:
        """Return the budget in a JSON object; missing fields have their defaults."""
        if not isinstance(value, dict):
            raise Problem(
                f"`budget` must be an object with {listed(BUDGET_FIELDS)}, not {as_json(value)}",
                "bad_budget",
                field="budget",
            )
        for name in value:
            if name not in BUDGET_FIELDS:
                raise Problem(
                    f"`budget` has no {as_json(name)}; its fields are {listed(BUDGET_FIELDS)}", "bad_budget", field="budget"
                )
        return cls(**value)


BUDGET_FIELDS = tuple(field.name for field in fields(Budget))


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and value == value and abs(float(value)) != float("inf")  # type: ignore[arg-type]


class Bot(ABC):
    """A player. It is created for one game, with a seed, the source of all its randomness."""

    def __init__(self, *, seed: int) -> None:
        self.seed = seed

    @abstractmethod
    def choose(self, state: State, budget: Budget) -> Move:
        """Return the move to make in this state, where a seat is to move; one of `state.legal_moves`."""

    def close(self) -> None:  # noqa: B027, most bots have nothing to close
        """Release resources: the bot is no longer needed."""

    def cpu_time(self) -> float | None:
        """Return the processor time used so far, in seconds; only differences matter. `None` if it is not known."""
        return time.process_time()

    def dice(self, state: State) -> random.Random:
        """Return dice for this state: the same state always gets the same answer, whatever came before."""
        return random.Random(f"{self.seed} {state.text}")


class BotFailed(Problem):
    """A bot that did not answer with a move; `code` is `timeout`, `crashed`, `nonsense`, `wrong_id` or `error`.

    If it is a program, `details["stderr"]` is the end of what it wrote to standard error.
    """


class CannotStart(BotFailed):
    """A program that can't be started, or that ends or hangs before its very first answer: there is no point in going on."""
