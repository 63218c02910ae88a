"""Points of rows, and the end: T1-M3, T1-7 to T1-9."""

import pytest

from cubilete.core.errors import IllegalAction
from cubilete.core.state import CHANCE, OVER, State

from .table import ALL_EXACT, fill_row, rolled, sheet, sheets_like, started, take_turn, view


@pytest.mark.rule("T1-M3")
@pytest.mark.parametrize(
    ("exacts", "bonus"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21)]
)
def test_the_bonus_grows_with_the_exacts(exacts: int, bonus: int) -> None:
    state = started()
    values = [6, 5, 4, 3, 2, 1]
    fill_row(state, *[value if box < exacts else 0 for box, value in enumerate(values)])
    assert sheet(state, 0).exacts[0] == exacts
    assert state.scores() == [sum(values[:exacts]) + bonus, 0]


@pytest.mark.rule("T1-7")
@pytest.mark.rule("T1-M3")
def test_example_sarays_row_counts_twenty() -> None:
    state = started()
    fill_row(state, 5, 0, 4, 2, 2, 1)
    assert sheet(state, 0).exacts[0] == 3
    assert sheet(state, 0).points[0] == 14 + 6
    assert state.scores()[0] == 20


@pytest.mark.rule("T1-5")
@pytest.mark.rule("T1-7")
def test_six_crossed_out_boxes_are_a_row_of_nothing() -> None:
    state = started()
    fill_row(state, 0, 0, 0, 0, 0, 0)
    assert sheet(state, 0).row == 1
    assert state.scores() == [0, 0]


@pytest.mark.rule("T1-8")
@pytest.mark.rule("T1-9")
def test_example_alex_ends_the_game_with_88_points() -> None:
    """The rulebook gives only the total of this example; the five rows are our own."""
    state = started()
    for values in ((5, 0, 4, 2, 2, 1), (6, 4, 4, 0, 2, 1), (4, 4, 2, 3, 1, 1), (0, 5, 3, 0, 2, 0)):
        fill_row(state, *values)
    assert [sheet(state, 0).points[row] for row in range(4)] == [20, 27, 18, 13]
    assert not state.over
    fill_row(state, 4, 3, 2, 1, 0, 0)
    assert state.over
    assert state.scores() == [88, 0]
    assert state.winners() == [0]


def finished_first(state: State) -> None:
    """Seat 0 fills each of its five rows at once; seat 1 writes one or two exacts a turn."""
    for dice in ("write W6 Y5", "write R4 G3", "write B2 K1", "write W6 Y5", "write R4"):
        take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", dice)


@pytest.mark.rule("T1-8")
def test_the_game_ends_with_the_turn_in_which_a_fifth_row_is_finished() -> None:
    state = started()
    finished_first(state)
    assert state.turn() == OVER
    assert sheet(state, 0).row == 5
    with pytest.raises(IllegalAction) as caught:
        state.play(CHANCE, f"roll {ALL_EXACT}")
    assert caught.value.rule == "T1-8"


@pytest.mark.rule("T1-8")
def test_an_unfinished_row_counts_as_it_stands_with_its_bonus() -> None:
    state = started()
    finished_first(state)
    assert sheet(state, 1).boxes[1] == "654..."
    assert state.scores() == [5 * 42, 42 + 6 + 5 + 4 + 6]


@pytest.mark.rule("T1-8")
@pytest.mark.rule("T1-9")
def test_several_can_finish_together_and_ties_share_the_victory() -> None:
    state = started(3)
    for _ in range(4):
        take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", f"write {ALL_EXACT}", "cross")
    state.play(CHANCE, f"roll {ALL_EXACT}")
    state.play(1, "stand")
    state.play(0, f"write {ALL_EXACT}")
    assert not state.over
    state.play(1, f"write {ALL_EXACT}")
    assert not state.over
    state.play(2, "write B2")
    assert state.over
    assert [sheet(state, seat).row for seat in range(3)] == [5, 5, 0]
    assert state.scores() == [210, 210, 3]
    assert state.winners() == [0, 1]
    assert view(state).winners == (0, 1)


@pytest.mark.rule("T1-9")
def test_who_ends_the_game_need_not_win_it() -> None:
    state = started(material=sheets_like(B="KWYRGB"))
    dice = "W5 Y4 R3 G2 B1 K1"  # one exact for seat 0, five for seat 1
    for _ in range(4):
        take_turn(state, dice, f"write {dice}", f"write {dice}")
    take_turn(state, dice, f"write {dice}", "cross")
    assert state.over
    assert state.scores() == [5 * (16 + 1), 4 * (16 + 15)]
    assert state.winners() == [1]


@pytest.mark.rule("T1-8")
def test_a_row_finished_in_the_last_turn_counts_and_no_further_one() -> None:
    state = started()
    for _ in range(4):
        take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", "cross")
    take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", "write B2 K1")
    assert state.over
    assert sheet(state, 1).row == 1
    assert sheet(state, 1).points == (2 + 1 + 3, 0, 0, 0, 0)


@pytest.mark.rule("T1-8")
def test_points_are_shown_as_they_stand_during_the_game() -> None:
    state = rolled(ALL_EXACT)
    state.play(0, "write W6 Y5")
    state.play(1, "write R4")
    assert state.scores() == [6 + 5 + 3, 4 + 1]
