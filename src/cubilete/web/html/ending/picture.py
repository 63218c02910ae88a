"""The picture to share, of a game or of an evening: who won and the points of everybody, as an SVG
of its own.

It holds what people see and nothing else: no address, no name of the table, no reference to
another file. So it can be saved, sent, and drawn on a canvas.
"""

from collections.abc import Sequence

from markupsafe import Markup, escape

from cubilete.web.html.artwork import PIPS
from cubilete.web.html.ending.last_page import LastPage, signed

WIDTH, HEIGHT = 1200, 630
SERIF = "Iowan Old Style, Palatino, Georgia, DejaVu Serif, serif"
WAX = ("#9a4327", "#22606f", "#5d671a", "#713f66")
INK, PEN, CREAM, BRASS = "#2a2018", "#1b4587", "#f8f0de", "#f4cf7c"
COLOURS = {
    "": ("#f7efdd", INK),
    "W": ("#fbf6ea", INK),
    "Y": ("#f3cb45", INK),
    "R": ("#c23d33", "#fff4e6"),
    "G": ("#33804b", "#f3fff0"),
    "B": ("#3167b4", "#f0f6ff"),
    "K": ("#3a3633", "#f8f1e2"),
}
"""Body and pips of a die, by its letter."""
USUAL_DICE = tuple((face, "", True) for face in (6, 5, 3))
MOST_ROWS = 6
MOST_DICE = 8
LONGEST = 16
"""Letters of a name that can be read beside its points."""
SMALL_LETTER, LETTER = 0.68, 1.1
"""About how wide bold letters of the widest of the fonts are, in sizes of the font."""


Row = tuple[str, int, bool, str]
"""A name, the number of its wax, whether it has won, and its points."""


def picture_of(page: LastPage) -> str:
    """The result of a game."""
    throw = page.throw()
    dice = throw[0][:MOST_DICE] if throw is not None else USUAL_DICE
    headline = page.headline() if page.alone else spectators_headline(page)
    rows = [
        (name, number, won, signed(page.scores[number])) for name, number, won in page.ranking()
    ]
    return drawn_picture(headline, rows, page.table.game.name, dice)


