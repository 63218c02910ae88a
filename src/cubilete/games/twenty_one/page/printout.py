"""Twenty One on paper: its six sheets, two on a page."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.printout import BRASS, FAINT, HAIR, INK, WASH, Canvas, Order, Printout
from cubilete.games.twenty_one.material import rows_of
from cubilete.games.twenty_one.page.drawing import EXTRA
from cubilete.games.twenty_one.tables import COLOURS
from cubilete.games.twenty_one.view import PRINTED

GAP = 12.0
"""Between the two sheets of a page: half of it on each side of the cut."""
NUMBER_WIDTH = 6.0
SUM_WIDTH, SIGN_WIDTH = 12.4, 4.2
SPACE = 1.8
"""Between two boxes."""
TONES = {
    "W": ("#ffffff", INK),
    "Y": ("#f3cb45", INK),
    "R": ("#c23d33", "#ffffff"),
    "G": ("#33804b", "#ffffff"),
    "B": ("#3167b4", "#ffffff"),
    "K": ("#3a3633", "#ffffff"),
}
"""The ground of a box's strip and its letters: the colours of the dice."""
STRIP = 6.4


class TwentyOnePrintout(Printout):
    def draw(self, canvas: Canvas, order: Order) -> None:
        height = (canvas.bottom - canvas.top - GAP) / 2
        for place, (name, rows) in enumerate(rows_of(order.setup.material).items()):
            if place % 2 == 0:
                canvas.page()
                cut = canvas.top + height + GAP / 2
                canvas.dashes(canvas.left, cut, canvas.right, cut)
            top = canvas.top + place % 2 * (height + GAP)
            draw_sheet(canvas, top, height, name, rows)


def draw_sheet(canvas: Canvas, top: float, height: float, name: str, rows: tuple[str, ...]) -> None:
    left, right = canvas.left, canvas.right
    title = canvas.say(Message(N_("Sheet {sheet}"), {"sheet": name}))
    y = top + canvas.heading(left, top, right - left) + 1
    canvas.text(right, top + 6.4, title, 17, "serif bold", INK, "right")
    canvas.player(right - 98, top + 6.4, 70)
    bottom = top + height - canvas.minute(left, top + height, right - left) - 3
    foot = 11.0
    pitch = (bottom - foot - 2 - y) / len(rows)
    for number, colours in enumerate(rows, start=1):
        draw_row(canvas, y, pitch - SPACE, number, colours)
        y += pitch
    draw_foot(canvas, bottom - foot, foot)


def draw_row(canvas: Canvas, y: float, height: float, number: int, colours: str) -> None:
    base = y + height / 2
    canvas.text(canvas.left + 1, base + 1.6, str(number), 10, "sans bold", FAINT)
    sums = canvas.right - 3 * SUM_WIDTH - 2 * SIGN_WIDTH
    width = (sums - 2 - canvas.left - NUMBER_WIDTH) / len(colours)
    for place, colour in enumerate(colours):
        x = canvas.left + NUMBER_WIDTH + place * width
        draw_box(canvas, x, y, width - SPACE, height, colour, PRINTED[place])
    for place, sign in enumerate(("", "+", "=")):
        x = sums + place * (SUM_WIDTH + SIGN_WIDTH)
        canvas.box(
            x,
            y,
            SUM_WIDTH,
            height,
            ink=INK if sign == "=" else FAINT,
            fill=WASH if sign == "=" else "",
            stroke=0.4 if sign == "=" else 0.2,
            corner=1,
        )
        if sign:
            canvas.text(x - SIGN_WIDTH / 2, base + 1, sign, 9, "sans", FAINT, "centre")
        if sign == "+":
            canvas.symbol("exact", x + 0.9, y + 0.9, 3, FAINT)


def draw_box(
    canvas: Canvas, x: float, y: float, width: float, height: float, colour: str, printed: str
) -> None:
    """A strip in the colour of the die with the printed number and the letter of the colour, room
    to write, and a small square that is crossed for an exact."""
    ground, ink = TONES[colour]
    canvas.box(x, y, STRIP, height, fill=ground)
    canvas.line(x + STRIP, y, x + STRIP, y + height, INK, 0.2)
    canvas.box(x, y, width, height, ink=INK, stroke=0.35)
    middle = x + STRIP / 2
    canvas.text(middle, y + 5.6, printed, 14, "serif bold", ink, "centre")
    letters = canvas.say(Message(N_("W Y R G B K"))).split()
    letter = letters[COLOURS.index(colour)]
    canvas.text(middle, y + height - 1.4, letter, 7, "sans bold", ink, "centre")
    canvas.box(x + width - 4.2, y + 0.9, 3.3, 3.3, ink=FAINT)


def draw_foot(canvas: Canvas, y: float, height: float) -> None:
    """The bonus for the exacts of a row, and the total."""
    words = canvas.say(Message(N_("Bonus for the exact hits of one row")))
    left = canvas.left + NUMBER_WIDTH
    canvas.text(left, y + 2.6, words, 7, "sans", FAINT)
    step = 15.5
    for exacts in range(1, len(EXTRA)):
        x = left + (exacts - 1) * step
        canvas.box(x, y + 4, step - SPACE, height - 4, ink=HAIR, corner=1)
        for cross in range(exacts):
            canvas.symbol(
                "exact", x + 0.7 + cross % 3 * 2.1, y + 4.7 + cross // 3 * 2.6, 1.9, FAINT
            )
        points = str(EXTRA[exacts])
        canvas.text(x + step - SPACE - 1, y + 9.2, points, 11, "serif bold", BRASS, "right")
    total = canvas.say(Message(N_("Total")))
    x = canvas.right - SUM_WIDTH
    canvas.text(x - 2.5, y + height - 2.8, total, 10, "serif bold", INK, "right")
    canvas.box(x, y, SUM_WIDTH, height, ink=INK, fill=WASH, stroke=0.6, corner=1)
