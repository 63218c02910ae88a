"""What the sheets and rows of Twenty One give in a game.

A sheet is used by the seat that plays on it, and a row once something is noted in it. Of the boxes
the exacts and those crossed out are counted, by their printed numbers.
"""

from collections.abc import Iterable, Iterator

from cubilete.core.message import N_, Message
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Piece, Use, play_events
from cubilete.core.record import Event
from cubilete.games.twenty_one.scoring import BONUS
from cubilete.games.twenty_one.setup import TwentyOneRules
from cubilete.games.twenty_one.tables import ROWS, SHEETS
from cubilete.games.twenty_one.view import FREE_SIGN, PRINTED, is_exact

SHEET, ROW, EXACT, CROSSED_OUT = "sheet", "row", "exact", "crossed-out"

KIND_WORDS = {
    SHEET: N_("Sheets"),
    ROW: N_("Rows"),
    EXACT: N_("Exacts, by the printed number"),
    CROSSED_OUT: N_("Boxes crossed out, by the printed number"),
}

BEST_SCORE = ROWS * (sum(map(int, PRINTED)) + int(BONUS[-1]))
"""Of a sheet on which every box is an exact."""


def uses(setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
    rules = TwentyOneRules()
    view = rules.view(play_events(rules.start(setup), events), None)
    for seat, sheet in enumerate(view.sheets):
        yield Use(seat, SHEET, sheet.name, view.scores[seat])
        for row, boxes in enumerate(sheet.boxes):
            if boxes.strip(FREE_SIGN):
                yield Use(seat, ROW, f"{sheet.name}{row + 1}", sheet.points[row])
            for box, noted in enumerate(boxes):
                if noted == "x":
                    yield Use(seat, CROSSED_OUT, PRINTED[box], 0)
                elif is_exact(boxes, box):
                    yield Use(seat, EXACT, PRINTED[box], int(PRINTED[box]))


def pieces(setup: Setup) -> Iterator[Piece]:
    for name in SHEETS:
        yield Piece(SHEET, name, Message(N_("sheet {name}"), {"name": name}))
    for name in SHEETS:
        for row in range(1, ROWS + 1):
            values: dict[str, object] = {"name": name, "number": row}
            yield Piece(ROW, f"{name}{row}", Message(N_("sheet {name}, row {number}"), values))
    for kind in (EXACT, CROSSED_OUT):
        for number in PRINTED:
            yield Piece(kind, number, Message("{number}", {"number": number}))
