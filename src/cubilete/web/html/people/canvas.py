"""A canvas for the few pictures that must be PNGs: boxes with round corners, and dice.

Messengers and installers do not read SVG. The shapes are few, so they are painted here, row by row,
instead of by a library.
"""

import struct
import zlib
from math import ceil, floor, sqrt

Colour = tuple[int, int, int]
FELT, FELT_LIGHT = (44, 90, 73), (58, 111, 91)
IVORY, SHADE, PIP = (247, 239, 221), (26, 58, 47), (42, 32, 24)
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Places of the pips of each face, from the middle of the die."""


class Canvas:
    """Pixels to paint on, row by row."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self.width, self.height = width, height
        self.rows = [bytearray(bytes(colour) * width) for _ in range(height)]

    def box(self, x: float, y: float, width: float, height: float, r: float, ink: Colour) -> None:
        """A rectangle with round corners. The two pixels at the ends of each row are mixed with
        what is below."""
        for row in range(max(0, int(y)), min(self.height, int(y + height))):
            beyond = max(0.0, abs(row + 0.5 - y - height / 2) - height / 2 + r)
            inset = r - sqrt(max(0.0, r * r - beyond * beyond))
            left, right = x + inset, x + width - inset
            first, last = ceil(left), floor(right)
            if first <= last:
                self.rows[row][3 * first : 3 * last] = bytes(ink) * (last - first)
                self.mix(row, first - 1, ink, first - left)
                self.mix(row, last, ink, right - last)

    def mix(self, row: int, column: int, ink: Colour, cover: float) -> None:
        if not 0 <= column < self.width:
            return
        place = 3 * column
        below = self.rows[row][place : place + 3]
        mixed = [round(old + (new - old) * cover) for old, new in zip(below, ink, strict=True)]
        self.rows[row][place : place + 3] = bytes(mixed)

    def die(self, x: float, y: float, size: float, face: int, body: Colour, dot: Colour) -> None:
        """A die with its shadow, around a point."""
        corner, pip, apart = size * 0.214, size * 0.107, size * 0.262
        self.box(x - size / 2, y - size / 2 + size * 0.06, size, size, corner, SHADE)
        self.box(x - size / 2, y - size / 2, size, size, corner, body)
        for across, down in PIPS[face]:
            left, top = x + apart * across - pip, y + apart * down - pip
            self.box(left, top, 2 * pip, 2 * pip, pip, dot)

    def png(self) -> bytes:
        pixels = zlib.compress(b"".join(b"\0" + row for row in self.rows), 9)
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        chunks = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
        return b"\x89PNG\r\n\x1a\n" + chunks


def chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)
