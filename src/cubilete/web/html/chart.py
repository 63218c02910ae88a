"""The chart of an analysed game: the value of each seat after every event.

The lines are drawn in a box of 100 by 100 that the page stretches; what must not be stretched, like
marks and figures, is placed over it in percent.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.bots.analysis import Choice
from cubilete.bots.report import FINE, Report

DASHES = ("", "9 6", "1 6", "14 5 2 5", "5 4", "12 4 2 4 2 4")
"""One for each seat, because colours repeat and not everybody can tell them apart."""
MOST_MARKS = 6
"""Marks on the chart: those of the decisions that cost most."""
NEAR = 9.0
"""Percent of the width within which a second mark would cover the first on a phone."""


@dataclass(frozen=True)
class Line:
    """The values of a seat."""

    seat: int
    dash: str
    points: str
    """As SVG wants them."""


@dataclass(frozen=True)
class Tick:
    """A figure at the left edge."""

    value: float
    y: float


@dataclass(frozen=True)
class Mark:
    """A decision that cost something, on the line of its seat."""

    choice: Choice
    verdict: str
    x: float
    y: float


class Chart:
    def __init__(self, report: Report, events: int) -> None:
        self.report = report
        self.events = max(events, 1)
        self.values = report.values()
        self.ends = [0, *(step.last for step in report.steps)]
        """The events after which the values hold."""
        self.top = self._top()

    def _top(self) -> float:
        """The value at the upper edge: the whole victory, or a round number of points."""
        if not self.report.alone:
            return 1.0
        return math.ceil(max(value for (value,) in self.values) / 20 + 0.01) * 20.0

    def x(self, n: int) -> float:
        return round(100 * n / self.events, 2)

    def y(self, value: float) -> float:
        return round(100 - 100 * min(max(value / self.top, 0.0), 1.0), 2)

    def ticks(self) -> list[Tick]:
        return [Tick(part * self.top, self.y(part * self.top)) for part in (0, 0.25, 0.5, 0.75, 1)]

    def lines(self) -> list[Line]:
        return [
            Line(seat, DASHES[seat % len(DASHES)], self._points(seat))
            for seat in range(len(self.report.initial))
        ]

    def _points(self, seat: int) -> str:
        """Without those in the middle of a level stretch: most events change nothing."""
        heights = [self.y(values[seat]) for values in self.values]
        last = len(heights) - 1
        return " ".join(
            f"{self.x(self.ends[number]):g},{height:g}"
            for number, height in enumerate(heights)
            if number in (0, last) or not heights[number - 1] == height == heights[number + 1]
        )

    def at(self, n: int) -> int:
        """The index of the values that hold after `n` events."""
        return sum(end <= n for end in self.ends) - 1

    def marks(self) -> Sequence[Mark]:
        """The decisions that cost most, in the order of the game, none over another."""
        costly = [
            choice
            for step in self.report.steps
            for choice in step.choices
            if self.report.verdict(choice) != FINE
        ]
        marks: list[Mark] = []
        for choice in sorted(costly, key=lambda choice: -choice.cost):
            x = self.x(choice.n)
            if len(marks) < MOST_MARKS and all(abs(mark.x - x) > NEAR for mark in marks):
                y = self.y(self.values[self.at(choice.n)][choice.seat])
                marks.append(Mark(choice, self.report.verdict(choice), x, y))
        return sorted(marks, key=lambda mark: mark.choice.n)
