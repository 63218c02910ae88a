"""The icon of the installed app, as a PNG: two dice on felt.

Systems cut a *maskable* icon to their own shape: only what lies in a circle of 80 % is sure to be
seen. So the felt fills the picture and the dice are in the middle. `static/icon-maskable.svg` is
the same drawing.
"""

from functools import cache

from cubilete.web.html.people.canvas import FELT, FELT_LIGHT, IVORY, PIP, Canvas

SIZES = (192, 512)
"""The sizes that Chromium asks for."""
RED = (122, 59, 46)


@cache
def icon_png(size: int) -> bytes:
    canvas = Canvas(size, size, FELT)
    canvas.box(size * 0.06, size * 0.06, size * 0.88, size * 0.88, size * 0.44, FELT_LIGHT)
    canvas.die(size * 0.64, size * 0.36, size * 0.30, 3, RED, IVORY)
    canvas.die(size * 0.40, size * 0.57, size * 0.38, 5, IVORY, PIP)
    return canvas.png()
