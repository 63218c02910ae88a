"""The course of a game: start, rounds, tokens, dice and the end."""

import pytest

from cubilete.core.errors import BadMaterial, BadOption, ImpossibleOutcome
from cubilete.core.match import Match
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE
from cubilete.games.pa_fuera import GAME

from .table import all_pass, lively_game, play, refused, round_open, shake, shake_ones, view
from .table import sit_down as sit


def only_seat_0_has_tokens() -> Match:
    """Three players; seat 0 has three tokens and starts, the others have none."""
    match = round_open(3)
    play(match, "0 call 6", "1 call 6", "2 call 6")
    all_pass(match)
    shake_ones(match)
    play(match, "1 call 6", "2 call 6")
    all_pass(match)
    shake_ones(match)
    play(match, "0 call 6", "1 call 6")
    all_pass(match)
    assert view(match).tokens == (3, 0, 0)
    return match


def last_token() -> Match:
    """The same, two rounds later: one token is left in the game."""
    match = only_seat_0_has_tokens()
    for _ in range(2):
        shake_ones(match)
        play(match, "0 call 6")
    assert view(match).tokens == (1, 0, 0)
    return match


# --- The start ---


def test_three_or_four_can_play() -> None:
    for players in (2, 5):
        with pytest.raises(BadOption):
            GAME.new(players)
    for players in (3, 4):
        assert view(round_open(players)).dice == (5,) * players
        assert view(round_open(players)).tokens == (5,) * players


def test_no_option_and_no_material_is_known() -> None:
    with pytest.raises(BadOption):
        GAME.new(3, {"blind": True})
    with pytest.raises(BadMaterial):
        GAME.new(3, material={"sheet": {}})


@pytest.mark.rule("PF-1")
def test_highest_die_starts() -> None:
    match = sit(4, "2 5 4 1")
    assert view(match).starter == 1


@pytest.mark.rule("PF-1")
def test_only_those_tied_for_the_highest_die_roll_again() -> None:
    match = sit(4, "5 2 5 5")
    assert view(match).rolling == (0, 2, 3)
    assert match.state.draws() == [6, 6, 6]
    match.play(CHANCE, "first 3 4 4")
    assert view(match).rolling == (2, 3)
    match.play(CHANCE, "first 6 1")
    assert view(match).starter == 2
    assert view(match).rolling == ()


@pytest.mark.rule("PF-1")
def test_tie_below_the_highest_die_does_not_matter() -> None:
    assert view(sit(4, "3 3 3 4")).starter == 3


@pytest.mark.rule("PF-1")
def test_each_rolls_one_die_for_the_start() -> None:
    match = Match(GAME, ("Ana", "Beto", "Caro"))
    for text in ("first 1 2", "first 1 2 3 4", "first 7 1 1", "first", "shake 1 1 1 1 1"):
        with pytest.raises(ImpossibleOutcome):
            match.play(CHANCE, text)


# --- A round ---


@pytest.mark.rule("PF-2")
def test_all_shake_in_seat_order_before_the_first_call() -> None:
    match = sit(3, "1 6 1")
    for seat in range(3):
        assert match.state.to_act == []
        match.play(CHANCE, "shake 1 2 3 4 5")
        assert match.events[-1].to == (seat,)
    assert match.state.to_act == [1]


@pytest.mark.rule("PF-2")
def test_each_shakes_exactly_the_dice_that_they_have() -> None:
    match = sit(3, "6 1 1")
    for text in ("shake 1 2 3 4", "shake 1 2 3 4 5 6", "shake 2 1 3 4 5", "first 1 2 3"):
        with pytest.raises(ImpossibleOutcome):
            match.play(CHANCE, text)


@pytest.mark.rule("PF-3")
def test_starting_player_pays_one_token_and_calls_a_face() -> None:
    match = round_open(4)
    assert match.state.legal_texts(0) == [f"call {face}" for face in range(1, 7)]
    play(match, "0 call 5")
    assert view(match).tokens == (4, 5, 5, 5)
    assert view(match).pot == 1
    assert (view(match).call, view(match).callers) == (5, (0,))


@pytest.mark.rule("PF-3")
@pytest.mark.parametrize("face", [0, 7, 9])
def test_there_is_no_face_beyond_one_to_six(face: int) -> None:
    assert refused(round_open(3), 0, f"call {face}") == ("no-such-face", "PF-3")


@pytest.mark.rule("PF-8")
def test_starting_player_can_only_call() -> None:
    match = round_open(3)
    for text in ("pass", "propose 3 0:1 1:1", "accept #1", "withdraw #1"):
        assert refused(match, 0, text) == ("only-call", "PF-8")
    assert refused(match, 1, "call 3") == ("not-your-turn", "PF-3")


