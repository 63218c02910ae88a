"""Seis dados in words: what happens, what can be done and what counts."""

from collections.abc import Sequence

from cubilete.core.message import N_, Listing, Message, Say, SeatName, plain_dice
from cubilete.core.parts.chronicle import Chronicle, RoundsOfTurns
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.words import Words
from cubilete.core.record import By
from cubilete.games.seis_dados.score_sheet import score_sheet
from cubilete.games.seis_dados.terms import CATEGORY_WORDS, NUMBER_WORDS, SECTION_WORDS
from cubilete.games.seis_dados.view import SeisDadosView

REPETITION_WORDS = {
    "reroll": N_("{who} rerolls one die: {dice}", "{who} rerolls {number} dice: {dice}"),
    "joker": N_(
        "{who} spends a joker and rerolls one die: {dice}",
        "{who} spends a joker and rerolls {number} dice: {dice}",
    ),
}


class SeisDadosWords(Words[SeisDadosView]):
    feel = Message(N_("Six dice, six jokers: it's not what you roll, it's how it compares."))

    def tell(self, who: str, by: By, text: str) -> Message:
        word, _, rest = text.partition(" ")
        if word == "start":
            return Message(N_("{seat} starts"), {"seat": SeatName(int(rest))})
        if word == "roll":
            return tell_roll(rest)
        if word == "assign":
            return Message(N_("{who} scores {value} in {category}"), {"who": who, **noting(rest)})
        return tell_repetition(who, word, rest)

    def chronicle(self, names: Sequence[str], setup: Setup) -> Chronicle:
        return RoundsOfTurns(self.tell, names, again=("reroll", "joker"))

    def offer(self, view: SeisDadosView, text: str) -> Message:
        word, _, rest = text.partition(" ")
        if word == "assign":
            return Message(N_("Score {value} in {category}"), noting(rest))
        count = len(rest.split())
        if word == "joker":
            template = N_("Spend a joker: reroll the {dice}", "Spend a joker: reroll {dice}")
        else:
            template = N_("Reroll 1 die: {dice}", "Reroll {count} dice: {dice}")
        return Message(template, {"dice": rest}, count)

    def ask(self, view: SeisDadosView) -> Message:
        if view.turn != "seats" or view.current is None:
            return Message("")
        if view.free_repetitions:
            return Message(N_("Reroll any dice, or score this roll."))
        if view.jokers[view.current]:
            return Message(N_("Spend a joker to reroll, or score this roll."))
        return Message(N_("Score the roll in a free category."))

    def rule_now(self, view: SeisDadosView) -> str:
        if view.turn == "over":
            return "SD-S4"
        if view.current is None:
            return "SD-4"
        return "SD-1" if view.free_repetitions or view.jokers[view.current] else "SD-2"

    def remark(self, view: SeisDadosView) -> Message:
        """The turn, the repetitions that are left, and what was agreed."""
        if view.turn == "over":
            if "" in noted_by(view, 0):  # SD-S6
                return Message(N_("The game ended early: someone reached the points agreed on"))
            return Message("")
        if view.current is None:
            return listed([Message(N_("Drawing lots to see who starts")), *agreements(view)])
        mine = noted_by(view, view.current)
        turn = Message(
            N_("Turn {turn} of {turns}"),
            {"turn": len(mine) - mine.count("") + 1, "turns": len(mine)},
        )
        return listed([turn, repetitions_left(view, view.current), *agreements(view)])

    def seat_note(self, view: SeisDadosView, seat: int) -> Message:
        """The jokers of a seat."""
        left = view.jokers[seat]
        if left == 0:
            return Message(N_("no jokers"))
        return Message(N_("1 joker", "{count} jokers"), count=left)

    def choice(self, option: str, choice: str) -> Message:
        return Message(CATEGORY_WORDS[choice])

    def group(self, option: str, group: str) -> Message:
        return Message(SECTION_WORDS[group])

    def turns(self, option: str, choice: str) -> int:
        return 0 if choice == "jokers" else 1  # SD-C4: they are counted at the end

    def show(self, view: SeisDadosView, say: Say = str) -> str:
        """The score sheet, and below it whose turn it is or who has won."""
        seats = range(len(view.jokers))
        names = [say(Message(N_("seat {seat}"), {"seat": seat + 1})) for seat in seats]
        lines = [score_sheet(view, names, say), ""]
        if view.winners:
            winners = Listing(names[seat] for seat in view.winners)
            lines.append(say(Message(N_("Won by: {players}"), {"players": winners})))
        elif view.current is None:
            lines.append(say(Message(N_("Drawing lots to see who starts."))))
        else:
            dice = " ".join(str(face) for face in view.roll) or "-"
            left = view.free_repetitions
            lines.append(say(Message(N_("Turn: {player}"), {"player": names[view.current]})))
            lines.append(say(Message(N_("Dice on the table: {dice}"), {"dice": dice})))
            lines.append(say(Message(N_("Free rerolls left: {number}"), {"number": left})))
        return "\n".join(lines)


def tell_roll(dice: str) -> Message:
    if " " in dice:
        return Message(N_("The dice show {dice}"), {"dice": plain_dice(dice)})
    return Message(N_("The die shows {dice}"), {"dice": plain_dice(dice)})


def tell_repetition(who: str, word: str, dice: str) -> Message:
    count = len(dice.split())
    values: dict[str, object] = {"who": who, "dice": plain_dice(dice)}
    if count > 1:
        values["number"] = Message(NUMBER_WORDS[count])
    return Message(REPETITION_WORDS[word], values, count)


def noting(rest: str) -> dict[str, object]:
    """The category and the value of an assignment."""
    category, value = rest.split(" ")
    return {"category": Message(CATEGORY_WORDS[category]), "value": value}


def noted_by(view: SeisDadosView, seat: int) -> list[str]:
    """What a seat has in the categories that are assigned, "" where it is still free."""
    return [
        values[seat]
        for categories in view.sheet.values()
        for name, values in categories.items()
        if name != "jokers"
    ]


def repetitions_left(view: SeisDadosView, seat: int) -> Message:
    if view.free_repetitions:
        template = N_("1 free reroll left", "{count} free rerolls left")
        return Message(template, count=view.free_repetitions)
    if view.jokers[seat]:
        return Message(N_("a reroll costs a joker"))
    return Message(N_("no rerolls left"))


def agreements(view: SeisDadosView) -> list[Message]:
    """The variants that are played."""
    found: list[Message] = []
    if view.end_at is not None:
        template = N_("it ends at 1 point", "it ends at {count} points")
        found.append(Message(template, count=view.end_at))
    if view.lowest_wins:
        found.append(Message(N_("fewest points wins")))
    return found


def listed(parts: list[Message]) -> Message:
    """Several remarks in one line."""
    values: dict[str, object] = {f"part{place}": part for place, part in enumerate(parts)}
    return Message(" · ".join(f"{{{name}}}" for name in values), values)
