"""Counts of the faces of dice, compared with what fair dice give.

All figures are exact or from a closed formula, for a given number of dice.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

SIDES = 6
FEW_DICE = 30
"""Below this number of dice the chi-square approximation is not good enough."""


@dataclass(frozen=True)
class FaceCount:
    """How often one face came up, and the range in which 95 % of fair counts lie."""

    face: int
    count: int
    least: int
    most: int

    @property
    def usual(self) -> bool:
        return self.least <= self.count <= self.most


@dataclass(frozen=True)
class FaceCounts:
    """The counts of all faces."""

    dice: int
    faces: tuple[FaceCount, ...]
    as_uneven: float | None
    """The probability that fair dice are at least as uneven; None if there are few dice."""


def count_faces(faces: Sequence[int]) -> FaceCounts:
    dice = len(faces)
    least, most = chance_range(dice)
    counts = [faces.count(face) for face in range(1, SIDES + 1)]
    return FaceCounts(
        dice,
        tuple(FaceCount(face, count, least, most) for face, count in enumerate(counts, start=1)),
        as_uneven(counts) if dice >= FEW_DICE else None,
    )


@lru_cache(maxsize=256)
def chance_range(dice: int) -> tuple[int, int]:
    """The counts of one face that leave at most 1/40 of the binomial distribution below them, and
    at most 1/40 above."""
    ways = (SIDES - 1) ** dice  # in which `count` dice show the face
    whole = SIDES**dice
    below = least = most = 0
    for count in range(dice + 1):
        if below * 40 <= whole:
            least = count
        below += ways
        if (whole - below) * 40 <= whole:
            most = count
            break
        ways = ways * (dice - count) // ((count + 1) * (SIDES - 1))
    return least, most


def as_uneven(counts: Sequence[float]) -> float:
    """The probability that fair dice are at least this uneven: Pearson's chi-square test with five
    degrees of freedom."""
    expected = sum(counts) / SIDES
    x = sum((count - expected) ** 2 for count in counts) / expected
    return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)
