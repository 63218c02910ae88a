"""The material of Dizzle: a sheet as records have it and as files have it (DZ-M2, DZ-M3)."""

import re

from cubilete.core.datafile import DataFile, Lines, Section, TextLine, check_with_lines, complaint
from cubilete.core.errors import MaterialPath
from cubilete.core.json_types import Json, JsonObject, MaterialReader, spell
from cubilete.core.message import N_
from cubilete.games.dizzle.tables import COLUMNS, LETTERS, Plan, beside

TOKEN = re.compile(r"\.|X|[1-6](?:[BRPT]|[KLFGZ][a-z])?")
CELL = re.compile(r"([A-Z])([1-9][0-9]{0,7})")
ROW = re.compile(r"[1-9][0-9]{0,7}")
COLOUR = re.compile(r"[a-z]")
WHOLE = re.compile(r"[+-]?[0-9]{1,9}")

MOST_POINTS = 1_000_000
FLAG_NUMBERS = 4
FRAME_CELLS = 4

FORM = MaterialReader("DZ-M3")
BOMBS = MaterialReader("DZ-E2")
FLAGS = MaterialReader("DZ-E4")
GEMS = MaterialReader("DZ-E5")
ARROWS = MaterialReader("DZ-E6")
PUZZLES = MaterialReader("DZ-E7")
FRAME = MaterialReader("DZ-E8")
PILES = MaterialReader("DZ-E9")

SHEET: MaterialPath = ("sheet",)
POINTS: MaterialPath = (*SHEET, "points")


# --- Material of a record ---


def read_plan(material: JsonObject) -> Plan:
    """The sheet of the material; raises BadMaterial if it is wrong."""
    FORM.keys(material, (), ("sheet",))
    sheet = FORM.object(material["sheet"], SHEET)
    FORM.keys(sheet, SHEET, ("name", "grid"), ("points", "rows", "columns", "frame"))
    points = FORM.object(sheet.get("points", {}), POINTS)
    FORM.keys(points, POINTS, (), ("gem", "puzzle", "bomb", "pile", "frame", "flag"))
    plan = Plan(
        name=FORM.text(sheet["name"], (*SHEET, "name")),
        grid=read_grid(sheet["grid"]),
        gems=read_colours(GEMS, points, "gem"),
        puzzles=read_colours(PUZZLES, points, "puzzle"),
        bomb=read_cost(BOMBS, points, "bomb"),
        pile=read_cost(PILES, points, "pile"),
        flag=read_flag(points),
        rows={},
        columns={},
        frame=[],
        frame_points=read_gain(FRAME, points.get("frame", 0), (*POINTS, "frame")),
    )
    plan.rows = read_rows(plan, sheet)
    plan.columns = read_columns(plan, sheet)
    if "frame" in sheet:
        plan.frame = read_frame(plan, sheet["frame"])
    check_points(plan, points)
    return plan


def read_grid(value: Json) -> list[list[str]]:
    place = (*SHEET, "grid")
    lines = [
        FORM.text(line, (*place, number)).split()
        for number, line in enumerate(FORM.list(value, place))
    ]
    for number, line in enumerate(lines):
        for token in line:
            if TOKEN.fullmatch(token) is None:
                raise FORM.error(
                    "bad-token",
                    (*place, number),
                    N_(
                        "“{token}” is not a space: a space is . or X, or a number from 1 to 6 "
                        "with at most one symbol, as in 5, 6B or 2Gb."
                    ),
                    token=token[:20],
                )
        if len(line) > COLUMNS:
            raise FORM.error("too-wide", (*place, number), N_("A row has at most 26 spaces."))
        if len(line) != len(lines[0]):
            raise FORM.error(
                "uneven",
                (*place, number),
                N_("This row has {here} spaces and the first one {first}: write the holes too."),
                here=len(line),
                first=len(lines[0]),
            )
    if all(token == "." for line in lines for token in line):
        raise FORM.error("no-cells", place, N_("The sheet has no spaces."))
    return lines


