"""The symbols of the table as vector drawings.

They are read from the sprite that the pages use, so paper and screen have the same drawings.
"""

import re
from functools import cache
from importlib import resources

from fpdf.drawing import GraphicsContext
from fpdf.drawing_primitives import Transform
from fpdf.svg import SVGObject

from cubilete.core.game import AnyGame

SPRITE = "web/static/i.svg"
SYMBOL = re.compile(r'<symbol id="([\w-]+)"([^>]*)>(.*?)</symbol>', re.DOTALL)
VIEW_BOX = re.compile(r'viewBox="([^"]+)"')
TONE = re.compile(r"var\(--\w+, *([^)]+)\)")
"""A colour that the style sheet may replace, with its default."""
EMBLEM = "emblem"

Symbol = tuple[str, str]
"""Attributes and content of a <symbol>."""


@cache
def sprite() -> dict[str, Symbol]:
    """The symbols of the pages by id."""
    text = resources.files("cubilete").joinpath(SPRITE).read_text(encoding="utf-8")
    return symbols_in(text)


def symbols_in(text: str) -> dict[str, Symbol]:
    return {name: (attributes, content) for name, attributes, content in SYMBOL.findall(text)}


def svg_of(symbol: Symbol, ink: str, tone: str) -> str:
    """A symbol as an SVG document in these colours."""
    attributes, content = symbol
    view_box = VIEW_BOX.search(attributes)
    assert view_box is not None, "a symbol without a viewBox"
    drawing = f"<g {VIEW_BOX.sub('', attributes)}>{content}</g>"
    drawing = drawing.replace("currentColor", ink)
    drawing = TONE.sub(tone or r"\1", drawing)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view_box[0]}>{drawing}</svg>'


class Symbols:
    """The symbols that one document draws, read once each."""

    def __init__(self, game: AnyGame) -> None:
        self.known = sprite() | symbols_in(game.page.file("emblem.svg"))
        self._drawings: dict[tuple[str, str, str], SVGObject] = {}

    def placed(
        self, name: str, x: float, y: float, size: float, ink: str, tone: str
    ) -> GraphicsContext:
        """A symbol in a square of this size, in its middle where it is not square itself. It must
        be drawn before the next one is asked for."""
        key = name, ink, tone
        if key not in self._drawings:
            self._drawings[key] = SVGObject(svg_of(self.known[name], ink, tone))
        drawing = self._drawings[key]
        assert drawing.viewbox is not None
        left, top, width, height = drawing.viewbox
        scale = size / max(width, height)
        group = drawing.base_group
        group.transform = (
            Transform.translation(-left, -top)
            @ Transform.scaling(scale, scale)
            @ Transform.translation(x + (size - width * scale) / 2, y + (size - height * scale) / 2)
        )
        return group
