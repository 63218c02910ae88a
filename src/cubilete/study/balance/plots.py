"""The pictures of a balance study, drawn by matplotlib (the extra `study`).

They have no background, and lines and letters of a middle grey that can be read on light and dark
paper. What they say is never said by colour alone: bars of two kinds differ by hatching, and
lines by their dashes. The same study gives the same bytes.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cubilete.core.message import N_, Message
from cubilete.language import say
from cubilete.study.balance.statistics import Balance, Spread
from cubilete.study.balance.tables import Tables

INK = "#7a7a7a"
"""The report replaces it by the colour of its own text."""
FILL = "#3f86c4"
OTHER = "#c0782f"
WIDE = 7.2
BAR = 0.26
"""Inches: the width of a picture, and the height of one bar."""
MOST_BARS = 60
"""Of a histogram: rarer values are put together."""


@dataclass(frozen=True)
class Picture:
    """A drawn picture; `table` is the name of the table that it belongs to."""

    name: str
    table: str
    title: str
    figure: Figure

    def save(self, path: Path) -> None:
        """Writes PNG or SVG, by the ending of the name. Neither has a date in it."""
        kind = path.suffix.removeprefix(".")
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        with style():
            self.figure.savefig(path, format=kind, dpi=150, metadata=metadata)


@contextmanager
def style() -> Iterator[None]:
    """What holds while pictures are drawn and saved."""
    with matplotlib.rc_context(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "cubilete",
            "font.size": 9,
            "hatch.linewidth": 0.8,
            "text.color": INK,
            "axes.edgecolor": INK,
            "axes.labelcolor": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.facecolor": "none",
            "figure.facecolor": "none",
            "savefig.facecolor": "none",
        }
    ):
        yield


class Plots:
    """The pictures of a study in one language."""

    def __init__(self, balance: Balance, language: str) -> None:
        self.balance = balance
        self.language = language
        self.tables = Tables(balance, language)

    def say(self, template: str, **values: object) -> str:
        return say(Message(template, values), self.language)

    def all(self) -> Iterator[Picture]:
        balance = self.balance
        with style():
            if len(balance.places) > 1:
                yield self.seats()
            yield self.histogram("rounds", "course", self.say(N_("rounds")), balance.rounds)
            if len(balance.plan.bots) + len(balance.opponents) > 1:
                title = self.say(N_("changes of the lead"))
                yield self.histogram("lead", "course", title, balance.lead_changes)
            yield self.histogram("scores", "scores", self.say(N_("score")), balance.scores)
            if balance.luck() is not None:
                yield self.luck()
            for kind in balance.kinds:
                if len(balance.of_kind(kind)) > 1:
                    yield self.pieces(kind)

    # --- The pictures ---

    def seats(self) -> Picture:
        balance = self.balance
        title = self.say(N_("Advantage by order of play"))
        labels = [
            self.say(N_("plays as number {number}"), number=place + 1)
            for place in range(len(balance.places))
        ]
        figure, axes = bars(len(labels))
        shares = [100 * mean.mean for mean in balance.places]
        margins = [100 * mean.margin if mean.count > 1 else 0.0 for mean in balance.places]
        axes.barh(labels, shares, 0.6, color=FILL, xerr=margins, ecolor=INK, capsize=3)
        axes.invert_yaxis()
        even = self.say(N_("even share"))
        mark(axes, 100 * balance.even, f"{even}: {self.tables.percent(balance.even)}")
        axes.set_xlabel(self.say(N_("share of wins, in percent")))
        return Picture("seats", "seats", title, figure)

    def histogram(self, name: str, table: str, title: str, spread: Spread) -> Picture:
        figure = Figure(figsize=(WIDE, 2.6), layout="constrained")
        axes = figure.add_subplot()
        values, shares, step = binned(spread)
        axes.bar(values, shares, 0.85 * step, align="edge" if step > 1 else "center", color=FILL)
        median = self.say(N_("median"))
        mark(axes, spread.median, f"{median}: {spread.median}")
        axes.set_xlabel(title)
        axes.set_ylabel(self.say(N_("percent")))
        return Picture(name, table, title, figure)

    def luck(self) -> Picture:
        balance = self.balance
        title = self.say(N_("Luck and skill"))
        found = [
            (self.say(N_("these bots")), balance.luck()),
            (self.say(N_("with novices")), balance.mixed_luck()),
        ]
        labels = [label for label, share in found if share is not None]
        luck = [100 * share.share for _, share in found if share is not None]
        skill = [100 - share for share in luck]
        figure, axes = bars(len(labels))
        axes.barh(labels, luck, 0.6, color=FILL, label=self.say(N_("luck")))
        axes.barh(
            *(labels, skill, 0.6, luck),
            color="none",
            edgecolor=OTHER,
            hatch="////",
            label=self.say(N_("skill")),
        )
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
        axes.set_xlabel(self.say(N_("percent")))
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        return Picture("luck", "luck", title, figure)

    def pieces(self, kind: str) -> Picture:
        """How often the pieces of a kind are used, and what they are worth."""
        balance, title = self.balance, self.tables.kind_title(kind)
        found = balance.of_kind(kind)
        labels = [name for name, _ in found]
        figure = Figure(figsize=(WIDE, 1.1 + BAR * len(labels)), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        games = max(balance.games, 1)
        left.barh(labels, [use.times / games for _, use in found], 0.6, color=FILL)
        left.invert_yaxis()
        left.margins(y=0.02)
        mark(left, balance.median_use(kind) / games, self.say(N_("median")))
        left.set_xlabel(self.say(N_("uses a game")))
        worths = [(name, balance.worth(use)) for name, use in found]
        known = [(name, worth) for name, worth in worths if worth is not None]
        factor = 1 if balance.alone else 100
        right.errorbar(
            [factor * worth.difference for _, worth in known],
            [name for name, _ in known],
            xerr=[factor * worth.margin for _, worth in known],
            fmt="D",
            markersize=4,
            color=OTHER,
            capsize=2,
        )
        mark(right, 0.0, "")
        unit = N_("worth, in points") if balance.alone else N_("worth, in percent of wins")
        right.set_xlabel(self.say(unit))
        return Picture(f"kind-{kind}", f"kind-{kind}", title, figure)


# --- Parts of pictures ---


def bars(count: int) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDE, 1.0 + 1.3 * BAR * count), layout="constrained")
    return figure, figure.add_subplot()


def mark(axes: Axes, at: float, words: str) -> None:
    """A dashed line with words above the axes, so that they do not lie on the bars."""
    axes.axvline(at, color=INK, linestyle="--", linewidth=1)
    if words:
        axes.annotate(
            words,
            (at, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(3, 2),
            textcoords="offset points",
            fontsize=8,
            annotation_clip=False,
        )


def binned(spread: Spread) -> tuple[Sequence[int], list[float], int]:
    """The lowest values of the bars, their heights in percent, and how many values each has."""
    least, most = min(spread.counts), max(spread.counts)
    step = (most - least) // MOST_BARS + 1
    starts = range(least - least % step, most + 1, step)
    heights = [
        100 * sum(spread.counts[value] for value in range(start, start + step)) / spread.count
        for start in starts
    ]
    return starts, heights, step
