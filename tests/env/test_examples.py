"""The learning examples, for a short while; and the benchmark of the environments."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from azulejos import Azul, Pavilion
from azulejos.bench import env as bench
from tests.needs import needs

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.compiled


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@needs("torch")
def test_ppo_gets_better(tmp_path: Path) -> None:
    ppo = example("ppo")
    ppo.torch.set_num_threads(1)
    net, curve = ppo.train(updates=12, num_envs=64, steps=32, look=12, games=50)
    before, after = curve
    assert after["games"] > 100
    assert after["random"] >= 0.9
    assert after["greedy"] >= before["greedy"] + 0.1
    final = {bot: {"games": 50, "score": after[bot], "low": 0.0, "high": 1.0} for bot in ("random", "greedy")}
    ppo.draw(curve, final, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    state = ppo.drawn(ppo.GAME.start(), ppo.random.Random(1), None)[0]
    assert ppo.Learnt(net).choose(state, ppo.Budget()) in state.legal_moves


def test_the_learning_curve_in_the_docs_is_of_an_agent_that_beats_random_and_then_greedy() -> None:
    curve = json.loads((EXAMPLES.parent / "docs" / "pictures" / "ppo-azul.json").read_text("utf-8"))
    assert curve["curve"][0]["greedy"] < 0.1
    assert curve["final"]["random"]["low"] > 0.9
    assert curve["final"]["greedy"]["low"] > 0.5


@needs("torch")
def test_self_play_learns_and_its_network_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    selfplay = example("selfplay")
    options = selfplay.Options(units=8, epochs=2, batch=64)
    (score,) = selfplay.train(Azul(), generations=1, games=40, effort=4, pairs=5, options=options)
    assert 0 <= score.low <= score.value <= score.high <= 1
    assert "generation 1: " in capsys.readouterr().out


@pytest.mark.parametrize("game", [Azul(), Pavilion()], ids=lambda game: game.name)
def test_the_benchmark_measures_all_ways(game: Azul | Pavilion) -> None:
    speeds = bench.measure(game, runs=1, share=0.01)
    assert all(speed > 0 for speed in speeds.values())
    text = bench.as_text(game, speeds)
    assert "vector, N = 1024, without both" in text
    assert len(text.splitlines()) == 1 + len(speeds)
