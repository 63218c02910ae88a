"""The canvas on which printouts are drawn: a PDF, made by fpdf2.

The same order gives the same bytes: the document has a fixed date. Core fonts have the letters of
Windows-1252; a character that they lack is replaced by its plain form, or by a question mark.
"""

import unicodedata
from datetime import UTC, datetime

from fpdf import FPDF

from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Message
from cubilete.core.parts.printout import FAINT, HAIR, INK, WASH, Align, Face
from cubilete.language import say
from cubilete.printing.papers import Paper
from cubilete.printing.symbols import EMBLEM, Symbols

MARGIN = 11.0
"""Millimetres. Most printers reach this far."""
FONTS: dict[Face, tuple[str, str]] = {
    "serif": ("Times", ""),
    "serif bold": ("Times", "B"),
    "serif italic": ("Times", "I"),
    "sans": ("Helvetica", ""),
    "sans bold": ("Helvetica", "B"),
}
ENCODING = "cp1252"
POINT = 25.4 / 72
LEADING = 1.22
"""The distance of two lines, in sizes of their letters."""
SMALLEST = 0.55
"""How much a line is reduced at most to fit."""
DATE = datetime(2026, 1, 1, tzinfo=UTC)
PLAIN = {"−": "–", "≥": ">=", "≤": "<="}

MINUTE = (N_("Your aim"), N_("A turn"), N_("The end"))
MINUTE_SIZE = 8.2
MINUTE_GAP = 5.0
TABLE_SIDE, TABLE_EDGE, TABLE_ROW = 9.0, 9.5, 8.0
"""Of a score table the width of the numbers, the height of names and sums, and that of a line."""


def printable(text: str) -> str:
    """The text in letters that the fonts have."""
    try:
        text.encode(ENCODING)
    except UnicodeEncodeError:
        return "".join(printable_letter(letter) for letter in text)
    return text


def printable_letter(letter: str) -> str:
    for form in (letter, PLAIN.get(letter, ""), unicodedata.normalize("NFKD", letter)):
        found = form.encode(ENCODING, "ignore").decode(ENCODING)
        if found:
            return found
    return "" if unicodedata.combining(letter) else "?"


