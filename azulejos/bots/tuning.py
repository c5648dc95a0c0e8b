"""Train the networks of `master` by self-play, generation by generation. It can be stopped and resumed.

    python -m azulejos.bots.tuning azul --players 2 --generations 4 --games 4000 --out tuning/azul-2

A generation plays games with the network of the previous one (the first with an untrained one), learns from them how many
points players still scored after each round, and writes its network. `--install` copies the last one to the game's weights.
Needs numpy.
"""

from __future__ import annotations

import random
from array import array
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
import numpy.typing as npt

from azulejos.bots.weights import file_name
from azulejos.core.contract import CHANCE, Json, Problem, State
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.core.heuristic import Heuristic
from azulejos.core.net import Net, shape, size
from azulejos.core.registry import GAMES
from azulejos.core.search import Search

GAMES_A_PART = 50
SLIPS = 0.15  # moves chosen at random, in proportion to their visits: the network should see unusual positions, too

HIDDEN, UNIT = shape()

Floats = npt.NDArray[np.float32]


def heuristic_of(state: State) -> Heuristic:
    """Return the heuristic of the state's game; without one there is nothing to train."""
    found = state.game.heuristic(state)
    if found is None:
        raise Problem(f"{state.game.name} has no heuristic, so no network can be trained for it", "no_heuristic")
    return found


class Samples(NamedTuple):
    """The features of a player's and the others' boards between rounds, and how many points the player still scored."""

    own: npt.NDArray[np.uint8]
    others: npt.NDArray[np.uint8]
    gains: Floats


def self_play(spec: Json, weights: bytes, effort: int, seed: int) -> Samples:
    """Play a part of a generation's games."""
    game, dice = game_from_json(spec), random.Random(seed)
    features = heuristic_of(game.start()).features_known
    net = Net(features, array("f", weights))
    own, others, gains = [], [], []
    for _ in range(GAMES_A_PART):
        seen, scores = _play(game, net, effort, dice)
        for boards, before in seen:
            shown = np.zeros((game.players, features), np.uint8)
            for seat, board in enumerate(boards):
                shown[seat, board] = 1
            own.append(shown)
            others.append(shown.sum(0, dtype=np.uint8) - shown)
            gains.append(np.subtract(scores, before, dtype=np.float32))
    return Samples(np.concatenate(own), np.concatenate(others), np.concatenate(gains))


def _play(
    game: Game, net: Net, effort: int, dice: random.Random
) -> tuple[list[tuple[list[list[int]], tuple[int, ...]]], tuple[int, ...]]:
    """Play one game; return the boards and scores between its rounds, and the final scores."""
    state = game.start()
    seen: list[tuple[list[list[int]], tuple[int, ...]]] = []
    known = state.round
    while state.outcome is None:
        if state.actor is CHANCE:
            after = state.play(state.draw(dice))
            if after.round > known:
                known = after.round
                judge = heuristic_of(state)
                seen.append(([judge.features(seat) for seat in range(game.players)], state.scores))
            state = after
            continue
        search = Search(heuristic_of(state), net, dice.getrandbits(63))
        search.run(effort)
        found = search.findings()
        best = dice.choices(found, [visits for _, visits, _, _ in found])[0] if dice.random() < SLIPS else found[0]
        state = state.play(game.moves[best[0]])
    return seen, state.outcome.scores


