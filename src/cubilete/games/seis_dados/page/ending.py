"""The last page of Seis dados: points by section, and the throw of the game."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from cubilete.core.message import N_, Message, SeatName
from cubilete.core.parts.ending import (
    Breakdown,
    Cell,
    Moment,
    Past,
    SumRow,
    Throw,
    ThrownDie,
)
from cubilete.core.record import Event
from cubilete.games.seis_dados.tables import SECTIONS, pack_parts, values_of
from cubilete.games.seis_dados.terms import CATEGORY_WORDS, SECTION_WORDS
from cubilete.games.seis_dados.view import SeisDadosView

DICE = 6
LOWER_IS_BETTER = "min-sum"

Dice = tuple[int, ...]


def breakdown(view: SeisDadosView) -> Breakdown:
    """SD-S1 to SD-S3: the points of each section, and who has one more for it."""
    rows = [
        SumRow(
            Message(SECTION_WORDS[section]),
            tuple(
                Cell(str(points), "+1" if seat == here.extra else "")
                for seat, points in enumerate(here.points)
            ),
        )
        for section, here in view.sections.items()
    ]
    return Breakdown(tuple(rows), note=Message(N_("+1 for the most points in a section")))


# --- The throw of the game ---


def throws(past: Past[SeisDadosView]) -> Iterator[Throw]:
    """For each value that was scored, the last roll before it."""
    kept: Dice = ()
    rolled: Dice = ()
    for event in past:
        word, *rest = event.text.split(" ")
        if word == "roll":
            kept, rolled = event.before.roll, tuple(map(int, rest))
        elif word == "assign" and isinstance(event.by, int) and rest[1].strip("0,"):
            category, text = rest
            noted = pack_parts([int(part) for part in text.split(",")])
            yield Throw(
                tuple(ThrownDie(face, hot=False) for face in kept)
                + tuple(ThrownDie(face) for face in rolled),
                chance_of(category, noted, kept, len(rolled)),
                tell(event.by, len(rolled), category, text),
            )


def tell(seat: int, count: int, category: str, value: str) -> Message:
    values: dict[str, object] = {
        "name": SeatName(seat),
        "category": Message(CATEGORY_WORDS[category]),
        "value": value.replace(",", "-"),
    }
    if count == DICE:
        return Message(N_("{name} rolls all six dice and scores {value} in {category}."), values)
    template = N_(
        "{name} rerolls a single die and scores {value} in {category}.",
        "{name} rerolls {count} dice and scores {value} in {category}.",
    )
    return Message(template, values, count)


def chance_of(category: str, noted: int, kept: Dice, count: int) -> Fraction:
    """The chance that so many more dice give this value in a category, or a better one."""
    ways = 0
    for faces in combinations_with_replacement(range(1, 7), count):
        value = best_value(category, tuple(sorted(kept + faces)))
        if value <= noted if category == LOWER_IS_BETTER else value >= noted:
            ways += factorial(count) // prod(factorial(faces.count(face)) for face in set(faces))
    return Fraction(ways, 6**count)


@lru_cache(maxsize=1 << 14)
def best_value(category: str, roll: Dice) -> int:
    return max(values_of(category, [0, *(roll.count(face) for face in range(1, 7))]))


# --- Small moments ---


def moments(view: SeisDadosView, event: Event) -> tuple[Moment, ...]:
    """A box that decides a point, and with it perhaps a section."""
    word, _, rest = event.text.partition(" ")
    if word != "assign" or not isinstance(event.by, int):
        return ()
    category = rest.partition(" ")[0]
    if category not in view.won:
        return ()
    section = next(name for name, boxes in SECTIONS.items() if category in boxes)
    winner = view.sections[section].extra
    if winner is not None:
        told = Message(
            N_("The section {section} goes to {name}: +1"),
            {"name": SeatName(winner), "section": Message(SECTION_WORDS[section])},
        )
        return (Moment("row", told),)
    told = Message(
        N_("Point for {name}: {category}"),
        {"name": SeatName(view.won[category]), "category": Message(CATEGORY_WORDS[category])},
    )
    return (Moment("point", told),)
