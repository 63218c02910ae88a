"""Precomputed tables of dice and helps, and how the state packs cards into numbers.

A *group* is a multiset of none to three faces. Each of the 84 groups has a number: 0 for the
empty group, the face for a single die. `PLUS` adds groups and `MINUS` subtracts them. The dice
have no order anywhere.
"""

from itertools import combinations_with_replacement, product
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

# --- Codes of decisions: one of these, plus an objective, a group of dice or the use of a help ---

CLAIM: Final = 0
CLAIM_FOR_POINTS: Final = 128
CLAIM_FOR_HELP: Final = 256
IA_TAKES: Final = 384
REROLL: Final = 512
HELP: Final = 640
PASS: Final = 768

# --- Kinds of chance ---

DRAW_STARTER: Final = 0
DRAW_OBJECTIVE: Final = 1
DRAW_HELP: Final = 2
ROLL_DICE: Final = 3

# --- Dice ---

DICE: Final = 3
GROUPS: Final = [
    faces for size in range(4) for faces in combinations_with_replacement((1, 2, 3, 4, 5, 6), size)
]
GROUP_COUNT: Final = 84
GROUP_NUMBER: Final = {faces: number for number, faces in enumerate(GROUPS)}
NOTHING: Final = 255
"""In PLUS and MINUS: the sum has too many dice, or the dice are not all there."""


def taken_away(faces: tuple[int, ...], part: tuple[int, ...]) -> tuple[int, ...] | None:
    """The dice without those of `part`; None if they are not all there."""
    rest = list(faces)
    for face in part:
        if face not in rest:
            return None
        rest.remove(face)
    return tuple(rest)


def build_plus() -> vec[u8]:
    table: list[int] = []
    for faces in GROUPS:
        for more in GROUPS:
            table.append(GROUP_NUMBER.get(tuple(sorted(faces + more)), NOTHING))
    return vec[u8]([u8(number) for number in table])


def build_minus() -> vec[u8]:
    table: list[int] = []
    for faces in GROUPS:
        for part in GROUPS:
            rest = taken_away(faces, part)
            table.append(NOTHING if rest is None else GROUP_NUMBER[rest])
    return vec[u8]([u8(number) for number in table])


PLUS: Final = build_plus()
MINUS: Final = build_minus()
SIZE: Final = vec[i64]([len(faces) for faces in GROUPS])


def rest_of(group: i64, part: i64) -> i64:
    """The group without the dice of `part`, or NOTHING."""
    return i64(MINUS[group * GROUP_COUNT + part])


def together(group: i64, more: i64) -> i64:
    return i64(PLUS[group * GROUP_COUNT + more])


# The outcomes of rolling 0 to 3 dice in one row, each as often as it is likely, and their starts.
WAYS: Final = vec[i64]([6**dice for dice in range(DICE + 1)])
OUTCOME_START: Final = vec[i64]([0, 1, 7, 43])
OUTCOMES: Final = vec[u8](
    [
        u8(GROUP_NUMBER[tuple(sorted(faces))])
        for dice in range(DICE + 1)
        for faces in product((1, 2, 3, 4, 5, 6), repeat=dice)
    ]
)


def build_choices() -> tuple[vec[i64], vec[i64]]:
    """For every roll the groups that can be rolled again, in one row, and their starts."""
    row: list[int] = []
    start: list[int] = []
    for faces in GROUPS:
        start.append(len(row))
        if len(faces) == DICE:
            row += [
                number
                for number, part in enumerate(GROUPS)
                if part and taken_away(faces, part) is not None
            ]
    start.append(len(row))
    return vec[i64](row), vec[i64](start)


_choices: Final = build_choices()
CHOICES: Final[vec[i64]] = _choices[0]
CHOICE_START: Final[vec[i64]] = _choices[1]

# --- Help cards (216-M5) ---

KINDS: Final = (
    "shift1",
    "shift2",
    "opposite",
    "reroll",
    "reroll-all",
    "set1",
    "set2",
    "set3",
    "set4",
    "set5",
    "set6",
)
KIND_COUNT: Final = 11
HELP_CARDS: Final = 30

# A hand, deck or pile of helps is one number: five bits for the count of each kind.
ONE_HELP: Final = vec[i64]([1 << 5 * kind for kind in range(KIND_COUNT)])

