"""Who is there: no accounts. A signed cookie tells one browser from another.

The cookie holds a random number that nobody else knows. What is kept with a seat is its hash,
so neither the store nor an export gives a seat away.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "cubilete"
YEAR = 365 * 24 * 3600
SIGNED = 1 << 13
"""How many signatures are remembered: those who play are asked for theirs with every move."""


@dataclass(frozen=True)
class Person:
    """Whoever sent a request."""

    key: str
    known: bool
    """Whether the cookie was there, or has to be set."""

    @property
    def owner(self) -> str:
        """What is kept with a seat."""
        return hashlib.sha256(f"owner {self.key}".encode()).hexdigest()[:32]


def same(one: str, other: str) -> bool:
    """Compared in a time that tells nothing; what is sent may be any text."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())


class People:
    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.sign = lru_cache(SIGNED)(self._sign)

    def _sign(self, purpose: str, value: str) -> str:
        message = f"{purpose} {value}".encode("utf-8", "replace")
        return hmac.new(self.secret, message, hashlib.sha256).hexdigest()[:32]

    def who(self, request: Request) -> Person:
        key, _, signature = request.cookies.get(COOKIE, "").partition(".")
        if key and same(signature, self.sign("cookie", key)):
            return Person(key, known=True)
        return Person(secrets.token_hex(16), known=False)

    def remember(self, person: Person, response: Response, secure: bool) -> None:
        if not person.known:
            response.set_cookie(
                COOKIE,
                f"{person.key}.{self.sign('cookie', person.key)}",
                max_age=YEAR,
                httponly=True,
                secure=secure,
                samesite="lax",
            )

    def form_token(self, person: Person) -> str:
        """What every form carries: a page of somebody else's can't know it."""
        return self.sign("form", person.key)

    def form_is_ours(self, person: Person, token: str) -> bool:
        return person.known and same(token, self.form_token(person))

    # --- Links that move a seat to another device ---

    def seat_link(self, person: Person) -> str:
        return f"{person.key}.{self.sign('device', person.key)}"

    def from_seat_link(self, link: str) -> Person | None:
        key, _, signature = link.partition(".")
        if key and same(signature, self.sign("device", key)):
            return Person(key, known=False)
        return None
