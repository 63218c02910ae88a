"""Middleware around every request: limits before it, security headers on every response."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubilete.core.message import N_
from cubilete.host.load import Load
from cubilete.web.http.identity import Identities
from cubilete.web.http.limits import (
    BURST,
    RATE,
    RECORD_BURST,
    RECORD_PATHS,
    RECORD_RATE,
    Buckets,
    TooFast,
    TooLarge,
    largest_body,
    too_large,
)
from cubilete.web.http.requests import identities_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)
NOT_CACHED = (b"cache-control", b"no-store")
CACHED_AN_HOUR = (b"cache-control", b"public, max-age=3600")
STATIC = ("/static/", "/s/", "/games/")
FAREWELL = 1.0
"""Seconds that a client that does not read has to take the end of its stream."""

ErrorResponse = Callable[[Request, Exception], Response]


class Guard:
    def __init__(self, app: ASGIApp, error_response: ErrorResponse, load: Load) -> None:
        self.app = app
        self.load = load
        self.error_response = error_response
        self.buckets = Buckets(RATE, BURST)
        self.record_buckets = Buckets(RECORD_RATE, RECORD_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        unfinished = False
        cached = CACHED_AN_HOUR if scope["path"].startswith(STATIC) else NOT_CACHED

        async def send_guarded(message: Message) -> None:
            nonlocal unfinished
            starts = message["type"] == "http.response.start"
            unfinished = starts or message.get("more_body", False)
            if starts:
                headers = [*message.get("headers", ()), *SECURITY_HEADERS, cached]
                message = {**message, "headers": headers}
            await send(message)

        request = Request(scope)
        try:
            self.check(request)
        except (TooFast, TooLarge) as error:
            await self.error_response(request, error)(scope, receive, send_guarded)
            return
        if scope["method"] == "POST":
            receive = limited(receive, largest_body(scope["path"]))
        elif scope["path"].endswith("/stream"):
            receive = until(request.app.state.closing, receive)
        await self.app(scope, receive, send_guarded)
        if unfinished:  # a stream that was ended because the server stops
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await send({"type": "http.response.body"})

    def check(self, request: Request) -> None:
        """Refuses what is too large, and changes that come too fast or when too many wait."""
        length = request.headers.get("content-length", "0")
        path = request.scope["path"]
        if not length.isdigit() or len(length) > 9 or int(length) > largest_body(path):
            raise too_large()
        if request.method != "POST":
            return
        if self.load.overloaded:
            raise TooFast(
                "too-many", "", N_("Too much is going on at the tables. Try again in a moment.")
            )
        buckets = self.record_buckets if path in RECORD_PATHS else self.buckets
        if not buckets.take(sender_of(request), monotonic()):
            raise TooFast("too-fast", "", N_("That was too fast. Wait a second."))


def limited(receive: Receive, most: int) -> Receive:
    """Counts the bytes of a body, which may come in chunks without a length."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise HTTPException(413)  # parsers of bodies let HTTPException through
        return message

    return counted


def until(closing: asyncio.Event, receive: Receive) -> Receive:
    """Reports a disconnect when the server is about to stop, so that streams end."""

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


def sender_of(request: Request) -> str:
    """The seat or browser where its signature is right, otherwise the address: inventing names
    gains nothing."""
    identities: Identities = identities_of(request)
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    seat = identities.from_api_token(token) if token else None
    if seat is not None:
        return seat.key
    person = identities.person_of(request)
    return person.key if person.known else request.client.host if request.client else ""
