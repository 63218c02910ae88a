"""The six sheets: as material of a record, and as a file that people write (T1-M2)."""

from functools import cache
from importlib import resources

from cubilete.core.datafile import DataFile, Lines, check_with_lines, parse
from cubilete.core.json_types import Json, JsonObject, MaterialReader, spell
from cubilete.core.message import N_
from cubilete.games.twenty_one.tables import COLOURS, ROWS, SHEETS, Layout

HEADING = "sheet "
form = MaterialReader("T1-M2")
sheet = MaterialReader("T1-M1")


def check_sheets(material: JsonObject) -> None:
    """Requires six sheets A to F, each of five rows with every colour once."""
    form.keys(material, (), ("sheets",))
    sheets = form.object(material["sheets"], ("sheets",))
    form.keys(sheets, ("sheets",), tuple(SHEETS))
    for name in SHEETS:
        check_sheet(sheets[name], name)


def check_sheet(value: Json, name: str) -> None:
    place = ("sheets", name)
    rows = sheet.list(value, place)
    if len(rows) != ROWS:
        raise sheet.error(
            "wrong-rows",
            (*place, ROWS) if len(rows) > ROWS else place,
            N_("Sheet {sheet} has {count} rows; a sheet has {rows}."),
            sheet=name,
            count=len(rows),
            rows=ROWS,
        )
    for number, row in enumerate(rows):
        check_row(sheet.text(row, (*place, number)), name, number)


def check_row(row: str, name: str, number: int) -> None:
    place = ("sheets", name, number)
    where = spell(place)
    for letter in row:
        if letter not in COLOURS:
            raise sheet.error(
                "no-colour",
                place,
                N_("{where}: “{letter}” is not a colour; the colours are {colours}."),
                where=where,
                letter=letter,
                colours=" ".join(COLOURS),
            )
        if row.count(letter) > 1:
            raise sheet.error(
                "colour-twice",
                place,
                N_("{where}: the colour {letter} appears twice; a row has each colour once."),
                where=where,
                letter=letter,
            )
    for letter in COLOURS:
        if letter not in row:
            raise sheet.error(
                "colour-missing",
                place,
                N_("{where}: the colour {letter} is missing; a row has each colour once."),
                where=where,
                letter=letter,
            )


def read_sheets(data: DataFile) -> JsonObject:
    """The material of a file: a section [sheet A] with five lines, and so on to F."""
    data.no_other_sections(lambda name: name in [HEADING + letter for letter in SHEETS])
    sheets: JsonObject = {}
    lines: Lines = {}
    for name in SHEETS:
        section = data.section(HEADING + name)
        lines["sheets", name] = section.line
        for number, line in enumerate(section.lines):
            lines["sheets", name, number] = line.number
        sheets[name] = ["".join(line.text.split()) for line in section.lines]
    return check_with_lines({"sheets": sheets}, lines, check_sheets, data.last_line)


@cache
def our_rows() -> dict[str, tuple[str, ...]]:
    text = resources.files(__package__).joinpath("data/sheets.txt").read_text(encoding="utf-8")
    return rows_of(read_sheets(parse(text)))


def our_sheets() -> JsonObject:
    """The sheets that the package has, as a new object."""
    return {"sheets": {name: list(rows) for name, rows in our_rows().items()}}


def rows_of(material: JsonObject) -> dict[str, tuple[str, ...]]:
    """The rows of each sheet of checked material."""
    sheets = form.object(material["sheets"], ("sheets",))
    return {
        name: tuple(sheet.text(row, ()) for row in sheet.list(sheets[name], ())) for name in SHEETS
    }


def layout_of(material: JsonObject) -> Layout:
    """The sheets of checked material, as the rules use them."""
    return Layout(tuple(row for rows in rows_of(material).values() for row in rows))
