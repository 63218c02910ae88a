"""What a seat sees of Twenty One: all sheets, and of sealed decisions only its own (T1-6)."""

from dataclasses import dataclass
from functools import lru_cache

from cubilete.core.state import CHANCE
from cubilete.core.view import View, basics
from cubilete.games.twenty_one.rules import TwentyOne
from cubilete.games.twenty_one.scoring import row_points
from cubilete.games.twenty_one.tables import BOXES, COLOURS, FREE, ROWS, SHEETS, digit

PRINTED = "654321"
SIGNS = ".123456x"
"""How the view writes what is noted in a box, by its octal digit."""
FREE_SIGN = SIGNS[FREE]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The sheet of a seat; its rows from the top, their boxes from the left."""

    name: str
    """A to F; "" before the sheets are drawn, and then it has no rows."""
    colours: tuple[str, ...]
    """The colours of the boxes of each row, such as "WYRGBK"; their numbers are 6 to 1."""
    boxes: tuple[str, ...]
    """What the boxes of each row hold, such as "64x..1": a value, x crossed out, . free."""
    exacts: tuple[int, ...]
    points: tuple[int, ...]
    """The points of each row, full or not, with its bonus."""
    row: int
    """The row that is being filled, from 0; 5 when all are full."""


@dataclass(frozen=True, kw_only=True)
class TwentyOneView(View):
    turns: int
    """The number of turns that are over."""
    active: int | None
    """The seat that rolls the dice of this turn; None until the first is drawn."""
    dice: dict[str, int]
    """The dice that lie on the table; those about to be rolled are not among them."""
    to_roll: str
    """The colours that are about to be rolled."""
    rolled_again: bool
    writing: bool
    """Whether it is the part of the turn in which everybody writes or crosses out."""
    decision: str
    """What this seat has decided in a turn that is still open, in notation."""
    sheets: tuple[Sheet, ...]


def view_of(state: TwentyOne, seat: int | None) -> TwentyOneView:
    rolling = state.turn() == CHANCE and state.sheets != 0
    return TwentyOneView(
        **basics(state, seat),
        turns=state.turns,
        active=state.active if state.active >= 0 else None,
        dice={
            colour: digit(state.roll, place)
            for place, colour in enumerate(COLOURS)
            if digit(state.roll, place)
        },
        to_roll="".join(
            colour for place, colour in enumerate(COLOURS) if rolling and state.to_roll >> place & 1
        ),
        rolled_again=state.rolled_again,
        writing=state.writing,
        decision=own_decision(state, seat),
        sheets=tuple(sheet_of(state, other) for other in range(state.seats)),
    )


def own_decision(state: TwentyOne, seat: int | None) -> str:
    if seat is None or not state.writing or seat in state.to_act:
        return ""
    return state.text(seat, state.decision(seat))


def sheet_of(state: TwentyOne, seat: int) -> Sheet:
    number = state.sheet_of(seat)
    if number < 0:
        return Sheet(name="", colours=(), boxes=(), exacts=(), points=(), row=0)
    colours = state.layout.rows[number * ROWS : (number + 1) * ROWS]
    boxes = tuple(boxes_of(state.note(seat, row), colours[row]) for row in range(ROWS))
    return Sheet(
        name=SHEETS[number],
        colours=colours,
        boxes=boxes,
        exacts=tuple(exacts_of(row) for row in boxes),
        points=tuple(
            row_points(state.note(seat, row), state.printed(seat, row)) for row in range(ROWS)
        ),
        row=state.row_of(seat),
    )


@lru_cache(maxsize=4096)
def boxes_of(note: int, colours: str) -> str:
    """What the boxes of a row hold, from the left: see `Sheet.boxes`."""
    return "".join(SIGNS[digit(note, COLOURS.index(colour))] for colour in colours)


@lru_cache(maxsize=4096)
def exacts_of(boxes: str) -> int:
    return sum(is_exact(boxes, box) for box in range(BOXES))


def is_exact(boxes: str, box: int) -> bool:
    return boxes[box] == PRINTED[box]
