"""Replays of games that are over, and the texts of their records: prepared once and kept.

Preparing a replay walks over the whole game. After that a step costs the same work wherever it is
(`table/replay/course.py`). A game that is over changes only
when somebody who played is forgotten, which gives it another key here.
"""

from dataclasses import dataclass
from operator import attrgetter

from cubilete.core.record import Result
from cubilete.host.finished.prepared import Prepared
from cubilete.table.replay.course import Course
from cubilete.table.replay.replayed import ReplayedTable

MOST_BYTES = 32 * 1024 * 1024
"""The memory that all replays together may take."""
EVENT_BYTES = 400
"""About what an event takes beside its text, rounded up."""
COPY_BYTES = 8000
"""About what a copy of a state takes: 2,000 to 7,000 in our games, interpreted."""
MOST_TEXT_BYTES = 8 * 1024 * 1024
"""The same for the texts of records: 20 to 200 kB each."""


@dataclass(frozen=True)
class Replay:
    """A game that is over, or a record as far as it goes."""

    table: ReplayedTable
    course: Course
    end: int
    """The last position."""
    result: Result | None
    """None where the record ends before the game does."""
    fair: bool
    """Whether its dice can be verified."""

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        texts = sum(len(event.text) for event in self.course.events)
        return texts + EVENT_BYTES * len(self.course.events) + COPY_BYTES * self.course.copies


class Replays(Prepared[Replay]):
    """By the paths of their pages."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        super().__init__(most_bytes, attrgetter("size"))


class RecordTexts(Prepared[str]):
    """By the names of their tables and how many people were forgotten there."""

    def __init__(self) -> None:
        super().__init__(MOST_TEXT_BYTES, len)
