"""Waiting for a condition. The limit only ends a test that hangs: a busy machine is slow."""

import time
from collections.abc import Callable

LIMIT = 300.0
"""Seconds that a condition may take to become true."""
TIMEOUT = 120.0
"""Seconds that one answer of a server may take."""


def wait_until(
    condition: Callable[[], bool], what: str = "the condition", pause: float = 0.01
) -> None:
    deadline = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < deadline, f"{what} is not true after {LIMIT:.0f} s"
        time.sleep(pause)
