"""Turns, helps and decks (216-1 to 216-12), played by notation."""

import pytest

from cubilete.core.errors import CubileteError, IllegalAction, ImpossibleOutcome
from cubilete.core.match import Match
from cubilete.core.state import CHANCE, EVERYBODY
from cubilete.games.two_sixteen import GAME
from cubilete.games.two_sixteen.rules import TwoSixteen

from .table import (
    HARD,
    begin,
    claim_something,
    draw,
    hand,
    helps_of,
    legal,
    play,
    refill,
    view,
)

REROLLS_OF_225 = [
    *("reroll 2", "reroll 2 2", "reroll 2 2 5", "reroll 2 5", "reroll 5"),
]


def refused(state: TwoSixteen, text: str) -> tuple[str, str]:
    """The code and the rule of the error for a decision, which must not change the state."""
    before = state.fingerprint()
    with pytest.raises(IllegalAction) as caught:
        state.play(state.to_act[0], text)
    assert state.fingerprint() == before
    return caught.value.code, caught.value.rule


# --- 216-1, 216-2: start ---


@pytest.mark.rule("216-1")
def test_the_first_player_is_drawn_and_four_objectives_are_offered() -> None:
    state = GAME.new(3)
    assert state.distribution() == {0: 1, 1: 1, 2: 1}
    state.play(CHANCE, "start 2")
    for name in HARD:
        state.play(CHANCE, f"offer {name}")
    state.play(CHANCE, "roll 2 4 4")
    assert state.to_act == [2]


@pytest.mark.rule("216-1")
def test_turns_go_clockwise_from_the_first_player() -> None:
    state = begin(3, first=1)
    seats = []
    for _ in range(6):
        play(state, "roll 2 2 4")
        seats += state.to_act
        play(state, "reroll 4", "roll 4", "pass", "help reroll")
    assert seats == [1, 2, 0, 1, 2, 0]


def next_help(state: TwoSixteen) -> str:
    """A help that is in the deck."""
    return state.text(CHANCE, min(state.distribution())).removeprefix("help ")


@pytest.mark.rule("216-1")
def test_an_objective_is_offered_once() -> None:
    state = begin(2, ("G01", "G02", "G03"))
    with pytest.raises(ImpossibleOutcome):
        state.play(CHANCE, "offer G02")
    assert len(state.distribution()) == 67


@pytest.mark.rule("216-2")
def test_the_first_roll_is_of_three_dice() -> None:
    state = begin(2)
    assert state.draws() == [6, 6, 6]
    for text in ("roll 1", "roll 1 2"):
        with pytest.raises(ImpossibleOutcome):
            state.play(CHANCE, text)
    with pytest.raises(ImpossibleOutcome):
        state.play(CHANCE, "roll 5 2 2")
    play(state, "roll 2 2 5")


@pytest.mark.rule("216-2")
def test_there_is_no_third_roll() -> None:
    state = play(begin(2), "roll 2 2 4", "reroll 4", "roll 4")
    assert legal(state) == ["pass"]
    assert refused(state, "reroll 4") == ("no-roll-left", "216-2")


# --- 216-3: served ---

EASY = ("R05", "R06", "G08", "G01")
"""Pair opposite, two opposite, 2 2 ?, and 1 1 1."""


@pytest.mark.rule("216-3")
@pytest.mark.rule("216-9")
def test_a_served_objective_offers_points_or_a_help_for_each_that_is_met() -> None:
    state = play(begin(2, EASY), "roll 2 2 5")
    claims = [f"claim {name} {bonus}" for name in EASY[:3] for bonus in ("points", "help")]
    assert legal(state) == sorted([*claims, *REROLLS_OF_225])
    assert refused(state, "claim R05") == ("bonus-not-chosen", "216-3")
    assert refused(state, "claim G01 points") == ("not-met", "216-3")
    assert refused(state, "claim G02 points") == ("not-on-offer", "216-3")


