"""What the page of Dizzle draws, as small values for the macros of pieces.html.

A row of a sheet has all that it looks like in its values: it is drawn once, wherever it is
seen, and sent again only when it looks different.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from cubilete.games.dizzle.layout import Layout, PrintedSheet, layout_of
from cubilete.games.dizzle.scoring import SOLO_BOMB
from cubilete.games.dizzle.tables import COLUMNS, LETTERS, spell_position
from cubilete.games.dizzle.view import DizzleView

PICTURE = "picture"
"""How a cell of somebody else's sheet is."""
LANDED = "landed"
"""What stands in the way on a planet that is crossed."""
OWN_RUN, WATCHED_RUN = 1, 4
"""How many cells a piece has: few on one's own sheet, where most of them change when the turn
does; more where there are many sheets, so that not too many pieces have to be named."""
IN_TURN = ("choice", "reroll", "forced", "return")


class Square(NamedTuple):
    """A cell of a sheet."""

    name: str
    token: str
    frame: str
    """The classes of its part of the frame."""
    mark: str
    """“crossed”, “never” (exploded), “placed” or nothing."""
    opened: bool
    """It is a lock whose key is crossed."""
    how: str
    """What can be done here: a verb, or PICTURE, or else what stands in the way."""
    chosen: bool
    """What can be done here is being previewed."""


class Arrow(NamedTuple):
    """The points at the end of a row or column."""

    line: str
    points: int
    state: str
    """“won”, or “soon” if the dice that lie there complete it, or nothing."""


class Run(NamedTuple):
    """Some cells of a row side by side: a piece of the page."""

    line: str
    """The row's name if they begin it, or else nothing."""
    squares: tuple[Square | None, ...]
    """None is a hole."""
    ends: bool
    """They are the last ones of the row, and the arrow follows if there is one."""
    arrow: Arrow | None


class Die(NamedTuple):
    """A die on the table."""

    face: int
    how: str
    """“fits”, “again” (it is about to be rolled), “nowhere” or nothing."""
    text: str = ""
    """What touching it previews."""
    chosen: bool = False
    cells: str = ""
    """Where it fits."""


class Count(NamedTuple):
    """Something that gives points, and how many each."""

    key: str
    drawing: str
    colour: str
    worth: int | None


Printed = tuple[int, str, str, str]
"""A cell's number, name, token and part of the frame."""
Marks = tuple[int, int, int]
"""The crossed, exploded and occupied cells of a seat."""


# --- Sheets ---


@lru_cache(maxsize=64)
def printed_rows(sheet: PrintedSheet) -> tuple[tuple[Printed | None, ...], ...]:
    numbers = iter(range(len(layout_of(sheet).names)))
    return tuple(
        tuple(
            None
            if token == "."
            else (
                next(numbers),
                spell_position(row * COLUMNS + column),
                token,
                frame_classes(sheet, row, column),
            )
            for column, token in enumerate(tokens)
        )
        for row, tokens in enumerate(sheet.grid)
    )


def frame_classes(sheet: PrintedSheet, row: int, column: int) -> str:
    """Whether a cell is of the framed block, and where the block ends there."""

    def framed(row: int, column: int) -> bool:
        return min(row, column) >= 0 and spell_position(row * COLUMNS + column) in sheet.frame

    if not framed(row, column):
        return ""
    sides = {"ft": (row - 1, column), "fb": (row + 1, column)}
    sides |= {"fl": (row, column - 1), "fr": (row, column + 1)}
    return " framed" + "".join(f" {side}" for side, at in sides.items() if not framed(*at))


@lru_cache(maxsize=512)
def marks(
    sheet: PrintedSheet,
    crossed: tuple[str, ...],
    exploded: tuple[str, ...],
    placed: tuple[str, ...],
) -> Marks:
    layout = layout_of(sheet)
    return layout.cells(crossed), layout.cells(exploded), layout.cells(placed)


def marks_of(view: DizzleView, seat: int) -> Marks:
    return marks(view.sheet, view.crossed[seat], view.exploded[seat], view.placed[seat])


def mark_of(cell: int, crossed: int, exploded: int, placed: int) -> str:
    if crossed >> cell & 1:
        return "crossed"
    if exploded >> cell & 1:
        return "never"
    return "placed" if placed >> cell & 1 else ""


