"""A turn of Dizzle: rolling, placing, jumping, rerolling, quitting (DZ-M1, DZ-1 to DZ-17)."""

import pytest

from cubilete.core.errors import IllegalAction, ImpossibleOutcome
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, State
from cubilete.games.dizzle import GAME

from .dizzle_sheets import legal, look, play, sheet, table

LINE = sheet("X 1 2 3 4 5 6 1 2 3 4 5 6")


def refused(state: State, seat: int, text: str) -> tuple[str, str]:
    """The code and the rule of the error for an action."""
    before = state.fingerprint()
    with pytest.raises(IllegalAction) as caught:
        state.play(seat, text)
    assert state.fingerprint() == before
    return caught.value.code, caught.value.rule


# --- Material ---


@pytest.mark.rule("DZ-M1")
@pytest.mark.parametrize(("players", "dice"), [(1, 8), (2, 7), (3, 10), (4, 13)])
def test_players_decide_the_number_of_dice(players: int, dice: int) -> None:
    assert table(LINE, players).draws() == [6] * dice


@pytest.mark.rule("DZ-M1")
@pytest.mark.parametrize(("players", "rounds"), [(1, 10), (2, 6), (3, 4), (4, 3)])
def test_every_player_starts_once_a_round(players: int, rounds: int) -> None:
    state = table(sheet("X 1", ". .", "2 ."), players)
    starters = []
    rng = seeded("starters", players)
    while not state.over:
        if state.turn() == CHANCE:
            if look(state).step == "roll":
                starters.append(look(state).first)
            state.advance(CHANCE, state.sample(rng))
        else:
            (seat,) = state.to_act
            state.advance(seat, state.choose(seat, rng))
    assert starters == list(range(players)) * rounds


@pytest.mark.rule("DZ-M1")
def test_five_players_are_too_many() -> None:
    with pytest.raises(ValueError, match="1 to 4 players"):
        GAME.new(5)


# --- Placing ---


@pytest.mark.rule("DZ-1")
def test_players_place_one_die_each_clockwise_from_the_starting_player() -> None:
    state = GAME.new(3, None, LINE)
    play(state, "start 1", "roll 1 1 1 2 2 2 3 3 3 4")
    for seat, cell in [(1, "B1"), (2, "B1"), (0, "B1"), (1, "C1"), (2, "C1")]:
        assert state.to_act == [seat]
        play(state, f"{seat} place {cell}")
    assert look(state).dice == (2, 3, 3, 3, 4)


@pytest.mark.rule("DZ-1")
def test_out_of_turn_nobody_places() -> None:
    state = table(LINE)
    play(state, "roll 1 1 2 2 3 3 4")
    assert refused(state, 1, "place B1") == ("not-your-turn", "DZ-1")


@pytest.mark.rule("DZ-2")
def test_a_die_goes_only_on_an_unused_cell_of_its_face() -> None:
    state = table(sheet("X 1 2", "3 4 5"))
    play(state, "roll 1 1 1 2 4 4 6", "0 place B1", "1 place B1")
    assert legal(state) == ["place B2", "place C1"]
    assert refused(state, 0, "place A1") == ("crossed", "DZ-2")
    assert refused(state, 0, "place B1") == ("die-there", "DZ-2")
    assert refused(state, 0, "place D1") == ("no-such-cell", "DZ-2")
    assert refused(state, 0, "place A99999999") == ("no-such-cell", "DZ-2")
    play(state, "0 place B2", "1 place B2")
    assert refused(state, 0, "place C2") == ("wrong-face", "DZ-2")


@pytest.mark.rule("DZ-3")
def test_the_first_die_goes_next_to_a_cross_and_later_ones_next_to_a_die() -> None:
    state = table(sheet("1 X 2", "3 . 4", "5 . 6"))
    play(state, "roll 1 1 2 2 3 4 5")
    assert legal(state) == ["place A1", "place C1"]
    assert refused(state, 0, "place A2") == ("not-beside-a-cross", "DZ-3")
    play(state, "0 place A1", "1 place C1")
    assert legal(state) == ["place A2"]
    assert refused(state, 0, "place C1") == ("not-beside-a-die", "DZ-3")


