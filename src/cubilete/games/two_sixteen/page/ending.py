"""The last page of 216: the points of each family, and the throw of the game."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from cubilete.core.message import N_, Message, SeatName
from cubilete.core.parts.ending import (
    Breakdown,
    Cell,
    Moment,
    Past,
    PastEvent,
    SumRow,
    Throw,
    ThrownDie,
    rolls,
)
from cubilete.core.record import Event
from cubilete.games.two_sixteen.conditions import FAMILIES, is_met
from cubilete.games.two_sixteen.terms import condition
from cubilete.games.two_sixteen.view import Objective, TwoSixteenView

FAMILY_WORDS = {
    "grey": N_("Faces"),
    "orange": N_("Sums"),
    "green": N_("Patterns"),
    "violet": N_("Avoid"),
}
BONUS = "bonus"


def claimed(event: PastEvent[TwoSixteenView]) -> Objective | None:
    """The objective that an event claims for a seat."""
    word, _, rest = event.text.partition(" ")
    if word != "claim":
        return None
    name = rest.partition(" ")[0]
    return next(card for card in event.before.offer if card is not None and card.id == name)


def breakdown(view: TwoSixteenView, past: Past[TwoSixteenView]) -> Breakdown:
    """The points of the objectives by family, and those of the bonuses. What the IA took is not
    among the events, so it has its total only."""
    points: Counter[tuple[object, str]] = Counter()
    for event in past:
        card = claimed(event)
        if card is not None:
            points[event.by, card.family] += card.score
            points[event.by, BONUS] += card.bonus if event.text.endswith(" points") else 0
    seats = len(view.hands)
    others = (Cell("·"),) * (len(view.scores) - seats)
    words = {**FAMILY_WORDS, BONUS: N_("Served bonuses")}
    rows = [
        SumRow(
            Message(words[kind]),
            tuple(Cell(str(points[seat, kind])) for seat in range(seats)) + others,
        )
        for kind in (*FAMILIES, BONUS)
    ]
    return Breakdown(tuple(rows))


# --- The throw of the game ---


def throws(past: Past[TwoSixteenView]) -> Iterator[Throw]:
    """For each objective that was claimed without a help, the last roll before it."""
    kept: tuple[int, ...] = ()
    rolled: tuple[int, ...] = ()
    for event in past:
        word, *rest = event.text.split(" ")
        if word == "roll":
            kept, rolled = event.before.dice, tuple(map(int, rest))
            continue
        card = claimed(event)
        if card is None or event.before.helped or not isinstance(event.by, int):
            continue
        yield Throw(
            tuple(ThrownDie(face, hot=False) for face in kept)
            + tuple(ThrownDie(face) for face in rolled),
            chance_of(card.when, kept, len(rolled)),
            tell(event.by, len(rolled), card.when),
        )


def chance_of(when: str, kept: tuple[int, ...], count: int) -> Fraction:
    """The chance that so many more dice meet a condition."""
    ways = 0
    for faces in rolls(count):
        low, middle, high = sorted(kept + faces)
        ways += is_met(when, (low, middle, high))
    return Fraction(ways, 6**count)


def tell(seat: int, count: int, when: str) -> Message:
    values: dict[str, object] = {"name": SeatName(seat), "count": count, "when": condition(when)}
    if count == 1:
        return Message(N_("{name} rerolls a single die and meets “{when}”."), values)
    if count == 2:
        return Message(N_("{name} rerolls two dice and meets “{when}”."), values)
    return Message(N_("{name} rolls all three dice and meets “{when}”."), values)


# --- Small moments ---


def moments(view: TwoSixteenView, event: Event) -> tuple[Moment, ...]:
    """An objective that was claimed with the first roll."""
    if not isinstance(event.by, int) or not event.text.endswith((" points", " help")):
        return ()
    told = Message(N_("Served! {name} takes the bonus"), {"name": SeatName(event.by)})
    return (Moment("served", told),) if event.text.startswith("claim ") else ()
