"""Turns, assignments, options and who starts: SD-1 to SD-4."""

import pytest

from cubilete.core.errors import BadOption, IllegalAction, ImpossibleOutcome
from cubilete.core.state import CHANCE, State
from cubilete.games.seis_dados import GAME

from .oracle import ASSIGNED_CATEGORIES, BASIC_CATEGORIES, SECTION_LISTS
from .table import (
    JUNK,
    repeat,
    rolled,
    spend_jokers,
    started,
    starting_with,
    take_turn,
    values,
    view,
)


def refused(state: State, by: int, text: str) -> IllegalAction:
    before = state.fingerprint()
    with pytest.raises(IllegalAction) as caught:
        state.play(by, text)
    assert state.fingerprint() == before
    return caught.value


# --- SD-1: the roll and its repetitions ---


@pytest.mark.rule("SD-1")
def test_a_turn_begins_with_six_dice() -> None:
    state = started()
    assert state.draws() == [6] * 6
    with pytest.raises(ImpossibleOutcome) as caught:
        state.play(CHANCE, "roll 1 2 3 4 5")
    assert caught.value.rule == "SD-1"
    state.play(CHANCE, "roll 1 2 3 4 5 5")
    assert view(state).roll == (1, 2, 3, 4, 5, 5)


@pytest.mark.rule("SD-1")
def test_any_dice_can_be_rolled_again_and_the_others_stay() -> None:
    state = rolled("1 1 3 4 6 6")
    state.play(0, "reroll 1 3 6")
    assert view(state).roll == (1, 4, 6)
    assert state.draws() == [6] * 3
    state.play(CHANCE, "roll 2 2 5")
    assert view(state).roll == (1, 2, 2, 4, 5, 6)


@pytest.mark.rule("SD-1")
def test_every_choice_of_dice_is_listed_once_whichever_die_shows_the_face() -> None:
    assert starting_with(rolled("2 2 2 2 2 5"), "reroll") == sorted(
        ["reroll 5"]
        + ["reroll" + " 2" * n for n in range(1, 6)]
        + ["reroll" + " 2" * n + " 5" for n in range(1, 6)]
    )
    assert len(starting_with(rolled("1 2 3 4 5 6"), "reroll")) == 2**6 - 1


@pytest.mark.rule("SD-1")
def test_a_repetition_rolls_at_least_one_die() -> None:
    state = rolled(JUNK)
    assert refused(state, 0, "reroll").code == "unreadable"
    assert refused(state, 0, "reroll ").code == "unreadable"


@pytest.mark.rule("SD-1")
@pytest.mark.parametrize("dice", ["4", "1 1 1", "1 1 2 3 5 6", "5 5 5"])
def test_only_dice_of_the_roll_can_be_rolled_again(dice: str) -> None:
    error = refused(rolled("1 1 2 3 5 5"), 0, f"reroll {dice}")
    assert (error.code, error.rule) == ("no-such-dice", "SD-1")


@pytest.mark.rule("SD-1")
def test_two_repetitions_are_free() -> None:
    state = rolled(JUNK)
    repeat(state, "1", "1")
    repeat(state, "1", "1")
    assert view(state).jokers == (6, 6)
    assert starting_with(state, "reroll") == []
    error = refused(state, 0, "reroll 1")
    assert (error.code, error.rule) == ("no-free-repetition", "SD-1")


@pytest.mark.rule("SD-1")
def test_jokers_pay_only_after_the_free_repetitions() -> None:
    state = rolled(JUNK)
    for _ in range(2):
        assert starting_with(state, "joker") == []
        error = refused(state, 0, "joker 1")
        assert (error.code, error.rule) == ("free-repetition-left", "SD-1")
        repeat(state, "1", "1")
    state.play(0, "joker 1 5")
    assert view(state).jokers == (5, 6)


@pytest.mark.rule("SD-1")
def test_six_jokers_give_six_repetitions_in_the_whole_game() -> None:
    state = started()
    spend_jokers(state, 4)
    assert view(state).jokers == (2, 6)
    state.play(0, "assign ones 6")
    take_turn(state, JUNK, "ones 2")
    spend_jokers(state, 2)
    assert view(state).jokers == (0, 6)
    assert starting_with(state, "joker") == []
    error = refused(state, 0, "joker 1")
    assert (error.code, error.rule) == ("no-jokers", "SD-1")


@pytest.mark.rule("SD-1")
def test_the_free_repetitions_come_back_with_every_turn() -> None:
    state = started()
    spend_jokers(state, 0)
    assert view(state).free_repetitions == 0
    state.play(0, "assign ones 6")
    assert view(state).free_repetitions == 2
    state.play(CHANCE, f"roll {JUNK}")
    assert starting_with(state, "reroll") != []


@pytest.mark.rule("SD-1")
def test_there_are_six_jokers_without_the_category_jokers() -> None:
    state = started(categories=["ones", "twos"])
    spend_jokers(state, 6)
    assert view(state).jokers == (0, 6)


@pytest.mark.rule("SD-1")
def test_a_player_may_stop_after_any_roll() -> None:
    state = rolled(JUNK)
    state.play(0, "assign ones 2")
    assert view(state).current == 1


@pytest.mark.rule("SD-1")
@pytest.mark.parametrize("players", [0, 1, 4, -2])
def test_it_is_for_two_or_three(players: int) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(players)
    assert (caught.value.code, caught.value.rule) == ("bad-players", "SD-1")