def learn(samples: Samples, seed: int, epochs: int = 30, batch: int = 2048, rate: float = 2e-3) -> tuple[Floats, float, float]:
    """Fit a network with Adam; return its weights, the remaining spread (on a tenth), and the original spread."""
    rng = np.random.default_rng(seed)
    target = samples.gains / UNIT
    count, features = samples.own.shape
    held_out = count // 10
    order = np.arange(count - held_out)
    weights = {
        "own": rng.normal(0, 0.1, (features, HIDDEN)),
        "others": rng.normal(0, 0.1, (features, HIDDEN)),
        "bias": np.full(HIDDEN, 0.1),
        "output": rng.normal(0, 0.2, HIDDEN),
        "offset": np.full(1, target.mean()),
    }
    w = {name: value.astype(np.float32) for name, value in weights.items()}
    first = {name: np.zeros_like(value) for name, value in w.items()}
    second = {name: np.zeros_like(value) for name, value in w.items()}

    def forward(rows: npt.NDArray[np.intp]) -> tuple[Floats, Floats, Floats, Floats]:
        own, others = samples.own[rows].astype(np.float32), samples.others[rows].astype(np.float32)
        units = own @ w["own"] + others @ w["others"] + w["bias"]
        return own, others, units, np.maximum(units, 0) @ w["output"] + w["offset"]

    step = 0
    for epoch in range(epochs):
        rng.shuffle(order)
        pace = rate * 0.5 * (1 + np.cos(np.pi * epoch / epochs))
        for at in range(0, max(len(order) - batch, 0) + 1, batch):
            rows = order[at : at + batch]
            own, others, units, guess = forward(rows)
            error = (2 / len(rows)) * (guess - target[rows])
            back = error[:, None] * w["output"] * (units > 0)
            slopes = {
                "own": own.T @ back,
                "others": others.T @ back,
                "bias": back.sum(0),
                "output": np.maximum(units, 0).T @ error,
                "offset": error.sum(keepdims=True),
            }
            step += 1
            for name, slope in slopes.items():
                first[name] += 0.1 * (slope - first[name])
                second[name] += 0.001 * (slope * slope - second[name])
                scale = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
                w[name] -= (pace * first[name] / (1 - 0.9**step) / scale).astype(np.float32)
    flat = np.concatenate([w[name].ravel() for name in ("own", "others", "bias", "output", "offset")]).astype(np.float32)
    test = np.arange(count - held_out, count)
    guess = np.concatenate([forward(part)[3] for part in np.array_split(test, 16) if len(part)])
    left = float(np.sqrt(np.mean((guess - target[test]) ** 2))) * UNIT
    return flat, left, float(target[test].std()) * UNIT


def generation(game: Game, folder: Path, number: int, games: int, effort: int, processes: int, memory: int) -> None:
    """Play and learn one generation; parts that already exist are kept."""
    features = heuristic_of(game.start()).features_known
    before = folder / f"{number - 1}.f32"
    weights = before.read_bytes() if number else bytes(4 * size(features))
    parts = [folder / f"{number}-{part}.npz" for part in range(-(-games // GAMES_A_PART))]
    missing = [part for part in range(len(parts)) if not parts[part].exists()]
    label = f"generation {number}, self-play"
    with ProcessPoolExecutor(processes) as pool, click.progressbar(length=len(parts), label=label) as bar:
        bar.update(len(parts) - len(missing))
        seeds = {pool.submit(self_play, game.json, weights, effort, 1_000_000 * number + part): part for part in missing}
        for done in as_completed(seeds):
            unfinished = folder / f"{number}-{seeds[done]}.tmp.npz"
            np.savez_compressed(unfinished, **done.result()._asdict())
            unfinished.rename(parts[seeds[done]])  # a part is written completely or not at all
            bar.update(1)
    recent = [
        part for earlier in range(max(0, number - memory + 1), number + 1) for part in sorted(folder.glob(f"{earlier}-*.npz"))
    ]
    loaded = [np.load(part) for part in recent]
    samples = Samples(*(np.concatenate([part[name] for part in loaded]) for name in Samples._fields))
    learnt, left, spread = learn(samples, number)
    click.echo(f"generation {number}: {len(samples.gains)} samples; spread {spread:.2f} points, of which {left:.2f} are left")
    (folder / f"{number}.f32").write_bytes(learnt.tobytes())


@click.command(help=__doc__)
@click.argument("name", type=click.Choice(list(GAMES)))
@click.option("--players", default=2, show_default=True)
@click.option("--board", help="default: the game's first")
@click.option("--generations", default=4, show_default=True)
@click.option("--games", default=2000, show_default=True, help="games per generation")
@click.option("--effort", default=200, show_default=True, help="simulations per move")
@click.option("--memory", default=2, show_default=True, help="generations to learn from")
@click.option("--processes", default=2, show_default=True)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True)
@click.option("--install", is_flag=True, help="install the last network in the game's weights")
def main(
    name: str,
    players: int,
    board: str | None,
    generations: int,
    games: int,
    effort: int,
    memory: int,
    processes: int,
    out: Path,
    install: bool,
) -> None:
    game = game_from_json({"game": name, "players": players} | ({"board": board} if board else {}))
    out.mkdir(parents=True, exist_ok=True)
    for number in range(generations):
        if not (out / f"{number}.f32").exists():
            generation(game, out, number, games, effort, processes, memory)
    if install:
        learnt = np.frombuffer((out / f"{generations - 1}.f32").read_bytes(), np.float32)
        folder = game.folder()
        if not isinstance(folder, Path):
            raise click.UsageError(f"{name} has no folder on the disk to put weights into")
        target = folder / "weights" / file_name(game)
        target.write_bytes(learnt.astype("<f2").tobytes())
        click.echo(f"wrote {target.name}")


if __name__ == "__main__":
    main()
