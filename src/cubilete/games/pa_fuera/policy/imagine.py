"""Positions of Pa' fuera that are consistent with what a seat sees."""

from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.state import SEATS
from cubilete.games.pa_fuera.policy.strategy import held
from cubilete.games.pa_fuera.rules import NOBODY, PaFuera
from cubilete.games.pa_fuera.tables import (
    CUP_NUMBER,
    MOST_PROPOSALS,
    ONE,
    ONE_ASKED,
    ONE_CUP,
    ONE_FACE,
    ONE_NUMBER,
    cup_of,
    of_seat,
    roll_cup,
)
from cubilete.games.pa_fuera.view import PaFueraView, Proposal

TRIES = 12
"""How often a cup is rolled until it fits what its seat did."""


def imagine(setup: Setup, view: PaFueraView, rng: Rng) -> PaFuera:
    """The others' dice are rolled: nothing that a seat sees tells more than how many they are.
    In a blind round its own are rolled too (PF-12)."""
    seats = range(setup.players)
    state = PaFuera(setup.players)
    state.waits = SEATS
    state.rolling = 0
    state.starter = NOBODY if view.starter is None else view.starter
    state.shaking = setup.players
    state.blind = view.blind
    state.tokens = sum(view.tokens[seat] * ONE[seat] for seat in seats)
    state.dice = sum(view.dice[seat] * ONE[seat] for seat in seats)
    for seat in seats:
        if seat == view.seat and view.cup is not None:
            cup = CUP_NUMBER[view.cup]
        else:
            cup = roll_cup(view.dice[seat], rng)
        state.cups += cup * ONE_CUP[seat]
    if view.last_call is not None:
        state.shown_face = view.last_call
        state.shown = sum(
            CUP_NUMBER[cup] * ONE_CUP[seat] for seat, cup in enumerate(view.last_cups)
        )
    state.face = view.call or 0
    state.cost = view.cost - 1
    state.callers = sum(1 << seat for seat in view.callers)
    state.active = sum(1 << seat for seat in view.to_act)
    for proposal in view.proposals:
        state.put_offer(proposal.by, packed(proposal))
        state.happened = max(state.happened, proposal.number)
    state.proposed = sum((MOST_PROPOSALS - view.proposals_left[seat]) * ONE[seat] for seat in seats)
    return state


def suppose(setup: Setup, view: PaFueraView, rng: Rng) -> PaFuera:
    """An imagined position in which the others' cups fit what they did: who called has few of that
    face, who passed does not lose much by it, and who proposes another face has few of that one."""
    state = imagine(setup, view, rng)
    if view.call is None or view.blind:
        return state
    proposers = {proposal.by: proposal.face for proposal in view.proposals}
    for seat in (*view.callers, *view.passed, *proposers):
        if seat != view.seat:
            for _ in range(TRIES):
                if seat in proposers:
                    fit = fits_proposal(state, seat, proposers[seat])
                else:
                    fit = fits(state, seat, calls=seat in view.callers)
                if fit:
                    break
                roll_again(state, seat, rng)
    return state


def fits(state: PaFuera, seat: int, calls: bool) -> bool:
    """Whether a seat with these dice would have called, or passed on, the standing face."""
    loses = held(state, seat, state.face)
    if calls:
        return loses <= min(held(state, seat, face) for face in range(1, 7))
    return loses < 2 or of_seat(state.tokens, seat) <= state.cost


def fits_proposal(state: PaFuera, seat: int, face: int) -> bool:
    """Whether a seat with these dice would propose a face against the standing one."""
    fewest = min(held(state, seat, other) for other in range(1, 7))
    return held(state, seat, face) == fewest < held(state, seat, state.face)


def roll_again(state: PaFuera, seat: int, rng: Rng) -> None:
    cup = roll_cup(of_seat(state.dice, seat), rng)
    state.cups += (cup - cup_of(state.cups, seat)) * ONE_CUP[seat]


def packed(proposal: Proposal) -> int:
    shares = sum(share * ONE[seat] for seat, share in enumerate(proposal.shares))
    asked = sum(1 << seat for seat in proposal.waiting_for)
    return int(shares + proposal.face * ONE_FACE + asked * ONE_ASKED + proposal.number * ONE_NUMBER)
