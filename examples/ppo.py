"""Learn two-player Azul from scratch by self-play: PPO with torch, on the vector environment.

    pip install 'azulejos[env,learn,report]'
    python examples/ppo.py --picture curve.png

One network plays both seats. It sees the observation of the seat to move, and returns a preference for every move and the lead
it expects to gain from here on. A move is not just a number: what the rules say about a move (how many tiles it takes, how many
fall, whether a line is complete, what its tile would score) is computed from the observation, and the same small network looks
at each move. It has to learn what all that is worth.

The reward is the change of the lead, so what one seat wins the other loses: values and advantages change sign whenever the
turn passes to the other seat.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from azulejos import Azul, Move, State
from azulejos.arena.stats import wilson
from azulejos.bots import Bot, Budget, make_bot
from azulejos.env.observation import Encoder
from azulejos.env.spaces import drawn
from azulejos.env.vector import BatchEnv

GAME = Azul(players=2)
POINTS = 10.0  # points that make a reward of 1
COLOURS, SOURCES, LINES = 5, 6, 6  # of the coloured game for two: no other move is ever legal
CLIP, EPOCHS, BATCH, RATE = 0.2, 3, 512, 1e-3
DISCOUNT, LAMBDA = 1.0, 0.95
ENTROPY, ENTROPY_AT_THE_END = 0.02, 0.003

PENALTY = torch.tensor([0.0, 1, 2, 4, 6, 8, 11, 14])  # by tiles on the floor line
COLOUR_AT = torch.tensor([[(column - row) % 5 for column in range(5)] for row in range(5)]).expand(1, 2, 5, 5)  # of the wall
COLUMN_OF = torch.tensor([[(colour + row) % 5 for colour in range(5)] for row in range(5)]).expand(1, 2, 5, 5)


def takes(mask: Tensor) -> Tensor:
    """Return the part of a mask that can be legal in this game."""
    return mask[..., :300].unflatten(-1, (COLOURS, 10, LINES))[..., :SOURCES, :].flatten(-3).bool()


TAKES = torch.arange(300).view(COLOURS, 10, LINES)[:, :SOURCES].flatten()
"""Return the ids of these moves."""


def points(wall: Tensor) -> Tensor:
    """Return what a tile would score at each place of a wall: the runs across and down that it would be part of."""
    runs = []
    for rows in (wall, wall.flip(-1), wall.mT, wall.mT.flip(-1)):
        run = [torch.zeros_like(rows[..., 0])]
        for i in range(4):
            run.append((run[-1] + 1) * rows[..., i])
        runs.append(torch.stack(run, -1))
    across, down = runs[0] + runs[1].flip(-1), (runs[2] + runs[3].flip(-1)).mT
    return 1 + across + down + (across > 0) * (down > 0)


class Sight:
    """What the rules say about positions and their moves, computed from observations."""

    TABLE, MOVE = 100, 34  # how many numbers more than the observation, and how many per move

    def __init__(self, encoder: Encoder, seen: Tensor) -> None:
        parts: Any = encoder.named(seen)  # type: ignore[arg-type]
        self.tiles = 4 * torch.cat([parts["centre"].unsqueeze(1), parts["displays"]], 1)[..., :COLOURS]
        self.marker = parts["marker"][:, 0]
        self.fallen = 7 * parts["floor"][:, 0, 0]
        self.lines = parts["lines"][..., :COLOURS]
        wall = parts["wall"] + (self.lines == 1).float().gather(3, COLOUR_AT.expand_as(parts["wall"]))  # and what comes
        # By player, row and colour from here on:
        column = COLUMN_OF.expand_as(wall)
        self.points = points(wall).gather(3, column)
        self.in_row = wall.sum(3, keepdim=True).expand_as(wall)
        self.in_column = wall.sum(2, keepdim=True).expand_as(wall).gather(3, column)
        self.of_colour = wall.gather(3, column).sum(2, keepdim=True).expand_as(wall)
        self.table = torch.cat([seen, self.points.flatten(1) / 5, (self.lines * self.points).flatten(1) / 5], 1)

    def moves(self, row: Tensor, move: Tensor) -> Tensor:
        """Return the features of some moves, each in the position of a row."""
        colour, source, line = move // (SOURCES * LINES), move // LINES % SOURCES, move % LINES
        tiles, centre, to_line = self.tiles[row, source, colour], (source == 0).float(), (line > 0).float()
        place = row, 0, (line - 1).clamp(min=0), colour
        held = (self.lines[place] * line).round()
        fits = torch.minimum(tiles, line - held)
        left = line - held - fits
        marker = centre * self.marker[row]
        fallen = (self.fallen[row] + tiles - fits + marker).clamp(max=7)
        cost = PENALTY[fallen.round().long()] - PENALTY[self.fallen[row].round().long()]
        complete = to_line * (left == 0)
        progress = [self.in_row[place] / 4, self.in_column[place] / 4, self.of_colour[place] / 4, self.points[place] / 5]
        numbers = [tiles / 4, fits / 4, (tiles - fits) / 4, held / 4, left / 4, cost / 4, fallen / 7, marker, centre, complete]
        numbers += [part * to_line for part in progress] + [part * complete for part in progress]
        numbers += [to_line * self.points[place] / 5 * fits / line.clamp(min=1), (held == 0).float()]
        numbers += [(self.tiles[row, source].sum(1) - tiles) / 4]  # what goes to the centre, or stays there
        numbers += [(self.tiles[row, :, colour].sum(1) - tiles) / 8, self.tiles.sum((1, 2))[row] / 20]  # what is left
        one_hot = nn.functional.one_hot
        return torch.cat([torch.stack(numbers, 1), one_hot(line, LINES), one_hot(left.long(), 5)], 1)


class Net(nn.Module):
    """Return the log-probabilities of all takes (colour, source, line), and the value of the position, from an observation."""

    def __init__(self, encoder: Encoder, hidden: int = 128, summary: int = 64) -> None:
        super().__init__()
        self.encoder = encoder
        size = encoder.size + Sight.TABLE
        self.body = nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, summary))
        self.value = nn.Sequential(
            nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1)
        )
        self.move = nn.Linear(Sight.MOVE, summary)
        self.wish = nn.Sequential(nn.ReLU(), nn.Linear(summary, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        sight = Sight(self.encoder, seen)
        row, move = mask.nonzero(as_tuple=True)
        wish = self.wish(self.move(sight.moves(row, move)) + self.body(sight.table)[row]).squeeze(1)
        wishes = torch.full(mask.shape, -1e9).index_put((row, move), wish)
        return wishes.log_softmax(1), self.value(sight.table).squeeze(1)


class Learnt(Bot):
    """A bot that plays the move that a network prefers."""

    def __init__(self, net: Net) -> None:
        super().__init__(seed=0)
        self.net = net

    def choose(self, state: State, budget: Budget) -> Move:
        return self.choose_all([state])[0]

    def choose_all(self, states: list[State]) -> list[Move]:
        seen = [self.net.encoder.encode(state, int(state.actor)) for state in states]  # type: ignore[arg-type]
        numbers, masks = (torch.from_numpy(np.stack(part)) for part in zip(*seen, strict=True))
        with torch.no_grad():
            chances, _ = self.net(numbers, takes(masks))
        return [GAME.moves[int(id)] for id in TAKES[chances.argmax(1)]]


def score_against(bot: str, net: Net, games: int, seed: int = 1) -> float:
    """Return the share of games that the network wins (a draw is half a win), from both seats on the same deals."""
    mine = Learnt(net)
    dice = [random.Random(seed + number // 2) for number in range(games)]
    bots = [make_bot(bot, seed + number) for number in range(games)]
    states = [drawn(GAME.start(), one, None)[0] for one in dice]
    while True:
        turns = [number for number in range(games) if states[number].actor == number % 2]
        for number, move in zip(turns, mine.choose_all([states[number] for number in turns]) if turns else [], strict=True):
            states[number] = drawn(states[number].play(move), dice[number], None)[0]
        waiting = [number for number in range(games) if states[number].actor == 1 - number % 2]
        for number in waiting:
            move = bots[number].choose(states[number], Budget(effort=1))
            states[number] = drawn(states[number].play(move), dice[number], None)[0]
        if not turns and not waiting:
            break
    outcomes = [state.outcome for state in states]
    return sum((number % 2 in o.winners) / len(o.winners) for number, o in enumerate(outcomes) if o is not None) / games


class Rollout:
    """The data of a number of steps of all games."""

    def __init__(self, steps: int, env: BatchEnv) -> None:
        shape = (steps, env.num_envs)
        self.seen = torch.zeros(*shape, env.buffers["observations"].shape[1])
        self.mask = torch.zeros(*shape, len(TAKES), dtype=torch.bool)
        self.action = torch.zeros(shape, dtype=torch.int64)
        self.reward, self.value, self.chance = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)
        self.going_on = torch.zeros(shape)  # 1 if the same seat moves next, -1 if the other one does, 0 if the game is over

    def play(self, env: BatchEnv, net: Net) -> Tensor:
        """Play on; return the value of the last position."""
        out = {name: torch.from_numpy(array) for name, array in env.buffers.items()}  # the same memory
        for t in range(len(self.reward)):
            self.seen[t], self.mask[t] = out["observations"], takes(out["masks"])
            movers = out["seats"].long()
            with torch.no_grad():
                chances, self.value[t] = net(self.seen[t], self.mask[t])
            self.action[t] = chances.exp().multinomial(1)[:, 0]
            self.chance[t] = chances.gather(1, self.action[t][:, None])[:, 0]
            env.step(TAKES[self.action[t]].numpy())
            gained = out["rewards"].gather(1, movers[:, None])[:, 0]
            self.reward[t] = (2 * gained - out["rewards"].sum(1)) / POINTS  # mine minus the other's
            self.going_on[t] = torch.where(out["seats"] == movers, 1.0, -1.0) * ~out["ended"]
        with torch.no_grad():
            return net(out["observations"], takes(out["masks"]))[1]

    def advantages(self, last: Tensor) -> Tensor:
        """Return how much better each move was than expected (generalised advantage estimation, with the sign of the mover)."""
        found, ahead, after = torch.zeros_like(self.reward), torch.zeros_like(last), last
        for t in reversed(range(len(self.reward))):
            surprise = self.reward[t] + DISCOUNT * self.going_on[t] * after - self.value[t]
            ahead = surprise + DISCOUNT * LAMBDA * self.going_on[t] * ahead
            found[t], after = ahead, self.value[t]
        return found


def improve(net: Net, optimiser: torch.optim.Optimizer, rollout: Rollout, last: Tensor, entropy: float) -> None:
    """Run some passes of PPO over what was played."""
    advantage = rollout.advantages(last).flatten()
    target = advantage + rollout.value.flatten()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    seen, mask = rollout.seen.flatten(0, 1), rollout.mask.flatten(0, 1)
    action, before = rollout.action.flatten(), rollout.chance.flatten()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(action)).split(BATCH):
            chances, value = net(seen[rows], mask[rows])
            ratio = (chances.gather(1, action[rows][:, None])[:, 0] - before[rows]).exp()
            doubt = -(chances.exp() * chances).sum(1).mean()
            gain = torch.min(ratio * advantage[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[rows]).mean()
            loss = -gain + 0.5 * (value - target[rows]).square().mean() - entropy * doubt
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            optimiser.step()


def train(updates: int, num_envs: int = 256, steps: int = 32, look: int = 25, games: int = 200, seed: int = 1) -> Any:
    """Train for `updates`; return the network and the learning curve: scores every `look` updates."""
    torch.manual_seed(seed)
    env = BatchEnv(GAME, num_envs, opponents=None, reward="score")
    env.reset(seed=seed)
    net = Net(Encoder(GAME))
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    rollout = Rollout(steps, env)
    curve: list[dict[str, float]] = []
    played, used = 0, 0.0
    for update in range(updates + 1):
        if update % look == 0 or update == updates:
            scores = {bot: score_against(bot, net, games) for bot in ("random", "greedy")}
            curve.append({"games": played, "minutes": round(used / 60, 2), **scores})
            print(", ".join(f"{name} {value:g}" for name, value in curve[-1].items()), flush=True)
        if update < updates:
            begin, done = time.process_time(), update / updates
            for group in optimiser.param_groups:
                group["lr"] = RATE * (1 - 0.9 * done)
            last = rollout.play(env, net)
            improve(net, optimiser, rollout, last, ENTROPY + (ENTROPY_AT_THE_END - ENTROPY) * done)
            played += int((rollout.going_on == 0).sum())
            used += time.process_time() - begin
    return net, curve


def draw(curve: list[dict[str, float]], final: dict[str, Any], path: Path) -> None:
    """Draw the learning curve."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for bot, colour in (("random", "tab:blue"), ("greedy", "tab:orange")):
        axes.plot([point["games"] for point in curve], [point[bot] for point in curve], color=colour, label=f"against {bot}")
        axes.errorbar(
            curve[-1]["games"],
            final[bot]["score"],
            yerr=[[final[bot]["score"] - final[bot]["low"]], [final[bot]["high"] - final[bot]["score"]]],
            color=colour,
            marker="o",
            capsize=4,
        )
    axes.axhline(0.5, color="grey", linewidth=0.8, linestyle="--")
    scores = "; ".join(f"{bot} {end['score']:.1%} ({end['low']:.1%} to {end['high']:.1%})" for bot, end in final.items())
    axes.set(xlabel="games of self-play", ylabel="share of games won", ylim=(0, 1.02))
    axes.set_title(
        f"PPO, Azul for two, {curve[-1]['games']:,.0f} games, {curve[-1]['minutes']:.0f} CPU minutes. At the end: {scores}",
        fontsize=8,
    )
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=160, help="of about 145 games each; 160 take about five minutes")
    parser.add_argument("--games", type=int, default=1000, help="games against each bot at the end")
    parser.add_argument("--picture", type=Path, help="file for the learning curve")
    parser.add_argument("--save", type=Path, help="file for the network")
    options = parser.parse_args()
    torch.set_num_threads(1)
    net, curve = train(options.updates)
    final: dict[str, Any] = {}
    for bot in ("random", "greedy"):
        share = wilson(score_against(bot, net, options.games, seed=1_000_000), options.games)
        final[bot] = {"games": options.games, "score": share.value, "low": share.low, "high": share.high}
        print(f"at the end, against {bot}: {share.value:.1%} ({share.low:.1%} to {share.high:.1%}, {options.games} games)")
    if options.picture:
        draw(curve, final, options.picture)
        options.picture.with_suffix(".json").write_text(json.dumps({"curve": curve, "final": final}, indent=1) + "\n")
    if options.save:
        torch.save(net.state_dict(), options.save)


if __name__ == "__main__":
    main()
