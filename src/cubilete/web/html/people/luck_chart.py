"""Luck and skill over a person's analysed games: a pair of bars for each game, the oldest first.

Values are shares of the victory; games that are played alone are measured in points and have a
chart of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.host.people.results import Result

MOST_GAMES = 30
FEWEST = 8
"""A chart has room for at least so many games, so that bars don't get broad."""
STEP, BAR, HEIGHT = 10.0, 3.6, 60.0


@dataclass(frozen=True)
class Bar:
    kind: str
    """skill or luck."""
    x: float
    y: float
    height: float


@dataclass(frozen=True)
class LuckChart:
    alone: bool
    games: int
    luck: float
    """The mean of all games shown."""
    skill: float
    bars: tuple[Bar, ...]
    width: float
    most: float
    """The value at the upper edge; the lower edge is as far below zero."""


def luck_charts(results: Sequence[Result]) -> list[LuckChart]:
    """The charts of a person; none where no game was analysed. `results` has the latest first."""
    analysed = [each for each in results if each.counts and each.luck is not None]
    charts = []
    for alone in (False, True):
        games = [each for each in analysed if each.alone is alone][:MOST_GAMES][::-1]
        if games:
            charts.append(luck_chart(games, alone))
    return charts


def luck_chart(games: Sequence[Result], alone: bool) -> LuckChart:
    values = [(each.skill or 0.0, each.luck or 0.0) for each in games]
    most = max(0.01, *(abs(value) for pair in values for value in pair))
    bars = [
        bar_of(kind, STEP * number + 1 + BAR * place, value / most)
        for number, pair in enumerate(values)
        for place, (kind, value) in enumerate(zip(("skill", "luck"), pair, strict=True))
    ]
    return LuckChart(
        alone=alone,
        games=len(games),
        skill=sum(skill for skill, _ in values) / len(values),
        luck=sum(luck for _, luck in values) / len(values),
        bars=tuple(bars),
        width=STEP * max(FEWEST, len(games)),
        most=most,
    )


def bar_of(kind: str, x: float, part: float) -> Bar:
    """`part` is from -1 at the lower edge to 1 at the upper one."""
    height = max(abs(part) * HEIGHT / 2, 0.4)
    top = HEIGHT / 2 - (height if part > 0 else 0.0)
    return Bar(kind, round(x, 2), round(top, 2), round(height, 2))
