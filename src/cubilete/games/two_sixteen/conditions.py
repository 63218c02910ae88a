"""The conditions of objectives (216-M2 to 216-M4): how they are written, and which rolls meet them.

A condition is a text such as “1 2 ?”, “sum >= 14”, “pair opposite” or “no 1 2”.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, product

Roll = tuple[int, int, int]
"""Three faces, ascending: the order of the dice never matters (216-M1)."""

FAMILIES = ("grey", "orange", "green", "violet")

FACES = re.compile(r"[1-6?] [1-6?] [1-6?]")
SUM = re.compile(r"(sum|two) (=|>=|<=) (0|[1-9][0-9]?)")
ABSENT = re.compile(r"no ([1-6](?: [1-6]){0,5})")

ROLLS_IN_ORDER = [(a, b, c) for a, b, c in product(range(1, 7), repeat=3)]
"""The 216 equally likely rolls."""


def ascending(faces: Roll) -> Roll:
    low, middle, high = sorted(faces)
    return low, middle, high


ROLLS: tuple[Roll, ...] = tuple(sorted({ascending(faces) for faces in ROLLS_IN_ORDER}))


# --- Grey: exact faces ---


def shows(roll: Roll, faces: list[int]) -> bool:
    """Whether the dice show these faces, each on a different die."""
    return all(faces.count(face) <= roll.count(face) for face in faces)


# --- Orange: sums ---


def compares(total: int, sign: str, number: int) -> bool:
    if sign == "=":
        return total == number
    return total >= number if sign == ">=" else total <= number


def adds_up(roll: Roll, dice: str, sign: str, number: int) -> bool:
    if dice == "sum":
        return compares(sum(roll), sign, number)
    return any(compares(a + b, sign, number) for a, b in combinations(roll, 2))


# --- Green: relations ---


def opposite(face: int) -> int:
    return 7 - face


def is_pair_and_opposite(roll: Roll) -> bool:
    """216-M3: the third die shows the face opposite to the pair's."""
    low, middle, high = roll
    return (low == middle and high == opposite(low)) or (middle == high and low == opposite(high))


def has_two_opposite(roll: Roll) -> bool:
    return any(b == opposite(a) for a, b in combinations(roll, 2))


def is_straight(roll: Roll) -> bool:
    """216-M4: three consecutive faces; after the 6 comes the 1."""
    return any({start, start % 6 + 1, (start + 1) % 6 + 1} == set(roll) for start in range(1, 7))


RELATIONS: dict[str, Callable[[Roll], bool]] = {
    "pair": lambda roll: len(set(roll)) < 3,
    "pair different": lambda roll: len(set(roll)) == 2,
    "triple": lambda roll: len(set(roll)) == 1,
    "different": lambda roll: len(set(roll)) == 3,
    "pair opposite": is_pair_and_opposite,
    "two opposite": has_two_opposite,
    "straight": is_straight,
}


# --- All of them ---


def family_of(when: str) -> str | None:
    """The family of a condition; None for a text that is not a condition in normal form."""
    words = when.split(" ")
    if FACES.fullmatch(when):
        in_order = words == sorted(words)  # the question mark sorts after the digits
        return "grey" if in_order and words[0] != "?" else None
    if SUM.fullmatch(when):
        return "orange"
    if when in RELATIONS:
        return "green"
    if ABSENT.fullmatch(when) and words[1:] == sorted(set(words[1:])):
        return "violet"
    return None


def is_met(when: str, roll: Roll) -> bool:
    """Whether a roll meets a condition; `when` must have a family."""
    if when in RELATIONS:
        return RELATIONS[when](roll)
    addition = SUM.fullmatch(when)
    if addition is not None:
        return adds_up(roll, addition[1], addition[2], int(addition[3]))
    faces = [int(word) for word in when.split(" ") if word not in ("no", "?")]
    if when.startswith("no "):
        return not any(face in roll for face in faces)
    return shows(roll, faces)


@lru_cache(maxsize=2048)
def rolls_meeting(when: str) -> frozenset[Roll]:
    """The rolls that meet a condition."""
    return frozenset(roll for roll in ROLLS if is_met(when, roll))


@lru_cache(maxsize=2048)
def count_of(when: str) -> int:
    """How many of the 216 rolls meet a condition (216-M1)."""
    met = rolls_meeting(when)
    return sum(ascending(faces) in met for faces in ROLLS_IN_ORDER)