@pytest.mark.rule("PF-4")
def test_cancelling_alone_costs_one_token_more_than_the_last_call() -> None:
    match = round_open(4)
    play(match, "0 call 5", "1 call 3")
    assert view(match).tokens == (4, 3, 5, 5)
    assert (view(match).call, view(match).callers) == (3, (1,))
    play(match, "2 call 3", "3 call 1")
    assert view(match).tokens == (4, 3, 2, 1)
    assert view(match).cost == 5


@pytest.mark.rule("PF-4")
def test_nobody_cancels_with_tokens_that_they_have_not() -> None:
    match = round_open(4)
    play(match, "0 call 5", "1 call 3", "2 call 4")
    assert refused(match, 1, "call 5") == ("too-expensive", "PF-4")
    assert "call 5" in match.state.legal_texts(0)


@pytest.mark.rule("PF-5")
def test_caller_cannot_raise_their_own_call_but_that_of_another() -> None:
    match = round_open(3)
    play(match, "0 call 5")
    assert match.state.to_act == [1, 2]
    assert refused(match, 0, "call 3") == ("not-your-turn", "PF-8")
    play(match, "1 call 3")
    assert match.state.to_act == [0, 2]
    play(match, "0 call 5")
    assert view(match).callers == (0,)


@pytest.mark.rule("PF-6")
def test_tokens_in_the_pot_never_come_back() -> None:
    for number in range(10):
        match = lively_game(3 + number % 2, seeded("tokens stay in the pot", number))
        state = GAME.new(len(match.players))
        tokens = (5,) * len(match.players)
        for event in match.events:
            by = event.by if isinstance(event.by, int) else state.turn()
            state.play(by, event.text)
            now = GAME.rules.view(state, None)
            left = tuple(vars(now)["tokens"])
            assert all(n <= before for n, before in zip(left, tokens, strict=True))
            tokens = left


@pytest.mark.rule("PF-6")
def test_who_is_cancelled_gets_nothing_back() -> None:
    match = round_open(3)
    play(match, "0 call 5", "1 call 3", "2 call 4")
    all_pass(match)
    assert view(match).tokens == (4, 3, 2)
    assert view(match).pot == 6


@pytest.mark.rule("PF-9")
def test_every_die_with_the_last_face_called_goes_to_the_pot() -> None:
    match = round_open(4, "2 2 4 5 6", "1 4 4 4 4", "1 2 3 5 6", "4 4 4 4 4")
    play(match, "0 call 2", "3 call 1", "2 call 4")
    all_pass(match)
    assert view(match).dice == (4, 1, 5, 0)
    assert match.state.scores() == [4, 1, 5, 0]


@pytest.mark.rule("PF-9")
@pytest.mark.rule("PF-14")
def test_lifted_cups_show_all_dice_to_everybody() -> None:
    match = round_open(3, "2 2 4 5 6", "1 4 4 4 4", "4 4 4 4 4")
    play(match, "0 call 4")
    all_pass(match)
    reveal = match.events[-1]
    assert (reveal.by, reveal.to) == ("table", None)
    assert reveal.text == "reveal 2 2 4 5 6 / 1 4 4 4 4 / 4 4 4 4 4"
    for seat in (None, 0, 1, 2):
        assert view(match, seat).last_cups == ((2, 2, 4, 5, 6), (1, 4, 4, 4, 4), (4,) * 5)
        assert view(match, seat).last_call == 4
    shake(match, "3 3 3 3", "6")
    play(match, "1 call 3")
    all_pass(match)
    assert match.events[-1].text == "reveal 3 3 3 3 / 6 / -"


@pytest.mark.rule("PF-14")
def test_dice_that_were_shown_are_rolled_again_before_the_next_call() -> None:
    match = round_open(3)
    play(match, "0 call 2")
    all_pass(match)
    assert view(match, 0).cup is None
    shake(match, "2 2 2 2 2")
    assert view(match, 0).cup == (2,) * 5
    assert view(match, 0).last_cups[0] == (1,) * 5


# --- Who starts the next round ---


@pytest.mark.rule("PF-10")
def test_next_round_starts_with_the_next_player_clockwise() -> None:
    match = sit(3, "1 1 6")
    starters = []
    for _ in range(4):
        starters.append(view(match).starter)
        shake_ones(match)
        play(match, f"{view(match).starter} call 6")
        all_pass(match)
    assert starters == [2, 0, 1, 2]


