"""What holds for every request: sizes and rates are limited, and answers carry the browser's
rules."""

from time import monotonic

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
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


class Guard:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.buckets = Buckets(RATE, BURST)
        self.records = Buckets(RECORD_RATE, RECORD_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > largest_body(scope["path"]):
            await PlainTextResponse("too large", status_code=413)(scope, receive, send)
            return
        buckets = self.records if scope["path"] in RECORDS_AT else self.buckets
        if scope["method"] == "POST" and not buckets.take(who_asks(scope), monotonic()):
            too_fast = PlainTextResponse("too fast", status_code=429, headers={"Retry-After": "1"})
            await too_fast(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                answer["Content-Security-Policy"] = POLICY
                answer["X-Content-Type-Options"] = "nosniff"
                answer["Referrer-Policy"] = "same-origin"
                static = scope["path"].startswith("/static/")
                answer["Cache-Control"] = "public, max-age=3600" if static else "no-store"
            await send(message)

        await self.app(scope, receive, send_guarded)


def largest_body(path: str) -> int:
    return LARGEST_RECORD if path in RECORDS_AT else LARGEST_BODY


def who_asks(scope: Scope) -> str:
    """The seat, the browser, or at least the address that a request comes from."""
    headers = Headers(scope=scope)
    client = scope.get("client")
    return (
        headers.get("authorization")
        or headers.get("cookie", "")[:200]
        or (str(client[0]) if client else "")
    )
