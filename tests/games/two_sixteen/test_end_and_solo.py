"""The end of a game (216-13, 216-14) and the solo game (216-15, 216-16)."""

import pytest

from cubilete.core.errors import BadOption, IllegalAction
from cubilete.core.json_types import JsonObject
from cubilete.core.match import Match, replay
from cubilete.core.record import read_record
from cubilete.core.state import CHANCE
from cubilete.games.two_sixteen import GAME
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.setup import HEAD_STARTS

from .table import begin, claim_something, hand, legal, play, refill, view


def generous_deck(score: int) -> JsonObject:
    """The shipped deck, with the same score for all objectives and no bonus."""
    deck = GAME.rules.default_material({})
    assert isinstance(deck["objectives"], list)
    for card in deck["objectives"]:
        assert isinstance(card, dict)
        card["score"] = score
        card["bonus"] = 0
    return deck


def begin_generous(seats: int, score: int, target: int = 100) -> TwoSixteen:
    state = GAME.new(seats, {"target": target}, generous_deck(score))
    return play(state, "start 0", "offer G21", "offer G22", "offer G23", "offer G24")


def score_once(state: TwoSixteen) -> None:
    claim_something(state)
    refill(state)


def score_nothing(state: TwoSixteen) -> None:
    play(state, "roll 2 2 4", "reroll 4", "roll 4", "pass")
    refill(state)


# --- The end ---


@pytest.mark.rule("216-13")
def test_the_round_is_completed_before_the_game_ends() -> None:
    state = begin_generous(3, 100)
    score_once(state)
    assert state.scores() == [100, 0, 0]
    assert not state.over
    score_nothing(state)
    assert not state.over
    score_nothing(state)
    assert state.over
    assert state.winners() == [0]


@pytest.mark.rule("216-13")
def test_who_passes_the_others_in_the_last_turn_of_the_round_wins() -> None:
    state = begin_generous(2, 50)
    score_once(state)
    score_once(state)
    score_once(state)
    assert state.scores() == [100, 50]
    score_nothing(state)
    assert state.over
    assert state.winners() == [0]


@pytest.mark.rule("216-13")
def test_a_shared_lead_goes_on_by_whole_rounds_with_everybody() -> None:
    state = begin_generous(3, 100)
    score_once(state)
    score_once(state)
    score_nothing(state)
    assert state.scores() == [100, 100, 0]
    assert not state.over
    score_nothing(state)
    score_once(state)
    assert state.scores() == [100, 200, 0]
    assert not state.over  # the third player still has a turn
    score_nothing(state)
    assert state.over
    assert state.winners() == [1]


@pytest.mark.rule("216-13")
def test_a_tie_below_the_lead_does_not_prolong_the_game() -> None:
    state = begin_generous(3, 50, target=100)
    for _ in range(3):
        score_once(state)
    score_once(state)
    score_nothing(state)
    score_nothing(state)
    assert state.scores() == [100, 50, 50]
    assert state.over


@pytest.mark.rule("216-13")
def test_nothing_happens_after_the_end() -> None:
    state = begin_generous(2, 100)
    score_once(state)
    score_nothing(state)
    with pytest.raises(IllegalAction) as caught:
        state.play(CHANCE, "roll 1 1 1")
    assert (caught.value.code, caught.value.rule) == ("game-over", "216-13")


@pytest.mark.rule("216-13")
def test_the_offer_is_refilled_after_the_last_claim_too() -> None:
    state = begin_generous(2, 100)
    score_nothing(state)
    play(state, "roll 1 2 2", "claim G21 points")
    assert not state.over
    play(state, "offer G01")
    assert state.over
    assert [card.id for card in view(state, None).offer if card] == ["G01", "G22", "G23", "G24"]


@pytest.mark.rule("216-14")
def test_a_higher_target_makes_the_game_longer() -> None:
    state = begin_generous(2, 100, target=101)
    score_once(state)
    score_nothing(state)
    assert not state.over
    score_once(state)
    score_nothing(state)
    assert state.over


@pytest.mark.rule("216-14")
@pytest.mark.parametrize("target", [99, 0, -1, True, "100", 100.0, None])
def test_a_target_below_the_usual_one_or_no_number_is_refused(target: object) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(2, {"target": target})
    assert caught.value.rule == "216-14"


@pytest.mark.rule("216-14")
@pytest.mark.parametrize("target", [10**30, 2**63, 10**400])
def test_a_target_beyond_all_scores_is_an_endless_game(target: int) -> None:
    state = GAME.new(2, {"target": target}, generous_deck(1_000_000))
    play(state, "start 0", "offer G21", "offer G22", "offer G23", "offer G24")
    score_once(state)
    score_nothing(state)
    assert state.scores() == [1_000_000, 0]
    assert not state.over
    match = Match(GAME, ["Ana", "Luis"], {"target": target})
    text = match.record().to_text()
    assert replay(read_record(text)).record().to_text() == text


@pytest.mark.parametrize("players", [0, 7, -1, True])
def test_216_is_for_one_to_six(players: int) -> None:
    with pytest.raises(BadOption):
        GAME.new(players)


# --- Solo ---


@pytest.mark.rule("216-15")
def test_in_the_solo_game_no_starter_is_drawn() -> None:
    state = GAME.new(1)
    assert state.seat_count() == 1
    assert state.scores() == [0, 0]
    assert state.draws() == [70]


