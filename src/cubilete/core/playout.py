"""Random games, played to their end inside compiled code."""

from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, OVER, SEATS, State


def pick_seat(mask: i64, rng: Rng) -> i64:
    """One of the seats of a bit set, at random where there are several."""
    count: i64 = 0
    rest: i64 = mask
    while rest:
        rest &= rest - 1
        count += 1
    skip: i64 = rng.below(count) if count > 1 else 0
    seat: i64 = 0
    rest = mask
    while True:
        if rest & 1:
            if skip == 0:
                return seat
            skip -= 1
        rest >>= 1
        seat += 1


def playout(state: State, rng: Rng) -> i64:
    """Plays on to the end, every decision uniform among the legal ones.

    Returns the number of decisions.
    """
    decisions: i64 = 0
    while True:
        turn: i64 = state.turn()
        if turn == SEATS:
            seat: i64 = pick_seat(state.acting(), rng)
            state.advance(seat, state.choose(seat, rng))
            decisions += 1
        elif turn == CHANCE:
            state.advance(turn, state.sample(rng))
        elif turn == OVER:
            return decisions
        else:
            state.advance(turn, 0)


def playouts(start: State, games: i64, rng: Rng) -> i64:
    """Plays many games from one position, which stays as it is; returns the decisions."""
    decisions: i64 = 0
    for _ in range(games):
        decisions += playout(start.copy(), rng)
    return decisions
