"""What the game is worth to a seat when a round begins. This module is compiled with mypyc.

Before the dice are rolled a position is small: the tokens and dice of each seat, and who starts.
`Outlook` has the share of the victory that one seat gets from each such position, if it plays as
`Thrifty` does among seats that play in the ways of quick bots; cubilete/study/learning computes the
shares, and the package ships them. The seat is apart from the others on purpose: among equals a
token is worth less, because the others use theirs as well. The order of the others is left out: it
matters little, and with it the table would be six times as large.
"""

import zlib
from importlib import resources
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy, play_out
from cubilete.games.pa_fuera.policy.strategy import PaFueraStrategy, rounds_before
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import CALL, DICE_EACH, KIND, PASS, TOKENS_EACH, of_seat

HOLDINGS: Final[i64] = (TOKENS_EACH + 1) * (DICE_EACH + 1)
"""What a seat can have, as a number: see `holding`."""
PAIRS: Final = vec[i64]([have * (have + 1) // 2 for have in range(HOLDINGS + 1)])
TRIPLES: Final = vec[i64]([have * (have + 1) * (have + 2) // 6 for have in range(HOLDINGS + 1)])
"""How many ascending pairs and triples have their last holding below each."""
SCALE: Final = 250
"""Shares are stored as bytes of this fraction."""

# Weights of `PaFueraStrategy`, fitted by the cross-entropy method in games of one such seat among
# seats of `normal`, with three and with four players.
TOKEN: Final = 0.6
BY_OWN: Final = 0.12
BY_OTHERS: Final = 0.38
BY_LEAD: Final = 0.1


@final
class Thrifty(Strategy):
    """Values tokens by what everybody has left, and lets others go first wherever they may: who
    raises before it saves its tokens. Only a proposal is made at once: its partner could have
    passed later."""

    def __init__(self) -> None:
        self.strategy: Final = PaFueraStrategy(TOKEN, 0.0, BY_OWN, BY_OTHERS, BY_LEAD)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        return self.strategy.choose(state, seat, rng)

    def waits(self, state: State, seat: i64, rng: Rng) -> bool:
        assert isinstance(state, PaFuera)
        if state.offer(seat):
            return True
        kind: i64 = self.strategy.choose(state, seat, rng) & KIND
        return kind == PASS or kind == CALL


def holding(tokens: i64, dice: i64, seat: i64) -> i64:
    return of_seat(tokens, seat) * (DICE_EACH + 1) + of_seat(dice, seat)


def others_count(seats: i64) -> i64:
    """How many ways there are for what the others have."""
    return PAIRS[HOLDINGS] if seats == 3 else TRIPLES[HOLDINGS]


def table_size(seats: i64) -> i64:
    return HOLDINGS * others_count(seats) * seats


@final
class Outlook:
    """The shares for a number of seats: by what the seat itself has, what the others have, and who
    starts, the seat itself or one of the others in the order of their holdings."""

    def __init__(self, seats: i64, shares: vec[float]) -> None:
        self.seats: Final = seats
        self.others: Final = others_count(seats)
        self.shares: Final = shares

    def place(self, tokens: i64, dice: i64, starter: i64, seat: i64) -> i64:
        """Where the share of a seat is stored."""
        first: i64 = (seat + 1) % self.seats
        second: i64 = (seat + 2) % self.seats
        low: i64 = holding(tokens, dice, first)
        middle: i64 = holding(tokens, dice, second)
        if low > middle:
            first, second = second, first
            low, middle = middle, low
        others: i64 = PAIRS[middle] + low
        starts: i64 = 0
        if self.seats == 4:
            third: i64 = (seat + 3) % self.seats
            high: i64 = holding(tokens, dice, third)
            if middle > high:
                second, third = third, second
                middle, high = high, middle
                if low > middle:
                    first, second = second, first
                    low, middle = middle, low
            others = TRIPLES[high] + PAIRS[middle] + low
            if starter == third:
                starts = 3
        if starter == first:
            starts = 1
        elif starter == second:
            starts = 2
        return (holding(tokens, dice, seat) * self.others + others) * self.seats + starts

    def worth(self, tokens: i64, dice: i64, starter: i64, seat: i64) -> float:
        """The share of a seat at the beginning of a round that `starter` starts, or at the end of
        the game."""
        if tokens and dice:
            return self.shares[self.place(tokens, dice, starter, seat)]
        most: i64 = 0
        winners: i64 = 0
        for other in range(self.seats):
            count: i64 = of_seat(dice, other)
            if count > most:
                most = count
                winners = 0
            if count == most:
                winners += 1
        return 1.0 / float(winners) if of_seat(dice, seat) == most else 0.0

    def mean_worth(
        self, start: PaFuera, own: Strategy, ways: list[Strategy], rounds: i64, rng: Rng
    ) -> float:
        """The mean share of seat 0 after one round, played so many times: seat 0 plays as `own`
        does, each of the others in one of the ways, drawn by lot."""
        found: float = 0.0
        last_turn: i64 = rounds_before(start) + 1
        one_round = OneRound([own] * self.seats)
        for _ in range(rounds):
            for seat in range(1, self.seats):
                one_round.strategies[seat] = ways[rng.below(len(ways))]
            state = start.copy()
            play_out(state, one_round, rng, last_turn)
            found += self.worth(state.tokens, state.dice, state.starter, 0)
        return found / float(rounds)


@final
class OneRound(Strategy):
    """A strategy for each seat, in playouts that end with the round."""

    def __init__(self, strategies: list[Strategy]) -> None:
        self.strategies: Final = strategies

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        return self.strategies[seat].choose(state, seat, rng)

    def waits(self, state: State, seat: i64, rng: Rng) -> bool:
        return self.strategies[seat].waits(state, seat, rng)

    def turn_number(self, state: State) -> i64:
        return rounds_before(state)


def read_outlook(players: int) -> Outlook:
    """The shares that the package ships."""
    path = resources.files(__package__).joinpath(f"data/outlook-{players}.bin")
    stored = zlib.decompress(path.read_bytes())
    return Outlook(players, vec[float]([number / SCALE for number in stored]))


def stored_form(outlook: Outlook) -> bytes:
    return zlib.compress(bytes([round(share * SCALE) for share in outlook.shares]), 9)
