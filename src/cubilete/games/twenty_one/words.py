"""Twenty One in words: what happened, what a button does, what is to be done, what counts.

Everything is told from a text or a view. Neither holds the sealed decision of another seat (T1-6).
"""

from collections.abc import Sequence
from functools import reduce

from cubilete.core.message import N_, Dice, Listing, Message, Say, SeatName
from cubilete.core.parts.chronicle import Chronicle
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.words import Words
from cubilete.core.record import By
from cubilete.games.twenty_one.chronicle import TwentyOneChronicle
from cubilete.games.twenty_one.tables import BOXES, ROWS
from cubilete.games.twenty_one.view import FREE_SIGN, PRINTED, Sheet, TwentyOneView, is_exact

DIE_WORDS = {
    "W": N_("white {face}"),
    "Y": N_("yellow {face}"),
    "R": N_("red {face}"),
    "G": N_("green {face}"),
    "B": N_("blue {face}"),
    "K": N_("black {face}"),
}


class TwentyOneWords(Words[TwentyOneView]):
    feel = Message(N_("One roll for everyone: write it now, or wait for the exact number?"))

    def tell(self, who: str, by: By, text: str) -> Message:
        word, *rest = text.split(" ")
        match word:
            case "start":
                return Message(N_("{seat} rolls first"), {"seat": SeatName(int(rest[0]))})
            case "sheets":
                return Message(
                    N_("Sheets, in the order of the seats: {sheets}"), {"sheets": ", ".join(rest)}
                )
            case "roll":
                return tell_roll(rest)
            case "stand":
                return Message(N_("{who} stands"), {"who": who})
            case "reroll":
                return Message(N_("{who} rerolls the dice"), {"who": who})
            case "write":
                return Message(N_("{who} writes {dice}"), {"who": who, "dice": dice_words(rest)})
            case "cross":
                return Message(N_("{who} crosses out a box"), {"who": who})
        raise AssertionError("the text is notation of Twenty One")

    def chronicle(self, names: Sequence[str], setup: Setup) -> Chronicle:
        return TwentyOneChronicle(self.tell, names)

    def offer(self, view: TwentyOneView, text: str) -> Message:
        word, *dice = text.split(" ")
        match word:
            case "stand":
                return Message(N_("Stand with these dice"))
            case "reroll":
                return offer_reroll(view)
            case "write":
                return Message(N_("Write {dice}"), {"dice": dice_words(dice)})
            case "cross":
                assert view.seat is not None, "a spectator has no buttons"
                return Message(
                    N_("Cross out the {printed}"), {"printed": to_cross_out(view, view.seat)}
                )
        raise AssertionError("the text is a decision of Twenty One")

    def ask(self, view: TwentyOneView) -> Message:
        if view.turn != "seats":
            return Message("")
        return ask_to_write(view) if view.writing else ask_to_stand(view)

    def rule_now(self, view: TwentyOneView) -> str:
        if view.turn == "over":
            return "T1-9"
        if view.active is None or not view.sheets[0].name:
            return "T1-1"
        if not view.writing:
            return "T1-2"
        if view.decision:
            return "T1-6"
        return "T1-5" if view.legal == ("cross",) else "T1-3"

    def remark(self, view: TwentyOneView) -> Message:
        """Where in the turn the game is, and how near its end."""
        if view.turn == "over":
            return Message(N_("The fifth row is full: that was the last turn"))
        if view.active is None:
            return Message(N_("Drawing lots for the first roll"))
        if not view.sheets[0].name:
            return Message(N_("Drawing lots for the sheets"))
        return in_a_line([*remarks_on_the_turn(view), *remarks_on_the_end(view)], " · ")

    def seat_note(self, view: TwentyOneView, seat: int) -> Message:
        """The sheet of a seat, its row, and whether it has decided."""
        sheet = view.sheets[seat]
        if not sheet.name:
            return Message("")
        notes = [Message(N_("sheet {sheet}"), {"sheet": sheet.name})]
        if sheet.row == ROWS:
            notes += [Message(N_("all rows full"))]
        else:
            notes += [Message(N_("row {row}"), {"row": sheet.row + 1})]
        if view.writing and seat not in view.to_act:
            notes += [Message(N_("has decided"))]
        return in_a_line(notes, " · ")

    def show(self, view: TwentyOneView, say: Say = str) -> str:
        """Every sheet with its colours and what is noted, and below it the dice.

        Colours have the letters of the notation, so that a position can be read beside a record.
        """
        lines: list[str] = []
        for seat, sheet in enumerate(view.sheets):
            values = {"seat": seat + 1, "sheet": sheet.name or "?", "points": view.scores[seat]}
            lines += [say(Message(N_("seat {seat}, sheet {sheet}, points {points}"), values))]
            if sheet.name:
                lines += ["      " + "   ".join(PRINTED)]
                lines += [row_text(sheet, row) for row in range(ROWS)]
            lines += [""]
        if view.sheets[0].name:
            lines += [say(Message(N_("W white, Y yellow, R red, G green, B blue, K black")))]
            lines += [say(Message(N_("* exact hit, x crossed out, > current row"))), ""]
        if view.active is not None and view.turn != "over":
            lines += [say(Message(N_("seat {seat} rolls"), {"seat": view.active + 1}))]
        if view.dice:
            dice = " ".join(colour + str(face) for colour, face in view.dice.items())
            lines += [say(Message(N_("dice on the table: {dice}"), {"dice": dice}))]
        if view.to_roll:
            lines += [say(Message(N_("to roll: {colours}"), {"colours": " ".join(view.to_roll)}))]
        if view.decision:
            lines += [say(decision_text(view.decision))]
        return "\n".join(lines).rstrip()


