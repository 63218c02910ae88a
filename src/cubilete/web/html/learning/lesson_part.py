"""What a lesson adds to a table's page: where one is in it, and the bubble of who teaches.

The bubble is a notice above the stage, and the style sheet rings what it speaks of. The script
(guide.js) puts a copy of it beside that thing and leads the eye from what is touched first to the
button that does it.
"""

from markupsafe import Markup

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import LEARNER, Card, Lesson, Step
from cubilete.core.view import View
from cubilete.table.plan import BOT
from cubilete.table.table import Table
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.pieces import draw_fragment
from cubilete.web.html.templates import macro
from cubilete.web.html.viewer import Viewer

MACROS = "lesson-pieces.html"
BUTTON = ".actions :is(.btn.primary, button.lit)"
"""The button that does what was chosen."""
CONFIRM = N_("Now confirm it here.")
OTHERWISE = N_("You could do that, but let's try this first.")


def aim_of(table: Table, seat: int | None) -> Message | None:
    """What one wants in this game: told to a person among bots who has decided nothing yet."""
    card: Card | None = table.game.page.card
    if card is None or table.match is None or not table.playing or seat is None:
        return None
    if sum(each.kind != BOT for each in table.seats) != 1:
        return None
    begun = any(event.by == seat for event in table.match.events)
    return None if begun else card.want


def opens_card(seen: Perspective) -> bool:
    """Whether the card of one minute may open by itself: for people who have decided nothing yet,
    and not in a lesson, which has shown it."""
    table = seen.table
    if table.game.page.card is None or table.plan.lesson is not None:
        return False
    if table.match is None or not table.playing or not seen.mine:
        return False
    return not any(event.by in seen.mine for event in table.match.events)


def lesson_of(table: Table) -> Lesson[View] | None:
    """The lesson of a table; None where it is none, and where the course that the table was opened
    with is not the installed one any more: then nobody speaks."""
    lesson: Lesson[View] | None = table.game.page.lesson
    if table.plan.lesson is None or lesson is None:
        return None
    return lesson if lesson.script == table.plan.lesson.lines else None


def step_now(table: Table) -> Step[View] | None:
    """The step that the person who learns has to take now."""
    lesson = lesson_of(table)
    who, _ = table.lesson_line
    if lesson is None or who != str(LEARNER):
        return None
    return lesson.steps[steps_taken(table)]


def steps_taken(table: Table) -> int:
    assert table.match is not None
    return sum(event.by == LEARNER for event in table.match.events)


def kind_reply(viewer: Viewer, table: Table) -> str:
    """What a person is told who has decided otherwise than the step says."""
    step = step_now(table)
    if step is None or not step.otherwise:
        return viewer.say(Message(OTHERWISE))
    return viewer.say(step.reply(table.view(LEARNER)), table.names())


def lesson_notice(viewer: Viewer, perspective: Perspective) -> str:
    """The notice of a lesson for the person who learns; "" for others, and once it is over."""
    table = perspective.table
    lesson = lesson_of(table)
    if lesson is None or table.lesson_over or LEARNER not in perspective.mine:
        return ""
    who, _ = table.lesson_line
    if not who and table.over and table.match is not None and table.match.abandoned:
        return ""
    step = step_now(table)
    sentence, first, parts = "", "", ""
    if step is not None:
        view = table.view(LEARNER)
        sentence = viewer.say(step.sentence(view), table.names())
        first, parts = targets_of(table, step)
        if perspective.pick == step.text:
            first, parts = BUTTON, ""
            sentence = viewer.say(Message(CONFIRM))
    elif not who:
        sentence = viewer.say(lesson.farewell)
    return draw_fragment(
        macro(viewer.language, MACROS, "lesson"),
        table.plan.table,
        viewer.form_token,
        table.game.slug,
        lesson.bots[0],
        len(lesson.steps),
        steps_taken(table),
        sentence,
        perspective.complaint,
        first,
        parts,
        BUTTON,
        "" if step is None else step.text,
        "over" if table.over else "end" if not who else "step" if step else "wait",
        ring(f"{first},{parts}".strip(",")) if first else "",
    )


def targets_of(table: Table, step: Step[View]) -> tuple[str, str]:
    """The selectors of the buttons that stand for a step, and of the dice and cards from which it
    is put together where there is no such button."""
    if step.at:
        return step.at, ""
    value = f'[value="{step.text}"]'
    elements: tuple[str, ...] = table.game.page.elements(table.view(LEARNER), step.text)
    return f'[name="pick"]{value},[name="text"]{value}', ",".join(elements)


def ring(selector: str) -> Markup:
    """The style sheet that rings what the bubble speaks of."""
    look = "outline:3px solid var(--lit);outline-offset:3px"
    return Markup(f"#mesa :is({selector}):not(:focus-visible){{{look}}}")
