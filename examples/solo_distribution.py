"""Draws how many points are made alone at Dizzle, level by level.

    pip install 'cubilete[study]'
    python examples/solo_distribution.py                # 2000 games a bot, solo.png
    python examples/solo_distribution.py --experts 40   # and 40 games of the expert on each level
    python examples/solo_distribution.py --short        # a few seconds, just to see that it runs

A sheet of 58 cells has far too many positions to compute the best possible play, so the picture has
no optimum: it shows what the bots `random`, `novice` and `normal` make, and where its games are
asked for `expert`, the best player that we have. The expert searches: some seconds a game.
"""

import argparse
from pathlib import Path

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from cubilete import find_game
from cubilete.study.balance.plots import style
from cubilete.study.simulate import Simulation
from cubilete.study.vector import make

mpl.use("Agg")
import matplotlib.pyplot as plt

BOTS = {
    "random": ("#4f9d69", ":"),
    "novice": ("#3f86c4", "--"),
    "normal": ("#c0782f", "-"),
    "expert": ("#a05fb5", "-."),
}
"""The colour and the dashes of their lines."""
LEVELS = (1, 2, 3, 4)
SHOWN = (10, 50, 90)

Points = NDArray[np.int32]


def points_of(bot: str, level: int, games: int, seed: int) -> Points:
    """The points of solo games: the first that ends in each place."""
    env = make("dizzle", games, players=1, seed=seed, level=level)
    points = np.zeros(games, np.int32)
    running = np.ones(games, np.bool_)
    while running.any():
        env.step(env.bot_actions(bot))
        ended = running & env.done
        points[ended] = env.scores[ended, 0]
        running &= ~env.done
    return points


def points_of_experts(level: int, games: int, seed: int) -> Points:
    """The same for the expert, which searches: one game after the other."""
    simulation = Simulation(find_game("dizzle"), ("expert",), seed, {"level": level})
    return np.array([state.scores()[0] for state in simulation.results(games)], np.int32)


def measure(options: argparse.Namespace) -> dict[int, dict[str, Points]]:
    found: dict[int, dict[str, Points]] = {}
    for level in LEVELS:
        here = {
            bot: points_of(bot, level, options.games, options.seed)
            for bot in ("random", "novice", "normal")
        }
        if options.experts:
            here["expert"] = points_of_experts(level, options.experts, options.seed)
        for bot, points in here.items():
            low, middle, high = np.percentile(points, SHOWN)
            print(
                f"level {level}, {bot:7}: {len(points):>5} games, mean {points.mean():5.1f}, "
                f"10 % below {low:.0f}, half below {middle:.0f}, 90 % below {high:.0f}",
                flush=True,
            )
        found[level] = here
    return found


def draw(found: dict[int, dict[str, Points]], out: Path, dpi: int) -> None:
    everything = np.concatenate([points for here in found.values() for points in here.values()])
    bins = np.arange(everything.min() - 1.5, everything.max() + 3, 3)
    with style():
        figure, rows = plt.subplots(
            len(found), 1, figsize=(7.2, 7.6), sharex=True, layout="constrained", squeeze=False
        )
        for (level, here), axes in zip(found.items(), rows[:, 0], strict=True):
            for bot, points in here.items():
                colour, dashes = BOTS[bot]
                weights = np.full(len(points), 100 / len(points))
                axes.hist(points, bins, weights=weights, color=colour, alpha=0.2)
                axes.hist(
                    points,
                    bins,
                    weights=weights,
                    color=colour,
                    histtype="step",
                    ls=dashes,
                    lw=1.5,
                    label=f"{bot} (median {np.median(points):.0f})",
                )
            axes.set(ylabel="games, %", title=f"level {level}")
            axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        rows[-1, 0].set_xlabel("points of a solo game")
        figure.suptitle("Dizzle alone: what each bot makes")
        figure.savefig(out, dpi=dpi)
    print(f"drawn: {out}")


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=2000, help="games of each bot on each level")
    parser.add_argument("--experts", type=int, default=0, help="games of the expert on each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("solo.png"))
    parser.add_argument("--dpi", type=int, default=150)
    parser.add_argument("--short", action="store_true", help="a few seconds, to see that it runs")
    options = parser.parse_args()
    if options.short:
        options.games = 8
    return options


if __name__ == "__main__":
    chosen_options = read_options()
    draw(measure(chosen_options), chosen_options.out, chosen_options.dpi)