USES: Final = (
    *("+1", "-1", "+2", "-2", "opposite", "reroll", "reroll-all"),
    *("set1", "set2", "set3", "set4", "set5", "set6"),
)
"""The uses of helps as the notation has them. Each of the two shifts has two uses."""
REROLL_ONE: Final = 5
REROLL_ALL: Final = 6
USE_COUNT: Final = 13
KIND_OF_USE: Final = vec[i64]([0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])


def count_helps(helps: i64) -> i64:
    """The sum of all counts: 32 is 1 modulo 31, and there are never more than 30 cards."""
    return helps % 31


def changed(use: int, face: int) -> int:
    """The new face of a die; 0 for uses that roll it."""
    if USES[use][0] in "+-":
        return (face - 1 + int(USES[use])) % 6 + 1
    if USES[use] == "opposite":
        return 7 - face
    return use - REROLL_ALL if use > REROLL_ALL else 0


CHANGED: Final = vec[i64](
    [0 if face in (0, 7) else changed(use, face) for use in range(USE_COUNT) for face in range(8)]
)


def uses_on(faces: tuple[int, ...], kind: int) -> list[int]:
    """The uses of a kind of help on a roll, each as use * 8 + face of the die."""
    found: list[int] = []
    for use, name in enumerate(USES):
        if KIND_OF_USE[use] != kind:
            continue
        if use == REROLL_ALL:
            found.append(use * 8)
        else:
            found += [use * 8 + face for face in sorted(set(faces)) if name != f"set{face}"]
    return found


def build_uses() -> tuple[vec[i64], vec[i64]]:
    """The uses for every roll and kind of help, in one row, and their starts."""
    row: list[int] = []
    start: list[int] = []
    for faces in GROUPS:
        for kind in range(KIND_COUNT):
            start.append(len(row))
            if len(faces) == DICE:
                row += uses_on(faces, kind)
    start.append(len(row))
    return vec[i64](row), vec[i64](start)


_uses: Final = build_uses()
USE_ROW: Final[vec[i64]] = _uses[0]
USE_START: Final[vec[i64]] = _uses[1]


def count_uses(hand: i64, dice: i64) -> i64:
    """How many uses the helps of a hand have on the dice."""
    at: i64 = dice * KIND_COUNT
    count: i64 = 0
    while hand:
        if hand & 31:
            count += USE_START[at + 1] - USE_START[at]
        hand >>= 5
        at += 1
    return count


def use_at(hand: i64, dice: i64, k: i64) -> i64:
    """The k-th use, from 0, of the helps of a hand."""
    at: i64 = dice * KIND_COUNT
    while hand:
        if hand & 31:
            here: i64 = USE_START[at + 1] - USE_START[at]
            if k < here:
                return USE_ROW[USE_START[at] + k]
            k -= here
        hand >>= 5
        at += 1
    raise AssertionError("more uses were counted than there are")


def is_use(hand: i64, dice: i64, use: i64) -> bool:
    """Whether a hand can make this use on the dice."""
    if use < 0 or use >= USE_COUNT * 8:
        return False
    kind: i64 = KIND_OF_USE[use >> 3]
    if hand >> 5 * kind & 31 == 0:
        return False
    at: i64 = dice * KIND_COUNT + kind
    place: i64 = USE_START[at]
    while place < USE_START[at + 1] and USE_ROW[place] != use:
        place += 1
    return place < USE_START[at + 1]


def help_at(helps: i64, k: i64) -> i64:
    """The kind of the k-th card, from 0, in the order of the kinds."""
    kind: i64 = 0
    while k >= helps & 31:
        k -= helps & 31
        helps >>= 5
        kind += 1
    return kind


# --- Objectives ---

OBJECTIVES: Final = 70
HALF: Final = 35
ALL_OF_A_HALF: Final = (1 << 35) - 1
"""The deck of objectives is two bit sets of 35."""
BIT: Final = vec[i64]([1 << place for place in range(HALF)])

OFFER_SIZE: Final = 4
# The offer is one number of four times seven bits; EMPTY is a place without a card.
EMPTY: Final = 127
ALL_EMPTY: Final = 0xFFF_FFFF
PLACE: Final = vec[i64]([128**place for place in range(OFFER_SIZE)])
