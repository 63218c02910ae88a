"""Load shedding by the number of changes that wait in this process.

When too many changes wait, new ones are refused at once with 429, so that those admitted keep their
latency bound. Nothing that was admitted is ever dropped.

No clock takes part. A timer that fires late only says that the machine is busy, perhaps with other
programs, or that it was asleep; one person who plays there must still be served. So fewer than
`most` concurrent changes are never refused, however slow each of them is.
"""

from collections.abc import Iterator
from contextlib import contextmanager

MOST_WAITING = 256
"""Changes that may wait at once.

One process makes about 300 to 400 changes a second, their viewers' pages included. By Little's law
256 waiting changes take 256 / 350 = 0.7 s, which leaves some of a second for the answer. It is also
what the SQLite store commits in one transaction. At 300 changes a second and answers within 150 ms
about 45 are waiting, so normal load stays far below; a client's burst of 100 (the limit of one
person's rate) fits twice.
"""


class Load:
    """How many changes wait in this process."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self.most = most
        self.waiting = 0
        """Changes that have been admitted and not finished: those of bots and clocks too."""

    @property
    def overloaded(self) -> bool:
        """Whether a new change must be refused."""
        return self.waiting >= self.most

    @contextmanager
    def count(self) -> Iterator[None]:
        """Counts a change as waiting while the context is open."""
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1