@pytest.mark.rule("DZ-3")
def test_diagonal_cells_are_not_adjacent() -> None:
    state = table(sheet("X 1", "2 3"))
    play(state, "roll 3 3 3 3 3 3 3")
    assert legal(state) == ["quit", "reroll"]


@pytest.mark.rule("DZ-4")
@pytest.mark.parametrize("trap", ["2B", "2T"])
def test_who_can_place_must_even_on_a_bomb_or_pile(trap: str) -> None:
    state = table(sheet(f"X {trap} 3"))
    play(state, "roll 2 2 5 5 5 5 5")
    assert legal(state) == ["place B1"]
    assert refused(state, 0, "reroll") == ("must-place", "DZ-4")
    assert refused(state, 0, "quit") == ("must-place", "DZ-4")


@pytest.mark.rule("DZ-1")
@pytest.mark.rule("DZ-3")
def test_beths_turn() -> None:
    state = table(sheet("6 2 5", "X 3 6", ". 5 ."))
    play(state, "roll 2 2 3 3 5 5 6", "0 place B2", "1 place B2")
    assert legal(state) == ["place B1", "place B3", "place C2"]
    play(state, "0 place B1", "1 place B1")
    assert legal(state) == ["place A1", "place B3", "place C1", "place C2"]
    play(state, "0 place C1", "1 place C1")
    assert legal(state) == ["place A1", "place C2"]
    play(state, "0 place A1")
    assert look(state).crossed[0] == ("A1", "B1", "C1", "A2", "B2")


@pytest.mark.rule("DZ-12")
def test_nicks_turn() -> None:
    state = table(sheet("X 5 1", "4 2 3", "1 6 4"))
    play(state, "roll 2 2 3 3 5 5 6", "0 place B1", "1 place B1", "0 place B2", "1 place B2")
    play(state, "0 place C2", "1 place C2", "0 place B3")
    assert look(state).crossed == (("A1", "B1", "B2", "C2", "B3"), ("A1", "B1", "B2", "C2"))
    assert look(state).placed == ((), ())
    assert look(state).first == 1
    assert state.draws() == [6] * 7


# --- Enclosed ---


@pytest.mark.rule("DZ-5")
def test_tonys_two_jumps() -> None:
    state = table(sheet("X 2 1 X 4 X 5 . 6"))
    play(state, "roll 1 1 2 2 4 4 5")
    assert legal(state) == ["place B1", "place C1", "place E1", "place G1"]
    play(state, "0 place B1", "1 place B1")
    assert legal(state) == ["place C1"]
    play(state, "0 place C1", "1 place C1")
    assert legal(state) == ["place E1", "place G1"]
    play(state, "0 place E1", "1 place E1")
    assert legal(state) == ["place G1"]
    play(state, "0 place G1")
    assert look(state).crossed[0] == ("A1", "B1", "C1", "D1", "E1", "F1", "G1")


@pytest.mark.rule("DZ-5")
def test_a_free_neighbour_of_another_face_forbids_the_jump() -> None:
    state = table(sheet("X 1 2 . X 3"))
    play(state, "roll 1 1 3 3 3 3 3", "0 place B1", "1 place F1")
    assert legal(state) == ["quit", "reroll"]
    assert refused(state, 0, "place F1") == ("not-beside-a-die", "DZ-3")


@pytest.mark.rule("DZ-5")
def test_a_jump_starts_a_group_that_grows() -> None:
    state = table(sheet("X 1 . 2 3 . .", ". . . X 4 . 5"))
    play(state, "roll 1 1 2 2 3 3 4", "0 place B1", "1 place B1")
    assert refused(state, 0, "place G2") == ("not-beside-a-cross", "DZ-5")
    play(state, "0 place D1", "1 place D1")
    assert legal(state) == ["place E1"]


@pytest.mark.rule("DZ-5")
@pytest.mark.rule("DZ-E1")
def test_a_closed_lock_encloses() -> None:
    state = table(sheet("X 1 2Lr . X 3"))
    play(state, "roll 1 1 2 2 3 3 3", "0 place B1", "1 place B1")
    assert legal(state) == ["place F1"]
    assert refused(state, 0, "place C1") == ("locked", "DZ-E1")


