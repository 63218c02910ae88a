"""Points and winners: SD-S1 to SD-S6."""

from itertools import product

import pytest

from cubilete.core.errors import BadOption
from cubilete.core.state import State
from cubilete.games.seis_dados import GAME

from .table import spend_jokers, started, take_turn


def pair_of(face: int) -> str:
    """Six dice with this pair and no other; without any pair for 0."""
    others = [other for other in range(1, 7) if other != face]
    dice = [face, face, *others[:4]] if face else list(range(1, 7))
    return " ".join(map(str, sorted(dice)))


def after_pairs(*faces: int) -> State:
    """A game of the category pair alone, in which each seat has noted this one."""
    state = started(len(faces), categories=["pair"])
    for face in faces:
        take_turn(state, pair_of(face), f"pair {face}")
    assert state.over
    return state


def counted(state: State, face: int, counts: tuple[int, ...], name: str) -> None:
    """A round in which each seat notes this many dice of a face."""
    other = 1 if face != 1 else 2
    for count in counts:
        dice = sorted([face] * count + [other] * (6 - count))
        take_turn(state, " ".join(map(str, dice)), f"{name} {count}")


# --- SD-S1, SD-S2: the point of a category ---
# A section of one category gives its winner the extra point too (SD-S3): two in all.


@pytest.mark.rule("SD-S1")
@pytest.mark.parametrize(
    ("faces", "scores"), [((5, 2), [2, 0]), ((0, 1), [0, 2]), ((4, 4), [0, 0]), ((0, 0), [0, 0])]
)
def test_of_two_the_better_value_takes_the_point_and_nobody_on_a_tie(
    faces: tuple[int, int], scores: list[int]
) -> None:
    assert after_pairs(*faces).scores() == scores


@pytest.mark.rule("SD-S2")
@pytest.mark.parametrize(
    ("faces", "scores"),
    [
        ((2, 5, 6), [0, 2, 0]),
        ((5, 6, 2), [2, 0, 0]),
        ((6, 2, 5), [0, 0, 2]),
        ((0, 6, 1), [0, 0, 2]),
    ],
)
def test_of_three_different_values_the_middle_one_takes_the_point(
    faces: tuple[int, int, int], scores: list[int]
) -> None:
    assert after_pairs(*faces).scores() == scores


@pytest.mark.rule("SD-S2")
@pytest.mark.parametrize(
    ("faces", "scores"),
    [
        ((3, 3, 4), [0, 0, 2]),
        ((2, 3, 3), [2, 0, 0]),
        ((3, 4, 3), [0, 2, 0]),
        ((3, 0, 3), [0, 2, 0]),
    ],
)
def test_of_two_equal_values_the_third_player_takes_the_point(
    faces: tuple[int, int, int], scores: list[int]
) -> None:
    assert after_pairs(*faces).scores() == scores


@pytest.mark.rule("SD-S2")
@pytest.mark.parametrize("face", range(7))
def test_nobody_takes_the_point_where_all_three_are_equal(face: int) -> None:
    assert after_pairs(face, face, face).scores() == [0, 0, 0]


@pytest.mark.rule("SD-S2")
@pytest.mark.parametrize("counts", list(product((1, 2, 3), repeat=3)))
def test_the_three_seats_are_treated_alike(counts: tuple[int, int, int]) -> None:
    state = started(3, categories=["sixes"])
    counted(state, 6, counts, "sixes")
    turned = started(3, categories=["sixes"])
    counted(turned, 6, (counts[1], counts[2], counts[0]), "sixes")
    scores = state.scores()
    assert turned.scores() == [scores[1], scores[2], scores[0]]


@pytest.mark.rule("SD-S2")
@pytest.mark.rule("SD-C4")
def test_the_middle_of_three_minimum_sums_takes_the_point() -> None:
    state = started(3, categories=["min-sum"])
    for face in (1, 3, 2):
        take_turn(state, " ".join([str(face)] * 6), f"min-sum {6 * face}")
    assert state.scores() == [0, 0, 2]


