"""Special cells, points and the end of the game (DZ-E1 to DZ-E9, DZ-14 to DZ-18)."""

import pytest

from cubilete.core.errors import IllegalAction
from cubilete.core.json_types import JsonObject
from cubilete.core.state import State
from cubilete.games.dizzle import GAME

from .dizzle_sheets import legal, look, play, sheet, table


def cross_alone(material: JsonObject, *cells: str) -> State:
    """A solo game in which these cells were crossed in the first turn, in this order."""
    state = table(material, 1)
    grid = [line.split() for line in sheet_grid(material)]
    faces = [grid[int(cell[1:]) - 1][ord(cell[0]) - 65][0] for cell in cells]
    unwanted = next(face for face in "654321" if face not in {t[0] for row in grid for t in row})
    dice = sorted([*faces, *[unwanted] * (8 - len(faces))])
    play(state, "roll " + " ".join(dice))
    for cell in cells:
        play(state, f"0 place {cell}")
        if look(state).step == "steal":
            play(state, f"steal {unwanted} {unwanted}")
    if state.to_act and look(state).step == "choice":
        play(state, "0 quit")
    return state


def sheet_grid(material: JsonObject) -> list[str]:
    sheet = material["sheet"]
    assert isinstance(sheet, dict)
    grid = sheet["grid"]
    assert isinstance(grid, list)
    return [str(line) for line in grid]


# --- Keys and locks ---


@pytest.mark.rule("DZ-E1")
def test_a_key_opens_the_locks_of_its_colour_from_the_next_turn_on() -> None:
    state = table(sheet("X 1Kr 2Lr 3 4Lr", ". 5Lb . . ."), 1)
    play(state, "roll 1 2 2 2 2 5 5 5", "0 place B1", "steal 6 6")
    assert look(state).step == "roll"
    play(state, "roll 2 2 2 3 4 5 5 5")
    assert legal(state) == ["place C1"]
    play(state, "0 place C1", "steal 6 6", "0 place D1", "steal 6 6")
    assert legal(state) == ["place E1"]


@pytest.mark.rule("DZ-E1")
def test_a_die_on_the_key_is_not_enough() -> None:
    state = table(sheet("X 1Kr 2Lr", ". 3 ."))
    play(state, "roll 1 1 2 2 2 3 3", "0 place B1", "1 place B1")
    assert legal(state) == ["place B2"]
    with pytest.raises(IllegalAction) as caught:
        state.play(0, "place C1")
    assert (caught.value.code, caught.value.rule) == ("locked", "DZ-E1")


@pytest.mark.rule("DZ-E1")
def test_a_second_key_does_not_reopen_a_crossed_lock() -> None:
    state = table(sheet("X 1Kr 2Lr 3Kr 4"), 1)
    play(state, "roll 1 6 6 6 6 6 6 6", "0 place B1", "steal 6 6")
    play(state, "roll 2 6 6 6 6 6 6 6", "0 place C1", "steal 6 6", "0 quit")
    play(state, "roll 3 6 6 6 6 6 6 6", "0 place D1", "steal 6 6", "0 quit")
    play(state, "roll 2 2 2 2 2 2 2 2")
    assert legal(state) == ["quit", "reroll"]


# --- Bombs ---

BOMBS = sheet("X 1B 2", "3 4 5")


@pytest.mark.rule("DZ-E2")
def test_a_bomb_crossed_by_one_explodes_for_the_others() -> None:
    state = table(BOMBS, 3)
    play(state, "roll 1 1 1 3 3 6 6 6 6 6", "0 place B1", "1 place A2", "2 place A2")
    play(state, "0 quit", "1 quit", "2 quit")
    assert look(state).exploded == ((), ("B1",), ("B1",))
    assert state.scores() == [0, -2, -2]
    play(state, "roll 1 1 1 1 1 1 1 1 1 1")
    with pytest.raises(IllegalAction) as caught:
        state.play(1, "place B1")
    assert (caught.value.code, caught.value.rule) == ("exploded", "DZ-E2")


@pytest.mark.rule("DZ-E2")
def test_all_with_a_die_on_the_bomb_cross_it() -> None:
    state = table(BOMBS, 3)
    play(state, "roll 1 1 1 3 3 6 6 6 6 6", "0 place B1", "1 place B1", "2 place A2")
    play(state, "0 quit", "1 quit", "2 quit")
    assert look(state).exploded == ((), (), ("B1",))


