"""The values that the pieces of Dizzle's page are drawn from.

A piece of a sheet is a *run*: some cells of a row. Long runs are few pieces, but a run is sent
again when one of its cells changes: with whole rows an update could have more than 20 KB.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from cubilete.core.record import Event
from cubilete.games.dizzle.layout import Layout, PrintedSheet, layout_of
from cubilete.games.dizzle.rules import DICE
from cubilete.games.dizzle.tables import COLUMNS, LETTERS, spell_position
from cubilete.games.dizzle.view import DizzleView

PICTURE = "picture"
"""`Square.how` of all cells on sheets that the viewer can't touch."""
LANDED = "landed"
"""`Square.how` of a crossed planet."""
OWN_RUN, OTHER_RUN = 1, 4
"""How many cells a run has. On the own sheet many cells all over it change when a turn begins or
ends. A spectator sees all sheets, so single cells would be too many pieces."""
IN_TURN = ("choice", "reroll", "forced", "return")


class Square(NamedTuple):
    """A cell of a sheet."""

    name: str
    token: str
    frame: str
    """The CSS classes of its part of the frame."""
    mark: str
    """“crossed”, “never” (exploded), “placed” or ""."""
    opened: bool
    """Whether it is a lock with a crossed key."""
    how: str
    """The verb of the action that is possible here, PICTURE, or why there is none."""
    chosen: bool
    """Whether that action is previewed."""


class Arrow(NamedTuple):
    """The points at the end of a row or column."""

    line: str
    points: int
    state: str
    """“won”, “soon” if the dice that lie there complete it, or ""."""


class Run(NamedTuple):
    """Some cells of a row side by side: a piece of the page."""

    line: str
    """The name of the row, if they begin it, or ""."""
    squares: tuple[Square | None, ...]
    """None is a hole."""
    ends: bool
    """Whether they end the row. Then its arrow follows, if there is one."""
    arrow: Arrow | None


class Die(NamedTuple):
    """A die on the table."""

    face: int
    how: str
    """“fits”, “again” (it is about to be rolled), “nowhere” or ""."""
    text: str = ""
    """The action that touching it previews."""
    chosen: bool = False
    cells: str = ""
    """Where it fits."""


class Marks(NamedTuple):
    """The marked cells of a seat, as sets."""

    crossed: int
    exploded: int
    placed: int


class Touch(NamedTuple):
    """What the viewer can do on the own sheet, as sets of cells."""

    verb: str
    """What can be done to the cells of `possible`."""
    possible: int
    reach: int
    """Where a die of the right face could be placed."""
    chosen: int
    """The cell of the action that is previewed."""
    returns: bool
    """Whether that action returns a die."""


Printed = tuple[int, str, str, str]
"""A cell: its number, name, token and the CSS classes of its part of the frame."""


# --- Sheets ---


@lru_cache(maxsize=64)
def printed_rows(sheet: PrintedSheet) -> tuple[tuple[Printed | None, ...], ...]:
    """The cells of each row; None for a hole."""
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
    """CSS classes: whether a cell is in the framed block, and which sides of it are its edge."""

    def framed(row: int, column: int) -> bool:
        return min(row, column) >= 0 and spell_position(row * COLUMNS + column) in sheet.frame

    if not framed(row, column):
        return ""
    sides = {"ft": (row - 1, column), "fb": (row + 1, column)}
    sides |= {"fl": (row, column - 1), "fr": (row, column + 1)}
    return " framed" + "".join(f" {side}" for side, at in sides.items() if not framed(*at))


def marks_of(view: DizzleView, seat: int) -> Marks:
    named = layout_of(view.sheet).named
    return Marks(named(view.crossed[seat]), named(view.exploded[seat]), named(view.placed[seat]))


def mark_of(cell: int, marks: Marks) -> str:
    if marks.crossed >> cell & 1:
        return "crossed"
    if marks.exploded >> cell & 1:
        return "never"
    return "placed" if marks.placed >> cell & 1 else ""


