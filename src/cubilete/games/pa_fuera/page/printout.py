"""Pa' fuera on paper: the board in the middle, reminders, tokens to cut out and a score table."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.printout import BRASS, FAINT, HAIR, INK, WASH, Canvas, Order, Printout
from cubilete.games.pa_fuera.tables import DICE_EACH, TOKENS_EACH

PLAYERS = 4
HIGHEST_COST = 5
"""PF-4, PF-6: the calls of a round cost 1, 2, 3 and so on, and there are twenty tokens."""
TOKEN = 16.0

REMINDERS = (
    N_("Whoever starts the round pays 1 token and calls a number."),
    N_("Raising costs exactly 1 token more than the last call. The number may be the same."),
    N_(
        "You can raise together: agree on the number and on who pays how much, at least 1 token"
        " each."
    ),
    N_("If you share the last call you can't raise it. Once somebody else calls, you can again."),
    N_("Nobody raises any more? Up with the cups: all dice with that number go into the pot."),
    N_("Tokens in the pot never come back. The last token of the game is played blind."),
)


class PaFueraPrintout(Printout):
    def draw(self, canvas: Canvas, order: Order) -> None:
        draw_board(canvas)
        draw_table_page(canvas)


# --- The board ---


def draw_board(canvas: Canvas) -> None:
    canvas.page()
    left, right = canvas.left, canvas.right
    y = canvas.top + canvas.heading(left, canvas.top, right - left) + 3
    y = draw_calls(canvas, y)
    y = draw_costs(canvas, y)
    bottom = canvas.bottom - canvas.minute(left, canvas.bottom, right - left) - 4
    draw_pot(canvas, (left + right) / 2, y, bottom)


def draw_calls(canvas: Canvas, y: float) -> float:
    """The six numbers: a marker on one of them says what goes out."""
    label(canvas, y, N_("Out with the"))
    size, gap = 22.0, 9.0
    start = (canvas.left + canvas.right - 6 * size - 5 * gap) / 2
    for face in range(1, 7):
        canvas.die(face, start + (face - 1) * (size + gap), y + 5, size)
    return y + size + 11


def draw_costs(canvas: Canvas, y: float) -> float:
    """What the last call cost: raising costs the next number."""
    label(canvas, y, N_("What the last call cost; raising costs one token more"))
    width, height, gap = 30.0, 20.0, 5.0
    start = (canvas.left + canvas.right - HIGHEST_COST * width - (HIGHEST_COST - 1) * gap) / 2
    for cost in range(1, HIGHEST_COST + 1):
        x = start + (cost - 1) * (width + gap)
        canvas.box(x, y + 5, width, height, ink=FAINT, corner=2.5)
        canvas.text(x + width / 2, y + 15, str(cost), 22, "serif bold", INK, "centre")
        row = x + width / 2 - cost * 2.3
        for token in range(cost):
            canvas.circle(row + token * 4.6 + 2.3, y + 20.6, 1.8, ink=BRASS, stroke=0.35)
        if cost < HIGHEST_COST:
            canvas.text(x + width + gap / 2, y + 16, "›", 16, "serif bold", FAINT, "centre")
    return y + height + 11


def draw_pot(canvas: Canvas, x: float, top: float, bottom: float) -> None:
    radius = min((bottom - top) / 2, (canvas.right - canvas.left) / 2)
    y = (top + bottom) / 2
    canvas.circle(x, y, radius, ink=BRASS, stroke=0.9)
    canvas.circle(x, y, radius - 2.2, ink=HAIR, stroke=0.3)
    canvas.symbol("pot", x - 9, y - 17, 18, HAIR, WASH)
    canvas.text(x, y + 8, canvas.say(Message(N_("The pot"))), 20, "serif bold", FAINT, "centre")
    words = canvas.say(Message(N_("tokens, and the dice that go out")))
    canvas.text(x, y + 14, words, 9, "sans", FAINT, "centre")


def label(canvas: Canvas, y: float, template: str) -> None:
    words = canvas.say(Message(template))
    middle = (canvas.left + canvas.right) / 2
    canvas.text(middle, y + 2.6, words, 9, "sans", FAINT, "centre")


# --- Reminders, tokens and scores ---


def draw_table_page(canvas: Canvas) -> None:
    canvas.page()
    left, right = canvas.left, canvas.right
    top = canvas.top + canvas.heading(left, canvas.top, right - left) + 4
    tokens = TOKENS_EACH * (TOKEN + 1)
    height = max(
        draw_reminders(canvas, left, top, right - left - tokens - 10),
        draw_tokens(canvas, right - tokens, top),
    )
    bottom = canvas.bottom - canvas.minute(left, canvas.bottom, right - left) - 4
    draw_scores(canvas, top + height + 8, bottom)


def draw_reminders(canvas: Canvas, x: float, top: float, width: float) -> float:
    y = top
    canvas.text(x, y + 4, canvas.say(Message(N_("Calls and alliances"))), 13, "serif bold")
    y += 8
    for number, sentence in enumerate(REMINDERS, start=1):
        canvas.text(x, y + 3.4, str(number), 8.5, "sans bold", BRASS)
        y += canvas.paragraph(x + 5.5, y, width - 5.5, canvas.say(Message(sentence)), 10) + 2
    return y - top


def draw_tokens(canvas: Canvas, x: float, top: float) -> float:
    """Five for each player, in rows."""
    words = canvas.say(Message(N_("Tokens to cut out: {count} each"), {"count": TOKENS_EACH}))
    canvas.text(x, top + 4, words, 9, "sans", FAINT)
    for player in range(PLAYERS):
        for number in range(TOKENS_EACH):
            middle_x = x + (number + 0.5) * (TOKEN + 1)
            middle_y = top + 8 + (player + 0.5) * (TOKEN + 1)
            canvas.circle(middle_x, middle_y, TOKEN / 2, ink=FAINT)
            canvas.circle(middle_x, middle_y, TOKEN / 2 - 1.3, ink=BRASS, stroke=0.5)
            canvas.symbol("cup", middle_x - 3.6, middle_y - 3.6, 7.2, BRASS, "#ffffff")
    return 8 + PLAYERS * (TOKEN + 1)


def draw_scores(canvas: Canvas, top: float, bottom: float) -> None:
    """The dice that each player has left, game by game."""
    words = canvas.say(Message(N_("Dice left, of {count}"), {"count": DICE_EACH}))
    canvas.text(canvas.left, top + 4, words, 13, "serif bold")
    canvas.table(top + 7, bottom, PLAYERS)