@pytest.mark.rule("DZ-E2")
def test_an_exploded_cell_starts_no_placement() -> None:
    state = table(sheet("X 1B 2", "3 . 5"))
    play(state, "roll 1 3 6 6 6 6 6", "0 place B1", "1 place A2", "0 quit", "1 quit")
    assert look(state).exploded == ((), ("B1",))
    play(state, "roll 2 2 2 2 5 5 5")
    assert look(state).active == (0,)


@pytest.mark.rule("DZ-E2")
@pytest.mark.rule("DZ-E6")
def test_an_exploded_bomb_completes_no_row() -> None:
    state = table(sheet("X 1B", "3 4", rows={"1": 5}, columns={"B": 7}))
    play(state, "roll 1 3 4 4 6 6 6", "0 place B1", "1 place A2", "0 place B2", "1 place B2")
    play(state, "0 quit", "1 quit")
    assert state.over
    assert state.scores() == [12, -2]


@pytest.mark.rule("DZ-E2")
def test_a_returned_die_explodes_nothing() -> None:
    state = table(BOMBS)
    play(state, "roll 1 3 6 6 6 6 6", "0 place B1", "1 place A2", "0 reroll", "roll 6 6 6 6 6")
    play(state, "0 return B1", "1 quit", "0 place B1")
    assert look(state).exploded == ((), ("B1",))


@pytest.mark.rule("DZ-18")
def test_solo_a_crossed_bomb_gives_two_points_and_explodes_nothing() -> None:
    state = cross_alone(sheet("X 1B 2B", "3 4 5"), "B1", "C1")
    assert state.scores() == [4]
    assert look(state).exploded == ((),)


# --- Rockets and planets ---

SPACE = sheet("X 1R 2R . 3P", ". . . . 4", "5P . . . 5P")


@pytest.mark.rule("DZ-E3")
def test_each_rocket_crosses_a_planet_of_choice() -> None:
    state = cross_alone(SPACE, "B1", "C1")
    assert legal(state) == ["planet A3", "planet E1", "planet E3"]
    play(state, "0 planet E3")
    assert legal(state) == ["planet A3", "planet E1"]
    play(state, "0 planet A3")
    assert look(state).step == "roll"
    assert look(state).crossed == (("A1", "B1", "C1", "A3", "E3"),)
    play(state, "roll 4 4 4 4 4 4 4 4")
    assert legal(state) == ["place E2"]


@pytest.mark.rule("DZ-E3")
def test_a_planet_can_be_used_like_any_other_cell() -> None:
    state = table(sheet("X 1P 2R 3P"), 1)
    play(state, "roll 1 2 6 6 6 6 6 6", "0 place B1", "steal 6 6", "0 place C1", "steal 6 6")
    play(state, "0 quit")
    assert legal(state) == ["planet D1"]


@pytest.mark.rule("DZ-E3")
def test_a_rocket_without_a_planet_left_asks_nothing() -> None:
    state = cross_alone(sheet("X 1R 2R . 3P", ". . . . 4"), "B1", "C1")
    assert legal(state) == ["planet E1"]
    play(state, "0 planet E1")
    assert look(state).step == "roll"


@pytest.mark.rule("DZ-E3")
def test_only_a_planet_that_is_left_can_be_chosen() -> None:
    state = cross_alone(SPACE, "B1", "C1")
    play(state, "0 planet E1")
    for text, code in [
        ("planet E1", "crossed"),
        ("planet E2", "no-planet"),
        ("planet D1", "no-such-cell"),
        ("place E2", "must-choose-planet"),
        ("quit", "must-choose-planet"),
    ]:
        with pytest.raises(IllegalAction) as caught:
            state.play(0, text)
        assert caught.value.code == code


@pytest.mark.rule("DZ-E3")
def test_no_planet_is_chosen_while_dice_are_placed() -> None:
    state = table(SPACE)
    play(state, "roll 1 1 2 2 6 6 6")
    with pytest.raises(IllegalAction) as caught:
        state.play(0, "planet E1")
    assert (caught.value.code, caught.value.rule) == ("no-rocket", "DZ-E3")