@lru_cache(maxsize=512)
def pictured(sheet: PrintedSheet, crossed: int, exploded: int, placed: int) -> tuple[Run, ...]:
    """Somebody else's sheet."""

    def square(cell: int, name: str, token: str, frame: str) -> Square:
        mark = mark_of(cell, crossed, exploded, placed)
        return Square(name, token, frame, mark, False, PICTURE, False)

    return runs(sheet, square, arrows_of(sheet, crossed, crossed | placed), WATCHED_RUN)


def runs(
    sheet: PrintedSheet,
    square: Callable[[int, str, str, str], Square],
    arrows: dict[str, Arrow],
    length: int,
) -> tuple[Run, ...]:
    found = []
    for number, row in enumerate(printed_rows(sheet), start=1):
        squares = tuple([cell and square(*cell) for cell in row])
        for start in range(0, len(squares), length):
            ends = start + length >= len(squares)
            found.append(
                Run(
                    "" if start else str(number),
                    squares[start : start + length],
                    ends,
                    arrows.get(str(number)) if ends else None,
                )
            )
    return tuple(found)


def sheet_runs(view: DizzleView, seat: int, picked: str, over: bool) -> tuple[Run, ...]:
    """The sheet of a seat: one's own can be touched while the game lasts."""
    crossed, exploded, placed = marks_of(view, seat)
    if seat != view.seat:
        return pictured(view.sheet, crossed, exploded, placed)
    layout = layout_of(view.sheet)
    shut = layout.shut_locks(crossed)
    opened = layout.having("L") & ~shut
    verbs = {} if over else verbs_of(view, layout)
    in_turn = seat in view.active and view.step in IN_TURN and not over
    faint = view.reach(seat) if in_turn else 0
    chosen = chosen_cell(layout, picked)

    def square(cell: int, name: str, token: str, frame: str) -> Square:
        mark = mark_of(cell, crossed, exploded, placed)
        how = verbs.get(cell)
        if how is None:
            if mark:
                how = LANDED if mark == "crossed" and token[1:2] == "P" else mark
            elif shut >> cell & 1:
                how = "locked"
            else:
                how = "reach" if faint >> cell & 1 else "far"
        is_open, is_chosen = bool(opened >> cell & 1), bool(chosen >> cell & 1)
        return Square(name, token, frame, mark, is_open, how, is_chosen)

    arrows = arrows_of(view.sheet, crossed, done_with(crossed | placed, chosen, picked))
    return runs(view.sheet, square, arrows, OWN_RUN)


def verbs_of(view: DizzleView, layout: Layout) -> dict[int, str]:
    """What this seat may do, by the cell that it does it to."""
    found: dict[int, str] = {}
    for text in view.legal:
        verb, _, name = text.partition(" ")
        if name:
            found[layout.index[name]] = verb
    return found


def chosen_cell(layout: Layout, picked: str) -> int:
    name = picked.partition(" ")[2]
    return 1 << layout.index[name] if name else 0


def done_with(done: int, chosen: int, picked: str) -> int:
    """What would be crossed after the choice that is previewed."""
    return done & ~chosen if picked.startswith("return ") else done | chosen


def arrows_of(sheet: PrintedSheet, crossed: int, done: int) -> dict[str, Arrow]:
    """The arrows of rows and columns, by their name."""
    groups = layout_of(sheet).groups
    found: dict[str, Arrow] = {}
    for (line, points), (cells, _) in zip(
        [*sheet.rows.items(), *sheet.columns.items()], groups, strict=False
    ):
        state = "won" if not cells & ~crossed else "" if cells & ~done else "soon"
        found[line] = Arrow(line, points, state)
    return found


def column_arrows(view: DizzleView, seat: int, picked: str) -> tuple[tuple[Arrow | None, ...], ...]:
    """The line of arrows below a sheet, if it has one."""
    if not view.sheet.columns:
        return ()
    crossed, _, placed = marks_of(view, seat)
    chosen = chosen_cell(layout_of(view.sheet), picked) if seat == view.seat else 0
    arrows = arrows_of(view.sheet, crossed, done_with(crossed | placed, chosen, picked))
    return (tuple(arrows.get(letter) for letter in LETTERS[: len(view.sheet.grid[0])]),)


def mini_rows(view: DizzleView, seat: int) -> tuple[tuple[tuple[str, ...]], ...]:
    return minis(view.sheet, *marks_of(view, seat))


