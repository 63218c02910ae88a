"""The last page of Pa' fuera: dice and tokens that are left, and the throw of the game."""

from collections.abc import Iterator

from cubilete.core.message import N_, Message, SeatName
from cubilete.core.parts.ending import (
    Breakdown,
    Cell,
    Past,
    SumRow,
    Throw,
    ThrownDie,
    at_least,
)
from cubilete.games.pa_fuera.view import PaFueraView


def breakdown(view: PaFueraView) -> Breakdown:
    """PF-13: the dice decide; the tokens are what the calls have left."""
    tokens = tuple(Cell(str(count)) for count in view.tokens)
    return Breakdown((SumRow(Message(N_("Tokens left")), tokens),), total=Message(N_("Dice left")))


def throws(past: Past[PaFueraView]) -> Iterator[Throw]:
    """The cups that lost at least two dice."""
    for event in past:
        word, _, rest = event.text.partition(" ")
        if word != "reveal":
            continue
        out = event.before.call
        for seat, text in enumerate(rest.split(" / ")):
            cup = tuple(int(face) for face in text.split(" ") if face.isdigit())
            count = cup.count(out) if out else 0
            if count > 1:
                values: dict[str, object] = {
                    "name": SeatName(seat),
                    "count": count,
                    "dice": len(cup),
                    "face": out,
                }
                yield Throw(
                    tuple(ThrownDie(face, hot=face == out) for face in cup),
                    at_least(count, len(cup)),
                    Message(N_("{name} loses {count} of {dice} dice to the {face}."), values),
                )
