"""Clocks: how long people may think.

A clock limits the time for each decision, or for the whole game. When the time for the game is used
up, GRACE seconds are left for each decision. Nobody loses by the clock: a bot makes the decision
that is late, and the next one is the person's again.

A clock reads no clock of the machine. The server that appends an entry measures the seconds since
the last timed entry by a monotonic clock and stores them in the entry as `spent`. So a table stays
the fold of its entries, and time in which no server runs is charged to nobody.

A clock *over days* is different in that: people are away between their decisions, and so may the
server be. Its timed entries also have `at`, the Unix time at which they were stored, and the time
since then counts whether anybody watches or not.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cubilete.core.errors import BadOption
from cubilete.core.message import N_, Message

DECISION, GAME = "decision", "game"
GRACE = 10.0
"""Seconds for a decision when the time for the game is used up."""
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
REMEMBERED = 3
"""Decisions of a seat that can be asked again: the one that can be undone, what it led to, and the
present one while a bot plays."""


@dataclass(frozen=True)
class Terms:
    """The time limit that was agreed on."""

    each: str
    """DECISION or GAME."""
    seconds: int

    @property
    def over_days(self) -> bool:
        """Whether people are expected to be away between their decisions."""
        return self.each == DECISION and self.seconds >= HOUR

    @property
    def words(self) -> Message:
        time = time_words(self.seconds)
        sentence = (
            N_("{time} per decision")
            if self.each == DECISION
            else N_("{time} each for the whole game")
        )
        return Message(sentence, {"time": time})


def time_words(seconds: int) -> Message:
    """A time in the largest unit of which it is a whole number."""
    if seconds % MINUTE:
        return Message(N_("1 second", "{count} seconds"), count=seconds)
    if seconds % HOUR:
        return Message(N_("1 minute", "{count} minutes"), count=seconds // MINUTE)
    if seconds % DAY:
        return Message(N_("1 hour", "{count} hours"), count=seconds // HOUR)
    return Message(N_("1 day", "{count} days"), count=seconds // DAY)


def clock_face(seconds: int) -> str:
    """The time left as a clock shows it, in any language; `static/clock.js` has the same."""
    if seconds < HOUR:
        return f"{seconds // MINUTE}:{seconds % MINUTE:02}"
    if seconds < DAY:
        return f"{seconds // HOUR} h {seconds % HOUR // MINUTE} min"
    return f"{seconds // DAY} d {seconds % DAY // HOUR} h"


CLOCKS: Mapping[str, Terms] = {
    f"{each} {seconds}": Terms(each, seconds)
    for each, times in (
        (DECISION, (30, 60, 180)),
        (GAME, (300, 600, 1200)),
        (DECISION, (12 * HOUR, DAY, 3 * DAY, 7 * DAY)),
    )
    for seconds in times
}
"""The clocks that a new table can have, by the name that its plan stores."""


def check_clock(name: str) -> str:
    """The name of a clock, or "" for none."""
    if name and name not in CLOCKS:
        raise BadOption("unknown-clock", "", N_("There is no clock “{clock}”."), clock=name)
    return name


def terms_of(name: str) -> Terms:
    """The terms that a stored name means, also where it is no longer offered."""
    each, _, seconds = name.partition(" ")
    return Terms(each, int(seconds))


class Clock:
    """The time that every seat has left."""

    def __init__(self, terms: Terms, seats: int) -> None:
        self.terms = terms
        self.left = [float(terms.seconds)] * seats
        """Seconds that each seat had at the last entry, for the game or for its decision."""
        self.since: int | None = None
        """The Unix time of the last timed entry, where the clock is one over days."""
        self.due: dict[int, int] = {}
        """The people who must decide, each with the last event that they know: a decision is a
        new one if that event is another."""
        self._interrupted: list[dict[int, float]] = [{} for _ in range(seats)]
        """For each seat its last decisions before the present one, as in `due`, with the seconds
        that are left for them. They are asked again after an undo, or when a bot stops playing for
        the seat."""

    def note(self, at: object) -> None:
        """A timed entry was stored at this Unix time; other clocks do without it."""
        if self.terms.over_days and isinstance(at, int):
            self.since = at

    def charge(self, seconds: float) -> None:
        """Takes the time that has passed from all who must decide.

        It is taken from the interrupted decision too: a seat that decides, thinks about what comes
        next and undoes its decision has used that time.
        """
        for seat in self.due:
            self.left[seat] -= seconds
            for event in self._interrupted[seat]:
                self._interrupted[seat][event] -= seconds

    def set_due(self, due: Mapping[int, int]) -> None:
        """Sets who must decide after an entry. New decisions get their time; a decision that is
        asked again has what was left for it."""
        for seat in range(len(self.left)):
            before, now = self.due.get(seat), due.get(seat)
            if before == now:
                continue
            interrupted = self._interrupted[seat]
            if before is not None:
                interrupted[before] = self.left[seat]
                while len(interrupted) > REMEMBERED:
                    del interrupted[next(iter(interrupted))]
            if now in interrupted:
                self.left[seat] = interrupted.pop(now)
            else:
                self.left[seat] = self._renewed(seat, 0.0 if now is None else GRACE)
        self.due = dict(due)

    def undo(self, seat: int, event: int) -> None:
        """`seat` takes back its decision, which was this event.

        The event may come again with other content, so what the others had left for a decision of
        this number does not carry over to it.
        """
        for other, interrupted in enumerate(self._interrupted):
            if other != seat:
                interrupted.pop(event, None)

    def _renewed(self, seat: int, least: float) -> float:
        if self.terms.each == DECISION:
            return float(self.terms.seconds)
        return max(self.left[seat], least)

    def remaining(self, seat: int, elapsed: float) -> float:
        """Seconds that a seat has left, `elapsed` seconds after the last entry."""
        passed = elapsed if seat in self.due else 0.0
        return max(0.0, self.left[seat] - passed)

    def next_expiry(self) -> tuple[int, float] | None:
        """The seat whose time is up first, and how many seconds after the last entry."""
        if not self.due:
            return None
        seat = min(self.due, key=self.left.__getitem__)
        return seat, self.left[seat]

    def expired(self, elapsed: float) -> int | None:
        """A seat whose time is up, `elapsed` seconds after the last entry."""
        first = self.next_expiry()
        return first[0] if first is not None and elapsed >= first[1] else None


class Duration:
    """How long a game took. The server notes the time of day in the entries that begin and end it;
    those of earlier versions have none."""

    def __init__(self) -> None:
        self._began: int | None = None
        self._ended: int | None = None

    def note(self, kind: str, at: object, *, over: bool) -> None:
        """An entry of this kind was stored at a Unix time, or at an unknown one. Over days, those
        between the first and the last have one too."""
        if not isinstance(at, int):
            return
        if kind == "start":
            self._began = at
        if over:
            self._ended = at

    @property
    def ended(self) -> int | None:
        """The Unix time at which the game ended; None where it is not known."""
        return self._ended

    @property
    def seconds(self) -> int | None:
        """None where it is not known. Never negative, though a machine's time may be set back."""
        if self._began is None or self._ended is None:
            return None
        return max(0, self._ended - self._began)
