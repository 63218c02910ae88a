"""What a game's page may offer to people who don't know the game: a card and a lesson.

A *card* tells the game in one minute: what one wants, what a turn is, when it ends and who wins.
Its three drawings are the macros `want`, `turn` and `end` of the file `card.html` beside the page:
each draws the inside of an SVG of 200 by 150, and may use the macros of the server's drawings.html.

A *lesson* is the guided first game: the person in seat 0 plays at a real table with bots. The
course is the list of everything that happens there, in order: what the dice and cards give, what
the bots decide, and a `Step` for each decision of the person. It runs through the real rules, so a
course that they refuse is found by a test and never by a learner. What the rules imply (the events
of the table itself) is not listed.

A sentence of a step has no numbers of its own: its values are computed from what the person sees
at that moment, so that it says what is true.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from cubilete.core.message import Message
from cubilete.core.view import V

LEARNER = 0
"""The seat of the person who learns."""


@dataclass(frozen=True)
class Card:
    """A game in three sentences, of at most two lines each on a phone."""

    want: Message
    turn: Message
    end: Message


@dataclass(frozen=True)
class Falls:
    """What dice or cards give, in notation."""

    text: str


@dataclass(frozen=True)
class Plays:
    """What a bot decides, in notation."""

    seat: int
    text: str


@dataclass(frozen=True)
class Step(Generic[V]):
    """A decision of the person who learns."""

    text: str
    """The decision, in notation; no other one is taken."""
    say: str
    """The sentence in the bubble, a template: what to do and why."""
    values: Mapping[str, Callable[[V], object]] = field(default_factory=dict)
    """The values of both sentences, computed from what the person sees."""
    otherwise: str = ""
    """What a person is told who decides otherwise; "" for a sentence that all lessons share."""
    at: str = ""
    """A CSS selector of what the bubble speaks of; "" for the elements of the decision
    (`Page.elements`)."""

    def sentence(self, view: V) -> Message:
        return Message(self.say, {name: value(view) for name, value in self.values.items()})

    def reply(self, view: V) -> Message:
        return Message(self.otherwise, {name: value(view) for name, value in self.values.items()})


@dataclass(frozen=True)
class Lesson(Generic[V]):
    """The guided first game of a game."""

    bots: tuple[str, ...]
    """The names of the bots, from seat 1 on."""
    course: tuple[Falls | Plays | Step[V], ...]
    farewell: Message
    """What is said at the end: what else there is to find out."""
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def steps(self) -> list[Step[V]]:
        return [line for line in self.course if isinstance(line, Step)]

    @property
    def script(self) -> tuple[str, ...]:
        """The course as lines that a table keeps: who, and what in notation."""
        return tuple(script_line(line) for line in self.course)


def script_line(line: "Falls | Plays | Step[Any]") -> str:
    if isinstance(line, Falls):
        return f"chance {line.text}"
    seat = line.seat if isinstance(line, Plays) else LEARNER
    return f"{seat} {line.text}"
