"""The files of a game's page: styles, scripts, and drawings, which can be made from its name."""

import zlib
from functools import cache

from markupsafe import escape

from cubilete.core.game import AnyGame
from cubilete.core.registry import find_game
from cubilete.core.resources import package_file

INKS = ("#7a3b2e", "#2f5d62", "#5b4a8a", "#6b6b2a", "#8a4a6b", "#2f4f7a")
"""Colours of the boxes of games that have no cover of their own."""


@cache
def style_of(slug: str) -> str:
    """The style sheet that only this game needs; "" where it needs none."""
    return find_game(slug).page.file("table.css")


@cache
def outcomes_script(slug: str) -> str:
    """The ES module that follows the game's dice, for the browser's check; "" where it has none."""
    return outcomes_of(find_game(slug))


def outcomes_of(game: AnyGame) -> str:
    """A game without a page of its own has the module beside its rules."""
    return game.page.file("outcomes.js") or package_file(game.rules, "outcomes.js") or ""


@cache
def cover_svg(slug: str) -> str:
    """The drawing on the box: an SVG file with one symbol `cover`."""
    game = find_game(slug)
    return game.page.file("cover.svg") or drawn_cover(game.slug, game.name)


@cache
def emblem_svg(slug: str) -> str:
    """The small drawing of a game: an SVG file with one symbol `emblem`."""
    game = find_game(slug)
    return game.page.file("emblem.svg") or drawn_emblem(game.name)


def drawn_cover(slug: str, name: str) -> str:
    """A box in a colour that depends on the slug, with a die and the name."""
    ink = INKS[zlib.crc32(slug.encode()) % len(INKS)]
    face = zlib.crc32(name.encode()) % 6 + 1
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="7"/>' for x, y in PIPS[face])
    length = 'textLength="168" lengthAdjust="spacingAndGlyphs"' if len(name) > 11 else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="cover" viewBox="0 0 200 250">'
        f'<rect width="200" height="250" rx="8" fill="{ink}"/>'
        '<rect x="8" y="8" width="184" height="234" rx="5" fill="none" stroke="#f4ead5"'
        ' stroke-opacity=".5" stroke-width="2"/>'
        '<rect x="52" y="56" width="96" height="96" rx="16" fill="#f4ead5"/>'
        f'<g fill="{ink}">{pips}</g>'
        f'<text x="100" y="206" text-anchor="middle" font-family="Georgia, serif" font-size="26"'
        f' fill="#f4ead5" {length}>{escape(name)}</text></symbol></svg>'
    )


def drawn_emblem(name: str) -> str:
    """A die with the first letter of the name."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="emblem" viewBox="0 0 24 24">'
        '<rect x="2.5" y="2.5" width="19" height="19" rx="4" fill="none" stroke="currentColor"'
        ' stroke-width="2"/>'
        '<text x="12" y="16.5" text-anchor="middle" font-family="Georgia, serif" font-size="13"'
        f' fill="currentColor">{escape(name[:1].upper())}</text></symbol></svg>'
    )


LEFT, MIDDLE, RIGHT = 76, 100, 124
TOP, CENTRE, BOTTOM = 80, 104, 128
PIPS = {
    1: ((MIDDLE, CENTRE),),
    2: ((LEFT, TOP), (RIGHT, BOTTOM)),
    3: ((LEFT, TOP), (MIDDLE, CENTRE), (RIGHT, BOTTOM)),
    4: ((LEFT, TOP), (RIGHT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)),
    5: ((LEFT, TOP), (RIGHT, TOP), (MIDDLE, CENTRE), (LEFT, BOTTOM), (RIGHT, BOTTOM)),
    6: (
        (LEFT, TOP),
        (RIGHT, TOP),
        (LEFT, CENTRE),
        (RIGHT, CENTRE),
        (LEFT, BOTTOM),
        (RIGHT, BOTTOM),
    ),
}
