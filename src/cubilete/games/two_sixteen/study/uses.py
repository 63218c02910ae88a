"""When the material of 216 is used in a game, and the points that it gives.

Each family of objectives is a kind, and so are the helps. What the IA takes is no use.
"""

from collections.abc import Iterable, Iterator

from cubilete.core.message import N_
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Piece, Use
from cubilete.core.record import Event
from cubilete.games.two_sixteen.conditions import FAMILIES, family_of
from cubilete.games.two_sixteen.material import cards_of
from cubilete.games.two_sixteen.tables import KIND_OF_USE, KINDS, USES
from cubilete.games.two_sixteen.terms import condition, help_name

HELP = "help"

KIND_WORDS = {
    "grey": N_("Grey objectives: faces"),
    "orange": N_("Orange objectives: sums"),
    "green": N_("Green objectives: patterns"),
    "violet": N_("Violet objectives: faces to avoid"),
    HELP: N_("Help cards"),
}


def uses(setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
    cards = cards_of(setup.material)
    for event in events:
        if isinstance(event.by, str):
            continue
        word, *rest = event.text.split(" ")
        if word == "claim":
            number = cards.number[rest[0]]
            bonus = cards.bonuses[number] if rest[1:] == ["points"] else 0  # 216-3
            family = family_of(cards.whens[number]) or ""
            yield Use(event.by, family, rest[0], int(cards.scores[number] + bonus))
        elif word == "help":
            yield Use(event.by, HELP, KINDS[KIND_OF_USE[USES.index(rest[0])]], 0)


def pieces(setup: Setup) -> Iterator[Piece]:
    cards = cards_of(setup.material)
    for family in FAMILIES:
        for name, when in zip(cards.ids, cards.whens, strict=True):
            if family_of(when) == family:
                yield Piece(family, name, condition(when))
    for kind in KINDS:
        yield Piece(HELP, kind, help_name(kind))
