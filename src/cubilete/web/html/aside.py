"""What one viewer alone is told: hints for their decision, or the coach's opinion of the last one.

The best choice is also marked on the table itself, on the elements that stand for it: buttons that
carry the action, and those that the game's page names. The marks are rules of a style sheet, so
that the pieces of the stage stay as they are, and no script is needed.
"""

from collections.abc import Sequence
from functools import partial

from babel.numbers import format_decimal
from markupsafe import Markup

from cubilete.bots.hints import Advice, Hint
from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Message, Say
from cubilete.host.live import Aside
from cubilete.language import say
from cubilete.web.html.pieces import draw_piece
from cubilete.web.html.templates import macro
from cubilete.web.html.viewer import Viewer

MACROS = "hint-pieces.html"
SHOWN = 3
"""How many choices are shown, the best first."""
COMPARED_SHARES = (0.02, 0.05, 0.10)
COMPARED_POINTS = (1.0, 2.5, 5.0)
"""How much less than the best is nearly as good, a bit worse and worse; more is much worse."""
COMPARED = (N_("nearly as good"), N_("a bit worse"), N_("worse"), N_("much worse"))
BEST = N_("the best")
TAG = (
    "position:absolute;inset:-.65rem auto auto 50%;translate:-50%;z-index:2;padding:0 .3rem;"
    "border-radius:4px;background:var(--rail);color:var(--rail-ink);"
    "font:700 .7rem/1.4 var(--sans);white-space:nowrap;pointer-events:none"
)
"""The look of the word above what is marked."""
TAG_ON_CARD = "inset:.15rem .15rem auto auto;translate:none"
"""A card shows nothing beyond its edge."""


def aside_card(
    viewer: Viewer, table: str, game: AnyGame, aside: Aside, names: Sequence[str]
) -> str:
    """What a viewer is told, as a piece."""
    sayer = partial(say, language=viewer.language, names=names)
    owner = (table, viewer.form_token, aside.seat)
    if aside.by_coach:
        sentence = sayer(coach_sentence(game, aside, viewer.language))
        return draw_piece(macro(viewer.language, MACROS, "coach"), *owner, sentence)
    advice = aside.advice
    rows = tuple(
        (
            hint.action,
            sayer(game.words.offer(aside.view, hint.action)),
            number(hint, advice, sayer, viewer.language),
            sayer(comparison(hint, advice)),
            "best" if hint is advice.hints[0] else "asked" if hint.action == aside.action else "",
        )
        for hint in shown(advice, aside.action)
    )
    return draw_piece(
        macro(viewer.language, MACROS, "hints"),
        *owner,
        sayer(unit(advice)),
        rows,
        sayer(precision(advice, viewer.language)),
        marks(game, aside, sayer(Message(N_("here"))), sayer(Message(N_("hint")))),
    )


def shown(advice: Advice, asked: str) -> list[Hint]:
    """The best choices, and the one that was asked about."""
    found = list(advice.hints[:SHOWN])
    return found + [hint for hint in advice.hints[SHOWN:] if hint.action == asked]


# --- In words and numbers ---


def worth(value: float, alone: bool, language: str) -> Message:
    """A share of the victory in percent, or points."""
    if alone:
        return Message(N_("about {points} points"), {"points": decimal(value, language)})
    if value < 0.005:
        return Message(N_("under 1%"))
    if value > 0.995:
        return Message(N_("over 99%"))
    return Message(N_("{percent}%"), {"percent": round(100 * value)})


def number(hint: Hint, advice: Advice, sayer: Say, language: str) -> str:
    """The worth without its unit, which stands above all of them."""
    if advice.alone:
        return decimal(hint.worth, language)
    return sayer(worth(hint.worth, False, language))


def decimal(value: float, language: str) -> str:
    return str(format_decimal(value, "0.0", locale=language))


def comparison(hint: Hint, advice: Advice) -> Message:
    if hint is advice.hints[0]:
        return Message(BEST)
    limits = COMPARED_POINTS if advice.alone else COMPARED_SHARES
    return Message(COMPARED[sum(hint.behind >= limit for limit in limits)])


def unit(advice: Advice) -> Message:
    if advice.alone:
        return Message(N_("points at the end, on average"))
    return Message(N_("chance to win"))


def precision(advice: Advice, language: str) -> Message:
    """How exact the numbers are."""
    error = 2 * advice.hints[0].error
    margin = decimal(error, language) if advice.alone else str(max(round(100 * error), 1))
    values: dict[str, object] = {"count": advice.playouts, "margin": margin}
    if advice.shortened:
        return Message(N_("A rough guess, since the rules are not compiled: ±{margin}."), values)
    return Message(N_("From what you can see, over {count} imagined games: ±{margin}."), values)


def coach_sentence(game: AnyGame, aside: Aside, language: str) -> Message:
    """What would have been better, and why: what both are worth."""
    advice = aside.advice
    best, played = advice.hints[0], advice.of(aside.action)
    assert played is not None
    values: dict[str, object] = {
        "played": game.words.offer(aside.view, played.action),
        "best": game.words.offer(aside.view, best.action),
        "worth": worth(played.worth, advice.alone, language),
        "better": worth(best.worth, advice.alone, language),
    }
    if advice.alone:
        template = N_("“{best}” was better: {better} at the end; with “{played}” it is {worth}.")
    else:
        template = N_("“{best}” was better: {better} to win; with “{played}” it is {worth}.")
    return Message(template, values)


# --- On the table ---


def marks(game: AnyGame, aside: Aside, here: str, word: str) -> Markup:
    """The style sheet that marks the best choice: by a ring, and by a short word above it, for
    which screen readers say another one."""
    best = aside.advice.hints[0].action
    value = f'[value="{css_text(best)}"]'
    elements: tuple[str, ...] = game.page.elements(aside.view, best)
    chosen = ",".join((f'[name="pick"]{value}', f'[name="text"]{value}', *elements))
    marked = f"#mesa :is({chosen}):not(.advice *)"
    return Markup(
        f"{marked}{{position:relative}}"
        f"{marked}:not(:focus-visible,:has(:focus-visible))"
        "{outline:3px dashed var(--hint);outline-offset:3px}"
        f'{marked}::after{{content:"{css_text(here)}";content:"{css_text(here)}"/"{css_text(word)}";'
        f"{TAG}}}"
        f"{marked}.card::after{{{TAG_ON_CARD}}}"
    )


def css_text(text: str) -> str:
    """The text in a string of a style sheet, which can't end the string or the element."""
    return "".join(
        character if character.isalnum() else f"\\{ord(character):x} " for character in text
    )
