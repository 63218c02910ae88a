"""Whether hints are allowed: alone always, among people when all agree, never where forbidden."""

import json
from dataclasses import replace

import pytest
from liars_cup import GAME as LIARS_CUP

from cubilete import find_game
from cubilete.bots.hints import NoHints
from cubilete.core.errors import IllegalAction
from cubilete.core.rng import seeded
from cubilete.table import changes
from cubilete.table.changes import ASK_AGAIN_AFTER
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.hints import HintsAgreement
from cubilete.table.plan import BOT, LOCAL, PERSON, Plan
from cubilete.table.seating import gathering
from cubilete.table.table import Table, load

from .stored_game import StoredGame
from .test_table import plan_of


class Game(StoredGame):
    """A game of Dizzle that has begun; local seats share the owner of the first."""

    def __init__(self, *kinds: str, hints: bool | None = None) -> None:
        table = Table(replace(plan_of(find_game("dizzle"), kinds), hints=hints))
        super().__init__(table, [], seeded("hints"))
        for seat, kind in enumerate(kinds):
            owner = "owner-0" if kind == LOCAL else f"owner-{seat}"
            if kind != BOT:
                self.apply(changes.sit(self.table, seat, f"P{seat}", owner, ""))
        self.apply(changes.start(self.table))

    @property
    def on(self) -> bool:
        loaded = load(Plan.from_json(self.table.plan.to_json()), map(json.loads, self.stored))
        assert loaded.hints.on == self.table.hints.on
        assert loaded.hints.agreed == self.table.hints.agreed
        return self.table.hints.on

    def answer(self, seat: int, agrees: bool) -> None:
        self.apply(changes.agree_on_hints(self.table, seat, agrees=agrees))


def test_one_person_among_bots_needs_nobody() -> None:
    game = Game(PERSON, BOT)
    assert game.on
    with pytest.raises(TooLate):
        changes.agree_on_hints(game.table, 0, agrees=True)


def test_among_people_all_must_agree() -> None:
    game = Game(PERSON, PERSON, PERSON)
    assert not game.on
    game.answer(1, agrees=True)
    assert game.table.hints.asked_by == "owner-1"
    game.answer(0, agrees=True)
    assert not game.on
    game.answer(2, agrees=True)
    assert game.on
    assert game.table.hints.asked_by == ""


def test_a_no_settles_the_question_and_ends_hints() -> None:
    game = Game(PERSON, PERSON)
    game.answer(0, agrees=True)
    game.answer(1, agrees=False)
    assert not game.on
    assert game.table.hints.asked_by == ""
    with pytest.raises(TooLate, match="Ask again"):
        changes.agree_on_hints(game.table, 0, agrees=True)
    game.answer(1, agrees=True)
    game.answer(0, agrees=True)
    assert game.on
    game.answer(0, agrees=False)
    assert not game.on


def test_who_was_refused_may_ask_again_some_turns_later() -> None:
    game = Game(PERSON, PERSON)
    game.answer(0, agrees=True)
    game.answer(1, agrees=False)
    game.play(ASK_AGAIN_AFTER)
    game.answer(0, agrees=True)
    assert game.table.hints.asked_by == "owner-0"


def test_answers_that_change_nothing_are_refused() -> None:
    game = Game(PERSON, PERSON)
    with pytest.raises(TooLate):
        changes.agree_on_hints(game.table, 0, agrees=False)
    game.answer(0, agrees=True)
    with pytest.raises(TooLate):
        changes.agree_on_hints(game.table, 0, agrees=True)


def test_people_on_one_device_agree_with_one_answer() -> None:
    game = Game(PERSON, LOCAL)
    assert not game.on
    game.answer(1, agrees=True)
    assert game.on


def test_who_leaves_is_not_asked_and_who_comes_back_is() -> None:
    game = Game(PERSON, PERSON)
    game.apply(gathering.leave(game.table, 1))
    assert game.on
    game.apply(changes.stand_in(game.table, 1, playing=False))
    assert not game.on
    game.answer(0, agrees=True)
    game.apply(gathering.leave(game.table, 1))
    with pytest.raises(NotYours):
        changes.agree_on_hints(game.table, 1, agrees=True)


def test_plan_allows_them_to_all_who_sit_down() -> None:
    game = Game(PERSON, PERSON, hints=True)
    assert game.on
    with pytest.raises(TooLate):
        changes.agree_on_hints(game.table, 0, agrees=False)


def test_plan_forbids_them_for_good() -> None:
    for kinds in ((PERSON, BOT), (PERSON, PERSON)):
        game = Game(*kinds, hints=False)
        assert not game.on
        with pytest.raises(NotYours, match="not allowed"):
            changes.agree_on_hints(game.table, 0, agrees=True)


def test_plan_of_an_earlier_version_says_nothing_of_hints() -> None:
    plan = plan_of(find_game("dizzle"), (PERSON, BOT))
    stored = plan.to_json()
    assert "hints" not in stored
    assert Plan.from_json(stored).hints is None
    for said in (True, False):
        assert Plan.from_json(replace(plan, hints=said).to_json()).hints is said


def test_game_without_hints_can_not_allow_them() -> None:
    plan = replace(plan_of(find_game("dizzle"), (PERSON, BOT)), hints=True)
    assert not HintsAgreement(plan, LIARS_CUP).possible


# --- Who may ask ---


def test_hints_are_for_the_person_whose_turn_it_is() -> None:
    game = Game(PERSON, PERSON, hints=True)
    (seat,) = game.table.people_to_act()
    changes.check_hint(game.table, seat)
    with pytest.raises(TooLate, match="whose turn"):
        changes.check_hint(game.table, 1 - seat)
    game.apply(changes.stand_in(game.table, seat, playing=True))
    with pytest.raises(TooLate, match="whose turn"):
        changes.check_hint(game.table, seat)


def test_action_that_is_asked_about_must_be_legal() -> None:
    game = Game(PERSON, BOT)
    game.play(0)
    while game.table.people_to_act() != [0]:
        game.play(1)
    changes.check_hint(game.table, 0, game.table.view(0).legal[0])
    with pytest.raises(IllegalAction):
        changes.check_hint(game.table, 0, "quit" if "place" in game.table.view(0).legal[0] else "x")


def test_refusals_say_why() -> None:
    game = Game(PERSON, PERSON)
    (seat,) = game.table.people_to_act()
    with pytest.raises(NotYours) as refused:
        changes.check_hint(game.table, seat)
    assert refused.value.code == "no-hints"
    game.table.game = LIARS_CUP
    with pytest.raises(NoHints):
        changes.check_hint(game.table, seat)