def sheet_runs(view: DizzleView, seat: int, picked: str, over: bool) -> tuple[Run, ...]:
    """A sheet in full size. The viewer's own can be touched while the game lasts."""
    if seat != view.seat:
        return other_sheet(view.sheet, marks_of(view, seat))
    return own_sheet(view.sheet, marks_of(view, seat), touch_of(view, seat, picked, over))


@lru_cache(maxsize=512)
def other_sheet(sheet: PrintedSheet, marks: Marks) -> tuple[Run, ...]:
    def square(cell: int, name: str, token: str, frame: str) -> Square:
        return Square(name, token, frame, mark_of(cell, marks), False, PICTURE, False)

    return runs(sheet, square, arrows_of(sheet, marks, 0, False), OTHER_RUN)


@lru_cache(maxsize=512)
def own_sheet(sheet: PrintedSheet, marks: Marks, touch: Touch) -> tuple[Run, ...]:
    layout = layout_of(sheet)
    shut = layout.shut_locks(marks.crossed)
    opened = layout.having("L") & ~shut

    def square(cell: int, name: str, token: str, frame: str) -> Square:
        mark = mark_of(cell, marks)
        if touch.possible >> cell & 1:
            how = touch.verb
        elif mark:
            how = LANDED if mark == "crossed" and token[1:2] == "P" else mark
        elif shut >> cell & 1:
            how = "locked"
        else:
            how = "reach" if touch.reach >> cell & 1 else "far"
        is_open, is_chosen = bool(opened >> cell & 1), bool(touch.chosen >> cell & 1)
        return Square(name, token, frame, mark, is_open, how, is_chosen)

    arrows = arrows_of(sheet, marks, touch.chosen, touch.returns)
    return runs(sheet, square, arrows, OWN_RUN)


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


def touch_of(view: DizzleView, seat: int, picked: str, over: bool) -> Touch:
    layout = layout_of(view.sheet)
    verb, possible = "", 0
    for text in () if over else view.legal:
        word, _, name = text.partition(" ")
        if name:  # all legal actions on cells have the same verb
            verb = word
            possible |= 1 << layout.index[name]
    in_turn = seat in view.active and view.step in IN_TURN and not over
    return Touch(
        verb,
        possible,
        view.reach(seat) if in_turn else 0,
        chosen_cell(layout, picked),
        picked.startswith("return "),
    )


def chosen_cell(layout: Layout, picked: str) -> int:
    name = picked.partition(" ")[2]
    return 1 << layout.index[name] if name else 0


def arrows_of(sheet: PrintedSheet, marks: Marks, chosen: int, returns: bool) -> dict[str, Arrow]:
    """The arrows of rows and columns by name, after the action that is previewed."""
    done = marks.crossed | marks.placed
    done = done & ~chosen if returns else done | chosen
    found: dict[str, Arrow] = {}
    for (line, points), (cells, _) in zip(
        [*sheet.rows.items(), *sheet.columns.items()], layout_of(sheet).groups, strict=False
    ):
        state = "won" if not cells & ~marks.crossed else "" if cells & ~done else "soon"
        found[line] = Arrow(line, points, state)
    return found


def column_arrows(view: DizzleView, seat: int, picked: str) -> tuple[Arrow | None, ...]:
    """The line of arrows below a sheet; empty if it has none."""
    sheet = view.sheet
    if not sheet.columns:
        return ()
    if seat != view.seat:
        picked = ""
    chosen = chosen_cell(layout_of(sheet), picked)
    return arrow_line(sheet, marks_of(view, seat), chosen, picked.startswith("return "))


@lru_cache(maxsize=512)
def arrow_line(
    sheet: PrintedSheet, marks: Marks, chosen: int, returns: bool
) -> tuple[Arrow | None, ...]:
    arrows = arrows_of(sheet, marks, chosen, returns)
    return tuple(arrows.get(letter) for letter in LETTERS[: len(sheet.grid[0])])


