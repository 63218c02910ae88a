"""Which of two decks of 216 is the better one? Plays both and draws the answer.

    pip install 'cubilete[study]'
    python examples/compare_decks.py my-deck.txt           # against the deck that is shipped
    python examples/compare_decks.py one.txt other.txt     # 20,000 games of each; a minute
    python examples/compare_decks.py --short               # a few seconds, just to see that it runs

Without files, the shipped deck is compared with one on which every objective gives the same points.
What is measured, with two players:

- skill: how often the better bot wins, `normal` against `novice`. Where luck decides everything it
  is 50 %. (`novice` beats `random` nearly always, so that pair says little about a deck.)
- length: decisions of a game between two `normal`.
- tension: the share of games won by no more than a tenth of the target.

The deck on which skill counts for more is called the better one, if the difference is larger than
its error (two standard errors); the other figures are for you to judge.
"""

import argparse
import copy
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from cubilete import find_game
from cubilete.core import datafile
from cubilete.core.json_types import JsonObject
from cubilete.study.balance.plots import INK, style
from cubilete.study.vector import make

mpl.use("Agg")
import matplotlib.pyplot as plt

PAIRS = (("normal", "novice"),)
TARGET = 100
SAME_POINTS = 9
LOOKS = (("#3f86c4", "-", ""), ("#c0782f", "--", "//"))
"""The colour, dashes and hatching of each deck."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Deck:
    name: str
    material: JsonObject


@dataclass(frozen=True)
class Played:
    """What games with one deck were like."""

    deck: Deck
    wins: dict[tuple[str, str], Numbers]
    """For each pair of bots the better one's share of the victory, game by game."""
    lengths: Numbers
    margins: Numbers

    def skill(self) -> tuple[float, float]:
        """How often the better bot wins, the mean over the pairs, and its standard error."""
        means = [wins.mean() for wins in self.wins.values()]
        variances = [wins.var() / len(wins) for wins in self.wins.values()]
        return float(np.mean(means)), float(np.sqrt(sum(variances)) / len(means))


def shipped() -> Deck:
    return Deck("the shipped deck", find_game("216").rules.default_material({}))


def flat(deck: Deck) -> Deck:
    """The same cards, but every objective gives the same points."""
    material = copy.deepcopy(deck.material)
    objectives = material["objectives"]
    assert isinstance(objectives, list)
    for objective in objectives:
        assert isinstance(objective, dict)
        objective["score"] = SAME_POINTS
        objective["bonus"] = 0
    return Deck(f"every objective {SAME_POINTS} points", material)


def read(path: Path) -> Deck:
    data = datafile.parse(path.read_text(encoding="utf-8"))
    return Deck(path.stem, find_game("216").rules.read_material(data))


def games_of(deck: Deck, bots: tuple[str, str], games: int) -> tuple[Numbers, Numbers, Numbers]:
    """Games between two bots in turn about seats: the first one's share of the victory, the
    decisions, and by how many points each was won."""
    env = make("216", games, players=2, seed=1, material=deck.material, target=TARGET)
    places = np.arange(games)
    seat = places % 2
    shares, margins = np.zeros(games), np.zeros(games)
    lengths = np.zeros(games)
    running = np.ones(games, np.bool_)
    while running.any():
        mine = env.seats == seat
        env.bot_actions(bots[1], ~mine)
        env.step(env.bot_actions(bots[0], mine))
        lengths += running
        ended = running & env.done
        shares[ended] = env.rewards[places, seat][ended] + 0.5
        margins[ended] = abs(env.scores[ended, 0] - env.scores[ended, 1])
        running &= ~env.done
    return shares, lengths, margins


def play(deck: Deck, games: int) -> Played:
    wins = {pair: games_of(deck, pair, games)[0] for pair in PAIRS}
    _, lengths, margins = games_of(deck, ("normal", "normal"), games)
    return Played(deck, wins, lengths, margins)


