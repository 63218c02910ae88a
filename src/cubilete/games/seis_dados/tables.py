"""The values of six dice in each category: plain functions, and tables built from them.

Six dice are packed into one number, three bits for the count of each face, so that adding
dice is adding numbers: `8 ** (face - 1)` is one die. A value of a compound category is
packed in the same way, its parts from the left in base 8, so that comparing numbers is
comparing face by face.
"""

from itertools import combinations_with_replacement
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from cubilete.core.rng import Rng

SECTIONS: Final = {
    "numbers": ("ones", "twos", "threes", "fours", "fives", "sixes"),
    "groups": ("pair", "three", "four", "five", "six"),
    "straights": ("straight-3", "straight-4", "straight-5", "straight-6"),
    "totals": ("max-sum", "min-sum", "jokers"),
    "groupings": ("double-pair", "triple-pair", "three-and-pair", "double-three", "four-and-pair"),
    "extravagances": (
        "straight-3-and-pair",
        "straight-4-and-pair",
        "three-and-straight-3",
        "sevens",
    ),
}
BASIC_SECTIONS: Final = ("numbers", "groups", "straights", "totals")
CATEGORIES: Final = tuple([name for names in SECTIONS.values() for name in names])
CATEGORY_COUNT: Final = 27
MAX_SUM: Final = 15
MIN_SUM: Final = 16
JOKERS: Final = 17

SECTION_RULES: Final = {
    "numbers": "SD-C1",
    "groups": "SD-C2",
    "straights": "SD-C3",
    "totals": "SD-C4",
    "groupings": "SD-C5",
    "extravagances": "SD-C6",
}

# The parts of each compound category, in the order of its name: "g2" is a group of two
# equal dice, "s3" a straight of three.
PARTS: Final = {
    "double-pair": ("g2", "g2"),
    "triple-pair": ("g2", "g2", "g2"),
    "three-and-pair": ("g3", "g2"),
    "double-three": ("g3", "g3"),
    "four-and-pair": ("g4", "g2"),
    "straight-3-and-pair": ("s3", "g2"),
    "straight-4-and-pair": ("s4", "g2"),
    "three-and-straight-3": ("g3", "s3"),
}

Counts = list[int]
"""How many dice show each face; index 0 is unused."""


# --- The categories, as the rulebook has them ---


def values_of(category: str, counts: Counts) -> list[int]:
    """Every value that a roll can be noted with (SD-C8), packed; [0] where there is none."""
    place = CATEGORIES.index(category)
    if place < 6:  # SD-C1
        return [counts[place + 1]]
    if category in SECTIONS["groups"]:  # SD-C2
        return tops(counts, "g" + str(place - 4)) or [0]
    if category in SECTIONS["straights"]:  # SD-C3
        return tops(counts, "s" + str(place - 8)) or [0]
    if category in ("max-sum", "min-sum"):  # SD-C4
        return [sum([face * counts[face] for face in range(1, 7)])]
    if category == "sevens":  # SD-C6
        return [sum([min(counts[face], counts[7 - face]) for face in (1, 2, 3)])]
    return compound_values(counts, PARTS[category]) or [0]


def tops(counts: Counts, part: str) -> list[int]:
    """The face of each group, or the highest die of each straight, that the dice hold."""
    return [face for face in range(1, 7) if holds(counts, part_dice(part, face))]


def part_dice(part: str, face: int) -> Counts:
    """The dice of a part with this face; 99 of each face where it is impossible."""
    size = int(part[1])
    dice = [0] * 7
    if part[0] == "g":
        dice[face] = size
    else:
        for lower in range(face - size + 1, face + 1):
            if lower < 1:
                return [99] * 7
            dice[lower] = 1
    return dice


def holds(counts: Counts, dice: Counts) -> bool:
    return all([dice[face] <= counts[face] for face in range(7)])


def compound_values(counts: Counts, parts: tuple[str, ...]) -> list[int]:
    """The values of a compound category: its parts use different dice (SD-C7)."""
    found: set[int] = set()
    for faces in part_faces(counts, parts):
        # SD-C5: among parts of the same kind the higher face is noted first.
        if all(
            [faces[i] >= faces[i + 1] for i in range(len(parts) - 1) if parts[i] == parts[i + 1]]
        ):
            found.add(pack_parts(faces))
    return sorted(found)


