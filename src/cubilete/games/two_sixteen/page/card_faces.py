"""The fronts and backs of the printed cards of 216, drawn as the table draws them."""

from dataclasses import dataclass

from cubilete.core.message import N_, Message
from cubilete.core.parts.printout import BRASS, FAINT, HAIR, INK, Canvas
from cubilete.games.two_sixteen.conditions import count_of, family_of
from cubilete.games.two_sixteen.terms import condition, help_name

WIDTH, HEIGHT = 44.0, 63.0
"""Millimetres: sixteen cards on a page."""
INSET = 2.6
"""From the cut to the frame."""

FAMILIES = {
    "grey": (N_("Faces"), "d3", "#5f6669"),
    "orange": (N_("Sums"), "arrow", "#a9540c"),
    "green": (N_("Patterns"), "h-opposite", "#34693b"),
    "violet": (N_("Avoid"), "close", "#63448a"),
}
"""The name, symbol and colour of each family (216-M2)."""
TILES = {
    "pair": "A A ?",
    "pair different": "A A B",
    "triple": "A A A",
    "different": "A B C",
    "pair opposite": "A A ↔",
    "two opposite": "A ↔ ?",
    "straight": "A +1 +2",
}
SET = "set"
PICTURE, WORDS = 25.5, 36.0
"""From the top of a card to the middle of its picture, and to its words."""
BACKS = ("#9aa0a2", "#c2a25c")
"""Of objectives and help cards: pale, because there are a hundred of them."""


def frame(canvas: Canvas, x: float, y: float, ink: str) -> None:
    canvas.box(
        x + INSET,
        y + INSET,
        WIDTH - 2 * INSET,
        HEIGHT - 2 * INSET,
        ink=ink,
        stroke=0.45,
        corner=2.4,
    )


def title(canvas: Canvas, x: float, y: float, symbol: str, words: str, ink: str) -> None:
    canvas.symbol(symbol, x + 5, y + 4.6, 4.6, ink)
    canvas.fitted(x + 10.8, y + 8.2, WIDTH - 16, words, 9, "sans bold", ink)
    canvas.line(x + INSET, y + 11, x + WIDTH - INSET, y + 11, ink, 0.25)


def back(canvas: Canvas, x: float, y: float, ink: str, words: str) -> None:
    """Thin lines and the emblem: little ink, and nothing that shows when it is cut aslant."""
    frame(canvas, x, y, ink)
    canvas.box(
        x + INSET + 1.4,
        y + INSET + 1.4,
        WIDTH - 2 * INSET - 2.8,
        HEIGHT - 2 * INSET - 2.8,
        ink=HAIR,
        corner=1.6,
    )
    canvas.symbol("emblem", x + WIDTH / 2 - 8, y + 17, 16, ink)
    canvas.text(x + WIDTH / 2, y + 42, "216", 20, "serif bold", ink, "centre")
    canvas.text(x + WIDTH / 2, y + 48, words, 8, "sans", ink, "centre")


@dataclass(frozen=True)
class ObjectiveCard:
    """216-M1."""

    when: str
    score: int
    bonus: int

    def front(self, canvas: Canvas, x: float, y: float) -> None:
        name, symbol, ink = FAMILIES[family_of(self.when) or "grey"]
        frame(canvas, x, y, ink)
        title(canvas, x, y, symbol, canvas.say(Message(name)), ink)
        self.picture(canvas, x + WIDTH / 2, y + PICTURE, ink)
        words = canvas.say(condition(self.when))
        words = words[:1].upper() + words[1:]
        canvas.paragraph(x + 4, y + WORDS, WIDTH - 8, words, 10.5, "serif", INK, "centre")
        base = y + HEIGHT - 7
        score = str(self.score)
        canvas.fitted(x + 5.4, base, 17, score, 24, "serif bold")
        shown = min(17.0, canvas.width_of(score, 24, "serif bold"))
        canvas.fitted(x + 6.6 + shown, base, 10, f"+{self.bonus}", 12, "serif italic", BRASS)
        share = f"{count_of(self.when)}/216"
        canvas.text(x + WIDTH - 5.4, base, share, 7.5, "sans", FAINT, "right")

    def back(self, canvas: Canvas, x: float, y: float) -> None:
        back(canvas, x, y, BACKS[0], canvas.say(Message(N_("Objective"))))

    def picture(self, canvas: Canvas, x: float, y: float, ink: str) -> None:
        """The condition in dice, around (x, y)."""
        parts = self.when.split(" ")
        if self.when in TILES:
            in_a_row(canvas, x, y, TILES[self.when].split(" "), 10, ink)
        elif parts[0] in ("sum", "two"):
            draw_sum(canvas, x, y, 3 if parts[0] == "sum" else 2, parts[1], parts[2])
        elif parts[0] == "no":
            in_a_row(canvas, x, y, [f"no{face}" for face in parts[1:]], 10, ink)
        else:
            in_a_row(canvas, x, y, parts, 10, ink)


