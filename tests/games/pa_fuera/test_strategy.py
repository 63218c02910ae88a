"""What the bots of Pa' fuera know: legal, without peeking, and imagined by the law of the dice."""

from collections import Counter
from collections.abc import Callable

import pytest

from cubilete import Rng, find_game
from cubilete.bots.levels import make_bot
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, SEATS
from cubilete.core.strategy import Strategy, next_seat, play_out
from cubilete.games.pa_fuera.policy import expert_for
from cubilete.games.pa_fuera.policy.casual import CasualPlayer
from cubilete.games.pa_fuera.policy.imagine import fits, fits_proposal, imagine, suppose
from cubilete.games.pa_fuera.policy.outlook import Thrifty
from cubilete.games.pa_fuera.policy.strategy import PaFueraStrategy, held, rounds_before
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import (
    CUPS,
    FACE,
    FACE_SHIFT,
    KIND,
    PASS,
    PROPOSE,
    cup_of,
    of_seat,
)
from cubilete.games.pa_fuera.view import view_of

GAME = find_game("pa-fuera")
STRATEGIES: dict[str, Callable[[int], Strategy]] = {
    "usual": lambda players: PaFueraStrategy(),
    "casual": lambda players: CasualPlayer(),
    "thrifty": lambda players: Thrifty(),
    "expert": expert_for,
}
EVERY = [(players, seed) for players in (3, 4) for seed in range(6)]


def positions(players: int, seed: int, by: Strategy) -> list[PaFuera]:
    """All positions of a game in which somebody decides."""
    rng = seeded("positions", players, seed)
    state = GAME.new(players)
    found: list[PaFuera] = []
    while not state.over:
        turn = state.turn()
        if turn == SEATS:
            found.append(state.copy())
            seat = next_seat(state, by, rng)
            state.apply(seat, by.choose(state, seat, rng))
        else:
            state.apply(turn, state.sample(rng) if turn == CHANCE else 0)
    return found


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize(("players", "seed"), EVERY)
def test_choices_are_legal_wherever_random_games_lead(name: str, players: int, seed: int) -> None:
    strategy = STRATEGIES[name](players)
    for state in positions(players, seed, Strategy()):
        for seat in state.to_act:
            legal = state.legal(seat)
            assert strategy.choose(state, seat, Rng(seed)) in legal
            listed = strategy.shortlist(state, seat, 8)
            assert listed
            assert len(set(listed)) == len(listed)
            assert set(listed) <= set(legal)


@pytest.mark.parametrize(("players", "seed"), EVERY)
def test_imagined_position_shows_the_seat_the_same_view(players: int, seed: int) -> None:
    rng = Rng(seed)
    setup = GAME.setup(players)
    for by in (Strategy(), PaFueraStrategy()):
        for state in positions(players, seed, by):
            for seat in state.to_act:
                view = view_of(state, seat)
                assert view_of(imagine(setup, view, rng), seat) == view
                assert view_of(suppose(setup, view, rng), seat) == view


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize(("players", "seed"), EVERY)
def test_same_view_gives_the_same_choice(name: str, players: int, seed: int) -> None:
    strategy, rng = STRATEGIES[name](players), Rng(seed)
    setup = GAME.setup(players)
    for state in positions(players, seed, PaFueraStrategy()):
        for seat in state.to_act:
            other = imagine(setup, view_of(state, seat), rng)
            one, two = Rng(9), Rng(9)
            assert strategy.choose(state, seat, one) == strategy.choose(other, seat, two)
            assert strategy.waits(state, seat, one) == strategy.waits(other, seat, two)
            assert strategy.shortlist(state, seat, 8) == strategy.shortlist(other, seat, 8)
            assert one.state == two.state


def test_dice_of_others_are_imagined_by_the_law_of_two_dice() -> None:
    state = next(
        state
        for seed in range(200)
        for state in positions(3, seed, PaFueraStrategy())
        if any(state.dice >> 4 * other & 15 == 2 for other in (1, 2)) and 0 in state.to_act
    )
    other = 1 if state.dice >> 4 & 15 == 2 else 2
    view, setup, rng = view_of(state, 0), GAME.setup(3), Rng(3)
    drawn = Counter(CUPS[cup_of(imagine(setup, view, rng).cups, other)] for _ in range(7200))
    assert len(drawn) == 21
    for cup, count in drawn.items():
        expected = 7200 / 36 * (1 if cup[0] == cup[1] else 2)
        assert abs(count - expected) < 5 * expected**0.5, cup


