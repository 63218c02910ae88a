"""The rules of Twenty One (T1-1 to T1-9)."""

import re
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from cubilete.core.errors import CubileteError
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, EVERYBODY, OVER, SEATS, State, unreadable
from cubilete.games.twenty_one.refusals import (
    box_not_free,
    dice_are_final,
    other_face,
    stand_or_reroll_first,
    too_high,
)
from cubilete.games.twenty_one.scoring import row_points
from cubilete.games.twenty_one.tables import (
    ALL_DIGITS,
    ALL_ONES,
    BIT,
    BOXES,
    COLOURS,
    CROSSED_OUT,
    EVERY_COLOUR,
    EVERY_SEAT,
    FREE,
    ONE,
    PACKED_SIZE,
    ROWS,
    SETS,
    SHEETS,
    SUBSET_COUNT,
    SUBSETS,
    WAYS,
    Layout,
    dice_text,
    digit,
    is_full,
    pack,
)

# --- Codes: a decision is the packed dice that are written, or one of these numbers ---

CROSS: Final = 0  # no dice are written
STAND: Final = PACKED_SIZE
REROLL: Final = PACKED_SIZE + 1

START: Final = re.compile(r"start ([0-5])")
DRAW: Final = re.compile(r"sheets ([A-F](?: [A-F]){0,5})")
ROLL: Final = re.compile(r"roll ([WYRGBK][1-6](?: [WYRGBK][1-6]){0,5})")
WRITE: Final = re.compile(r"write ([WYRGBK][1-6](?: [WYRGBK][1-6]){0,5})")
PLAIN_WORDS: Final = {"cross": CROSS, "stand": STAND, "reroll": REROLL}

NOTES: Final = ROWS + 1
"""The numbers per seat in `notes`: one per row, and the decision while it is sealed."""


