"""The points of categories and sections (SD-S1 to SD-S3)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from cubilete.games.seis_dados.tables import BIT, CATEGORIES, CATEGORY_COUNT, MIN_SUM, SECTIONS


def section_masks() -> list[int]:
    return [sum([1 << CATEGORIES.index(name) for name in names]) for names in SECTIONS.values()]


SECTION_MASKS: Final = vec[i64](section_masks())
SECTION_COUNT: Final = 6

NOBODY: Final = -1


def point_of_two(a: i64, b: i64) -> i64:
    """SD-S1: the better value wins; NOBODY on a tie."""
    if a > b:
        return 0
    return 1 if b > a else NOBODY


def point_of_three(a: i64, b: i64, c: i64) -> i64:
    """SD-S2: the middle value wins; where two are equal, the third; NOBODY where all are."""
    if a == b:
        return NOBODY if b == c else 2
    if a == c:
        return 1
    if b == c:
        return 0
    if (a > b) == (a < c):
        return 0
    return 1 if (b > a) == (b < c) else 2


def point_of(category: i64, values: vec[i16], seats: i64) -> i64:
    """The seat that takes the point of a category that all have completed, or NOBODY."""
    a: i64 = i64(values[category])
    b: i64 = i64(values[CATEGORY_COUNT + category])
    if category == MIN_SUM:  # SD-C4: here the lower value is the better one
        a = -a
        b = -b
    if seats == 2:
        return point_of_two(a, b)
    c: i64 = i64(values[2 * CATEGORY_COUNT + category])
    return point_of_three(a, b, -c if category == MIN_SUM else c)


def points_in(section: i64, values: vec[i16], seats: i64, in_use: i64, completed: i64) -> list[int]:
    """The points of each seat in a section, from the categories that all have completed."""
    here = [0] * seats
    for category in range(CATEGORY_COUNT):
        if SECTION_MASKS[section] & in_use & completed & BIT[category]:
            taker = point_of(category, values, seats)
            if taker != NOBODY:
                here[taker] += 1
    return here


def extra_point(section: i64, here: list[int], in_use: i64, completed: i64) -> i64:
    """SD-S3: the seat with the most points in a complete section; NOBODY on a tie."""
    mine: i64 = SECTION_MASKS[section] & in_use
    best = max(here)
    if not mine or mine & ~completed or here.count(best) > 1:
        return NOBODY
    return here.index(best)


def points(values: vec[i16], seats: i64, in_use: i64, completed: i64) -> list[int]:
    """The points of each seat, from the categories that all have completed."""
    totals = [0] * seats
    for section in range(SECTION_COUNT):
        here = points_in(section, values, seats, in_use, completed)
        for seat in range(seats):
            totals[seat] += here[seat]
        extra = extra_point(section, here, in_use, completed)
        if extra != NOBODY:
            totals[extra] += 1
    return totals
