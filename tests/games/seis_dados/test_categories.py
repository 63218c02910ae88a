"""The values that a roll can be noted with: SD-C1 to SD-C8."""

from itertools import combinations_with_replacement, product

import pytest

from cubilete.core.errors import CubileteError, IllegalAction
from cubilete.core.state import State

from .oracle import (
    ALL_CATEGORIES,
    ASSIGNED_CATEGORIES,
    COMPOUND,
    SECTION_LISTS,
    choices_of_dice,
    possible_values,
)
from .table import (
    JUNK,
    rolled,
    rolled_with_everything,
    spend_jokers,
    started,
    take_turn,
    values,
    view,
)

ROLLS = list(combinations_with_replacement(range(1, 7), 6))


def noted_as(dice: str, category: str) -> set[str]:
    return values(rolled_with_everything(dice), category)


def refusal(dice: str, assignment: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        rolled_with_everything(dice).play(0, f"assign {assignment}")
    return caught.value


# --- SD-C1: numbers ---


@pytest.mark.rule("SD-C1")
def test_numbers_count_the_dice_of_their_face() -> None:
    state = rolled("1 1 1 4 6 6")
    counted = [values(state, name) for name in SECTION_LISTS[0]]
    assert counted == [{"3"}, {"0"}, {"0"}, {"1"}, {"0"}, {"2"}]


@pytest.mark.rule("SD-C1")
def test_numbers_go_from_zero_to_six() -> None:
    assert noted_as("5 5 5 5 5 5", "fives") == {"6"}
    assert noted_as("5 5 5 5 5 5", "sixes") == {"0"}


@pytest.mark.rule("SD-C1")
def test_a_wrong_count_is_refused() -> None:
    error = refusal("1 1 1 4 6 6", "ones 2")
    assert (error.code, error.rule) == ("wrong-value", "SD-C1")
    assert "3" in str(error)


# --- SD-C2: groups ---


@pytest.mark.rule("SD-C2")
def test_a_three_serves_for_a_pair() -> None:
    state = rolled("1 2 5 5 5 6")
    assert values(state, "three") == {"5"}
    assert values(state, "pair") == {"5"}
    assert values(state, "four") == {"0"}


@pytest.mark.rule("SD-C2")
def test_six_equal_dice_serve_for_every_group() -> None:
    state = rolled("2 2 2 2 2 2")
    assert [values(state, name) for name in SECTION_LISTS[1]] == [{"2"}] * 5


@pytest.mark.rule("SD-C2")
def test_four_equal_dice_are_no_five() -> None:
    state = rolled("3 3 3 3 5 5")
    assert values(state, "four") == {"3"}
    assert values(state, "five") == {"0"}
    assert refusal("3 3 3 3 5 5", "five 3").rule == "SD-C2"


# --- SD-C3: straights ---


@pytest.mark.rule("SD-C3")
@pytest.mark.parametrize(
    ("dice", "highest"),
    [
        ("1 1 1 1 2 3", "3"),
        ("2 2 3 4 6 6", "4"),
        ("1 1 3 4 5 5", "5"),
        ("1 1 2 4 5 6", "6"),
    ],
)
def test_a_straight_of_three_is_its_highest_die(dice: str, highest: str) -> None:
    assert noted_as(dice, "straight-3") == {highest}


@pytest.mark.rule("SD-C3")
def test_there_are_three_straights_of_four_two_of_five_and_one_of_six() -> None:
    found = {
        name: {value for dice in ROLLS for value in possible_values(name, dice)} - {(0,)}
        for name in SECTION_LISTS[2]
    }
    assert found == {
        "straight-3": {(3,), (4,), (5,), (6,)},
        "straight-4": {(4,), (5,), (6,)},
        "straight-5": {(5,), (6,)},
        "straight-6": {(6,)},
    }
    assert noted_as("1 2 3 4 6 6", "straight-4") == {"4"}
    assert noted_as("2 2 3 4 5 6", "straight-5") == {"6"}
    assert noted_as("1 2 3 4 5 6", "straight-6") == {"6"}


@pytest.mark.rule("SD-C3")
def test_without_a_straight_it_is_zero() -> None:
    assert noted_as("1 2 4 5 5 5", "straight-3") == {"0"}
    assert noted_as("1 2 3 4 5 5", "straight-6") == {"0"}
    assert refusal("1 2 4 5 5 5", "straight-3 5").rule == "SD-C3"


@pytest.mark.rule("SD-C3")
def test_straights_do_not_wrap_around() -> None:
    assert noted_as("1 1 2 5 6 6", "straight-3") == {"0"}
    assert noted_as("1 2 3 5 6 6", "straight-4") == {"0"}


# --- SD-C4: totals ---


@pytest.mark.rule("SD-C4")
@pytest.mark.parametrize("category", ["max-sum", "min-sum"])
def test_sums_add_all_six_dice(category: str) -> None:
    assert noted_as("1 1 1 1 1 1", category) == {"6"}
    assert noted_as("6 6 6 6 6 6", category) == {"36"}
    assert noted_as("1 2 3 4 5 6", category) == {"21"}
    assert refusal("1 2 3 4 5 6", f"{category} 20").rule == "SD-C4"


def two_sums(category: str, lower_first: bool) -> State:
    state = started(categories=[category])
    sums = [("1 1 1 1 1 1", f"{category} 6"), ("2 2 2 2 2 2", f"{category} 12")]
    for dice, assignment in sums if lower_first else reversed(sums):
        take_turn(state, dice, assignment)
    return state


@pytest.mark.rule("SD-C4")
def test_the_higher_maximum_and_the_lower_minimum_are_better() -> None:
    assert two_sums("max-sum", lower_first=True).winners() == [1]
    assert two_sums("max-sum", lower_first=False).winners() == [0]
    assert two_sums("min-sum", lower_first=True).winners() == [0]
    assert two_sums("min-sum", lower_first=False).winners() == [1]


@pytest.mark.rule("SD-C4")
def test_jokers_take_no_roll() -> None:
    error = refusal(JUNK, "jokers 6")
    assert (error.code, error.rule) == ("not-assigned", "SD-C4")
    assert noted_as(JUNK, "jokers") == set()


@pytest.mark.rule("SD-C4")
def test_unspent_jokers_count_when_all_categories_are_full() -> None:
    state = started(categories=["ones", "jokers"])
    spend_jokers(state, 1)
    state.play(0, "assign ones 6")
    assert view(state).jokers == (5, 6)
    assert state.scores() == [0, 0]
    take_turn(state, "1 1 1 1 1 1", "ones 6")
    assert state.over
    assert state.scores() == [0, 2]  # the point of jokers, and that of its section


# --- SD-C5: groupings ---


@pytest.mark.rule("SD-C5")
@pytest.mark.parametrize(
    ("dice", "category", "value"),
    [
        ("1 2 2 3 4 4", "double-pair", "4,2"),
        ("1 3 3 4 4 6", "double-pair", "4,3"),
        ("2 2 4 4 5 5", "triple-pair", "5,4,2"),
        ("2 2 3 3 5 5", "triple-pair", "5,3,2"),
        ("2 2 2 5 5 6", "three-and-pair", "2,5"),
        ("2 2 5 5 5 6", "three-and-pair", "5,2"),
        ("1 1 1 6 6 6", "double-three", "6,1"),
        ("1 1 1 1 6 6", "four-and-pair", "1,6"),
        ("1 1 6 6 6 6", "four-and-pair", "6,1"),
    ],
)
def test_groupings_note_the_faces_in_the_order_of_the_name(
    dice: str, category: str, value: str
) -> None:
    assert noted_as(dice, category) == {value}


@pytest.mark.rule("SD-C5")
@pytest.mark.parametrize(
    ("better", "worse", "category"),
    [
        (("1 3 3 4 4 6", "4,3"), ("1 2 2 3 4 4", "4,2"), "double-pair"),
        (("2 2 4 4 5 5", "5,4,2"), ("2 2 3 3 5 5", "5,3,2"), "triple-pair"),
        (("1 1 4 4 4 5", "4,1"), ("3 3 3 4 6 6", "3,6"), "three-and-pair"),
        (("1 1 1 2 2 2", "2,1"), ("1 1 1 3 4 5", "0,0"), "double-three"),
    ],
)
def test_groupings_are_compared_face_by_face_from_the_left(
    better: tuple[str, str], worse: tuple[str, str], category: str
) -> None:
    state = started(categories=[category])
    take_turn(state, better[0], f"{category} {better[1]}")
    take_turn(state, worse[0], f"{category} {worse[1]}")
    assert state.winners() == [0]


@pytest.mark.rule("SD-C5")
def test_a_grouping_without_one_of_its_parts_is_all_zeros() -> None:
    state = rolled_with_everything("1 2 4 4 4 6")
    assert values(state, "three-and-pair") == {"0,0"}
    assert values(state, "triple-pair") == {"0,0,0"}
    assert refusal("1 2 4 4 4 6", "three-and-pair 4,0").rule == "SD-C5"


@pytest.mark.rule("SD-C5")
def test_the_lower_face_first_is_refused_among_equal_parts() -> None:
    assert refusal("1 2 2 3 4 4", "double-pair 2,4").code == "wrong-value"


@pytest.mark.rule("SD-C5")
@pytest.mark.parametrize("value", ["4", "4,2,0", "4,2,", "4 2", "(4,2)", "42"])
def test_a_compound_value_has_as_many_numbers_as_parts(value: str) -> None:
    assert refusal("1 2 2 3 4 4", f"double-pair {value}").code == "unreadable"


# --- SD-C6: extravagances ---


@pytest.mark.rule("SD-C6")
@pytest.mark.parametrize(
    ("dice", "category", "value"),
    [
        ("1 2 3 5 5 6", "straight-3-and-pair", "3,5"),
        ("1 1 4 5 6 6", "straight-3-and-pair", "6,1"),
        ("1 1 2 3 4 6", "straight-4-and-pair", "0,0"),
        ("1 1 3 4 5 6", "straight-4-and-pair", "6,1"),
        ("1 2 3 4 6 6", "straight-4-and-pair", "4,6"),
        ("1 1 1 4 5 6", "three-and-straight-3", "1,6"),
        ("1 1 1 2 3 3", "three-and-straight-3", "0,0"),
        ("1 1 1 1 2 3", "three-and-straight-3", "1,3"),
    ],
)
def test_extravagances_are_noted_part_by_part(dice: str, category: str, value: str) -> None:
    assert noted_as(dice, category) == {value}


@pytest.mark.rule("SD-C6")
@pytest.mark.parametrize(
    ("dice", "pairs"),
    [
        ("1 3 3 4 5 6", "2"),
        ("1 1 1 1 1 6", "1"),
        ("1 1 2 5 6 6", "3"),
        ("3 3 3 4 4 4", "3"),
        ("1 1 2 2 3 3", "0"),
        ("1 2 3 4 5 6", "3"),
    ],
)
def test_sevens_are_the_most_pairs_that_add_up_to_seven(dice: str, pairs: str) -> None:
    assert noted_as(dice, "sevens") == {pairs}


@pytest.mark.rule("SD-C6")
def test_extravagances_are_compared_face_by_face() -> None:
    state = started(categories=["straight-3-and-pair"])
    take_turn(state, "1 2 3 5 6 6", "straight-3-and-pair 3,6")
    take_turn(state, "1 1 2 3 4 5", "straight-3-and-pair 4,1")
    assert state.winners() == [1]


@pytest.mark.rule("SD-C6")
def test_fewer_sevens_than_there_are_is_refused() -> None:
    error = refusal("1 2 3 4 5 6", "sevens 2")
    assert (error.code, error.rule) == ("wrong-value", "SD-C6")


# --- SD-C7: different dice, perhaps the same face ---


@pytest.mark.rule("SD-C7")
@pytest.mark.parametrize(
    ("dice", "category", "value"),
    [
        ("1 4 4 4 4 6", "double-pair", "4,4"),
        ("5 5 5 5 5 6", "three-and-pair", "5,5"),
        ("3 3 3 3 3 3", "triple-pair", "3,3,3"),
        ("3 3 3 3 3 3", "double-three", "3,3"),
        ("3 3 3 3 3 3", "four-and-pair", "3,3"),
        ("2 2 3 3 3 3", "triple-pair", "3,3,2"),
    ],
)
def test_parts_may_show_the_same_face(dice: str, category: str, value: str) -> None:
    assert value in noted_as(dice, category)


@pytest.mark.rule("SD-C7")
@pytest.mark.parametrize(
    ("dice", "category"),
    [
        ("1 4 4 4 5 6", "double-pair"),
        ("1 1 5 5 5 6", "double-three"),
        ("4 4 4 4 5 6", "three-and-pair"),
        ("2 2 2 2 2 6", "triple-pair"),
        ("1 1 2 2 2 3", "three-and-straight-3"),
        ("1 1 1 3 4 4", "straight-3-and-pair"),
    ],
)
def test_no_die_serves_for_two_parts(dice: str, category: str) -> None:
    assert noted_as(dice, category) == {",".join("0" * len(COMPOUND[category]))}


# --- SD-C8: the player chooses ---


@pytest.mark.rule("SD-C8")
@pytest.mark.parametrize(
    ("dice", "category", "choices"),
    [
        ("1 1 2 5 5 6", "pair", {"1", "5"}),
        ("1 1 3 3 6 6", "pair", {"1", "3", "6"}),
        ("2 2 2 4 4 4", "three", {"2", "4"}),
        ("1 2 3 4 5 5", "straight-3", {"3", "4", "5"}),
        ("1 2 3 4 5 6", "straight-5", {"5", "6"}),
        ("1 1 3 3 6 6", "double-pair", {"3,1", "6,1", "6,3"}),
        ("2 2 2 4 4 4", "three-and-pair", {"2,4", "4,2"}),
        ("1 1 1 1 5 5", "double-pair", {"1,1", "5,1"}),
        ("1 1 2 3 4 4", "straight-3-and-pair", {"3,4", "4,1"}),
    ],
)
def test_where_several_values_are_possible_each_can_be_noted(
    dice: str, category: str, choices: set[str]
) -> None:
    assert noted_as(dice, category) == choices


@pytest.mark.rule("SD-C8")
def test_zero_is_refused_where_a_value_is_possible() -> None:
    error = refusal("1 1 2 5 5 6", "pair 0")
    assert (error.code, error.rule) == ("wrong-value", "SD-C8")
    assert "1 / 5" in str(error)


@pytest.mark.rule("SD-C8")
@pytest.mark.parametrize("name", [*SECTION_LISTS[0], "max-sum", "min-sum", "sevens"])
def test_numbers_sums_and_sevens_leave_no_choice(name: str) -> None:
    for dice in ROLLS[::7]:
        assert len(noted_as(" ".join(map(str, dice)), name)) == 1


# --- All rolls, all categories ---


@pytest.mark.parametrize("name", ASSIGNED_CATEGORIES)
def test_every_roll_can_be_noted_as_trying_all_layouts_says(name: str) -> None:
    for dice in ROLLS:
        state = rolled(" ".join(map(str, dice)), categories=[name])
        expected = {
            f"assign {name} {','.join(map(str, value))}" for value in possible_values(name, dice)
        }
        expected |= {f"reroll {' '.join(map(str, faces))}" for faces in choices_of_dice(dice)}
        assert state.legal_texts(0) == sorted(expected)


@pytest.mark.parametrize("dice", ROLLS[::33])
def test_of_all_conceivable_values_only_the_possible_ones_are_taken(dice: tuple[int, ...]) -> None:
    state = rolled_with_everything(" ".join(map(str, dice)))
    for name in ALL_CATEGORIES:
        parts = len(COMPOUND.get(name, [name]))
        conceivable = product(range(8), repeat=parts) if parts > 1 else ((n,) for n in range(40))
        possible = possible_values(name, dice) if name != "jokers" else set()
        taken = set()
        for value in conceivable:
            try:
                state.check(0, state.read(0, f"assign {name} {','.join(map(str, value))}"))
            except CubileteError:
                continue
            taken.add(value)
        assert taken == possible
