"""Limits: how large a body may be, and how many changes one sender may make."""

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_

LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 2 * 1024 * 1024
"""Whole games come as one body."""
RECORD_PATHS = ("/replay", "/api/records")
RATE = 50.0
"""Changes a second that one person may make on average."""
BURST = 100.0
"""Changes that one person may make at once."""
RECORD_RATE = 0.2
RECORD_BURST = 12.0
"""The same for records, which are stored for good."""
MOST_BUCKETS = 20_000


class TooFast(CubileteError):
    """One sender, or all together, ask for more changes than are admitted."""


class TooLarge(CubileteError):
    """The body is larger than any form or program of ours sends."""


def too_large() -> TooLarge:
    return TooLarge("too-large", "", N_("That is too long."))


def largest_body(path: str) -> int:
    return LARGEST_RECORD if path in RECORD_PATHS else LARGEST_BODY


class Buckets:
    """A token bucket for each sender."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.levels: dict[str, tuple[float, float]] = {}

    def take(self, sender: str, now: float) -> bool:
        """Takes one token; False if there is none."""
        level, then = self.levels.pop(sender, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        allowed = level >= 1
        self.levels[sender] = (level - 1 if allowed else level, now)
        if len(self.levels) > MOST_BUCKETS:  # the sender that was quiet for longest
            del self.levels[next(iter(self.levels))]
        return allowed
