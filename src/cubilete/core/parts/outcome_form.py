"""What people who roll their own dice are asked: a sentence, and a row for each die or draw.

A game's page describes the question; the server draws it. Which answers are possible stays with
the rules: the text that is composed here is read by the state like any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.core.message import N_, Message


@dataclass(frozen=True)
class Side:
    """One answer: its word in the notation, and what people call it."""

    word: str
    label: Message
    face: int = 0
    """The face of a die that is drawn; 0 where only the label is."""


@dataclass(frozen=True)
class Row:
    """What one die can show, or what one draw can give."""

    label: Message
    sides: tuple[Side, ...]
    colour: str = ""
    """One of the colours of the dice on the pages."""


@dataclass(frozen=True)
class OutcomeForm:
    """What has to be rolled or drawn now."""

    ask: Message
    verb: str
    """The word of the notation that the answers follow."""
    rows: tuple[Row, ...]
    wrong: Message | None = None
    """What to say where the answers contradict each other; None for the state's own refusal."""
    alike: bool = False
    """Whether the rows are dice that nobody can tell apart: people may count faces instead."""

    @property
    def counted(self) -> bool:
        """Whether people are asked how many dice show each face, instead of each die."""
        return self.alike and len(self.rows) > 1

    def counted_answers(self, counts: Sequence[int]) -> tuple[str, ...]:
        """The answers of the rows, from how many dice show each of the sides."""
        sides = self.rows[0].sides
        return tuple(
            side.word for side, count in zip(sides, counts, strict=True) for _ in range(count)
        )

    def text(self, answers: Sequence[str]) -> str:
        """The answers in notation, in the order of the rows."""
        return " ".join([self.verb, *answers])

    def offers(self, text: str) -> bool:
        """Whether a text in notation can be given as an answer."""
        verb, *words = text.split(" ")
        return (
            verb == self.verb
            and len(words) == len(self.rows)
            and all(
                word in [side.word for side in row.sides]
                for word, row in zip(words, self.rows, strict=True)
            )
        )


def die(label: Message, colour: str = "") -> Row:
    """A die with six faces; of several colours, the notation has the colour before the face."""
    sides = tuple(
        Side(f"{colour}{face}", Message("{face}", {"face": face}), face) for face in range(1, 7)
    )
    return Row(label, sides, colour)


def dice(ask: Message, verb: str, count: int, label: str = N_("Die {number}")) -> OutcomeForm:
    """Dice that are all alike."""
    rows = [die(Message(label, {"number": number})) for number in range(1, count + 1)]
    return OutcomeForm(ask, verb, tuple(rows), alike=True)


def roll(name: str, count: int) -> OutcomeForm:
    """The first roll of somebody's turn."""
    ask = Message(N_("{name}, roll 1 die.", "{name}, roll {count} dice."), {"name": name}, count)
    return dice(ask, "roll", count)


def roll_again(name: str, count: int) -> OutcomeForm:
    """The reroll of some of the dice."""
    sentence = N_("{name}, reroll 1 die.", "{name}, reroll {count} dice.")
    ask = Message(sentence, {"name": name}, count)
    return dice(ask, "roll", count)


def who_begins(names: Sequence[str]) -> OutcomeForm:
    """Who takes the first turn; people decide it as they like."""
    sides = [Side(str(seat), Message("{name}", {"name": name})) for seat, name in enumerate(names)]
    return OutcomeForm(
        Message(N_("Who starts?")), "start", (Row(Message(N_("Starts")), tuple(sides)),)
    )