def drawn_picture(
    headline: str,
    rows: Sequence[Row],
    title: str,
    dice: tuple[tuple[int, str, bool], ...] = USUAL_DICE,
) -> str:
    """The winners are the first rows."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{SERIF}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#4b3120"/>'
        '<rect x="26" y="26" width="1148" height="578" rx="34" fill="#2c5a49"/>'
        '<clipPath id="felt"><rect x="26" y="26" width="1148" height="578" rx="34"/></clipPath>'
        '<circle cx="600" cy="-100" r="630" fill="#3a6f5b" opacity=".8" clip-path="url(#felt)"/>'
        f"{sheet(headline, rows)}{scattered(dice)}"
        f"{text(1124, 512, fitting(46, title, 310), title, CREAM, 'end', bold=True)}"
        f"{text(1124, 560, 34, 'Cubilete', BRASS, 'end')}</svg>"
    )


def spectators_headline(page: LastPage) -> str:
    """The group reads it, so nobody is “you”."""
    return LastPage(page.table, page.language).headline()


def text(
    x: float, y: float, size: int, words: str, fill: str, anchor: str = "start", bold: bool = False
) -> str:
    weight = ' font-weight="700"' if bold else ""
    clean = words.replace("\u2068", "").replace("\u2069", "")
    return Markup(
        '<text x="{}" y="{}" font-size="{}" fill="{}" text-anchor="{}"{}>{}</text>'
    ).format(x, y, size, fill, anchor, Markup(weight), clean)


def sheet(headline: str, order: Sequence[Row]) -> str:
    """The paper with the names and points, the winners first, and the wax of the first of them."""
    rows = order[:MOST_ROWS]
    step = min(88.0, 330 / len(rows))
    size = int(min(52, step * 0.68))
    wide = shortened(headline, 30)
    heading = fitting(64, wide, 516)
    drawn = [
        '<g transform="rotate(-2 390 320)">'
        '<rect x="96" y="94" width="600" height="450" rx="10" opacity=".35"/>'
        '<rect x="88" y="82" width="600" height="450" rx="10" fill="#fcf6e8"/>',
        text(130, 158, heading, wide, INK, bold=True),
        '<path d="M130 182h516M130 190h516" stroke="#d8c7a3" stroke-width="4"/>',
    ]
    for place, (name, number, won, points) in enumerate(rows):
        y = 190 + step * (place + 0.72)
        radius = size * 0.62
        letter = name.lstrip("\u2068")[:1].upper()
        short = shortened(name, LONGEST)
        room = 440 - 2 * radius - size * SMALL_LETTER * 1.15 * len(points)
        drawn += [
            f'<circle cx="{130 + radius:.0f}" cy="{y - size * 0.34:.0f}" r="{radius:.0f}"'
            f' fill="{WAX[number % 4]}"/>',
            text(130 + radius, y - size * 0.1, int(size * 0.72), letter, "#fff6e6", "middle", True),
            text(150 + 2 * radius, y, fitting(size, short, room), short, INK, bold=won),
            text(600, y, int(size * 1.15), points, PEN, "end", bold=won),
        ]
    winner = rows[0]
    return "".join([*drawn, "</g>", stamp(winner[0], winner[1])])


def fitting(size: int, words: str, width: float) -> int:
    """The size of the font, made smaller where the words would be wider than `width`."""
    ems = sum(SMALL_LETTER if each.islower() or not each.isalnum() else LETTER for each in words)
    return min(size, int(width / max(ems, 1)))


def shortened(words: str, most: int) -> str:
    clean = words.strip("\u2068\u2069")
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def stamp(name: str, number: int) -> str:
    """The winner's wax."""
    colour = WAX[number % 4]
    letter = escape(name.lstrip("\u2068")[:1].upper())
    return (
        '<g transform="translate(702 424) rotate(-8)">'
        '<path d="M-34 60-52 150-18 132 4 158 18 64zM34 60 52 150 18 132-4 158-18 64z"'
        ' fill="#7a1f1a"/>'
        f'<path d="{BLOB}" fill="#000" opacity=".3" transform="translate(4 7)"/>'
        f'<path d="{BLOB}" fill="{colour}"/><circle r="66" opacity=".16"/>'
        f'<circle r="64" cy="2" fill="{colour}" stroke="#fff" stroke-opacity=".25"'
        ' stroke-width="3"/>'
        f'<text y="26" font-size="74" font-weight="700" text-anchor="middle" fill="#fff6e6">'
        f"{letter}</text></g>"
    )


BLOB = (
    "M0-98c18 0 24 10 40 16 18 4 32 8 42 24 8 14 4 26 10 42 6 18 12 28 6 46-4 16-18 20-26 36"
    "-8 14-12 28-30 34-16 4-26-6-42-6s-28 12-44 6c-18-6-20-20-28-34-10-14-24-18-28-36-2-18 8-28"
    " 12-44 4-14-2-28 6-42 10-16 26-18 42-24 16-4 22-18 40-18z"
)


def scattered(dice: tuple[tuple[int, str, bool], ...]) -> str:
    """Dice on the felt in rows of four, each turned a little."""
    drawn = []
    for place, (face, colour, _) in enumerate(dice):
        row, column = divmod(place, 4 if len(dice) > 3 else 3)
        x, y = 756 + column * 100 + (row % 2) * 14, 96 + row * 122 + (column % 2) * 16
        angle = (place * 37) % 23 - 11
        body, pip = COLOURS.get(colour, COLOURS[""])
        pips = "".join(
            f'<circle cx="{(px - 100) * 0.92 + 40:.0f}" cy="{(py - 104) * 0.92 + 40:.0f}" r="7.6"/>'
            for px, py in PIPS[face]
        )
        drawn.append(
            f'<g transform="translate({x} {y}) rotate({angle} 40 40)">'
            '<rect y="7" width="80" height="80" rx="18" opacity=".35"/>'
            f'<rect width="80" height="80" rx="18" fill="{body}"/><g fill="{pip}">{pips}</g></g>'
        )
    return "".join(drawn)
