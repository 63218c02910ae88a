"""Turns, writing, crossing out and rows: T1-1 to T1-7."""

from itertools import chain, combinations

import pytest

from cubilete.core.errors import BadOption, ImpossibleOutcome
from cubilete.core.state import CHANCE, State
from cubilete.games.twenty_one import GAME

from .table import ALL_EXACT, PLAIN, refused, roll, rolled, sheet, sheets_like, started, take_turn
from .table import view as seen

# --- T1-1 ---


@pytest.mark.rule("T1-1")
def test_two_to_six_can_play() -> None:
    for players in range(2, 7):
        assert GAME.new(players).seat_count() == players
    for players in (0, 1, 7):
        with pytest.raises(BadOption) as caught:
            GAME.new(players)
        assert caught.value.rule == "T1-1"


@pytest.mark.rule("T1-1")
def test_any_seat_may_be_drawn_to_begin() -> None:
    state = GAME.new(4)
    assert state.draws() == [4]
    assert sorted(state.distribution()) == [0, 1, 2, 3]
    for text in ("start 4", "start 5"):
        with pytest.raises(ImpossibleOutcome) as caught:
            state.play(CHANCE, text)
        assert caught.value.rule == "T1-1"


@pytest.mark.rule("T1-1")
def test_every_draw_of_different_sheets_is_equally_likely() -> None:
    state = GAME.new(3)
    state.play(CHANCE, "start 0")
    assert state.draws() == [6, 5, 4]
    ways = state.distribution()
    assert len(ways) == 6 * 5 * 4
    assert set(ways.values()) == {1}
    for code in ways:
        letters = state.text(CHANCE, code).split(" ")[1:]
        assert len(letters) == len(set(letters)) == 3


@pytest.mark.rule("T1-1")
@pytest.mark.parametrize("text", ["sheets A A", "sheets A", "sheets A B C", "sheets B D A E F C"])
def test_each_player_gets_a_different_sheet(text: str) -> None:
    state = GAME.new(2)
    state.play(CHANCE, "start 0")
    with pytest.raises(ImpossibleOutcome) as caught:
        state.play(CHANCE, text)
    assert caught.value.rule == "T1-1"


@pytest.mark.rule("T1-1")
def test_sheets_are_open_to_all() -> None:
    state = GAME.new(3)
    state.play(CHANCE, "start 0")
    state.play(CHANCE, "sheets B D A")
    for seat in (0, 1, 2, None):
        assert [sheet.name for sheet in seen(state, seat).sheets] == ["B", "D", "A"]
    assert all(len(sheet.colours) == 5 for sheet in seen(state).sheets)


@pytest.mark.rule("T1-1")
def test_the_turn_passes_clockwise() -> None:
    state = started(3, first=1)
    active = []
    for _ in range(5):
        active.append(seen(state).active)
        take_turn(state, "W1 Y1 R1 G1 B1 K2", "cross", "cross", "cross")
    assert active == [1, 2, 0, 1, 2]


# --- T1-2 ---


@pytest.mark.rule("T1-2")
def test_only_the_active_player_decides_about_the_roll() -> None:
    state = started(3, first=2)
    state.play(CHANCE, "roll W3 Y4 R1 G2 B3 K4")
    assert state.to_act == [2]
    assert state.legal_texts(2) == ["reroll", "stand"]
    for other in (0, 1):
        assert state.legal(other) == []
        assert refused(state, other, "stand").rule == "T1-2"


@pytest.mark.rule("T1-2")
def test_standing_leaves_the_dice_to_everybody() -> None:
    state = started(3)
    state.play(CHANCE, "roll W3 Y4 R1 G2 B3 K4")
    state.play(0, "stand")
    assert state.to_act == [0, 1, 2]
    assert seen(state).dice == {"W": 3, "Y": 4, "R": 1, "G": 2, "B": 3, "K": 4}


@pytest.mark.rule("T1-2")
def test_example_a_second_roll_keeps_the_two_ones() -> None:
    """Miguel rolls 6, 4, 3, 3, 1 and 1 and tries again with the other four dice."""
    state = started()
    state.play(CHANCE, "roll W6 Y1 R4 G3 B1 K3")
    state.play(0, "reroll")
    assert state.draws() == [6, 6, 6, 6]
    assert seen(state).dice == {"Y": 1, "B": 1}
    assert seen(state).to_roll == "WRGK"
    for text in ("roll W2 Y2 R2 G2 B2 K2", "roll W2 R2 G2", "roll W2 Y2 R2 G2"):
        with pytest.raises(ImpossibleOutcome):
            state.play(CHANCE, text)
    state.play(CHANCE, "roll W5 R2 G6 K1")
    assert seen(state).dice == {"W": 5, "Y": 1, "R": 2, "G": 6, "B": 1, "K": 1}


