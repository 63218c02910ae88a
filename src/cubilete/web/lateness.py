"""How late the server is with what it has to do, and when that is too late to begin more.

A timer that should go off now and then goes off late when there is too much to do. Somebody who
asks for a change is then told to come back in a moment, at once: whoever has been taken on is
served in a bearable time, and nothing that was acknowledged is ever dropped.
"""

import asyncio

EVERY = 0.1
"""Seconds between two looks at the clock."""
WEIGHT = 0.3
"""Of the last look: one hiccup of the machine is not yet too much to do."""
TOO_LATE = 0.5
"""Seconds: every move would take twice as long, and longer and longer."""


class Lateness:
    def __init__(self) -> None:
        self.seconds = 0.0

    @property
    def too_late(self) -> bool:
        return self.seconds > TOO_LATE

    def note(self, late: float) -> None:
        self.seconds += WEIGHT * (late - self.seconds)

    async def measure(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self.note(max(0.0, loop.time() - due))
