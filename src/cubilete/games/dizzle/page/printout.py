"""Dizzle on paper: the sheet of a level on a page, in spaces that take a die."""

from cubilete.core.errors import BadMaterial
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_, Message
from cubilete.core.parts.printout import BRASS, FAINT, HAIR, INK, WASH, Canvas, Order, Printout
from cubilete.games.dizzle.layout import PrintedSheet
from cubilete.games.dizzle.material import read_plan
from cubilete.games.dizzle.page.drawing import frame_classes
from cubilete.games.dizzle.page.points import Count, counts
from cubilete.games.dizzle.ranks import level_of, ranks_of
from cubilete.games.dizzle.rules import DICE, ROUNDS
from cubilete.games.dizzle.scoring import SOLO_BOMB
from cubilete.games.dizzle.setup import LEVELS, DizzleRules
from cubilete.games.dizzle.tables import LETTERS
from cubilete.games.dizzle.terms import points_text, sheet_name, symbol_name
from cubilete.games.dizzle.view import printed

DRAWINGS = {
    "G": "gem",
    "Z": "puzzle",
    "F": "flag",
    "B": "bomb",
    "T": "pile",
    "R": "rocket",
    "P": "planet",
    "K": "key",
    "L": "lock",
}
COLOURS = {"b": "#1f5aa6", "r": "#a32c22", "g": "#276b39", "y": "#7c5a00"}
TONES = {"rocket": "#74520c", "planet": "#1d6a72", "pile": "#6d4423"}
"""Of symbols without a colour of their own, as on the table."""
FRAME = "#b98a2e"
LARGEST_CELL, SMALLEST_CELL = 20.0, 5.0
"""Millimetres: room for a usual die, and what a pencil can still cross."""
SIDE, EDGE = 6.0, 11.0
"""The room for the names of rows, and for the arrows at their ends."""
FOOT_NAMES, FOOT_BOX = 14.0, 10.0
"""The score line below the sheet: what counts, and the boxes for the points."""
NOTE = 4.4
"""The height of a reminder."""
IN_A_LINE = 10
"""Boxes in a score line; only sheets of one's own have more than one line."""

REMINDERS = {
    "K": N_("opens the locks of its colour, from the next turn on"),
    "B": N_(
        "once somebody crosses theirs off, it explodes on the other sheets; alone, it gives"
        " {points} points"
    ),
    "R": N_("cross off a planet of your choice too"),
    "F": N_("the first to reach it circle the highest number left"),
}
"""What a symbol does, besides its points."""


class DizzlePrintout(Printout):
    def draw(self, canvas: Canvas, order: Order) -> None:
        for material in materials_of(order):
            canvas.page()
            LevelPage(canvas, printed(read_plan(material))).draw()


def materials_of(order: Order) -> list[JsonObject]:
    """One's own sheet, the level that was asked for, or all levels."""
    if order.own_material or "level" in order.said:
        return [order.setup.material]
    return [DizzleRules().default_material({"level": level}) for level in LEVELS]


