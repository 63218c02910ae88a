"""The last page of Twenty One: rows with their bonuses, and the throw of the game."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from cubilete.core.message import N_, Message, SeatName
from cubilete.core.parts.ending import (
    Breakdown,
    Cell,
    Moment,
    Past,
    SumRow,
    Throw,
    ThrownDie,
    at_least,
)
from cubilete.core.record import Event
from cubilete.games.twenty_one.scoring import BONUS
from cubilete.games.twenty_one.tables import ROWS
from cubilete.games.twenty_one.view import FREE_SIGN, PRINTED, Sheet, TwentyOneView


def breakdown(view: TwentyOneView) -> Breakdown:
    """T1-7: the values of each row, and beside them the bonus for its exacts."""
    rows = [
        SumRow(
            Message(N_("Row {number}"), {"number": number + 1}),
            tuple(row_cell(sheet, number) for sheet in view.sheets),
        )
        for number in range(ROWS)
    ]
    return Breakdown(tuple(rows), note=Message(N_("+ for the exact hits of a row")))


def row_cell(sheet: Sheet, row: int) -> Cell:
    bonus = int(BONUS[sheet.exacts[row]])
    return Cell(str(sheet.points[row] - bonus), f"+{bonus}" if bonus else "")


# --- The throw of the game ---


def throws(past: Past[TwentyOneView]) -> Iterator[Throw]:
    """For each row that got exacts, the last roll before it."""
    rolled = ""
    dice: dict[str, int] = {}
    for event in past:
        word, *rest = event.text.split(" ")
        if word == "roll":
            rolled = "".join(die[0] for die in rest)
            dice = {**event.before.dice, **{die[0]: int(die[1]) for die in rest}}
        elif word == "write" and isinstance(event.by, int):
            sheet = event.before.sheets[event.by]
            hits = [die[0] for die in exacts(sheet, rest) if die[0] in rolled]
            if hits:
                yield Throw(
                    tuple(ThrownDie(face, c, c in hits) for c, face in dice.items()),
                    chance_of(sheet, rolled, len(hits)),
                    tell(event.by, len(hits), sheet.row + 1),
                )


def exacts(sheet: Sheet, dice: Sequence[str]) -> list[str]:
    """T1-4: those of the dice that show the printed number of their box in the current row."""
    colours = sheet.colours[sheet.row]
    return [die for die in dice if PRINTED[colours.index(die[0])] == die[1]]


def chance_of(sheet: Sheet, rolled: str, hits: int) -> Fraction:
    """The chance that the colours rolled give a row so many exacts, or more."""
    boxes = zip(sheet.colours[sheet.row], sheet.boxes[sheet.row], strict=True)
    return at_least(hits, sum(sign == FREE_SIGN and colour in rolled for colour, sign in boxes))


def tell(seat: int, count: int, row: int) -> Message:
    template = N_(
        "One throw, and {name} has an exact hit in row {row}.",
        "One throw, and {name} has {count} exact hits in row {row}.",
    )
    return Message(template, {"name": SeatName(seat), "row": row}, count)


# --- Small moments ---


def moments(view: TwentyOneView, event: Event) -> tuple[Moment, ...]:
    """Exacts, and a row that is full."""
    word, *dice = event.text.split(" ")
    if word not in ("write", "cross") or not isinstance(event.by, int) or view.writing:
        return ()
    sheet = view.sheets[event.by]
    written = [row for row in range(ROWS) if FREE_SIGN not in sheet.boxes[row]]
    # The row that was written is the current one, or the one before if it is full now.
    full = sheet.row > 0 and (sheet.row == ROWS or sheet.boxes[sheet.row].count(FREE_SIGN) == 6)
    row = written[-1] if full and written else sheet.row
    if row >= ROWS:
        return ()
    colours = sheet.colours[row]
    hits = sum(PRINTED[colours.index(die[0])] == die[1] for die in dice)
    values: dict[str, object] = {"name": SeatName(event.by), "row": row + 1}
    found: list[Moment] = []
    if hits:
        told = N_("Exact hit by {name}!", "{count} exact hits by {name}!")
        found.append(Moment("exact", Message(told, values, hits)))
    if full:
        values["points"] = sheet.points[row]
        found.append(
            Moment("row", Message(N_("{name} completes row {row}: {points} points"), values))
        )
    return tuple(found)
