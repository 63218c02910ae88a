"""A quick good decision in Pa' fuera. This module is compiled with mypyc.

Everything is counted in dice. A seat knows what the standing call takes from it and what another
face would take instead; what that saves is compared with the tokens that it costs. A token is worth
a part of a die, because it pays for a call later. A call also takes dice from the others: the
caller has few of the face that it called, so that any other face costs the caller more.
"""

from typing import Final, final

from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import (
    ACCEPT,
    ASKED_SHIFT,
    BIT,
    CALL,
    DECLINE,
    FACE,
    FACE_SHIFT,
    NUMBER_SHIFT,
    ONE,
    ONE_FACE,
    PASS,
    PROPOSE,
    SHOWING,
    TOKENS_EACH,
    cup_of,
    of_seat,
    total,
)

FACES: Final = 6
NEVER: Final = -1000.0


def held(state: PaFuera, seat: i64, face: i64) -> i64:
    """How many dice of a face a seat has; 0 in a blind round, when it can't know (PF-12)."""
    if state.blind:
        return 0
    return i64(SHOWING[cup_of(state.cups, seat) * FACES + face - 1])


def least_held(state: PaFuera, seat: i64, rng: Rng) -> i64:
    """A face that the seat has fewest dice of; drawn by lot among equal ones."""
    fewest: i64 = 9
    count: i64 = 0
    found: i64 = 1
    for face in range(1, FACES + 1):
        here: i64 = held(state, seat, face)
        if here < fewest:
            fewest = here
            count = 0
        if here == fewest:
            count += 1
            if rng.below(count) == 0:
                found = face
    return found


def call_of(face: i64) -> i64:
    return CALL + face * ONE_FACE


def rounds_before(state: State) -> i64:
    """Counts rounds by the tokens that were paid before them: a call that cost k follows calls that
    cost 1 to k - 1."""
    assert isinstance(state, PaFuera)
    in_round: i64 = state.cost * (state.cost + 1) // 2
    return state.seats * TOKENS_EACH - total(state.tokens) - in_round


@final
class PaFueraStrategy(Strategy):
    """Pays for a call what it is worth in dice."""

    def __init__(
        self,
        token: float = 0.6,
        blow: float = 0.0,
        by_own: float = 0.0,
        by_others: float = 0.0,
        by_lead: float = 0.0,
    ) -> None:
        self.token: float = token
        """What a token is worth, in dice."""
        self.blow: float = blow
        """What it is worth that the callers lose a die."""
        self.by_own: float = by_own
        """How much more a token is worth to a seat that has all of its own, and less to one that
        has none."""
        self.by_others: float = by_others
        """The same for the tokens that the others have."""
        self.by_lead: float = by_lead
        """How much more it is worth for three dice more than the best of the others."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, PaFuera)
        face: i64 = least_held(state, seat, rng)
        if state.face == 0:
            return call_of(face)
        alone: float = self.gain_alone(state, seat, face)
        asked: i64 = self.best_asked(state, seat)
        if asked >= 0:
            gain: float = self.gain_of(state, seat, state.offer(asked))
            number: i64 = state.offer(asked) >> NUMBER_SHIFT
            if gain > 0 and gain >= alone:
                return ACCEPT + number
            if alone > 0:
                return call_of(face)
            return DECLINE + number
        allied: i64 = self.best_alliance(state, seat, face)
        if allied and self.hope_of(state, seat, allied) > alone:
            return allied
        if alone > 0:
            return call_of(face)
        return PASS

    def waits(self, state: State, seat: i64, rng: Rng) -> bool:
        """Who has proposed an alliance waits for the answer."""
        assert isinstance(state, PaFuera)
        return state.offer(seat) != 0

    # --- What decisions are worth, in dice ---

    def saved(self, state: PaFuera, seat: i64, face: i64) -> float:
        """What it is worth that another face replaces the standing call."""
        kept: float = float(held(state, seat, state.face) - held(state, seat, face))
        for other in range(state.seats):
            if state.callers & BIT[other]:
                kept += self.blow * float(of_seat(state.dice, other)) / 6.0
        return kept

    def gain_alone(self, state: PaFuera, seat: i64, face: i64) -> float:
        cost: i64 = state.cost + 1
        if of_seat(state.tokens, seat) < cost:
            return NEVER
        return self.saved(state, seat, face) - self.token_worth(state, seat) * float(cost)

    def gain_of(self, state: PaFuera, seat: i64, offer: i64) -> float:
        """What an alliance is worth to a seat that is named in it."""
        face: i64 = (offer & FACE) >> FACE_SHIFT
        paid: float = self.token_worth(state, seat) * float(of_seat(offer, seat))
        return self.saved(state, seat, face) - paid

    def token_worth(self, state: PaFuera, seat: i64) -> float:
        own: i64 = of_seat(state.tokens, seat)
        others: float = float(total(state.tokens) - own) / float(state.seats - 1)
        best: i64 = 0
        for other in range(state.seats):
            if other != seat and of_seat(state.dice, other) > best:
                best = of_seat(state.dice, other)
        half: float = float(TOKENS_EACH) / 2.0
        return (
            self.token
            + self.by_own * (float(own) - half) / half
            + self.by_others * (others - half) / half
            + self.by_lead * float(of_seat(state.dice, seat) - best) / 3.0
        )

    def best_asked(self, state: PaFuera, seat: i64) -> i64:
        """The proposer of the best alliance that the seat is asked for; -1 if there is none."""
        found: i64 = -1
        best: float = NEVER
        for other in range(state.seats):
            offer: i64 = state.offer(other)
            if offer >> (ASKED_SHIFT + seat) & 1:
                gain: float = self.gain_of(state, seat, offer)
                if gain > best:
                    best = gain
                    found = other
        return found

    def best_alliance(self, state: PaFuera, seat: i64, face: i64) -> i64:
        """The code that proposes this face to the partner with the most dice to lose, for one
        token of one's own; 0 if nobody can be asked."""
        if not state.may_propose(seat) or of_seat(state.tokens, seat) == 0:
            return 0
        theirs: i64 = state.cost
        partner: i64 = -1
        for other in range(state.seats):
            if other == seat or not state.active & BIT[other]:
                continue
            if of_seat(state.tokens, other) >= theirs:
                if partner < 0 or of_seat(state.dice, other) > of_seat(state.dice, partner):
                    partner = other
        if partner < 0:
            return 0
        return PROPOSE + face * ONE_FACE + ONE[seat] + theirs * ONE[partner]

    def hope_of(self, state: PaFuera, seat: i64, proposal: i64) -> float:
        """What a proposal is worth if the partner agrees. A refusal costs nothing, but each seat
        proposes only once against a call: those who were refused hope no more."""
        if of_seat(state.proposed, seat):
            return NEVER
        gain: float = self.gain_of(state, seat, proposal)
        return gain if gain > 0 else NEVER

    # --- A closer look ---

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        assert isinstance(state, PaFuera)
        faces = sorted(range(1, FACES + 1), key=lambda face: held(state, seat, face))
        if state.face == 0:
            return [call_of(face) for face in faces][:most]
        found: list[int] = [PASS]
        for other in range(state.seats):
            offer = state.offer(other)
            if offer >> (ASKED_SHIFT + seat) & 1:
                found += [ACCEPT + (offer >> NUMBER_SHIFT), DECLINE + (offer >> NUMBER_SHIFT)]
        if of_seat(state.tokens, seat) > state.cost:
            found += [call_of(face) for face in faces[:2]]
        allied = self.best_alliance(state, seat, faces[0])
        if allied:
            found.append(allied)
        return found[:most]
