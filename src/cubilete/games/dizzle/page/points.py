"""The points that the legend and the final tally of Dizzle's page show."""

from functools import lru_cache
from typing import NamedTuple

from cubilete.games.dizzle.layout import PrintedSheet, layout_of
from cubilete.games.dizzle.page.drawing import Marks, arrows_of, marks_of
from cubilete.games.dizzle.scoring import SOLO_BOMB
from cubilete.games.dizzle.view import DizzleView


class Count(NamedTuple):
    """Something that gives points, and how many each."""

    key: str
    drawing: str
    colour: str
    worth: int | None


@lru_cache(maxsize=64)
def counts(sheet: PrintedSheet, solo: bool) -> tuple[Count, ...]:
    """What gives points on a sheet, in the order of the legend."""
    there = {token[1:] for token in layout_of(sheet).tokens}
    found = [Count("G" + c, "gem", c, points) for c, points in sheet.gems.items()]
    found += [Count("Z" + c, "puzzle", c, points) for c, points in sheet.puzzles.items()]
    flags = sorted(symbol[1:] for symbol in there if symbol[:1] == "F")
    found += [Count("F" + colour, "flag", colour, None) for colour in flags]
    found = [count for count in found if count.key in there]
    if sheet.rows or sheet.columns:
        found.append(Count("arrows", "arrow", "", None))
    if sheet.frame:
        found.append(Count("frame", "", "", sheet.frame_points))
    if "B" in there and solo:  # DZ-18
        found.append(Count("B", "bomb", "", SOLO_BOMB))
    elif "B" in there:
        found.append(Count("B", "boom", "", sheet.bomb))
    if "T" in there:
        found.append(Count("T", "pile", "", sheet.pile))
    return tuple(found)


def points_of(view: DizzleView, seat: int) -> tuple[int, ...]:
    """The points of a seat for each of the `counts`."""
    marks = marks_of(view, seat)
    solo = len(view.scores) == 1
    return tuple(
        view.flags[count.colour][seat] if count.drawing == "flag" else points
        for count, points in zip(
            counts(view.sheet, solo), points_without_flags(view.sheet, solo, marks), strict=True
        )
    )


@lru_cache(maxsize=512)
def points_without_flags(sheet: PrintedSheet, solo: bool, marks: Marks) -> tuple[int, ...]:
    return tuple(points_for(sheet, count, marks) for count in counts(sheet, solo))


def points_for(sheet: PrintedSheet, count: Count, marks: Marks) -> int:
    layout = layout_of(sheet)
    if count.key == "arrows":
        arrows = arrows_of(sheet, marks, 0, False).values()
        return sum(arrow.points for arrow in arrows if arrow.state == "won")
    if count.worth is None:
        return 0
    if count.key == "frame":
        return 0 if layout.named(sheet.frame) & ~marks.crossed else count.worth
    here = layout.having(count.key)
    if count.drawing == "puzzle":
        return 0 if here & ~marks.crossed else count.worth
    done = marks.exploded if count.drawing == "boom" else marks.crossed
    return (here & done).bit_count() * count.worth


def legend(view: DizzleView, seat: int | None) -> list[tuple[object, ...]]:
    """The lines of the legend: what counts, the numbers of a flag and how many are used up, and
    the points of this seat."""
    found = counts(view.sheet, len(view.scores) == 1)
    so_far = points_of(view, seat) if seat is not None else (0,) * len(found)
    numbers = view.sheet.flag
    return [
        (count, numbers, len(numbers) - len(view.flags_left[count.colour]), points)
        if count.drawing == "flag"
        else (count, (), 0, points)
        for count, points in zip(found, so_far, strict=True)
    ]


def tally(view: DizzleView) -> tuple[tuple[Count, tuple[int, ...]], ...]:
    """For each of the `counts` the points of all seats."""
    totals = zip(*(points_of(view, seat) for seat in range(len(view.scores))), strict=True)
    return tuple(zip(counts(view.sheet, len(view.scores) == 1), totals, strict=True))
