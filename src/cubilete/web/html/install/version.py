"""The version of what browsers may keep: a hash of all static files and drawings.

Pages name scripts and styles with the version before their path (`/~0123abcd/static/table.js`), so
a page is never shown with the files of an older server, whatever a browser has kept. Drawings,
which pages name a hundred times, have short names without it. The service worker keeps both under
the version, and throws everything away when a page of another version arrives.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from cubilete import __version__
from cubilete.core.registry import all_games
from cubilete.web.html.artwork import cover_svg, emblem_svg, outcomes_script, style_of

LOADED = re.compile(r'((?:href|src)=")/(?=(?:static|games)/)')
VERSIONED = re.compile(r"/~([0-9a-f]{8})/(?=(?:static|games)/)")
HEADER = "Cubilete-Version"
"""In the response of every page and static file."""


@cache
def static_version() -> str:
    digest = hashlib.sha256(__version__.encode())
    for file in files_below(resources.files("cubilete.web").joinpath("static")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    for game in all_games():
        for made in (style_of, cover_svg, emblem_svg, outcomes_script):
            digest.update(made(game.slug).encode() + b"\0")
    return digest.hexdigest()[:8]


def versioned(template: str) -> str:
    """The source of a template in which scripts and styles are named with the version."""
    return LOADED.sub(rf"\1/~{static_version()}/", template)


def without_version(path: str) -> tuple[str, str]:
    """The version that a path begins with, "" for none, and the path after it."""
    found = VERSIONED.match(path)
    return (found[1], path[found.end() - 1 :]) if found else ("", path)


def files_below(folder: Traversable) -> Iterator[Traversable]:
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir():
            yield from files_below(path)
        else:
            yield path
