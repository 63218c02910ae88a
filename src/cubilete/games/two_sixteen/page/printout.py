"""216 on paper: a score table, and the deck as cards to cut out.

The deck is for printing on both sides: after each page of fronts comes the page of their backs,
mirrored left to right, so that turning the paper over its long edge puts each back behind its
front. The rules and the score table share the first sheet of paper, so the order holds.
"""

from collections.abc import Callable, Sequence

from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_, Message
from cubilete.core.parts.printout import BRASS, FAINT, HAIR, Canvas, Order, Printout
from cubilete.games.two_sixteen.material import listed_cards
from cubilete.games.two_sixteen.page.card_faces import HEIGHT, WIDTH, HelpCard, ObjectiveCard
from cubilete.games.two_sixteen.tables import KINDS

COLUMNS, ROWS = 4, 4
PLAYERS = 6
MARK, MARK_GAP = 5.0, 1.5
"""The length of a cut mark, and its distance from the cards."""

REMINDERS = (
    N_(
        "First roll: an objective met without help cards is served. Take its points, and its extra"
        " points or a help card."
    ),
    N_("Second roll: reroll one, two or three dice. Now an objective gives its points only."),
    N_("You claim nothing? Take a help card."),
    N_(
        "Help cards: as many as you like, each once, from the turn after you took them. After one"
        " nothing is served."
    ),
    N_("Four objectives lie open; replace the one that was claimed at once."),
    N_("Alone: after each turn of yours the AI takes the objective with the fewest points."),
)

Card = ObjectiveCard | HelpCard


class TwoSixteenPrintout(Printout):
    def draw(self, canvas: Canvas, order: Order) -> None:
        target = order.setup.agreed["target"]
        draw_rules(canvas, target)
        draw_scores(canvas)
        for cards in sheets_of(order.setup.material):
            draw_fronts(canvas, cards)
            draw_backs(canvas, cards)


def sheets_of(material: JsonObject) -> list[list[Card]]:
    """The cards page by page: first the objectives, then the helps."""
    listed, counts = listed_cards(material)
    objectives: list[Card] = [ObjectiveCard(when, score, bonus) for _, when, score, bonus in listed]
    helps: list[Card] = [
        HelpCard(kind) for kind, count in zip(KINDS, counts, strict=True) for _ in range(count)
    ]
    size = COLUMNS * ROWS
    return [
        cards[start : start + size]
        for cards in (objectives, helps)
        for start in range(0, len(cards), size)
    ]


# --- The cards ---


def corner(canvas: Canvas) -> tuple[float, float]:
    """The upper left corner of the cards: they are in the middle of the page."""
    return (
        (canvas.left + canvas.right - COLUMNS * WIDTH) / 2,
        (canvas.top + canvas.bottom - ROWS * HEIGHT) / 2,
    )


def draw_fronts(canvas: Canvas, cards: Sequence[Card]) -> None:
    canvas.page()
    cut_marks(canvas, -(-len(cards) // COLUMNS))
    place_cards(canvas, cards, lambda column: column, lambda card, x, y: card.front(canvas, x, y))


def draw_backs(canvas: Canvas, cards: Sequence[Card]) -> None:
    canvas.page()
    place_cards(
        canvas,
        cards,
        lambda column: COLUMNS - 1 - column,
        lambda card, x, y: card.back(canvas, x, y),
    )


def place_cards(
    canvas: Canvas,
    cards: Sequence[Card],
    column_of: Callable[[int], int],
    draw: Callable[[Card, float, float], None],
) -> None:
    left, top = corner(canvas)
    for number, card in enumerate(cards):
        column = column_of(number % COLUMNS)
        draw(card, left + column * WIDTH, top + number // COLUMNS * HEIGHT)


def cut_marks(canvas: Canvas, rows: int) -> None:
    """Marks around so many rows of cards at every cut, and small crosses where cuts meet."""
    left, top = corner(canvas)
    right, bottom = left + COLUMNS * WIDTH, top + rows * HEIGHT
    for column in range(COLUMNS + 1):
        x = left + column * WIDTH
        canvas.line(x, top - MARK_GAP - MARK, x, top - MARK_GAP)
        canvas.line(x, bottom + MARK_GAP, x, bottom + MARK_GAP + MARK)
        for row in range(rows + 1):
            y = top + row * HEIGHT
            canvas.line(x - 1, y, x + 1, y, HAIR)
            canvas.line(x, y - 1, x, y + 1, HAIR)
    for row in range(rows + 1):
        y = top + row * HEIGHT
        canvas.line(left - MARK_GAP - MARK, y, left - MARK_GAP, y)
        canvas.line(right + MARK_GAP, y, right + MARK_GAP + MARK, y)


# --- Rules and scores ---


def draw_rules(canvas: Canvas, target: object) -> None:
    canvas.page()
    left, width = canvas.left, canvas.right - canvas.left
    y = canvas.top + canvas.heading(left, canvas.top, width) + 2
    how = N_(
        "Print on both sides, turning over the long edge, and cut along the marks: 70 objectives"
        " and 30 help cards."
    )
    y += canvas.paragraph(left, y, width, canvas.say(Message(how)), 9, "serif italic", FAINT) + 3
    for number, sentence in enumerate(REMINDERS, start=1):
        canvas.text(left, y + 3.6, str(number), 9, "sans bold", BRASS)
        y += canvas.paragraph(left + 6, y, width - 6, canvas.say(Message(sentence)), 10.5) + 1.6
    race = canvas.say(Message(N_("The race to {target}"), {"target": target}))
    canvas.fitted(left, y + 6, width, race, 12, "serif bold")
    bottom = canvas.bottom - canvas.minute(left, canvas.bottom, width) - 4
    canvas.table(y + 8, bottom, PLAYERS)


def draw_scores(canvas: Canvas) -> None:
    """The other side of the first sheet of paper."""
    canvas.page()
    width = canvas.right - canvas.left
    y = canvas.top + canvas.heading(canvas.left, canvas.top, width)
    canvas.table(y + 2, canvas.bottom, PLAYERS)
