"""Ending a game for all: everybody who is present agrees, or nobody objects."""

import json

import pytest

from cubilete.core.rng import seeded
from cubilete.table import changes
from cubilete.table.changes import ASK_AGAIN_AFTER
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.seating import gathering
from cubilete.table.table import Table, load

from .stored_game import StoredGame
from .test_table import started

ALL = {"owner-0", "owner-1", "owner-2"}


class Game(StoredGame):
    """A game of three people."""

    def __init__(self) -> None:
        super().__init__(*started("dizzle", 3), seeded("ending"))

    def loaded(self) -> Table:
        return load(self.table.plan, map(json.loads, self.stored))


def test_one_person_alone_ends_the_game_at_once() -> None:
    game = Game()
    for present in ({"owner-0"}, set[str]()):
        assert changes.ask_end(game.table, 0, present)["kind"] == "abandon"


def test_game_ends_when_all_who_are_present_agree() -> None:
    game = Game()
    game.apply(changes.ask_end(game.table, 0, ALL))
    assert game.table.playing
    game.apply(changes.answer_end(game.table, 1, ALL, agrees=True))
    assert game.loaded().end_question == game.table.end_question
    assert game.table.end_question is not None
    assert game.table.end_question.agreed == {"owner-0", "owner-1"}
    last = changes.answer_end(game.table, 2, ALL, agrees=True)
    assert last == {"kind": "abandon", "seat": 2, "over": True}
    game.apply(last)
    assert game.table.over
    assert game.table.end_question is None


def test_people_who_are_away_are_not_waited_for() -> None:
    game = Game()
    game.apply(changes.ask_end(game.table, 0, ALL))
    entry = changes.answer_end(game.table, 1, {"owner-0", "owner-1"}, agrees=True)
    assert entry["kind"] == "abandon"


def test_asking_while_somebody_asks_is_agreeing() -> None:
    game = Game()
    game.apply(changes.ask_end(game.table, 0, ALL))
    entry = changes.ask_end(game.table, 1, ALL)
    assert entry == {"kind": "end-answered", "seat": 1, "agrees": True}


def test_one_objection_is_enough_and_the_same_person_can_not_ask_again_soon() -> None:
    game = Game()
    game.apply(changes.ask_end(game.table, 0, ALL))
    asked = game.table.revision
    game.apply(changes.answer_end(game.table, 1, ALL, agrees=False))
    for table in (game.table, game.loaded()):
        assert table.playing
        assert table.end_question is None
        with pytest.raises(TooLate):
            changes.end_unopposed(table, asked)
        with pytest.raises(TooLate):
            changes.answer_end(table, 2, ALL, agrees=True)
        with pytest.raises(TooLate):
            changes.ask_end(table, 0, ALL)
        assert changes.ask_end(table, 0, {"owner-0"})["kind"] == "abandon"
    assert changes.ask_end(game.table, 2, ALL)["kind"] == "end-asked"
    game.play(ASK_AGAIN_AFTER)
    assert changes.ask_end(game.table, 0, ALL)["kind"] == "end-asked"


def test_game_ends_when_nobody_objects() -> None:
    game = Game()
    game.apply(changes.ask_end(game.table, 1, ALL))
    asked = game.table.revision
    game.play(1)
    with pytest.raises(TooLate):
        changes.end_unopposed(game.table, asked + 1)
    assert changes.end_unopposed(game.loaded(), asked) == {
        "kind": "abandon",
        "seat": 1,
        "over": True,
    }


def test_question_of_a_person_who_leaves_is_dropped() -> None:
    game = Game()
    game.apply(changes.ask_end(game.table, 1, ALL))
    game.apply(gathering.leave(game.table, 0))
    assert game.table.end_question is not None
    game.apply(gathering.leave(game.table, 1))
    assert game.table.end_question is None


def test_person_who_has_left_does_not_decide_about_the_end() -> None:
    game = Game()
    game.apply(gathering.leave(game.table, 2))
    for present in (ALL, {"owner-2"}, set[str]()):
        with pytest.raises(NotYours, match="left this game"):
            changes.ask_end(game.table, 2, present)
    game.apply(changes.ask_end(game.table, 0, {"owner-0", "owner-1"}))
    for agrees in (True, False):
        with pytest.raises(NotYours, match="left this game"):
            changes.answer_end(game.table, 2, {"owner-0", "owner-1"}, agrees=agrees)
    game.apply(changes.stand_in(game.table, 2, playing=False))
    game.apply(changes.answer_end(game.table, 2, ALL, agrees=False))
    assert game.table.end_question is None


def test_abandon_entry_of_an_earlier_version_still_ends_the_game() -> None:
    game = Game()
    game.apply({"kind": "abandon", "seat": 1, "over": True})
    assert game.table.over
