"""The values that the pieces of Twenty One's page are drawn from.

How a die or a box looks depends on what the seat can do with it. This is worked out here, from
the view alone, as a word (a *way*); pieces.html has the markup for each. All values are
hashable, because drawn pieces are cached by them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from cubilete.games.twenty_one.scoring import BONUS
from cubilete.games.twenty_one.tables import BOXES, COLOURS, ROWS
from cubilete.games.twenty_one.view import FREE_SIGN, PRINTED, Sheet, TwentyOneView

EXTRA = tuple(int(points) for points in BONUS)
EMPTY_BOX = ("still", FREE_SIGN)

Values = tuple[object, ...]


class SheetRow(NamedTuple):
    """The values of the macro `row`."""

    number: int
    when: str
    """“done”, “current” or “later”."""
    colours: str
    held: str
    """What its boxes hold: see `Sheet.boxes`."""
    sum: int
    extra: int
    """The bonus for its exacts."""
    small: bool


@dataclass(frozen=True)
class Drawing:
    choosing: bool
    """Whether this seat is choosing the dice that it writes."""
    row: int | None
    """The row that this seat is filling."""
    sum: int
    """The values in that row so far."""
    exacts: int
    """The exacts in that row so far."""
    ladder: tuple[Values, ...]
    """Numbers of exacts, the points for them, and “now” if the row has this number, “never” if it
    can't have it any more, or ""."""
    dice: tuple[Values, ...]
    """Each die's colour, face, way, and the number printed in this seat's box for it. They have
    the order of the boxes in the row that this seat fills."""
    boxes: tuple[Values, ...]
    """Of this row each box's colour, printed number, way, and what is in it."""
    fitting: tuple[tuple[str, int], ...]
    """The dice that this seat may write."""
    sheets: tuple[tuple[SheetRow, ...], ...]
    """The rows of each seat's sheet."""


def drawn(view: TwentyOneView, picked: str) -> Drawing:
    """The values for a position, while the action `picked` is previewed."""
    own = None if view.seat is None else view.sheets[view.seat]
    over = view.turn == "over"
    row = own.row if own and own.name and own.row < ROWS and not over else None
    filling = Filling(view, picked, own, row)
    sheets = [still_rows(sheet, over, seat != view.seat) for seat, sheet in enumerate(view.sheets)]
    exacts = own.exacts[row] if own and row is not None else 0
    return Drawing(
        choosing=filling.choosing,
        row=row,
        sum=own.points[row] - EXTRA[exacts] if own and row is not None else 0,
        exacts=exacts,
        ladder=ladder(exacts, filling.held.count(FREE_SIGN)),
        dice=tuple(filling.dice()),
        boxes=tuple(filling.boxes()),
        fitting=tuple(
            (colour, face)
            for colour, face in view.dice.items()
            if filling.choosing and filling.fits(colour, face)
        ),
        sheets=tuple(sheets),
    )


@cache
def ladder(exacts: int, free: int) -> tuple[Values, ...]:
    """The steps of the bonus for a row with so many exacts and free boxes."""
    return tuple(
        (
            number,
            EXTRA[number],
            "now" if number == exacts else "never" if number > exacts + free else "",
        )
        for number in range(1, len(EXTRA))
    )


@lru_cache(maxsize=4096)
def still_rows(sheet: Sheet, over: bool, small: bool) -> tuple[SheetRow, ...]:
    """The rows of a sheet as they are written."""
    if not sheet.name:
        return ()
    rows: list[SheetRow] = []
    for number in range(ROWS):
        extra = EXTRA[sheet.exacts[number]]
        values = sheet.colours[number], sheet.boxes[number], sheet.points[number] - extra, extra
        rows.append(SheetRow(number, when(number, sheet.row, over), *values, small))
    return tuple(rows)


def when(number: int, row: int, over: bool) -> str:
    if number > row:
        return "later"
    return "done" if number < row or over else "current"


class Filling:
    """The dice and the row that a seat is filling, and what it can do or previews."""

    def __init__(
        self, view: TwentyOneView, picked: str, own: Sheet | None, row: int | None
    ) -> None:
        self.view = view
        self.picked = picked
        self.legal = frozenset(view.legal)
        self.choosing = view.writing and bool(view.legal) and not picked
        verb, *dice = (picked or view.decision or " ").split(" ")
        self.deciding = verb in ("write", "cross")
        self.crossing = verb == "cross"
        self.written = frozenset(dice) if verb == "write" else frozenset()
        self.colours = own.colours[row] if own and row is not None else ""
        self.held = own.boxes[row] if own and row is not None else ""

    def fits(self, colour: str, face: int) -> bool:
        return f"write {colour}{face}" in self.legal

    def dice(self) -> Iterator[Values]:
        for colour in self.colours or COLOURS:
            face = self.view.dice.get(colour, 0)
            printed = BOXES - self.colours.index(colour) if self.choosing else 0
            yield colour, face, self.die(colour, face), printed

    def die(self, colour: str, face: int) -> str:
        """The way of a die."""
        if not face:
            return "hollow"
        if self.choosing:
            if self.fits(colour, face):
                return "choose"
            free = self.held[self.colours.index(colour)] == FREE_SIGN
            return "large" if free else "taken"
        if "reroll" in self.legal:
            return "one" if face == 1 else f"reroll {self.picked}"
        way = "other" if self.fits(colour, face) else "still"
        return f"{way} written" if f"{colour}{face}" in self.written else way

    def boxes(self) -> Iterator[Values]:
        """The boxes of the row."""
        first_free = self.held.find(FREE_SIGN)
        for place, colour in enumerate(self.colours):
            way = ("still", self.held[place])
            if self.held[place] == FREE_SIGN:
                way = self.box(colour, PRINTED[place], place == first_free)
            yield colour, PRINTED[place], *way

    def box(self, colour: str, printed: str, leftmost: bool) -> tuple[str, str]:
        face = self.view.dice.get(colour, 0)
        planned = "chosen" if self.picked else "sealed"
        if f"{colour}{face}" in self.written:
            return planned, str(face)
        if self.crossing and leftmost:
            return planned, "x"
        if self.choosing:
            if self.fits(colour, face):
                return "lit", str(face)
            return ("cross" if leftmost else "large"), str(face)
        if face and str(face) <= printed and not self.deciding:
            return "faint", str(face)
        return EMPTY_BOX


def forget_drawings() -> None:
    """Removes all drawings of sheets from memory."""
    still_rows.cache_clear()