# --- No die fits ---


@pytest.mark.rule("DZ-6")
def test_who_can_place_nothing_rerolls_or_quits() -> None:
    state = table(LINE)
    play(state, "roll 6 6 6 6 6 6 6")
    assert legal(state) == ["quit", "reroll"]


@pytest.mark.rule("DZ-7")
@pytest.mark.rule("DZ-13")
def test_geris_reroll_and_return() -> None:
    state = table(sheet(". 1 6", "X 3 .", ". 4 2"))
    play(state, "roll 1 1 3 3 4 4 5", "0 place B2", "1 place B2", "0 place B1", "1 place B1")
    play(state, "0 place B3", "1 place B3")
    assert legal(state) == ["quit", "reroll"]
    play(state, "0 reroll", "roll 5")
    assert legal(state) == ["return B1", "return B2", "return B3"]
    play(state, "0 return B2")
    assert look(state).dice == (3, 5)
    assert look(state).active == (0, 1)
    play(state, "1 quit")
    assert legal(state) == ["place B2"]


@pytest.mark.rule("DZ-7")
def test_after_a_reroll_a_die_that_fits_must_be_placed() -> None:
    state = table(LINE)
    play(state, "roll 6 6 6 6 6 6 6", "0 reroll")
    assert state.draws() == [6] * 7
    play(state, "roll 1 2 2 2 2 2 2")
    assert legal(state) == ["place B1"]
    assert refused(state, 0, "quit") == ("must-place", "DZ-7")
    assert refused(state, 0, "reroll") == ("must-place", "DZ-7")
    assert refused(state, 0, "return B1") == ("nothing-to-return", "DZ-7")
    play(state, "0 place B1")
    assert state.to_act == [1]


@pytest.mark.rule("DZ-7")
def test_a_reroll_rolls_only_the_dice_on_the_table() -> None:
    state = table(LINE)
    play(state, "roll 1 1 5 5 5 5 5", "0 place B1", "1 place B1", "0 reroll")
    assert state.draws() == [6] * 5
    with pytest.raises(ImpossibleOutcome):
        play(state, "roll 1 2 3 4 5 6")
    play(state, "roll 3 3 3 3 3")
    assert legal(state) == ["return B1"]


@pytest.mark.rule("DZ-7")
def test_a_failed_reroll_without_dice_passes_the_turn_on() -> None:
    state = table(LINE)
    play(state, "roll 6 6 6 6 6 6 6", "0 reroll", "roll 5 5 5 5 5 5 5")
    assert state.to_act == [1]
    play(state, "1 reroll", "roll 1 5 5 5 5 5 5", "1 place B1")
    assert state.to_act == [0]
    assert look(state).active == (0, 1)


@pytest.mark.rule("DZ-7")
def test_only_a_die_of_ones_own_is_returned() -> None:
    state = table(LINE)
    play(state, "roll 1 1 2 5 5 5 5", "0 place B1", "1 place B1", "0 place C1", "1 reroll")
    play(state, "roll 4 4 4 4")
    assert legal(state) == ["return B1"]
    assert refused(state, 1, "return C1") == ("no-die-there", "DZ-7")
    assert refused(state, 1, "place C1") == ("must-return", "DZ-7")
    assert refused(state, 1, "quit") == ("must-return", "DZ-7")
    play(state, "1 return B1")
    assert look(state).dice == (1, 4, 4, 4, 4)


@pytest.mark.rule("DZ-13")
def test_with_all_dice_returned_the_next_one_counts_as_the_first() -> None:
    state = table(sheet("X 1 2 3", ". . . .", "X 5 6 ."))
    play(state, "roll 1 1 3 3 3 3 3", "0 place B1", "1 place B1", "0 reroll", "roll 4 4 4 4 4")
    play(state, "0 return B1", "1 reroll", "roll 1 2 5 5 5 5", "1 place C1")
    assert legal(state) == ["place B1", "place B3"]


