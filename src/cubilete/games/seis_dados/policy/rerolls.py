"""What rolling again is worth: exact expectation over the dice, for all rolls at once.

A set of dice is one of the 924 choices of up to six dice: first the 462 rolls of six, by their
number, then the 462 sets of five dice and fewer, which can be kept, larger sets first. The worth
of a kept set is the average over the face of one more die, so all sets are valued by 6 * 462
additions; the best set to keep of a roll is found by taking away one die at a time.

This module is compiled.
"""

import math
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
SET_NUMBER: Final = {pack(list(faces)): place for place, faces in enumerate(all_sets())}
"""The number of each set, by its packed dice."""


def build_notes() -> tuple[vec[i16], vec[i16], vec[i16]]:
    """For each slot the rolls that can be noted in it and their grades, one after the other, and
    the index of each slot's first."""
    rolls: list[int] = []
    grades: list[int] = []
    start: list[int] = []
    for slot in range(SLOT_COUNT):
        start.append(len(rolls))
        for roll in range(ROLL_COUNT):
            grade = int(SLOT_GRADES[slot * ROLL_COUNT + roll])
            if grade:
                rolls.append(roll)
                grades.append(grade)
    start.append(len(rolls))
    return (
        vec[i16]([i16(roll) for roll in rolls]),
        vec[i16]([i16(grade) for grade in grades]),
        vec[i16]([i16(place) for place in start]),
    )


def build_chances() -> vec[float]:
    """How likely each roll of six dice is."""
    row: list[float] = []
    for faces in ROLLS:
        ways = math.factorial(6)
        for face in range(1, 7):
            ways //= math.factorial(faces.count(face))
        row.append(ways / 6**6)
    return vec[float](row)


_notes: Final = build_notes()
NOTE_ROLL: Final[vec[i16]] = _notes[0]
NOTE_GRADE: Final[vec[i16]] = _notes[1]
NOTE_START: Final[vec[i16]] = _notes[2]
ROLL_CHANCE: Final = build_chances()