def part_faces(counts: Counts, parts: tuple[str, ...]) -> list[list[int]]:
    if not parts:
        return [[]]
    found: list[list[int]] = []
    for face in tops(counts, parts[0]):
        dice = part_dice(parts[0], face)
        rest = [counts[f] - dice[f] for f in range(7)]
        found += [[face, *others] for others in part_faces(rest, parts[1:])]
    return found


def pack_parts(faces: list[int]) -> int:
    value = 0
    for face in faces:
        value = value * 8 + face
    return value


def part_count(category: str) -> int:
    return len(PARTS[category]) if category in PARTS else 1


def value_text(category: str, value: int) -> str:
    """A value as the notation writes it."""
    if category not in PARTS:
        return str(value)
    count = part_count(category)
    return ",".join([str(value >> 3 * (count - 1 - i) & 7) for i in range(count)])


# --- Packed dice ---


def pack(faces: list[int]) -> int:
    return sum([1 << 3 * (face - 1) for face in faces])


def unpack(packed: int) -> list[int]:
    """The faces of packed dice, ascending."""
    return [face for face in range(1, 7) for _ in range(packed >> 3 * (face - 1) & 7)]


def sub_rolls(counts: Counts) -> list[int]:
    """Every choice of at least one die, packed; dice of one face are alike."""
    found = [0]
    for face in range(1, 7):
        die = 1 << 3 * (face - 1)
        found = [packed + die * n for packed in found for n in range(counts[face] + 1)]
    return sorted(found)[1:]


# --- The tables ---


def all_faces_texts() -> dict[int, str]:
    """The notation of every choice of up to six dice, by their packed faces."""
    texts = {0: ""}
    shorter = [0]
    for _ in range(6):
        longer = sorted({packed + (1 << 3 * face) for packed in shorter for face in range(6)})
        for packed in longer:
            texts[packed] = " ".join([str(face) for face in unpack(packed)])
        shorter = longer
    return texts


FACES_TEXT: Final = all_faces_texts()
#
# Narrow integer types keep all tables in the CPU cache; nothing else matters as much for the
# speed of the random playout.

PACKED_SIZE: Final = 1 << 18
ROLLS: Final = [list(faces) for faces in combinations_with_replacement(range(1, 7), 6)]
FIVE_FACES: Final = 0o77777
"""The bits of five faces: their counts alone identify a packed roll of six dice."""


def build_roll_number() -> vec[i16]:
    numbers = [-1] * (FIVE_FACES + 1)
    for number, faces in enumerate(ROLLS):
        numbers[pack(faces) & FIVE_FACES] = number
    return vec[i16]([i16(number) for number in numbers])


def build_choices() -> tuple[vec[i32], vec[i16]]:
    """The choices of dice of all rolls, one after the other, and the index of each roll's first."""
    row: list[int] = []
    start: list[int] = []
    for faces in ROLLS:
        start.append(len(row))
        row += sub_rolls([faces.count(face) for face in range(7)])
    start.append(len(row))
    return vec[i32]([i32(packed) for packed in row]), vec[i16]([i16(place) for place in start])


def build_slots() -> tuple[vec[u8], vec[i64]]:
    """A slot is one way to note a roll in a category: the first of its possible values, the
    second, and so on. Returns the category of each slot, and the slots of each category."""
    most = [0] * CATEGORY_COUNT
    for faces in ROLLS:
        counts = [faces.count(face) for face in range(7)]
        for place, category in enumerate(CATEGORIES):
            if place != JOKERS:
                most[place] = max(most[place], len(values_of(category, counts)))
    category_of = [place for place in range(CATEGORY_COUNT) for _ in range(most[place])]
    slots_of = [
        sum([1 << slot for slot in range(len(category_of)) if category_of[slot] == place])
        for place in range(CATEGORY_COUNT)
    ]
    return vec[u8]([u8(place) for place in category_of]), vec[i64](slots_of)


