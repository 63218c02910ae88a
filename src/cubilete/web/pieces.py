"""Pages in pieces: a piece that did not change is neither rendered nor sent again.

A piece is an element of a page with the hash of its text in `data-v`. A template makes one in
two ways:

    {{ memo(row, name, value) }}                 a macro, rendered once for the same values
    {% filter piece %}<section>…</section>{% endfilter %}    rendered every time

What a browser has already is named to it by the hash alone (`Part.news`, `data-same`), and the
script keeps the element that it has. So an update holds what changed and little else, wherever it
changed, and no template has to think of it.
"""

import hashlib
import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

START, END = "\x02", "\x03"
"""Around a piece, until the page is sent. Names and talk can't hold them: they are printable."""
OPENING = re.compile(r"\s*<([a-z][a-z0-9]*)")
DIGEST_BYTES = 6
PIECE = re.compile(r"\x02(?=<([a-z0-9]+) data-v=\"([0-9a-f]+)\")([^\x03]*)\x03")
DIGEST = re.compile(r"\x02<[a-z0-9]+ data-v=\"([0-9a-f]+)\"")
JOINT = r'"></[a-z0-9]+>(\s*)<[a-z0-9]+ data-same="'
BETWEEN = re.compile(JOINT)
RUN = re.compile(rf'<([a-z0-9]+) data-same="([0-9a-f]+(?:{JOINT}[0-9a-f]+)+)"></[a-z0-9]+>')
REMEMBERED = 1 << 14
"""How many renderings are remembered: some 20 MB of pieces of all games."""


def piece(html: str) -> Markup:
    """An element as a piece. Pieces within it become part of it."""
    text = without_marks(html)
    opening = OPENING.match(text)
    if opening is None:
        raise ValueError(f"a piece is one element: {text[:60]!r}")
    digest = hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
    return Markup(f'{START}<{opening[1]} data-v="{digest}"{text[opening.end() :]}{END}')


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
    return text.replace(START, "").replace(END, "")


@dataclass(frozen=True)
class Part:
    """What is sent of a page: whole, or without what the browser has."""

    text: str

    @property
    def whole(self) -> str:
        return without_marks(self.text)

    def digests(self) -> frozenset[str]:
        return frozenset(DIGEST.findall(self.text))

    def news(self, have: Container[str]) -> str:
        def without(found: re.Match[str]) -> str:
            tag, digest, html = found.groups()
            return f'<{tag} data-same="{digest}"></{tag}>' if digest in have else str(html)

        return RUN.sub(in_one, PIECE.sub(without, self.text))


def in_one(run: re.Match[str]) -> str:
    """Pieces that follow each other and are all had are named by one element: after a comma what
    follows at once, after a space what follows on a space."""
    digests = BETWEEN.sub(lambda found: " " if found[1] else ",", run[2])
    return f'<{run[1]} data-same="{digests}"></{run[1]}>'
