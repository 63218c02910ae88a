"""Texts and codes of Seis dados, valid and invalid."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubilete.core.errors import IllegalAction, ImpossibleOutcome
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, OVER, SEATS, TABLE, State
from cubilete.games.seis_dados import GAME
from effort import examples

from .oracle import ALL_CATEGORIES
from .table import JUNK, refusal_of, repeat, rolled_with_everything, spend_jokers, started

WORDS = [
    "assign", "reroll", "joker", "roll", "start", "pass", "claim", *ALL_CATEGORIES,
    "1", "2", "6", "7", "0", "-1", "36", "99999999999999999999", "٣", "²", "1,1", "6,5,4", "0,0",
    "4,4", "4,", ",", "", "\x00", "\ud800", "{}", "{category}", "1 2 3", "assign ones",
]  # fmt: skip


def positions() -> list[State]:
    """One position of every kind: before the start, before a roll, after it, with jokers, over."""
    jokers = started(categories=ALL_CATEGORIES)
    spend_jokers(jokers, 1)
    no_jokers = started(categories=ALL_CATEGORIES)
    spend_jokers(no_jokers, 6)
    waiting = rolled_with_everything(JUNK)
    waiting.play(0, "reroll 1 5")
    over = started(categories=["ones"])
    for seat in (0, 1):
        over.play(CHANCE, f"roll {JUNK}")
        over.play(seat, "assign ones 2")
    return [GAME.new(2), started(), rolled_with_everything(JUNK), waiting, jokers, no_jokers, over]


POSITIONS = positions()
TEXTS = st.text() | st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
SEAT_OR_CHANCE = st.sampled_from([CHANCE, TABLE, 0, 1, 2, -7, 63, 2**40])
CODES = st.integers(-(2**63), 2**63 - 1) | st.integers(-100, 2**20 + 2**18)


@pytest.mark.parametrize(
    ("by", "text"),
    [
        (0, "assign ones 02"),
        (0, "assign ones +2"),
        (0, "assign ones  2"),
        (0, " assign ones 2"),
        (0, "assign ones 2\n"),
        (0, "Assign ones 2"),
        (0, "assign ones ٢"),
        (0, "assign double-pair 5,1 "),
        (0, "assign double-pair 05,1"),
        (0, "assign double-pair 45,1"),
        (0, "assign triple-pair 9,9,9"),
        (0, "reroll 5 1"),
        (0, "reroll 1 1 2 3 5 5 5"),
        (0, "reroll 7"),
        (0, "reroll 0"),
        (0, "roll 1 1 2 3 5 5"),
        (0, "assign"),
        (0, ""),
    ],
)
def test_each_action_has_one_spelling(by: int, text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        rolled_with_everything(JUNK).play(by, text)
    assert caught.value.code == "unreadable"


@pytest.mark.parametrize(
    "text",
    ["roll 6 5 4 3 2 1", "roll 1 1 1 1 1 7", "roll 1 1 1 1 1 1 ", "roll", "start 0", "1 1 1 1 1 1"],
)
def test_dice_are_written_ascending(text: str) -> None:
    with pytest.raises(ImpossibleOutcome) as caught:
        started().play(CHANCE, text)
    assert caught.value.code == "unreadable"


@pytest.mark.parametrize("text", ["start 00", "start -1", "start 3", "start", "start 1 ", "roll 1"])
def test_the_first_player_is_a_seat(text: str) -> None:
    with pytest.raises(ImpossibleOutcome):
        GAME.new(3).play(CHANCE, text)


def test_after_a_repetition_only_the_new_dice_are_written() -> None:
    state = rolled_with_everything(JUNK)
    state.play(0, "reroll 1 5")
    with pytest.raises(ImpossibleOutcome) as caught:
        state.play(CHANCE, "roll 1 2 3 4 5 5")
    assert caught.value.rule == "SD-1"
    state.play(CHANCE, "roll 6 6")


@given(st.sampled_from(POSITIONS), SEAT_OR_CHANCE, TEXTS)
@settings(max_examples=examples(600))
def test_any_text_is_either_legal_or_refused_with_a_sentence(
    position: State, by: int, text: str
) -> None:
    state = position.copy()
    error = refusal_of(lambda: state.play(by, text))
    if error is not None:
        assert error.code
        assert str(error)
        assert state.fingerprint() == position.fingerprint()
    elif by >= 0:
        assert text in position.legal_texts(by)


@given(st.sampled_from(POSITIONS), st.sampled_from([CHANCE, 0, 1]), TEXTS)
@settings(max_examples=examples(600))
def test_what_parse_returns_can_be_refused_with_a_reason(
    position: State, by: int, text: str
) -> None:
    error = refusal_of(lambda: position.parse(by, text))
    if error is not None:
        assert error.code == "unreadable"
    elif by >= 0:
        assert str(position.refusal(by, position.parse(by, text)))


@given(st.sampled_from(POSITIONS), st.sampled_from([0, 1, 2, 3, -1, 2**62]), CODES)
@settings(max_examples=examples(1000))
def test_a_number_is_legal_exactly_if_it_is_listed(position: State, seat: int, code: int) -> None:
    listed = position.legal(seat) if position.turn() == SEATS else []
    assert position.is_legal(seat, code) == (code in listed)


@given(st.sampled_from(POSITIONS), st.sampled_from([CHANCE, TABLE, 0, 1, 2, -9]), CODES)
@settings(max_examples=examples(1000))
def test_any_number_is_applied_or_refused(position: State, by: int, code: int) -> None:
    state = position.copy()
    try:
        state.apply(by, code)
    except (IllegalAction, ImpossibleOutcome):
        assert state.fingerprint() == position.fingerprint()
    else:
        assert state.fingerprint() != position.fingerprint()


def test_a_joker_code_with_a_bit_too_many_is_not_legal() -> None:
    state = started()
    spend_jokers(state, 1)
    code = state.parse(0, "joker 1")
    assert state.is_legal(0, code)
    assert not state.is_legal(0, code + 2**18)


@pytest.mark.rule("SD-1")
def test_a_code_that_rolls_no_die_again_is_not_legal() -> None:
    free = rolled_with_everything(JUNK)
    assert not free.is_legal(0, free.parse(0, "reroll 1") - 1)
    paid = started()
    spend_jokers(paid, 1)
    assert not paid.is_legal(0, paid.parse(0, "joker 1") - 1)


@given(st.sampled_from(POSITIONS), CODES)
@settings(max_examples=examples(500))
def test_outcomes_are_possible_exactly_if_the_distribution_has_them(
    position: State, code: int
) -> None:
    if position.turn() != CHANCE:
        assert not position.is_possible(code)
    elif len(position.draws()) < 6:
        assert position.is_possible(code) == (code in position.distribution())


def test_each_outcome_has_the_probability_of_its_dice() -> None:
    state = rolled_with_everything(JUNK)
    state.play(0, "reroll 1 5")
    outcomes = {state.text(CHANCE, code): ways for code, ways in state.distribution().items()}
    assert len(outcomes) == 21
    assert sum(outcomes.values()) == 36
    assert outcomes["roll 3 3"] == 1
    assert outcomes["roll 3 4"] == 2
    everything = started().distribution()
    assert len(everything) == 462
    assert sum(everything.values()) == 6**6


def test_a_copy_goes_its_own_way() -> None:
    state = rolled_with_everything(JUNK)
    copy = state.copy()
    repeat(copy, "1", "6")
    copy.play(0, "assign sixes 1")
    assert state.fingerprint() == rolled_with_everything(JUNK).fingerprint()


def test_choosing_at_random_reaches_every_legal_action() -> None:
    state = rolled_with_everything("1 1 3 3 6 6")
    rng = seeded("choose")
    chosen = {state.choose(0, rng) for _ in range(2000)}
    assert chosen == set(state.legal(0))


def test_the_end_waits_for_nothing() -> None:
    over = POSITIONS[-1]
    assert over.turn() == OVER
    assert over.legal(0) == over.legal(1) == []
