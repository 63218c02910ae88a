"""What holds for every request: sizes and rates are limited, and answers carry the browser's
rules."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.web.asking import people_of
from cubilete.web.lateness import Lateness

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
RULES = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)
NOT_KEPT = (b"cache-control", b"no-store")
KEPT_AN_HOUR = (b"cache-control", b"public, max-age=3600")
LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 2 * 1024 * 1024
"""Whole games come as one body."""
RECORDS_AT = ("/replay", "/api/records")
RATE = 50.0
"""Changes a second that one person may make on average."""
BURST = 100.0
"""Changes that one person may make at once."""
RECORD_RATE = 0.2
RECORD_BURST = 12.0
"""The same for records, which are kept for good."""
MOST_BUCKETS = 20_000
FAREWELL = 1.0
"""Seconds that somebody who does not read has to hear that the server stops."""


class Buckets:
    """How much each person may still do; it fills up again with time."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.levels: dict[str, tuple[float, float]] = {}

    def take(self, who: str, now: float) -> bool:
        level, then = self.levels.pop(who, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        allowed = level >= 1
        self.levels[who] = (level - 1 if allowed else level, now)
        if len(self.levels) > MOST_BUCKETS:  # whoever has been quiet for longest is forgotten
            del self.levels[next(iter(self.levels))]
        return allowed


class TooFast(CubileteError):
    """Somebody asks for more in a second than a person could, or all together than the server
    can do."""


class TooLarge(CubileteError):
    """A body that no form or program of ours would send."""


Complain = Callable[[Request, Exception], Response]


class Guard:
    """Between the server and the application."""

    def __init__(self, app: ASGIApp, complain: Complain, lateness: Lateness) -> None:
        self.app = app
        self.lateness = lateness
        self.complain = complain
        self.buckets = Buckets(RATE, BURST)
        self.records = Buckets(RECORD_RATE, RECORD_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        open_ended = False

        async def send_guarded(message: Message) -> None:
            nonlocal open_ended
            starts = message["type"] == "http.response.start"
            open_ended = starts or message.get("more_body", False)
            if starts:
                static = scope["path"].startswith(("/static/", "/s/"))
                kept = KEPT_AN_HOUR if static else NOT_KEPT
                message = {**message, "headers": [*message.get("headers", ()), *RULES, kept]}
            await send(message)

        request = Request(scope)
        try:
            self.check(request)
        except (TooFast, TooLarge) as error:
            await self.complain(request, error)(scope, receive, send_guarded)
            return
        if scope["method"] == "POST":
            receive = only_so_much(receive, largest_body(scope["path"]))
        elif scope["path"].endswith("/stream"):
            receive = until(request.app.state.closing, receive)
        await self.app(scope, receive, send_guarded)
        if open_ended:  # a stream that was told to leave, and may not even be listening
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await send({"type": "http.response.body"})

    def check(self, request: Request) -> None:
        length = request.headers.get("content-length", "0")
        path = request.scope["path"]
        if not length.isdigit() or len(length) > 9 or int(length) > largest_body(path):
            raise too_large()
        if request.method != "POST":
            return
        if self.lateness.too_late:
            raise TooFast(
                "too-many", "", N_("Too much is going on at the tables. Try again in a moment.")
            )
        buckets = self.records if path in RECORDS_AT else self.buckets
        if not buckets.take(who_asks(request), monotonic()):
            raise TooFast("too-fast", "", N_("That was too fast. Wait a second."))


def too_large() -> TooLarge:
    return TooLarge("too-large", "", N_("That is too long."))


def largest_body(path: str) -> int:
    return LARGEST_RECORD if path in RECORDS_AT else LARGEST_BODY


def only_so_much(receive: Receive, most: int) -> Receive:
    """A body may come in pieces, without saying how many: they are counted."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise HTTPException(413)  # the one kind that whoever parses a body lets through
        return message

    return counted


def until(closing: asyncio.Event, receive: Receive) -> Receive:
    """Somebody who looks is told to leave when the server is about to stop."""

    async def either() -> Message:
        message = asyncio.ensure_future(receive())
        stop = asyncio.ensure_future(closing.wait())
        try:
            await asyncio.wait((message, stop), return_when=asyncio.FIRST_COMPLETED)
            return message.result() if message.done() else {"type": "http.disconnect"}
        finally:
            message.cancel()
            stop.cancel()

    return either


def who_asks(request: Request) -> str:
    """The seat or the browser, if we know it, or at least the address that a request comes
    from: whoever makes names up gets no more for it."""
    people = people_of(request)
    seat = people.from_seat_link(request.headers.get("authorization", "").removeprefix("Bearer "))
    if seat is not None:
        return seat.key
    person = people.who(request)
    return person.key if person.known else request.client.host if request.client else ""
