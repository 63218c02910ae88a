"""Limits: how large a body may be, and how much one person and one address may ask for.

Identities are free, so a limit for each of them stops nobody who throws the cookie away. Every
request therefore counts for its address too. Many people may share one address (a family, a
school, a phone network), so what an address may do is generous, and its numbers are chosen by what
the server can bear.
"""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import lru_cache
from weakref import WeakValueDictionary

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_

LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 2 * 1024 * 1024
"""Whole games come as one body."""
RECORD_PATHS = ("/replay", "/api/records")
OPENING_PATHS = ("/tables", "/api/tables", "/workshop", "/evening", "/cup/216", "/cup/dizzle")
OPENING_ENDS = ("/again", "/choose")
"""Rematches, and games of an evening."""
LESSONS = "/learn/"
HINT = "/hint"
ANALYSIS = "/analysis"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
MOST_BUCKETS = 20_000


class Kind(Enum):
    """What a request asks for."""

    READ = auto()
    """A page, a stream, a look or a file."""
    CHANGE = auto()
    """A move, a line of chat, and everything else that is sent to a table."""
    OPENING = auto()
    """A new table."""
    RECORD = auto()
    """An imported record."""
    HINT = auto()
    """What to do now, which takes up to a second of a processor."""
    ANALYSIS = auto()
    """The analysis of a game."""


def kind_of(method: str, path: str) -> Kind:
    if method in SAFE_METHODS:
        return Kind.READ
    if path in RECORD_PATHS:
        return Kind.RECORD
    if path in OPENING_PATHS or path.startswith(LESSONS) or path.endswith(OPENING_ENDS):
        return Kind.OPENING
    if path.endswith(HINT):
        return Kind.HINT
    return Kind.ANALYSIS if path.endswith(ANALYSIS) else Kind.CHANGE


class Lasting(Enum):
    """Requests that may take a while."""

    STREAM = auto()
    CHANGE = auto()
    REPLAY = auto()


def lasting(method: str, path: str) -> Lasting | None:
    """What holds a place of its address while it is answered; None for what is answered at once."""
    if method not in SAFE_METHODS:
        return Lasting.CHANGE
    if path.endswith("/stream"):
        return Lasting.STREAM
    return Lasting.REPLAY if path.startswith(("/r/", "/print/")) else None


@dataclass(frozen=True)
class Rate:
    """How much may be asked for."""

    a_second: float
    """On average."""
    at_once: float


PERSON_RATES = {
    Kind.CHANGE: Rate(50, 100),
    Kind.RECORD: Rate(0.2, 12),
    Kind.HINT: Rate(0.5, 12),
}
"""For each person or program that is known by a cookie or token; a new table is a change."""

ADDRESS_RATES = {
    # Thirty people who open a table at once ask for about 400 pages and files. A page takes 1 to 2
    # ms, so an address can occupy a fifth of a process for long.
    Kind.READ: Rate(100, 600),
    # Thirty people make a few moves a second, two programs at full speed 100. A process makes 300
    # to 400 changes a second.
    Kind.CHANGE: Rate(100, 300),
    # A table is stored for a week at least, and takes a few kilobytes: 50 MB a day.
    Kind.OPENING: Rate(0.2, 120),
    # Thirty people who learn a game together; most hints take a tenth of a second.
    Kind.HINT: Rate(2, 60),
    # A record is stored for three months at least, and takes up to 2 MB.
    Kind.RECORD: Rate(0.05, 40),
    # An analysis takes up to a minute of a core. How many run at once is bounded by the host.
    Kind.ANALYSIS: Rate(0.1, 30),
}
"""For each IPv4 address, or network of IPv6 addresses."""


ADDRESS_SLOTS = {
    Lasting.STREAM: 256,
    # A fifth of what may wait in a process (host/load.py).
    Lasting.CHANGE: 32,
    # One thread reads all imported records, up to half a second each, and one prints.
    Lasting.REPLAY: 16,
}
"""For each IPv4 address, or network of IPv6 addresses."""

REFUSALS = Rate(20, 100)