@lru_cache(maxsize=512)
def minis(
    sheet: PrintedSheet, crossed: int, exploded: int, placed: int
) -> tuple[tuple[tuple[str, ...]], ...]:
    """A sheet in small: for each cell of a row what is seen of it, "." for a hole."""

    def seen(cell: int, token: str) -> str:
        mark = mark_of(cell, crossed, exploded, placed)
        return f"die {token[0]}" if mark == "placed" else mark or token[1:]

    return tuple(
        (tuple("." if found is None else seen(found[0], found[2]) for found in row),)
        for row in printed_rows(sheet)
    )


# --- Why not ---


def hindrance(view: DizzleView, seat: int, acts: bool) -> str:
    """What keeps a seat from touching most cells: the sentences are in pieces.html."""
    if not acts:
        return "wait"
    if view.step in ("planet", "return"):
        return view.step
    if view.usable_beside(seat, view.placed[seat]):
        return "dice"
    return "enclosed" if view.placed[seat] else "first"


# --- The dice on the table ---


def table_dice(view: DizzleView, picked: str, over: bool) -> list[Die]:
    acts = view.seat in view.to_act and not over
    faces = layout_of(view.sheet).faces
    index = layout_of(view.sheet).index
    fits: dict[int, list[str]] = {}
    for text in view.legal:
        if text.startswith("place ") and not over:
            fits.setdefault(faces[index[text[6:]]], []).append(text)
    taken = faces[index[picked[6:]]] if picked.startswith("place ") else 0
    seen: set[int] = set()
    found = []
    for face in view.dice:
        if face in fits:
            texts = fits[face]
            # Touching a die again goes on to the next cell that it fits.
            place = texts.index(picked) + 1 if face == taken else 0
            following = texts[place % len(texts)]
            cells = ", ".join(text[6:] for text in texts)
            chosen = face == taken and face not in seen
            text = "" if following == picked else following
            found.append(Die(face, "fits", text, chosen, cells))
        elif picked == "reroll":
            found.append(Die(face, "again"))
        else:
            found.append(Die(face, "nowhere" if acts and view.step in ("choice", "forced") else ""))
        seen.add(face)
    return found


def returned(view: DizzleView, picked: str) -> str:
    """The face of the die that would be returned, if one is previewed."""
    if not picked.startswith("return "):
        return ""
    layout = layout_of(view.sheet)
    return layout.tokens[layout.index[picked[7:]]][0]


# --- What gives points ---


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


def sums(view: DizzleView, seat: int) -> list[int]:
    """What each of the `counts` has brought a seat."""
    crossed, exploded, _ = marks_of(view, seat)
    found = counts(view.sheet, len(view.scores) == 1)
    return [brought(view, seat, count, crossed, exploded) for count in found]


def brought(view: DizzleView, seat: int, count: Count, crossed: int, exploded: int) -> int:
    layout = layout_of(view.sheet)
    if count.key == "arrows":
        arrows = arrows_of(view.sheet, crossed, crossed).values()
        return sum(arrow.points for arrow in arrows if arrow.state == "won")
    if count.drawing == "flag":
        return view.flags[count.colour][seat]
    assert count.worth is not None
    if count.key == "frame":
        return 0 if layout.cells(view.sheet.frame) & ~crossed else count.worth
    here = layout.having(count.key)
    if count.drawing == "puzzle":
        return 0 if here & ~crossed else count.worth
    done = exploded if count.drawing == "boom" else crossed
    return (here & done).bit_count() * count.worth


def legend(view: DizzleView, seat: int | None) -> list[tuple[object, ...]]:
    """The lines of the legend: what counts, a flag's numbers and how many are gone, what it has
    brought this seat."""
    found = counts(view.sheet, len(view.scores) == 1)
    so_far = sums(view, seat) if seat is not None else [0] * len(found)
    numbers = view.sheet.flag
    return [
        (count, numbers, len(numbers) - len(view.flags_left[count.colour]), total)
        if count.drawing == "flag"
        else (count, (), 0, total)
        for count, total in zip(found, so_far, strict=True)
    ]


def tally(view: DizzleView) -> tuple[tuple[Count, tuple[int, ...]], ...]:
    """How the points came: what counts, and what it has brought each seat."""
    totals = zip(*(sums(view, seat) for seat in range(len(view.scores))), strict=True)
    return tuple(zip(counts(view.sheet, len(view.scores) == 1), totals, strict=True))
