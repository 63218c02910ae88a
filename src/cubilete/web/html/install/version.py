"""The version of what browsers may keep: a hash of all static files and drawings.

The service worker keeps static files under this version. A page of another version makes it throw
them away, so a page is never shown with the files of an older server.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from cubilete import __version__
from cubilete.core.registry import all_games
from cubilete.web.html.artwork import cover_svg, emblem_svg, outcomes_script, style_of

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
    return digest.hexdigest()[:12]


def files_below(folder: Traversable) -> Iterator[Traversable]:
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir():
            yield from files_below(path)
        else:
            yield path