# --- SD-S3: the point of a section ---


@pytest.mark.rule("SD-S3")
def test_the_most_points_of_a_section_give_one_more_once_it_is_complete() -> None:
    state = started(categories=["ones", "twos", "threes", "pair"])
    counted(state, 1, (3, 2), "ones")
    assert state.scores() == [1, 0]
    counted(state, 2, (1, 4), "twos")
    assert state.scores() == [1, 1]
    counted(state, 3, (5, 0), "threes")
    assert state.scores() == [3, 1]


@pytest.mark.rule("SD-S3")
def test_nobody_gets_the_point_of_a_section_on_a_tie() -> None:
    state = started(categories=["ones", "twos"])
    counted(state, 1, (3, 2), "ones")
    counted(state, 2, (1, 4), "twos")
    assert state.scores() == [1, 1]


@pytest.mark.rule("SD-S3")
def test_two_of_three_who_lead_a_section_get_no_extra_point() -> None:
    state = started(3, categories=["ones", "twos"])
    counted(state, 1, (3, 2, 1), "ones")
    counted(state, 2, (2, 3, 1), "twos")
    assert state.scores() == [1, 1, 0]


@pytest.mark.rule("SD-S3")
def test_each_section_gives_its_own_point() -> None:
    state = started(categories=["ones", "pair"])
    counted(state, 1, (3, 2), "ones")
    take_turn(state, pair_of(2), "pair 2")
    take_turn(state, pair_of(5), "pair 5")
    assert state.scores() == [2, 2]


@pytest.mark.rule("SD-S3")
@pytest.mark.rule("SD-C4")
def test_the_totals_are_complete_only_with_the_jokers() -> None:
    state = started(categories=["max-sum", "jokers", "ones"])
    take_turn(state, "6 6 6 6 6 6", "max-sum 36")
    take_turn(state, "5 6 6 6 6 6", "max-sum 35")
    assert state.scores() == [1, 0]
    counted(state, 1, (2, 2), "ones")
    assert state.scores() == [2, 0]


@pytest.mark.rule("SD-S3")
def test_a_category_counts_once_all_have_completed_it() -> None:
    state = started(3, categories=["ones", "twos"])
    take_turn(state, "1 1 1 2 2 2", "ones 3")
    take_turn(state, "1 1 2 2 2 2", "ones 2")
    assert state.scores() == [0, 0, 0]
    take_turn(state, "1 1 2 2 2 2", "ones 2")
    assert state.scores() == [1, 0, 0]


# --- SD-S4, SD-S5: the victory ---


@pytest.mark.rule("SD-S4")
def test_the_most_points_win() -> None:
    assert after_pairs(5, 2).winners() == [0]
    assert after_pairs(2, 5, 6).winners() == [1]


@pytest.mark.rule("SD-S4")
def test_ties_share_the_victory() -> None:
    assert after_pairs(5, 5).winners() == [0, 1]
    assert after_pairs(1, 1, 1).winners() == [0, 1, 2]
    state = started(3, categories=["ones", "pair"])
    counted(state, 1, (3, 2, 1), "ones")
    for face in (4, 2, 3):
        take_turn(state, pair_of(face), f"pair {face}")
    assert state.scores() == [0, 2, 2]
    assert state.winners() == [1, 2]


@pytest.mark.rule("SD-S5")
def test_the_fewest_points_win_where_it_is_agreed() -> None:
    state = started(categories=["ones"], lowest_wins=True)
    counted(state, 1, (3, 2), "ones")
    assert state.scores() == [2, 0]
    assert state.winners() == [1]


@pytest.mark.rule("SD-S5")
def test_ties_share_the_victory_of_the_fewest_points_too() -> None:
    state = started(categories=["ones"], lowest_wins=True)
    counted(state, 1, (3, 3), "ones")
    assert state.winners() == [0, 1]


