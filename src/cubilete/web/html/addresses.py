"""Addresses as people share them: links and QR codes."""

from dataclasses import dataclass
from functools import lru_cache

import segno
from markupsafe import Markup


@dataclass(frozen=True)
class Address:
    """The address of a page on another device."""

    url: str
    reachable: bool
    """False where only this machine can open it."""

    @property
    def qr(self) -> Markup:
        return qr_drawing(self.url)


@lru_cache(maxsize=256)
def qr_drawing(address: str) -> Markup:
    """A QR code for a page."""
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    return Markup(drawing)  # the library draws squares and no text


def qr_code(address: str) -> str:
    """A QR code of half blocks, two rows in one line of text, for a terminal."""
    rows = [list(row) for row in segno.make(address, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "".join(blocks[bool(top), bool(bottom)] for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )
