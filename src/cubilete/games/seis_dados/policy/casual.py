"""A person who plays Seis dados sensibly without calculating.

Notes at once what pleases: a value that takes the point from those already noted, or one that is
good in itself. Otherwise aims at the pleasing value that the fewest dice are missing for, and rolls
the others again; by a joker only one or two of them. Throws away where there was little hope.

What is good in itself depends on the game: high values, low ones if the fewest points win, middling
ones with three players.

This module is compiled.
"""

from itertools import combinations_with_replacement
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.seis_dados.rules import REROLL, SeisDados, assignment, grade_of
from cubilete.games.seis_dados.scoring import point_of_three, point_of_two
from cubilete.games.seis_dados.tables import (
    BIT,
    CATEGORIES,
    CATEGORY_COUNT,
    CATEGORY_SLOTS,
    DIE,
    FIVE_FACES,
    GRADE,
    GRADE_START,
    JOKERS,
    MAX_SUM,
    MIN_SUM,
    ROLL_NUMBER,
    ROLL_SLOTS,
    SLOT_COUNT,
    pack,
    values_of,
)

HIGH: Final = 0
LOW: Final = 1
MIDDLING: Final = 2
HIGH_FACES: Final = 0o770000
LOW_FACES: Final = 0o000077

Window = tuple[int, int]

PLEASING: Final[dict[str, tuple[Window, Window, Window]]] = {
    # The values that are good in themselves, from and to: high, low and middling ones.
    "ones": ((4, 6), (0, 0), (2, 3)),
    "twos": ((4, 6), (0, 0), (2, 3)),
    "threes": ((4, 6), (0, 0), (2, 3)),
    "fours": ((4, 6), (0, 0), (2, 3)),
    "fives": ((4, 6), (0, 0), (2, 3)),
    "sixes": ((4, 6), (0, 0), (2, 3)),
    "pair": ((6, 6), (0, 2), (3, 5)),
    "three": ((5, 6), (0, 1), (3, 4)),
    "four": ((4, 6), (0, 0), (2, 4)),
    "five": ((1, 6), (0, 0), (1, 4)),
    "six": ((1, 6), (0, 0), (1, 6)),
    "straight-3": ((6, 6), (0, 3), (5, 5)),
    "straight-4": ((6, 6), (0, 0), (5, 5)),
    "straight-5": ((5, 6), (0, 0), (5, 6)),
    "straight-6": ((6, 6), (0, 0), (6, 6)),
    "max-sum": ((30, 36), (6, 14), (22, 26)),
    "min-sum": ((6, 12), (28, 36), (16, 20)),
    "double-pair": ((0o60, 0o66), (0, 0o21), (0o42, 0o55)),
    "triple-pair": ((0o400, 0o666), (0, 0), (0o300, 0o555)),
    "three-and-pair": ((0o40, 0o66), (0, 0), (0o30, 0o46)),
    "double-three": ((0o11, 0o66), (0, 0), (0o11, 0o66)),
    "four-and-pair": ((0o11, 0o66), (0, 0), (0o11, 0o66)),
    "straight-3-and-pair": ((0o50, 0o66), (0, 0), (0o40, 0o56)),
    "straight-4-and-pair": ((0o40, 0o66), (0, 0), (0o40, 0o56)),
    "three-and-straight-3": ((0o13, 0o66), (0, 0), (0o13, 0o66)),
    "sevens": ((3, 3), (0, 1), (2, 2)),
}

HOPE_IN_HUNDRED: Final = {
    "ones": 40,
    "twos": 40,
    "threes": 40,
    "fours": 40,
    "fives": 40,
    "sixes": 40,
    "pair": 90,
    "three": 70,
    "four": 40,
    "five": 20,
    "six": 5,
    "straight-3": 90,
    "straight-4": 70,
    "straight-5": 50,
    "straight-6": 25,
    "max-sum": 40,
    "min-sum": 40,
    "double-pair": 60,
    "triple-pair": 35,
    "three-and-pair": 45,
    "double-three": 15,
    "four-and-pair": 15,
    "straight-3-and-pair": 60,
    "straight-4-and-pair": 35,
    "three-and-straight-3": 35,
    "sevens": 45,
}
"""How often one can hope for a high one."""


def build_windows() -> vec[i16]:
    """The lowest and the highest grade that is good in itself, for each kind and category."""
    row: list[int] = []
    for kind in range(3):
        for place, category in enumerate(CATEGORIES):
            grades = [0, 0]
            if place != JOKERS:
                low, high = PLEASING[category][kind]
                found = [int(GRADE[place * 512 + value]) for value in range(low, high + 1)]
                here = [grade for grade in found if grade]
                grades = [min(here), max(here)]
            row += grades
    return vec[i16]([i16(grade) for grade in row])


def build_aims() -> tuple[vec[i16], vec[i32], vec[i16]]:
    """Dice to aim at, with their category and grade: the fewest dice that give this grade. The
    sums are not among them."""
    fewest: dict[tuple[int, int], list[int]] = {}
    size: dict[tuple[int, int], int] = {}
    for dice in range(1, 7):
        for faces in combinations_with_replacement(range(1, 7), dice):
            counts = [faces.count(face) for face in range(7)]
            for place, category in enumerate(CATEGORIES):
                if place == MAX_SUM or place == MIN_SUM or place == JOKERS:
                    continue
                for value in values_of(category, counts):
                    aim = (place, int(GRADE[place * 512 + value]))
                    if value and size.setdefault(aim, dice) == dice:
                        fewest.setdefault(aim, []).append(pack(list(faces)))
    found = [(*aim, packed) for aim in sorted(fewest) for packed in fewest[aim]]
    return (
        vec[i16]([i16(category) for category, _, _ in found]),
        vec[i32]([i32(packed) for _, _, packed in found]),
        vec[i16]([i16(grade) for _, grade, _ in found]),
    )


WINDOWS: Final = build_windows()
HOPE: Final = vec[i64]([HOPE_IN_HUNDRED.get(name, 0) for name in CATEGORIES])
_aims: Final = build_aims()
AIM_CATEGORY: Final[vec[i16]] = _aims[0]
AIM_DICE: Final[vec[i32]] = _aims[1]
AIM_GRADE: Final[vec[i16]] = _aims[2]
FAR: Final = 7


@final
class CasualPlayer(Strategy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, SeisDados)
        number: i64 = i64(ROLL_NUMBER[state.roll & FIVE_FACES])
        slots: i64 = state.free(seat) & ROLL_SLOTS[number]
        pleasing: i64 = -1
        other: i64 = -1
        least: i64 = 1000
        most: i64 = -1000
        for slot in range(i64(SLOT_COUNT)):
            if slots & BIT[slot]:
                code: i64 = assignment(number, slot)
                category: i64 = code >> 9
                grade: i64 = i64(GRADE[code])
                excess: i64 = grade - i64(GRADE_START[category])
                if state.lowest_wins:
                    excess = i64(GRADE_START[category + 1]) - 1 - grade
                width: i64 = i64(GRADE_START[category + 1]) - i64(GRADE_START[category])
                quality: i64 = 40 * excess // width
                if pleases(state, seat, category, grade):
                    # By just enough, and rather where one could not hope for it.
                    if quality + HOPE[category] < least:
                        least = quality + HOPE[category]
                        pleasing = code
                elif quality - HOPE[category] > most:
                    most = quality - HOPE[category]
                    other = code
        if pleasing >= 0:
            return pleasing
        repetition: i64 = state.repetition()
        if repetition:
            rerolled: i64 = state.roll - aimed_dice(state, seat)
            if rerolled and (repetition == REROLL or rerolled % 7 <= 2):
                return repetition + rerolled
        return other


def kind_of(state: SeisDados) -> i64:
    if state.seats == 3:
        return MIDDLING
    return LOW if state.lowest_wins else HIGH


def pleases(state: SeisDados, seat: i64, category: i64, grade: i64) -> bool:
    """Whether the grade takes the point from those noted, or is good in itself."""
    one: i64 = grade_of(state, (seat + 1) % state.seats, category)
    if state.seats == 2:
        if one:
            return point_of_two(grade, one) == (1 if state.lowest_wins else 0)
    else:
        other: i64 = grade_of(state, (seat + 2) % state.seats, category)
        if one and other:
            return point_of_three(grade, one, other) == 0
        if grade == one or grade == other:
            return False
    window: i64 = 2 * (kind_of(state) * CATEGORY_COUNT + category)
    return i64(WINDOWS[window]) <= grade <= i64(WINDOWS[window + 1])


def aimed_dice(state: SeisDados, seat: i64) -> i64:
    """The dice to keep for the nearest aim; all of them if there is none."""
    if state.lowest_wins:
        return without_spoilers(state, seat)
    free: i64 = state.free(seat)
    nearest: i64 = FAR
    kept: i64 = state.roll
    for aim in range(i64(len(AIM_GRADE))):
        category: i64 = i64(AIM_CATEGORY[aim])
        if free & CATEGORY_SLOTS[category]:
            common: i64 = common_dice(state.roll, i64(AIM_DICE[aim]))
            missing: i64 = i64(AIM_DICE[aim]) % 7 - common % 7
            if 0 < missing < nearest and pleases(state, seat, category, i64(AIM_GRADE[aim])):
                nearest = missing
                kept = common
    for category in range(i64(MAX_SUM), i64(MIN_SUM + 1)):
        if free & CATEGORY_SLOTS[category]:
            common = state.roll & (HIGH_FACES if category == MAX_SUM else LOW_FACES)
            missing = 6 - common % 7
            if 0 < missing < nearest:
                nearest = missing
                kept = common
    return kept


def without_spoilers(state: SeisDados, seat: i64) -> i64:
    """The fewest points win: rolls again the dice that spoil a number or a sum."""
    free: i64 = state.free(seat)
    kept: i64 = state.roll
    fewest: i64 = FAR
    for category in range(i64(MIN_SUM + 1)):
        if free & CATEGORY_SLOTS[category]:
            spoilers: i64 = 0
            if category < 6:
                spoilers = state.roll & 7 * DIE[category]
            elif category >= MAX_SUM:
                spoilers = state.roll & (HIGH_FACES if category == MAX_SUM else LOW_FACES)
            if 0 < spoilers % 7 < fewest:
                fewest = spoilers % 7
                kept = state.roll - spoilers
    return kept


def common_dice(roll: i64, dice: i64) -> i64:
    """The dice that are in both."""
    common: i64 = 0
    for face in range(i64(6)):
        a: i64 = roll & 7 * DIE[face]
        b: i64 = dice & 7 * DIE[face]
        common += a if a < b else b
    return common
