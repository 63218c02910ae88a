"""Lessons: tables with a course that says what happens (`Plan.lesson`), until it ends or the
person who learns ends it. From then on the game goes on like any other; its dice were not all drawn
by chance, so they are never called fair."""

from collections.abc import Iterator

from cubilete.core.errors import IllegalAction
from cubilete.core.message import N_
from cubilete.core.state import State
from cubilete.table.entry import Entry
from cubilete.table.errors import TooLate
from cubilete.table.table import Table

CHANCE_LINE = "chance"


def laid_down_outcomes(table: Table, events: int) -> Iterator[str]:
    """The outcomes that the course gives after this number of events, in notation."""
    course = table.plan.lesson
    if course is None or table.lesson_over:
        return
    played = table.match.events if table.match is not None else []
    number = events - sum(event.by == "table" for event in played)
    while True:
        who, text = course.line(number)
        if who != CHANCE_LINE:
            return
        yield text
        number += 1


def check_step(table: Table, state: State, seat: int, code: int) -> None:
    """A decision in a lesson must be the one that its course has."""
    who, text = table.lesson_line
    if not who:
        return
    if who != str(seat):
        raise TooLate("too-late", "", N_("The game has moved on: take another look."))
    if state.read(seat, text) != code:
        raise IllegalAction("other-step", "", N_("You could do that, but let's try this first."))


def end_lesson(table: Table, seat: int) -> Entry:
    if table.plan.lesson is None or table.lesson_over or not table.playing:
        raise TooLate("too-late", "", N_("The game has moved on: take another look."))
    return {"kind": "lesson-over", "seat": seat}