@pytest.mark.rule("216-15")
def test_the_ia_takes_the_lowest_score_without_an_event() -> None:
    state = begin(1, ("R05", "G21", "G01", "G02"))  # 8, 3, 17, 17
    play(state, "roll 2 2 5", "claim R05 points", "offer G03")
    assert state.scores() == [11, 3]
    assert view(state, 0).objective_discards == ("G21", "R05")
    assert state.draws() == [65]
    play(state, "offer G04", "roll 2 2 4")
    assert state.to_act == [0]


@pytest.mark.rule("216-15")
def test_the_ia_plays_after_a_pass_too() -> None:
    state = begin(1, ("R05", "G21", "G01", "G02"))
    play(state, "roll 2 2 4", "reroll 4", "roll 4", "pass")
    assert state.audience(CHANCE, 0) == 0b1
    play(state, "help set1")
    assert state.scores() == [0, 3]
    assert hand(state, 0) == {"set1": 1}


@pytest.mark.rule("216-15")
def test_the_player_chooses_where_several_share_the_lowest_score() -> None:
    state = begin(1, ("R05", "G21", "G01", "G22"))
    play(state, "roll 2 2 5", "claim R05 points", "offer G23")
    assert state.to_act == [0]
    assert legal(state) == ["ia G21", "ia G22", "ia G23"]
    for text, reason in (
        ("ia G01", "not-the-lowest"),
        ("ia R05", "not-on-offer"),
        ("pass", "ia-first"),
        ("claim G21", "ia-first"),
        ("help reroll-all", "ia-first"),
    ):
        with pytest.raises(IllegalAction) as caught:
            state.play(0, text)
        assert (caught.value.code, caught.value.rule) == (reason, "216-15")
    play(state, "ia G22")
    assert state.scores() == [11, 3]
    assert state.draws() == [65]
    play(state, "offer G24")
    assert state.draws() == [6, 6, 6]


@pytest.mark.rule("216-15")
def test_the_ia_is_named_in_its_own_turn_only() -> None:
    state = play(begin(2, ("G21", "G22", "G01", "G02")), "roll 2 2 5")
    with pytest.raises(IllegalAction) as caught:
        state.play(0, "ia G21")
    assert (caught.value.code, caught.value.rule) == ("not-the-ia", "216-15")


def solo_with_scores(mine: int, of_the_ia: int) -> TwoSixteen:
    """A solo game in which `1 ? ?` is worth `mine` and `2 ? ?`, the lowest, `of_the_ia`."""
    deck = generous_deck(10**6)
    assert isinstance(deck["objectives"], list)
    for card in deck["objectives"]:
        assert isinstance(card, dict)
        if card["id"] in ("G21", "G22"):
            card["score"] = mine if card["id"] == "G21" else of_the_ia
    state = GAME.new(1, {}, deck)
    return play(state, "offer G21", "offer G22", "offer G23", "offer G24")


@pytest.mark.rule("216-16")
def test_the_ia_completes_the_round_and_can_still_win() -> None:
    state = solo_with_scores(101, 120)
    play(state, "roll 1 1 1", "claim G21 points", "offer G25")
    assert state.scores() == [101, 120]
    assert not state.over  # the offer is refilled first
    play(state, "offer G26")
    assert state.over
    assert state.winners() == [1]


@pytest.mark.rule("216-16")
def test_the_player_who_is_ahead_at_the_end_of_the_round_wins() -> None:
    state = solo_with_scores(101, 100)
    play(state, "roll 1 1 1", "claim G21 points", "offer G25", "offer G26")
    assert state.over
    assert state.winners() == [0]


@pytest.mark.rule("216-16")
def test_a_tie_with_the_ia_goes_on() -> None:
    state = solo_with_scores(101, 101)
    play(state, "roll 1 1 1", "claim G21 points", "offer G25", "offer G26")
    assert state.scores() == [101, 101]
    assert not state.over
    assert state.draws() == [6, 6, 6]


# --- Solo: the head start of the IA (216-17) ---


@pytest.mark.rule("216-17")
def test_ia_starts_with_its_head_start_and_wins_by_it() -> None:
    state = GAME.new(1, {"head_start": 99}, generous_deck(1))
    assert state.scores() == [0, 99]
    play(state, "offer G21", "offer G22", "offer G23", "offer G24")
    score_nothing(state)
    play(state, legal(state)[0])
    refill(state)
    assert state.scores() == [0, 100]
    assert state.over
    assert state.winners() == [1]


@pytest.mark.rule("216-17")
def test_no_head_start_is_left_out_of_the_record() -> None:
    assert Match(GAME, ["Ana"], {"head_start": 0}).header.options == {}
    assert Match(GAME, ["Ana"], {"head_start": 7}).header.options == {"head_start": 7}


@pytest.mark.rule("216-17")
@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (1, {"head_start": 100}, "too-great-a-start"),
        (1, {"head_start": 150, "target": 150}, "too-great-a-start"),
        (1, {"head_start": -1}, "bad-option"),
        (1, {"head_start": "hard"}, "bad-option"),
        (2, {"head_start": 1}, "bad-option"),
    ],
)
def test_impossible_head_start_is_refused_with_the_rule(
    seats: int, options: dict[str, object], reason: str
) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.setup(seats, options)
    assert refused.value.code == reason
    assert refused.value.rule == "216-17"


@pytest.mark.rule("216-17")
def test_named_difficulties_grow_from_the_game_of_the_box() -> None:
    values = [value for _, value in HEAD_STARTS]
    assert values[0] == 0
    assert values == sorted(set(values))
