"""Levels of one's own (DZ-M2, DZ-M3): the sheet is painted space by space with a brush.

A brush is a face with at most one symbol, a cross, a hole or the frame. A symbol that is new on the
sheet gets usual points, which people then change.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

from cubilete.core.json_types import Json, JsonObject
from cubilete.core.message import N_, Message
from cubilete.core.parts.workshop import (
    Fields,
    Kept,
    Workshop,
    first,
    list_at,
    number_or_word,
    object_at,
)
from cubilete.games.dizzle.material import CELL, FLAG_NUMBERS
from cubilete.games.dizzle.setup import DizzleRules
from cubilete.games.dizzle.tables import COLUMNS, LETTERS
from cubilete.games.dizzle.terms import SHEET_WORDS, sheet_name, symbol_name

BLANK = "blank"
BLANK_COLUMNS, BLANK_ROWS = 8, 8
MOST_ROWS = 26

FACES = ("1", "2", "3", "4", "5", "6")
CROSS, HOLE, FRAME = "X", ".", "frame"
SYMBOLS = ("G", "Z", "F", "K", "L", "B", "T", "R", "P")
COLOURED = "GZFKL"
COLOURS = ("b", "r", "g", "y")
BRUSH = {"tool": "1", "symbol": "", "colour": COLOURS[0]}
"""The brush at first."""

USUAL_POINTS = {"gem": 1, "puzzle": 6, "bomb": -2, "pile": -1, "frame": 6}
USUAL_FLAG = (10, 6, 3, 1)
KINDS = {"G": "gem", "Z": "puzzle", "B": "bomb", "T": "pile", "F": "flag"}
"""Symbols that have points, by the letter of their token."""
COLOUR_KINDS = ("gem", "puzzle")
"""Those whose points depend on the colour."""


@dataclass(frozen=True)
class Line:
    """A row of the sheet, with the points of its arrow."""

    name: str
    cells: tuple[tuple[str, str, str], ...]
    """Name, token, and the CSS classes of the part of the frame."""
    points: str


@dataclass(frozen=True)
class Points:
    """What a symbol gives: some numbers, each in a field of its own."""

    field: str
    words: Message
    token: str
    """The letters of the symbol; "" for the frame."""
    values: tuple[str, ...]


@dataclass(frozen=True)
class Drawing:
    """The values of workshop.html."""

    lines: tuple[Line, ...]
    columns: tuple[tuple[str, str], ...]
    """The letter of each column, and the points of its arrow."""
    points: tuple[Points, ...]
    brush: Mapping[str, str]
    faces: Sequence[str] = FACES
    symbols: Sequence[tuple[str, Message]] = tuple(
        (letter, symbol_name(letter)) for letter in SYMBOLS
    )
    colours: Sequence[str] = COLOURS


class LevelWorkshop(Workshop):
    title = N_("A level of your own")
    usual_name = N_("My level")

    def starts(self) -> list[tuple[str, Message]]:
        levels = [
            (str(number), sheet_name(name)) for number, name in enumerate(SHEET_WORDS, start=1)
        ]
        return [(BLANK, Message(N_("A blank level"))), *levels]

    def begin(self, start: str) -> JsonObject:
        if start in [name for name, _ in self.starts()[1:]]:
            return DizzleRules().default_material({"level": int(start)})
        return {"sheet": {"name": "", "grid": blank_grid(), "points": {}}}

    def named(self, material: JsonObject, name: str) -> JsonObject:
        changed = deepcopy(material)
        kept = "".join(letter for letter in name if letter not in "[]#")
        object_at(changed, "sheet")["name"] = " ".join(kept.split())
        return changed

    def name_of(self, material: JsonObject) -> str:
        return str(object_at(material, "sheet")["name"])

    def change(self, material: JsonObject, fields: Fields) -> tuple[JsonObject, Kept]:
        changed = deepcopy(material)
        sheet = object_at(changed, "sheet")
        kept = {name: first(fields, name, usual) for name, usual in BRUSH.items()}
        sheet["points"] = typed_points(fields)
        for axis in ("rows", "columns"):
            sheet[axis] = typed_numbers(fields, f"{axis}.")
        known = symbols_on(sheet)
        paint(sheet, first(fields, "cell"), kept)
        resize(sheet, first(fields, "do"))
        keep_what_is_there(sheet, known)
        return changed, kept

    def drawing(self, material: JsonObject, kept: Mapping[str, str]) -> Drawing:
        sheet = object_at(deepcopy(material), "sheet")
        grid, framed = tokens_of(sheet), [str(name) for name in list_at(sheet, "frame")]
        rows, columns = object_at(sheet, "rows"), object_at(sheet, "columns")
        lines = [
            Line(
                str(row + 1),
                tuple(
                    (cell_at(row, column), token, frame_at(framed, row, column))
                    for column, token in enumerate(tokens)
                ),
                str(rows.get(str(row + 1), "")),
            )
            for row, tokens in enumerate(grid)
        ]
        letters = LETTERS[: len(grid[0])]
        return Drawing(
            tuple(lines),
            tuple((letter, str(columns.get(letter, ""))) for letter in letters),
            tuple(points_of(sheet)),
            {name: kept.get(name, usual) for name, usual in BRUSH.items()},
        )

    def file(self, material: JsonObject) -> str:
        sheet = object_at(deepcopy(material), "sheet")
        lines = ["cubilete dizzle", "", "[sheet]", str(sheet["name"]), "", "[grid]"]
        lines += [
            "  ".join(token.ljust(3) for token in tokens).rstrip() for tokens in tokens_of(sheet)
        ]
        lines += ["", "[points]", *written_points(object_at(sheet, "points"))]
        for axis in ("rows", "columns"):
            if object_at(sheet, axis):
                written = [f"{name} {value}" for name, value in object_at(sheet, axis).items()]
                lines += ["", f"[{axis}]", *written]
        if list_at(sheet, "frame"):
            lines += ["", "[frame]", " ".join(map(str, list_at(sheet, "frame")))]
        return "\n".join(lines) + "\n"


def blank_grid() -> list[Json]:
    """All faces, none beside itself, and four crosses in the middle to begin from."""
    rows = []
    for row in range(BLANK_ROWS):
        faces = [str((2 * row + column) % 6 + 1) for column in range(BLANK_COLUMNS)]
        if row in (3, 4):
            faces[3:5] = [CROSS, CROSS]
        rows.append(" ".join(faces))
    return list[Json](rows)


def cell_at(row: int, column: int) -> str:
    return f"{LETTERS[column]}{row + 1}"


def tokens_of(sheet: JsonObject) -> list[list[str]]:
    return [str(line).split() for line in list_at(sheet, "grid")]


def frame_at(framed: Sequence[str], row: int, column: int) -> str:
    """The CSS classes of a space in the framed block: as at the table."""
    if cell_at(row, column) not in framed:
        return ""
    sides = {"ft": (row - 1, column), "fb": (row + 1, column)}
    sides |= {"fl": (row, column - 1), "fr": (row, column + 1)}
    edges = [
        side
        for side, (down, across) in sides.items()
        if min(down, across) < 0 or across >= COLUMNS or cell_at(down, across) not in framed
    ]
    return "".join(f" {name}" for name in ("framed", *edges))


# --- What a form changes ---


def paint(sheet: JsonObject, name: str, brush: Kept) -> None:
    """Paints a space, or takes it into the frame or out of it."""
    found, grid = CELL.fullmatch(name), tokens_of(sheet)
    if found is None:
        return
    row, column = int(found[2]) - 1, LETTERS.index(found[1])
    if row >= len(grid) or column >= len(grid[0]):
        return
    if brush["tool"] == FRAME:
        frame = list_at(sheet, "frame")
        sheet["frame"] = (
            [cell for cell in frame if cell != name] if name in frame else [*frame, name]
        )
        return
    grid[row][column] = token_of(brush)
    sheet["grid"] = [" ".join(tokens) for tokens in grid]


def token_of(brush: Kept) -> str:
    tool, symbol, colour = brush["tool"], brush["symbol"], brush["colour"]
    if tool in (CROSS, HOLE):
        return tool
    face = tool if tool in FACES else FACES[0]
    if symbol not in SYMBOLS:
        return face
    if symbol not in COLOURED:
        return face + symbol
    return face + symbol + (colour if colour in COLOURS else COLOURS[0])


def resize(sheet: JsonObject, wanted: str) -> None:
    grid = tokens_of(sheet)
    if wanted == "row+" and len(grid) < MOST_ROWS:
        grid.append([HOLE] * len(grid[0]))
    elif wanted == "row-" and len(grid) > 1:
        grid.pop()
    elif wanted == "column+" and len(grid[0]) < COLUMNS:
        grid = [[*tokens, HOLE] for tokens in grid]
    elif wanted == "column-" and len(grid[0]) > 1:
        grid = [tokens[:-1] for tokens in grid]
    sheet["grid"] = [" ".join(tokens) for tokens in grid]


def typed_numbers(fields: Fields, start: str) -> JsonObject:
    """The fields whose names begin so, by the rest of the name; empty ones are left out."""
    return {
        name.removeprefix(start): number_or_word(values[0])
        for name, values in fields.items()
        if name.startswith(start) and values and values[0].strip()
    }


def typed_points(fields: Fields) -> JsonObject:
    points: JsonObject = {kind: typed_numbers(fields, f"{kind}.") for kind in ("gem", "puzzle")}
    for kind in ("bomb", "pile", "frame"):
        if first(fields, kind).strip():
            points[kind] = number_or_word(first(fields, kind))
    flag = [number_or_word(text) for text in fields.get("flag", ()) if text.strip()]
    if "flag" in fields:
        points["flag"] = list[Json](flag)
    return points


# --- Points ---


def symbols_on(sheet: JsonObject) -> list[str]:
    """What has points on a sheet, in order: “Gb”, “B”; “F” for all flags, “” for the frame."""
    tokens = {token[1:] for line in tokens_of(sheet) for token in line if token[1:2] in KINDS}
    symbols = {"F" if token[:1] == "F" else token for token in tokens if token}
    framed = [""] if list_at(sheet, "frame") else []
    order = list(KINDS)
    return [*sorted(symbols, key=lambda symbol: (order.index(symbol[0]), symbol)), *framed]


def points_at(points: JsonObject, symbol: str) -> tuple[JsonObject, str]:
    """The object that holds the points of a symbol, and the key there."""
    kind = KINDS.get(symbol[:1], "frame")
    return (object_at(points, kind), symbol[1:]) if kind in COLOUR_KINDS else (points, kind)


def keep_what_is_there(sheet: JsonObject, known: Sequence[str]) -> None:
    """Points only of what is on the sheet, arrows and frame only where there are spaces. Symbols
    that are not `known` have just come: they get usual points."""
    grid, old = tokens_of(sheet), object_at(sheet, "points")
    named = [
        cell_at(row, column)
        for row, tokens in enumerate(grid)
        for column, token in enumerate(tokens)
        if token != HOLE
    ]
    sheet["frame"] = [name for name in list_at(sheet, "frame") if name in named]
    for axis, there in (
        ("rows", {name[1:] for name in named}),
        ("columns", {name[0] for name in named}),
    ):
        arrows = object_at(sheet, axis)
        sheet[axis] = {name: value for name, value in arrows.items() if name in there}
    new: JsonObject = {}
    for symbol in symbols_on(sheet):
        (held, key), (kept, _) = points_at(old, symbol), points_at(new, symbol)
        if key in held:
            kept[key] = held[key]
        elif symbol not in known:
            kept[key] = usual_points(symbol)
    sheet["points"] = new
    for name in ("rows", "columns", "frame"):
        if not sheet[name]:
            del sheet[name]


def usual_points(symbol: str) -> Json:
    kind = KINDS.get(symbol[:1], "frame")
    return list[Json](USUAL_FLAG) if kind == "flag" else USUAL_POINTS[kind]


def points_of(sheet: JsonObject) -> Iterator[Points]:
    """The fields for the points of everything on a sheet."""
    for symbol in symbols_on(sheet):
        held, key = points_at(object_at(sheet, "points"), symbol)
        words = symbol_name(symbol) if symbol else Message(N_("framed block"))
        if key == "flag":
            numbers = [*map(str, list_at(held, "flag")), *[""] * FLAG_NUMBERS][:FLAG_NUMBERS]
            yield Points("flag", words, "F", tuple(numbers))
        else:
            kind = KINDS.get(symbol[:1], "frame")
            field = f"{kind}.{key}" if kind in COLOUR_KINDS else kind
            yield Points(field, words, symbol, (str(held.get(key, "")),))


def written_points(points: JsonObject) -> Iterator[str]:
    """The lines of a file: “gem b 1”, “flag 10 6 3 1”, “bomb -2”."""
    for kind, value in points.items():
        if isinstance(value, dict):
            yield from (f"{kind} {colour} {number}" for colour, number in value.items())
        elif isinstance(value, list):
            yield " ".join(map(str, (kind, *value)))
        else:
            yield f"{kind} {value}"