@pytest.mark.rule("DZ-14")
def test_planets_come_from_the_starting_player_on_all_of_one_in_a_row() -> None:
    state = GAME.new(3, None, SPACE)
    play(state, "start 1", "roll 1 1 1 2 2 6 6 6 6 6")
    play(state, "1 place B1", "2 place B1", "0 place B1", "1 place C1", "2 place C1", "0 quit")
    assert state.to_act == [1]
    play(state, "1 planet E1", "1 planet A3", "2 planet E1", "2 planet E3", "0 planet A3")
    assert look(state).step == "roll"
    assert look(state).first == 2


@pytest.mark.rule("DZ-14")
def test_planets_come_before_bombs_and_flags() -> None:
    state = table(sheet("X 1R 2B 3Fr . 4P"))
    play(state, "roll 1 1 2 2 3 6 6")
    play(state, "0 place B1", "1 place B1", "0 place C1", "1 place C1", "0 place D1", "1 quit")
    assert state.to_act == [0]
    assert look(state).flags == {"r": (0, 0)}
    assert look(state).exploded == ((), ())
    play(state, "0 planet F1")
    assert look(state).step == "planet"
    play(state, "1 planet F1")
    assert look(state).flags == {"r": (10, 0)}
    assert look(state).flags_left == {"r": (6, 3, 1)}


# --- Flags ---

FLAG = sheet("X 1Fr 2", ". 3Fg 4")


@pytest.mark.rule("DZ-E4")
def test_two_who_reach_the_flag_together_circle_ten_and_the_next_gets_three() -> None:
    state = table(FLAG, 3)
    play(state, "roll 1 1 6 6 6 6 6 6 6 6", "0 place B1", "1 place B1", "2 quit")
    play(state, "0 quit", "1 quit")
    assert state.scores() == [10, 10, 0]
    assert look(state).flags_left == {"r": (3, 1), "g": (10, 6, 3, 1)}
    play(state, "roll 1 6 6 6 6 6 6 6 6 6", "1 quit", "2 place B1", "0 quit", "2 quit")
    assert state.scores() == [10, 10, 3]


@pytest.mark.rule("DZ-E4")
def test_flags_of_different_colours_are_counted_apart() -> None:
    state = table(FLAG)
    play(state, "roll 1 1 3 6 6 6 6", "0 place B1", "1 place B1", "0 place B2", "1 quit", "0 quit")
    assert state.scores() == [20, 10]
    play(state, "roll 3 3 3 6 6 6 6", "1 place B2", "0 quit", "1 quit")
    assert state.scores() == [20, 16]


@pytest.mark.rule("DZ-E4")
def test_the_fourth_player_gets_the_last_number() -> None:
    state = table(FLAG, 4)
    blanks = " ".join(["6"] * 12)
    for seat in range(4):
        play(state, f"roll 1 {blanks}")
        for step in range(4):
            other = (seat + step) % 4
            play(state, f"{other} place B1" if step == 0 else f"{other} quit")
        play(state, f"{seat} quit")
    assert state.scores() == [10, 6, 3, 1]


@pytest.mark.rule("DZ-E4")
def test_solo_gets_the_highest_number() -> None:
    assert cross_alone(FLAG, "B1").scores() == [10]


# --- Points at the end ---


@pytest.mark.rule("DZ-E5")
def test_each_crossed_gem_gives_the_points_of_its_colour() -> None:
    assert cross_alone(sheet("X 1Gb 2Gr 3Gr 4Gb"), "B1", "C1", "D1").scores() == [7]


@pytest.mark.rule("DZ-E6")
def test_a_row_counts_with_start_crosses_and_without_holes() -> None:
    material = sheet("X . 1 X", "6 2 3 .", rows={"1": 5, "2": 4}, columns={"A": 3, "C": 2})
    assert cross_alone(material, "C1", "C2").scores() == [7]
    assert cross_alone(material, "C1").scores() == [5]


@pytest.mark.rule("DZ-E7")
def test_a_puzzle_counts_when_all_pieces_of_its_colour_are_crossed() -> None:
    material = sheet("X 1Zy 2Zg 3Zy 4Zg")
    assert cross_alone(material, "B1", "C1").scores() == [0]
    assert cross_alone(material, "B1", "C1", "D1").scores() == [8]
    assert cross_alone(material, "B1", "C1", "D1", "E1").scores() == [13]


