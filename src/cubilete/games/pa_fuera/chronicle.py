"""The history of Pa' fuera: rounds end when the cups are lifted, and proposals have proposers.

Shakes are known to their seats only (PF-2): the rounds are counted by what everybody sees.
"""

from collections.abc import Sequence

from cubilete.core.message import N_, Message, SeatName, plain_dice
from cubilete.core.parts.chronicle import Chronicle, Line, Tell
from cubilete.core.record import Event
from cubilete.games.pa_fuera.terms import chain, dice

ANSWERS = {
    "accept": N_("{who} accepts {seat}'s proposal"),
    "decline": N_("{who} declines {seat}'s proposal"),
    "withdraw": N_("{who} withdraws the proposal"),
}


class PaFueraChronicle(Chronicle):
    def __init__(self, tell: Tell, names: Sequence[str]) -> None:
        super().__init__(tell, names)
        self._round = 1
        self._revealed = False
        """Whether the next event belongs to the next round."""
        self._proposers: dict[str, int] = {}
        """By the numbers of their proposals, as the notation writes them."""

    def round_of(self, event: Event) -> Message:
        if event.text.startswith("first "):
            return Message(N_("The start"))
        self._round += self._revealed
        self._revealed = event.by == "table"
        return Message(N_("Round {number}"), {"number": self._round})

    def tell(self, event: Event) -> Message:
        kind, *rest = event.text.split(" ")
        if kind == "first":
            return super().tell(event)
        if kind == "propose" and isinstance(event.by, int):
            self._proposers[f"#{event.n}"] = event.by
        if kind in ANSWERS and isinstance(event.by, int):
            proposer = SeatName(self._proposers[rest[0]])
            return Message(ANSWERS[kind], {"who": self.names[event.by], "seat": proposer})
        if kind == "shake" and event.to:
            return self._tell(self.names[event.to[0]], event.by, event.text)
        if kind == "reveal":
            return tell_reveal(" ".join(rest).split(" / "))
        return super().tell(event)

    def lines(self, event: Event) -> tuple[Line, ...]:
        by = event.to[0] if event.by == "chance" and event.to else event.by
        return (Line(self.tell(event), by if isinstance(by, int) else None),)


def tell_reveal(cups: list[str]) -> Message:
    shown = [
        Message(
            N_("{seat}: {dice}"),
            {"seat": SeatName(seat), "dice": dice(0) if cup == "-" else plain_dice(cup)},
        )
        for seat, cup in enumerate(cups)
    ]
    return Message(N_("Cups up! {cups}"), {"cups": chain(shown, " · ")})
