"""How the history of a game is told: events in sentences, grouped by rounds.

A chronicle hears all events of one game in their order, hidden ones too, and says what is told of
each. An event is shown only to viewers who may know it, so what is told of it may depend on the
event itself and on public events before it, and on nothing else. `check_game` holds games to that.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cubilete.core.message import N_, Message
from cubilete.core.record import By, Event

Tell = Callable[[str, By, str], Message]
"""`Words.tell` of a game."""


@dataclass(frozen=True)
class Line:
    """One sentence of the history."""

    message: Message
    by: int | None = None
    """Whose doing it is: a seat, or the number of a score beyond the seats. None for chance and
    the table."""
    takes: Message | None = None
    """What `by` takes for good, such as a card; None for nothing."""
    points: int = 0
    """What it is worth to `by`."""


@dataclass(frozen=True)
class Told:
    """What is told of one event."""

    lines: tuple[Line, ...]
    """In the order in which it happened."""
    round: Message | None = None
    """The title of the round that the event belongs to: events in a row with the same title are one
    group. None where the game is not told in rounds."""


class Chronicle:
    """Tells the events of one game, one line each, without rounds."""

    counted = N_("1 round", "{count} rounds")
    """How many groups with a number in their title a game had, in words."""

    def __init__(self, tell: Tell, names: Sequence[str]) -> None:
        self.names = tuple(names)
        """Of the seats."""
        self._tell = tell

    def hear(self, event: Event) -> Told:
        """What is told of the next event."""
        title = self.round_of(event)
        return Told(self.lines(event), title)

    def lines(self, event: Event) -> tuple[Line, ...]:
        return (Line(self.tell(event), event.by if isinstance(event.by, int) else None),)

    def tell(self, event: Event) -> Message:
        who = self.names[event.by] if isinstance(event.by, int) else ""
        return self._tell(who, event.by, event.text)

    def round_of(self, event: Event) -> Message | None:
        """The title of the event's round; asked once for each event, before its lines."""
        return None


class RoundsOfTurns(Chronicle):
    """For games in which every seat has a turn in each round, and a turn begins with a roll that
    no decision asked for."""

    def __init__(
        self, tell: Tell, names: Sequence[str], again: tuple[str, ...] = ("reroll",)
    ) -> None:
        """Texts of decisions that ask for a roll within the turn begin with one of `again`."""
        super().__init__(tell, names)
        self.turns = 0
        """How many have begun."""
        self.active = 0
        """The seat whose turn it is."""
        self.roller = 0
        """The seat that rolled last, or that decided last."""
        self._first = 0
        self._again = again
        self._asked = False
        """Whether a decision asked for the next roll."""

    def round_of(self, event: Event) -> Message:
        if isinstance(event.by, int):
            self._asked = event.text.startswith(self._again)
            self.roller = event.by
        elif event.text.startswith("start "):
            self._first = int(event.text.removeprefix("start "))
        elif event.text.startswith("roll "):
            if not self._asked:
                self.roller = self.active = (self._first + self.turns) % len(self.names)
                self.turns += 1
            self._asked = False
        return self.title() if self.turns else Message(N_("The start"))

    def lines(self, event: Event) -> tuple[Line, ...]:
        if event.by == "chance" and event.text.startswith("roll "):
            return (Line(self.tell(event), self.roller),)
        return super().lines(event)

    def title(self) -> Message:
        """The title of the present turn's round."""
        return Message(N_("Round {number}"), {"number": (self.turns - 1) // len(self.names) + 1})
