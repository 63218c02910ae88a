"""Pieces: elements that are drawn once for the same values, and sent once to each browser.

A piece carries the hash of its HTML in `data-v`. An update names the pieces that a browser has by
their hashes (`data-same`), and the script keeps those elements. So an update holds what changed
and little else.

The hash is keyed: people choose words in pieces (names, chat), and two pieces of the same hash
would show different words to different people. All processes use the same key, derived from the
store's secret, so a browser may go on with another one. A hash of another key is unknown to the
server, and the piece is sent.
"""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import blake2b

from markupsafe import Markup

OPENING = re.compile(r"\s*<([a-z][a-z0-9]*)")
DIGEST_BYTES = 9
"""72 bits, which take twelve characters: too many for two pieces to collide."""
CACHED = 1 << 14
"""How many drawings are cached: some 20 MB for the pieces of all games."""


_hash = blake2b(key=secrets.token_bytes(32), digest_size=DIGEST_BYTES)
"""Copied for each piece, which is faster than giving the key again."""


def use_key(secret: bytes) -> None:
    """Derives the key of all hashes from the store's secret. Pieces drawn before are forgotten."""
    global _hash
    key = blake2b(b"pieces", key=secret, digest_size=32).digest()
    _hash = blake2b(key=key, digest_size=DIGEST_BYTES)
    draw_piece.cache_clear()


class Piece(Markup):
    """An element with the hash of its HTML."""

    digest: str
    tag: str


def piece(html: str) -> Piece:
    """An element as a piece."""
    opening = OPENING.match(html)
    if opening is None:
        raise ValueError(f"a piece is one element: {html[:60]!r}")
    hashed = _hash.copy()
    hashed.update(html.encode())
    digest = urlsafe_b64encode(hashed.digest()).decode()
    made = Piece(f'<{opening[1]} data-v="{digest}"{html[opening.end() :]}')
    made.digest, made.tag = digest, opening[1]
    return made


@lru_cache(CACHED)
def draw_piece(macro: Callable[..., str], *values: object) -> Piece:
    """What a macro draws from these values, as a piece.

    The macro must see nothing else, and must draw the same for equal values: the cache takes 1 and
    True for one value.
    """
    return piece(macro(*values))


@lru_cache(CACHED)
def draw_fragment(macro: Callable[..., str], *values: object) -> Markup:
    """The same for HTML that is no piece: an opening tag, or something small."""
    return Markup(macro(*values))


def forget() -> None:
    """Removes all drawings from memory."""
    draw_piece.cache_clear()
    draw_fragment.cache_clear()


class LivePart:
    """The part of a page that changes, as chunks of HTML: sent whole, or as an update."""

    def __init__(self, chunks: Iterable[str]) -> None:
        self.chunks: list[str] = []
        """Pieces, and the text between two pieces as one chunk."""
        digests: list[str] = []
        text: list[str] = []
        for chunk in chunks:
            if isinstance(chunk, Piece):
                if text:
                    self.chunks.append("".join(text))
                    text = []
                self.chunks.append(chunk)
                digests.append(chunk.digest)
            else:
                text.append(chunk)
        self.chunks.append("".join(text))
        self.digests = frozenset(digests)
        """The hashes of all its pieces: what a browser has that got it."""
        self._last_update: tuple[frozenset[str], bytes] | None = None
        """Viewers who see the same mostly have the same pieces, too."""

    @property
    def whole(self) -> Markup:
        return Markup("".join(self.chunks))

    def event(self, revision: int, have: frozenset[str]) -> bytes:
        """The update as a server-sent event, for a browser that has these pieces."""
        if self._last_update is None or self._last_update[0] is not have:
            line = self.update(have).replace("\n", " ")  # each line more costs seven bytes
            self._last_update = have, f"id: {revision}\ndata: {line}\n\n".encode()
        return self._last_update[1]

    def update(self, have: frozenset[str]) -> str:
        """The HTML, with an element that only names them for pieces that the browser has.

        One element names all pieces that follow each other.
        """
        sent: list[str] = []
        closing = ""
        for chunk in self.chunks:
            if isinstance(chunk, Piece) and chunk.digest in have:
                if closing:
                    sent.append(" ")
                else:
                    sent.append(f'<{chunk.tag} data-same="')
                    closing = f'"></{chunk.tag}>'
                sent.append(chunk.digest)
                continue
            if closing:
                sent.append(closing)
                closing = ""
            sent.append(chunk)
        sent.append(closing)
        return "".join(sent)
