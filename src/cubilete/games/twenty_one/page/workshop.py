"""Sheets of one's own (T1-M1, T1-M2): box after box gets its colour.

A row has each colour once, so a colour that is put into a box changes places with the one there. So
a row of a printed pad is typed in with five touches: the last box follows.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_, Message
from cubilete.core.parts.workshop import Fields, Kept, Workshop, first, list_at, object_at
from cubilete.games.twenty_one.material import our_sheets
from cubilete.games.twenty_one.tables import BOXES, COLOURS, ROWS, SHEETS

PLAIN = "plain"
AT = "at"
"""The field of the chosen box: “A.0.3” is the fourth box of the first row of sheet A."""
FIRST_BOX = "A.0.0"


@dataclass(frozen=True)
class Drawing:
    """The values of workshop.html."""

    sheets: tuple[tuple[str, tuple[str, ...]], ...]
    """The name of each sheet, and the colours of its rows."""
    at: str
    """The box that the next colour goes into."""
    colours: Sequence[str] = tuple(COLOURS)


class SheetsWorkshop(Workshop):
    title = N_("Sheets of your own")
    usual_name = N_("My sheets")

    def starts(self) -> list[tuple[str, Message]]:
        return [
            ("ours", Message(N_("The sheets of the game"))),
            (PLAIN, Message(N_("All rows alike, to type in your own"))),
        ]

    def begin(self, start: str) -> JsonObject:
        if start == PLAIN:
            return {"sheets": {name: [COLOURS] * int(ROWS) for name in SHEETS}}
        return our_sheets()

    def change(self, material: JsonObject, fields: Fields) -> tuple[JsonObject, Kept]:
        changed = deepcopy(material)
        place, colour = first(fields, AT, FIRST_BOX), first(fields, "colour")
        box = box_of(place)
        if box is None or colour not in tuple(COLOURS):
            return changed, {AT: place}
        sheet, row, column = box
        rows = list_at(object_at(changed, "sheets"), sheet)
        letters = list(str(rows[row]))
        other = letters.index(colour)
        letters[column], letters[other] = letters[other], letters[column]
        rows[row] = "".join(letters)
        return changed, {AT: box_after(sheet, row, column)}

    def drawing(self, material: JsonObject, kept: Mapping[str, str]) -> Drawing:
        sheets = object_at(deepcopy(material), "sheets")
        place = kept.get(AT, FIRST_BOX)
        return Drawing(
            tuple((name, tuple(map(str, list_at(sheets, name)))) for name in SHEETS),
            place if box_of(place) else FIRST_BOX,
        )

    def file(self, material: JsonObject) -> str:
        sheets = object_at(deepcopy(material), "sheets")
        lines = ["cubilete twenty-one"]
        for name in SHEETS:
            rows = [" ".join(str(row)) for row in list_at(sheets, name)]
            lines += ["", f"[sheet {name}]", *rows]
        return "\n".join(lines) + "\n"


def box_of(place: str) -> tuple[str, int, int] | None:
    """Sheet, row and column of a box; None for anything else."""
    sheet, _, rest = place.partition(".")
    row, _, column = rest.partition(".")
    if len(sheet) != 1 or sheet not in SHEETS or not (row.isdecimal() and column.isdecimal()):
        return None
    found = sheet, int(row[:3]), int(column[:3])
    return found if found[1] < ROWS and found[2] < BOXES else None


def box_after(sheet: str, row: int, column: int) -> str:
    """The next box to fill. The last one of a row follows from the others."""
    if column + 1 < BOXES - 1:
        return f"{sheet}.{row}.{column + 1}"
    if row + 1 < ROWS:
        return f"{sheet}.{row + 1}.0"
    following = SHEETS[(SHEETS.index(sheet) + 1) % len(SHEETS)]
    return f"{following}.0.0"