@pytest.mark.rule("T1-2")
def test_a_second_roll_without_ones_rolls_all_dice_and_is_the_last() -> None:
    state = started()
    state.play(CHANCE, "roll W6 Y5 R4 G3 B2 K2")
    state.play(0, "reroll")
    assert state.draws() == [6] * 6
    state.play(CHANCE, "roll W6 Y5 R4 G3 B2 K2")
    assert state.to_act == [0, 1]
    refusal = refused(state, 0, "reroll")
    assert (refusal.code, refusal.rule) == ("dice-are-final", "T1-2")


@pytest.mark.rule("T1-2")
def test_six_ones_ask_nobody_whether_to_roll_again() -> None:
    state = started()
    state.play(CHANCE, "roll W1 Y1 R1 G1 B1 K1")
    assert state.to_act == [0, 1]
    assert "cross" in state.legal_texts(0)
    assert refused(state, 0, "stand").rule == "T1-2"


@pytest.mark.rule("T1-2")
def test_six_ones_after_a_second_roll_are_written_like_any_dice() -> None:
    state = started()
    state.play(CHANCE, "roll W1 Y1 R1 G1 B1 K3")
    state.play(0, "reroll")
    assert state.draws() == [6]
    assert state.distribution().keys() == {n << 15 for n in range(1, 7)}
    state.play(CHANCE, "roll K1")
    assert state.to_act == [0, 1]


@pytest.mark.rule("T1-2")
def test_nobody_writes_before_the_dice_are_final() -> None:
    state = started()
    state.play(CHANCE, "roll W3 Y4 R1 G2 B3 K4")
    for text in ("write W3", "cross"):
        refusal = refused(state, 0, text)
        assert (refusal.code, refusal.rule) == ("stand-or-reroll", "T1-2")


@pytest.mark.rule("T1-2")
def test_every_turn_begins_with_all_six_dice() -> None:
    state = started()
    state.play(CHANCE, "roll W1 Y1 R1 G2 B2 K2")
    state.play(0, "reroll")
    state.play(CHANCE, "roll G1 B1 K5")
    state.play(0, "cross")
    state.play(1, "cross")
    assert state.draws() == [6] * 6
    assert seen(state).to_roll == PLAIN
    state.play(CHANCE, "roll W2 Y1 R1 G2 B2 K2")
    assert state.legal_texts(1) == ["reroll", "stand"]


# --- T1-3, T1-4 ---


def writes(*dice: str) -> list[str]:
    """The legal actions where these dice can be written."""
    choices = chain.from_iterable(combinations(dice, n) for n in range(1, len(dice) + 1))
    return sorted(["cross", *("write " + " ".join(some) for some in choices)])


@pytest.fixture
def marta() -> State:
    """The rulebook's example: seat 0 has yellow 6, red 5, green 4, blue 3, white 2, black 1."""
    return rolled("W4 Y4 R1 G2 B3 K1", material=sheets_like(A="YRGBWK"))


@pytest.mark.rule("T1-3")
@pytest.mark.rule("T1-5")
def test_example_marta_may_write_all_but_the_white_four(marta: State) -> None:
    assert marta.legal_texts(0) == writes("Y4", "R1", "G2", "B3", "K1")
    refusal = refused(marta, 0, "write W4")
    assert (refusal.code, refusal.rule) == ("too-high", "T1-3")
    assert str(refusal) == "The white box in row 1 takes at most 2, not 4. (T1-3)"


@pytest.mark.rule("T1-3")
@pytest.mark.rule("T1-4")
def test_example_marta_writes_three_of_them_two_being_exacts(marta: State) -> None:
    marta.play(0, "write Y4 B3 K1")
    marta.play(1, "cross")
    assert sheet(marta, 0).boxes[0] == "4..3.1"
    assert sheet(marta, 0).exacts[0] == 2
    assert sheet(marta, 0).points[0] == 4 + 3 + 1 + 3


@pytest.mark.rule("T1-4")
def test_a_lower_value_is_no_exact() -> None:
    state = rolled("W5 Y5 R3 G3 B1 K1")
    state.play(0, "write W5 Y5 R3 G3 B1 K1")
    state.play(1, "write W5 R3 B1")
    assert sheet(state, 0).exacts[0] == 3
    assert sheet(state, 1).exacts[0] == 0


@pytest.mark.rule("T1-3")
def test_all_six_dice_may_be_written_at_once() -> None:
    state = rolled(ALL_EXACT)
    assert len(state.legal(0)) == 64
    take = f"write {ALL_EXACT}"
    state.play(0, take)
    state.play(1, take)
    assert sheet(state, 0).boxes[0] == "654321"


