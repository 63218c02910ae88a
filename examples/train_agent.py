"""Trains a small agent by self-play on thousands of games at once, and draws how it learns.

    pip install 'cubilete[study]'
    python examples/train_agent.py                      # Twenty One for two; learning.png
    python examples/train_agent.py --game 216 --iterations 300 --out curve.png
    python examples/train_agent.py --short              # a few seconds, just to see that it runs

The agent is a network with one hidden layer, in NumPy. It learns by policy gradients: it plays
against itself, and what led to a victory becomes more likely (an actor and a critic).
Nobody tells it anything about the game but which actions are legal. Every few iterations it plays
against the bots `random`, `novice` and `normal`, with greedy actions and alternating seats.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from cubilete.study.balance.plots import INK, style
from cubilete.study.vector import VectorEnv, make

mpl.use("Agg")
import matplotlib.pyplot as plt

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

OPPONENTS = {"random": ("#4f9d69", ":"), "novice": ("#3f86c4", "--"), "normal": ("#c0782f", "-")}
"""The bots that it is measured against, with the colour and the dashes of their lines."""
SMALL_RANGE = 7
"""Numbers with a range up to this get one input for each value too."""
SCALE = 50.0
"""Numbers with a larger range are divided by this."""
LARGEST = 200
LAMBDA = 0.8
LABEL = 5.0
"""The height of a label in the picture, in percent of the victory."""


class Inputs:
    """Turns observations into the inputs of the network: every number scaled, one input for each
    value of small numbers, and a 1."""

    def __init__(self, env: VectorEnv) -> None:
        low = np.array([low for _, count, low, _ in env.fields for _ in range(count)])
        high = np.array([high for _, count, _, high in env.fields for _ in range(count)])
        span = high - low
        self.scale = (1 / np.clip(span, 1, SCALE)).astype(np.float32)
        self.values = np.flatnonzero((span > 1) & (span <= SMALL_RANGE))
        starts = np.cumsum([len(span), *(span[self.values] + 1)])
        self.starts = starts[:-1] - low[self.values]
        self.count = int(starts[-1]) + 1

    def of(self, observations: NDArray[np.int16]) -> Floats:
        found = np.zeros((len(observations), self.count), np.float32)
        scaled = found[:, : len(self.scale)]
        np.multiply(np.minimum(observations, LARGEST), self.scale, out=scaled)
        places = observations[:, self.values] + self.starts
        np.put_along_axis(found, places.astype(np.int64), np.float32(1), axis=1)
        found[:, -1] = 1
        return found


class Network:
    """One hidden layer; out come a preference for each action and the value of the position."""

    def __init__(self, inputs: int, hidden: int, actions: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.weights = [
            rng.normal(0, 1 / np.sqrt(inputs), (inputs, hidden)).astype(np.float32),
            rng.normal(0, 0.01, (hidden, actions)).astype(np.float32),
            np.zeros((hidden, 1), np.float32),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.updates = 0

    def run(self, inputs: Floats, masks: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the chance of each legal action, and the value."""
        hidden = np.tanh(inputs @ self.weights[0])
        wishes = np.where(masks, hidden @ self.weights[1], np.float32(-1e9))
        wishes -= wishes.max(axis=1, keepdims=True)
        chances = np.exp(wishes)
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, (hidden @ self.weights[2])[:, 0]

    def learn(self, samples: "Samples", rate: float, curiosity: float) -> None:
        """One step of Adam towards what won, with a bonus for trying things out."""
        hidden, chances, value = self.run(samples.inputs, samples.masks)
        count = len(value)
        surprise = samples.worths - value
        advantage = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
        logs = np.log(chances + 1e-9)
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        towards = -chances * advantage[:, None]
        towards[np.arange(count), samples.actions] += advantage
        towards -= curiosity * chances * (logs + entropy)
        for_value = surprise[:, None].astype(np.float32)
        back = (towards @ self.weights[1].T + for_value @ self.weights[2].T) * (1 - hidden**2)
        self.climb([samples.inputs.T @ back, hidden.T @ towards, hidden.T @ for_value], count, rate)

    def climb(self, slopes: list[Floats], count: int, rate: float) -> None:
        self.updates += 1
        for place, slope in enumerate(slopes):
            mean = self.means[place] = 0.9 * self.means[place] + 0.1 * slope / count
            square = 0.999 * self.squares[place] + 0.001 * (slope / count) ** 2
            self.squares[place] = square
            steady = square / (1 - 0.999**self.updates)
            step = mean / (1 - 0.9**self.updates) / (np.sqrt(steady) + 1e-8)
            self.weights[place] += np.float32(rate) * step


