"""The picture that a messenger shows beside a link to a table: dice on felt, as a PNG.

Messengers do not show SVG. The picture has few shapes and no text, so it is painted here, once for
each game, instead of by a library.
"""

import struct
import zlib
from functools import cache
from math import ceil, floor, sqrt

from cubilete.web.html.artwork import INKS

WIDTH, HEIGHT = 600, 315
Colour = tuple[int, int, int]
WOOD, EDGE, FELT, FELT_LIGHT = (220, 199, 162), (109, 71, 40), (44, 90, 73), (58, 111, 91)
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
DICE = ((132, 118), (246, 92), (360, 126), (474, 98), (190, 222), (416, 218))
SIZE = 84


class Canvas:
    """Pixels to paint on, row by row."""

    def __init__(self, colour: Colour) -> None:
        self.rows = [bytearray(bytes(colour) * WIDTH) for _ in range(HEIGHT)]

    def box(self, x: float, y: float, width: float, height: float, r: float, ink: Colour) -> None:
        """A rectangle with round corners. The two pixels at the ends of each row are mixed with
        what is below."""
        for row in range(max(0, int(y)), min(HEIGHT, int(y + height))):
            beyond = max(0.0, abs(row + 0.5 - y - height / 2) - height / 2 + r)
            inset = r - sqrt(max(0.0, r * r - beyond * beyond))
            left, right = x + inset, x + width - inset
            first, last = ceil(left), floor(right)
            if first <= last:
                self.rows[row][3 * first : 3 * last] = bytes(ink) * (last - first)
                self.mix(row, first - 1, ink, first - left)
                self.mix(row, last, ink, right - last)

    def mix(self, row: int, column: int, ink: Colour, cover: float) -> None:
        if not 0 <= column < WIDTH:
            return
        place = 3 * column
        below = self.rows[row][place : place + 3]
        mixed = [round(old + (new - old) * cover) for old, new in zip(below, ink, strict=True)]
        self.rows[row][place : place + 3] = bytes(mixed)

    def die(self, x: float, y: float, face: int, body: Colour, dot: Colour) -> None:
        self.box(x - SIZE / 2, y - SIZE / 2 + 5, SIZE, SIZE, 18, SHADE)
        self.box(x - SIZE / 2, y - SIZE / 2, SIZE, SIZE, 18, body)
        for across, down in PIPS[face]:
            self.box(x + 22 * across - 9, y + 22 * down - 9, 18, 18, 9, dot)

    def png(self) -> bytes:
        pixels = zlib.compress(b"".join(b"\0" + row for row in self.rows), 9)
        header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
        chunks = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
        return b"\x89PNG\r\n\x1a\n" + chunks


def chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)


@cache
def preview_png(slug: str) -> bytes:
    """The picture of a game: which dice lie there, and the colour of one of them, depend on its
    name."""
    number = zlib.crc32(slug.encode())
    ink = bytes.fromhex(INKS[number % len(INKS)][1:])
    canvas = Canvas(WOOD)
    canvas.box(20, 20, WIDTH - 40, HEIGHT - 40, 34, EDGE)
    canvas.box(28, 28, WIDTH - 56, HEIGHT - 56, 28, FELT)
    canvas.box(60, 40, WIDTH - 120, 110, 55, FELT_LIGHT)
    coloured = number % len(DICE)
    for place, (x, y) in enumerate(DICE):
        face = (number // 6**place + place) % 6 + 1
        body = (ink[0], ink[1], ink[2]) if place == coloured else IVORY
        canvas.die(x, y, face, body, IVORY if place == coloured else PIP)
    return canvas.png()