def report(played: list[Played]) -> str:
    for one in played:
        skill, error = one.skill()
        print(f"{one.deck.name}:")
        print(f"  the better bot wins {skill:.1%} ± {2 * error:.1%}")
        for (better, worse), wins in one.wins.items():
            print(f"    {better} against {worse}: {wins.mean():.1%}")
        print(f"  decisions of a game: {np.median(one.lengths):.0f}")
        print(f"  close games: {(one.margins <= TARGET / 10).mean():.1%}")
    (first, first_error), (second, second_error) = (one.skill() for one in played)
    error = float(np.hypot(first_error, second_error))
    if abs(first - second) <= 2 * error:
        return "No difference that these games can show: play more of them."
    winner = played[0] if first > second else played[1]
    more = 100 * abs(first - second)
    return f"Skill counts for more with {winner.deck.name}: {more:.1f} more victories in 100 games."


def draw(played: list[Played], verdict: str, out: Path, dpi: int) -> None:
    longest = max(float(np.percentile(one.lengths, 99)) for one in played)
    widest = max(float(np.percentile(one.margins, 99)) for one in played)
    with style():
        figure, (left, middle, right) = plt.subplots(
            1, 3, figsize=(10.5, 3.9), layout="constrained"
        )
        for place, (one, (colour, dashes, hatch)) in enumerate(zip(played, LOOKS, strict=True)):
            for row, wins in enumerate(one.wins.values()):
                at = row + 0.36 * place - 0.18
                error = 200 * wins.std() / np.sqrt(len(wins))
                bar = left.barh(
                    at, 100 * wins.mean(), 0.32, xerr=error, color=colour, hatch=hatch, ecolor=INK
                )
                left.bar_label(bar, fmt="%.1f %%", padding=4)
            for axes, values, top in (
                (middle, one.lengths, longest),
                (right, one.margins, widest),
            ):
                weights = np.full(len(values), 100 / len(values))
                bins = bins_to(top)
                axes.hist(values, bins, weights=weights, color=colour, alpha=0.25)
                axes.hist(
                    values,
                    bins,
                    weights=weights,
                    color=colour,
                    histtype="step",
                    ls=dashes,
                    lw=1.5,
                    label=one.deck.name,
                )
        left.set_yticks(
            range(len(PAIRS)), [f"{better}\nagainst {worse}" for better, worse in PAIRS]
        )
        left.invert_yaxis()
        left.axvline(50, color=INK, lw=0.8)
        left.set_xticks(range(0, 101, 25))
        left.set(xlim=(0, 125), xlabel="games won, %", title="skill (50 %: all luck)")
        middle.set(xlabel="decisions of a game", ylabel="games, %", title="length")
        right.set(xlabel="points between both players", title="how close they end")
        figure.legend(
            *middle.get_legend_handles_labels(), frameon=False, ncols=2, loc="outside lower center"
        )
        figure.suptitle(verdict)
        figure.savefig(out, dpi=dpi)
    print(f"drawn: {out}")


def bins_to(top: float) -> Numbers:
    """About 25 bins of whole numbers: what is counted is whole, and bins of other widths would have
    some values in pairs and some alone."""
    width = max(round(top / 25), 1)
    return np.arange(-0.5, top + width, width)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("decks", nargs="*", type=Path, help="one deck or two, as text files")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--out", type=Path, default=Path("decks.png"))
    parser.add_argument("--dpi", type=int, default=150)
    parser.add_argument("--short", action="store_true", help="a few seconds, to see that it runs")
    options = parser.parse_args()
    if len(options.decks) > 2:
        parser.error("two decks are compared, not more")
    if options.short:
        options.games = 12
    return options


def main() -> None:
    options = read_options()
    decks = [read(path) for path in options.decks]
    if len(decks) < 2:
        decks.insert(0, shipped())
    if len(decks) < 2:
        decks.append(flat(decks[0]))
    played = [play(deck, options.games) for deck in decks]
    verdict = report(played)
    print(verdict)
    draw(played, verdict, options.out, options.dpi)


if __name__ == "__main__":
    main()
