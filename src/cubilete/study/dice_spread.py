"""How often each face of a die has fallen, beside what chance allows.

Everything is computed exactly or by a closed formula; the number of dice is taken as given.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

SIDES = 6
FEW_DICE = 30
"""Below this number the chi-square distribution says nothing of use."""


@dataclass(frozen=True)
class FaceCount:
    """One face: how often it fell, and between which counts chance leaves it 95 times in 100."""

    face: int
    fell: int
    least: int
    most: int

    @property
    def usual(self) -> bool:
        return self.least <= self.fell <= self.most


@dataclass(frozen=True)
class Spread:
    """The dice of a game, counted."""

    dice: int
    faces: tuple[FaceCount, ...]
    as_uneven: float | None
    """How often fair dice come out at least as uneven, from 0 to 1; None where there are few."""


def spread_of(faces: Sequence[int]) -> Spread:
    dice = len(faces)
    least, most = chance_range(dice)
    counts = [faces.count(face) for face in range(1, SIDES + 1)]
    return Spread(
        dice,
        tuple(FaceCount(face, fell, least, most) for face, fell in enumerate(counts, start=1)),
        as_uneven(counts) if dice >= FEW_DICE else None,
    )


@lru_cache(maxsize=256)
def chance_range(dice: int) -> tuple[int, int]:
    """The middle of the binomial distribution: below it, and above it, at most one in 40."""
    ways = (SIDES - 1) ** dice  # that no die shows the face; then one, two …
    whole = SIDES**dice
    below = least = most = 0
    for fell in range(dice + 1):
        if below * 40 <= whole:
            least = fell
        below += ways
        if (whole - below) * 40 <= whole:
            most = fell
            break
        ways = ways * (dice - fell) // ((fell + 1) * (SIDES - 1))
    return least, most


def as_uneven(counts: Sequence[float]) -> float:
    """How often chance is at least this uneven: Pearson's chi-square, five degrees of freedom."""
    expected = sum(counts) / SIDES
    x = sum((count - expected) ** 2 for count in counts) / expected
    return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)
