"""Simultaneous secret decisions: T1-6."""

import pytest

from cubilete.core.match import Match
from cubilete.core.record import read_record
from cubilete.core.state import CHANCE, EVERYBODY
from cubilete.core.view import to_json
from cubilete.games.twenty_one import GAME

from .table import ALL_EXACT, refused, rolled, sheet, sheets_like, view

pytestmark = pytest.mark.rule("T1-6")


def match_at_writing(players: int = 3) -> Match:
    match = Match(GAME, [f"p{seat}" for seat in range(players)], material=sheets_like())
    match.play(CHANCE, "start 0")
    match.play(CHANCE, "sheets " + " ".join("ABCDEF"[:players]))
    match.play(CHANCE, f"roll {ALL_EXACT}")
    match.play(0, "stand")
    return match


def test_seats_decide_in_any_order() -> None:
    results = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        state = rolled(ALL_EXACT, players=3)
        decisions = ("write W6", "cross", "write B2 K1")
        for seat in order:
            assert seat in state.to_act
            state.play(seat, decisions[seat])
        results.append(state.fingerprint())
    assert results[0] == results[1] == results[2]


def test_a_decision_is_final() -> None:
    state = rolled(ALL_EXACT, players=3)
    state.play(1, "write W6")
    assert state.to_act == [0, 2]
    assert state.legal(1) == []
    refusal = refused(state, 1, "write Y5")
    assert (refusal.code, refusal.rule) == ("not-your-turn", "T1-6")


def test_nothing_is_noted_before_all_have_decided() -> None:
    state = rolled(ALL_EXACT, players=3)
    state.play(0, f"write {ALL_EXACT}")
    state.play(2, "cross")
    for seat in (0, 1, 2, None):
        assert view(state, seat).scores == (0, 0, 0)
        assert {sheet.boxes[0] for sheet in view(state, seat).sheets} == {"......"}
    state.play(1, "write W6")
    assert state.scores() == [42, 7, 0]
    assert sheet(state, 2).boxes[0] == "x....."


def test_only_its_own_seat_sees_a_sealed_decision() -> None:
    texts = ("write W6", "write Y5 K1", "cross")
    views: list[dict[int | None, str]] = []
    for text in texts:
        state = rolled(ALL_EXACT, players=3)
        state.play(0, text)
        assert view(state, 0).decision == text
        views.append({seat: to_json(view(state, seat)) for seat in (1, 2, None)})
    assert views[0] == views[1] == views[2]


def test_a_seat_that_has_not_decided_has_no_decision_to_see() -> None:
    state = rolled(ALL_EXACT)
    assert view(state, 0).decision == ""
    state.play(0, "write W6")
    assert view(state, 1).decision == ""
    state.play(1, "cross")
    assert view(state, 0).decision == view(state, 1).decision == ""


def test_decisions_are_sealed_until_all_have_decided() -> None:
    state = rolled(ALL_EXACT)
    assert not state.sealed()
    assert state.audience(1, state.read(1, "cross")) == 0b10
    state.play(1, "cross")
    assert state.sealed()
    state.play(0, "cross")
    assert not state.sealed()


def test_dice_and_rolling_again_are_seen_by_everybody() -> None:
    state = GAME.new(2)
    for text in ("start 1", "sheets A B", "roll W3 Y4 R1 G2 B3 K4"):
        assert state.audience(CHANCE, state.read(CHANCE, text)) == EVERYBODY
        state.play(CHANCE, text)
    assert state.audience(1, state.read(1, "reroll")) == EVERYBODY


def test_the_record_opens_sealed_decisions_when_the_last_one_is_made() -> None:
    match = match_at_writing()
    assert match.play(2, "write W6").to == (2,)
    assert match.play(0, "cross").to == (0,)
    assert [event.by for event in match.seen_by(0)][4:] == [0]
    assert [event.by for event in match.seen_by(2)][4:] == [2]
    assert len(match.seen_by(1)) == len(match.seen_by(None)) == 4
    last = match.play(1, "write Y5")
    assert last.to is None
    assert all(event.to is None for event in match.events)
    assert match.seen_by(None) == match.seen_by(1)
    assert [event.n for event in match.seen_by(None)] == list(range(1, 8))


def test_a_record_of_an_open_turn_keeps_its_seals() -> None:
    match = match_at_writing()
    match.play(2, "write W6")
    record = read_record(match.record().to_text())
    assert record.events[-1].to == (2,)


def test_the_next_player_rolls_when_all_have_decided() -> None:
    state = rolled(ALL_EXACT)
    state.play(0, "cross")
    assert state.turn() != CHANCE
    state.play(1, "cross")
    assert state.turn() == CHANCE
    assert view(state).active == 1
