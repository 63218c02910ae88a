"""How good each decision is: playouts from positions that the seat holds possible.

All decisions are tried in the same imagined positions and with the same luck, so that their
difference has little noise. The playouts are dealt out by sequential halving: all decisions get
some, the better half gets more, until two are left. A budget counts playouts, not seconds, so the
same generator gives the same answer on every machine.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from cubilete.core.parts.policy import Budget
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import NO_HORIZON, Strategy, play_out, values

Imagine = Callable[[Rng], State]
"""Draws a position that is consistent with what the seat knows. It may be changed."""


@dataclass(frozen=True)
class Judgement:
    """What a decision is worth to every seat, on average over the playouts."""

    code: int
    values: tuple[float, ...]
    """See `cubilete.core.strategy.values`."""
    error: float
    """The standard error of the deciding seat's own value."""
    playouts: int


@dataclass
class Candidate:
    """A decision that is being tried, with the sums of its playouts."""

    code: int
    count: int = 0
    sums: list[float] = field(default_factory=list)
    squares: float = 0.0

    def add(self, found: list[float], own: float) -> None:
        if not self.sums:
            self.sums = [0.0] * len(found)
        for seat, value in enumerate(found):
            self.sums[seat] += value
        self.count += 1
        self.squares += own * own

    def mean(self, seat: int) -> float:
        return self.sums[seat] / self.count

    def judgement(self, seat: int) -> Judgement:
        mean = self.mean(seat)
        variance = max(self.squares / self.count - mean * mean, 0.0)
        error = math.sqrt(variance / max(self.count - 1, 1))
        return Judgement(
            self.code, tuple(total / self.count for total in self.sums), error, self.count
        )


def judge(
    imagine: Imagine, seat: int, strategy: Strategy, budget: Budget, rng: Rng
) -> list[Judgement]:
    """The decisions of `seat` that are worth a look, the best first."""
    first = imagine(rng)
    chosen = [Candidate(code) for code in strategy.shortlist(first, seat, budget.shortlist)]
    if len(chosen) == 1:
        return [one_playout(first, chosen[0], seat, strategy, budget, rng)]
    ranked: list[Candidate] = []
    rounds = max(math.ceil(math.log2(len(chosen))), 1)
    for left in range(rounds, 0, -1):
        samples = max(budget.playouts // (rounds * len(chosen)), 1)
        for _ in range(samples):
            position = imagine(rng)
            luck = rng.bits()
            for candidate in chosen:
                try_out(position, candidate, seat, strategy, budget.turns, luck)
        chosen.sort(key=lambda candidate: -candidate.mean(seat))
        if left > 1:
            half = max((len(chosen) + 1) // 2, 2)
            ranked = chosen[half:] + ranked
            chosen = chosen[:half]
    return [candidate.judgement(seat) for candidate in chosen + ranked]


def one_playout(
    position: State, candidate: Candidate, seat: int, strategy: Strategy, budget: Budget, rng: Rng
) -> Judgement:
    """The judgement of a decision that has no alternative."""
    try_out(position, candidate, seat, strategy, budget.turns, rng.bits())
    return candidate.judgement(seat)


def try_out(
    position: State, candidate: Candidate, seat: int, strategy: Strategy, turns: int, luck: int
) -> None:
    state = position.copy()
    last_turn = strategy.turn_number(state) + turns if turns else NO_HORIZON
    state.advance(seat, candidate.code)
    play_out(state, strategy, Rng(luck), last_turn)
    found = values(state) if state.over else strategy.estimate(state)
    candidate.add(found, found[seat])
