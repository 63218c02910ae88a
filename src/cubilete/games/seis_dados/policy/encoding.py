"""How programs that learn see Seis dados. This module is compiled.

Actions 0 to 62 roll dice again: the bits of the number plus 1 are the dice in ascending order, and
of equal dice the first ones are taken. A free repetition is spent before a joker, so both have the
same number. Actions from 63 on note the roll: one for each slot (see tables.py).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from cubilete.core.bits import count_of
from cubilete.core.parts.encoding import NOT_LEGAL, Encoding
from cubilete.core.state import CHANCE, SEATS, State
from cubilete.games.seis_dados.rules import (
    FREE_REPETITIONS,
    PACKED_MASK,
    REROLL,
    STARTING_JOKERS,
    SeisDados,
    assignment,
)
from cubilete.games.seis_dados.tables import (
    BIT,
    CATEGORY_COUNT,
    CATEGORY_SLOTS,
    CHOICE_START,
    CHOICES,
    FIVE_FACES,
    GRADE,
    GRADE_START,
    JOKERS,
    ROLL_NUMBER,
    ROLL_SLOTS,
    ROLLS,
    SLOT_COUNT,
    pack,
)

REPETITIONS: Final = 63


def repetition_action(roll: i64, packed: i64) -> i64:
    """The action that rolls these dice of a roll again."""
    chosen: i64 = 0
    place: i64 = 0
    for _ in range(6):
        chosen += (BIT[packed & 7] - 1) * BIT[place]
        place += roll & 7
        packed >>= 3
        roll >>= 3
    return chosen - 1


def repeated_dice(roll: i64, action: i64) -> i64:
    """The dice that an action rolls again, packed; 0 if it takes another than the first of equal
    dice."""
    chosen: i64 = action + 1
    packed: i64 = 0
    for face in range(6):
        here: i64 = BIT[roll & 7]
        taken: i64 = chosen & (here - 1)
        if taken & (taken + 1):
            return 0
        while taken:
            packed += BIT[3 * face]
            taken >>= 1
        chosen //= here
        roll >>= 3
    return packed


def build_choice_actions() -> vec[u8]:
    """The action of each entry of CHOICES."""
    row: list[int] = []
    for number, faces in enumerate(ROLLS):
        roll = pack(faces)
        for place in range(int(CHOICE_START[number]), int(CHOICE_START[number + 1])):
            row.append(repetition_action(roll, i64(CHOICES[place])))
    return vec[u8]([u8(action) for action in row])


def build_own_grades() -> vec[i16]:
    """The grade of each value among those of its category, from 1, by category * 512 + value; 0
    where there is no such value, and for the jokers, which are no decision."""
    row: list[int] = []
    for category in range(CATEGORY_COUNT):
        before = int(GRADE_START[category]) - 1
        for value in range(512):
            grade = int(GRADE[category * 512 + value])
            row.append(grade - before if grade and category != JOKERS else 0)
    return vec[i16]([i16(grade) for grade in row])


def most_grades() -> int:
    """The number of values of the category that has most of them."""
    return max(
        [int(GRADE_START[place + 1]) - int(GRADE_START[place]) for place in range(CATEGORY_COUNT)]
    )


@final
class SeisDadosEncoding(Encoding):
    def __init__(self, seats: i64) -> None:
        super().__init__(
            REPETITIONS + SLOT_COUNT,
            [
                ("acts", seats, 0, 1),
                ("first", 1, -1, seats - 1),
                ("dice of each face", 6, 0, 6),
                ("free repetitions", 1, 0, FREE_REPETITIONS),
                ("rounds left", 1, 0, CATEGORY_COUNT),
                ("jokers", seats, 0, STARTING_JOKERS),
                # How good the noted value is, from 1; 0 while the category is free.
                ("grade in each category", seats * CATEGORY_COUNT, 0, most_grades()),
            ],
        )
        self.choice_actions: vec[u8] = build_choice_actions()
        self.own_grades: vec[i16] = build_own_grades()

    def action(self, state: State, seat: i64, code: i64) -> i64:
        assert isinstance(state, SeisDados)
        if code >= REROLL:
            return repetition_action(state.roll, code & PACKED_MASK)
        number: i64 = i64(ROLL_NUMBER[state.roll & FIVE_FACES])
        slots: i64 = ROLL_SLOTS[number] & CATEGORY_SLOTS[code >> 9]
        while slots:
            slot: i64 = count_of((slots & -slots) - 1)
            if assignment(number, slot) == code:
                return REPETITIONS + slot
            slots &= slots - 1
        raise AssertionError("a legal code notes the roll in a slot")

    def code(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, SeisDados)
        if state.waits != SEATS or seat != state.current:
            return NOT_LEGAL
        if action < 0 or action >= self.actions:
            return NOT_LEGAL
        if action < REPETITIONS:
            repetition: i64 = state.repetition()
            dice: i64 = repeated_dice(state.roll, action)
            return repetition + dice if repetition and dice else NOT_LEGAL
        number: i64 = i64(ROLL_NUMBER[state.roll & FIVE_FACES])
        slot: i64 = action - REPETITIONS
        if state.free(seat) & ROLL_SLOTS[number] & BIT[slot]:
            return assignment(number, slot)
        return NOT_LEGAL

    def mark(self, state: State, seat: i64, mask: vec[u8], start: i64) -> None:
        assert isinstance(state, SeisDados)
        for place in range(start, start + REPETITIONS):
            mask[place] = 0
        slots: i64 = 0
        if state.waits == SEATS and seat == state.current:
            number: i64 = i64(ROLL_NUMBER[state.roll & FIVE_FACES])
            slots = state.free(seat) & ROLL_SLOTS[number]
            if state.repetition():
                for choice in range(i64(CHOICE_START[number]), i64(CHOICE_START[number + 1])):
                    mask[start + i64(self.choice_actions[choice])] = 1
        for place in range(start + REPETITIONS, start + self.actions):
            mask[place] = u8(slots & 1)
            slots >>= 1

    def observe(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        assert isinstance(state, SeisDados)
        seats: i64 = state.seats
        at: i64 = start
        for offset in range(seats):
            row[at + offset] = 0
        if state.waits == SEATS:
            row[at + (state.current - seat + seats) % seats] = 1
        at += seats
        row[at] = -1
        if state.first >= 0:
            row[at] = i16((state.first - seat + seats) % seats)
        dice: i64 = state.roll
        if state.waits == CHANCE:
            dice = state.kept
        for face in range(i64(6)):
            row[at + 1 + face] = i16(dice & 7)
            dice >>= 3
        row[at + 7] = i16(FREE_REPETITIONS - state.repetitions)
        row[at + 8] = i16(state.rounds_left)
        at += 9
        other: i64 = seat
        for offset in range(seats):
            row[at + offset] = i16(state.jokers_of(other))
            self.write_grades(state, other, row, at + seats + offset * CATEGORY_COUNT)
            other += 1
            if other == seats:
                other = 0

    def write_grades(self, state: SeisDados, seat: i64, row: vec[i16], at: i64) -> None:
        """Without branches: nobody can predict which categories are free."""
        free: i64 = state.free(seat)
        values = state.values
        grades = self.own_grades
        first: i64 = seat * CATEGORY_COUNT
        for category in range(i64(CATEGORY_COUNT)):
            slots: i64 = free & CATEGORY_SLOTS[category]
            noted: i64 = ~((slots | -slots) >> 63)  # all bits, or none while it is free
            value: i64 = i64(values[first + category])
            row[at + category] = i16(i64(grades[category * 512 + value]) & noted)