@pytest.mark.rule("216-3")
def test_served_for_points_scores_both_and_the_offer_is_refilled_at_once() -> None:
    state = play(begin(2, EASY), "roll 2 2 5", "claim R05 points")
    assert state.scores() == [8 + 3, 0]
    assert view(state, None).objective_discards == ("R05",)
    assert state.draws() == [66]
    play(state, "offer V01", "roll 1 1 2")
    assert state.to_act == [1]
    assert [card.id for card in view(state, 1).offer if card] == ["V01", "R06", "G08", "G01"]


@pytest.mark.rule("216-3")
def test_served_for_a_help_draws_it_before_the_offer_is_refilled() -> None:
    state = play(begin(2, EASY), "roll 2 2 5", "claim R05 help")
    assert state.scores() == [8, 0]
    assert state.draws() == [30]
    play(state, "help set6")
    assert state.draws() == [66]
    play(state, "offer V01")
    assert hand(state, 0) == {"set6": 1}
    assert hand(state, 1) == {}


@pytest.mark.rule("216-3")
def test_served_for_a_help_gives_none_where_all_are_in_hands() -> None:
    state = all_helps_in_hands()
    assert state.draws() == [6, 6, 6]
    play(state, "roll 1 1 1", "claim G01 help")
    assert state.scores()[0] == 17
    play(state, "offer V01", "roll 2 2 4")
    assert state.to_act == [1]


def all_helps_in_hands() -> TwoSixteen:
    state = begin(2)
    for _ in range(30):
        draw(state, next_help_after_pass(state))
    return state


def next_help_after_pass(state: TwoSixteen) -> str:
    ahead = state.copy()
    play(ahead, "roll 2 2 4", "reroll 4", "roll 4", "pass")
    return next_help(ahead)


# --- 216-4 to 216-6: helps after the first roll, and rolling again ---


@pytest.mark.rule("216-4")
def test_with_a_help_an_objective_scores_without_bonus() -> None:
    state = draw(begin(2, ("R05", "G01", "G02", "G03")), "shift1", "reroll")
    play(state, "roll 2 2 6")
    assert "help -1 6" in legal(state)
    play(state, "help -1 6")
    assert view(state, 0).dice == (2, 2, 5)
    assert legal(state) == ["claim R05", *REROLLS_OF_225]
    assert refused(state, "claim R05 points") == ("not-served", "216-4")
    assert refused(state, "claim R05 help") == ("not-served", "216-4")
    assert refused(state, "claim G01") == ("not-met", "216-4")
    play(state, "claim R05", "offer V01")
    assert state.scores() == [8, 0]


@pytest.mark.rule("216-4")
def test_what_was_met_before_a_help_is_served_no_more() -> None:
    state = draw(begin(2, ("R06", "G01", "G02", "G03")), "opposite", "reroll")
    play(state, "roll 1 2 5")
    assert "claim R06 points" in legal(state)
    play(state, "help opposite 1")
    assert "claim R06" in legal(state)
    assert "claim R06 points" not in legal(state)


@pytest.mark.rule("216-4")
@pytest.mark.rule("216-10")
def test_several_helps_may_be_played_one_after_the_other() -> None:
    state = draw(begin(2), "shift1", "reroll", "shift1", "reroll-all", "set1", "shift2")
    play(state, "roll 1 2 3", "help -1 2", "help -1 3")
    assert hand(state, 0) == {"set1": 1}
    assert view(state, 0).help_discards == {"shift1": 2}
    play(state, "help set1 2", "claim G01")
    assert state.scores() == [17, 0]
    assert hand(state, 0) == {}


@pytest.mark.rule("216-5")
def test_a_met_objective_can_be_left_for_the_second_roll() -> None:
    state = play(begin(2, EASY), "roll 2 2 5", "reroll 5", "roll 5")
    assert legal(state) == ["claim G08", "claim R05", "claim R06", "pass"]


