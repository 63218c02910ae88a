"""What the page of Pa' fuera is drawn with: small values that its pieces are remembered by.

Everything is worked out from the view, so what a seat may not know can't be in a piece. See
pieces.html for what these values look like.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cubilete.games.pa_fuera.tables import DICE_EACH
from cubilete.games.pa_fuera.view import PaFueraView, Proposal

Values = tuple[object, ...]
Loss = tuple[str, int]

SPLIT = "propose 1 "
"""The same splits can be proposed for every face."""


@dataclass(frozen=True)
class Drawing:
    names: tuple[str, ...]
    face: int
    """What would go out if the previewed action were done; 0 if nothing is previewed."""
    deal: int
    """The number of the proposal that would be accepted, or 0."""
    waiting: tuple[Proposal, ...]
    """The proposals that wait for this seat's answer."""
    deals: tuple[Proposal, ...]
    """All proposals, those first."""
    splits: tuple[str, ...]
    """Who would pay how much in the alliances that this seat can propose."""
    around: tuple[Values, ...]
    """The others, in the order in which they sit after this seat."""
    pot: Values
    lost: int
    """The dice that have gone out."""
    playing: bool


def drawn(
    view: PaFueraView, picked: str, names: Sequence[str], over: bool, lifted_at: int = 0
) -> Drawing:
    """`over` is known to the table alone where a game was given up; `lifted_at` is the number of
    the event that lifted the cups, if it was the last thing that happened."""
    kind, _, rest = picked.partition(" ")
    deal = next((each for each in view.proposals if picked == f"accept #{each.number}"), None)
    face = deal.face if deal else int(rest) if kind == "call" else 0
    playing = view.turn == "seats" and not over
    waiting = tuple(each for each in view.proposals if view.seat in each.waiting_for)
    return Drawing(
        names=tuple(names),
        face=face,
        deal=deal.number if deal else 0,
        waiting=waiting,
        deals=(*waiting, *(each for each in view.proposals if each not in waiting)),
        splits=tuple(text.removeprefix(SPLIT) for text in view.legal if text.startswith(SPLIT)),
        around=tuple((*each, lifted_at) for each in around(view, names, playing, over)),
        pot=(
            *called(view, names, face, deal is not None, over),
            view.call if face else None,
            () if view.call or face else losses(view, names),
        ),
        lost=DICE_EACH * len(view.dice) - sum(view.dice),
        playing=playing,
    )


def called(
    view: PaFueraView, names: Sequence[str], face: int, accepting: bool, over: bool
) -> Values:
    """What stands in the middle of the table: why, the face, what it costs, and who calls."""
    if face:
        return "deal" if accepting else "call", face, view.cost, ()
    if view.call:
        return "stands", view.call, view.cost - 1, tuple(names[seat] for seat in view.callers)
    if view.last_call:
        return "last" if over else "before", view.last_call, 0, ()
    return "nothing", 0, 0, ()


def losses(view: PaFueraView, names: Sequence[str]) -> tuple[Loss, ...]:
    """How many dice went out in the round before, of those who lost any."""
    if not view.last_call:
        return ()
    gone = [cup.count(view.last_call) for cup in view.last_cups]
    return tuple((name, number) for name, number in zip(names, gone, strict=True) if number)


def around(view: PaFueraView, names: Sequence[str], playing: bool, over: bool) -> Iterator[Values]:
    """Each one's seat, name, dice, tokens, what they kept at the end, and what they are doing."""
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
        note, face = doing(view, seat, standing, playing, over)
        yield seat, names[seat], view.dice[seat], view.tokens[seat], kept, standing, note, face


def doing(
    view: PaFueraView, seat: int, standing: str, playing: bool, over: bool
) -> tuple[str, int]:
    """In a word, and the face that it is about."""
    if over:
        return ("won" if seat in view.winners else ""), 0
    if standing == "leads":
        return "leads", view.call or 0
    for proposal in view.proposals:
        if proposal.by == seat:
            asks = view.seat in proposal.waiting_for
            return ("asks", 0) if asks else ("proposes", proposal.face)
    if standing == "out":
        return "passed", 0
    if playing and not view.call and seat == view.starter:
        return "starts", 0
    return ("may cancel" if seat in view.to_act else ""), 0