def test_supposed_caller_has_fewest_of_the_called_face() -> None:
    found = 0
    for seed in range(20):
        for state in positions(3, seed, PaFueraStrategy()):
            if state.face and not state.blind and state.to_act:
                seat = state.to_act[0]
                guess = suppose(GAME.setup(3), view_of(state, seat), Rng(seed))
                callers = [other for other in range(3) if state.callers >> other & 1]
                found += all(fits(guess, caller, calls=True) for caller in callers)
                assert all(
                    held(guess, seat, face) == held(state, seat, face) for face in range(1, 7)
                )
    assert found > 50


def test_supposed_proposer_has_fewest_of_its_face() -> None:
    found = tried = 0
    for seed in range(20):
        for state in positions(3, seed, PaFueraStrategy()):
            for proposer in range(3):
                offer = state.offer(proposer)
                others = [seat for seat in state.to_act if seat != proposer]
                if offer and others:
                    guess = suppose(GAME.setup(3), view_of(state, others[0]), Rng(seed))
                    tried += 1
                    found += fits_proposal(guess, proposer, (offer & FACE) >> FACE_SHIFT)
    assert tried > 20
    assert found > 0.8 * tried


def test_rounds_are_counted() -> None:
    strategy, rng = PaFueraStrategy(), Rng(5)
    for players in (3, 4):
        state = GAME.new(players)
        turns: list[int] = []
        while not state.over:
            turn = state.turn()
            if turn == CHANCE:
                if state.starter >= 0 and state.cups == 0 and state.shaking == first(state):
                    turns.append(rounds_before(state))
                state.advance(turn, state.sample(rng))
                continue
            assert not turns or rounds_before(state) == turns[-1]
            seat = next_seat(state, strategy, rng) if turn == SEATS else turn
            code = strategy.choose(state, seat, rng) if turn == SEATS else 0
            state.advance(seat, code)
        assert turns[0] == 0
        assert turns == sorted(set(turns))


def first(state: PaFuera) -> int:
    """The first seat that has dice to shake."""
    return min(seat for seat in range(state.seats) if of_seat(state.dice, seat))


def test_expert_calls_a_face_that_it_has_least_of_and_lets_others_go_first() -> None:
    expert = expert_for(4)
    for seed in range(20):
        for state in positions(4, seed, PaFueraStrategy()):
            for seat in state.to_act:
                listed = expert.shortlist(state, seat, 8)
                if state.face == 0:
                    face = (listed[0] & FACE) >> FACE_SHIFT
                    fewest = min(held(state, seat, other) for other in range(1, 7))
                    assert (len(listed), held(state, seat, face)) == (1, fewest)
                elif listed[0] == PASS:
                    assert expert.waits(state, seat, Rng(1))
                elif listed[0] & KIND == PROPOSE and not state.offer(seat):
                    assert not expert.waits(state, seat, Rng(1))


def test_proposer_waits_for_the_answer() -> None:
    strategy = PaFueraStrategy()
    for seed in range(40):
        for state in positions(4, seed, Strategy()):
            for seat in state.to_act:
                assert strategy.waits(state, seat, Rng(1)) == bool(state.offer(seat))


def test_levels_play_whole_games() -> None:
    for name in ("novice", "normal"):
        bot = make_bot(GAME, GAME.setup(3), name)
        state, rng = GAME.new(3), Rng(4)
        while not state.over:
            turn = state.turn()
            if turn == SEATS:
                seat = state.to_act[0]
                state.play(seat, bot.choose(view_of(state, seat), rng))
            else:
                state.apply(turn, state.sample(rng) if turn == CHANCE else 0)


def test_games_by_the_strategy_end() -> None:
    for seed in range(50):
        state = GAME.new(4)
        assert play_out(state, PaFueraStrategy(), Rng(seed)) > 0
        assert state.over
