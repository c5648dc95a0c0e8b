"""From clicks to a move: which choices are still possible, and which spots can be clicked next. Works for every game.

The rule is the page's (`docs/web.md`, "Choices"): all spots of the current stage of the choices that are still possible are
offered, a click narrows them, and a stage with a single possible spot is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from azulejos.render.prompts import prompt
from azulejos.render.types import Choice, Prompt


@dataclass(frozen=True)
class Choosing:
    """The player's progress towards a move: the spots to click now, and the move that is complete."""

    choices: Sequence[Choice] = ()
    clicks: tuple[str, ...] = ()
    """The spots clicked so far, including skipped stages."""
    open: tuple[Choice, ...] = field(init=False)
    """The choices that are still possible."""
    offered: tuple[str, ...] = field(init=False)
    """The spots that can be clicked now."""
    done: Choice | None = field(init=False)
    """The choice that is complete; if spots are offered too, it could still become a longer one."""

    def __post_init__(self) -> None:
        left = [(choice, rest) for choice in self.choices if (rest := _rest(choice, self.clicks)) is not None]
        complete = [choice for choice, rest in left if not rest]
        object.__setattr__(self, "open", tuple(choice for choice, _ in left))
        object.__setattr__(self, "offered", tuple(dict.fromkeys(spot for _, rest in left for spot in rest)))
        object.__setattr__(self, "done", complete[-1] if complete else None)

    @property
    def complete(self) -> bool:
        """Whether there is nothing left to click."""
        return self.done is not None and not self.offered

    def click(self, spot: str) -> Choosing:
        """Return the progress after a click on an offered spot; stages without a choice are clicked, too."""
        now = Choosing(self.choices, (*self.clicks, spot))
        # A move that costs points is never made automatically: the player must click on it.
        while now.done is None and len(now.offered) == 1 and not any((choice.points or 0) < 0 for choice in now.open):
            now = Choosing(self.choices, (*now.clicks, *now.offered))
        return now

    def back(self) -> Choosing:
        """Return the progress before the last click that was a decision."""
        clicks = self.clicks[:-1]
        while clicks and len(Choosing(self.choices, clicks).offered) == 1:
            clicks = clicks[:-1]
        return Choosing(self.choices, clicks)

    def prompt(self, prompts: Iterable[Prompt]) -> str:
        """Return the prompt."""
        return prompt(prompts, self.offered, self.clicks, self.done is not None)

    def outcome(self, spot: str) -> Choice | None:
        """Return the choice that a click on an offered spot would complete, if it completes exactly one."""
        then = self.click(spot)
        return then.done or (then.open[0] if len(then.open) == 1 else None)


def _rest(choice: Choice, clicks: Iterable[str]) -> list[str] | None:
    """Return the spots left to click in the current stage of a choice: empty if it is complete, `None` if the clicks don't
    fit."""
    stages = iter([list(stage) for stage in choice.stages if stage])
    left = next(stages, [])
    for spot in clicks:
        if spot not in left:
            return None
        left.remove(spot)
        if not left:
            left = next(stages, [])
    return left
