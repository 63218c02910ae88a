"""Pa' fuera in sentences: what happened, what can be done, what is to be done now.

Sentences are made from a view or from an event's text. Neither has the players' names: seats are
`SeatName` values.
"""

from collections import Counter
from collections.abc import Sequence

from cubilete.core.message import N_, Listing, Message, Say, SeatName, plain_dice
from cubilete.core.parts.chronicle import Chronicle
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.words import Words
from cubilete.core.record import By
from cubilete.games.pa_fuera.chronicle import PaFueraChronicle
from cubilete.games.pa_fuera.position import seat_lines, table_lines
from cubilete.games.pa_fuera.tables import DICE_EACH
from cubilete.games.pa_fuera.terms import (
    chain,
    dice,
    faces,
    payments,
    read_shares,
    tokens,
)
from cubilete.games.pa_fuera.view import PaFueraView, Proposal

ANSWERS = {
    "accept": N_("{who} accepts proposal #{number}"),
    "decline": N_("{who} declines proposal #{number}"),
    "withdraw": N_("{who} withdraws proposal #{number}"),
}
RAISING = {
    (True, True): N_("Raise for {cost} tokens, propose an alliance or pass."),
    (True, False): N_("Raise for {cost} tokens or pass."),
    (False, True): N_("Propose an alliance to raise, or pass."),
    (False, False): N_("Wait for a proposal, or pass."),
}
"""By whether the seat can pay alone, and whether it can propose."""


class PaFueraWords(Words[PaFueraView]):
    feel = Message(
        N_("Secret dice, bets and short-lived alliances: out with everyone else's dice!")
    )

    def tell(self, who: str, by: By, text: str) -> Message:
        kind, *rest = text.split(" ")
        if kind == "first":
            return tell_first(rest)
        if kind == "shake":
            return tell_shake(who, rest)
        if kind == "reveal":
            return tell_reveal(" ".join(rest).split(" / "))
        if kind == "call":
            return Message(N_("{who} calls: out with the {face}s!"), {"who": who, "face": rest[0]})
        if kind == "propose":
            return tell_proposal(who, by, rest)
        if kind == "pass":
            return Message(N_("{who} passes"), {"who": who})
        return Message(ANSWERS[kind], {"who": who, "number": rest[0].removeprefix("#")})

    def chronicle(self, names: Sequence[str], setup: Setup) -> Chronicle:
        return PaFueraChronicle(self.tell, names)

    def offer(self, view: PaFueraView, text: str) -> Message:
        assert view.seat is not None
        kind, *rest = text.split(" ")
        if kind == "pass":
            return offer_pass(view, view.seat)
        if kind == "call":
            if view.call is None:
                template = N_("Pay {cost} and call: out with the {face}s")
            else:
                template = N_("Pay {cost} and raise: out with the {face}s")
            return Message(template, {"cost": view.cost, "face": rest[0]})
        if kind == "propose":
            shares = read_shares(rest[1:])
            own = shares.pop(view.seat)
            return Message(
                N_("Propose “out with the {face}s”: I pay {own}, {partners}"),
                {"face": rest[0], "own": own, "partners": payments(shares)},
            )
        if kind == "withdraw":
            return Message(N_("Withdraw my proposal"))
        return offer_answer(view, view.seat, kind, int(rest[0].removeprefix("#")))

    def ask(self, view: PaFueraView) -> Message:
        if view.turn != "seats":
            return Message("")
        if view.call is None:
            if view.blind:
                return Message(N_("The last token: call a number blind."))
            return Message(N_("Call a number: it costs 1 token."))
        if view.seat is None or view.seat not in view.to_act:
            return Message(N_("Raise for {cost} tokens, or pass?"), {"cost": view.cost})
        return ask_raiser(view, view.seat)

    def rule_now(self, view: PaFueraView) -> str:
        if view.turn == "over":
            return "PF-13"
        if view.starter is None:
            return "PF-1"
        if view.call is None:
            return "PF-12" if view.blind else "PF-3"
        if view.proposals:
            return "PF-7"
        if view.seat in view.to_act and not can(view, "call") and not can(view, "propose"):
            return "PF-8"
        return "PF-4"

    def remark(self, view: PaFueraView) -> Message:
        if view.starter is None:
            if len(view.rolling) < len(view.dice):
                return Message(N_("Tied for highest: those players roll again"))
            return Message(N_("Everyone rolls a die: the highest starts"))
        if view.turn == "over" and not any(view.dice):
            return Message(N_("Nobody has dice left: everyone shares the win"))
        if view.call is not None:
            return standing_call(view, view.call)
        if view.blind:
            return chain([Message(N_("Blind bet: nobody looks at their dice")), pot(view)], " · ")
        return pot(view)

    def seat_note(self, view: PaFueraView, seat: int) -> Message:
        notes = [tokens(view.tokens[seat])]
        if view.turn == "seats":
            notes += doing(view, seat)
        return chain(notes, " · ")

    def show(self, view: PaFueraView, say: Say = str) -> str:
        return "\n".join([*seat_lines(view, say), *(say(line) for line in table_lines(view))])


# --- What happened ---