def read_colours(reader: MaterialReader, points: JsonObject, kind: str) -> dict[str, int]:
    """The points of each colour of gems or puzzles."""
    place = (*POINTS, kind)
    found: dict[str, int] = {}
    for colour, value in reader.object(points.get(kind, {}), place).items():
        if COLOUR.fullmatch(colour) is None:
            raise reader.error(
                "bad-colour",
                (*place, colour),
                N_("“{colour}” is not a colour: a colour is a letter from a to z."),
                colour=colour[:20],
            )
        found[colour] = read_gain(reader, value, (*place, colour))
    return found


def read_gain(reader: MaterialReader, value: Json, place: MaterialPath) -> int:
    return reader.whole(value, place, 0, MOST_POINTS)


def read_cost(reader: MaterialReader, points: JsonObject, kind: str) -> int:
    """The points of a bomb or pile; 0 if the material has none."""
    if kind not in points:
        return 0
    return reader.whole(points[kind], (*POINTS, kind), -MOST_POINTS, -1)


def read_flag(points: JsonObject) -> list[int]:
    place = (*POINTS, "flag")
    if "flag" not in points:
        return []
    numbers = [
        read_gain(FLAGS, number, (*place, index))
        for index, number in enumerate(FLAGS.list(points["flag"], place))
    ]
    if len(numbers) != FLAG_NUMBERS or numbers != sorted(numbers, reverse=True):
        raise FLAGS.error(
            "bad-flag", place, N_("A flag has four numbers, none higher than the one before.")
        )
    return numbers


def read_rows(plan: Plan, sheet: JsonObject) -> dict[int, int]:
    """The arrows of rows, by row from 0."""
    place = (*SHEET, "rows")
    found: dict[int, int] = {}
    for name, value in ARROWS.object(sheet.get("rows", {}), place).items():
        row = int(name) - 1 if ROW.fullmatch(name) else -1
        if not 0 <= row < len(plan.grid) or all(token == "." for token in plan.grid[row]):
            raise ARROWS.error(
                "no-such-row",
                (*place, name),
                N_("The sheet has no row {row}."),
                row=name[:20],
            )
        found[row] = read_gain(ARROWS, value, (*place, name))
    return found


def read_columns(plan: Plan, sheet: JsonObject) -> dict[int, int]:
    """The arrows of columns, by column from 0."""
    place = (*SHEET, "columns")
    found: dict[int, int] = {}
    for name, value in ARROWS.object(sheet.get("columns", {}), place).items():
        column = LETTERS.index(name) if len(name) == 1 and name in LETTERS else COLUMNS
        if column >= len(plan.grid[0]) or all(row[column] == "." for row in plan.grid):
            raise ARROWS.error(
                "no-such-column",
                (*place, name),
                N_("The sheet has no column {column}."),
                column=name[:20],
            )
        found[column] = read_gain(ARROWS, value, (*place, name))
    return found


def read_frame(plan: Plan, value: Json) -> list[int]:
    place = (*SHEET, "frame")
    cells = [
        read_cell(plan, FRAME.text(name, (*place, index)), (*place, index))
        for index, name in enumerate(FRAME.list(value, place))
    ]
    if len(set(cells)) != FRAME_CELLS or len(cells) != FRAME_CELLS:
        raise FRAME.error("bad-frame", place, N_("The frame goes around four different spaces."))
    together = {cells[0]}
    for _ in cells:
        together |= {cell for cell in cells if together & set(beside(cell))}
    if len(together) != FRAME_CELLS:
        raise FRAME.error(
            "bad-frame", place, N_("The four spaces of the frame must touch each other.")
        )
    return cells


def read_cell(plan: Plan, name: str, place: MaterialPath) -> int:
    """The position of a cell; it must be on the sheet."""
    cell = CELL.fullmatch(name)
    if cell is not None:
        column, row = LETTERS.index(cell[1]), int(cell[2]) - 1
        if row < len(plan.grid) and column < len(plan.grid[row]) and plan.grid[row][column] != ".":
            return row * COLUMNS + column
    raise FRAME.error(
        "no-such-cell", place, N_("There is no space {cell} on this sheet."), cell=name[:20]
    )