@pytest.mark.rule("216-6")
def test_after_the_first_roll_nobody_passes() -> None:
    state = play(begin(2), "roll 2 2 5")
    assert legal(state) == REROLLS_OF_225
    assert refused(state, "pass") == ("must-reroll", "216-6")
    assert refused(state, "reroll 3") == ("no-such-dice", "216-6")
    assert refused(state, "reroll 5 5") == ("no-such-dice", "216-6")


@pytest.mark.rule("216-6")
@pytest.mark.parametrize(("chosen", "dice"), [("2", 1), ("2 5", 2), ("2 2 5", 3)])
def test_one_two_or_three_dice_are_rolled_again(chosen: str, dice: int) -> None:
    state = play(begin(2), "roll 2 2 5", f"reroll {chosen}")
    assert state.draws() == [6] * dice
    kept = view(state, 0).dice
    play(state, "roll" + " 6" * dice)
    assert view(state, 0).dice == (*kept, *[6] * dice)


# --- 216-7 to 216-9: after the second roll ---


@pytest.mark.rule("216-7")
@pytest.mark.rule("216-9")
def test_after_the_second_roll_one_claims_without_bonus_or_renounces() -> None:
    state = play(begin(2, EASY), "roll 1 2 4", "reroll 1 4", "roll 2 5")
    assert legal(state) == ["claim G08", "claim R05", "claim R06", "pass"]
    assert refused(state, "claim R05 points") == ("not-served", "216-7")
    assert refused(state, "claim G01") == ("not-met", "216-7")
    assert refused(state, "claim G02") == ("not-on-offer", "216-7")
    claimed = play(state.copy(), "claim R05", "offer V01")
    assert claimed.scores() == [8, 0]
    assert view(claimed, 0).hands == (0, 0)


@pytest.mark.rule("216-7")
def test_who_renounces_scores_nothing_leaves_the_objective_and_draws_a_help() -> None:
    state = play(begin(2, EASY), "roll 1 2 4", "reroll 1 4", "roll 2 5", "pass", "help set3")
    assert state.scores() == [0, 0]
    assert [card.id for card in view(state, 0).offer if card] == list(EASY)
    assert hand(state, 0) == {"set3": 1}


@pytest.mark.rule("216-7")
def test_helps_can_be_played_after_the_second_roll() -> None:
    state = draw(begin(2), "set1", "reroll")
    play(state, "roll 1 1 5", "reroll 5", "roll 6")
    assert legal(state) == ["help set1 6", "pass"]
    play(state, "help set1 6")
    assert legal(state) == ["claim G01", "pass"]


@pytest.mark.rule("216-8")
def test_who_meets_nothing_draws_a_help_and_the_turn_ends() -> None:
    state = play(begin(2), "roll 2 2 4", "reroll 4", "roll 4", "pass")
    assert state.draws() == [30]
    assert state.audience(CHANCE, 0) == 0b01
    play(state, "help reroll", "roll 2 2 4")
    assert state.to_act == [1]


# --- 216-M5, 216-10: effects of helps ---


@pytest.mark.rule("216-M5")
@pytest.mark.parametrize(
    ("card", "use", "after"),
    [
        ("shift1", "+1 4", 5),
        ("shift1", "+1 6", 1),
        ("shift1", "-1 1", 6),
        ("shift2", "+2 3", 5),
        ("shift2", "+2 5", 1),
        ("shift2", "+2 6", 2),
        ("shift2", "-2 4", 2),
        ("shift2", "-2 1", 5),
        ("shift2", "-2 2", 6),
        *[("opposite", f"opposite {face}", 7 - face) for face in range(1, 7)],
        *[(f"set{face}", f"set{face} {face % 6 + 1}", face) for face in range(1, 7)],
    ],
)
def test_a_help_turns_a_die_as_the_rulebook_says(card: str, use: str, after: int) -> None:
    face = int(use[-1])
    others = [2, 3] if face != 3 else [2, 2]
    state = draw(begin(2), card, "reroll")
    play(state, "roll " + " ".join(map(str, sorted([face, *others]))), f"help {use}")
    assert list(view(state, 0).dice) == sorted([after, *others])


