"""The errors for illegal decisions in Pa' fuera, each with its rule and a sentence."""

from typing import TYPE_CHECKING

from cubilete.core.errors import IllegalAction
from cubilete.core.message import N_, SeatName
from cubilete.games.pa_fuera.tables import (
    CALL,
    CONTENT,
    DECLINE,
    FACE_SHIFT,
    KIND,
    MOST_PROPOSALS,
    NUMBER_SHIFT,
    PROPOSE,
    SEATS_AT_MOST,
    SHARES,
    WITHDRAW,
    of_seat,
    total,
)
from cubilete.games.pa_fuera.terms import tokens as tokens_in_words

if TYPE_CHECKING:
    from cubilete.games.pa_fuera.rules import PaFuera


def why_not(state: "PaFuera", seat: int, code: int) -> IllegalAction:
    """Why a readable code is not legal for this seat now."""
    kind, content = code & KIND, code & CONTENT
    if state.face == 0 and kind != CALL:
        return IllegalAction(
            "only-call", "PF-8", N_("If you start the round, you can only call a number.")
        )
    if kind in (CALL, PROPOSE) and not 1 <= content >> FACE_SHIFT <= 6:
        return IllegalAction(
            "no-such-face",
            "PF-3",
            N_("There is no {face} on a die: call a number from 1 to 6."),
            face=content >> FACE_SHIFT,
        )
    if kind == CALL:
        return IllegalAction(
            "too-expensive",
            "PF-4",
            N_("Raising costs {cost} tokens and you have {tokens}: you need an alliance."),
            cost=state.cost + 1,
            tokens=of_seat(state.tokens, seat),
        )
    if kind == PROPOSE:
        return against_proposal(state, seat, content)
    return against_answer(state, seat, kind, content)


def against_proposal(state: "PaFuera", seat: int, content: int) -> IllegalAction:
    if state.offer(seat):
        return IllegalAction(
            "proposal-open",
            "PF-7",
            N_("Your proposal #{number} is still open: withdraw it first."),
            number=state.offer(seat) >> NUMBER_SHIFT,
        )
    if of_seat(state.proposed, seat) >= MOST_PROPOSALS:
        return IllegalAction(
            "too-many-proposals",
            "PF-7",
            N_("You can make at most {most} proposals against one call."),
            most=MOST_PROPOSALS,
        )
    named = [other for other in range(SEATS_AT_MOST) if of_seat(content, other)]
    if seat not in named:
        return IllegalAction("not-in-it", "PF-7", N_("If you propose, you take part and pay too."))
    for other in named:
        refused = against_naming(state, other, of_seat(content, other))
        if refused is not None:
            return refused
    if len(named) == 1:
        return IllegalAction(
            "alone",
            "PF-4",
            N_("An alliance needs at least two players; to pay on your own, just call."),
        )
    return IllegalAction(
        "wrong-sum",
        "PF-4",
        N_("Raising costs exactly {cost} tokens, and this adds up to {sum}."),
        cost=state.cost + 1,
        sum=total(content & SHARES),
    )


def against_naming(state: "PaFuera", seat: int, tokens: int) -> IllegalAction | None:
    """Why this seat can't be named with this many tokens; None if it can."""
    if seat >= state.seats:
        return IllegalAction("no-such-seat", "PF-7", N_("There is no seat {seat}."), seat=seat + 1)
    if state.callers >> seat & 1:
        return IllegalAction(
            "shares-the-call",
            "PF-7",
            N_("The alliance can't include {seat}, who shares the last call."),
            seat=SeatName(seat),
        )
    if tokens > of_seat(state.tokens, seat):
        return IllegalAction(
            "too-few-tokens",
            "PF-7",
            N_("You are asking too much: {seat} has {tokens}, not {asked}."),
            seat=SeatName(seat),
            tokens=tokens_in_words(of_seat(state.tokens, seat)),
            asked=tokens,
        )
    if not state.active >> seat & 1:
        return IllegalAction(
            "has-passed",
            "PF-7",
            N_("The alliance can't include {seat}, who has passed."),
            seat=SeatName(seat),
        )
    return None


def against_answer(state: "PaFuera", seat: int, kind: int, number: int) -> IllegalAction:
    proposer = state.proposer(number)
    if proposer < 0:
        return IllegalAction(
            "no-such-proposal", "PF-7", N_("There is no open proposal #{number}."), number=number
        )
    if kind == WITHDRAW:
        return IllegalAction(
            "not-yours",
            "PF-7",
            N_("Proposal #{number} can be withdrawn only by {seat}, who made it."),
            seat=SeatName(proposer),
            number=number,
        )
    if proposer == seat:
        return IllegalAction(
            "own-proposal",
            "PF-7",
            N_(
                "Proposal #{number} is yours and already has your yes; "
                "withdraw it if you change your mind."
            ),
            number=number,
        )
    if not of_seat(state.offer(proposer), seat):
        return IllegalAction(
            "not-named", "PF-7", N_("Proposal #{number} doesn't name you."), number=number
        )
    if kind == DECLINE:
        return IllegalAction(
            "has-accepted",
            "PF-7",
            N_("You have accepted proposal #{number}: now you can only end it by passing."),
            number=number,
        )
    return IllegalAction(
        "has-accepted-already",
        "PF-7",
        N_("You have already accepted proposal #{number}."),
        number=number,
    )
