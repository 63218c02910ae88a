"""How categories end: laws that were counted in games of the strategy against itself.

They are indexed by how many boxes a seat still has to fill, and by grade (tables.py) or category.
There are laws of strong players and of casual ones; cubilete/study/learning learns them.

This module is compiled.
"""

import json
from functools import cache
from importlib import resources
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.seis_dados.policy.rerolls import floats
from cubilete.games.seis_dados.rules import SeisDados
from cubilete.games.seis_dados.tables import CATEGORY_COUNT, GRADE_COUNT, GRADE_START

KNOTS: Final = (1, 2, 3, 4, 6, 9, 13, 17, 26)
"""The numbers of free boxes that laws are stored for; those between are interpolated."""
MOST_BOXES: Final = 26
BASIC: Final = (1 << 18) - 1
"""The categories of the basic sections."""
SCALE: Final = 10_000.0
"""Laws are stored as whole numbers, this times as large."""

Stored = dict[str, list[list[int]]]
"""The tables of `Laws` by name, one row for each of the KNOTS."""


@final
class Laws:
    def __init__(self, stored: Stored) -> None:
        self.noter: vec[float] = spread(stored["noter"])
        """The chance that a seat that has noted a grade, as the only one so far, takes the point;
        by the number of boxes that those who answer have left."""
        self.nobody: vec[float] = spread(stored["nobody"])
        """The chance that then nobody does."""
        self.last: vec[float] = spread(stored["last"])
        """Three players: the law of the grade that the last of them notes in a category."""
        self.lower: vec[float] = floats(len(self.last))
        """The chance that it is lower than this."""
        self.free_nobody: vec[float] = spread(stored["free_nobody"])
        """The chance that nobody takes the point of a category where nothing is noted yet."""
        self.jokers: vec[float] = spread(stored["jokers"])
        """The law of the jokers left at the end: seven numbers for each number left now."""
        self.joker_use: vec[float] = spread(stored["joker_use"])
        """What jokers add to the points of other categories."""
        for boxes in range(MOST_BOXES + 1):
            for category in range(CATEGORY_COUNT):
                self.accumulate(boxes * GRADE_COUNT, category)

    def accumulate(self, row: i64, category: i64) -> None:
        first: i64 = row + i64(GRADE_START[category])
        end: i64 = row + i64(GRADE_START[category + 1])
        total: float = 0.0
        for at in range(first, end):
            self.lower[at] = total
            total += self.last[at]
        for at in range(first, end):  # they were rounded
            self.lower[at] /= total
            self.last[at] /= total


def spread(rows: list[list[int]]) -> vec[float]:
    """The rows for 0 to MOST_BOXES boxes, one after the other."""
    table: list[float] = []
    for boxes in range(MOST_BOXES + 1):
        right = 0
        while KNOTS[right] < boxes:
            right += 1
        left = right - 1 if right > 0 and KNOTS[right] > boxes else right
        share = 0.0
        if left < right:
            share = (boxes - KNOTS[left]) / (KNOTS[right] - KNOTS[left])
        for low, high in zip(rows[left], rows[right], strict=True):
            table.append((low + (high - low) * share) / SCALE)
    return vec[float](table)


ROWS: Final = {
    "noter": GRADE_COUNT,
    "nobody": GRADE_COUNT,
    "last": GRADE_COUNT,
    "free_nobody": CATEGORY_COUNT,
    "jokers": 49,
    "joker_use": 7,
}
"""The length of the rows of each table."""


CASUAL: Final = "casual-"
"""Begins the names of the laws that were counted in games of casual players."""


def law_name(start: SeisDados) -> str:
    """The name of the stored laws that fit games from this position best."""
    name = "three" if start.seats == 3 else "lowest" if start.lowest_wins else "two"
    return name + "-all" if start.in_use & ~BASIC else name


def read_laws() -> dict[str, Stored]:
    path = resources.files("cubilete.games.seis_dados.policy").joinpath("data/laws.json")
    found: dict[str, Stored] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def laws_of_name(name: str) -> Laws:
    return Laws(read_laws()[name])
