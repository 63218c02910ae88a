"""A match changes state and record together."""

import pytest

from cubilete import CHANCE, IllegalAction, ImpossibleOutcome, Match, find_game
from cubilete.core.rng import seeded


@pytest.fixture
def match() -> Match:
    return Match(find_game("seis-dados"), ["Ana", "Luis"])


def test_events_are_in_state_and_record(match: Match) -> None:
    event = match.play(CHANCE, "start 1")
    assert (event.n, event.by, event.text) == (1, "chance", "start 1")
    match.play(CHANCE, "roll 1 1 3 4 6 6")
    assert match.state.to_act == [1]
    assert match.play(1, "assign ones 2").by == 1
    assert match.state.turn() == CHANCE


def test_refused_action_leaves_no_trace(match: Match) -> None:
    match.play(CHANCE, "start 1")
    match.play(CHANCE, "roll 1 1 3 4 6 6")
    before = match.state.fingerprint()
    for by, text in ((0, "assign ones 2"), (1, "assign ones 3"), (1, "nonsense"), (7, "pass")):
        with pytest.raises(IllegalAction):
            match.play(by, text)
    with pytest.raises(ImpossibleOutcome):
        match.play(CHANCE, "roll 1")
    assert match.state.fingerprint() == before
    assert len(match.events) == 2


def test_impossible_outcome_leaves_no_trace(match: Match) -> None:
    for text in ("start 2", "start", "roll 1", "start 1 "):
        with pytest.raises(ImpossibleOutcome):
            match.play(CHANCE, text)
    assert match.events == []


def test_legal_list_is_for_its_own_seat_alone() -> None:
    match = Match(find_game("seis-dados"), ["Ana", "Luis"], with_legal=True)
    match.play(CHANCE, "start 1")
    match.play(CHANCE, "roll 1 1 3 4 6 6")
    match.play(1, "assign ones 2")
    assert match.seen_by(1)[-1].legal is not None
    assert match.seen_by(0)[-1].legal is None
    assert match.seen_by(None)[-1].legal is None


def test_distribution_adds_up_to_all_ways(match: Match) -> None:
    assert match.state.distribution() == {0: 1, 1: 1}
    match.play(CHANCE, "start 1")
    outcomes = match.state.distribution()
    assert len(outcomes) == 462
    assert sum(outcomes.values()) == 6**6
    assert outcomes[match.state.read(CHANCE, "roll 1 2 3 4 5 6")] == 720


def test_draw_is_the_same_as_one_number_split_up() -> None:
    one, other = seeded("a"), seeded("a")
    number = one.below(6**6)
    assert other.draw([6] * 6) == [number // 6**k % 6 for k in range(6)]