@pytest.mark.rule("SD-S5")
def test_the_fewest_points_win_with_two_players_only() -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(3, {"lowest_wins": True})
    assert (caught.value.code, caught.value.rule) == ("two-players-only", "SD-S5")
    assert GAME.new(3, {"lowest_wins": False}).seat_count() == 3


@pytest.mark.rule("SD-S5")
@pytest.mark.parametrize("value", [1, "true", None, [True]])
def test_the_fewest_points_win_or_not(value: object) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(2, {"lowest_wins": value})
    assert caught.value.rule == "SD-S5"


# --- SD-S6: an early end ---


@pytest.mark.rule("SD-S6")
def test_the_game_ends_when_a_player_has_the_agreed_points() -> None:
    state = started(categories=["ones", "twos", "threes"], end_at=1)
    counted(state, 1, (3, 2), "ones")
    assert state.over
    assert (state.scores(), state.winners()) == ([1, 0], [0])


@pytest.mark.rule("SD-S6")
def test_the_round_is_played_to_its_end() -> None:
    state = started(3, first=1, categories=["ones", "twos", "threes"], end_at=1)
    take_turn(state, "1 1 1 2 2 2", "ones 3")
    take_turn(state, "1 1 2 2 2 2", "ones 2")
    take_turn(state, "1 1 2 2 2 2", "twos 4")
    take_turn(state, "1 2 2 2 2 2", "twos 5")
    take_turn(state, "1 1 2 2 2 2", "twos 4")
    assert state.scores() == [0, 1, 0]
    assert not state.over
    take_turn(state, "1 1 1 1 2 2", "ones 4")
    assert state.over
    assert state.scores() == [0, 2, 0]


@pytest.mark.rule("SD-S6")
def test_the_point_of_a_completed_section_counts_for_the_early_end() -> None:
    state = started(categories=["pair", "ones", "twos"], end_at=2)
    take_turn(state, pair_of(3), "pair 3")
    take_turn(state, pair_of(2), "pair 2")
    assert state.over
    assert state.scores() == [2, 0]


@pytest.mark.rule("SD-S6")
def test_jokers_are_not_counted_at_an_early_end() -> None:
    state = started(categories=["max-sum", "jokers", "ones"], end_at=1)
    spend_jokers(state, 6)
    state.play(0, "assign max-sum 6")
    take_turn(state, "1 1 1 1 1 2", "max-sum 7")
    assert state.over
    assert state.scores() == [0, 1]  # neither the jokers nor the section that they complete


@pytest.mark.rule("SD-S6")
def test_a_game_that_is_full_counts_its_jokers_whatever_was_agreed() -> None:
    state = started(categories=["ones", "jokers"], end_at=1)
    spend_jokers(state, 6)
    state.play(0, "assign ones 6")
    take_turn(state, "1 1 1 1 1 2", "ones 5")
    assert state.scores() == [2, 2]


@pytest.mark.rule("SD-S6")
def test_without_the_agreed_points_the_game_goes_on() -> None:
    state = started(categories=["ones", "twos"], end_at=2)
    counted(state, 1, (3, 2), "ones")
    assert not state.over
    unlimited = started(categories=["ones", "twos"], end_at=10**30)
    counted(unlimited, 1, (3, 2), "ones")
    assert not unlimited.over


@pytest.mark.rule("SD-S6")
@pytest.mark.rule("SD-S5")
def test_with_the_fewest_points_winning_the_end_comes_the_same_way() -> None:
    state = started(categories=["ones", "twos"], end_at=1, lowest_wins=True)
    counted(state, 1, (3, 2), "ones")
    assert state.over
    assert state.winners() == [1]


@pytest.mark.rule("SD-S6")
@pytest.mark.parametrize("value", [0, -1, True, 1.0, "5", None])
def test_the_agreed_points_are_a_whole_number_from_one(value: object) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(2, {"end_at": value})
    assert caught.value.rule == "SD-S6"
