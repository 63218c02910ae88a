"""What the game is worth to each seat when a round begins. This module is compiled with mypyc.

Before the dice are rolled a position is small: the tokens and dice of each seat, and who starts.
`Outlook` has the shares of the victory for each such position, if everybody goes on as the strategy
does; cubilete/study/learning computes them, and the package ships them. The order of the seats that
do not start is left out: it matters little, and with it the table would be six times as large.
"""

import zlib
from importlib import resources
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy, play_out, values
from cubilete.games.pa_fuera.policy.strategy import rounds_before
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import DICE_EACH, TOKENS_EACH, of_seat

HOLDINGS: Final[i64] = (TOKENS_EACH + 1) * (DICE_EACH + 1)
"""What a seat can have, as a number: see `holding`."""
LEAST: Final[i64] = DICE_EACH + 1
"""The first holding of a seat that starts: it has a token."""
PAIRS: Final = vec[i64]([have * (have + 1) // 2 for have in range(HOLDINGS + 1)])
TRIPLES: Final = vec[i64]([have * (have + 1) * (have + 2) // 6 for have in range(HOLDINGS + 1)])
"""How many ascending pairs and triples have their last holding below each."""
SCALE: Final = 250
"""Shares are stored as bytes of this fraction."""


def holding(state: PaFuera, seat: i64) -> i64:
    return of_seat(state.tokens, seat) * (DICE_EACH + 1) + of_seat(state.dice, seat)


def table_size(seats: i64) -> i64:
    others: i64 = PAIRS[HOLDINGS] if seats == 3 else TRIPLES[HOLDINGS]
    return (HOLDINGS - LEAST) * others * seats


def stored_place(have: tuple[int, ...]) -> int:
    """Where the shares of a position begin: the holding of the seat that starts, and those of the
    others, ascending."""
    if len(have) == 3:
        return ((have[0] - LEAST) * PAIRS[HOLDINGS] + PAIRS[have[2]] + have[1]) * 3
    others = TRIPLES[have[3]] + PAIRS[have[2]] + have[1]
    return ((have[0] - LEAST) * TRIPLES[HOLDINGS] + others) * 4


@final
class Outlook:
    """The shares for a number of seats: of the seat that starts, and of the others in the order of
    their holdings."""

    def __init__(self, seats: i64, shares: vec[float]) -> None:
        self.seats: Final = seats
        self.shares: Final = shares

    def worth(self, state: PaFuera) -> list[float]:
        """The shares of all seats at the beginning of a round."""
        starter: i64 = state.starter
        first: i64 = (starter + 1) % self.seats
        second: i64 = (starter + 2) % self.seats
        low: i64 = holding(state, first)
        middle: i64 = holding(state, second)
        if low > middle:
            first, second = second, first
            low, middle = middle, low
        found: list[float] = [0.0] * self.seats
        place: i64 = holding(state, starter) - LEAST
        if self.seats == 3:
            place = (place * PAIRS[HOLDINGS] + PAIRS[middle] + low) * 3
        else:
            third: i64 = (starter + 3) % self.seats
            high: i64 = holding(state, third)
            if middle > high:
                second, third = third, second
                middle, high = high, middle
                if low > middle:
                    first, second = second, first
                    low, middle = middle, low
            place = (place * TRIPLES[HOLDINGS] + TRIPLES[high] + PAIRS[middle] + low) * 4
            found[third] = self.shares[place + 3]
        found[starter] = self.shares[place]
        found[first] = self.shares[place + 1]
        found[second] = self.shares[place + 2]
        return found

    def mean_worth(self, start: PaFuera, strategy: Strategy, rounds: i64, rng: Rng) -> list[float]:
        """The mean of the shares after one round, played so many times."""
        sums: list[float] = [0.0] * self.seats
        last_turn: i64 = rounds_before(start) + 1
        one_round = OneRound(strategy, self)
        for _ in range(rounds):
            state = start.copy()
            play_out(state, one_round, rng, last_turn)
            shares: list[float] = values(state) if state.over else self.worth(state)
            for seat in range(self.seats):
                sums[seat] += shares[seat]
        return [share / float(rounds) for share in sums]


@final
class OneRound(Strategy):
    """A strategy in playouts that end with the round."""

    def __init__(self, strategy: Strategy, outlook: Outlook) -> None:
        self.strategy: Final = strategy
        self.outlook: Final = outlook

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        return self.strategy.choose(state, seat, rng)

    def turn_number(self, state: State) -> i64:
        return rounds_before(state)

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, PaFuera)
        return self.outlook.worth(state)


def read_outlook(players: int) -> Outlook:
    """The shares that the package ships."""
    path = resources.files(__package__).joinpath(f"data/outlook-{players}.bin")
    stored = zlib.decompress(path.read_bytes())
    return Outlook(players, vec[float]([number / SCALE for number in stored]))


def stored_form(outlook: Outlook) -> bytes:
    return zlib.compress(bytes([round(share * SCALE) for share in outlook.shares]), 9)
