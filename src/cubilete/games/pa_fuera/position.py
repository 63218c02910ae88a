"""The position of Pa' fuera as lines of plain text.

Seats are called P1, P2 … in English and J1, J2 … in Spanish.
"""

from cubilete.core.message import N_, Listing, Message, Say
from cubilete.games.pa_fuera.tables import DICE_EACH, TOKENS_EACH
from cubilete.games.pa_fuera.terms import chain, faces, tokens
from cubilete.games.pa_fuera.view import PaFueraView, Proposal


def seat_lines(view: PaFueraView, say: Say) -> list[str]:
    """One line per seat, under a line of headings."""
    heads = [say(Message(word)) for word in (N_("seat"), N_("dice"), N_("tokens"))]
    rows = [heads]
    for seat in range(len(view.dice)):
        cells = [say(player(seat)), "o" * view.dice[seat], "*" * view.tokens[seat]]
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
        notes.append(N_("to play"))
    return notes


def table_lines(view: PaFueraView) -> list[Message]:
    """The pot, the last round, the standing call, the open proposals and the seat's own dice."""
    lines = [Message(N_("pot: {tokens}"), {"tokens": tokens(view.pot)})]
    if view.last_call is not None:
        cups = " / ".join(faces(cup) or "-" for cup in view.last_cups)
        last = N_("last round: out with the {face}s: {cups}")
        lines.append(Message(last, {"face": view.last_call, "cups": cups}))
    if view.call is not None:
        call = N_("out with the {face}s, says {who}; raising costs {cost}")
        values = {"face": view.call, "who": players(view.callers), "cost": view.cost}
        lines.append(Message(call, values))
    lines += [describe(proposal) for proposal in view.proposals]
    if view.blind:
        lines.append(Message(N_("blind bet: nobody looks")))
    elif view.cup is not None:
        lines.append(Message(N_("your dice: {dice}"), {"dice": faces(view.cup)}))
    return lines


def describe(proposal: Proposal) -> Message:
    shares = [
        Message(N_("{seat} pays {tokens}"), {"seat": player(seat), "tokens": number})
        for seat, number in enumerate(proposal.shares)
        if number
    ]
    return Message(
        N_("#{number}: {by} proposes the {face}s: {shares}; waiting for {waiting}"),
        {
            "number": proposal.number,
            "by": player(proposal.by),
            "face": proposal.face,
            "shares": chain(shares, ", "),
            "waiting": players(proposal.waiting_for),
        },
    )


def players(seats: tuple[int, ...]) -> Listing:
    return Listing(player(seat) for seat in seats)


def player(seat: int) -> Message:
    return Message(N_("P{seat}"), {"seat": seat + 1})
