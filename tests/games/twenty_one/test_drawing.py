"""The values that the page is drawn from, for each seat."""

import pytest

from cubilete.core.state import CHANCE, State
from cubilete.games.twenty_one.page.drawing import Drawing, drawn

from .table import ALL_EXACT, rolled, started, take_turn, view


def drawing(state: State, seat: int | None, picked: str = "") -> Drawing:
    return drawn(view(state, seat), picked)


def ways(state: State, seat: int | None, picked: str = "") -> list[object]:
    return [die[2] for die in drawing(state, seat, picked).dice]


def open_boxes(state: State, seat: int, picked: str = "") -> object:
    shown = drawing(state, seat, picked)
    assert shown.row is not None
    return tuple(box[2:] for box in shown.boxes)


@pytest.mark.rule("T1-2")
def test_dice_are_rolled_again_but_for_the_ones() -> None:
    state = started()
    assert ways(state, 0) == ["hollow"] * 6
    state.play(CHANCE, "roll W1 Y3 R4 G5 B6 K1")
    assert ways(state, 0) == ["one", *["reroll "] * 4, "one"]
    assert ways(state, 0, "stand") == ["one", *["reroll stand"] * 4, "one"]
    assert ways(state, 1) == ways(state, None) == ["still"] * 6


@pytest.mark.rule("T1-3")
def test_dice_fit_or_are_too_large_or_find_their_box_taken() -> None:
    state = rolled("W6 Y6 R4 G3 B2 K1")
    assert ways(state, 0) == ["choose", "large", "choose", "choose", "choose", "choose"]
    assert ways(state, None) == ["still"] * 6
    assert drawing(state, 0).fitting == (("W", 6), ("R", 4), ("G", 3), ("B", 2), ("K", 1))
    state.play(0, "write W6")
    state.play(1, "cross")
    state.play(CHANCE, f"roll {ALL_EXACT}")
    state.play(1, "stand")
    assert ways(state, 0) == ["taken", *["choose"] * 5]
    assert (drawing(state, 0).sum, drawing(state, 0).exacts) == (6, 1)
    assert drawing(state, 0).ladder[:2] == ((1, 1, "now"), (2, 3, ""))


@pytest.mark.rule("T1-5")
def test_leftmost_free_box_can_be_crossed_out_where_its_die_does_not_fit() -> None:
    state = rolled("W6 Y6 R6 G6 B6 K6")
    large = [("large", "6")] * 5
    assert open_boxes(state, 0) == (("lit", "6"), *large)
    assert open_boxes(state, 0, "cross") == (("chosen", "x"), *[("still", ".")] * 5)
    state.play(0, "write W6")
    state.play(1, "cross")
    state.play(CHANCE, "roll W6 Y6 R6 G6 B6 K6")
    state.play(1, "stand")
    assert open_boxes(state, 0) == (("still", "6"), ("cross", "6"), *large[1:])


@pytest.mark.rule("T1-6")
def test_decision_is_drawn_for_the_seat_that_made_it_alone() -> None:
    one, other = rolled(ALL_EXACT), rolled(ALL_EXACT)
    one.play(0, "write W6 K1")
    other.play(0, "cross")
    assert open_boxes(one, 0) == (("sealed", "6"), *[("still", ".")] * 4, ("sealed", "1"))
    assert ways(one, 0) == ["still written", *["still"] * 4, "still written"]
    for seat in (1, None):
        assert drawing(one, seat) == drawing(other, seat)


def test_rows_are_done_current_or_later_with_sum_and_bonus() -> None:
    state = started()
    take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", "cross")
    mine, theirs = drawing(state, None).sheets
    assert [row[1] for row in mine] == ["done", "current", "later", "later", "later"]
    assert [row[1] for row in theirs] == ["current", "later", "later", "later", "later"]
    assert mine[0] == (0, "done", "WYRGBK", "654321", 21, 21, True)
    assert theirs[0] == (0, "current", "WYRGBK", "x.....", 0, 0, True)


@pytest.mark.rule("T1-M3")
def test_steps_of_the_ladder_that_are_out_of_reach_are_marked() -> None:
    state = started()
    take_turn(state, "W1 Y1 R4 G3 B2 K1", "write W1 Y1 R4", "cross")
    assert drawing(state, 0).ladder == (
        (1, 1, "now"),
        (2, 3, ""),
        (3, 6, ""),
        (4, 10, ""),
        (5, 15, "never"),
        (6, 21, "never"),
    )
