"""Dizzle in words: what happened, what a button does, what is to be done and what counts.

Everything comes from a view or from the text of an event; in Dizzle nothing is hidden.
"""

from collections.abc import Sequence

from cubilete.core.message import N_, Message, SeatName
from cubilete.core.outcome_form import OutcomeForm, dice, roll, roll_again, who_begins
from cubilete.games.dizzle.chart import Chart, bits, chart_of
from cubilete.games.dizzle.scoring import SOLO_BOMB
from cubilete.games.dizzle.view import DizzleView
from cubilete.games.dizzle.words import points_text, symbol_name

NOTHING = Message("")

DEEDS = {
    "place": N_("{who} places a die on {cell}"),
    "reroll": N_("{who} rolls again what is on the table"),
    "quit": N_("{who} quits the turn"),
    "return": N_("{who} returns the die on {cell} to the table"),
    "planet": N_("{who} sends a rocket to the planet {cell}"),
}

IN_THE_TURN = ("choice", "reroll", "forced", "return", "steal")
"""The steps in which some seats are in the turn and others out of it."""


# --- The sheet ---


def symbol(token: str) -> Message:
    """What a cell of the sheet is."""
    if token == ".":
        return Message(N_("hole"))
    if token == "X":
        return Message(N_("crossed from the start"))
    if len(token) == 1:
        return Message("{face}", {"face": token})
    return joined(", ", [Message("{face}", {"face": token[0]}), symbol_name(token[1:])])


# --- What happened ---


def tell(who: str, text: str) -> Message:
    word, _, rest = text.partition(" ")
    if word in DEEDS:
        return Message(DEEDS[word], {"who": who, "cell": rest})
    if word == "start":
        return Message(N_("{seat} is the starting player"), {"seat": SeatName(int(rest))})
    if word == "steal":
        template = N_("The extra dice show {dice}: dice with these faces leave the table")
    elif " " in rest:
        template = N_("The dice on the table show {dice}")
    else:
        template = N_("The die on the table shows {dice}")
    return Message(template, {"dice": rest})


def faces_fallen(text: str) -> tuple[int, ...]:
    word, *faces = text.split(" ")
    return tuple(map(int, faces)) if word in ("roll", "steal") else ()


# --- What a button does ---


def offer(view: DizzleView, text: str) -> Message:
    word, _, name = text.partition(" ")
    if word == "quit":
        return Message(N_("Quit this turn"))
    if word == "reroll":
        if len(view.dice) == 1:
            return Message(N_("Roll the die on the table again"))
        return Message(N_("Roll the {dice} dice on the table again"), {"dice": len(view.dice)})
    chart = chart_of(view.sheet)
    cell = chart.index[name]
    values = {"face": chart.faces[cell], "cell": name}
    if word == "planet":
        action = Message(N_("Send the rocket to the planet {cell}"), values)
    elif word == "return":
        action = Message(N_("Return the {face} on {cell}"), values)
    else:
        action = Message(N_("Place the {face} on {cell}"), values)
    carried = chart.tokens[cell][1:]
    effects = [symbol_name(carried)] if carried and word != "planet" else []
    effects += [group for group, _ in completed(view, chart, cell)]
    gain = gain_of(view, chart, cell)
    if word == "return":
        gain = -gain
    if gain:
        sign = "+" if gain > 0 else ""
        effects.append(Message("{gain}", {"gain": sign + points_text(gain)}))
    return joined(": ", [action, joined(", ", effects)]) if effects else action


def completed(view: DizzleView, chart: Chart, cell: int) -> list[tuple[Message, int]]:
    """The sets that a cross on this cell completes, the dice placed so far being crossed too,
    and their points (DZ-E6, DZ-E7, DZ-E8)."""
    sheet = view.sheet
    names = [Message(N_("row {row}"), {"row": row}) for row in sheet.rows]
    names += [Message(N_("column {column}"), {"column": column}) for column in sheet.columns]
    names += [Message(N_("whole puzzle"))] * len(sheet.puzzles)
    names.append(Message(N_("framed block")))
    done = chart.cells(view.crossed[view.current]) | chart.cells(view.placed[view.current])
    done |= 1 << cell
    return [
        (name, points)
        for name, (group, points) in zip(names, chart.groups, strict=True)
        if group >> cell & 1 and not group & ~done
    ]


def gain_of(view: DizzleView, chart: Chart, cell: int) -> int:
    """The points that a cross on this cell gives at the end of the turn."""
    total = sum(points for _, points in completed(view, chart, cell))
    kind, colour = chart.tokens[cell][1:2], chart.tokens[cell][2:]
    if kind == "G":  # DZ-E5
        total += view.sheet.gems[colour]
    elif kind == "T":  # DZ-E9
        total += view.sheet.pile
    elif kind == "F":  # DZ-E4
        total += view.flags_left[colour][0]
    elif kind == "B" and len(view.scores) == 1:  # DZ-18
        total += SOLO_BOMB
    return total


