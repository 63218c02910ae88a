"""Middleware around every request: limits before it, security headers on every response.

What is cheap to check comes first, so that a flood is refused before it costs anything.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubilete.core.errors import CubileteError
from cubilete.host.load import Load
from cubilete.web.html.install.version import HEADER, static_version, without_version
from cubilete.web.http.bodies import bounded_size, bounded_time, until
from cubilete.web.http.identity import Identities
from cubilete.web.http.limits import (
    Buckets,
    Kind,
    Lasting,
    Limits,
    RateLimit,
    Slots,
    kind_of,
    largest_body,
    lasting,
    too_fast,
    too_large,
    too_many,
)
from cubilete.web.http.origins import Origins
from cubilete.web.http.requests import address_of, identities_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)
NOT_CACHED = (b"cache-control", b"no-store")
CACHED_AN_HOUR = (b"cache-control", b"public, max-age=3600")
CACHED_FOR_GOOD = (b"cache-control", b"public, max-age=31536000, immutable")
STATIC = ("/static/", "/s/", "/games/", "/icons/")
FAREWELL = 1.0
"""Seconds that a client that does not read has to take the end of its stream."""

ErrorResponse = Callable[[Request, Exception], Response]


@lru_cache(8)
def static_headers(version: str) -> tuple[tuple[bytes, bytes], ...]:
    """For a file that was asked for with this version. Under its own version it never changes;
    under another one it is what the page of another server asks for."""
    cached = CACHED_FOR_GOOD if version == static_version() else NOT_CACHED
    said = (HEADER.lower().encode(), static_version().encode())
    return (cached if version else CACHED_AN_HOUR), said


class Guard:
    def __init__(
        self,
        app: ASGIApp,
        error_response: ErrorResponse,
        load: Load,
        limits: Limits,
        origins: Origins,
    ) -> None:
        self.app = app
        self.error_response = error_response
        self.load = load
        self.limits = limits
        self.origins = origins
        self.addresses = RateLimit(limits.address)
        self.persons = RateLimit(limits.person)
        self.refusals = Buckets(limits.refusals.a_second, limits.refusals.at_once)
        self.slots = Slots(limits.at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        unfinished = False
        version, path = without_version(scope["path"])
        if version:
            scope = {**scope, "path": path, "raw_path": quote(path).encode()}
        more = static_headers(version) if path.startswith(STATIC) else (NOT_CACHED,)

        async def send_guarded(message: Message) -> None:
            nonlocal unfinished
            starts = message["type"] == "http.response.start"
            unfinished = starts or message.get("more_body", False)
            if starts:
                headers = [*message.get("headers", ()), *SECURITY_HEADERS, *more]
                message = {**message, "headers": headers}
            await send(message)

        request = Request(scope)
        address = address_of(scope)
        lasts = lasting(scope["method"], scope["path"])
        try:
            self.check(request, address, lasts)
        except CubileteError as error:
            if not self.refusals.take(address, monotonic()):
                await asyncio.sleep(self.limits.refusal_delay)
            await self.error_response(request, error)(scope, receive, send_guarded)
            return
        with self.slots.hold(lasts, address):
            await self.app(scope, self.guarded(request, receive, lasts), send_guarded)
        if unfinished:  # a stream that was ended because the server stops
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await send({"type": "http.response.body"})

    def check(self, request: Request, address: str, lasts: Lasting | None) -> None:
        """Refuses what is too large, too fast or foreign, and changes when too many wait."""
        path = request.scope["path"]
        kind = kind_of(request.method, path)
        now = monotonic()
        if not self.addresses.admits(kind, address, now):
            raise too_fast()
        self.origins.check(request.scope)
        length = request.headers.get("content-length", "0")
        if not length.isdigit() or len(length) > 9 or int(length) > largest_body(path):
            raise too_large()
        if self.slots.full(lasts, address):
            raise too_many()
        if lasts is Lasting.CHANGE:
            if self.load.overloaded:
                raise too_many()
            personal = kind if kind in (Kind.RECORD, Kind.HINT) else Kind.CHANGE
            if not self.persons.admits(personal, sender_of(request, address), now):
                raise too_fast()

    def guarded(self, request: Request, receive: Receive, lasts: Lasting | None) -> Receive:
        if lasts is Lasting.STREAM:
            return until(request.app.state.closing, receive)
        if lasts is not Lasting.CHANGE:
            return receive
        path = request.scope["path"]
        timed = bounded_time(receive, self.limits.body_pause, self.limits.time_for_body(path))
        return bounded_size(timed, largest_body(path))


def sender_of(request: Request, address: str) -> str:
    """The seat or browser where its signature is right, otherwise the address: inventing names
    gains nothing."""
    identities: Identities = identities_of(request)
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    seat = identities.from_api_token(token) if token else None
    if seat is not None:
        return seat.key
    person = identities.person_of(request)
    return person.key if person.known else address
