"""The picture that a messenger shows beside a link to a table: dice on felt, as a PNG.

Messengers do not show SVG. The picture has few shapes and no text, so it is painted here, once for
each game, instead of by a library.
"""

import zlib
from functools import cache

from cubilete.web.html.artwork import INKS
from cubilete.web.html.people.canvas import FELT, FELT_LIGHT, IVORY, PIP, Canvas

WIDTH, HEIGHT = 600, 315
WOOD, EDGE = (220, 199, 162), (109, 71, 40)
DICE = ((132, 118), (246, 92), (360, 126), (474, 98), (190, 222), (416, 218))
SIZE = 84


@cache
def preview_png(slug: str) -> bytes:
    """The picture of a game: which dice lie there, and the colour of one of them, depend on its
    name."""
    number = zlib.crc32(slug.encode())
    ink = bytes.fromhex(INKS[number % len(INKS)][1:])
    canvas = Canvas(WIDTH, HEIGHT, WOOD)
    canvas.box(20, 20, WIDTH - 40, HEIGHT - 40, 34, EDGE)
    canvas.box(28, 28, WIDTH - 56, HEIGHT - 56, 28, FELT)
    canvas.box(60, 40, WIDTH - 120, 110, 55, FELT_LIGHT)
    coloured = number % len(DICE)
    for place, (x, y) in enumerate(DICE):
        face = (number // 6**place + place) % 6 + 1
        body = (ink[0], ink[1], ink[2]) if place == coloured else IVORY
        canvas.die(x, y, SIZE, face, body, IVORY if place == coloured else PIP)
    return canvas.png()