def build_values() -> tuple[vec[i64], vec[i16]]:
    """The slots that each roll can use as a bit set, and the value of each slot."""
    usable: list[int] = []
    row: list[int] = []
    for faces in ROLLS:
        counts = [faces.count(face) for face in range(7)]
        values: list[int] = []
        mask = 0
        for place, category in enumerate(CATEGORIES):
            here = values_of(category, counts) if place != JOKERS else []
            room = len([slot for slot in range(SLOT_COUNT) if i64(SLOT_CATEGORY[slot]) == place])
            mask |= (1 << len(here)) - 1 << len(values)
            values += here + [0] * (room - len(here))
        usable.append(mask)
        row += values
    return vec[i64](usable), vec[i16]([i16(value) for value in row])


def build_grades() -> tuple[vec[i16], vec[i16]]:
    """A grade is the place of a value among all values of all categories: category by category,
    and the better value later. Returns the grade of each value, by category * 512 + value (0 where
    there is no such value), and each category's first grade. Grade 0 is no value."""
    grades = [0] * (CATEGORY_COUNT * 512)
    start: list[int] = []
    following = 1
    for place in range(CATEGORY_COUNT):
        slots = [slot for slot in range(SLOT_COUNT) if i64(SLOT_CATEGORY[slot]) == place]
        found = {
            int(SLOT_VALUES[number * SLOT_COUNT + slot])
            for number in range(len(ROLLS))
            for slot in slots
            if int(ROLL_SLOTS[number]) >> slot & 1
        }
        values = sorted(found, reverse=place == MIN_SUM) or list(range(7))
        start.append(following)
        for value in values:
            grades[place * 512 + value] = following
            following += 1
    start.append(following)
    return vec[i16]([i16(grade) for grade in grades]), vec[i16]([i16(grade) for grade in start])


def build_slot_grades() -> vec[i16]:
    """The grade of each roll in each slot, slot by slot; 0 where the roll has no such value."""
    row: list[int] = []
    for slot in range(SLOT_COUNT):
        category = int(SLOT_CATEGORY[slot])
        for number in range(len(ROLLS)):
            usable = int(ROLL_SLOTS[number]) >> slot & 1
            value = int(SLOT_VALUES[number * SLOT_COUNT + slot])
            row.append(int(GRADE[category * 512 + value]) if usable else 0)
    return vec[i16]([i16(grade) for grade in row])


def build_dice() -> vec[i32]:
    """Up to three dice, packed: 216 entries for each number of dice.

    Of a number below 216 the first digits in base 6 are used, as many as there are dice.
    """
    row: list[int] = []
    for dice in range(4):
        for number in range(216):
            row.append(pack([number // 6**place % 6 + 1 for place in range(3 - dice, 3)]))
    return vec[i32]([i32(packed) for packed in row])


ROLL_NUMBER: Final = build_roll_number()
_choices: Final = build_choices()
CHOICES: Final[vec[i32]] = _choices[0]
CHOICE_START: Final[vec[i16]] = _choices[1]
SLOT_COUNT: Final = 39
_slots: Final = build_slots()
SLOT_CATEGORY: Final[vec[u8]] = _slots[0]
CATEGORY_SLOTS: Final[vec[i64]] = _slots[1]
_values: Final = build_values()
ROLL_SLOTS: Final[vec[i64]] = _values[0]
SLOT_VALUES: Final[vec[i16]] = _values[1]
_grades: Final = build_grades()
GRADE: Final[vec[i16]] = _grades[0]
GRADE_START: Final[vec[i16]] = _grades[1]
GRADE_COUNT: Final = i64(GRADE_START[CATEGORY_COUNT])
SLOT_GRADES: Final = build_slot_grades()
THREE_DICE: Final = build_dice()
FIRST_THREE: Final = vec[i64]([216 * min(dice, 3) for dice in range(7)])
OTHER_THREE: Final = vec[i64]([216 * max(dice - 3, 0) for dice in range(7)])

DIE: Final = vec[i64]([1 << 3 * face for face in range(6)])
BIT: Final = vec[i64]([1 << place for place in range(SLOT_COUNT)])


def roll_dice(dice: i64, rng: Rng) -> i64:
    """Rolls this many dice; returns them packed."""
    # The random bits are read as a fraction: its first six digits in base 6, three at a time.
    spread: i64 = rng.bits() * 216
    others: i64 = (spread & 0xFF_FFFF_FFFF) * 216 >> 40
    first: i64 = i64(THREE_DICE[FIRST_THREE[dice] + (spread >> 40)])
    return first + i64(THREE_DICE[OTHER_THREE[dice] + others])
