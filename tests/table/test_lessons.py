"""Lessons: their courses run through the real rules, and what is said in them is true."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from cubilete import AnyGame, all_games, find_game
from cubilete.core.errors import IllegalAction
from cubilete.core.message import Message
from cubilete.core.parts.learning import LEARNER, Lesson, Plays, Step
from cubilete.language import LANGUAGES, say
from cubilete.table import changes
from cubilete.table.errors import TooLate
from cubilete.table.kinds.lesson import end_lesson
from cubilete.table.opening import new_plan
from cubilete.table.plan import BOT, PERSON, Course, Plan
from cubilete.table.proof import record_of, seal_of_game
from cubilete.table.table import Table

TAUGHT = [game for game in all_games() if game.page.lesson is not None]


def lesson_of(game: AnyGame) -> Lesson[Any]:
    lesson = game.page.lesson
    assert lesson is not None
    return lesson


def table_of(game: AnyGame) -> Table:
    """The table of a lesson, begun."""
    lesson = lesson_of(game)
    seats = [PERSON, *[BOT] * len(lesson.bots)]
    plan = new_plan(game, seats, table="lesson", secret="ab" * 32, options=lesson.options)
    plan = replace(plan, lesson=Course(lesson.script), bot_names=("", *lesson.bots))
    stored = json.dumps(plan.to_json())
    table = Table(Plan.from_json(json.loads(stored)))
    table.apply(changes.sit(table, LEARNER, "Ana", "ana", ""))
    table.apply(changes.start(table))
    return table


def move(table: Table, seat: int, text: str) -> None:
    event = table.last_event(seat)
    table.apply(changes.move(table, seat, text, event, f"{seat}.{table.revision}"))


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.slug)
def test_course_runs_through_the_rules_and_refuses_everything_else(game: AnyGame) -> None:
    table, lesson = table_of(game), lesson_of(game)
    decisions = [line for line in lesson.course if isinstance(line, (Step, Plays))]
    for line in decisions:
        seat = line.seat if isinstance(line, Plays) else LEARNER
        assert table.lesson_line == (str(seat), line.text)
        assert seat in table.state.to_act, line.text
        legal = table.state.legal_texts(seat)
        assert line.text in legal
        if isinstance(line, Plays):
            assert table.bots_to_act() == [seat]
        else:
            assert table.bots_to_act() == []
            for other in legal[:40]:
                if other != line.text:
                    with pytest.raises(IllegalAction, match="let's try this"):
                        move(table, LEARNER, other)
        move(table, seat, line.text)
    assert table.lesson_line == ("", "")
    assert table.match is not None
    played = [event for event in table.match.events if event.by != "table"]
    written = [f"{event.by} {event.text}" for event in played]
    if table.over:
        assert written == list(lesson.script)
    else:  # what follows the last line is drawn as in any game
        assert written[: len(lesson.script)] == list(lesson.script)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.slug)
def test_sentences_of_a_lesson_take_all_numbers_from_the_table(
    game: AnyGame, language: str
) -> None:
    table = table_of(game)
    for line in lesson_of(game).course:
        if isinstance(line, Plays):
            move(table, line.seat, line.text)
        if isinstance(line, Step):
            for template in filter(None, (line.say, line.otherwise)):
                told = say(Message(template, dict.fromkeys(line.values, "")), language)
                assert not re.search(r"\d", told), told
            values = line.sentence(table.view(LEARNER)).values
            assert None not in values.values(), line.text
            for named in {"safe", "low", "number"} & set(values):  # what the decision names too
                if line.text.startswith(("call", "propose", "reroll", "joker")):
                    assert str(values[named]) == line.text.split()[1]
            move(table, LEARNER, line.text)


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.slug)
def test_person_may_end_the_lesson_at_any_time_and_the_game_goes_on(game: AnyGame) -> None:
    table = table_of(game)
    while table.lesson_line[0] != str(LEARNER):
        move(table, int(table.lesson_line[0]), table.lesson_line[1])
    expected = table.lesson_line[1]
    table.apply(end_lesson(table, LEARNER))
    with pytest.raises(TooLate):
        end_lesson(table, LEARNER)
    other = next(text for text in table.state.legal_texts(LEARNER) if text != expected)
    move(table, LEARNER, other)
    assert table.lesson_line == ("", "")


def test_dice_of_a_lesson_are_not_called_fair() -> None:
    game = find_game("seis-dados")
    table = table_of(game)
    while table.playing:
        move(table, int(table.lesson_line[0]), table.lesson_line[1])
    assert table.commitment == seal_of_game(table) == ""
    assert table.prepared == ()
    record = record_of(table)
    assert record.header.more["lesson"] is True
    assert "fair" not in record.header.more
    assert record.result is not None
    assert "fair" not in record.result.more