@dataclass(frozen=True)
class Samples:
    """Decisions of finished games, and what they were worth to the seat that decided."""

    inputs: Floats
    masks: NDArray[np.bool_]
    actions: Ints
    worths: Floats

    def part(self, chosen: Ints) -> "Samples":
        return Samples(
            self.inputs[chosen], self.masks[chosen], self.actions[chosen], self.worths[chosen]
        )


@dataclass(frozen=True)
class Step:
    """The decisions of one step, in the games that were running: where, whose, and how good the
    network thought the position was."""

    inputs: Floats
    masks: NDArray[np.bool_]
    actions: Ints
    values: Floats
    games: Ints
    seats: Ints


def play_itself(
    env: VectorEnv, network: Network, inputs: Inputs, seed: int, rng: np.random.Generator
) -> Samples:
    """One game in each place of the environment, all seats by the network."""
    env.reset(seed)
    games = np.arange(env.games)
    running = np.ones(env.games, np.bool_)
    results = np.zeros((env.games, env.players), np.float32)
    steps: list[Step] = []
    while running.any():
        here = games[running]
        rows, masks = inputs.of(env.observations[here]), env.masks[here]
        _, chances, values = network.run(rows, masks)
        chosen = draw(chances, rng)
        steps.append(Step(rows, masks, chosen, values, here, env.seats[here]))
        actions = env.random_actions().copy()  # in places whose game is over: they do not count
        actions[here] = chosen
        env.step(actions)
        ended = running & env.done
        results[ended] = env.rewards[ended]
        running &= ~env.done
    return Samples(
        np.concatenate([step.inputs for step in steps]),
        np.concatenate([step.masks for step in steps]),
        np.concatenate([step.actions for step in steps]),
        np.concatenate(worths(steps, results)),
    )


def worths(steps: list[Step], results: Floats) -> list[Floats]:
    """What each decision was worth to its seat: a mixture of the result of the game and of the
    values of the seat's later positions (TD(λ)). The result alone has much more luck in it."""
    later, value = results.copy(), results.copy()
    found: list[Floats] = []
    for step in reversed(steps):
        at = step.games, step.seats
        later[at] = LAMBDA * later[at] + (1 - LAMBDA) * value[at]
        value[at] = step.values
        found.append(later[at])
    return found[::-1]


def draw(chances: Floats, rng: np.random.Generator) -> Ints:
    """An action for each row by its chances. Actions without a chance are never drawn."""
    limits = np.cumsum(chances, axis=1)
    marks = rng.random(len(chances), dtype=np.float32) * limits[:, -1]
    drawn: Ints = np.minimum((limits <= marks[:, None]).sum(axis=1), last_possible(chances))
    return drawn


def last_possible(chances: Floats) -> Ints:
    last: Ints = chances.shape[1] - 1 - np.argmax(chances[:, ::-1] > 0, axis=1)
    return last


def share_of_victory(
    env: VectorEnv, network: Network, inputs: Inputs, level: str
) -> tuple[float, float]:
    """The agent's mean share of the victory against a level, and its standard error."""
    env.reset(1)
    games = np.arange(env.games)
    own = games % env.players
    running = np.ones(env.games, np.bool_)
    shares = np.zeros(env.games)
    while running.any():
        mine = env.seats == own
        actions = env.bot_actions(level, ~mine).copy()
        _, chances, _ = network.run(inputs.of(env.observations[mine]), env.masks[mine])
        actions[mine] = chances.argmax(axis=1)
        env.step(actions)
        ended = running & env.done
        shares[ended] = env.rewards[games, own][ended] + 1 / env.players
        running &= ~env.done
    return float(shares.mean()), float(shares.std() / np.sqrt(env.games))


