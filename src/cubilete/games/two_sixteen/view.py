"""What a seat may know of 216: everything but the others' helps and the decks (216-12)."""

from dataclasses import dataclass

from cubilete.core import bits
from cubilete.core.view import View, basics
from cubilete.games.two_sixteen.conditions import count_of, family_of
from cubilete.games.two_sixteen.rules import DEALING, FIRST_ROLL, SECOND_ROLL, TwoSixteen
from cubilete.games.two_sixteen.scoring import offered
from cubilete.games.two_sixteen.tables import (
    EMPTY,
    GROUPS,
    KINDS,
    OBJECTIVES,
    OFFER_SIZE,
    count_helps,
)


@dataclass(frozen=True)
class Objective:
    """An objective of the offer."""

    id: str
    family: str
    when: str
    score: int
    bonus: int
    rolls: int
    """How many of the 216 rolls meet it."""
    met: bool
    """Whether the dice on the table meet it."""


@dataclass(frozen=True, kw_only=True)
class TwoSixteenView(View):
    target: int
    round: int
    """From 1 on; 0 while the first offer is dealt."""
    first: int | None
    current: int | None
    """Whose turn it is. In the solo game it stays the player during the IA's turn."""
    stage: str
    """“deal” until four objectives lie there, “first” and “second” for the rolls of a turn, and
    “ia” for the IA's turn."""
    helped: bool
    """Whether a help was used this turn. If so, no claim is served (216-4)."""
    dice: tuple[int, ...]
    """The dice on the table, ascending, without those about to be rolled again."""
    offer: tuple[Objective | None, ...]
    """The four places of the offer; None while a taken objective is not replaced."""
    hand: dict[str, int] | None
    """How many helps of each kind this seat has; None for a spectator."""
    hands: tuple[int, ...]
    """How many helps each seat has."""
    help_deck: int
    help_discards: dict[str, int]
    objective_deck: int
    objective_discards: tuple[str, ...]

    @property
    def meets_something(self) -> bool:
        """Whether the dice meet an objective of the offer."""
        return any(card.met for card in self.offer if card is not None)

    @property
    def helps_left(self) -> bool:
        """216-11: whether a help can be drawn; an empty deck is rebuilt from its discards."""
        return self.help_deck > 0 or bool(self.help_discards)


def view_of(state: TwoSixteen, seat: int | None) -> TwoSixteenView:
    return TwoSixteenView(
        **basics(state, seat),
        target=state.target,
        round=state.rounds,
        first=None if state.first < 0 else state.first,
        current=None if state.current < 0 else state.current,
        stage=stage_of(state),
        helped=state.helped,
        dice=GROUPS[state.dice],
        offer=tuple(objective_at(state, place) for place in range(OFFER_SIZE)),
        hand=None if seat is None else helps_by_name(state.hands[seat]),
        hands=tuple(int(count_helps(hand)) for hand in state.hands),
        help_deck=count_helps(state.help_deck),
        help_discards=helps_by_name(state.help_discards),
        objective_deck=bits.count_of(state.low) + bits.count_of(state.high),
        objective_discards=tuple(discarded(state)),
    )


def stage_of(state: TwoSixteen) -> str:
    names = {FIRST_ROLL: "first", SECOND_ROLL: "second", DEALING: "deal"}
    return names.get(state.stage, "ia")


def objective_at(state: TwoSixteen, place: int) -> Objective | None:
    number = offered(state.offer, place)
    if number == EMPTY:
        return None
    cards = state.cards
    when = cards.whens[number]
    return Objective(
        id=cards.ids[number],
        family=family_of(when) or "",
        when=when,
        score=cards.scores[number],
        bonus=cards.bonuses[number],
        rolls=count_of(when),
        met=bool(cards.meets(state.dice, number)),
    )


def helps_by_name(helps: int) -> dict[str, int]:
    counts = {name: helps >> 5 * kind & 31 for kind, name in enumerate(KINDS)}
    return {name: count for name, count in counts.items() if count}


def discarded(state: TwoSixteen) -> list[str]:
    """The taken objectives that are not back in the deck, in the order of the material."""
    deck = state.low | state.high << 35
    offer = [offered(state.offer, place) for place in range(OFFER_SIZE)]
    return [
        state.cards.ids[number]
        for number in range(OBJECTIVES)
        if not deck >> number & 1 and number not in offer
    ]