@dataclass(frozen=True)
class Limits:
    """The limits of one server."""

    person: Mapping[Kind, Rate] = field(default_factory=lambda: PERSON_RATES)
    address: Mapping[Kind, Rate] = field(default_factory=lambda: ADDRESS_RATES)
    refusals: Rate = REFUSALS
    """Refusals of one address that are answered at once; the others wait for `refusal_delay`."""
    refusal_delay: float = 1.0
    """Seconds. A client that waits sends nothing, so a flood is slowed down to its number of
    connections a second."""
    at_once: Mapping[Lasting, int] = field(default_factory=lambda: ADDRESS_SLOTS)
    """Requests of one address that may last at the same time."""
    advised_at_once: int = 2
    """Hints for one address that may be computed at the same time."""
    drawn_at_once: int = 2
    """Updates of one address's streams that may be drawn in one pass of the event loop: 1 to 2 ms
    each, and other people's requests need a few passes."""
    body_pause: float = 10.0
    """Seconds that the next bytes of a body may take."""
    body_time: float = 30.0
    """Seconds that a whole body may take."""
    record_time: float = 120.0
    """Seconds that a whole record may take: 2 MB over a slow line."""

    def time_for_body(self, path: str) -> float:
        return self.record_time if path in RECORD_PATHS else self.body_time


def without_address_limits() -> Limits:
    """For measurements that send everything from one address, or where a proxy limits."""
    return Limits(address={}, at_once={}, advised_at_once=10**6, drawn_at_once=10**6)


class TooFast(CubileteError):
    """One sender, or all together, ask for more than is admitted."""


class TooLarge(CubileteError):
    """The body is larger than any form or program of ours sends."""


def too_fast() -> TooFast:
    return TooFast("too-fast", "", N_("That was too fast. Wait a second."))


def too_many() -> TooFast:
    return TooFast("too-many", "", N_("The tables are very busy. Try again in a moment."))


def too_large() -> TooLarge:
    return TooLarge("too-large", "", N_("That is too long. Make it shorter."))


def largest_body(path: str) -> int:
    return LARGEST_RECORD if path in RECORD_PATHS else LARGEST_BODY


@lru_cache(4096)
def network_of(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network of an IPv6 address, because
    every household has a whole network of these."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


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


class Slots:
    """Counts the requests of each address that are being answered."""

    def __init__(self, most: Mapping[Lasting, int]) -> None:
        self.most = most
        self.taken: Counter[tuple[Lasting | None, str]] = Counter()

    def full(self, kind: Lasting | None, address: str) -> bool:
        most = self.most.get(kind) if kind is not None else None
        return most is not None and self.taken[kind, address] >= most

    @contextmanager
    def hold(self, kind: Lasting | None, address: str) -> Iterator[None]:
        """A change holds its place from the first byte of its body on: a slow sender gets
        no more places."""
        self.taken[kind, address] += 1
        try:
            yield
        finally:
            self.taken[kind, address] -= 1
            if not self.taken[kind, address]:
                del self.taken[kind, address]


class Turns:
    """Lets the requests of an address do some work a few at a time, so that they wait for each
    other and not all others for them.

    Streams draw their updates so: one change wakes all streams of its table, and those of one
    client would be drawn in one pass of the event loop. Replays and imports too: one thread makes
    them.
    """

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._semaphores: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def take(self, address: str) -> AsyncIterator[None]:
        semaphore = self._semaphores.get(address)
        if semaphore is None:
            semaphore = self._semaphores[address] = asyncio.Semaphore(self.at_once)
        async with semaphore:
            await asyncio.sleep(0)  # the next pass of the event loop
            yield

    def is_taken(self, address: str) -> bool:
        """Whether as many requests of the address as may are at work."""
        semaphore = self._semaphores.get(address)
        return semaphore is not None and semaphore.locked()


class RateLimit:
    """The buckets of all kinds of requests."""

    def __init__(self, rates: Mapping[Kind, Rate]) -> None:
        self.buckets = {kind: Buckets(rate.a_second, rate.at_once) for kind, rate in rates.items()}

    def admits(self, kind: Kind, sender: str, now: float) -> bool:
        buckets = self.buckets.get(kind)
        return buckets is None or buckets.take(sender, now)
