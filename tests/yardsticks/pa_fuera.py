"""The greedy bot of Pa' fuera: it pays at most one token for each die that it saves."""

from cubilete.core.rng import Rng
from cubilete.games.pa_fuera.view import PaFueraView, Proposal

FACES = range(1, 7)


class GreedyBot:
    """Calls the face that it holds least of. Cancels a call, alone or in an alliance, if that
    saves it at least as many dice as it pays tokens."""

    def choose(self, view: PaFueraView, rng: Rng) -> str:
        if view.call is None:
            return f"call {least_held(view, rng)}"
        return (
            answer_to_others(view)
            or call_alone(view, rng)
            or ask_for_alliance(view, rng)
            or ask_again(view)
            or "pass"
        )


def held(view: PaFueraView, face: int) -> int:
    return view.cup.count(face) if view.cup is not None else 0


def least_held(view: PaFueraView, rng: Rng) -> int:
    """One of the faces that take the fewest dice from this seat."""
    fewest = min(held(view, face) for face in FACES)
    faces = [face for face in FACES if held(view, face) == fewest]
    return faces[rng.below(len(faces))]


def saved_by(view: PaFueraView, face: int) -> int:
    """How many more dice this seat keeps if this face replaces the standing call."""
    return held(view, view.call or face) - held(view, face)


def answer_to_others(view: PaFueraView) -> str | None:
    """Accepts the proposal with the highest gain if it saves dice; otherwise declines it."""
    asked = [proposal for proposal in view.proposals if view.seat in proposal.waiting_for]
    if not asked:
        return None
    best = max(asked, key=lambda proposal: gain(view, proposal))
    answer = "accept" if gain(view, best) >= 0 and saved_by(view, best.face) > 0 else "decline"
    return f"{answer} #{best.number}"


def gain(view: PaFueraView, proposal: Proposal) -> int:
    assert view.seat is not None
    return saved_by(view, proposal.face) - proposal.shares[view.seat]


def call_alone(view: PaFueraView, rng: Rng) -> str | None:
    face = least_held(view, rng)
    text = f"call {face}"
    return text if saved_by(view, face) >= view.cost and text in view.legal else None


def ask_for_alliance(view: PaFueraView, rng: Rng) -> str | None:
    """Proposes one of the splits in which this seat pays no more than it saves."""
    face = least_held(view, rng)
    wanted = [
        text
        for text in view.legal
        if text.startswith(f"propose {face} ") and own_share(view, text) <= saved_by(view, face)
    ]
    return wanted[rng.below(len(wanted))] if wanted else None


def own_share(view: PaFueraView, text: str) -> int:
    shares = [share.split(":") for share in text.split(" ")[2:]]
    return next(int(tokens) for seat, tokens in shares if int(seat) == view.seat)


def ask_again(view: PaFueraView) -> str | None:
    """Withdraws its own open proposal if it may still make another."""
    assert view.seat is not None
    if view.proposals_left[view.seat] == 0:
        return None
    mine = [proposal for proposal in view.proposals if proposal.by == view.seat]
    return f"withdraw #{mine[0].number}" if mine else None