def floats(length: i64) -> vec[float]:
    return vec[float]([0.0] * length)


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
        self.layers: vec[float] = floats((COUNTS + 2) * SET_COUNT)
        """The worth of each roll, and of keeping each set and rolling the others. There is a layer
        without free repetitions for each number of jokers. After the last of these come the layers
        with one free repetition and with two."""
        self.best: vec[float] = floats(SET_COUNT)
        """The worth of rolling again, for each roll: the best set to keep of it."""

    # --- Notes ---

    def note_worth(self, slot: i64, roll: i64, left: i64) -> float:
        """NEVER or less where the roll has no value for the slot."""
        return (
            self.gain[i64(SLOT_GRADES[slot * ROLL_COUNT + roll])]
            + self.extra[left * CATEGORY_COUNT + i64(SLOT_CATEGORY[slot])]
        )

    def fill_notes(self, slots: i64, left: i64) -> None:
        """Finds the best note of each roll among these slots."""
        notes = self.notes
        gain = self.gain
        start: i64 = left * ROLL_COUNT
        for at in range(start, start + ROLL_COUNT):
            notes[at] = NEVER
        for slot in range(i64(SLOT_COUNT)):
            if slots & BIT[slot]:
                rest: float = self.extra[left * CATEGORY_COUNT + i64(SLOT_CATEGORY[slot])]
                for at in range(i64(NOTE_START[slot]), i64(NOTE_START[slot + 1])):
                    place: i64 = start + i64(NOTE_ROLL[at])
                    worth: float = gain[i64(NOTE_GRADE[at])] + rest
                    if worth > notes[place]:
                        notes[place] = worth

    def shift_notes(self, left: i64, source: i64, shift: float) -> None:
        """Fills the notes for a number of jokers where all are worth as much more than those for
        another."""
        notes = self.notes
        start: i64 = left * ROLL_COUNT
        known: i64 = source * ROLL_COUNT
        for roll in range(i64(ROLL_COUNT)):
            notes[start + roll] = notes[known + roll] + shift

    # --- Layers ---

    def fill_layers(self, least: i64, most: i64) -> None:
        """Computes the layers for `least` to `most` jokers, and that with one free repetition for
        `most` of them. The notes must be filled. The last `least` jokers are not spent."""
        self.fill_first_layer(least)
        for left in range(least + 1, most + 1):
            self.roll_again(left - 1)
            self.fill_layer(left, left)
        self.roll_again(most)
        self.fill_layer(most + 1, most)
        self.average(most + 1)

    def fill_wholes(self, most: i64, wholes: vec[float], start: i64) -> None:
        """The worth of the turn before its first roll, with each number of jokers, from
        `wholes[start]` on. The notes must be filled."""
        self.fill_first_layer(0)
        for left in range(most + 1):
            self.roll_again(left)
            self.fill_layer(COUNTS, left)
            if left < most:
                self.fill_layer(left + 1, left + 1)
            self.roll_again(COUNTS)
            wholes[start + left] = self.whole(left)

    def fill_last_layer(self, most: i64) -> None:
        """Computes the layer with two free repetitions, after `fill_layers`."""
        self.find_best(most + 1)
        self.fill_layer(most + 2, most)
        self.average(most + 2)

    def whole(self, left: i64) -> float:
        """The mean over the first roll, which is noted or rolled again as `best` says."""
        notes = self.notes
        best = self.best
        known: i64 = left * ROLL_COUNT
        worth: float = 0.0
        for roll in range(i64(ROLL_COUNT)):
            here: float = notes[known + roll]
            if best[roll] > here:
                here = best[roll]
            worth += ROLL_CHANCE[roll] * here
        return worth

    def fill_first_layer(self, left: i64) -> None:
        """Each roll is noted with these jokers left."""
        layers = self.layers
        notes = self.notes
        start: i64 = left * SET_COUNT
        known: i64 = left * ROLL_COUNT
        for roll in range(i64(ROLL_COUNT)):
            layers[start + roll] = notes[known + roll]

    def fill_layer(self, layer: i64, left: i64) -> None:
        """Each roll is noted with these jokers left, or rolled again as `best` says."""
        layers = self.layers
        notes = self.notes
        best = self.best
        start: i64 = layer * SET_COUNT
        known: i64 = left * ROLL_COUNT
        for roll in range(i64(ROLL_COUNT)):
            worth: float = notes[known + roll]
            if best[roll] > worth:
                worth = best[roll]
            layers[start + roll] = worth

    def roll_again(self, layer: i64) -> None:
        """Fills `best` for rolling into a layer."""
        self.average(layer)
        self.find_best(layer)

    def find_best(self, layer: i64) -> None:
        """The same for a layer whose sets are averaged."""
        start: i64 = layer * SET_COUNT
        layers = self.layers
        best = self.best
        place: i64 = SET_COUNT - 1
        while place >= ROLL_COUNT:
            most: float = layers[start + place]
            for at in range(i64(LESS_START[place]), i64(LESS_START[place + 1])):
                worth: float = best[i64(LESS[at])]
                if worth > most:
                    most = worth
            best[place] = most
            place -= 1
        while place >= 0:
            most = NEVER
            for at in range(i64(LESS_START[place]), i64(LESS_START[place + 1])):
                worth = best[i64(LESS[at])]
                if worth > most:
                    most = worth
            best[place] = most
            place -= 1

    def average(self, layer: i64) -> None:
        """Fills in the worth of every set to keep, from that of the rolls."""
        sets = self.layers
        start: i64 = layer * SET_COUNT
        at: i64 = 0
        for kept in range(start + ROLL_COUNT, start + SET_COUNT):
            sets[kept] = SIXTH * (
                sets[start + i64(MORE[at])]
                + sets[start + i64(MORE[at + 1])]
                + sets[start + i64(MORE[at + 2])]
                + sets[start + i64(MORE[at + 3])]
                + sets[start + i64(MORE[at + 4])]
                + sets[start + i64(MORE[at + 5])]
            )
            at += 6
