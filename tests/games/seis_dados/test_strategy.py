"""The strategy and the casual player: legal, repeatable, and exact where that can be checked."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from statistics import mean, stdev

import pytest

from cubilete import compiled
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE
from cubilete.core.strategy import Strategy, play_out, sample_values, values
from cubilete.games.seis_dados import GAME
from cubilete.games.seis_dados.policy.rerolls import (
    COUNTS,
    KEPT,
    NEVER,
    ROLL_COUNT,
    SET_COUNT,
    Turn,
    all_sets,
)
from cubilete.games.seis_dados.policy.strategy import SeisDadosStrategy
from cubilete.games.seis_dados.rules import JOKER, REROLL, SeisDados
from cubilete.games.seis_dados.tables import (
    CATEGORY_COUNT,
    CHOICE_START,
    GRADE_COUNT,
    ROLL_SLOTS,
    ROLLS,
    SLOT_CATEGORY,
    SLOT_COUNT,
    SLOT_GRADES,
    pack,
)

from .games import assigns_more_often, positions, some_positions, some_setup


def effort(of_compiled: int, of_interpreted: int) -> int:
    return of_compiled if compiled() else of_interpreted


def strategy_of(setup: Setup) -> SeisDadosStrategy:
    strategy = GAME.policy.expert(setup)
    assert isinstance(strategy, SeisDadosStrategy)
    return strategy


def test_choices_are_legal_and_first_of_the_shortlist() -> None:
    for setup, state in some_positions(effort(600, 8), "legal"):
        seat = int(state.current)
        strategy = strategy_of(setup)
        code = int(strategy.choose(state, seat, Rng(1)))
        assert state.is_legal(seat, code)
        shortlist = strategy.shortlist(state, seat, 1000)
        assert shortlist[0] == code
        assert sorted(shortlist) == sorted(state.legal(seat))
        assert strategy.shortlist(state, seat, 3) == shortlist[:3]
        assert state.is_legal(seat, GAME.policy.casual(setup).choose(state, seat, Rng(1)))


@pytest.mark.parametrize(
    "make", [GAME.policy.strategy, GAME.policy.expert, GAME.policy.normal, GAME.policy.casual]
)
def test_a_choice_depends_on_the_view_alone(make: Callable[[Setup], Strategy]) -> None:
    """Neither on the games that the instance has seen, nor on what the view does not show."""
    for number in range(effort(10, 1)):
        rng = seeded("same", number)
        setup = some_setup(rng)
        used = make(setup)
        for state in positions(setup, rng, one_in=effort(3, 40)):
            seat = int(state.current)
            view = GAME.rules.view(state, seat)
            chosen = used.choose(state, seat, Rng(5))
            imagined = GAME.policy.imagine(setup, view, rng)
            assert make(setup).choose(imagined, seat, Rng(5)) == chosen


def test_a_repetition_is_worth_the_mean_of_what_follows() -> None:
    """Over every roll of the dice, for free repetitions of up to three dice."""
    checked = 0
    for setup, state in some_positions(effort(3000, 12), "mean"):
        seat = int(state.current)
        strategy = strategy_of(setup)
        rng = seeded("which", checked)
        worth = dict(strategy.expectations(state, seat))
        most = effort(3, 1)
        codes = [c for c in worth if REROLL <= c < JOKER and (c - REROLL) % 7 <= most]
        if not codes:
            continue
        code = codes[rng.below(len(codes))]
        after = state.copy()
        after.advance(seat, code)
        total = 0.0
        ways = after.distribution()
        for outcome, number in ways.items():
            rolled = after.copy()
            rolled.advance(CHANCE, outcome)
            total += number * strategy.expectations(rolled, seat)[0][1]
        assert worth[code] == pytest.approx(total / sum(ways.values()), abs=1e-9)
        checked += 1
    assert checked > effort(1000, 2)


def test_what_is_foreseen_before_a_roll_is_the_mean_of_what_is_foreseen_after() -> None:
    for setup, decision in some_positions(effort(300, 6), "foresee"):
        state = decision.copy()
        strategy = GAME.policy.strategy(setup)
        state.advance(state.current, assigns_more_often(state, seeded("next", state.roll)))
        if state.over:
            continue
        before = strategy.foresee(state)
        ways = state.distribution()
        means = [0.0] * len(before)
        for outcome, number in ways.items():
            rolled = state.copy()
            rolled.advance(CHANCE, outcome)
            for place, share in enumerate(strategy.foresee(rolled)):
                means[place] += share * number / sum(ways.values())
        assert sum(before) == pytest.approx(1.0)
        assert before == pytest.approx(means, abs=1e-9)


@pytest.mark.parametrize("players", [2, 3])
def test_samples_without_foreseen_luck_have_the_same_mean_and_less_spread(players: int) -> None:
    options = {} if compiled() else {"categories": ["sixes", "max-sum"]}
    setup = GAME.setup(players, options)
    strategy = GAME.policy.strategy(setup)
    rng = seeded("spread", players)
    games = effort(300, 8)
    plain: list[float] = []
    fair: list[float] = []
    for _ in range(games):
        state = GAME.rules.start(setup)
        play_out(state, strategy, rng)
        plain.append(values(state)[0])
        fair.append(sample_values(GAME.rules.start(setup), strategy, rng)[0])
    if compiled():  # a game of two categories is not what the laws were learned for
        # With three players the laws are of mixed company, so less is foreseen.
        assert stdev(fair) < {2: 0.7, 3: 0.95}[players] * stdev(plain)
    assert mean(fair) == pytest.approx(1 / players, abs=4 * stdev(fair) / games**0.5)


def brute_force(turn: Turn, slots: int) -> Callable[[int, int, int], float]:
    """What packed dice are worth with free repetitions and jokers left, by trying every note and
    every choice of dice."""

    @cache
    def worth(packed: int, free: int, jokers: int) -> float:
        number = numbers[packed]
        best = max(
            turn.gain[int(SLOT_GRADES[slot * ROLL_COUNT + number])]
            + turn.extra[jokers * CATEGORY_COUNT + int(SLOT_CATEGORY[slot])]
            for slot in range(SLOT_COUNT)
            if slots & int(ROLL_SLOTS[number]) & 1 << slot
        )
        if free or jokers:
            later = (free - 1, jokers) if free else (0, jokers - 1)
            for kept in range(int(CHOICE_START[number]), int(CHOICE_START[number + 1])):
                best = max(best, rolled(sets[int(KEPT[kept])], *later))
        return best

    @cache
    def rolled(kept: tuple[int, ...], free: int, jokers: int) -> float:
        """The mean over each face of the next die, until all six lie there."""
        if len(kept) == 6:
            return worth(pack(list(kept)), free, jokers)
        more = [rolled(tuple(sorted((*kept, face))), free, jokers) for face in range(1, 7)]
        return sum(more) / 6

    sets = all_sets()
    numbers = {pack(faces): number for number, faces in enumerate(ROLLS)}
    return worth


def random_turn(rng: Rng) -> tuple[Turn, int]:
    """Random worths of notes, and the slots of some free categories."""
    turn = Turn()
    for grade in range(1, int(GRADE_COUNT)):
        turn.gain[grade] = rng.below(1000) / 1000
    for place in range(COUNTS * CATEGORY_COUNT):
        turn.extra[place] = rng.below(300) / 1000
    free = [category for category in range(CATEGORY_COUNT) if rng.below(3) == 0] or [15]
    slots = sum([1 << slot for slot in range(SLOT_COUNT) if int(SLOT_CATEGORY[slot]) in (*free, 0)])
    return turn, slots


def test_whole_turns_agree_with_brute_force() -> None:
    """Every roll, with a free repetition or none and every number of jokers."""
    for number in range(effort(4, 1)):
        rng = seeded("turn", number)
        turn, slots = random_turn(rng)
        jokers = effort(3, 1)
        for left in range(jokers + 1):
            turn.fill_notes(slots, left)
        turn.fill_layers(0, jokers)
        worth = brute_force(turn, slots)
        for layer in range(jokers + 2):
            repetitions, left = (0, layer) if layer <= jokers else (1, jokers)
            for roll in range(0, ROLL_COUNT, effort(1, 77)):
                found = turn.layers[layer * SET_COUNT + roll]
                wanted = worth(pack(ROLLS[roll]), repetitions, left)
                assert found == pytest.approx(wanted, abs=1e-9)
                assert found > NEVER / 2


GAME_OF_THE_STRATEGY = """
from cubilete.core.rng import seeded
from cubilete.core.strategy import play_out
from cubilete.games.seis_dados import GAME

