"""Twenty One in words: what happened, what a button does, what is to be done, what counts.

Everything is told from a text or a view: a sealed decision is in neither of others (T1-6).
"""

from collections.abc import Sequence
from functools import reduce

from cubilete.core.message import N_, Message, SeatName
from cubilete.core.outcome_form import OutcomeForm, Row, Side, die, who_begins
from cubilete.games.twenty_one.refusals import COLOUR_WORDS
from cubilete.games.twenty_one.tables import BOXES, ROWS, SHEETS
from cubilete.games.twenty_one.view import FREE_SIGN, PRINTED, TwentyOneView

DIE_WORDS = {
    "W": N_("white {face}"),
    "Y": N_("yellow {face}"),
    "R": N_("red {face}"),
    "G": N_("green {face}"),
    "B": N_("blue {face}"),
    "K": N_("black {face}"),
}


def dice_words(dice: Sequence[str]) -> Message:
    """Dice of the notation as people say them: white 3, red 1 and blue 5."""
    words = [Message(DIE_WORDS[die[0]], {"face": die[1]}) for die in dice]
    if len(words) == 1:
        return words[0]
    most = in_a_line(words[:-1], ", ")
    return Message(N_("{dice} and {die}"), {"dice": most, "die": words[-1]})


def in_a_line(parts: Sequence[Message], between: str) -> Message:
    return reduce(
        lambda line, part: Message("{line}" + between + "{part}", {"line": line, "part": part}),
        parts,
    )


# --- What happened ---


def tell(who: str, text: str) -> Message:
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
            return Message(N_("{who} rolls the dice again"), {"who": who})
        case "write":
            return Message(N_("{who} writes {dice}"), {"who": who, "dice": dice_words(rest)})
        case "cross":
            return Message(N_("{who} crosses out a box"), {"who": who})
    raise AssertionError("the text is notation of Twenty One")


def tell_roll(dice: Sequence[str]) -> Message:
    """Fewer than six dice fall in a second roll only."""
    values: dict[str, object] = {"count": len(dice), "dice": dice_words(dice)}
    if len(dice) == BOXES:
        return Message(N_("The six dice show {dice}"), values)
    if len(dice) == 1:
        return Message(N_("The die rolled again shows {dice}"), values)
    return Message(N_("The {count} dice rolled again show {dice}"), values)


def faces_fallen(text: str) -> tuple[int, ...]:
    word, *dice = text.split(" ")
    return tuple(int(die[1]) for die in dice) if word == "roll" else ()


# --- What a button does ---


def offer(view: TwentyOneView, text: str) -> Message:
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


def offer_reroll(view: TwentyOneView) -> Message:
    ones = ones_of(view)
    values: dict[str, object] = {"count": len(view.dice) - ones}
    if ones == 0:
        return Message(N_("Roll all six dice again"))
    if ones == 1:
        return Message(N_("Roll {count} dice again; the 1 stays"), values)
    if ones == len(view.dice) - 1:
        return Message(N_("Roll 1 die again; the 1s stay"))
    return Message(N_("Roll {count} dice again; the 1s stay"), values)


def ones_of(view: TwentyOneView) -> int:
    """T1-2: how many dice can't be rolled again."""
    return list(view.dice.values()).count(1)


def to_cross_out(view: TwentyOneView, seat: int) -> str:
    """T1-5: the printed number of the leftmost free box of a seat's row."""
    sheet = view.sheets[seat]
    return PRINTED[sheet.boxes[sheet.row].index(FREE_SIGN)]


# --- What is to be done ---


def ask(view: TwentyOneView) -> Message:
    if view.turn != "seats":
        return Message("")
    return ask_to_write(view) if view.writing else ask_to_stand(view)


def ask_to_stand(view: TwentyOneView) -> Message:
    ones = ones_of(view)
    if ones == 0:
        return Message(N_("Stand or roll the dice again."))
    if ones == 1:
        return Message(N_("Stand or roll all again but the 1."))
    return Message(N_("Stand or roll all again but the 1s."))


