"""Identity without accounts: a signed cookie tells one browser from another.

The cookie holds a random key that only the browser and the server know. The store keeps its hash
with a seat, so neither the database nor an export gives a seat away.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import cached_property, lru_cache

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "cubilete"
YEAR = 365 * 24 * 3600
CACHED_SIGNATURES = 1 << 13
"""Signatures are needed with every request of somebody who plays."""


@dataclass(frozen=True)
class Person:
    """The sender of a request."""

    key: str
    known: bool
    """Whether the cookie was there, or has to be set."""

    @cached_property
    def owner(self) -> str:
        """What is stored with a seat."""
        return hashlib.sha256(f"owner {self.key}".encode()).hexdigest()[:32]


def equal_in_constant_time(sent: str, expected: str) -> bool:
    """`sent` may be any text; the time of the comparison does not depend on it."""
    return hmac.compare_digest(sent.encode("utf-8", "replace"), expected.encode())


class Identities:
    """Makes and checks cookies, form tokens and links, signed with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.sign = lru_cache(CACHED_SIGNATURES)(self._sign)

    def _sign(self, purpose: str, value: str) -> str:
        message = f"{purpose} {value}".encode("utf-8", "replace")
        return hmac.new(self.secret, message, hashlib.sha256).hexdigest()[:32]

    def person_of(self, request: Request) -> Person:
        key, _, signature = request.cookies.get(COOKIE, "").partition(".")
        if key and equal_in_constant_time(signature, self.sign("cookie", key)):
            return Person(key, known=True)
        return Person(secrets.token_hex(16), known=False)

    def set_cookie(self, person: Person, response: Response, secure: bool) -> None:
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
        """What every form carries: another site's page can't know it."""
        return self.sign("form", person.key)

    def is_own_form(self, person: Person, token: str) -> bool:
        return person.known and equal_in_constant_time(token, self.form_token(person))

    # --- Links and tokens that give a person's seats to another device or program ---

    def seat_link(self, person: Person) -> str:
        return f"{person.key}.{self.sign('device', person.key)}"

    def from_seat_link(self, link: str) -> Person | None:
        key, _, signature = link.partition(".")
        if key and equal_in_constant_time(signature, self.sign("device", key)):
            return Person(key, known=False)
        return None
