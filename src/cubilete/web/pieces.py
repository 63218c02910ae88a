"""Pages in pieces: a piece that did not change is neither rendered nor sent again.

A piece is an element of a page with the hash of its text in `data-v`. A template makes one in
two ways:

    {{ memo(row, name, value) }}                 a macro, rendered once for the same values
    {% filter piece %}<section>…</section>{% endfilter %}    rendered every time

What a browser has already is named to it by the hash alone (`Part.news`), and the script keeps
the element that it has. So an update holds what changed and little else, wherever it changed,
and no template has to think of it.
"""

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

from markupsafe import Markup

START, END = "\x02", "\x03"
"""Around a piece, until the page is sent. Names and talk can't hold them: they are printable."""
OPENING = re.compile(r"\s*<([a-z][a-z0-9]*)")
DIGEST = 8
"""Letters of a hash, which follow upon START: six bytes of it."""
MARKS = re.compile(f"{START}.{{{DIGEST}}}|{END}")
REMEMBERED = 1 << 14
"""How many renderings are remembered: some 20 MB of pieces of all games."""


def piece(html: str) -> Markup:
    """An element as a piece. Pieces within it become part of it."""
    text = without_marks(html)
    opening = OPENING.match(text)
    if opening is None:
        raise ValueError(f"a piece is one element: {text[:60]!r}")
    hashed = hashlib.blake2b(text.encode(), digest_size=DIGEST * 6 // 8).digest()
    digest = urlsafe_b64encode(hashed).decode()
    return Markup(f'{START}{digest}<{opening[1]} data-v="{digest}"{text[opening.end() :]}{END}')


@lru_cache(REMEMBERED)
def memo(macro: Callable[..., str], *values: object) -> Markup:
    """What a macro makes of these values, as a piece.

    The macro must be imported without context: then it can see nothing but its values, and they
    are all that the rendering depends on.
    """
    return piece(macro(*values))


def memo_each(macro: Callable[..., str], rows: Iterable[tuple[object, ...]]) -> Markup:
    """`memo` for many rows at once."""
    return Markup("".join([memo(macro, *row) for row in rows]))


@lru_cache(REMEMBERED)
def plain(macro: Callable[..., str], *values: object) -> Markup:
    """The same for what is too small to be a piece of its own."""
    return Markup(macro(*values))


def without_marks(text: str) -> str:
    return MARKS.sub("", text)


class Part:
    """What is sent of a page: whole, or without what the browser has."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._told: tuple[frozenset[str], bytes] | None = None
        """The last update: of those who see the same, most have the same."""

    @property
    def whole(self) -> str:
        return without_marks(self.text)

    @cached_property
    def _pieces(self) -> list[str]:
        """What is before the first piece, and each piece with what comes after it."""
        return self.text.split(START)

    @cached_property
    def digests(self) -> frozenset[str]:
        return frozenset([each[:DIGEST] for each in self._pieces[1:]])

    def update(self, number: int, have: frozenset[str]) -> bytes:
        """The news as an event of a stream."""
        if self._told is None or self._told[0] is not have:
            line = self.news(have).replace("\n", " ")  # a line more would cost seven bytes
            self._told = have, f"id: {number}\ndata: {line}\n\n".encode()
        return self._told[1]

    def news(self, have: frozenset[str]) -> str:
        """The page, with an element that names it (or several in a row) for what is there."""
        start, *pieces = self._pieces
        sent = [start]
        naming = ""  # what closes the element that names those before
        for each in pieces:
            digest = each[:DIGEST]
            end = each.index(END)
            after = each[end + 1 :]
            if digest not in have:
                sent += naming, each[DIGEST:end], after
                naming = ""
                continue
            if naming:
                sent.append(f" {digest}")
            else:
                tag = each[DIGEST + 1 : each.index(" ", DIGEST)]
                sent.append(f'<{tag} data-same="{digest}')
                naming = f'"></{tag}>'
            if after:
                sent += naming, after
                naming = ""
        return "".join([*sent, naming])