@pytest.mark.rule("216-M5")
def test_a_shift_goes_up_or_down_on_every_face_on_the_table() -> None:
    state = play(draw(begin(2), "shift2", "reroll"), "roll 2 2 5")
    assert helps_of(state) == ["help +2 2", "help +2 5", "help -2 2", "help -2 5"]


@pytest.mark.rule("216-M5")
def test_a_face_is_not_set_on_a_die_that_shows_it() -> None:
    state = play(draw(begin(2), "set5", "reroll"), "roll 2 2 5")
    assert helps_of(state) == ["help set5 2"]
    assert refused(state, "help set5 5") == ("already-shown", "216-M5")
    state = play(draw(begin(2), "set5", "reroll"), "roll 5 5 5")
    assert helps_of(state) == []


@pytest.mark.rule("216-10")
def test_a_reroll_help_is_no_second_roll() -> None:
    state = draw(begin(2), "reroll", "set1", "reroll-all", "set2")
    play(state, "roll 2 2 5", "help reroll 5")
    assert state.draws() == [6]
    play(state, "roll 4", "help reroll-all")
    assert state.draws() == [6, 6, 6]
    play(state, "roll 2 4 6", "reroll 2")
    assert state.draws() == [6]


@pytest.mark.rule("216-10")
def test_a_reroll_help_can_be_played_after_the_second_roll() -> None:
    state = draw(begin(2), "reroll", "set1")
    play(state, "roll 2 2 5", "reroll 5", "roll 4", "help reroll 4", "roll 6")
    assert legal(state) == ["pass"]


@pytest.mark.rule("216-10")
def test_a_help_is_discarded_even_if_it_led_to_nothing() -> None:
    state = draw(begin(2), "reroll", "set1")
    play(state, "roll 2 2 5", "help reroll 5", "roll 5")
    assert hand(state, 0) == {}
    assert view(state, 1).help_discards == {"reroll": 1}
    assert refused(state, "help reroll 5") == ("not-in-hand", "216-10")


@pytest.mark.rule("216-10")
def test_a_help_can_be_used_from_the_turn_after_it_was_drawn() -> None:
    state = draw(begin(2), "set1")
    play(state, "roll 2 2 5")
    assert helps_of(state) == []  # the other player's turn
    play(state, "reroll 5", "roll 5", "pass", "help set2", "roll 2 2 5")
    assert helps_of(state) == ["help set1 2", "help set1 5"]
    assert refused(state, "help set1 4") == ("no-such-die", "216-4")
    play(state, "reroll 5", "roll 5")
    assert refused(state, "help set1 4") == ("no-such-die", "216-7")


@pytest.mark.rule("216-10")
def test_a_hand_has_no_limit() -> None:
    assert view(all_helps_in_hands(), None).hands == (15, 15)


# --- 216-11, 216-12: decks ---


@pytest.mark.rule("216-11")
def test_no_help_is_drawn_where_deck_and_discards_are_empty() -> None:
    state = all_helps_in_hands()
    play(state, "roll 2 2 4", "reroll 4", "roll 4", "pass")
    assert state.draws() == [6, 6, 6]
    play(state, "roll 2 2 4")
    assert state.to_act == [1]


@pytest.mark.rule("216-11")
def test_an_empty_help_deck_is_rebuilt_from_the_discards() -> None:
    state = play(all_helps_in_hands(), "roll 2 2 4")
    use = helps_of(state)[0]
    play(state, use, "reroll 2", "roll 2", "pass")
    assert [state.text(CHANCE, code) for code in state.distribution()] == ["help shift1"]
    play(state, "help shift1")
    assert view(state, None).help_discards == {}


@pytest.mark.rule("216-11")
def test_an_empty_objective_deck_is_rebuilt_with_the_objective_just_taken() -> None:
    state = begin(2, ("G21", "G22", "G23", "G24"), target=10**6)
    taken: list[str] = []
    for _ in range(66):
        taken.append(claim_something(state))
        refill(state)
    assert view(state, None).objective_deck == 0
    assert view(state, None).objective_discards == tuple(sorted(taken))
    last = claim_something(state)
    assert state.draws() == [67]
    assert f"offer {last}" in {state.text(CHANCE, code) for code in state.distribution()}
    play(state, f"offer {last}")
    assert view(state, None).objective_deck == 66
    assert view(state, None).objective_discards == ()


