"""What the categories of Seis dados are worth in a game.

Everybody fills every category, so a use says which seat took the point there. Zeros and spent
jokers are uses without points.
"""

from collections.abc import Iterable, Iterator

from cubilete.core.message import N_, Message
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Piece, Use, play_events
from cubilete.core.record import Event
from cubilete.games.seis_dados.setup import SeisDadosRules
from cubilete.games.seis_dados.tables import SECTIONS
from cubilete.games.seis_dados.terms import CATEGORY_WORDS, SECTION_WORDS

CATEGORY, EXTRA, ZERO, JOKER = "category", "section", "zero", "joker"

KIND_WORDS = {
    CATEGORY: N_("Points of the categories"),
    EXTRA: N_("Extra points of the sections"),
    ZERO: N_("Zeros noted"),
    JOKER: N_("Jokers spent"),
}


def uses(setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
    rules = SeisDadosRules()
    played = list(events)
    view = rules.view(play_events(rules.start(setup), played), None)
    for event in played:
        if isinstance(event.by, int):
            word, *rest = event.text.split(" ")
            if word == "joker":
                yield Use(event.by, JOKER, JOKER, 0)
            elif word == "assign" and not rest[1].strip("0,"):
                yield Use(event.by, ZERO, rest[0], 0)
    for category, seat in view.won.items():
        yield Use(seat, CATEGORY, category, 1)
    for section, points in view.sections.items():
        if points.extra is not None:  # SD-S3
            yield Use(points.extra, EXTRA, section, 1)


def pieces(setup: Setup) -> Iterator[Piece]:
    agreed = setup.agreed["categories"]
    assert isinstance(agreed, list)
    used = [name for names in SECTIONS.values() for name in names if name in agreed]
    for name in used:
        yield Piece(CATEGORY, name, Message(CATEGORY_WORDS[name]))
    for section, names in SECTIONS.items():
        if set(names) & set(used):
            yield Piece(EXTRA, section, Message(SECTION_WORDS[section]))
    for name in used:
        if name != "jokers":
            yield Piece(ZERO, name, Message(CATEGORY_WORDS[name]))
    yield Piece(JOKER, JOKER, Message(N_("a joker")))
