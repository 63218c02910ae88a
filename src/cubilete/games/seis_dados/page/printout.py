"""Seis dados on paper: the score sheet (SD-5) with the chosen categories, two on a page."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.printout import BRASS, FAINT, HAIR, INK, WASH, Canvas, Order, Printout
from cubilete.core.parts.rules import Setup
from cubilete.games.seis_dados.rules import STARTING_JOKERS
from cubilete.games.seis_dados.tables import SECTIONS, part_count
from cubilete.games.seis_dados.terms import CATEGORY_WORDS, SECTION_WORDS

PLAYERS = 3
GAP = 10.0
"""Between the two sheets: half of it on each side of the cut."""
LABELS = 0.37
"""The share of a sheet's width that its labels take."""
HEIGHTS = {"players": 1.05, "section": 0.9, "jokers": 1.65, "points": 1.25}
"""Of special rows, in heights of a category's row."""
HIGHEST_ROW = 9.6

Row = tuple[str, str]
"""What a row is: “players”, “section”, “category”, “jokers” or “points”, and its name."""


class SeisDadosPrintout(Printout):
    def draw(self, canvas: Canvas, order: Order) -> None:
        canvas.page()
        width = (canvas.right - canvas.left - GAP) / 2
        middle = (canvas.left + canvas.right) / 2
        for x in (canvas.left, middle + GAP / 2):
            ScoreSheet(canvas, x, width, order.setup).draw()
        canvas.dashes(middle, canvas.top, middle, canvas.bottom)


