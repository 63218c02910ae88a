"""What a seat sees of Pa' fuera: its own dice, and of the others only how many they have."""

from dataclasses import dataclass

from cubilete.core.message import N_, Message, Say
from cubilete.core.view import View, basics
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import (
    ASKED_SHIFT,
    CUPS,
    DICE_EACH,
    FACE,
    FACE_SHIFT,
    MOST_PROPOSALS,
    NUMBER_SHIFT,
    TOKENS_EACH,
    cup_of,
    holders,
    of_seat,
)
from cubilete.games.pa_fuera.words import chain, faces, listing, tokens


@dataclass(frozen=True)
class Proposal:
    """An open proposal of an alliance (PF-7)."""

    number: int
    """The event that made it: `accept #number`."""
    by: int
    face: int
    shares: tuple[int, ...]
    """What each seat would pay; 0 for those who are not named."""
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
    """This seat's own dice, ascending; None while there are none that it may see."""
    call: int | None
    """The face of the standing call."""
    callers: tuple[int, ...]
    passed: tuple[int, ...]
    """Who is out of the raising, or counts as such (PF-8)."""
    cost: int
    """The tokens that the next call costs."""
    proposals: tuple[Proposal, ...]
    proposals_left: tuple[int, ...]
    """How many proposals each seat can still make against the standing call."""
    last_call: int | None
    """The face that went out in the round before."""
    last_cups: tuple[tuple[int, ...], ...]
    """The dice that all lifted in the round before (PF-14)."""


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
    """PF-2, PF-12: nobody but its owner looks under a cup, and in a blind round nobody."""
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


# --- As plain text ---


def show_table(view: PaFueraView, say: Say = str) -> str:
    """Seats are J0, J1 …, with the numbers that the notation gives them."""
    lines = columns(view, say)
    lines.append(say(Message(N_("pot: {tokens}"), {"tokens": tokens(view.pot)})))
    if view.last_call is not None:
        cups = " / ".join(faces(cup) or "-" for cup in view.last_cups)
        last = N_("last round: out with the {face}s: {cups}")
        lines.append(say(Message(last, {"face": view.last_call, "cups": cups})))
    if view.call is not None:
        call = N_("out with the {face}s, says {who}; cancelling costs {cost}")
        values = {"face": view.call, "who": players(view.callers), "cost": view.cost}
        lines.append(say(Message(call, values)))
    lines += [say(describe(proposal)) for proposal in view.proposals]
    if view.blind:
        lines.append(say(Message(N_("blind bet: nobody looks"))))
    elif view.cup is not None:
        lines.append(say(Message(N_("your dice: {dice}"), {"dice": faces(view.cup)})))
    return "\n".join(lines)


def columns(view: PaFueraView, say: Say) -> list[str]:
    """The seats, one a line, under their headings."""
    heads = [say(Message(word)) for word in (N_("seat"), N_("dice"), N_("tokens"))]
    rows = [heads]
    for seat in range(len(view.dice)):
        cells = [f"J{seat}", "o" * view.dice[seat], "*" * view.tokens[seat]]
        rows.append([*cells, ", ".join(say(Message(note)) for note in standing(view, seat))])
    widths = [len(heads[0]), max(len(heads[1]), DICE_EACH), max(len(heads[2]), TOKENS_EACH), 0]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def standing(view: PaFueraView, seat: int) -> list[str]:
    notes = []
    if seat == view.starter:
        notes.append(N_("starts"))
    if seat in view.callers:
        notes.append(N_("calls"))
    if seat in view.passed:
        notes.append(N_("passed"))
    if seat in view.to_act:
        notes.append(N_("may act"))
    return notes


def describe(proposal: Proposal) -> Message:
    shares = [
        Message(N_("J{seat} pays {number}"), {"seat": seat, "number": number})
        for seat, number in enumerate(proposal.shares)
        if number
    ]
    return Message(
        N_("#{number}: J{by} proposes the {face}s: {shares}; waits for {waiting}"),
        {
            "number": proposal.number,
            "by": proposal.by,
            "face": proposal.face,
            "shares": chain(shares, ", "),
            "waiting": players(proposal.waiting_for),
        },
    )


def players(seats: tuple[int, ...]) -> Message:
    return listing([f"J{seat}" for seat in seats])
