"""What people read of Dizzle: what happened, what a button does and what counts now."""

from collections.abc import Sequence

from cubilete.core.message import N_, Message, Say, SeatName, plain_dice
from cubilete.core.parts.chronicle import Chronicle, RoundsOfTurns
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.words import Words
from cubilete.core.record import By
from cubilete.games.dizzle.layout import Layout, layout_of
from cubilete.games.dizzle.position import show_table
from cubilete.games.dizzle.ranks import rank_of, ranks_of
from cubilete.games.dizzle.scoring import SOLO_BOMB
from cubilete.games.dizzle.terms import joined, points_text, symbol_name
from cubilete.games.dizzle.view import DizzleView

ACTIONS_TOLD = {
    "place": N_("{who} places a die on {cell}"),
    "reroll": N_("{who} rerolls the dice on the table"),
    "quit": N_("{who} drops out of the turn"),
    "return": N_("{who} returns the die on {cell} to the table"),
    "planet": N_("{who} sends a rocket to the planet {cell}"),
}

IN_TURN = ("choice", "reroll", "forced", "return", "steal")
"""The steps in which a seat can be out of the turn."""


class DizzleWords(Words[DizzleView]):
    feel = Message(N_("A path of dice across your sheet: gems, keys, rockets and the odd bomb."))

    # --- What happened ---

    def tell(self, who: str, by: By, text: str) -> Message:
        word, _, rest = text.partition(" ")
        if word in ACTIONS_TOLD:
            return Message(ACTIONS_TOLD[word], {"who": who, "cell": rest})
        if word == "start":
            return Message(N_("{seat} starts"), {"seat": SeatName(int(rest))})
        if word == "steal":
            template = N_("The extra dice show {dice}: matching dice leave the table")
            return Message(template, {"dice": plain_dice(rest)})
        template = N_("The die on the table shows {dice}", "The dice on the table show {dice}")
        return Message(template, {"dice": plain_dice(rest)}, len(rest.split()))

    def chronicle(self, names: Sequence[str], setup: Setup) -> Chronicle:
        return RoundsOfTurns(self.tell, names)

    # --- What a button does ---

    def offer(self, view: DizzleView, text: str) -> Message:
        word, _, name = text.partition(" ")
        if word == "quit":
            return Message(N_("Drop out of this turn"))
        if word == "reroll":
            template = N_("Reroll the die on the table", "Reroll the {count} dice on the table")
            return Message(template, count=len(view.dice))
        layout = layout_of(view.sheet)
        cell = layout.index[name]
        values = {"face": layout.faces[cell], "cell": name}
        if word == "planet":
            action = Message(N_("Send the rocket to the planet {cell}"), values)
        elif word == "return":
            action = Message(N_("Return the {face} on {cell}"), values)
        else:
            action = Message(N_("Place the {face} on {cell}"), values)
        symbol = layout.tokens[cell][1:]
        effects = [symbol_name(symbol)] if symbol and word != "planet" else []
        effects += [group for group, _ in completed(view, layout, cell)]
        gain = gain_of(view, layout, cell)
        if word == "return":
            gain = -gain
        if gain:
            sign = "+" if gain > 0 else ""
            effects.append(Message("{gain}", {"gain": sign + points_text(gain)}))
        return joined(": ", [action, joined(", ", effects)]) if effects else action

    # --- What has to be done ---

    def ask(self, view: DizzleView) -> Message:
        if view.turn != "seats":
            return Message("")
        if view.step == "planet":
            return Message(N_("Your rocket takes off: choose a planet."))
        if view.step == "return":
            return Message(N_("No die fits after the reroll: return one of yours."))
        if view.step == "forced":
            return Message(N_("A die fits after the reroll: place one."))
        if view.fits:
            return Message(N_("Place a die on your sheet."))
        return Message(N_("No die fits: reroll or drop out."))

    def rule_now(self, view: DizzleView) -> str:
        if view.turn == "over":
            return "DZ-15"
        if view.step == "planet":
            return "DZ-E3"
        if view.step in ("return", "forced"):
            return "DZ-7"
        if view.turn != "seats":
            return "DZ-1"
        return "DZ-3" if view.fits else "DZ-6"

    # --- What else counts ---

    def remark(self, view: DizzleView) -> Message:
        if view.turn == "over":
            return remark_on_the_end(view)
        values: dict[str, object] = {"round": view.round, "rounds": view.rounds}
        parts = [Message(N_("Round {round} of {rounds}"), values)]
        if view.turns_left == 1:
            parts.append(Message(N_("last turn of the game")))
        if view.last_choice:
            parts.append(Message(N_("last choice of this turn")))
        if view.step == "forced" or (view.step == "choice" and view.fits):
            parts.append(where_to_place(view))
        return joined(" · ", parts)

    def seat_note(self, view: DizzleView, seat: int) -> Message:
        if view.turn == "over":
            return Message(N_("1 cross", "{count} crosses"), count=len(view.crossed[seat]))
        parts = []
        if seat == view.first and len(view.scores) > 1 and view.step != "start":
            parts.append(Message(N_("starts")))
        if view.placed[seat]:
            placed = N_("1 die placed", "{count} dice placed")
            parts.append(Message(placed, count=len(view.placed[seat])))
        if view.step in IN_TURN and seat not in view.active:
            parts.append(Message(N_("out of the turn")))
        return joined(" · ", parts)

    def show(self, view: DizzleView, say: Say = str) -> str:
        return show_table(view, say)