@pytest.mark.rule("PF-10")
def test_who_called_last_does_not_change_who_starts() -> None:
    match = round_open(4)
    play(match, "0 call 6", "3 call 6")
    all_pass(match)
    assert view(match).starter == 1


@pytest.mark.rule("PF-10")
def test_player_without_dice_still_calls_and_allies() -> None:
    match = round_open(3, "1 1 1 1 1", "6 6 6 6 6", "1 1 1 1 1")
    play(match, "0 call 6")
    all_pass(match)
    assert view(match).dice == (5, 0, 5)
    shake(match, "1 1 1 1 1", "2 2 2 2 2")
    assert match.state.to_act == [1]
    play(match, "1 call 1", "0 call 2", "1 propose 1 1:1 2:2")
    play(match, f"2 accept #{len(match.events)}")
    assert view(match).tokens == (2, 3, 3)
    assert view(match).dice == (0, 0, 5)


@pytest.mark.rule("PF-11")
@pytest.mark.rule("PF-10")
def test_start_passes_over_who_has_no_tokens() -> None:
    match = round_open(3)
    play(match, "0 call 6", "1 call 6", "2 call 6")
    all_pass(match)
    shake_ones(match)
    play(match, "1 call 6", "2 call 6")
    all_pass(match)
    assert view(match).tokens == (4, 2, 0)
    assert view(match).starter == 0


@pytest.mark.rule("PF-11")
def test_only_player_with_tokens_starts_every_round_one_call_a_token() -> None:
    match = only_seat_0_has_tokens()
    for left in (2, 1, 0):
        assert view(match).starter == 0
        shake_ones(match)
        play(match, "0 call 6")
        assert match.events[-1].by == "table"
        assert view(match).tokens == (left, 0, 0)
    assert match.state.over


# --- The blind bet and the end ---


@pytest.mark.rule("PF-12")
def test_nobody_looks_at_the_dice_of_the_last_token() -> None:
    match = last_token()
    assert view(match).blind
    for _ in range(3):
        match.play(CHANCE, "shake 1 2 3 4 5")
        assert match.events[-1].to == ()
    for seat in (None, 0, 1, 2):
        assert view(match, seat).cup is None
        assert len(match.seen_by(seat)) == len(match.seen_by(None)) + seen_shakes(match, seat)
    play(match, "0 call 5")
    assert match.events[-1].text == "reveal 1 2 3 4 5 / 1 2 3 4 5 / 1 2 3 4 5"
    assert view(match, 1).last_cups == ((1, 2, 3, 4, 5),) * 3
    assert not view(match).blind


def seen_shakes(match: Match, seat: int | None) -> int:
    return sum(event.to is not None and seat in event.to for event in match.events)


@pytest.mark.rule("PF-12")
def test_round_before_the_last_token_is_not_blind() -> None:
    match = only_seat_0_has_tokens()
    shake_ones(match)
    play(match, "0 call 6")
    assert view(match).tokens == (2, 0, 0)
    shake_ones(match)
    assert view(match, 2).cup == (1,) * 5
    play(match, "0 call 6")
    assert view(match).blind


@pytest.mark.rule("PF-13")
def test_most_dice_win_when_all_tokens_are_in_the_pot() -> None:
    match = last_token()
    shake(match, "1 1 1 1 1", "1 2 3 4 5", "2 2 3 4 5")
    play(match, "0 call 1")
    assert match.state.over
    assert match.state.scores() == [0, 4, 5]
    assert match.state.winners() == [2]
    assert refused(match, 0, "call 1") == ("game-over", "PF-13")


@pytest.mark.rule("PF-13")
def test_ties_share_the_victory() -> None:
    match = last_token()
    shake(match, "1 1 2 2 2", "2 2 2 3 4", "3 3 3 4 5")
    play(match, "0 call 6")
    assert match.state.winners() == [0, 1, 2]
    match = last_token()
    shake(match, "1 1 2 2 2", "2 2 2 3 4", "3 3 3 4 5")
    play(match, "0 call 1")
    assert match.state.winners() == [1, 2]


@pytest.mark.rule("PF-13")
def test_game_ends_early_and_all_share_it_when_nobody_has_dice() -> None:
    match = round_open(3, "6 6 6 6 6", "6 6 6 6 6", "6 6 6 6 6")
    play(match, "0 call 6")
    all_pass(match)
    assert match.events[-1].by == "table"
    assert match.state.over
    assert match.state.scores() == [0, 0, 0]
    assert match.state.winners() == [0, 1, 2]
    assert sum(view(match).tokens) == 14
