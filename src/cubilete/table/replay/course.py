"""The course of a game that is over: any of its positions, with a bounded amount of work.

A replay is looked at step by step, and a step must not play the game from its beginning. So the
course is prepared once: every event as the code that the state takes, a copy of the state before
every `EVERY`th event, and for each viewer the events that they know. It is never changed after that
and can be used by several threads.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from cubilete.core.match import CODES, Match, Story, seats_of
from cubilete.core.parts.chronicle import Told
from cubilete.core.record import Event
from cubilete.core.state import EVERYBODY, TABLE, State

EVERY = 32
"""Events between two copies of the state: a step plays fewer than these."""


class Course:
    """All positions of a game. Position `n` is that after the first `n` events."""

    def __init__(self, match: Match) -> None:
        """`match` is the game as it ended, or as far as it was recorded."""
        self.events: Sequence[Event] = match.events
        self._match = match
        self._told: dict[tuple[str, ...], Sequence[Told]] = {}
        self.turns: list[int] = []
        """The positions at which another seat came to decide."""
        self._by = array("q")
        self._codes = array("q")
        self._copies: list[State] = []
        self._known: dict[int | None, list[int]] = {
            seat: [] for seat in (None, *range(len(match.players)))
        }
        """For each viewer the indexes of the events that they know in the end."""
        self._sealed: dict[int, tuple[int, tuple[int, ...]]] = {}
        """Decisions that became public later: at which position, and who knew them before."""
        self._prepare(match)

    def _prepare(self, match: Match) -> None:
        state: State = match.game.rules.start(match.setup)
        secret: dict[int, tuple[int, ...]] = {}
        decided: int | None = None
        for index, event in enumerate(self.events):
            if index % EVERY == 0:
                self._copies.append(state.copy())
            by = CODES[event.by] if isinstance(event.by, str) else event.by
            code = 0 if by == TABLE else state.read(by, event.text)
            self._by.append(by)
            self._codes.append(code)
            audience = state.audience(by, code)
            state.advance(by, code)
            if audience != EVERYBODY and event.to is None:
                secret[index] = seats_of(audience)
            if secret and not state.sealed():
                self._sealed |= {each: (index + 1, seats) for each, seats in secret.items()}
                secret.clear()
            for seat, known in self._known.items():
                if event.to is None or seat in event.to:
                    known.append(index)
            if by >= 0 and by != decided:
                self.turns.append(index)
                decided = by
        if len(self.events) % EVERY == 0:
            self._copies.append(state.copy())

    @property
    def copies(self) -> int:
        """How many copies of the state it has."""
        return len(self._copies)

    def settled(self, n: int) -> int:
        """Position `n`, or the first after it that no event of the table follows. Nobody decides in
        between, so viewers never see those positions."""
        while n < len(self.events) and self.events[n].by == "table":
            n += 1
        return n

    def state_at(self, n: int) -> State:
        """The state at a position, as a copy."""
        n = self.settled(n)
        state = self._copies[n // EVERY].copy()
        for index in range(n - n % EVERY, n):
            state.advance(self._by[index], self._codes[index])
        return state

    def last_events(self, seat: int | None, n: int, most: int) -> list[Event]:
        """At most so many of the events before position `n` that a viewer knows there, the latest
        first."""
        settled, known = self.settled(n), self._known[seat]
        found: list[Event] = []
        for place in range(bisect_left(known, n) - 1, -1, -1):
            if len(found) == most:
                break
            opened, seats = self._sealed.get(known[place], (0, ()))
            if opened <= settled or seat in seats:
                found.append(self.events[known[place]])
        return found

    def told(self, names: tuple[str, ...]) -> Sequence[Told]:
        """What is told of each event; `names` are those of the seats."""
        found = self._told.get(names)
        if found is None:
            found = self._told[names] = Story(self._match, names).told()
        return found

    def turn_before(self, n: int) -> int:
        """The last position before `n` at which another seat came to decide; 0 if there is none."""
        place = bisect_left(self.turns, n)
        return self.turns[place - 1] if place else 0

    def turn_after(self, n: int, end: int) -> int:
        """The next position after `n` at which another seat came to decide; or the `end`."""
        place = bisect_right(self.turns, n)
        return min(self.turns[place], end) if place < len(self.turns) else end
