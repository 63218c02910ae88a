"""What a seat sees of Pa' fuera: its own dice, and how many dice the others have."""

from dataclasses import dataclass

from cubilete.core.view import View, basics
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import (
    ASKED_SHIFT,
    CUPS,
    FACE,
    FACE_SHIFT,
    MOST_PROPOSALS,
    NUMBER_SHIFT,
    TOKENS_EACH,
    cup_of,
    holders,
    of_seat,
)


@dataclass(frozen=True)
class Proposal:
    """An open proposal of an alliance (PF-7)."""

    number: int
    """The number of the event that made it; the answer is `accept #number`."""
    by: int
    face: int
    shares: tuple[int, ...]
    """What each seat would pay; 0 for a seat that is not named."""
    accepted: tuple[int, ...]
    """The seats that have accepted, the proposer among them."""
    waiting_for: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class PaFueraView(View):
    rolling: tuple[int, ...]
    """The seats that roll for the start."""
    starter: int | None
    blind: bool
    """PF-12: nobody looks at their dice in this round."""
    dice: tuple[int, ...]
    """How many dice each seat has left."""
    tokens: tuple[int, ...]
    pot: int
    """The tokens in the pot."""
    cup: tuple[int, ...] | None
    """This seat's own dice, ascending; None while it may see none."""
    call: int | None
    """The face of the standing call."""
    callers: tuple[int, ...]
    passed: tuple[int, ...]
    """The seats that have passed or count as having passed (PF-8)."""
    cost: int
    """The tokens that the next call costs."""
    proposals: tuple[Proposal, ...]
    proposals_left: tuple[int, ...]
    """How many proposals each seat can still make against the standing call."""
    last_call: int | None
    """The face that went out in the round before."""
    last_cups: tuple[tuple[int, ...], ...]
    """The dice of all seats in the round before (PF-14); empty before the first reveal."""


def view_of(state: PaFuera, seat: int | None) -> PaFueraView:
    seats = range(state.seats)
    raising = state.face != 0
    return PaFueraView(
        **basics(state, seat),
        rolling=members(state, state.rolling),
        starter=state.starter if state.starter >= 0 else None,
        blind=state.blind,
        dice=tuple(of_seat(state.dice, other) for other in seats),
        tokens=tuple(of_seat(state.tokens, other) for other in seats),
        pot=sum(TOKENS_EACH - of_seat(state.tokens, other) for other in seats),
        cup=own_cup(state, seat),
        call=state.face or None,
        callers=members(state, state.callers),
        passed=members(state, ~(state.callers | state.active)) if raising else (),
        cost=state.cost + 1,
        proposals=tuple(proposal_of(state, other) for other in seats if state.offer(other)),
        proposals_left=tuple(MOST_PROPOSALS - of_seat(state.proposed, other) for other in seats),
        last_call=state.shown_face or None,
        last_cups=tuple(CUPS[cup_of(state.shown, other)] for other in seats)
        if state.shown_face
        else (),
    )


def members(state: PaFuera, mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(state.seats) if mask >> seat & 1)


def own_cup(state: PaFuera, seat: int | None) -> tuple[int, ...] | None:
    """PF-2, PF-12: a seat sees its own dice only, and in a blind round none."""
    if seat is None or state.blind or not cup_of(state.cups, seat):
        return None
    return CUPS[cup_of(state.cups, seat)]


def proposal_of(state: PaFuera, by: int) -> Proposal:
    offer = state.offer(by)
    asked = offer >> ASKED_SHIFT & 15
    return Proposal(
        number=offer >> NUMBER_SHIFT,
        by=by,
        face=(offer & FACE) >> FACE_SHIFT,
        shares=tuple(of_seat(offer, seat) for seat in range(state.seats)),
        accepted=members(state, holders(offer) & ~asked),
        waiting_for=members(state, asked),
    )