@lru_cache(maxsize=512)
def small_sheet(sheet: PrintedSheet, marks: Marks) -> tuple[tuple[tuple[str, ...]], ...]:
    """The rows of a sheet in small: what is seen of each cell, "." for a hole."""

    def seen(cell: int, token: str) -> str:
        mark = mark_of(cell, marks)
        return f"die {token[0]}" if mark == "placed" else mark or token[1:]

    return tuple(
        (tuple("." if found is None else seen(found[0], found[2]) for found in row),)
        for row in printed_rows(sheet)
    )


def hindrance(view: DizzleView, seat: int, acts: bool) -> str:
    """Why most cells of the own sheet can't be touched; pieces.html has the sentences."""
    if not acts:
        return "wait"
    if view.step in ("planet", "return"):
        return view.step
    if view.usable_beside(seat, view.placed[seat]):
        return "dice"
    return "enclosed" if view.placed[seat] else "first"


# --- The dice on the table ---


def places(view: DizzleView, history: Sequence[Event]) -> tuple[int, ...]:
    """The dice where they lie, 0 for the place of one that has left the table.

    The view has them in ascending order. The events since all dice were rolled say where each
    is: those that are rolled again or returned fall into empty places, the others stay.
    """
    count = DICE[len(view.scores)]
    shown = placed(reversed(history), count, layout_of(view.sheet))
    if sorted(face for face in shown if face) == list(view.dice):
        return shown
    return (*view.dice, *(0,) * (count - len(view.dice)))


def placed(events: Iterable[Event], count: int, layout: Layout) -> tuple[int, ...]:
    shown = [0] * count
    lifted: list[int] = []
    for event in events:
        verb, *words = event.text.split(" ")
        if verb == "roll":
            if len(words) == count or not lifted:
                shown, lifted = [0] * count, list(range(count))
            for place, face in zip(lifted, words, strict=False):
                shown[place] = int(face)
            lifted = []
        elif verb == "reroll":
            lifted = [place for place, face in enumerate(shown) if face]
        elif verb in ("place", "steal"):
            gone = words if verb == "steal" else [str(layout.faces[layout.index[words[0]]])]
            for face in gone:
                if int(face) in shown:
                    shown[shown.index(int(face))] = 0
        elif verb == "return" and 0 in shown:
            shown[shown.index(0)] = layout.faces[layout.index[words[0]]]
    return tuple(shown)


def table_dice(
    view: DizzleView, lying: Sequence[int], picked: str, over: bool
) -> tuple[Die | None, ...]:
    """The dice of the table in their places; None for an empty place."""
    acts = view.seat in view.to_act and not over
    layout = layout_of(view.sheet)
    fits: dict[int, list[str]] = {}
    for text in () if over else view.legal:
        if text.startswith("place "):
            fits.setdefault(layout.faces[layout.index[text[6:]]], []).append(text)
    taken = layout.faces[layout.index[picked[6:]]] if picked.startswith("place ") else 0
    unusable = "nowhere" if acts and view.step in ("choice", "forced") else ""
    if picked == "reroll":
        unusable = "again"
    seen: set[int] = set()
    found: list[Die | None] = []
    for face in lying:
        if not face:
            found.append(None)
        elif face in fits:
            texts = fits[face]
            # Touching a die again previews the next cell that it fits.
            place = texts.index(picked) + 1 if face == taken else 0
            following = texts[place % len(texts)]
            cells = ", ".join(text[6:] for text in texts)
            chosen = face == taken and face not in seen
            text = "" if following == picked else following
            found.append(Die(face, "fits", text, chosen, cells))
        else:
            found.append(Die(face, unusable))
        seen.add(face)
    return tuple(found)


def returned_face(view: DizzleView, picked: str) -> str:
    """The face of the die that is previewed as returned; "" for none."""
    if not picked.startswith("return "):
        return ""
    layout = layout_of(view.sheet)
    return layout.tokens[layout.index[picked[7:]]][0]


def forget_drawings() -> None:
    """Removes all drawings of sheets from memory."""
    for drawing in (own_sheet, other_sheet, small_sheet, arrow_line):
        drawing.cache_clear()