# --- What is to be done ---


def ask(view: DizzleView) -> Message:
    if view.turn != "seats":
        return NOTHING
    if view.step == "planet":
        return Message(N_("Your rocket flies: choose a planet."))
    if view.step == "return":
        return Message(N_("No die fits after the reroll: return one of yours."))
    if view.step == "forced":
        return Message(N_("After the reroll one of the dice fits: place it."))
    if fits(view):
        return Message(N_("Place a die on your sheet."))
    return Message(N_("No die fits: roll again or quit."))


def fits(view: DizzleView) -> bool:
    """Whether the seat to act can place one of the dice on the table."""
    faces = chart_of(view.sheet).faces
    return any(faces[cell] in view.dice for cell in bits(reach(view, view.current)))


def reach(view: DizzleView, seat: int) -> int:
    """Where a seat could place a die of the right face (DZ-3, DZ-5)."""
    beside_dice = usable_beside(view, seat, view.placed[seat])
    return beside_dice or usable_beside(view, seat, view.crossed[seat])


def usable_beside(view: DizzleView, seat: int, names: tuple[str, ...]) -> int:
    """The cells next to these that a seat could use, whatever their face."""
    chart = chart_of(view.sheet)
    crossed = chart.cells(view.crossed[seat])
    used = crossed | chart.cells(view.exploded[seat])
    used |= chart.cells(view.placed[seat]) | chart.shut_locks(crossed)
    return chart.around(chart.cells(names)) & ~used


def rule_now(view: DizzleView) -> str:
    if view.turn == "over":
        return "DZ-15"
    if view.step == "planet":
        return "DZ-E3"
    if view.step in ("return", "forced"):
        return "DZ-7"
    if view.turn != "seats":
        return "DZ-1"
    return "DZ-3" if fits(view) else "DZ-6"


# --- What else counts ---


def remark(view: DizzleView) -> Message:
    if view.turn == "over":
        return remark_on_the_end(view)
    parts = [Message(N_("Round {round} of {rounds}"), {"round": view.round, "rounds": view.rounds})]
    if view.turns_left == 1:
        parts.append(Message(N_("last turn of the game")))
    if view.last_choice:
        parts.append(Message(N_("last choice of this turn")))
    if view.step == "forced" or (view.step == "choice" and fits(view)):
        parts.append(where_to_place(view))
    return joined(" · ", parts)


def where_to_place(view: DizzleView) -> Message:
    placed = view.placed[view.current]
    if not placed:  # DZ-3
        return Message(N_("next to a cross"))
    if usable_beside(view, view.current, placed):
        return Message(N_("next to a die placed in this turn"))
    return Message(N_("dice enclosed: jump next to any cross"))  # DZ-5


def remark_on_the_end(view: DizzleView) -> Message:
    parts = []
    if view.turns_left:
        parts.append(Message(N_("no free cell left on a sheet")))  # DZ-16
    if view.scores.count(max(view.scores)) > len(view.winners):
        parts.append(Message(N_("tie: fewer crosses win")))  # DZ-15
    return joined(" · ", parts)


def seat_note(view: DizzleView, seat: int) -> Message:
    if view.turn == "over":
        return counted(N_("1 cross"), N_("{number} crosses"), len(view.crossed[seat]))
    parts = []
    if seat == view.first and len(view.scores) > 1 and view.step != "start":
        parts.append(Message(N_("starts")))
    if view.placed[seat]:
        parts.append(
            counted(N_("1 die placed"), N_("{number} dice placed"), len(view.placed[seat]))
        )
    if view.step in IN_THE_TURN and seat not in view.active:
        parts.append(Message(N_("out of the turn")))
    return joined(" · ", parts)


# --- Dice of one's own ---


def fall_form(view: DizzleView, draws: Sequence[int], names: Sequence[str]) -> OutcomeForm:
    if view.step == "start":
        return who_begins(names)
    if view.step == "roll":
        return roll(names[view.first], len(draws))
    name = names[view.current]
    if view.step == "steal":  # DZ-17
        ask = Message(N_("{name}, roll the two extra dice."), {"name": name})
        return dice(ask, "steal", len(draws), N_("Extra die {number}"))
    return roll_again(name, len(draws))


# --- How sentences are put together ---


def counted(one: str, more: str, number: int) -> Message:
    return Message(one if number == 1 else more, {"number": number})


def joined(mark: str, parts: list[Message]) -> Message:
    """Several messages as one, with a mark between them."""
    values: dict[str, object] = {f"part{place}": part for place, part in enumerate(parts)}
    return Message(mark.join(f"{{{name}}}" for name in values), values)
