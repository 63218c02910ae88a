"""Values that take long to make: made once, in a thread, and kept in memory while they are used.

One value is made at a time, so that requests for many of them take the interpreter from the event
loop for no more than a thread's share. A value must never go stale: it is removed only when there
are too many, or when nobody has used it for a while.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Prepared(Generic[Value]):
    """The values of this process, by name, the one that was used last at the end."""

    def __init__(self, most_bytes: int, size_of: Callable[[Value], int]) -> None:
        """The value used last is kept in any case, the others within `most_bytes`."""
        self.most_bytes = most_bytes
        self.size_of = size_of
        self.size = 0
        self._kept: dict[str, tuple[Value, float]] = {}
        """Each with the time of its last use."""
        self._preparing = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "prepared")

    def get(self, name: str) -> Value | None:
        """The value of this name, if it is kept."""
        found = self._kept.pop(name, None)
        if found is None:
            return None
        self._kept[name] = found[0], monotonic()
        return found[0]

    async def prepare(self, name: str, make: Callable[[], Value]) -> Value:
        """The value of this name, made in a thread unless it is kept."""
        async with self._preparing:
            found = self.get(name)
            if found is None:
                loop = asyncio.get_running_loop()
                found = await loop.run_in_executor(self._thread, make)
                self._keep(name, found)
        return found

    def _keep(self, name: str, value: Value) -> None:
        self._kept[name] = value, monotonic()
        self.size += self.size_of(value)
        while self.size > self.most_bytes and len(self._kept) > 1:
            self._remove(next(iter(self._kept)))

    def forget(self, used_before: float) -> None:
        """Removes what was last used before this time."""
        for name, (_, used_at) in list(self._kept.items()):
            if used_at < used_before:
                self._remove(name)

    def _remove(self, name: str) -> None:
        self.size -= self.size_of(self._kept.pop(name)[0])

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
