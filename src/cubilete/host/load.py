"""Load shedding by the number of changes that wait in this process.

When too many changes wait, new ones are refused at once (429), so that those admitted keep their
latency bound. The web checks `overloaded` once, before it begins a request; what was admitted is
never dropped.

No clock takes part. A timer that fires late only says that the machine is busy, perhaps with other
programs, or that it was asleep; a person who plays there alone must still be served. Fewer than
`most` concurrent changes are never refused, however slow each of them is.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

MOST_WAITING = 160
"""Changes that may wait at once.

A process makes 300 to 400 changes a second, the pages of all viewers included: about 3 ms each. A
full batch of 160 thus takes half a second. A request waits for at most about two batches: in its
socket while the loop works on the batch before, and for its own commit and page. That bounds its
latency to about a second. Measured with 3 ms a change, on a machine with two busy cores: p99 is
1.3 s at twice the load that the process can carry, 1.7 s at four times; without the limit it grows
by a second every two seconds.

Normal load is far below: 300 changes a second that take 150 ms are 45 waiting changes. A burst of
100, which is what one person's rate limit allows, fits too.
"""


class Load:
    """How many changes wait in this process."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self.most = most
        self.waiting = 0
        """Changes that have begun and not finished: those of bots and clocks too."""

    @property
    def overloaded(self) -> bool:
        """Whether a new change must be refused."""
        return self.waiting >= self.most

    @contextmanager
    def count(self) -> Iterator[None]:
        """Counts a change as waiting until the loop has run what the change woke up.

        The work that follows a change, its answer and the pages of its viewers, takes longer than
        the change. It is queued in the loop before `_finish`, so it counts as well.
        """
        self.waiting += 1
        try:
            yield
        finally:
            asyncio.get_running_loop().call_soon(self._finish)

    def _finish(self) -> None:
        self.waiting -= 1