@pytest.mark.rule("DZ-8")
def test_who_quits_is_out_and_keeps_the_dice_placed() -> None:
    state = table(LINE, 3)
    play(state, "roll 1 1 1 5 5 5 5 5 5 5", "0 place B1", "1 place B1", "2 place B1", "0 quit")
    assert look(state).active == (1, 2)
    assert look(state).placed[0] == ("B1",)
    play(state, "1 reroll", "roll 2 2 5 5 5 5 5", "1 place C1", "2 place C1")
    assert state.to_act == [1]
    play(state, "1 quit", "2 quit")
    assert look(state).crossed[0] == ("A1", "B1")


# --- The end of a turn ---


@pytest.mark.rule("DZ-9")
def test_after_the_last_choice_the_turn_ends_with_dice_on_the_table() -> None:
    state = table(LINE)
    play(state, "roll 1 2 3 4 4 4 4", "0 place B1", "1 quit")
    assert look(state).last_choice
    play(state, "0 place C1")
    assert look(state).step == "roll"
    assert look(state).crossed == (("A1", "B1", "C1"), ("A1",))


@pytest.mark.rule("DZ-9")
@pytest.mark.parametrize(
    ("events", "crossed"),
    [
        (["0 quit"], ("A1", "B1")),
        (["0 reroll", "roll 2 3 3 3 3 3", "0 place C1"], ("A1", "B1", "C1")),
        (["0 reroll", "roll 5 5 5 5 5 5", "0 return B1"], ("A1",)),
    ],
)
def test_the_last_choice_may_be_a_reroll_or_quitting(
    events: list[str], crossed: tuple[str, ...]
) -> None:
    state = table(LINE)
    play(state, "roll 1 4 4 4 4 4 4", "0 place B1", "1 quit")
    assert legal(state) == ["quit", "reroll"]
    play(state, *events)
    assert look(state).step == "roll"
    assert look(state).crossed[0] == crossed


@pytest.mark.rule("DZ-9")
def test_a_failed_last_reroll_without_dice_ends_the_turn() -> None:
    state = table(LINE)
    play(state, "roll 4 4 4 4 4 4 4", "0 quit", "1 reroll", "roll 3 3 3 3 3 3 3")
    assert look(state).step == "roll"
    assert look(state).first == 1


@pytest.mark.rule("DZ-10")
def test_the_turn_ends_when_no_dice_are_left() -> None:
    state = table(LINE)
    play(state, "roll 1 1 2 2 3 3 4")
    for cell in ("B1", "C1", "D1"):
        play(state, f"0 place {cell}", f"1 place {cell}")
    play(state, "0 place E1")
    assert look(state).step == "roll"


@pytest.mark.rule("DZ-10")
def test_the_turn_ends_when_all_have_quit() -> None:
    state = table(LINE)
    play(state, "roll 4 4 4 4 4 4 4", "0 quit", "1 quit")
    assert look(state).step == "roll"


@pytest.mark.rule("DZ-11")
def test_who_could_place_nothing_whatever_the_dice_is_out_after_the_own_die() -> None:
    state = table(sheet("X 1 . 6"), 3)
    play(state, "roll 1 1 1 2 2 2 2 2 2 2", "0 place B1")
    assert look(state).active == (1, 2)
    play(state, "1 place B1")
    assert look(state).last_choice
    play(state, "2 place B1")
    assert look(state).step == "roll"


@pytest.mark.rule("DZ-11")
@pytest.mark.rule("DZ-9")
def test_who_is_out_at_the_roll_leaves_the_other_one_last_choice() -> None:
    state = table(sheet("X 1 . 6"))
    play(state, "roll 1 2 2 2 2 2 2", "0 place B1", "1 quit")
    play(state, "roll 5 5 5 5 5 5 5")
    assert look(state).active == (1,)
    assert look(state).last_choice
    play(state, "1 reroll", "roll 4 4 4 4 4 4 4")
    assert look(state).step == "roll"
    assert look(state).first == 0


@pytest.mark.rule("DZ-11")
def test_where_all_are_out_the_turn_is_just_the_roll() -> None:
    state = table(sheet("X . 1"))
    for _ in range(12):
        assert look(state).step == "roll"
        play(state, "roll 1 1 1 1 1 1 1")
    assert state.over
    assert state.scores() == [0, 0]
    assert state.winners() == [0, 1]