class ScoreSheet:
    """One sheet: players in columns, categories in rows by section."""

    def __init__(self, canvas: Canvas, x: float, width: float, setup: Setup) -> None:
        self.canvas = canvas
        self.x = x
        self.width = width
        self.setup = setup
        self.rows = rows_of(setup)
        self.labels = width * LABELS
        self.column = (width - self.labels) / PLAYERS

    def draw(self) -> None:
        canvas, x, width = self.canvas, self.x, self.width
        y = canvas.top + canvas.heading(x, canvas.top, width, agreed(canvas, self.setup)) + 1
        bottom = canvas.bottom - canvas.minute(x, canvas.bottom, width) - 6.5
        units = sum(HEIGHTS.get(kind, 1) for kind, _ in self.rows)
        unit = min(HIGHEST_ROW, (bottom - y) / units)
        top = y
        for kind, name in self.rows:
            height = unit * HEIGHTS.get(kind, 1)
            self.row(kind, name, y, height)
            y += height
        for place in range(PLAYERS):
            edge = self.edge(place)
            canvas.line(edge, top, edge, y, INK, 0.25)
        canvas.box(x, top, width, y - top, ink=INK, stroke=0.4, corner=1)
        self.legend(y + 4)

    def edge(self, player: int) -> float:
        return self.x + self.labels + player * self.column

    def row(self, kind: str, name: str, y: float, height: float) -> None:
        canvas, base = self.canvas, y + height / 2 + 1.1
        ground = {"section": WASH, "points": WASH}.get(kind, "")
        canvas.box(self.x, y, self.width, height, fill=ground)
        canvas.line(self.x, y, self.x + self.width, y, HAIR if kind == "category" else FAINT)
        label = canvas.say(Message(label_of(kind, name)))
        room = self.labels - 3.4
        if kind == "category":
            self.category(name, label, y, height)
        elif kind == "section":
            canvas.fitted(self.x + 1.7, base, room, label, 9.5, "serif bold")
            for player in range(PLAYERS):
                self.extra_point(player, y + height / 2)
        elif kind == "jokers":
            canvas.fitted(self.x + 1.7, base, room, label, 9, "serif")
            for player in range(PLAYERS):
                self.jokers(player, y, height, counted=name == "jokers")
        elif kind == "points":
            canvas.fitted(self.x + 1.7, base, room, label, 11, "serif bold")
        else:
            canvas.fitted(self.x + 1.7, base, room, label, 8, "sans", FAINT)

    def category(self, name: str, label: str, y: float, height: float) -> None:
        canvas, x = self.canvas, self.x + 1.7
        room = self.labels - 3.4
        if name in SECTIONS["numbers"]:
            size = height * 0.66
            face = SECTIONS["numbers"].index(name) + 1
            canvas.die(face, x, y + (height - size) / 2, size)
            x, room = x + size + 1.6, room - size - 1.6
        canvas.fitted(x, y + height / 2 + 1.1, room, label, 9, "serif")
        for player in range(PLAYERS):
            edge, radius = self.edge(player), min(1.7, height * 0.26)
            canvas.circle(edge + self.column - 2.9, y + height / 2, radius, ink=FAINT)
            self.part_marks(name, edge, y + height)

    def part_marks(self, name: str, edge: float, bottom: float) -> None:
        """Short marks between the places of a value's parts."""
        parts = part_count(name)
        room = self.column - 5.4
        for part in range(1, parts):
            x = edge + 0.6 + room * part / parts
            self.canvas.line(x, bottom - 1.6, x, bottom, FAINT)

    def extra_point(self, player: int, y: float) -> None:
        x = self.edge(player) + self.column - 4.6
        self.canvas.box(x, y - 1.7, 3.4, 3.4, ink=BRASS, fill="#ffffff", corner=0.6)
        self.canvas.text(x + 1.7, y + 0.75, "+1", 5.2, "sans", BRASS, "centre")

    def jokers(self, player: int, y: float, height: float, counted: bool) -> None:
        """The marks of a player, to be crossed; and the place of the category's point."""
        canvas, edge = self.canvas, self.edge(player)
        columns = STARTING_JOKERS // 2
        size = min((self.column - 6.4) / columns, height / 2) * 0.94
        top = y + (height - 2 * size) / 2
        for number in range(STARTING_JOKERS):
            column, line = number % columns, number // columns
            canvas.symbol(
                "joker", edge + 0.9 + column * (size + 0.25), top + line * size, size * 0.92, FAINT
            )
        if counted:
            canvas.circle(edge + self.column - 2.9, y + height / 2, 1.7, ink=FAINT)

    def legend(self, y: float) -> None:
        """What the small circles and squares are for."""
        canvas, x = self.canvas, self.x + 1.5
        canvas.circle(x, y - 0.9, 1.2, ink=FAINT)
        words = canvas.say(Message(N_("the point of the category")))
        canvas.text(x + 2.4, y, words, 6.8, "sans", FAINT)
        x += 7.5 + canvas.width_of(words, 6.8)
        canvas.box(x, y - 2.2, 2.6, 2.6, ink=BRASS, corner=0.5)
        canvas.text(x + 3.8, y, canvas.say(Message(N_("the extra point"))), 6.8, "sans", FAINT)


def rows_of(setup: Setup) -> list[Row]:
    """The rows of a sheet with the categories that are agreed on."""
    chosen = setup.agreed["categories"]
    assert isinstance(chosen, list)
    rows: list[Row] = [("players", "")]
    for section, categories in SECTIONS.items():
        used = [name for name in categories if name in chosen]
        if used:
            rows.append(("section", section))
            rows += [("jokers" if name == "jokers" else "category", name) for name in used]
    if "jokers" not in chosen:  # SD-1: everybody has them
        rows.append(("jokers", ""))
    return [*rows, ("points", "")]


def label_of(kind: str, name: str) -> str:
    if kind == "section":
        return SECTION_WORDS[name]
    if kind == "category":
        return CATEGORY_WORDS[name]
    return {"players": N_("Players"), "jokers": N_("Jokers"), "points": N_("Points")}[kind]


def agreed(canvas: Canvas, setup: Setup) -> str:
    """The variants that are played, for the line below the name."""
    parts: list[Message] = []
    end_at = setup.agreed.get("end_at")
    if isinstance(end_at, int):
        template = N_("it ends at 1 point", "it ends at {count} points")
        parts.append(Message(template, count=end_at))
    if setup.agreed["lowest_wins"]:
        parts.append(Message(N_("fewest points wins")))
    return " · ".join(canvas.say(part) for part in parts)