# --- Dice ---


def dice_words(dice: Sequence[str]) -> Dice:
    """Dice of the notation as people say them: white 3, red 1 and blue 5."""
    words = [Message(DIE_WORDS[die[0]], {"face": die[1]}) for die in dice]
    shown = tuple((die[0], int(die[1])) for die in dice)
    return Dice("{dice}", {"dice": Listing(words)}, shown=shown)


def in_a_line(parts: Sequence[Message], between: str) -> Message:
    return reduce(
        lambda line, part: Message("{line}" + between + "{part}", {"line": line, "part": part}),
        parts,
    )


def ones_of(view: TwentyOneView) -> int:
    """T1-2: the number of dice that can't be rolled again."""
    return list(view.dice.values()).count(1)


# --- What happened ---


def tell_roll(dice: Sequence[str]) -> Message:
    """Fewer than six dice are rolled in a second roll only."""
    values: dict[str, object] = {"dice": dice_words(dice)}
    if len(dice) == BOXES:
        return Message(N_("The six dice show {dice}"), values)
    template = N_("The rerolled die shows {dice}", "The {count} rerolled dice show {dice}")
    return Message(template, values, len(dice))


# --- What can be done ---


def offer_reroll(view: TwentyOneView) -> Message:
    ones = ones_of(view)
    count = len(view.dice) - ones
    if ones == 0:
        return Message(N_("Reroll all six dice"))
    if ones == 1:
        return Message(N_("Reroll {count} dice; the 1 stays"), {"count": count})
    return Message(N_("Reroll 1 die; the 1s stay", "Reroll {count} dice; the 1s stay"), count=count)


def to_cross_out(view: TwentyOneView, seat: int) -> str:
    """T1-5: the printed number of the leftmost free box of a seat's row."""
    sheet = view.sheets[seat]
    return PRINTED[sheet.boxes[sheet.row].index(FREE_SIGN)]


def ask_to_stand(view: TwentyOneView) -> Message:
    ones = ones_of(view)
    if ones == 0:
        return Message(N_("Stand, or reroll the dice."))
    if ones == 1:
        return Message(N_("Stand, or reroll everything but the 1."))
    return Message(N_("Stand, or reroll everything but the 1s."))


def ask_to_write(view: TwentyOneView) -> Message:
    if view.seat is not None and view.seat in view.to_act:
        row = view.sheets[view.seat].row + 1
        if view.legal == ("cross",):
            printed = to_cross_out(view, view.seat)
            return Message(
                N_("No die fits in your row {row}: cross out the {printed}."),
                {"row": row, "printed": printed},
            )
        return Message(N_("Choose dice for your row {row}, or cross out a box."), {"row": row})
    if len(view.to_act) == 1:
        return Message(N_("Write in your row or cross out a box."))
    return Message(N_("Everyone writes in their row or crosses out a box."))


# --- What else counts ---


def remarks_on_the_turn(view: TwentyOneView) -> list[Message]:
    if view.writing:
        return [Message(N_("No more rolls")), decided(view)]
    if view.turn == "seats":
        return [Message(N_("First roll")), Message(N_("one reroll left"))]
    if not view.rolled_again:
        return [Message(N_("First roll"))]
    template = N_("Second roll: 1 die", "Second roll: {count} dice")
    return [Message(template, count=len(view.to_roll))]


def decided(view: TwentyOneView) -> Message:
    seats = len(view.sheets)
    count = seats - len(view.to_act)
    if count == 0:
        return Message(N_("nobody has decided yet"))
    template = N_("1 of {seats} has decided", "{count} of {seats} have decided")
    return Message(template, {"seats": seats}, count)


def remarks_on_the_end(view: TwentyOneView) -> list[Message]:
    """T1-8: the fewest free boxes in the fifth row of a seat that is on it."""
    last_rows = [sheet.boxes[ROWS - 1] for sheet in view.sheets if sheet.row == ROWS - 1]
    if not last_rows:
        return []
    left = min(row.count(FREE_SIGN) for row in last_rows)
    return [Message(N_("1 box from the end", "{count} boxes from the end"), count=left)]


# --- The position as text ---


def decision_text(decision: str) -> Message:
    word, _, dice = decision.partition(" ")
    if word == "write":
        return Message(N_("decided: write {dice}"), {"dice": dice})
    return Message(N_("decided: cross out a box"))


def row_text(sheet: Sheet, row: int) -> str:
    boxes = sheet.boxes[row]
    cells = [
        colour + boxes[box] + ("*" if is_exact(boxes, box) else " ")
        for box, colour in enumerate(sheet.colours[row])
    ]
    mark = ">" if row == sheet.row else " "
    return f"{mark} {row + 1}  {' '.join(cells)}  ={sheet.points[row]:>3}"