def tell_first(rolled: list[str]) -> Message:
    best = max(rolled)
    if Counter(rolled)[best] == 1:
        template = N_("To see who starts: {dice}. The {face} starts")
    else:
        template = N_("To see who starts: {dice}. The {face}s roll again")
    return Message(template, {"dice": plain_dice(faces(rolled)), "face": best})


def tell_shake(who: str, cup: list[str]) -> Message:
    """`who` is the owner of the cup, "" where the caller does not know it."""
    if not who:
        return Message(N_("Under the cup: {dice}"), {"dice": plain_dice(faces(cup))})
    return Message(
        N_("{who} shakes and looks: {dice}"), {"who": who, "dice": plain_dice(faces(cup))}
    )


def tell_reveal(cups: list[str]) -> Message:
    shown = [dice(0) if cup == "-" else plain_dice(cup) for cup in cups]
    return Message(N_("Cups up! {cups}"), {"cups": chain(shown, " · ")})


def tell_proposal(who: str, by: By, rest: list[str]) -> Message:
    assert isinstance(by, int)
    shares = read_shares(rest[1:])
    own = shares.pop(by)
    return Message(
        N_("{who} proposes: out with the {face}s; {who} pays {own}, {partners}"),
        {"who": who, "face": rest[0], "own": own, "partners": payments(shares)},
    )


# --- What a button does ---


def offer_answer(view: PaFueraView, seat: int, kind: str, number: int) -> Message:
    """Names the proposer if several proposals wait for an answer of this seat."""
    several = len(waiting_for(view, seat)) > 1
    proposal = next(each for each in view.proposals if each.number == number)
    if kind == "decline":
        if several:
            return Message(N_("Decline what {seat} proposes"), {"seat": SeatName(proposal.by)})
        return Message(N_("Decline"))
    values: dict[str, object] = {"face": proposal.face, "tokens": proposal.shares[seat]}
    if several:
        template = N_("Accept what {seat} proposes: out with the {face}s, I pay {tokens}")
        return Message(template, values | {"seat": SeatName(proposal.by)})
    return Message(N_("Accept: out with the {face}s, I pay {tokens}"), values)


def offer_pass(view: PaFueraView, seat: int) -> Message:
    """PF-7, PF-8: passing ends the proposals that this seat has made or accepted."""
    agreed = [proposal for proposal in view.proposals if seat in proposal.accepted]
    if not agreed:
        return Message(N_("Pass"))
    if len(agreed) > 1:
        return Message(N_("Pass and end {number} proposals"), {"number": len(agreed)})
    if agreed[0].by == seat:
        return Message(N_("Pass and withdraw my proposal"))
    return Message(N_("Pass and end what {seat} proposed"), {"seat": SeatName(agreed[0].by)})


def waiting_for(view: PaFueraView, seat: int) -> list[Proposal]:
    """The proposals that wait for this seat's answer."""
    return [proposal for proposal in view.proposals if seat in proposal.waiting_for]


# --- What to do now ---


def ask_raiser(view: PaFueraView, seat: int) -> Message:
    waiting = waiting_for(view, seat)
    if len(waiting) > 1:
        return Message(
            N_("{number} proposals are waiting for your answer."), {"number": len(waiting)}
        )
    if waiting:
        return Message(
            N_("Your answer: {seat} proposes “out with the {face}s”, and you pay {tokens}."),
            {
                "seat": SeatName(waiting[0].by),
                "face": waiting[0].face,
                "tokens": waiting[0].shares[seat],
            },
        )
    if any(proposal.by == seat for proposal in view.proposals):
        return Message(N_("Wait for the answer to your proposal, withdraw it or pass."))
    if any(seat in proposal.accepted for proposal in view.proposals):
        return Message(N_("You have accepted: wait for the others, or pass."))
    return Message(RAISING[can(view, "call"), can(view, "propose")], {"cost": view.cost})


def can(view: PaFueraView, kind: str) -> bool:
    return any(text.startswith(kind) for text in view.legal)


# --- What else counts ---


def pot(view: PaFueraView) -> Message:
    lost = DICE_EACH * len(view.dice) - sum(view.dice)
    if not view.pot and not lost:
        return Message(N_("The pot is empty"))
    things = [tokens(view.pot)] if view.pot else []
    things += [dice(lost)] if lost else []
    return Message(N_("In the pot: {things}"), {"things": Listing(things)})


def standing_call(view: PaFueraView, face: int) -> Message:
    seats = Listing(SeatName(seat) for seat in view.callers)
    call = Message(N_("Called by {seats}: out with the {face}s"), {"seats": seats, "face": face})
    if view.turn != "seats":
        return call
    cost = Message(N_("raising costs {tokens}"), {"tokens": tokens(view.cost)})
    return chain([call, cost], " · ")


def doing(view: PaFueraView, seat: int) -> list[Message]:
    if view.call is None:
        return [Message(N_("starts the round"))] if seat == view.starter else []
    if seat in view.callers:
        return [Message(N_("called: {face}"), {"face": view.call})]
    for proposal in view.proposals:
        if proposal.by == seat:
            return [Message(N_("proposes: {face}"), {"face": proposal.face})]
    if seat in view.passed and view.tokens[seat]:
        return [Message(N_("has passed"))]
    return []