for players in (2, 3):
    setup = GAME.setup(players, {"categories": ["sixes", "max-sum"]})
    state = GAME.rules.start(setup)
    decisions = play_out(state, GAME.policy.strategy(setup), seeded("again"))
    print(decisions, state.fingerprint())
"""


def test_games_can_be_repeated_compiled_and_interpreted() -> None:
    ends = set()
    for pure in ("1", "1" if not compiled() else "0"):
        done = subprocess.run(
            [sys.executable, "-c", GAME_OF_THE_STRATEGY],
            env={**os.environ, "CUBILETE_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        )
        ends.add(done.stdout)
    assert len(ends) == 1


def last_position(dice: str, jokers: int) -> SeisDados:
    """Seat 0 has only sixes left, and seat 1 has four of them."""
    state = GAME.new(2, {"categories": ["sixes"]})
    state.play(CHANCE, "start 1")
    state.play(CHANCE, "roll 1 2 6 6 6 6")
    state.play(1, "assign sixes 4")
    state.play(CHANCE, f"roll {dice}")
    state.jokers = jokers + 0o60
    return state


def test_the_last_box_is_played_for_the_point() -> None:
    setup = GAME.setup(2, {"categories": ["sixes"]})
    state = last_position("1 6 6 6 6 6", 0)
    assert state.text(0, strategy_of(setup).choose(state, 0, Rng(1))) == "assign sixes 5"
    state = last_position("1 2 2 6 6 6", 6)
    assert state.text(0, strategy_of(setup).choose(state, 0, Rng(1))) == "reroll 1 2 2"
    worth = dict(strategy_of(setup).expectations(state, 0))
    assert worth[REROLL + pack([1, 2, 2])] == max(worth.values()) > 0.5


def test_the_estimate_between_turns_is_even_at_first_and_knows_who_leads() -> None:
    setup = GAME.setup(2, {"categories": ["sixes", "max-sum"]})
    strategy = strategy_of(setup)
    state = GAME.rules.start(setup)
    state.play(CHANCE, "start 0")
    assert strategy.estimate(state) == pytest.approx([0.5, 0.5])
    begun = strategy.turn_number(state)
    for seat, dice, note in ((0, "1 6 6 6 6 6", "sixes 5"), (1, "1 1 2 2 3 3", "sixes 0")):
        state.play(CHANCE, f"roll {dice}")
        state.play(seat, f"assign {note}")
    assert strategy.turn_number(state) == begun + 2
    first, second = strategy.estimate(state)
    assert first > 0.7
    assert first + second == pytest.approx(1.0)


def test_jokers_are_worth_something_for_the_last_box() -> None:
    setup = GAME.setup(2, {"categories": ["sixes"]})
    worth, slope = strategy_of(setup).use_of_jokers(last_position("1 2 2 6 6 6", 2))
    assert worth == sorted(worth)
    assert worth[6] > worth[0] + 0.1
    assert slope > 0