@pytest.mark.rule("216-12")
def test_a_help_drawn_is_known_to_its_owner_alone_until_it_is_played() -> None:
    match = Match(GAME, ["Ana", "Luis"])
    for text in ("start 0", "offer G01", "offer G02", "offer G03", "offer G04", "roll 2 2 4"):
        match.play(CHANCE, text)
    match.play(0, "reroll 4")
    match.play(CHANCE, "roll 4")
    match.play(0, "pass")
    event = match.play(CHANCE, "help set6")
    assert event.to == (0,)
    assert event in match.seen_by(0)
    assert event not in match.seen_by(1)
    assert event not in match.seen_by(None)
    state = match.state
    assert isinstance(state, TwoSixteen)
    assert hand(state, 0) == {"set6": 1}
    assert hand(state, 1) == {}
    assert view(state, None).hand is None
    assert view(state, None).hands == (1, 0)
    assert "set6" not in str(view(state, 1))


@pytest.mark.rule("216-12")
def test_only_drawn_helps_are_secret() -> None:
    state = GAME.new(2)
    for text in ("start 0", "offer G01", "offer G02", "offer G03", "offer G04", "roll 2 2 4"):
        assert state.audience(CHANCE, state.parse(CHANCE, text)) == EVERYBODY
        state.play(CHANCE, text)
    assert all(state.audience(0, code) == EVERYBODY for code in state.legal(0))


@pytest.mark.rule("216-12")
def test_any_card_of_a_deck_is_equally_likely() -> None:
    state = play(begin(2), "roll 2 2 4", "reroll 4", "roll 4", "pass")
    found = {state.text(CHANCE, code): ways for code, ways in state.distribution().items()}
    assert found == {
        "help shift1": 6,
        "help shift2": 4,
        "help opposite": 4,
        "help reroll": 6,
        "help reroll-all": 4,
        **{f"help set{face}": 1 for face in range(1, 7)},
    }


# --- Texts ---


@pytest.mark.parametrize(
    "text",
    [
        *("claim", "claim X99", "claim G01 ", "claim G01 both", "claim g01 points", "help"),
        *("help +1", "help +1 7", "help +3 1", "help reroll-all 1", "help set7 1", "help set1 ٣"),
        *("reroll", "reroll 5 2", "reroll 2 2 5 5", "reroll  2", "pass ", "ia", "ia X99", "\x00"),
        *("reroll " + "9" * 5000, "help +1 " + "1" * 5000, "claim " + "G" * 5000),
    ],
)
def test_a_text_that_is_no_action_is_refused_as_unreadable(text: str) -> None:
    state = play(draw(begin(2), "shift1", "reroll"), "roll 2 2 5")
    with pytest.raises(CubileteError) as caught:
        state.play(0, text)
    assert caught.value.code == "unreadable"


@pytest.mark.parametrize("code", [-(2**63), -1, 84, 127, 383, 511, 596, 639, 744, 767, 769, 2**62])
def test_numbers_that_mean_nothing_are_neither_legal_nor_possible(code: int) -> None:
    state = begin(2)
    assert not state.is_possible(code)
    play(state, "roll 2 2 5")
    assert not state.is_possible(code)
    assert not state.is_legal(0, code)
    assert not state.is_legal(1, 512)


def test_is_legal_agrees_with_the_list_for_every_number() -> None:
    state = play(draw(begin(2, EASY), "shift1", "reroll", "set2", "opposite"), "roll 2 2 5")
    for events in (("reroll 5", "roll 5"), ("pass", "help reroll")):
        assert [c for c in range(-5, 1000) if state.is_legal(0, c)] == sorted(state.legal(0))
        play(state, *events)
    assert not any(state.is_legal(0, code) for code in range(1000))
