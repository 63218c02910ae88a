"""The values that the pieces of Pa' fuera are drawn from.

All of them come from the view, so a piece can't contain what the viewer may not know. The macros
of pieces.html take them in the same order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cubilete.core.message import N_, Message
from cubilete.games.pa_fuera.tables import DICE_EACH, MOST_PROPOSALS
from cubilete.games.pa_fuera.view import PaFueraView, Proposal

Names = Sequence[str]
Values = tuple[object, ...]

SPLIT = "propose 1 "
"""The same splits can be proposed for every face; those of face 1 stand for all."""


@dataclass(frozen=True)
class Preview:
    """What the action that the viewer previews would do."""

    face: int = 0
    """The face that would go out; 0 for none."""
    proposal: int = 0
    """The number of the proposal that would be accepted; 0 for none."""


def preview_of(view: PaFueraView, picked: str) -> Preview:
    kind, _, rest = picked.partition(" ")
    if kind == "call":
        return Preview(int(rest))
    for proposal in view.proposals:
        if picked == f"accept #{proposal.number}":
            return Preview(proposal.face, proposal.number)
    return Preview()


def splits_of(view: PaFueraView) -> tuple[str, ...]:
    """Who would pay how much in the alliances that this seat can propose, in notation."""
    return tuple(text.removeprefix(SPLIT) for text in view.legal if text.startswith(SPLIT))


def dice_lost(view: PaFueraView) -> int:
    return DICE_EACH * len(view.dice) - sum(view.dice)


def is_waiting(proposal: Proposal, seat: int | None) -> bool:
    """Whether a proposal waits for the answer of this seat."""
    return seat in proposal.waiting_for


def proposals_in_order(view: PaFueraView) -> list[Proposal]:
    """Those that wait for this seat first."""
    return sorted(view.proposals, key=lambda proposal: not is_waiting(proposal, view.seat))


# --- The pot ---


def pot(view: PaFueraView, names: Names, preview: Preview, over: bool) -> Values:
    """Why a face is shown, the face, its cost, its callers, the face that it would cancel, and
    who lost how many dice by it."""
    if preview.face:
        return "deal" if preview.proposal else "call", preview.face, view.cost, (), view.call, ()
    if view.call:
        callers = tuple(names[seat] for seat in view.callers)
        return "stands", view.call, view.cost - 1, callers, None, ()
    if view.last_call:
        losses = losses_of(view, names, view.last_call)
        return "last" if over else "before", view.last_call, 0, (), None, losses
    return "nothing", 0, 0, (), None, ()


def losses_of(view: PaFueraView, names: Names, face: int) -> tuple[tuple[str, int], ...]:
    """How many dice each player lost in the round before; players who lost none are left out."""
    gone = [cup.count(face) for cup in view.last_cups]
    return tuple((name, number) for name, number in zip(names, gone, strict=True) if number)


# --- The other players ---


def others(
    view: PaFueraView, names: Names, playing: bool, over: bool, lifted_at: int = 0
) -> Iterator[Values]:
    """For each of the others, clockwise from this seat: seat, name, dice, tokens, the dice kept at
    the end, standing, note, the face of the note, and `lifted_at`.

    `over` is also true for an abandoned game, which the view does not know. `lifted_at` is the
    number of the event that lifted the cups if nobody has acted since, else 0.
    """
    seats = len(names)
    first = 0 if view.seat is None else view.seat + 1
    for step in range(seats if view.seat is None else seats - 1):
        seat = (first + step) % seats
        kept = None
        if view.turn == "over":
            kept = tuple(face for face in view.last_cups[seat] if face != view.last_call)
        standing = ""
        if playing and seat in view.callers:
            standing = "leads"
        elif playing and view.call and seat in view.passed:
            standing = "out"
        note, face = note_on(view, seat, standing, playing, over)
        yield (
            *(seat, names[seat], view.dice[seat], view.tokens[seat]),
            *(kept, standing, note, face, lifted_at),
        )


def note_on(
    view: PaFueraView, seat: int, standing: str, playing: bool, over: bool
) -> tuple[str, int]:
    """What a player is doing, in a word that the macro knows, and the face that it is about."""
    if over:
        return ("won" if seat in view.winners else ""), 0
    if standing == "leads":
        return "leads", view.call or 0
    for proposal in view.proposals:
        if proposal.by == seat:
            return ("asks", 0) if is_waiting(proposal, view.seat) else ("proposes", proposal.face)
    if standing == "out":
        return "passed", 0
    if playing and not view.call and seat == view.starter:
        return "starts", 0
    return ("may cancel" if seat in view.to_act else ""), 0


# --- Why something is not possible ---


def why_no_call(view: PaFueraView, seat: int, names: Names) -> Message | None:
    """Why this seat can't call now; None if it can. Only while seats act."""
    if "call 1" in view.legal:
        return None
    if seat in view.callers:
        return Message(N_("The call is yours: only the others can raise it. (PF-5)"))
    if not view.call:
        assert view.starter is not None
        name = names[view.starter]
        return Message(N_("{name} starts the round and calls first. (PF-3)"), {"name": name})
    if not view.tokens[seat]:
        return Message(N_("You have no tokens left to call with. (PF-8)"))
    if seat not in view.to_act:
        return Message(N_("You have passed: wait until someone calls again. (PF-8)"))
    return with_rule(
        Message(
            N_("Raising costs {cost} tokens and you have {tokens}: you need an alliance."),
            {"cost": view.cost, "tokens": view.tokens[seat]},
        ),
        "PF-4",
    )


def why_no_alliance(view: PaFueraView, seat: int) -> Message:
    """Why this seat has no alliance to propose, though it may act."""
    if not view.call:
        return Message(N_("There is no call to raise yet: the first one is made alone. (PF-3)"))
    if any(proposal.by == seat for proposal in view.proposals):
        return Message(N_("Your proposal is still open: withdraw it first. (PF-7)"))
    if not view.proposals_left[seat]:
        return with_rule(
            Message(
                N_("You can make at most {most} proposals against one call."),
                {"most": MOST_PROPOSALS},
            ),
            "PF-7",
        )
    return Message(N_("Nobody is left to share the cost with. (PF-7)"))


def why_nothing_chosen(view: PaFueraView, seat: int, names: Names) -> Message:
    """What the place for the chosen action says while there is none."""
    return why_no_call(view, seat, names) or Message(N_("Tap the number you call. (PF-3)"))


def with_rule(sentence: Message, rule: str) -> Message:
    """A sentence followed by the number of its rule, where its template has none."""
    return Message("{sentence} ({rule})", {"sentence": sentence, "rule": rule})
