"""The fifth part of a game: what researchers and designers read of it as tables.

Every method has a default, so a game without it is studied by what all games have: scores,
winners, decisions. `cubilete.study` makes columns of the features, and tables and plots of the
uses.
"""

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple

from cubilete.core.message import Message
from cubilete.core.parts.rules import S, Setup
from cubilete.core.record import Event
from cubilete.core.state import CHANCE, TABLE

Feature = int | float | str | bool

RESERVED = frozenset(
    {
        *("number", "deal", "rotation", "decisions", "winners"),
        *("event", "seat", "bot", "choices", "chosen", "words", "final_score", "final_share"),
    }
)
"""Columns that all games have. Besides them: `score_0`, `share_0`, `bot_0` and so on."""


class Use(NamedTuple):
    """A piece of the material was used in a game."""

    seat: int
    kind: str
    """What kind of piece it is, in English: “objective”, “category”, “row”."""
    piece: str
    """Which one of its kind, as the notation or the material calls it."""
    points: int
    """What it gave this seat; 0 where it gave no points."""


class Piece(NamedTuple):
    """A piece of the material that can be used."""

    kind: str
    name: str
    """As `Use.piece` has it."""
    words: Message
    """What people call it."""


class Study(Generic[S]):
    """Features of positions and uses of the material. Every method has a default."""

    def features(self, state: S, seat: int) -> dict[str, Feature]:
        """What matters in a position before a decision of `seat`, by English names that are words
        joined by underscores. Each is a column of a table.

        All positions of a setup have the same names in the same order, none of them RESERVED, and
        a name has values of one type. It must not depend on what the seat can't see.
        """
        return {}

    def summary(self, state: S) -> dict[str, Feature]:
        """What matters in a game that is over besides scores and winners, such as its rounds and
        what each seat has left. Names and types as in `features`."""
        return {}

    def uses(self, setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
        """Every use of a card, category, row or special cell in a game that is over. `events` is
        all of its record."""
        return iter(())

    def pieces(self, setup: Setup) -> Iterator[Piece]:
        """All pieces that `uses` can speak of, the unused ones too, in the order in which people
        should read them."""
        return iter(())

    def best_score(self, setup: Setup) -> int | None:
        """The highest score that the material allows, whatever falls; None where there is no such
        limit or it is not known."""
        return None

    def wanted_shares(self) -> tuple[float, float] | None:
        """In which share of the games of one player a piece should be used, on average over all
        pieces that are called the same, from the least to the most: more is a matter of course,
        less is hopeless. None where that is no measure of the game."""
        return None

    def kind_words(self, kind: str) -> Message:
        """What people call a kind of pieces, in the plural."""
        return Message("{kind}", {"kind": kind})


def play_events(state: S, events: Iterable[Event]) -> S:
    """The position after these events of a record, which must be legal; `state` itself."""
    for event in events:
        if event.by == "chance":
            by = CHANCE
        elif event.by == "table":
            by = TABLE
        else:
            by = int(event.by)
        state.advance(by, state.read(by, event.text))
    return state