Curve = dict[str, list[tuple[int, float, float]]]


def train(options: argparse.Namespace) -> Curve:
    """Learns, and returns for each opponent (games played, share of the victory, error)."""
    env = make(options.game, options.games, options.players)
    trial = make(options.game, options.trials, options.players)
    inputs = Inputs(env)
    network = Network(inputs.count, options.hidden, env.actions, options.seed)
    rng = np.random.default_rng(options.seed)
    curve: Curve = {level: [] for level in OPPONENTS}
    for iteration in range(options.iterations + 1):
        if iteration % options.every == 0:
            for level in OPPONENTS:
                share, error = share_of_victory(trial, network, inputs, level)
                curve[level].append((iteration * env.games, share, error))
            shown = ", ".join(f"{level} {curve[level][-1][1]:.1%}" for level in OPPONENTS)
            print(f"{iteration * env.games:>8,} games: beats {shown}", flush=True)
        if iteration == options.iterations:
            break
        samples = play_itself(env, network, inputs, options.seed + 1 + iteration, rng)
        order = rng.permutation(len(samples.worths))
        for chosen in np.array_split(order, max(len(order) // options.batch, 1)):
            rate = options.rate * (1 - iteration / options.iterations)
            network.learn(samples.part(chosen), rate, options.curiosity)
    return curve


def draw_curve(curve: Curve, options: argparse.Namespace) -> None:
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
        for level, points in curve.items():
            games, shares, errors = (np.array(part) for part in zip(*points, strict=True))
            colour, dashes = OPPONENTS[level]
            band = 196 * errors
            axes.plot(games, 100 * shares, color=colour, ls=dashes, lw=2)
            axes.fill_between(
                games, 100 * shares - band, 100 * shares + band, color=colour, alpha=0.2, lw=0
            )
        place = axes.get_yaxis_transform()
        ends = {level: 100 * points[-1][1] for level, points in curve.items()}
        for level, height in spread(ends).items():
            axes.text(
                *(1.01, height, f"against {level}"),
                transform=place,
                va="center",
                color=OPPONENTS[level][0],
            )
        even = 100 / options.players
        axes.axhline(even, color=INK, lw=0.8)
        axes.text(0.995, even - 1, "even", transform=place, ha="right", va="top")
        axes.set(
            xlabel="games played against itself",
            ylabel="share of the victory, %",
            xlim=(0, curve["normal"][-1][0]),
            ylim=(-1, 101),
            title=f"{options.game}, {options.players} players: an agent that learns by itself",
        )
        axes.xaxis.set_major_formatter("{x:,.0f}")
        figure.savefig(options.out, dpi=options.dpi)
    print(f"drawn: {options.out}")


def spread(heights: dict[str, float]) -> dict[str, float]:
    """The heights of labels, the highest first, so far apart that they can be read."""
    found: dict[str, float] = {}
    ceiling = 100.0
    for level in sorted(heights, key=heights.__getitem__, reverse=True):
        found[level] = min(heights[level], ceiling)
        ceiling = found[level] - LABEL
    return found


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="twenty-one")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--games", type=int, default=512, help="games at once")
    parser.add_argument("--trials", type=int, default=1000, help="games against each bot")
    parser.add_argument("--every", type=int, default=10, help="iterations between the trials")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--batch", type=int, default=4096, help="decisions in one update")
    parser.add_argument("--rate", type=float, default=0.004, help="of learning, at the beginning")
    parser.add_argument("--curiosity", type=float, default=0.03)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learning.png"))
    parser.add_argument("--dpi", type=int, default=150)
    parser.add_argument("--short", action="store_true", help="a few seconds, to see that it runs")
    options = parser.parse_args()
    if options.short:
        options.iterations, options.every, options.games, options.trials = 4, 2, 16, 16
    return options


if __name__ == "__main__":
    chosen_options = read_options()
    draw_curve(train(chosen_options), chosen_options)