class LevelPage:
    """The page of one sheet."""

    def __init__(self, canvas: Canvas, sheet: PrintedSheet) -> None:
        self.canvas = canvas
        self.sheet = sheet
        self.symbols = sorted({token[1:2] for row in sheet.grid for token in row} - {""})
        self.level = level_of(sheet)
        self.ranks = ranks_of(sheet)

    def draw(self) -> None:
        canvas, sheet = self.canvas, self.sheet
        left, width = canvas.left, canvas.right - canvas.left
        y = canvas.top + canvas.heading(left, canvas.top, width) + 4
        bottom = canvas.bottom - canvas.minute(left, canvas.bottom, width) - 3
        bottom -= self.notes(bottom)
        bottom -= self.score_lines(bottom)
        room = bottom - y - (10 if sheet.columns else 3)
        columns = len(sheet.grid[0])
        cell = min(LARGEST_CELL, room / len(sheet.grid), (width - SIDE - EDGE) / columns)
        if cell < SMALLEST_CELL:
            raise BadMaterial(
                "too-large",
                "DZ-M3",
                (),
                N_("The sheet “{name}” is too large for a page."),
                name=sheet.name,
            )
        self.title()
        x = left + SIDE + (width - SIDE - EDGE - cell * columns) / 2
        self.grid(x, y, cell)
        self.arrows(x, y, cell)

    def title(self) -> None:
        """The name of the sheet, and a line for that of the player."""
        canvas, y = self.canvas, self.canvas.top + 5.4
        name = canvas.say(sheet_name(self.sheet.name))
        if self.level is not None:
            level = canvas.say(Message(N_("Level {level}"), {"level": self.level}))
            name = f"{level} · {name}"
        canvas.fitted(canvas.right, y, 75, name, 13, "serif bold", INK, "right")
        canvas.player(canvas.left + 42, y, 64)

    # --- The sheet ---

    def grid(self, x: float, y: float, cell: float) -> None:
        """The spaces, and the names of rows and columns."""
        canvas, sheet = self.canvas, self.sheet
        for column, letter in enumerate(LETTERS[: len(sheet.grid[0])]):
            middle = x + (column + 0.5) * cell
            canvas.text(middle, y - 1.2, letter, 7, "sans", FAINT, "centre")
        for row, tokens in enumerate(sheet.grid):
            base = y + (row + 0.5) * cell + 0.9
            canvas.text(x - 2.6, base, str(row + 1), 7, "sans", FAINT, "centre")
            for column, token in enumerate(tokens):
                if token != ".":
                    self.cell(x + column * cell, y + row * cell, cell, token)
                elif len(self.open_sides(row, column)) < 2:
                    self.hatch(x + column * cell, y + row * cell, cell)
        for row, tokens in enumerate(sheet.grid):  # above the lines of all spaces
            for column, token in enumerate(tokens):
                at = (x + column * cell, y + row * cell, cell)
                if token != ".":
                    self.sides(*at, self.open_sides(row, column), INK, 0.6)
                self.sides(*at, frame_classes(sheet, row, column).split()[1:], FRAME, 1.1)

    def arrows(self, x: float, y: float, cell: float) -> None:
        """The points of whole rows and columns (DZ-E6)."""
        canvas, sheet = self.canvas, self.sheet
        end, below = x + len(sheet.grid[0]) * cell, y + len(sheet.grid) * cell
        for row, points in sheet.rows.items():
            middle = y + (int(row) - 0.5) * cell
            canvas.line(end + 0.8, middle, end + 3, middle, BRASS, 0.4)
            arrow_head(canvas, end + 3.2, middle, down=False)
            words = str(points)
            canvas.fitted(end + 4.4, middle + 1.5, EDGE - 4.4, words, 12, "serif bold", BRASS)
        for column, points in sheet.columns.items():
            middle = x + (LETTERS.index(column) + 0.5) * cell
            canvas.line(middle, below + 0.8, middle, below + 3, BRASS, 0.4)
            arrow_head(canvas, middle, below + 3.2, down=True)
            words = str(points)
            canvas.fitted(middle, below + 7.6, cell, words, 12, "serif bold", BRASS, "centre")

    def cell(self, x: float, y: float, size: float, token: str) -> None:
        canvas = self.canvas
        started = token == "X"
        canvas.box(x, y, size, size, ink=INK, fill=WASH if started else "", stroke=0.25)
        if started:
            canvas.symbol("cross", x + size * 0.12, y + size * 0.12, size * 0.76, FAINT)
        elif len(token) == 1:
            canvas.symbol(f"d{token}", x + size * 0.2, y + size * 0.2, size * 0.6, INK)
        else:
            canvas.symbol(f"d{token[0]}", x + size * 0.04, y + size * 0.04, size * 0.46, INK)
            self.mark(token[1:], x + size * 0.44, y + size * 0.44, size * 0.52)
            if token[2:]:
                canvas.text(
                    x + size * 0.93,
                    y + size * 0.05 + 2.4,
                    initial(canvas, token[2:]),
                    7,
                    "sans bold",
                    COLOURS.get(token[2:], INK),
                    "right",
                )

    def mark(self, symbol: str, x: float, y: float, size: float) -> None:
        drawing = DRAWINGS[symbol[0]]
        ink = COLOURS.get(symbol[1:], INK) if symbol[1:] else TONES.get(drawing, INK)
        self.canvas.symbol(drawing, x, y, size, ink, "#c2541b" if drawing == "bomb" else "#ffffff")

    def open_sides(self, row: int, column: int) -> list[str]:
        """The sides of a space beyond which there is none: drawn thick, they tell holes from
        spaces."""
        grid = self.sheet.grid
        beside = {"ft": (row - 1, column), "fb": (row + 1, column)}
        beside |= {"fl": (row, column - 1), "fr": (row, column + 1)}
        return [
            side
            for side, (r, c) in beside.items()
            if not (0 <= r < len(grid) and 0 <= c < len(grid[0])) or grid[r][c] == "."
        ]

    def hatch(self, x: float, y: float, size: float) -> None:
        """A hole among spaces, which would look like one without a number."""
        for part in (0.25, 0.5, 0.75, 1):
            self.canvas.line(x, y + part * size, x + part * size, y, HAIR, 0.15)
            self.canvas.line(
                x + size, y + size - part * size, x + size - part * size, y + size, HAIR, 0.15
            )

    def sides(
        self, x: float, y: float, size: float, names: list[str], ink: str, width: float
    ) -> None:
        """Sides of a space, named as by `frame_classes`."""
        lines = {
            "ft": (x, y, x + size, y),
            "fb": (x, y + size, x + size, y + size),
            "fl": (x, y, x, y + size),
            "fr": (x + size, y, x + size, y + size),
        }
        for name in names:
            self.canvas.line(*lines[name], ink, width)

    # --- The score, and what there is to remember ---

    def score_lines(self, bottom: float) -> float:
        """For each thing that counts its symbol, what it gives, and a box for the points; the last
        box is for the sum. Returns the height."""
        canvas, found = self.canvas, counts(self.sheet, solo=False)
        lines = -(-(len(found) + 1) // IN_A_LINE)
        top = bottom - lines * (FOOT_NAMES + FOOT_BOX)
        width = (canvas.right - canvas.left) / min(IN_A_LINE, len(found) + 1)
        for place, count in enumerate(found):
            y = top + place // IN_A_LINE * (FOOT_NAMES + FOOT_BOX)
            self.score_box(canvas.left + place % IN_A_LINE * width, y, width - 2, count)
        x, y = canvas.right - width, bottom - FOOT_BOX
        total = canvas.say(Message(N_("Points")))
        canvas.text(x + width / 2, y - 1.6, total, 10, "serif bold", INK, "centre")
        canvas.box(x, y, width, FOOT_BOX, ink=INK, fill=WASH, stroke=0.6, corner=1)
        return bottom - top

    def score_box(self, x: float, y: float, width: float, count: Count) -> None:
        canvas = self.canvas
        if count.key == "arrows":
            name = Message(N_("rows and columns"))
            canvas.symbol("arrow", x, y + 0.4, 5, BRASS)
        elif count.key == "frame":
            name = Message(N_("framed block"))
            canvas.box(x + 0.6, y + 0.8, 4, 4, ink=FRAME, stroke=0.9)
        elif count.drawing == "boom":
            name = Message(N_("exploded bomb"))
            canvas.symbol("boom", x, y + 0.2, 5.4, INK)
        else:
            name = symbol_name(count.key)
            self.mark(count.key, x, y + 0.2, 5.4)
        if count.worth is not None:
            worth = points_text(count.worth)
            canvas.fitted(x + 6.8, y + 4.4, width - 6.8, worth, 12, "serif bold", BRASS)
        canvas.paragraph(x, y + 6, width, canvas.say(name), 6, "sans", FAINT)
        canvas.box(x, y + FOOT_NAMES, width, FOOT_BOX, ink=FAINT, corner=1)
        if count.drawing == "flag":  # DZ-E4: one of the numbers is circled
            step = width / len(self.sheet.flag)
            for place, points in enumerate(self.sheet.flag):
                middle, base = x + (place + 0.5) * step, y + FOOT_NAMES + FOOT_BOX / 2 + 1.2
                canvas.fitted(middle, base, step - 1, str(points), 9.5, "serif", FAINT, "centre")

    def notes(self, bottom: float) -> float:
        """Reminders of symbols, dice and rounds, ranks; returns the height."""
        canvas = self.canvas
        y = bottom - 0.8
        ranked = self.rank_line()
        if ranked:
            canvas.fitted(canvas.left, y, canvas.right - canvas.left, ranked, 7, "sans", FAINT)
            y -= 3.8
        canvas.fitted(
            canvas.left, y, canvas.right - canvas.left, self.rounds_line(), 7, "sans", FAINT
        )
        y -= NOTE
        kept = [symbol for symbol in REMINDERS if symbol in self.symbols]
        y -= -(-len(kept) // 2) * NOTE
        width = (canvas.right - canvas.left) / 2
        for place, symbol in enumerate(kept):
            x, base = canvas.left + place % 2 * width, y + (place // 2 + 1) * NOTE
            drawing = DRAWINGS[symbol]
            canvas.symbol(drawing, x, base - 3, 3.8, TONES.get(drawing, INK), "#ffffff")
            words = canvas.say(Message(REMINDERS[symbol], {"points": SOLO_BOMB}))
            canvas.fitted(x + 5, base, width - 8, words, 7.5, "serif")
        return bottom - y + 1.5

    def rounds_line(self) -> str:
        """DZ-M1."""
        parts = [
            Message(
                N_(
                    "1 player: {dice} dice, {rounds} rounds",
                    "{count} players: {dice} dice, {rounds} rounds",
                ),
                {"dice": int(DICE[players]), "rounds": int(ROUNDS[players])},
                players,
            )
            for players in range(1, 5)
        ]
        return "  ·  ".join(self.canvas.say(part) for part in parts)

    def rank_line(self) -> str:
        """DZ-19: the ranks of solo scores."""
        if not self.ranks:
            return ""
        say = self.canvas.say
        found = [f"{rank.least} {say(rank.name)}" for rank in self.ranks if rank.least is not None]
        return say(
            Message(N_("Alone, from so many points on: {ranks}"), {"ranks": " · ".join(found)})
        )


def arrow_head(canvas: Canvas, x: float, y: float, down: bool) -> None:
    for side in (-1.1, 1.1):
        back = (x + side, y - 1.3) if down else (x - 1.3, y + side)
        canvas.line(*back, x, y, BRASS, 0.4)


def initial(canvas: Canvas, colour: str) -> str:
    """The letter of a colour in the reader's language."""
    letters = canvas.say(Message(N_("b g r y"))).split()
    return dict(zip("bgry", letters, strict=True)).get(colour, colour.upper())