# --- Parts of what a button does ---


def completed(view: DizzleView, layout: Layout, cell: int) -> list[tuple[Message, int]]:
    """The sets that a cross on this cell completes, with their points (DZ-E6, DZ-E7, DZ-E8).

    The dice already placed in this turn count as crosses.
    """
    sheet = view.sheet
    names = [Message(N_("row {row}"), {"row": row}) for row in sheet.rows]
    names += [Message(N_("column {column}"), {"column": column}) for column in sheet.columns]
    names += [Message(N_("whole puzzle"))] * len(sheet.puzzles)
    names.append(Message(N_("framed block")))
    done = layout.cells(view.crossed[view.current]) | layout.cells(view.placed[view.current])
    done |= 1 << cell
    return [
        (name, points)
        for name, (group, points) in zip(names, layout.groups, strict=True)
        if group >> cell & 1 and not group & ~done
    ]


def gain_of(view: DizzleView, layout: Layout, cell: int) -> int:
    """The points that a cross on this cell gives at the end of the turn."""
    total = sum(points for _, points in completed(view, layout, cell))
    kind, colour = layout.tokens[cell][1:2], layout.tokens[cell][2:]
    if kind == "G":  # DZ-E5
        total += view.sheet.gems[colour]
    elif kind == "T":  # DZ-E9
        total += view.sheet.pile
    elif kind == "F":  # DZ-E4
        total += view.flags_left[colour][0]
    elif kind == "B" and len(view.scores) == 1:  # DZ-18
        total += SOLO_BOMB
    return total


# --- Parts of what else counts ---


def where_to_place(view: DizzleView) -> Message:
    placed = view.placed[view.current]
    if not placed:  # DZ-3
        return Message(N_("next to a cross"))
    if view.usable_beside(view.current, placed):
        return Message(N_("next to a die placed this turn"))
    return Message(N_("boxed in: jump next to any cross"))  # DZ-5


def remark_on_the_end(view: DizzleView) -> Message:
    parts = []
    if view.turns_left:
        parts.append(Message(N_("a sheet is full")))  # DZ-16
    if view.scores.count(max(view.scores)) > len(view.winners):
        parts.append(Message(N_("tie: fewest crosses wins")))  # DZ-15
    ranks = ranks_of(view.sheet) if len(view.scores) == 1 else ()
    if ranks:  # DZ-19
        rank = rank_of(view.scores[0], ranks)
        values: dict[str, object] = {"number": rank.number, "ranks": len(ranks)}
        parts.append(Message(N_("rank {number} of {ranks}: {name}"), {**values, "name": rank.name}))
    return joined(" · ", parts)