def first_position(seats: i64, layout: Layout) -> "TwentyOne":
    return TwentyOne(seats, layout, vec[i64]([0] * (seats * NOTES)))


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class TwentyOne(State):
    """A position of Twenty One."""

    def __init__(self, seats: i64, layout: Layout, notes: vec[i64]) -> None:
        self.seats: i64 = seats
        self.layout: Layout = layout
        self.notes: vec[i64] = notes
        self.waits: i64 = CHANCE
        self.asked: i64 = 0
        self.writing: bool = False
        self.active: i64 = -1
        self.sheets: i64 = 0  # a digit a seat, from 1
        self.rows: i64 = 0  # the row that each seat is on, a digit a seat; 5: it has finished
        self.roll: i64 = 0
        self.to_roll: i64 = EVERY_COLOUR
        self.rolled_again: bool = False
        self.turns: i64 = 0  # that are over

    # --- What the state waits for ---

    def turn(self) -> i64:
        return self.waits

    def acting(self) -> i64:
        return self.asked

    def may_act(self, seat: i64) -> bool:
        return 0 <= seat < self.seats and self.asked & BIT[seat] != 0

    def seat_count(self) -> i64:
        return self.seats

    def turn_rule(self) -> str:
        if self.waits == OVER:
            return "T1-8"
        if self.sheets == 0:
            return "T1-1"
        return "T1-6" if self.writing else "T1-2"

    # --- The sheets ---

    def sheet_of(self, seat: i64) -> i64:
        """The number of a seat's sheet, from 0; -1 before they are drawn."""
        return (self.sheets >> 3 * seat & 7) - 1

    def row_of(self, seat: i64) -> i64:
        """The row that a seat is on, from 0; 5 when it has finished the last one."""
        return self.rows >> 3 * seat & 7

    def note(self, seat: i64, row: i64) -> i64:
        """What is noted in a row of a seat's sheet, packed."""
        return self.notes[seat * NOTES + row]

    def printed(self, seat: i64, row: i64) -> i64:
        """The numbers that are printed in a row of a seat's sheet, packed."""
        return self.layout.printed[self.sheet_of(seat) * ROWS + row]

    def decision(self, seat: i64) -> i64:
        """The sealed decision of a seat that has decided in the open turn."""
        return self.notes[seat * NOTES + ROWS]

    def writable(self, seat: i64) -> i64:
        """T1-3: the colours whose box is free and has no lower number than the die shows."""
        row: i64 = self.row_of(seat)
        note: i64 = self.note(seat, row)
        printed: i64 = self.printed(seat, row)
        roll: i64 = self.roll
        found: i64 = 0
        for colour in range(BOXES):
            if note & 7 == FREE and roll & 7 <= printed & 7:
                found |= BIT[colour]
            note >>= 3
            printed >>= 3
            roll >>= 3
        return found

    # --- Decisions ---

    def legal(self, seat: i64) -> list[int]:
        if not self.may_act(seat):
            return []
        if not self.writing:
            return [STAND, REROLL]
        colours = self.writable(seat)
        return [self.written(colours, choice) for choice in range(SUBSET_COUNT[colours])]

    def choose(self, seat: i64, rng: Rng) -> i64:
        if not self.writing:
            return STAND + rng.below(2)
        colours: i64 = self.writable(seat)
        return self.written(colours, rng.below(SUBSET_COUNT[colours]))

    def written(self, colours: i64, choice: i64) -> i64:
        """The dice of a numbered subset of these colours; subset 0 is empty, which is CROSS."""
        return self.roll & ALL_DIGITS[i64(SUBSETS[colours * SETS + choice])]

    def is_legal(self, seat: i64, code: i64) -> bool:
        if not self.may_act(seat):
            return False
        if not self.writing:
            return code == STAND or code == REROLL
        if not 0 <= code < PACKED_SIZE:
            return False
        return code & ~ALL_DIGITS[self.writable(seat)] == 0 and self.shows(code)

    def shows(self, dice: i64) -> bool:
        """Whether the roll on the table shows the same face of each of these dice."""
        roll: i64 = self.roll
        for _ in range(BOXES):
            if dice & 7 and dice & 7 != roll & 7:
                return False
            dice >>= 3
            roll >>= 3
        return True

    def refusal(self, seat: i64, code: i64) -> CubileteError:
        if code == STAND or code == REROLL:
            return dice_are_final()
        if not 0 <= code < PACKED_SIZE:
            return unreadable(seat, str(code))
        if not self.writing:
            return stand_or_reroll_first()
        row = self.row_of(seat)
        for colour in range(BOXES):
            value = digit(code, colour)
            face = digit(self.roll, colour)
            printed = digit(self.printed(seat, row), colour)
            if value and value != face:
                return other_face(COLOURS[colour], face, value)
            if value and digit(self.note(seat, row), colour) != FREE:
                return box_not_free(COLOURS[colour], row + 1)
            if value > printed:
                return too_high(COLOURS[colour], row + 1, printed, value)
        raise AssertionError("a legal action is not refused")

    # --- Chance ---

    def draws(self) -> list[int]:
        if self.active < 0:
            return [self.seats]
        if self.sheets == 0:
            return [len(SHEETS) - seat for seat in range(self.seats)]
        return [6 for colour in range(BOXES) if self.to_roll & BIT[colour]]

    def outcome(self, drawn: list[int]) -> i64:
        if self.active < 0:
            return drawn[0]
        if self.sheets == 0:
            left = list(range(1, len(SHEETS) + 1))
            return pack([left.pop(number) for number in drawn])
        dice: i64 = 0
        place = 0
        for colour in range(BOXES):
            if self.to_roll & BIT[colour]:
                dice += (drawn[place] + 1) * ONE[colour]
                place += 1
        return dice

    def sample(self, rng: Rng) -> i64:
        if self.sheets == 0:
            return self.outcome(rng.draw(self.draws()))
        rest: i64 = rng.below(WAYS[self.to_roll])
        dice: i64 = 0
        for colour in range(BOXES):
            if self.to_roll & BIT[colour]:
                dice += (rest % 6 + 1) * ONE[colour]
                rest //= 6
        return dice

    def is_possible(self, code: i64) -> bool:
        if self.active < 0:
            return 0 <= code < self.seats
        if not 0 <= code < PACKED_SIZE:
            return False
        digits = [digit(code, place) for place in range(BOXES)]
        if self.sheets == 0:  # T1-1: a different sheet for each
            drawn = [sheet for sheet in digits[: self.seats] if 1 <= sheet <= len(SHEETS)]
            return len(set(drawn)) == self.seats and not any(digits[self.seats :])
        return all(
            [
                1 <= digits[colour] <= 6 if self.to_roll & BIT[colour] else digits[colour] == 0
                for colour in range(BOXES)
            ]
        )

    # --- What happens ---

    def advance(self, by: i64, code: i64) -> None:
        if by != CHANCE:
            if self.writing:
                self.seal(by, code)
            elif code == REROLL:
                self.roll_again()
            else:
                self.begin_writing()
        elif self.sheets:
            self.land(code)
        elif self.active < 0:  # T1-1
            self.active = code
        else:
            self.sheets = code

    def land(self, dice: i64) -> None:
        """T1-2: after the first roll the active player decides, unless all dice show 1."""
        self.roll += dice
        if self.roll != ALL_ONES and not self.rolled_again:
            self.asked = BIT[self.active]
            self.waits = SEATS
        else:
            self.begin_writing()

    def roll_again(self) -> None:
        """T1-2: all dice are rolled again but those that show 1."""
        ones: i64 = 0
        for colour in range(BOXES):
            if self.roll >> 3 * colour & 7 == 1:
                ones |= BIT[colour]
        self.roll = ALL_ONES & ALL_DIGITS[ones]
        self.to_roll = EVERY_COLOUR - ones
        self.rolled_again = True
        self.asked = 0
        self.waits = CHANCE

    def begin_writing(self) -> None:
        """T1-6: every player decides on the same dice."""
        self.asked = EVERY_SEAT[self.seats]
        self.writing = True
        self.waits = SEATS

    def seal(self, seat: i64, code: i64) -> None:
        """T1-6: keeps a decision secret until all have decided."""
        self.notes[seat * NOTES + ROWS] = code
        self.asked -= BIT[seat]
        if self.asked == 0:
            self.open_decisions()

    def open_decisions(self) -> None:
        finished: bool = False
        for seat in range(self.seats):
            row: i64 = self.row_of(seat)
            place: i64 = seat * NOTES + row
            code: i64 = self.notes[seat * NOTES + ROWS]
            note: i64 = self.notes[place]
            note += code if code != CROSS else self.cross_out(seat, row, note)
            self.notes[place] = note
            self.notes[seat * NOTES + ROWS] = 0
            if is_full(note):  # T1-7: the next row begins with the next roll
                self.rows += ONE[seat]
                finished = finished or row == ROWS - 1
        self.end_turn(finished)

    def cross_out(self, seat: i64, row: i64, note: i64) -> i64:
        """T1-5: the packed number to add to a row so that its leftmost free box is crossed out."""
        first_box: i64 = (self.sheet_of(seat) * ROWS + row) * BOXES
        for box in range(BOXES):
            colour: i64 = self.layout.colours[first_box + box]
            if note >> 3 * colour & 7 == FREE:
                return CROSSED_OUT * ONE[colour]
        raise AssertionError("the current row has a free box")

    def end_turn(self, finished: bool) -> None:
        self.writing = False
        self.turns += 1
        if finished:  # T1-8
            self.waits = OVER
            return
        self.active += 1
        if self.active == self.seats:
            self.active = 0
        self.roll = 0
        self.to_roll = EVERY_COLOUR
        self.rolled_again = False
        self.waits = CHANCE

    # --- Audiences ---

    def audience(self, by: i64, code: i64) -> i64:
        return BIT[by] if self.writing and by >= 0 else EVERYBODY  # T1-6

    def sealed(self) -> bool:
        return self.writing and self.asked != EVERY_SEAT[self.seats]

    # --- The end ---

    def points(self, seat: i64) -> i64:
        """The points of all rows, full or not (T1-7, T1-8), without sealed decisions."""
        total: i64 = 0
        if self.sheets:
            for row in range(ROWS):
                total += row_points(self.note(seat, row), self.printed(seat, row))
        return total

    def scores(self) -> list[int]:
        return [self.points(seat) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        totals = self.scores()
        best = max(totals)  # T1-9
        return [seat for seat in range(self.seats) if totals[seat] == best]

    # --- Notation ---

    def text(self, by: i64, code: i64) -> str:
        if by == CHANCE:
            if self.active < 0:
                return "start " + str(code)
            if self.sheets == 0:
                digits = [digit(code, seat) for seat in range(BOXES)]
                return "sheets " + " ".join([SHEETS[number - 1] for number in digits if number])
            return "roll " + dice_text(code)
        if code == CROSS:
            return "cross"
        if code >= STAND:
            return "stand" if code == STAND else "reroll"
        return "write " + dice_text(code)

    def parse(self, by: i64, text: str) -> i64:
        if by >= 0 and text in PLAIN_WORDS:
            return PLAIN_WORDS[text]
        form = WRITE
        if by == CHANCE:
            form = START if self.active < 0 else DRAW if self.sheets == 0 else ROLL
        found = form.fullmatch(text)
        if found is None:
            raise unreadable(by, text)
        if form is START:
            return int(found[1])
        words = found[1].split(" ")
        if form is DRAW:
            return pack([SHEETS.index(sheet) + 1 for sheet in words])
        faces = {die[0]: int(die[1]) for die in words}
        if len(faces) < len(words):
            raise unreadable(by, text)
        return pack([faces.get(colour, 0) for colour in COLOURS])

    # --- Copies ---

    def copy(self) -> "TwentyOne":
        new = TwentyOne(self.seats, self.layout, self.notes[:])
        new.waits = self.waits
        new.asked = self.asked
        new.writing = self.writing
        new.active = self.active
        new.sheets = self.sheets
        new.rows = self.rows
        new.roll = self.roll
        new.to_roll = self.to_roll
        new.rolled_again = self.rolled_again
        new.turns = self.turns
        return new

    def fingerprint(self) -> tuple[object, ...]:
        return (
            (self.seats, self.layout.rows, self.sheets, self.rows),
            tuple([int(note) for note in self.notes]),
            (self.waits, self.asked, self.writing, self.active),
            (self.roll, self.to_roll, self.rolled_again, self.turns),
        )