def ask_to_write(view: TwentyOneView) -> Message:
    if view.seat is not None and view.seat in view.to_act:
        row = view.sheets[view.seat].row + 1
        if view.legal == ("cross",):
            printed = to_cross_out(view, view.seat)
            return Message(
                N_("No die fits in your row {row}: cross out the {printed}."),
                {"row": row, "printed": printed},
            )
        return Message(N_("Choose which dice go in your row {row}, or cross out."), {"row": row})
    if len(view.to_act) == 1:
        return Message(N_("Write in your row or cross out."))
    return Message(N_("Everyone writes in their row or crosses out."))


def rule_now(view: TwentyOneView) -> str:
    if view.turn == "over":
        return "T1-9"
    if view.active is None or not view.sheets[0].name:
        return "T1-1"
    if not view.writing:
        return "T1-2"
    if view.decision:
        return "T1-6"
    return "T1-5" if view.legal == ("cross",) else "T1-3"


# --- What else counts ---


def remark(view: TwentyOneView) -> Message:
    if view.turn == "over":
        return Message(N_("The fifth row is full: that was the last turn"))
    if view.active is None:
        return Message(N_("Who rolls first is being drawn"))
    if not view.sheets[0].name:
        return Message(N_("The sheets are being drawn"))
    return in_a_line([*remarks_on_the_turn(view), *remarks_on_the_end(view)], " · ")


def remarks_on_the_turn(view: TwentyOneView) -> list[Message]:
    if view.writing:
        return [Message(N_("No more rolls")), decided(view)]
    if view.turn == "seats":
        return [Message(N_("First roll")), Message(N_("one more is allowed"))]
    if not view.rolled_again:
        return [Message(N_("First roll"))]
    if len(view.to_roll) == 1:
        return [Message(N_("Second roll: 1 die"))]
    return [Message(N_("Second roll: {count} dice"), {"count": len(view.to_roll)})]


def decided(view: TwentyOneView) -> Message:
    seats = len(view.sheets)
    count = seats - len(view.to_act)
    if count == 0:
        return Message(N_("nobody has decided yet"))
    if count == 1:
        return Message(N_("1 of {seats} has decided"), {"seats": seats})
    return Message(N_("{count} of {seats} have decided"), {"count": count, "seats": seats})


def remarks_on_the_end(view: TwentyOneView) -> list[Message]:
    """T1-8: how near somebody on the fifth row is to finishing it."""
    last_rows = [sheet.boxes[ROWS - 1] for sheet in view.sheets if sheet.row == ROWS - 1]
    if not last_rows:
        return []
    left = min(row.count(FREE_SIGN) for row in last_rows)
    if left == 1:
        return [Message(N_("1 box from the end"))]
    return [Message(N_("{count} boxes from the end"), {"count": left})]


# --- A seat ---


def seat_note(view: TwentyOneView, seat: int) -> Message:
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


# --- Dice of one's own ---


def fall_form(view: TwentyOneView, names: Sequence[str]) -> OutcomeForm:
    if view.active is None:
        return who_begins(names)
    if not view.sheets[0].name:
        return draw_sheets(names)
    rows = [die(Message(COLOUR_WORDS[colour]), colour) for colour in view.to_roll]
    return OutcomeForm(ask_to_roll(view, names[view.active]), "roll", tuple(rows))


def draw_sheets(names: Sequence[str]) -> OutcomeForm:
    """T1-1: everybody has a sheet by lot."""
    sides = tuple(Side(sheet, Message("{sheet}", {"sheet": sheet})) for sheet in SHEETS)
    return OutcomeForm(
        Message(N_("Draw a sheet for each of you.")),
        "sheets",
        tuple(Row(Message("{name}", {"name": name}), sides) for name in names),
        Message(N_("Everybody has a sheet of their own: no two are the same.")),
    )


def ask_to_roll(view: TwentyOneView, name: str) -> Message:
    if not view.rolled_again:
        return Message(N_("{name}, roll the six dice."), {"name": name})
    if len(view.to_roll) == BOXES:
        return Message(N_("{name}, roll the six dice again."), {"name": name})
    colours = in_a_line([Message(COLOUR_WORDS[colour]) for colour in view.to_roll], ", ")
    values: dict[str, object] = {"name": name, "colours": colours}
    if len(view.to_roll) == 1:
        return Message(N_("{name}, roll the {colours} die again."), values)
    return Message(N_("{name}, roll again: {colours}."), values)