class PdfCanvas:
    """A `Canvas` (core/parts/printout.py) for one game, language and paper."""

    def __init__(self, game: AnyGame, paper: Paper, language: str) -> None:
        self.game = game
        self.language = language
        self.paper = paper
        self.left, self.top = MARGIN, MARGIN
        self.right, self.bottom = paper.width - MARGIN, paper.height - MARGIN
        self._symbols = Symbols(game)
        self._pdf = FPDF(unit="mm", format=(paper.width, paper.height))
        self._pdf.core_fonts_encoding = ENCODING
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.set_creation_date(DATE)
        self._pdf.set_title(game.name)
        self._pdf.set_author("Cubilete")
        self._pdf.set_lang(language)

    def document(self) -> bytes:
        return bytes(self._pdf.output())

    @property
    def pages(self) -> int:
        return self._pdf.page

    def page(self) -> None:
        self._pdf.add_page()

    def say(self, message: Message) -> str:
        return say(message, self.language)

    # --- Lines and surfaces ---

    def line(
        self, x: float, y: float, x2: float, y2: float, ink: str = INK, width: float = 0.2
    ) -> None:
        self._pdf.set_draw_color(ink)
        self._pdf.set_line_width(width)
        self._pdf.line(x, y, x2, y2)

    def dashes(self, x: float, y: float, x2: float, y2: float, ink: str = FAINT) -> None:
        self._pdf.set_dash_pattern(dash=1.6, gap=1.4)
        self.line(x, y, x2, y2, ink, 0.15)
        self._pdf.set_dash_pattern()

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        ink: str = "",
        fill: str = "",
        stroke: float = 0.2,
        corner: float = 0,
    ) -> None:
        style = self._pen(ink, fill, stroke)
        if style:
            self._pdf.rect(
                x, y, width, height, style, round_corners=corner > 0, corner_radius=corner
            )

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        ink: str = "",
        fill: str = "",
        stroke: float = 0.2,
    ) -> None:
        style = self._pen(ink, fill, stroke)
        if style:
            self._pdf.circle(x, y, radius, style)

    def _pen(self, ink: str, fill: str, stroke: float) -> str:
        """Sets colours and width; returns the style of a shape, "" for an invisible one."""
        if ink:
            self._pdf.set_draw_color(ink)
            self._pdf.set_line_width(stroke)
        if fill:
            self._pdf.set_fill_color(fill)
        return ("D" if ink else "") + ("F" if fill else "")

    def symbol(
        self, name: str, x: float, y: float, size: float, ink: str = INK, tone: str = ""
    ) -> None:
        self._pdf.draw_path(self._symbols.placed(name, x, y, size, ink, tone))

    def die(self, face: int, x: float, y: float, size: float, ink: str = INK) -> None:
        self.box(x, y, size, size, ink=ink, fill="#ffffff", stroke=size / 26, corner=size * 0.2)
        if face:
            self.symbol(f"d{face}", x, y, size, ink)

    # --- Words ---

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        face: Face = "sans",
        ink: str = INK,
        align: Align = "left",
    ) -> None:
        width = self.width_of(text, size, face)
        start = {"left": x, "centre": x - width / 2, "right": x - width}[align]
        self._pdf.set_text_color(ink)
        self._pdf.text(start, y, printable(text))

    def width_of(self, text: str, size: float, face: Face = "sans") -> float:
        family, style = FONTS[face]
        self._pdf.set_font(family, style, size)
        return self._pdf.get_string_width(printable(text))

    def fitted(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        size: float,
        face: Face = "sans",
        ink: str = INK,
        align: Align = "left",
    ) -> None:
        needed = self.width_of(text, size, face)
        smaller = size * max(SMALLEST, min(1, width / needed if needed else 1))
        while len(text) > 1 and self.width_of(text, smaller, face) > width + 0.01:
            text = f"{text.removesuffix('…')[:-1]}…"
        self.text(x, y, text, smaller, face, ink, align)

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        size: float,
        face: Face = "serif",
        ink: str = INK,
        align: Align = "left",
    ) -> float:
        step = size * POINT * LEADING
        start = {"left": x, "centre": x + width / 2, "right": x + width}[align]
        lines = self.lines(text, width, size, face)
        if align == "centre":
            lines = self._balanced(lines, text, width, size, face)
        for number, line in enumerate(lines):
            self.text(start, y + step * number + size * POINT * 0.92, line, size, face, ink, align)
        return step * len(lines)

    def lines(self, text: str, width: float, size: float, face: Face) -> list[str]:
        """The text in lines of this width. A word that is wider has a line of its own."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width_of(longer, size, face) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _balanced(
        self, lines: list[str], text: str, width: float, size: float, face: Face
    ) -> list[str]:
        """The same number of lines, as equal in length as the words allow."""
        found = lines
        while len(found) == len(lines) and width > size * POINT:
            lines, width = found, width - 1
            found = self.lines(text, width, size, face)
        return lines

    # --- What many pages have ---

    def heading(self, x: float, y: float, width: float, note: str = "") -> float:
        has_emblem = EMBLEM in self._symbols.known
        if has_emblem:
            self.symbol(EMBLEM, x, y, 9)
        start = x + 12 if has_emblem else x
        self.text(start, y + 5.4, self.game.name, 19, "serif bold")
        credit = self.say(Message(self.game.about.credit))
        below = " · ".join(text for text in (credit, note) if text)
        self.fitted(start, y + 9.6, width - (start - x), below, 7.5, "sans", FAINT)
        return 12

    def player(self, x: float, y: float, width: float) -> None:
        label = self.say(Message(N_("Player")))
        self.text(x, y, label, 7.5, "sans", FAINT)
        self.line(x + self.width_of(label, 7.5) + 2, y + 0.6, x + width, y + 0.6, FAINT)

    def table(self, top: float, bottom: float, columns: int) -> None:
        left, right = self.left, self.right
        rows = int((bottom - top - 2 * TABLE_EDGE) // TABLE_ROW)
        height = (bottom - top - 2 * TABLE_EDGE) / rows
        for y in (top, bottom - TABLE_EDGE):
            self.box(left, y, right - left, TABLE_EDGE, fill=WASH)
        for row in range(1, rows + 2):
            y = top + TABLE_EDGE + (row - 1) * height
            self.line(left, y, right, y, HAIR if 1 < row <= rows else INK)
            sign = str(row) if row <= rows else "="
            self.text(left + TABLE_SIDE / 2, y + height / 2 + 1, sign, 8, "sans", FAINT, "centre")
        for column in range(columns):
            x = left + TABLE_SIDE + column * (right - left - TABLE_SIDE) / columns
            self.line(x, top, x, bottom, FAINT)
        self.box(left, top, right - left, bottom - top, ink=INK, stroke=0.4, corner=1)

    def minute(self, x: float, bottom: float, width: float) -> float:
        card = self.game.page.card
        if card is None:
            return 0
        column = (width - 2 * MINUTE_GAP) / 3
        texts = [self.say(words) for words in (card.want, card.turn, card.end)]
        step = MINUTE_SIZE * POINT * LEADING
        most = max(len(self.lines(text, column, MINUTE_SIZE, "serif")) for text in texts)
        height = 5.5 + step * most
        top = bottom - height
        self.line(x, top, x + width, top, HAIR, 0.3)
        for place, (title, text) in enumerate(zip(MINUTE, texts, strict=True)):
            start = x + place * (column + MINUTE_GAP)
            self.text(start, top + 4, f"{place + 1}  {self.say(Message(title))}", 7, "sans bold")
            self.paragraph(start, top + 5.2, column, text, MINUTE_SIZE)
        return height