def in_a_row(canvas: Canvas, x: float, y: float, signs: list[str], size: float, ink: str) -> None:
    """Dice and tiles side by side, smaller where they are many."""
    gap = 1.6
    size = min(size, (WIDTH - 2 * INSET - 4 + gap) / len(signs) - gap)
    start = x - (len(signs) * (size + gap) - gap) / 2
    for place, sign in enumerate(signs):
        draw_sign(canvas, start + place * (size + gap), y - size / 2, size, sign, ink)


def draw_sign(canvas: Canvas, x: float, y: float, size: float, sign: str, ink: str) -> None:
    """A face, “?” for any face, “no4” for a face that must not appear, or the tile of a pattern."""
    if sign.isdigit():
        canvas.die(int(sign), x, y, size)
    elif sign.startswith("no"):
        canvas.die(int(sign[2:]), x, y, size, FAINT)
        canvas.line(x - 0.8, y + size + 0.8, x + size + 0.8, y - 0.8, ink, 0.7)
    elif sign == "↔":
        canvas.symbol("h-opposite", x, y, size, ink)
    else:
        blank = sign == "?"
        tone = FAINT if blank else ink
        canvas.box(x, y, size, size, ink=tone, stroke=0.25 if blank else 0.5, corner=size * 0.2)
        base = y + size / 2 + size * 0.19
        canvas.fitted(x + size / 2, base, size - 1, sign, size * 1.5, "serif bold", tone, "centre")


def draw_sum(canvas: Canvas, x: float, y: float, dice: int, sign: str, number: str) -> None:
    """Empty dice with a plus between them, and what they add up to."""
    size, gap = 6.4, 3.6
    start = x - (dice * (size + gap) - gap) / 2
    for place in range(dice):
        left = start + place * (size + gap)
        canvas.die(0, left, y - 8, size, FAINT)
        if place:
            canvas.text(left - gap / 2, y - 3.7, "+", 10, "sans", FAINT, "centre")
    width = canvas.width_of(number, 22, "serif bold")
    compare(canvas, x - width / 2 - 5.5, y + 4.6, sign)
    canvas.text(x - width / 2 + 2.4, y + 7.6, number, 22, "serif bold")


def compare(canvas: Canvas, x: float, y: float, sign: str) -> None:
    """“=”, “>=” or “<=”, drawn: the fonts have no ≥ and ≤."""
    size = 4.2
    if sign == "=":
        for line in (-0.9, 0.9):
            canvas.line(x, y + line, x + size, y + line, INK, 0.5)
        return
    wide, point = (x, x + size) if sign == ">=" else (x + size, x)
    canvas.line(wide, y - 2.2, point, y - 0.4, INK, 0.5)
    canvas.line(point, y - 0.4, wide, y + 1.4, INK, 0.5)
    canvas.line(x, y + 2.6, x + size, y + 2.6, INK, 0.5)


@dataclass(frozen=True)
class HelpCard:
    """216-M5."""

    kind: str

    def front(self, canvas: Canvas, x: float, y: float) -> None:
        frame(canvas, x, y, BRASS)
        title(canvas, x, y, "bulb", canvas.say(Message(N_("Help card"))), BRASS)
        middle = x + WIDTH / 2
        if self.kind.startswith(SET):
            canvas.symbol("h-set", middle - 5, y + 15, 10, BRASS)
            canvas.die(int(self.kind.removeprefix(SET)), middle - 7, y + 26.5, 14)
        else:
            canvas.symbol(f"h-{self.kind}", middle - 9.5, y + 19, 19, INK)
        words = canvas.say(help_name(self.kind))
        words = words[:1].upper() + words[1:]
        canvas.paragraph(x + 4, y + 45, WIDTH - 8, words, 10.5, "serif", INK, "centre")

    def back(self, canvas: Canvas, x: float, y: float) -> None:
        back(canvas, x, y, BACKS[1], canvas.say(Message(N_("Help card"))))
