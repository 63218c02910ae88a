"""How programs that learn see Twenty One. This module is compiled.

Actions 0 to 63 write the dice of a set of colours, bit by bit in the order of COLOURS; 0 crosses
out. Then come to stand and to roll again.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from cubilete.core.parts.encoding import NOT_LEGAL, Encoding
from cubilete.core.state import CHANCE, State
from cubilete.games.twenty_one.rules import REROLL, STAND, TwentyOne
from cubilete.games.twenty_one.tables import (
    ALL_DIGITS,
    BIT,
    BOXES,
    ROWS,
    SETS,
    SUBSET_COUNT,
    SUBSETS,
)

STANDS: Final[i64] = SETS
ROLLS_AGAIN: Final[i64] = SETS + 1
ACTIONS: Final[i64] = SETS + 2
MOST_TURNS: Final = 30
"""A row takes a turn for each of its boxes at most."""
MOST_POINTS: Final = 5 * 42


@final
class TwentyOneEncoding(Encoding):
    def __init__(self, seats: i64) -> None:
        super().__init__(
            ACTIONS,
            [
                ("rolling, deciding or writing", 3, 0, 1),
                ("active", 1, -1, seats - 1),
                ("rolled again", 1, 0, 1),
                ("turns over", 1, 0, MOST_TURNS),
                ("die of each colour", BOXES, 0, 6),
                ("acts", seats, 0, 1),
                ("own decision: colours", BOXES, 0, 1),
                ("own numbers printed in each row", ROWS * BOXES, 0, 6),
                ("sheet", seats, 0, 6),
                ("row", seats, 0, ROWS),
                ("points", seats, 0, MOST_POINTS),
                ("printed in the row, by colour", seats * BOXES, 0, 6),
                ("noted in the row, by colour; 7 is crossed out", seats * BOXES, 0, 7),
            ],
        )

    def action(self, state: State, seat: i64, code: i64) -> i64:
        if code >= STAND:
            return STANDS if code == STAND else ROLLS_AGAIN
        return colours_of(code)

    def code(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, TwentyOne)
        if not state.may_act(seat) or action < 0 or action >= ACTIONS:
            return NOT_LEGAL
        if not state.writing:
            if action == STANDS:
                return STAND
            return REROLL if action == ROLLS_AGAIN else NOT_LEGAL
        if action >= SETS or action & ~state.writable(seat):
            return NOT_LEGAL
        return state.roll & ALL_DIGITS[action]

    def mark(self, state: State, seat: i64, mask: vec[u8], start: i64) -> None:
        assert isinstance(state, TwentyOne)
        for place in range(start, start + ACTIONS):
            mask[place] = 0
        if not state.may_act(seat):
            return
        if not state.writing:
            mask[start + STANDS] = 1
            mask[start + ROLLS_AGAIN] = 1
            return
        colours: i64 = state.writable(seat)
        for choice in range(SUBSET_COUNT[colours]):
            mask[start + i64(SUBSETS[colours * SETS + choice])] = 1

    def is_simultaneous(self, state: State) -> bool:
        assert isinstance(state, TwentyOne)
        return state.writing  # T1-6

    def observe(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        assert isinstance(state, TwentyOne)
        seats: i64 = state.seats
        row[start] = 1 if state.waits == CHANCE else 0
        row[start + 1] = 1 if state.asked and not state.writing else 0
        row[start + 2] = 1 if state.writing else 0
        row[start + 3] = -1
        if state.active >= 0:
            row[start + 3] = i16((state.active - seat + seats) % seats)
        row[start + 4] = 1 if state.rolled_again else 0
        row[start + 5] = i16(state.turns)
        at: i64 = start + 6
        write_digits(state.roll, row, at)
        at += BOXES
        other: i64 = seat
        for offset in range(seats):
            row[at + offset] = 1 if state.asked & BIT[other] else 0
            other += 1
            if other == seats:
                other = 0
        at += seats
        decided: i64 = 0
        if state.writing and not state.asked & BIT[seat]:
            decided = colours_of(state.decision(seat))
        for colour in range(BOXES):
            row[at] = 1 if decided & BIT[colour] else 0
            at += 1
        for line in range(ROWS):
            own: i64 = 0
            if state.sheets:
                own = state.printed(seat, line)
            write_digits(own, row, at)
            at += BOXES
        for offset in range(seats):
            current: i64 = state.row_of(other)
            printed: i64 = 0
            noted: i64 = 0
            if state.sheets and current < ROWS:
                printed = state.printed(other, current)
                noted = state.note(other, current)
            row[at + offset] = i16(state.sheet_of(other) + 1)
            row[at + seats + offset] = i16(current)
            row[at + 2 * seats + offset] = i16(state.points(other))
            boxes: i64 = at + 3 * seats + offset * BOXES
            write_digits(printed, row, boxes)
            write_digits(noted, row, boxes + seats * BOXES)
            other += 1
            if other == seats:
                other = 0


def write_digits(packed: i64, row: vec[i16], at: i64) -> None:
    """Writes the octal digits of a packed number, white first."""
    for colour in range(BOXES):
        row[at + colour] = i16(packed & 7)
        packed >>= 3


def colours_of(dice: i64) -> i64:
    """The set of colours of packed dice."""
    found: i64 = 0
    for colour in range(BOXES):
        if dice & 7:
            found |= BIT[colour]
        dice >>= 3
    return found