@pytest.mark.rule("SD-1")
def test_only_the_player_in_turn_acts_and_only_after_the_dice() -> None:
    state = started()
    assert refused(state, 0, "reroll 1").code == "not-due"
    state.play(CHANCE, f"roll {JUNK}")
    error = refused(state, 1, "reroll 1")
    assert (error.code, error.rule) == ("not-your-turn", "SD-1")
    assert refused(state, 2, "reroll 1").code == "no-such-seat"
    assert state.legal(1) == []


# --- SD-2: a category for every roll ---


@pytest.mark.rule("SD-2")
def test_every_free_category_can_take_the_roll_even_as_zero() -> None:
    state = rolled("2 2 2 2 2 2")
    assert len(starting_with(state, "assign")) == 17
    assert values(state, "ones") == {"0"}
    assert values(state, "straight-6") == {"0"}


@pytest.mark.rule("SD-2")
def test_a_category_is_filled_once_by_each_player() -> None:
    state = started()
    take_turn(state, JUNK, "ones 2")
    state.play(CHANCE, f"roll {JUNK}")
    assert values(state, "ones") == {"2"}
    state.play(1, "assign twos 1")
    state.play(CHANCE, f"roll {JUNK}")
    assert values(state, "ones") == set()
    error = refused(state, 0, "assign ones 2")
    assert (error.code, error.rule) == ("category-full", "SD-2")


@pytest.mark.rule("SD-2")
def test_with_one_category_left_the_roll_goes_there() -> None:
    state = started(categories=["six"])
    state.play(CHANCE, f"roll {JUNK}")
    assert starting_with(state, "assign") == ["assign six 0"]


@pytest.mark.rule("SD-2")
@pytest.mark.parametrize("players", [2, 3])
def test_the_game_ends_when_all_categories_of_all_players_are_full(players: int) -> None:
    state = started(players)
    turns = [name for name in BASIC_CATEGORIES if name != "jokers"]
    for name in turns:
        for _ in range(players):
            assert not state.over
            state.play(CHANCE, f"roll {JUNK}")
            state.play(state.to_act[0], f"assign {name} {max(values(state, name))}")
    assert state.over
    assert state.to_act == []
    with pytest.raises(IllegalAction) as caught:
        state.play(CHANCE, f"roll {JUNK}")
    assert caught.value.code == "game-over"


# --- SD-3: what is agreed before ---


@pytest.mark.rule("SD-3")
def test_the_basic_four_sections_are_the_default() -> None:
    sheet = view(GAME.new(2)).sheet
    assert list(sheet) == ["numbers", "groups", "straights", "totals"]
    assert [list(categories) for categories in sheet.values()] == SECTION_LISTS[:4]


@pytest.mark.rule("SD-3")
@pytest.mark.parametrize("optional", [[4], [5], [4, 5]])
def test_each_optional_section_can_be_added_on_its_own(optional: list[int]) -> None:
    sections = SECTION_LISTS[:4] + [SECTION_LISTS[place] for place in optional]
    state = GAME.new(3, {"categories": [name for section in sections for name in section]})
    assert [list(categories) for categories in view(state).sheet.values()] == sections


@pytest.mark.rule("SD-3")
@pytest.mark.parametrize("name", ASSIGNED_CATEGORIES)
def test_a_single_category_is_a_game(name: str) -> None:
    state = started(categories=[name])
    for _ in range(2):
        assert not state.over
        state.play(CHANCE, f"roll {JUNK}")
        state.play(state.to_act[0], starting_with(state, "assign")[0])
    assert state.over


@pytest.mark.rule("SD-3")
def test_a_category_that_is_not_in_use_takes_no_roll() -> None:
    error = refused(rolled(JUNK), 0, "assign sevens 2")
    assert (error.code, error.rule) == ("not-in-use", "SD-3")


@pytest.mark.rule("SD-3")
def test_jokers_alone_are_no_game() -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(2, {"categories": ["jokers"]})
    assert (caught.value.code, caught.value.rule) == ("nothing-to-assign", "SD-3")


@pytest.mark.rule("SD-3")
@pytest.mark.parametrize(
    "categories", [[], ["ones", "ones"], ["eights"], ["Ones"], [1], "ones", None, {"ones": 1}]
)
def test_categories_are_known_names_without_repetition(categories: object) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(2, {"categories": categories})
    assert caught.value.rule == "SD-3"


@pytest.mark.rule("SD-3")
def test_the_order_in_which_categories_are_named_does_not_matter() -> None:
    one = GAME.new(2, {"categories": ["sevens", "ones", "pair"]})
    other = GAME.new(2, {"categories": ["ones", "pair", "sevens"]})
    assert one.fingerprint() == other.fingerprint()


# --- SD-4: who begins ---


@pytest.mark.rule("SD-4")
@pytest.mark.parametrize("players", [2, 3])
def test_the_first_player_is_drawn_and_each_is_as_likely(players: int) -> None:
    state = GAME.new(players)
    assert state.draws() == [players]
    assert state.distribution() == dict.fromkeys(range(players), 1)
    assert view(state).first is None


@pytest.mark.rule("SD-4")
def test_nobody_else_can_be_drawn() -> None:
    state = GAME.new(2)
    with pytest.raises(ImpossibleOutcome) as caught:
        state.play(CHANCE, "start 2")
    assert caught.value.rule == "SD-4"


@pytest.mark.rule("SD-4")
@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_turns_go_round_from_the_first_player(players: int, first: int) -> None:
    state = started(players, first, categories=["ones", "twos"])
    order = []
    for number in range(2 * players):
        order.append(view(state).current)
        take_turn(state, "3 3 3 3 3 3", "ones 0" if number < players else "twos 0")
    assert order == [(first + number) % players for number in range(2 * players)]
    assert state.over
