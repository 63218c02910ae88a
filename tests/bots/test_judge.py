"""Judging decisions by playouts, on a game small enough to compute by hand."""

import math
from typing import final

import pytest

from cubilete import CHANCE, OVER, SEATS, Rng, State
from cubilete.bots.judge import Judgement, judge, standard_error
from cubilete.core.parts.policy import Budget
from cubilete.core.strategy import Mistaken, Strategy, play_out, values


@final
class Guess(State):
    """Seat 0 names a number from 0 to 3; a die with six faces decides. Number k wins with faces up
    to k + 1, so its chance is (k + 1) / 6."""

    def __init__(self) -> None:
        self.named = -1
        self.face = -1

    def turn(self) -> int:
        return SEATS if self.named < 0 else CHANCE if self.face < 0 else OVER

    def acting(self) -> int:
        return int(self.named < 0)

    def seat_count(self) -> int:
        return 2

    def legal(self, seat: int) -> list[int]:
        return [0, 1, 2, 3] if seat == 0 and self.named < 0 else []

    def draws(self) -> list[int]:
        return [6]

    def outcome(self, drawn: list[int]) -> int:
        return drawn[0]

    def advance(self, by: int, code: int) -> None:
        if by == CHANCE:
            self.face = code
        else:
            self.named = code

    def scores(self) -> list[int]:
        won = self.face <= self.named
        return [int(won), int(not won)]

    def winners(self) -> list[int]:
        return [0 if self.face <= self.named else 1]

    def copy(self) -> "Guess":
        new = Guess()
        new.named, new.face = self.named, self.face
        return new


def judged(wanted: tuple[int, ...] = (), playouts: int = 4000) -> list[Judgement]:
    return judge(lambda rng: Guess(), 0, Strategy(), Budget(playouts), Rng(5), wanted)


def test_best_decision_comes_first_with_its_value() -> None:
    found = judged()
    assert [judgement.code for judgement in found[:2]] == [3, 2]
    assert found[0].value(0) == pytest.approx(4 / 6, abs=0.05)
    assert sum(found[0].values) == pytest.approx(1)


def test_better_decisions_get_more_playouts_and_wanted_ones_as_many() -> None:
    counts = {judgement.code: len(judgement.results) for judgement in judged()}
    assert counts[3] == counts[2] > counts[1] == counts[0]
    counts = {judgement.code: len(judgement.results) for judgement in judged((0,))}
    assert counts[0] == counts[3]


def test_same_luck_makes_differences_exact_to_a_small_error() -> None:
    best, second, *_ = judged()
    difference, errors = best.difference(second)
    assert difference[0] == pytest.approx(1 / 6, abs=4 * errors[0])
    assert errors[0] < math.hypot(best.error(0), second.error(0)) / 1.5
    assert difference[0] == pytest.approx(-difference[1])


@pytest.mark.parametrize("actions", [2, 3, 4])
@pytest.mark.parametrize("playouts", [1, 10, 500])
def test_work_is_bounded_by_the_budget(actions: int, playouts: int) -> None:
    """But for two playouts of each decision in each round."""
    found = judge(lambda rng: Guess(), 0, Strategy(), Budget(playouts, actions), Rng(1))
    assert len(found) == actions
    total = sum(len(judgement.results) for judgement in found)
    assert total <= max(playouts, 2 * actions * math.ceil(math.log2(actions)))


def test_same_generator_gives_the_same_judgement() -> None:
    assert [each.results for each in judged()] == [each.results for each in judged()]


def test_standard_error_of_a_sample() -> None:
    assert standard_error([1.0, 3.0]) == pytest.approx(1)
    assert standard_error([1.0]) == math.inf


def test_value_is_split_by_ties_and_points_alone() -> None:
    state = Guess()
    play_out(state, Strategy(), Rng(1))
    assert sorted(values(state)) == [0.0, 1.0]


@final
class Turns(State):
    """Seat 0 rolls a die as often as it likes (0), or ends the turn (1); each turn begins with a
    roll."""

    def __init__(self, rolled: list[list[int]], waits: int = CHANCE) -> None:
        self.rolled = rolled
        self.waits = waits

    def turn(self) -> int:
        return self.waits

    def acting(self) -> int:
        return int(self.waits == SEATS)

    def draws(self) -> list[int]:
        return [1000]

    def outcome(self, drawn: list[int]) -> int:
        return drawn[0]

    def advance(self, by: int, code: int) -> None:
        if by == CHANCE:
            self.rolled[-1].append(code)
            self.waits = SEATS
        else:
            self.waits = CHANCE
            if code:
                self.rolled.append([])


class Roller(Strategy):
    """Rolls a given number of times in the first turn, and twice in all others."""

    def __init__(self, first: int) -> None:
        self.first = first

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, Turns)
        wanted = self.first if len(state.rolled) == 1 else 2
        return int(len(state.rolled[-1]) >= wanted)

    def turn_number(self, state: State) -> int:
        assert isinstance(state, Turns)
        return len(state.rolled) - 1


def test_before_a_horizon_later_turns_have_the_same_luck_however_long_the_current_one_is() -> None:
    games = [Turns([[]]), Turns([[]]), Turns([[7], []])]
    for state, first in zip(games, (1, 5, 1), strict=True):
        play_out(state, Roller(first), Rng(3), 3)
    assert [len(state.rolled[0]) for state in games] == [1, 5, 1]
    later = [state.rolled[1:3] for state in games]
    assert later[0] == later[1] == later[2]
    assert later[0][0] != later[0][1]


class Three(Strategy):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return 3


def test_mistaken_player_errs_as_often_as_it_says() -> None:
    player, rng = Mistaken(Three(), 40), Rng(2)
    named = [player.choose(Guess(), 0, rng) for _ in range(4000)]
    assert named.count(3) / 4000 == pytest.approx(0.6 + 0.4 / 4, abs=0.03)
