"""Pages in pieces: a piece that did not change is neither rendered nor sent again.

A piece is an element of a page with the hash of its text in `data-v`. A template makes one in
two ways:

    {{ memo(row, name, value) }}                 a macro, rendered once for the same values
    {% filter piece %}<section>…</section>{% endfilter %}    rendered every time

What a browser has already is named to it by the hash alone (`Part.news`), and the script keeps
the element that it has. So an update holds what changed and little else, wherever it changed,
and no template has to think of it. A page stays in its pieces until something is sent: it is
hardly ever put together whole. So pieces are made by the templates of pages, not within macros,
where they would become text among other text.
"""

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

from markupsafe import Markup

OPENING = re.compile(r"\s*<([a-z][a-z0-9]*)")
DIGEST_BYTES = 6
REMEMBERED = 1 << 14
"""How many renderings are remembered: some 20 MB of pieces of all games."""


class Piece(Markup):
    """An element of a page, with what tells it from others."""

    digest: str
    tag: str


class Chunks(tuple[str, ...]):
    """Pieces, and text in between. This is no text itself: only a page can take it up."""


def piece(html: str) -> Piece:
    """An element as a piece."""
    opening = OPENING.match(html)
    if opening is None:
        raise ValueError(f"a piece is one element: {html[:60]!r}")
    hashed = hashlib.blake2b(html.encode(), digest_size=DIGEST_BYTES).digest()
    digest = urlsafe_b64encode(hashed).decode()
    made = Piece(f'<{opening[1]} data-v="{digest}"{html[opening.end() :]}')
    made.digest, made.tag = digest, opening[1]
    return made


@lru_cache(REMEMBERED)
def memo(macro: Callable[..., str], *values: object) -> Piece:
    """What a macro makes of these values, as a piece.

    The macro must be imported without context: then it can see nothing but its values, and they
    are all that the rendering depends on.
    """
    return piece(macro(*values))


def memo_each(macro: Callable[..., str], rows: Iterable[tuple[object, ...]]) -> Chunks:
    """`memo` for many rows at once."""
    return Chunks([memo(macro, *row) for row in rows])


@lru_cache(REMEMBERED)
def plain(macro: Callable[..., str], *values: object) -> Markup:
    """The same for what is too small to be a piece of its own."""
    return Markup(macro(*values))


class Part:
    """What is sent of a page: whole, or without what the browser has."""

    def __init__(self, chunks: Iterable[str | Chunks]) -> None:
        self.chunks: list[str] = []
        for chunk in chunks:
            if isinstance(chunk, Chunks):
                self.chunks.extend(chunk)
            else:
                self.chunks.append(chunk)
        self._told: tuple[frozenset[str], bytes] | None = None
        """The last update: of those who see the same, most have the same."""

    @property
    def whole(self) -> str:
        return "".join(self.chunks)

    @property
    def pieces(self) -> list[Piece]:
        return [chunk for chunk in self.chunks if isinstance(chunk, Piece)]

    @cached_property
    def digests(self) -> frozenset[str]:
        return frozenset([each.digest for each in self.pieces])

    def update(self, number: int, have: frozenset[str]) -> bytes:
        """The news as an event of a stream."""
        if self._told is None or self._told[0] is not have:
            line = self.news(have).replace("\n", " ")  # a line more would cost seven bytes
            self._told = have, f"id: {number}\ndata: {line}\n\n".encode()
        return self._told[1]

    def news(self, have: frozenset[str]) -> str:
        """The page, with an element that names it (or several in a row) for what is there."""
        sent: list[str] = []
        naming = ""  # what closes the element that names those before
        for chunk in self.chunks:
            if isinstance(chunk, Piece) and chunk.digest in have:
                if naming:
                    sent.append(f" {chunk.digest}")
                else:
                    sent.append(f'<{chunk.tag} data-same="{chunk.digest}')
                    naming = f'"></{chunk.tag}>'
                continue
            if naming:
                sent.append(naming)
                naming = ""
            sent.append(chunk)
        return "".join([*sent, naming])
