"""A strategy decides quickly in any position, and whole games are played out by it.

Strategies are the knowledge of the bots: the level `normal` plays by one, and search, hints and
analysis play games to their end by it. So they are compiled where they can be, and take
microseconds.

A strategy is given the whole position, because a copy of it is what a playout has. It must decide
by what the seat may know: in two positions of which the seat has the same view, it returns the
same code for the same generator. The tests hold every game to it.

This module is compiled. A strategy in plain Python can subclass `Strategy` too.
"""

from mypy_extensions import i64, mypyc_attr

from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, OVER, SEATS, State, pick_seat

NO_HORIZON: i64 = 1 << 40
"""More turns than any game has."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy:
    """Any legal decision, all equally likely. Subclasses know better.

    An instance serves one setup, any number of games and all seats. It may cache what follows
    from a position, but must not remember games.
    """

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """One of `state.legal(seat)`. All its luck comes from `rng`."""
        return state.choose(seat, rng)

    def waits(self, state: State, seat: i64, rng: Rng) -> bool:
        """Whether the seat lets the others go first. Asked only where others may act too."""
        return False

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        """The codes worth a closer look, at most `most` of them, the most promising first. Here
        all are equally promising: those that are listed are spread over the legal ones."""
        codes = state.legal(seat)
        if len(codes) <= most:
            return codes
        return [codes[place * len(codes) // most] for place in range(most)]

    def turn_number(self, state: State) -> i64:
        """How many turns of the game are over, for playouts that end after some of them."""
        return 0

    def estimate(self, state: State) -> list[float]:
        """What `values` would be at the end of the game, on average. It is called between two
        turns only, and only where `turn_number` counts them."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Mistaken(Strategy):
    """Plays as another strategy does, but for a share of its decisions, which are random."""

    def __init__(self, strategy: Strategy, percent: i64) -> None:
        self.strategy: Strategy = strategy
        self.percent: i64 = percent

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        if rng.below(100) < self.percent:
            return state.choose(seat, rng)
        return self.strategy.choose(state, seat, rng)

    def waits(self, state: State, seat: i64, rng: Rng) -> bool:
        return self.strategy.waits(state, seat, rng)


def next_seat(state: State, strategy: Strategy, rng: Rng) -> i64:
    """The seat that acts next: drawn by lot among those that do not wait, or among all that may
    act if all of them wait."""
    acting: i64 = state.acting()
    if acting & (acting - 1) == 0:
        return pick_seat(acting, rng)
    asked: i64 = acting
    while asked:
        seat: i64 = pick_seat(asked, rng)
        if not strategy.waits(state, seat, rng):
            return seat
        mask: i64 = 1
        for _ in range(seat):
            mask *= 2
        asked -= mask
    return pick_seat(acting, rng)


def play_out(state: State, strategy: Strategy, rng: Rng, last_turn: i64 = NO_HORIZON) -> i64:
    """Plays on until the game is over or `strategy.turn_number` has reached `last_turn`.

    Every decision of every seat is the strategy's. Returns the number of decisions.

    Before such a horizon each turn has a generator of its own. Decisions that are compared with the
    same `rng` then meet the same rolls in later turns, however many the current one took, and their
    difference has less noise.
    """
    decisions: i64 = 0
    luck: i64 = 0
    current: i64 = -1
    if last_turn < NO_HORIZON:
        luck = rng.bits()
    while True:
        turn: i64 = state.turn()
        if turn == SEATS:
            seat: i64 = next_seat(state, strategy, rng)
            state.advance(seat, strategy.choose(state, seat, rng))
            decisions += 1
            continue
        if turn == OVER:
            return decisions
        if last_turn < NO_HORIZON:
            number: i64 = strategy.turn_number(state)
            if number >= last_turn:
                return decisions
            if number != current:
                rng = Rng(luck + number)
                current = number
        state.advance(turn, state.sample(rng) if turn == CHANCE else 0)


def values(state: State) -> list[float]:
    """What the end of a game is worth to each seat: its share of the victory, which ties split;
    the points in a game that is played alone. A score beyond those of the seats counts as a seat
    of its own (216's solo opponent)."""
    scores = state.scores()
    if len(scores) == 1:
        return [float(scores[0])]
    winners = state.winners()
    share = 1.0 / len(winners)
    return [share if seat in winners else 0.0 for seat in range(len(scores))]