def check_points(plan: Plan, points: JsonObject) -> None:
    """Every symbol on the sheet needs points, and each colour has at most one flag."""
    needed = [
        (GEMS, "gem", [colour for colour in plan.colours("G") if colour not in plan.gems]),
        (PUZZLES, "puzzle", [c for c in plan.colours("Z") if c not in plan.puzzles]),
        (BOMBS, "bomb", [""] if plan.having("B") and "bomb" not in points else []),
        (PILES, "pile", [""] if plan.having("T") and "pile" not in points else []),
        (FLAGS, "flag", [""] if plan.having("F") and "flag" not in points else []),
        (FRAME, "frame", [""] if plan.frame and "frame" not in points else []),
    ]
    for reader, kind, missing in needed:
        if missing:
            raise reader.error(
                "no-points",
                POINTS,
                N_("{where}: the points of {symbol} are missing."),
                where=spell(POINTS),
                symbol=f"{kind} {missing[0]}".strip(),
            )
    for colour in plan.colours("F"):
        flags = plan.having("F" + colour)
        if len(flags) > 1:
            raise FLAGS.error(
                "second-flag",
                (*SHEET, "grid", flags[1] // COLUMNS),
                N_("There is a second flag of colour {colour}: at most one per colour."),
                colour=colour,
            )


# --- Reading a file ---


def read_file(data: DataFile) -> JsonObject:
    """The material of a file, checked; errors carry the line."""
    known = ("sheet", "grid", "points", "rows", "columns", "frame")
    data.no_other_sections(lambda name: name in known)
    sections = {section.name: section for section in data.sections}
    lines: Lines = {}
    name = data.section("sheet")
    grid = data.section("grid")
    sheet: JsonObject = {
        "name": " ".join(line.text for line in name.lines),
        "grid": [" ".join(line.text.split()) for line in grid.lines],
    }
    lines[(*SHEET, "name")] = name.line
    lines[(*SHEET, "grid")] = grid.line
    for number, line in enumerate(grid.lines):
        lines[(*SHEET, "grid", number)] = line.number
    sheet["points"] = {}
    if "points" in sections:
        sheet["points"] = read_points(sections["points"], lines)
    for key in ("rows", "columns"):
        if key in sections:
            sheet[key] = read_arrows(sections[key], lines)
    if "frame" in sections:
        sheet["frame"] = [word for line in sections["frame"].lines for word in line.text.split()]
        lines[(*SHEET, "frame")] = sections["frame"].line
    return check_with_lines({"sheet": sheet}, lines, check, data.last_line)


def check(material: JsonObject) -> None:
    read_plan(material)


def read_points(section: Section, lines: Lines) -> JsonObject:
    """Lines such as “gem b 1”, “bomb -2” and “flag 10 6 3 1”."""
    lines[POINTS] = section.line
    points: JsonObject = {}
    for line in section.lines:
        kind, *rest = line.text.split()
        if kind in ("gem", "puzzle"):
            if len(rest) != 2:
                raise complaint(
                    line.number,
                    "bad-line",
                    N_("{kind} takes a colour and a number, as in “{kind} b 3”."),
                    kind=kind,
                )
            colours = points.setdefault(kind, {})
            assert isinstance(colours, dict)
            note(colours, rest[0], number_or_text(rest[1]), (*POINTS, kind), line, lines)
        elif kind == "flag":
            numbers: list[Json] = [number_or_text(word) for word in rest]
            note(points, kind, numbers, POINTS, line, lines)
        else:
            note(points, kind, number_or_text(" ".join(rest)), POINTS, line, lines)
    return points


def read_arrows(section: Section, lines: Lines) -> JsonObject:
    """Lines such as “3 5”: the row or column, and its points."""
    arrows: JsonObject = {}
    for line in section.lines:
        name, *rest = line.text.split()
        value = number_or_text(" ".join(rest))
        note(arrows, name, value, (*SHEET, section.name), line, lines)
    return arrows


def note(
    entries: JsonObject, key: str, value: Json, place: MaterialPath, line: TextLine, lines: Lines
) -> None:
    """Enters a value and its line; a second value for the same key is an error."""
    if key in entries:
        raise complaint(line.number, "twice", N_("{key} appears twice."), key=key)
    entries[key] = value
    lines[(*place, key)] = line.number


def number_or_text(word: str) -> int | str:
    return int(word) if WHOLE.fullmatch(word) else word