@pytest.mark.rule("DZ-E8")
def test_the_framed_block_counts_when_its_four_cells_are_crossed() -> None:
    material = sheet("X 1 2Gb", "6 3 4", frame=["B1", "C1", "B2", "C2"])
    assert cross_alone(material, "B1", "C1", "B2").scores() == [1]
    assert cross_alone(material, "B1", "C1", "B2", "C2").scores() == [11]


@pytest.mark.rule("DZ-E9")
def test_a_crossed_brown_pile_costs_points() -> None:
    assert cross_alone(sheet("X 1T 2"), "B1").scores() == [-3]


@pytest.mark.rule("DZ-E9")
def test_a_die_returned_from_a_brown_pile_does_no_harm() -> None:
    state = table(sheet("X 1T 2"))
    play(state, "roll 1 6 6 6 6 6 6", "0 place B1", "1 quit", "0 reroll", "roll 5 5 5 5 5 5")
    play(state, "0 return B1")
    assert look(state).step == "roll"
    assert state.scores() == [0, 0]


@pytest.mark.rule("DZ-14")
def test_a_framed_cell_keeps_its_symbol() -> None:
    material = sheet("X 1B 2T", "6 3Gr 4", frame=["B1", "C1", "B2", "C2"])
    assert cross_alone(material, "B1", "C1", "B2", "C2").scores() == [2 - 3 + 3 + 10]


# --- The end ---


@pytest.mark.rule("DZ-15")
def test_the_most_points_win() -> None:
    state = table(sheet("X 1Gr 2Gb"))
    for first in (0, 1) * 6:
        if first == 0 and look(state).round == 1:
            play(state, "roll 1 6 6 6 6 6 6", "0 place B1", "1 quit", "0 quit")
        else:
            play(state, "roll 6 6 6 6 6 6 6", f"{first} quit", f"{1 - first} quit")
    assert state.over
    assert state.scores() == [3, 0]
    assert state.winners() == [0]


@pytest.mark.rule("DZ-15")
def test_on_a_tie_fewer_crosses_win_and_planets_count() -> None:
    state = table(sheet("X 1Gb 2R . 3P", "4Gb . . . ."))
    play(state, "roll 1 2 4 6 6 6 6", "0 place B1", "1 place A2", "0 place C1", "1 quit")
    play(state, "0 quit", "0 planet E1")
    for first in (1, *(0, 1) * 5):
        play(state, "roll 6 6 6 6 6 6 6", f"{first} quit", f"{1 - first} quit")
    assert state.over
    assert state.scores() == [1, 1]
    assert state.winners() == [1]


@pytest.mark.rule("DZ-15")
def test_with_equal_points_and_crosses_the_victory_is_shared() -> None:
    state = table(sheet("X 1Gb 2"))
    play(state, "roll 1 1 6 6 6 6 6", "0 place B1", "1 place B1", "0 quit", "1 quit")
    for first in (1, *(0, 1) * 5):
        play(state, "roll 6 6 6 6 6 6 6", f"{first} quit", f"{1 - first} quit")
    assert state.scores() == [1, 1]
    assert state.winners() == [0, 1]


@pytest.mark.rule("DZ-16")
def test_a_full_sheet_ends_the_game_with_the_turn() -> None:
    state = table(sheet("X 1Gb 2", ". 3 ."))
    play(state, "roll 1 1 2 3 6 6 6", "0 place B1", "1 place B1", "0 place C1", "1 place B2")
    assert not state.over
    play(state, "0 quit", "1 quit")
    assert not state.over
    play(state, "roll 2 3 6 6 6 6 6", "1 place C1")
    assert state.to_act == [0]
    play(state, "0 place B2")
    assert state.over
    assert look(state).turns_left == 10


@pytest.mark.rule("DZ-16")
def test_exploded_cells_are_not_free() -> None:
    state = table(sheet("X 1B", "2 ."))
    play(state, "roll 1 2 6 6 6 6 6", "0 place B1", "1 place A2", "0 quit", "1 quit")
    assert state.over
    assert state.scores() == [0, -2]
