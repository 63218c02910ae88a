"""What a game's page tells of a game that is over, and of great moments while it is played.

All of it is optional: see `Page.breakdown`, `Page.throws` and `Page.moments`. The sentences are
messages, so that they are said in the language of each reader.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Protocol, TypeVar

from cubilete.core.message import N_, Message
from cubilete.core.record import By
from cubilete.core.view import View

V_co = TypeVar("V_co", bound=View, covariant=True)


class PastEvent(Protocol[V_co]):
    """An event of a game that is over."""

    @property
    def by(self) -> By: ...

    @property
    def text(self) -> str: ...

    @property
    def before(self) -> V_co:
        """What a spectator saw before it. It must be read before the next event is asked for."""

    @property
    def draws(self) -> int:
        """How many dice or cards were drawn; 0 where a seat or the table acted."""


class Past(Protocol[V_co]):
    """All events of a game that is over, in their order; each loop plays the game once more."""

    def __iter__(self) -> Iterator[PastEvent[V_co]]: ...


# --- The points as the paper sheet has them ---

POINTS = Message(N_("Total"))
NOTHING = Message("")


@dataclass(frozen=True)
class Cell:
    text: str
    extra: str = ""
    """A bonus beside it, such as “+1”."""


@dataclass(frozen=True)
class SumRow:
    label: Message
    cells: tuple[Cell, ...]
    """One for each score, in their order."""


@dataclass(frozen=True)
class Breakdown:
    """Where the points came from; the row of the totals follows by itself."""

    rows: tuple[SumRow, ...] = ()
    total: Message = POINTS
    note: Message = NOTHING
    """What the bonuses are for."""


# --- The throw of the game ---


@dataclass(frozen=True)
class ThrownDie:
    face: int
    colour: str = ""
    """A letter that the style sheet knows; "" for ivory."""
    hot: bool = True
    """Whether it was rolled in this throw, and counts."""


@dataclass(frozen=True)
class Throw:
    """A roll, how likely something at least as rare was, and why it was rare."""

    dice: tuple[ThrownDie, ...]
    odds: Fraction
    told: Message


def rarest(throws: Iterator[Throw]) -> Throw | None:
    """The least likely throw, the latest of equal ones; only those rarer than one in three."""
    found: Throw | None = None
    for throw in throws:
        if throw.odds < Fraction(1, 3) and (found is None or throw.odds <= found.odds):
            found = throw
    return found


def at_least(count: int, dice: int) -> Fraction:
    """The chance that at least `count` of some dice show one given face."""
    ways = sum(comb(dice, hits) * 5 ** (dice - hits) for hits in range(count, dice + 1))
    return Fraction(ways, 6**dice)


def equal_faces(count: int, dice: int) -> Fraction:
    """The chance that some face is shown by at least `count` of the dice."""
    ways = [1] + [0] * dice
    for _ in range(6):
        ways = [
            sum(ways[total - here] * comb(total, here) for here in range(min(count - 1, total) + 1))
            for total in range(dice + 1)
        ]
    return 1 - Fraction(ways[dice], 6**dice)


def rolls(dice: int) -> Iterator[tuple[int, ...]]:
    """All equally likely rolls of a few dice."""
    return product(range(1, 7), repeat=dice)


# --- Small moments ---


@dataclass(frozen=True)
class Moment:
    """Something that deserves a short animation. `kind` is a name of the style sheet: point, row,
    exact, served, bomb or rocket; any other one looks like a point."""

    kind: str
    told: Message
