"""The history of Twenty One: a group for each turn, in which everybody writes (T1-1)."""

from cubilete.core.message import N_, Message, SeatName
from cubilete.core.parts.chronicle import Line, RoundsOfTurns
from cubilete.core.record import Event


class TwentyOneChronicle(RoundsOfTurns):
    counted = N_("1 turn", "{count} turns")

    def lines(self, event: Event) -> tuple[Line, ...]:
        word, *rest = event.text.split(" ")
        if word == "sheets":
            return tuple(
                Line(
                    Message(
                        N_("{seat} plays on sheet {sheet}"),
                        {"seat": SeatName(seat), "sheet": sheet},
                    ),
                    seat,
                )
                for seat, sheet in enumerate(rest)
            )
        return super().lines(event)

    def title(self) -> Message:
        values: dict[str, object] = {"number": self.turns, "seat": SeatName(self.active)}
        return Message(N_("Turn {number}: {seat} rolls"), values)
