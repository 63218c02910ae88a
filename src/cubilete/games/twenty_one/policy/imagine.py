"""Positions of Twenty One that are consistent with what a seat sees."""

from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.state import SEATS
from cubilete.core.strategy import Strategy
from cubilete.games.twenty_one.material import layout_of
from cubilete.games.twenty_one.rules import NOTES, TwentyOne, first_position
from cubilete.games.twenty_one.tables import COLOURS, SHEETS, pack
from cubilete.games.twenty_one.view import SIGNS, Sheet, TwentyOneView


def imagine(position: TwentyOne, view: TwentyOneView, strategy: Strategy, rng: Rng) -> TwentyOne:
    """A position for the view of a seat that may act; `position` is the `open_part` of the view.

    Only the decisions of seats that have decided in the open turn are hidden. The strategy makes
    them."""
    state = position.copy()
    if state.writing:
        for seat in range(state.seats):
            if seat not in view.to_act:
                state.advance(seat, strategy.choose(position, seat, rng))
    return state


def open_part(setup: Setup, view: TwentyOneView) -> TwentyOne:
    """The position that everybody sees: while all are writing, nobody has decided yet."""
    assert view.seat in view.to_act
    assert view.active is not None
    state = first_position(setup.players, layout_of(setup.material))
    state.waits = SEATS
    state.turns = view.turns
    state.active = view.active
    state.roll = pack([view.dice[colour] for colour in COLOURS])
    state.rolled_again = view.rolled_again
    state.sheets = pack([SHEETS.index(sheet.name) + 1 for sheet in view.sheets])
    state.rows = pack([sheet.row for sheet in view.sheets])
    for seat, sheet in enumerate(view.sheets):
        for row, note in enumerate(notes_of(sheet)):
            state.notes[seat * NOTES + row] = note
    if view.writing:
        state.begin_writing()
    else:
        state.asked = 1 << view.active
    return state


def notes_of(sheet: Sheet) -> list[int]:
    """What is noted in each row of a sheet, packed."""
    return [
        pack([SIGNS.index(boxes[colours.index(colour)]) for colour in COLOURS])
        for colours, boxes in zip(sheet.colours, sheet.boxes, strict=True)
    ]
