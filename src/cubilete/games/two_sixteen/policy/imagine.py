"""Positions of 216 that are consistent with what a seat sees.

Hidden are the others' helps and which helps are left in the deck (216-12). A view does not tell
which cards went back into the deck with the discards, so every card that is neither in the own
hand nor discarded can be anywhere: all ways to deal them are equally likely.
"""

from cubilete.core.rng import Rng
from cubilete.core.state import SEATS
from cubilete.games.two_sixteen.rules import (
    FIRST_ROLL,
    SECOND_ROLL,
    TURN_OF_THE_IA,
    TwoSixteen,
    first_position,
)
from cubilete.games.two_sixteen.scoring import Cards
from cubilete.games.two_sixteen.tables import (
    ALL_OF_A_HALF,
    GROUP_NUMBER,
    HALF,
    KINDS,
    OFFER_SIZE,
    ONE_HELP,
    PLACE,
    count_helps,
    help_at,
)
from cubilete.games.two_sixteen.view import TwoSixteenView

STAGES = {"first": FIRST_ROLL, "second": SECOND_ROLL, "ia": TURN_OF_THE_IA}


def known_position(cards: Cards, view: TwoSixteenView) -> TwoSixteen:
    """What a seat that may act knows. All helps that it does not see are in the deck."""
    assert view.seat is not None
    assert view.first is not None
    state = first_position(cards, len(view.hands), view.target)
    state.waits = SEATS
    state.stage = STAGES[view.stage]
    state.first = view.first
    state.current = view.seat
    state.rounds = view.round
    state.dice = GROUP_NUMBER[view.dice]
    state.helped = view.helped
    state.gap = OFFER_SIZE
    for seat, points in enumerate(view.scores):
        state.points[seat] = points
    deck = ALL_OF_A_HALF | ALL_OF_A_HALF << HALF
    state.offer = 0
    for place, card in enumerate(view.offer):
        assert card is not None
        state.offer += cards.number[card.id] * PLACE[place]
        deck -= 1 << cards.number[card.id]
    for name in view.objective_discards:
        deck -= 1 << cards.number[name]
    state.low = deck & ALL_OF_A_HALF
    state.high = deck >> HALF
    own = packed(view.hand or {})
    state.hands[view.seat] = own
    state.help_discards = packed(view.help_discards)
    state.help_deck = cards.helps - own - state.help_discards
    return state


def packed(helps: dict[str, int]) -> int:
    """Helps as the state has them: five bits for the count of each kind."""
    return sum(count * ONE_HELP[KINDS.index(kind)] for kind, count in helps.items())


def deal(state: TwoSixteen, view: TwoSixteenView, rng: Rng) -> TwoSixteen:
    """Deals helps from the deck of a known position to the other seats."""
    for seat, cards in enumerate(view.hands):
        if seat != view.seat:
            for _ in range(cards):
                card = ONE_HELP[help_at(state.help_deck, rng.below(count_helps(state.help_deck)))]
                state.hands[seat] = state.hands[seat] + card
                state.help_deck -= card
    return state
