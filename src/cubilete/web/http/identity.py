"""Identity without accounts: a signed cookie tells one browser from another.

The cookie holds a random key that only the browser and the server know. The store keeps its hash
with a seat, so neither the database nor an export gives a seat away.

A cookie belongs to a *generation* of the person's devices. When a person signs their other devices
out, the lowest generation that counts is raised, and only the browser that asked for it gets a
cookie of the new one. Generation 0 is not written down: cookies of earlier versions are of it.

Every signature is for one purpose, so a link is no token, a token no cookie, and so on. Earlier
versions signed links and tokens alike (`OLD_PURPOSE`); those are refused, because a link could be
used as a token by everybody who had seen it.
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
LINK_SECONDS = 600
"""How long a link to another device works."""
OLD_PURPOSE = "device"


@dataclass(frozen=True)
class Person:
    """The sender of a request."""

    key: str
    known: bool
    """Whether the cookie was there, or has to be set."""
    generation: int = 0
    """Of the device that the request came from."""

    @cached_property
    def owner(self) -> str:
        """What is stored with a seat."""
        return hashlib.sha256(f"owner {self.key}".encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Link:
    """What a link to another device says."""

    person: Person
    until: int
    """Seconds since 1970."""
    nonce: str


def equal_in_constant_time(sent: str, expected: str) -> bool:
    """`sent` may be any text; the time of the comparison does not depend on it."""
    return hmac.compare_digest(sent.encode("utf-8", "replace"), expected.encode())


class Identities:
    """Makes and checks cookies, form tokens, links and tokens of programs."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.dice_key = b""
        """What the secrets of drafts are derived from; read from the store."""
        self._lowest: dict[str, int] = {}
        """The lowest generation that counts, for each owner who has signed devices out."""
        self.sign = lru_cache(CACHED_SIGNATURES)(self._sign)

    def _sign(self, purpose: str, value: str) -> str:
        message = f"{purpose} {value}".encode("utf-8", "replace")
        return hmac.new(self.secret, message, hashlib.sha256).hexdigest()[:32]

    # --- Signed keys: cookies, and tokens of programs ---

    def _signed(self, purpose: str, person: Person) -> str:
        """Key and signature; between them the generation, unless it is 0."""
        if not person.generation:
            return f"{person.key}.{self.sign(purpose, person.key)}"
        signature = self.sign(f"{purpose}.{person.generation}", person.key)
        return f"{person.key}.{person.generation}.{signature}"

    def _read(self, purpose: str, signed: str) -> Person | None:
        """The person of a signed key, also if the device was signed out; None if the signature is
        wrong."""
        key, _, rest = signed.partition(".")
        number, _, signature = rest.rpartition(".")
        if number:
            purpose = f"{purpose}.{number}"
        if not key or not equal_in_constant_time(signature, self.sign(purpose, key)):
            return None
        return Person(key, known=True, generation=int(number or "0"))

    def sign_out(self, owner: str, lowest: int) -> None:
        """Devices of generations below `lowest` no longer count. What was read from the store may
        be older than what is known here."""
        self._lowest[owner] = max(lowest, self._lowest.get(owner, 0))

    def is_signed_out(self, person: Person) -> bool:
        return person.generation < self._lowest.get(person.owner, 0)

    # --- Browsers ---

    def person_of(self, request: Request) -> Person:
        person = self._read("cookie", request.cookies.get(COOKIE, ""))
        if person is None or self.is_signed_out(person):
            return Person(secrets.token_hex(16), known=False)
        return person

    def cookie_of(self, person: Person) -> str:
        return self._signed("cookie", person)

    def set_cookie(self, person: Person, response: Response, secure: bool) -> None:
        if not person.known:
            response.set_cookie(
                COOKIE,
                self.cookie_of(person),
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

    # --- Programs ---

    def api_token(self, person: Person) -> str:
        return self._signed("api", person)

    def from_api_token(self, token: str) -> Person | None:
        """The person of a token, also if it was signed out; None for anything else."""
        return self._read("api", token)

    def is_of_earlier_version(self, signed: str) -> bool:
        """Whether it is a link or token of an earlier version."""
        return self._read(OLD_PURPOSE, signed) is not None

    # --- Links that bring a person's seats to another device ---

    def device_link(self, person: Person, now: float) -> str:
        """A link that works for LINK_SECONDS from `now`."""
        until = int(now) + LINK_SECONDS
        content = f"{person.key}.{person.generation}.{until:x}.{secrets.token_hex(8)}"
        return f"{content}.{self.sign('link', content)}"

    def from_device_link(self, link: str) -> Link | None:
        """What a link says, also if it has expired; None if this server did not sign it."""
        content, _, signature = link.rpartition(".")
        if not equal_in_constant_time(signature, self.sign("link", content)):
            return None
        key, generation, until, nonce = content.split(".")
        person = Person(key, known=False, generation=int(generation))
        return Link(person, int(until, 16), nonce)
