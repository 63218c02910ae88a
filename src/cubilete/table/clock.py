"""Clocks: how long people may think.

A clock gives a time for each decision, or one for the whole game; even when that is used up, a
few seconds for each decision are left. Nobody loses by the clock: when the time for a decision
is up, a bot takes this one decision, and the next is the person's own again.

A clock knows no time of day. What passes between two entries of a table is measured by the
server that appends the second one, with a clock that never jumps, and kept in the entry as the
seconds spent. So a table is still the fold of its entries; and what passes while no server runs
is charged to nobody.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cubilete.core.errors import BadOption
from cubilete.core.message import N_, Message

DECISION, GAME = "decision", "game"
TIMED = frozenset(("start", "move", "fall", "undo", "stand-in", "abandon"))
"""The entries at which time is charged: all that change who must decide what."""
GRACE = 10.0
"""Seconds for a decision when the time for the game is used up."""


@dataclass(frozen=True)
class Terms:
    """What was agreed about time: seconds for each decision, or for the game."""

    each: str
    seconds: int

    @property
    def words(self) -> Message:
        minutes, seconds = divmod(self.seconds, 60)
        time = Message(N_("{seconds} seconds"), {"seconds": self.seconds})
        if not seconds:
            time = Message(N_("1 minute") if minutes == 1 else N_("{minutes} minutes"))
        sentence = N_("{time} a decision") if self.each == DECISION else N_("{time} for the game")
        return Message(
            sentence, {"time": Message(time.template, {**time.values, "minutes": minutes})}
        )


CLOCKS: Mapping[str, Terms] = {
    f"{each} {seconds}": Terms(each, seconds)
    for each, times in ((DECISION, (30, 60, 180)), (GAME, (300, 600, 1200)))
    for seconds in times
}
"""The clocks to choose from, by the name that a plan keeps."""


def check_clock(name: str) -> str:
    """The name of a clock, or "" for none."""
    if name and name not in CLOCKS:
        raise BadOption("unknown-clock", "", N_("There is no clock “{clock}”."), clock=name)
    return name


def terms_of(name: str) -> Terms:
    """What a kept plan agreed on."""
    each, _, seconds = name.partition(" ")
    return Terms(each, int(seconds))


class Clock:
    """The time that every seat has left."""

    def __init__(self, terms: Terms, seats: int) -> None:
        self.terms = terms
        self.left = [float(terms.seconds)] * seats
        """What each seat had left for the game, or has for a decision, at the last entry."""
        self.due: dict[int, int] = {}
        """The people who must decide: each with the last event that they know. That it is
        another one is what makes a decision new."""

    def charge(self, seconds: float) -> None:
        """Time has passed for all who must decide."""
        for seat in self.due:
            self.left[seat] -= seconds

    def turn(self, due: Mapping[int, int]) -> None:
        """Something has happened: these must decide now."""
        for seat in range(len(self.left)):
            if seat not in due or self.due.get(seat) != due[seat]:
                self.left[seat] = self.fresh(seat, asked=seat in due)
        self.due = dict(due)

    def fresh(self, seat: int, asked: bool) -> float:
        """What a seat has for a new decision, or while it has none to take."""
        if self.terms.each == DECISION:
            return float(self.terms.seconds)
        return max(self.left[seat], GRACE if asked else 0.0)

    def remaining(self, seat: int, elapsed: float) -> float:
        """What a seat has left now, so long after the last entry."""
        passed = elapsed if seat in self.due else 0.0
        return max(0.0, self.left[seat] - passed)

    def next_out(self) -> tuple[int, float] | None:
        """Who will be out of time first, and how long after the last entry."""
        if not self.due:
            return None
        seat = min(self.due, key=self.left.__getitem__)
        return seat, self.left[seat]

    def out(self, elapsed: float) -> int | None:
        """A seat that is out of time now."""
        first = self.next_out()
        return first[0] if first is not None and elapsed >= first[1] else None
