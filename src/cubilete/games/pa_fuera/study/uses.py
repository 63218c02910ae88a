"""What is called in Pa' fuera, and the dice that it costs.

A call that stands when the cups are lifted costs everybody the dice that show it: points are these
dice, negative. Alliances are counted for all who pay.
"""

from collections.abc import Iterable, Iterator

from cubilete.core.message import N_, Message
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Piece, Use
from cubilete.core.record import Event

CALL, ALLIANCE, LOSS, PASS = "call", "alliance", "loss", "pass"
FACES = "123456"

KIND_WORDS = {
    CALL: N_("Calls, by number"),
    ALLIANCE: N_("Alliances, by members"),
    LOSS: N_("Dice lost, by the number called"),
    PASS: N_("Passes"),
}


def uses(setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
    waiting: dict[str, set[int]] = {}
    """The seats of each proposal that have not accepted."""
    proposed: dict[str, tuple[str, set[int]]] = {}
    """The face of each proposal and all its seats."""
    face = ""
    for event in events:
        word, *rest = event.text.split(" ")
        if word == "reveal":  # PF-9
            cups = " ".join(rest).split(" / ")
            yield from losses(face, cups)
        elif isinstance(event.by, str):
            continue
        elif word == "pass":
            yield Use(event.by, PASS, PASS, 0)
        elif word == "call":
            face = rest[0]
            yield Use(event.by, CALL, face, 0)
        elif word == "propose":
            seats = {int(share.partition(":")[0]) for share in rest[1:]}
            proposed[f"#{event.n}"] = rest[0], seats
            waiting[f"#{event.n}"] = seats - {event.by}
        elif word == "accept":
            waiting[rest[0]].discard(event.by)
            if not waiting[rest[0]]:  # PF-7: then the call stands
                face, seats = proposed[rest[0]]
                for seat in sorted(seats):
                    yield Use(seat, CALL, face, 0)
                    yield Use(seat, ALLIANCE, str(len(seats)), 0)


def losses(face: str, cups: list[str]) -> Iterator[Use]:
    for seat, cup in enumerate(cups):
        lost = cup.split(" ").count(face)
        if lost:
            yield Use(seat, LOSS, face, -lost)


def pieces(setup: Setup) -> Iterator[Piece]:
    for kind in (CALL, LOSS):
        for face in FACES:
            yield Piece(kind, face, Message("{face}", {"face": face}))
    for members in range(2, setup.players):
        yield Piece(ALLIANCE, str(members), Message(N_("{count} players"), {"count": members}))
    yield Piece(PASS, PASS, Message(N_("a pass")))
