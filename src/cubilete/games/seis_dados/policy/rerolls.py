"""What rolling again is worth: exact expectation over the dice, for all rolls at once.

A set of dice is one of the 924 choices of up to six dice: first the 462 rolls of six, by their
number, then the 462 sets of five dice and fewer, which can be kept, larger sets first. The worth
of a kept set is the average over the face of one more die, so all sets are valued by 6 * 462
additions; the best set to keep of a roll is found by taking away one die at a time.

This module is compiled.
"""

from itertools import combinations_with_replacement
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from cubilete.games.seis_dados.tables import (
    BIT,
    CATEGORY_COUNT,
    CHOICE_START,
    CHOICES,
    GRADE_COUNT,
    ROLLS,
    SLOT_CATEGORY,
    SLOT_COUNT,
    SLOT_GRADES,
    pack,
)

ROLL_COUNT: Final = 462
SET_COUNT: Final = 924
EMPTY: Final = SET_COUNT - 1
"""No dice kept."""
SIXTH: Final = 1.0 / 6.0
COUNTS: Final = 7
"""Zero to six jokers."""
NEVER: Final = -1e9


def all_sets() -> list[tuple[int, ...]]:
    found = [tuple(faces) for faces in ROLLS]
    for dice in (5, 4, 3, 2, 1, 0):
        found += list(combinations_with_replacement(range(1, 7), dice))
    return found


def build_neighbours() -> tuple[vec[i16], vec[i16], vec[i16]]:
    """For each set to keep its six sets with one die more; for each set those with one die less,
    one after the other, and the index of each set's first."""
    sets = all_sets()
    number = {pack(list(faces)): place for place, faces in enumerate(sets)}
    more: list[int] = []
    less: list[int] = []
    start: list[int] = []
    for faces in sets:
        packed = pack(list(faces))
        if len(faces) < 6:
            more += [number[packed + pack([face])] for face in range(1, 7)]
        start.append(len(less))
        less += [number[packed - pack([face])] for face in sorted(set(faces))]
    start.append(len(less))
    return (
        vec[i16]([i16(place) for place in more]),
        vec[i16]([i16(place) for place in less]),
        vec[i16]([i16(place) for place in start]),
    )


def build_kept() -> vec[i16]:
    """The set that stays on the table for each choice of dice to roll again (`CHOICES`)."""
    number = {pack(list(faces)): place for place, faces in enumerate(all_sets())}
    row: list[int] = []
    for roll, faces in enumerate(ROLLS):
        for place in range(int(CHOICE_START[roll]), int(CHOICE_START[roll + 1])):
            row.append(number[pack(faces) - int(CHOICES[place])])
    return vec[i16]([i16(kept) for kept in row])


_neighbours: Final = build_neighbours()
MORE: Final[vec[i16]] = _neighbours[0]
LESS: Final[vec[i16]] = _neighbours[1]
LESS_START: Final[vec[i16]] = _neighbours[2]
KEPT: Final = build_kept()


def floats(length: i64) -> vec[float]:
    return vec[float]([0.0] * length)


def average(sets: vec[float]) -> None:
    """Fills in the worth of every set to keep, from that of the rolls."""
    at: i64 = 0
    for kept in range(i64(ROLL_COUNT), i64(SET_COUNT)):
        sets[kept] = SIXTH * (
            sets[i64(MORE[at])]
            + sets[i64(MORE[at + 1])]
            + sets[i64(MORE[at + 2])]
            + sets[i64(MORE[at + 3])]
            + sets[i64(MORE[at + 4])]
            + sets[i64(MORE[at + 5])]
        )
        at += 6