@pytest.mark.rule("DZ-12")
def test_crosses_come_at_the_end_of_the_turn() -> None:
    state = table(sheet("X 1Gr 2 3"))
    play(state, "roll 1 1 4 4 4 4 4", "0 place B1")
    assert look(state).crossed[0] == ("A1",)
    assert state.scores() == [0, 0]
    play(state, "1 place B1", "0 quit", "1 quit")
    assert look(state).crossed[0] == ("A1", "B1")
    assert state.scores() == [3, 3]


# --- Solo ---


@pytest.mark.rule("DZ-17")
def test_solo_two_extra_dice_take_dice_of_their_faces() -> None:
    state = table(LINE, 1)
    play(state, "roll 1 2 2 2 3 4 5 6", "0 place B1")
    assert look(state).step == "steal"
    assert state.draws() == [6, 6]
    play(state, "steal 1 4")
    assert look(state).dice == (2, 2, 2, 3, 5, 6)
    play(state, "0 place C1", "steal 2 2")
    assert look(state).dice == (3, 5, 6)
    play(state, "0 place D1", "steal 5 5")
    assert look(state).dice == (6,)


@pytest.mark.rule("DZ-17")
def test_solo_extra_dice_are_noted_ascending() -> None:
    state = table(LINE, 1)
    play(state, "roll 1 2 2 2 3 4 5 6", "0 place B1")
    with pytest.raises(ImpossibleOutcome):
        play(state, "steal 4 1")
    with pytest.raises(ImpossibleOutcome):
        play(state, "roll 1 4")


@pytest.mark.rule("DZ-17")
def test_solo_last_choice_does_not_apply() -> None:
    state = table(LINE, 1)
    play(state, "roll 6 6 6 6 6 6 6 6", "0 reroll", "roll 5 5 5 5 5 5 5 5")
    assert legal(state) == ["quit", "reroll"]
    assert not look(state).last_choice
    play(state, "0 reroll", "roll 1 5 5 5 5 5 5 5", "0 place B1", "steal 1 2", "0 quit")
    assert look(state).crossed == (("A1", "B1"),)
    assert look(state).round == 2


@pytest.mark.rule("DZ-17")
def test_solo_the_extra_dice_may_end_the_turn() -> None:
    state = table(LINE, 1)
    play(state, "roll 1 2 2 3 3 3 4 4", "0 place B1", "steal 2 4", "0 place C1", "steal 3 3")
    play(state, "0 place D1", "steal 4 4")
    assert look(state).step == "roll"
    play(state, "roll 4 4 4 4 4 4 4 4", "0 place E1", "steal 4 4")
    assert legal(state) == ["quit", "reroll"]
    play(state, "0 reroll", "roll 5 6 6 6 6", "0 place F1", "steal 6 6", "0 place G1")
    play(state, "steal 6 6")
    assert look(state).step == "roll"


@pytest.mark.rule("DZ-17")
def test_solo_after_the_last_die_no_extra_dice_are_rolled() -> None:
    state = table(LINE, 1)
    play(state, "roll 1 1 1 1 1 2 2 2", "0 place B1", "steal 1 1", "0 place C1", "steal 1 1")
    assert look(state).dice == (2, 2)
    play(state, "0 reroll", "roll 3 4", "0 place D1", "steal 1 1", "0 place E1")
    assert look(state).step == "roll"


@pytest.mark.rule("DZ-17")
def test_solo_lasts_ten_turns_and_the_player_wins() -> None:
    state = table(LINE, 1)
    for _ in range(10):
        play(state, "roll 6 6 6 6 6 6 6 6", "0 quit")
    assert state.over
    assert state.winners() == [0]
    with pytest.raises(IllegalAction, match="over"):
        state.play(0, "quit")


@pytest.mark.rule("DZ-17")
@pytest.mark.rule("DZ-11")
def test_solo_the_extra_dice_are_rolled_even_if_the_player_is_out() -> None:
    state = table(sheet("X 1 . 2"), 1)
    play(state, "roll 1 2 2 2 2 2 2 2", "0 place B1")
    assert look(state).step == "steal"
    assert look(state).active == ()
    play(state, "steal 3 4")
    assert look(state).step == "roll"
    play(state, "roll 1 1 1 1 1 1 1 1")
    assert look(state).step == "roll"