@pytest.mark.rule("T1-3")
def test_a_box_takes_one_die_only() -> None:
    state = started()
    take_turn(state, "W3 Y1 R1 G1 B1 K1", "write W3", "cross")
    roll(state, "W4 Y6 R4 G6 B6 K6")
    refusal = refused(state, 0, "write W4")
    assert (refusal.code, refusal.rule) == ("box-not-free", "T1-3")
    refusal = refused(state, 1, "write W4 R4")
    assert (refusal.code, refusal.rule) == ("box-not-free", "T1-3")
    assert state.legal_texts(0) == writes("R4")
    assert state.legal_texts(1) == writes("R4")


@pytest.mark.rule("T1-3")
def test_a_value_is_written_as_its_die_shows_it() -> None:
    state = rolled("W3 Y4 R1 G2 B2 K4")
    refusal = refused(state, 0, "write W2")
    assert (refusal.code, refusal.rule) == ("other-face", "T1-3")
    assert str(refusal) == "The white die shows 3, not 2. (T1-3)"
    assert refused(state, 0, "write W3 Y5").code == "other-face"
    assert refused(state, 0, "write W3 K4").code == "too-high"


@pytest.mark.rule("T1-3")
def test_the_active_player_writes_like_the_others() -> None:
    state = rolled("W3 Y4 R1 G2 B2 K4")
    assert state.legal_texts(0) == state.legal_texts(1) == writes("W3", "Y4", "R1", "G2", "B2")


# --- T1-5 ---


@pytest.mark.rule("T1-5")
def test_example_maria_must_cross_out_the_white_five() -> None:
    state = started(material=sheets_like(A="YWGRBK"))
    take_turn(state, "W6 Y6 R1 G6 B1 K1", "write Y6 R1 B1 K1", "cross")
    roll(state, "W6 Y1 R1 G5 B1 K1")
    assert state.legal_texts(0) == ["cross"]
    state.play(0, "cross")
    state.play(1, "cross")
    assert sheet(state, 0).boxes[0] == "6x.111"


@pytest.mark.rule("T1-5")
def test_who_could_write_may_cross_out_all_the_same() -> None:
    state = rolled(ALL_EXACT)
    state.play(0, "cross")
    state.play(1, "cross")
    assert sheet(state, 0).boxes[0] == "x....."
    assert state.scores() == [0, 0]


@pytest.mark.rule("T1-5")
def test_crossing_out_goes_from_left_to_right() -> None:
    state = started(material=sheets_like(A="KBGRYW"))
    for crossed in range(1, 6):
        take_turn(state, "W6 Y6 R6 G6 B6 K6", "cross", "cross")
        assert sheet(state, 0).boxes[0] == "x" * crossed + "." * (6 - crossed)


@pytest.mark.rule("T1-5")
def test_nobody_writes_and_crosses_out_in_one_turn() -> None:
    state = rolled(ALL_EXACT, players=3)
    state.play(0, "write W6")
    assert refused(state, 0, "cross").code == "not-your-turn"
    state.play(1, "cross")
    for text in ("write W6", "cross"):
        assert refused(state, 1, text).rule == "T1-6"


# --- T1-7 ---


@pytest.mark.rule("T1-7")
def test_the_next_row_begins_with_the_next_roll() -> None:
    state = started()
    take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", "write W6")
    assert sheet(state, 0).row == 1
    assert sheet(state, 0).boxes[1] == "......"
    take_turn(state, "W2 Y2 R2 G2 B2 K2", "write W2", "write Y2")
    assert sheet(state, 0).boxes[1] == "2....."
    assert sheet(state, 1).boxes[0] == "62...."


@pytest.mark.rule("T1-7")
def test_nobody_writes_in_two_rows_in_one_turn() -> None:
    state = started()
    take_turn(state, "W6 Y5 R4 G3 B2 K2", "write W6 Y5 R4 G3 B2", "cross")
    roll(state, "W1 Y1 R1 G1 B1 K1")
    assert state.legal_texts(0) == ["cross", "write K1"]
    assert refused(state, 0, "write W1 K1").code == "box-not-free"


@pytest.mark.rule("T1-7")
def test_players_may_be_on_different_rows() -> None:
    state = started(3)
    take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", "write W6", "cross")
    take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", "write Y5 R4 G3 B2 K1", "cross")
    assert [sheet(state, seat).row for seat in range(3)] == [2, 1, 0]


@pytest.mark.rule("T1-7")
def test_a_crossed_out_box_completes_a_row_too() -> None:
    state = started()
    take_turn(state, "W6 Y5 R4 G3 B2 K2", "write W6 Y5 R4 G3 B2", "cross")
    take_turn(state, "W6 Y6 R6 G6 B6 K6", "cross", "cross")
    assert sheet(state, 0).row == 1
    assert sheet(state, 0).points[0] == 20 + 15