def raise_to_best(sets: vec[float], rolls: vec[float], start: i64) -> None:
    """Raises the worth of each roll, `rolls[start + number]`, to that of the best set to keep of
    it. The worth of a set in `sets` becomes that of the best set within it."""
    place: i64 = SET_COUNT - 1
    while place >= ROLL_COUNT:
        best: float = sets[place]
        for at in range(i64(LESS_START[place]), i64(LESS_START[place + 1])):
            worth: float = sets[i64(LESS[at])]
            if worth > best:
                best = worth
        sets[place] = best
        place -= 1
    while place >= 0:
        best = rolls[start + place]
        for at in range(i64(LESS_START[place]), i64(LESS_START[place + 1])):
            worth = sets[i64(LESS[at])]
            if worth > best:
                best = worth
        rolls[start + place] = best
        place -= 1


@final
class Turn:
    """What the rolls and rerolls of a turn are worth, given what each note is worth.

    A note is worth `gain` of its grade plus `extra` of its category and the jokers that are left.
    """

    def __init__(self) -> None:
        self.gain: vec[float] = floats(GRADE_COUNT)
        self.gain[0] = NEVER
        self.extra: vec[float] = floats(COUNTS * CATEGORY_COUNT)
        self.notes: vec[float] = floats(COUNTS * ROLL_COUNT)
        """The best note of each roll, with each number of jokers."""
        self.layers: vec[float] = floats((COUNTS + 2) * ROLL_COUNT)
        """The worth of each roll: without free repetitions, with each number of jokers; in the
        layer after the last of these, with one free repetition."""
        self.sets: vec[float] = floats(SET_COUNT)

    def note_worth(self, slot: i64, roll: i64, left: i64) -> float:
        """NEVER or less where the roll has no value for the slot."""
        return (
            self.gain[i64(SLOT_GRADES[slot * ROLL_COUNT + roll])]
            + self.extra[left * CATEGORY_COUNT + i64(SLOT_CATEGORY[slot])]
        )

    def fill(self, slots: i64, most: i64) -> None:
        """Computes all layers for notes in these slots and up to `most` jokers."""
        for left in range(most + 1):
            self.fill_notes(slots, left)
            self.fill_layer(left, left, left - 1)
        self.fill_layer(most + 1, most, most)

    def fill_notes(self, slots: i64, left: i64) -> None:
        notes = self.notes
        gain = self.gain
        start: i64 = left * ROLL_COUNT
        for roll in range(i64(ROLL_COUNT)):
            notes[start + roll] = NEVER
        for slot in range(i64(SLOT_COUNT)):
            if slots & BIT[slot]:
                rest: float = self.extra[left * CATEGORY_COUNT + i64(SLOT_CATEGORY[slot])]
                row: i64 = slot * ROLL_COUNT
                for roll in range(i64(ROLL_COUNT)):
                    worth: float = gain[i64(SLOT_GRADES[row + roll])] + rest
                    if worth > notes[start + roll]:
                        notes[start + roll] = worth

    def fill_layer(self, layer: i64, left: i64, following: i64) -> None:
        """The roll is noted with these jokers left, or rolled again into the layer `following`;
        there is none below 0."""
        start: i64 = layer * ROLL_COUNT
        notes: i64 = left * ROLL_COUNT
        for roll in range(i64(ROLL_COUNT)):
            self.layers[start + roll] = self.notes[notes + roll]
        if following >= 0:
            self.value_sets(following)
            raise_to_best(self.sets, self.layers, start)

    def value_sets(self, layer: i64) -> None:
        """Fills `sets` with the worth of keeping each set and rolling the others into a layer."""
        start: i64 = layer * ROLL_COUNT
        for roll in range(i64(ROLL_COUNT)):
            self.sets[roll] = self.layers[start + roll]
        average(self.sets)

    def whole(self, left: i64) -> float:
        """The worth of the turn before its first roll, with this many jokers. The notes and layers
        up to this number must be filled; later layers are overwritten."""
        self.fill_layer(COUNTS, left, left)
        self.fill_layer(COUNTS + 1, left, COUNTS)
        self.value_sets(COUNTS + 1)
        return self.sets[EMPTY]
