"""What the level `expert` of Pa' fuera plays by. This module is compiled with mypyc.

It compares what it may expect of its decisions (`Foresight`). Others go first wherever they may:
who raises before it saves its tokens.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.pa_fuera.policy.foresight import (
    ANY,
    CHANCES,
    COUNTS,
    OTHER,
    Foresight,
    copied,
    fill,
    normalize,
    other_law,
    standing_law,
)
from cubilete.games.pa_fuera.policy.outlook import Outlook
from cubilete.games.pa_fuera.policy.strategy import call_of, least_held
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import (
    ACCEPT,
    ASKED_SHIFT,
    BIT,
    CALL,
    DECLINE,
    FACE,
    FACE_SHIFT,
    KIND,
    NUMBER_SHIFT,
    ONE,
    ONE_FACE,
    PASS,
    PROPOSE,
    SHARES,
    cup_of,
    of_seat,
)

HOPELESS: Final = 0.01
"""A partner that accepts with a smaller chance is not asked."""


def lots(state: PaFuera, seat: i64) -> Rng:
    """A generator that depends on what the seat sees: equal faces are drawn by it."""
    cup: i64 = 0 if state.blind else cup_of(state.cups, seat)
    return Rng((state.tokens * 65536 + state.dice) * 512 + cup)


@final
class PaFueraExpert(Strategy):
    def __init__(self, outlook: Outlook) -> None:
        self.foresight: Final = Foresight(outlook)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """Who starts calls a face that it has least of: nothing is known of the others yet, so no
        other face can be better."""
        assert isinstance(state, PaFuera)
        face: i64 = least_held(state, seat, lots(state, seat))
        if state.face == 0:
            return call_of(face)
        standing = standing_law(state, seat)
        another = other_law(state, seat)
        best: i64 = PASS
        share: float = self.foresight.if_it_stands(state, seat, standing)
        if of_seat(state.tokens, seat) > state.cost:
            paid: i64 = (state.cost + 1) * ONE[seat]
            alone: float = self.foresight.if_called(state, seat, face, paid, another)
            if alone > share:
                best = call_of(face)
                share = alone
        asked: i64 = 0
        for other in range(state.seats):
            offer: i64 = state.offer(other)
            if offer >> (ASKED_SHIFT + seat) & 1:
                asked = offer >> NUMBER_SHIFT
                allied: float = self.if_accepted(state, seat, other, another)
                if allied > share:
                    best = ACCEPT + asked
                    share = allied
        if asked:
            return DECLINE + asked if best == PASS else best
        proposal: i64 = self.best_proposal(state, seat, face, standing, another, best, share)
        return proposal if proposal else best

    def waits(self, state: State, seat: i64, rng: Rng) -> bool:
        """Only a proposal is made at once: its partner could have passed later."""
        assert isinstance(state, PaFuera)
        if state.offer(seat):
            return True
        kind: i64 = self.choose(state, seat, rng) & KIND
        return kind == PASS or kind == CALL

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        """Its choice alone: playouts are less exact than what it has computed."""
        assert isinstance(state, PaFuera)
        return [self.choose(state, seat, lots(state, seat))]

    # --- Alliances ---

    def if_accepted(self, state: PaFuera, seat: i64, by: i64, another: vec[float]) -> float:
        """The share of the seat in an alliance that it is asked for: the proposer loses nothing by
        its own face, and other partners are saved a die."""
        offer: i64 = state.offer(by)
        law = copied(another)
        for other in range(state.seats):
            if other != seat and of_seat(offer, other):
                dice: i64 = of_seat(state.dice, other)
                fill(law, other, 0 if other == by or dice == 0 else dice - 1, ANY)
        face: i64 = (offer & FACE) >> FACE_SHIFT
        return self.foresight.if_called(state, seat, face, offer & SHARES, law)

    def best_proposal(
        self,
        state: PaFuera,
        seat: i64,
        face: i64,
        standing: vec[float],
        another: vec[float],
        best: i64,
        share: float,
    ) -> i64:
        """The code that proposes a face to the partner and for the split that promise the most,
        above the share of the best decision without it; 0 if there is none. A refusal costs
        nothing."""
        found: i64 = 0
        gain: float = 0.0
        if not state.may_propose(seat):
            return found
        for other in range(state.seats):
            if other == seat or not state.active & BIT[other] or state.offer(other):
                continue
            for theirs in range(1, state.cost + 1):
                shares: i64 = (state.cost + 1 - theirs) * ONE[seat] + theirs * ONE[other]
                code: i64 = PROPOSE + face * ONE_FACE + shares
                if not state.is_legal(seat, code):
                    continue
                lost = copied(standing)
                kept = copied(another)
                chance: float = agrees(state, other, theirs, lost, kept)
                if chance < HOPELESS:
                    continue
                allied: float = self.foresight.if_called(state, seat, face, shares, kept)
                without: float = self.foresight.if_it_stands(state, seat, lost)
                if best != PASS and share > without:
                    without = share
                if chance * (allied - without) > gain:
                    gain = chance * (allied - without)
                    found = code
        return found


def agrees(state: PaFuera, other: i64, pays: i64, lost: vec[float], kept: vec[float]) -> float:
    """The chance that a partner saves at least as many dice as it pays tokens. Changes the laws of
    what it loses by the standing call and by the other face to those of a partner that does."""
    for count in range(COUNTS):
        lost[other * COUNTS + count] = kept[other * COUNTS + count] = 0.0
    dice: i64 = of_seat(state.dice, other)
    whole: float = 0.0
    for loses in range(pays, dice + 1):
        for keeps in range(loses - pays + 1):
            chance: float = CHANCES[ANY + dice * COUNTS + loses]
            chance *= CHANCES[OTHER + (dice - loses) * COUNTS + keeps]
            lost[other * COUNTS + loses] += chance
            kept[other * COUNTS + keeps] += chance
            whole += chance
    normalize(lost, other)
    normalize(kept, other)
    return whole
