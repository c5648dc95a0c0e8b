"""The conformance traces: every step accepted, every set of legal actions equal, every state after it equal."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from azulejos import core
from azulejos.referee import Referee

DATA = Path(__file__).parent.parent / "data"

TRACES = {  # how many games, steps and sets of legal actions there are, so that none is skipped unnoticed
    "azul-coloured": (60, 5996, 814),
    "azul-grey": (60, 8791, 3662),
    "pavilion-coloured": (60, 11146, 1910),
    "pavilion-grey": (60, 11400, 1992),
}


EVERY = 1 if core.COMPILED else 5  # uncompiled, some games of each number of players are enough


@pytest.mark.parametrize("name", TRACES)
def test_trace_file(name: str) -> None:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        traces = [json.loads(line) for line in file]
    steps = [step for trace in traces for step in trace["steps"]]
    assert (len(traces), len(steps), sum("legal" in step for step in steps)) == TRACES[name]
    for trace in traces[::EVERY]:
        replay(trace)


def replay(trace: dict[str, Any]) -> None:
    """Play a trace with a referee, and compare all its answers."""
    referee = Referee()
    options = {name: value for name, value in trace.items() if name not in ("format", "id", "steps", "final")}
    answer = ask(referee, options)
    for number, step in enumerate(trace["steps"], 1):
        where = f"{trace['id']}, step {number}"
        if "legal" in step:
            ours = spellings(legal_like(step, ask(referee, {"ask": "legal"})["legal"]))
            assert ours == spellings(step["legal"]), where
        event = {name: value for name, value in step.items() if name in ("deal", "refill", "action")}
        answer = ask(referee, event)
        shown = {name: answer["state"][name] for name in step["after"]}
        assert shown == step["after"], where
    final = trace["final"]
    assert ask(referee, {"ask": "result"}) == {"result": {"scores": final["scores"], "winners": final["winners"]}}, trace["id"]
    assert answer["state"] == final.get("after", answer["state"]), trace["id"]


def ask(referee: Referee, message: dict[str, Any]) -> dict[str, Any]:
    answer = referee.answer(json.dumps(message))
    assert "error" not in answer, (message, answer)
    return answer


def legal_like(step: dict[str, Any], actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return our legal actions as far as the trace lists them: for tile placements, the placements only."""
    if step["action"]["type"] == "place":
        return [action for action in actions if action["type"] == "place"]
    return actions


def spellings(actions: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(action, sort_keys=True) for action in actions)
