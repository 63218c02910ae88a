"""How good each decision is: playouts from positions that the seat holds possible.

All decisions are tried in the same imagined positions and with the same luck, so that their
difference has little noise. The playouts are dealt out by sequential halving: all decisions get
some, the better half gets more, until two are left. A budget counts playouts, not seconds, so the
same generator gives the same answer on every machine.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from cubilete.bots.positions import Imagine
from cubilete.core.parts.policy import Budget
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import NO_HORIZON, Strategy, sample_values


@dataclass
class Judgement:
    """What a decision is worth to every seat, on average over the playouts so far."""

    code: int
    results: list[list[float]] = field(default_factory=list)
    """What each playout was worth to each seat (`cubilete.core.strategy.values`). The k-th playouts
    of two decisions have the same position and luck."""

    @property
    def values(self) -> tuple[float, ...]:
        """What it is worth to each seat."""
        return tuple(
            math.fsum(column) / len(self.results) for column in zip(*self.results, strict=True)
        )

    def value(self, seat: int) -> float:
        """What it is worth to one seat."""
        return math.fsum(result[seat] for result in self.results) / len(self.results)

    def error(self, seat: int) -> float:
        """The standard error of a seat's value."""
        return standard_error([result[seat] for result in self.results])

    def difference(self, other: "Judgement") -> tuple[tuple[float, ...], tuple[float, ...]]:
        """How much more this decision is worth to each seat than another one, and the standard
        errors: from the playouts that both had."""
        differences = [
            [mine - theirs for mine, theirs in zip(one, two, strict=True)]
            for one, two in zip(self.results, other.results, strict=False)
        ]
        columns = list(zip(*differences, strict=True))
        means = tuple(math.fsum(column) / len(column) for column in columns)
        return means, tuple(standard_error(column) for column in columns)


def standard_error(results: Sequence[float]) -> float:
    """Of the mean; infinite for a single result."""
    count = len(results)
    if count < 2:
        return math.inf
    mean = math.fsum(results) / count
    return math.sqrt(math.fsum((result - mean) ** 2 for result in results) / (count - 1) / count)


def judge(
    imagine: Imagine,
    seat: int,
    strategy: Strategy,
    budget: Budget,
    rng: Rng,
    wanted: Collection[int] = (),
) -> list[Judgement]:
    """The decisions of `seat` that are worth a look, the best first.

    Those that are `wanted` are judged too, and get as many playouts as the best.
    """
    tried = [Judgement(code) for code in candidates(imagine, seat, strategy, budget, rng, wanted)]
    dropped: list[Judgement] = []
    rounds = max(math.ceil(math.log2(len(tried))), 1)
    for left in range(rounds, 0, -1):
        for _ in range(max(budget.playouts // (rounds * len(tried)), 2)):
            position = imagine(rng)
            luck = rng.bits()
            for judgement in tried:
                judgement.results.append(
                    outcome(position, seat, judgement.code, strategy, budget.turns, luck)
                )
        tried.sort(key=lambda judgement: -judgement.value(seat))
        if left > 1:
            half = max((len(tried) + 1) // 2, 2)
            dropped = [each for each in tried[half:] if each.code not in wanted] + dropped
            tried = tried[:half] + [each for each in tried[half:] if each.code in wanted]
    return tried + dropped


def candidates(
    imagine: Imagine,
    seat: int,
    strategy: Strategy,
    budget: Budget,
    rng: Rng,
    wanted: Collection[int] = (),
) -> list[int]:
    """The decisions that `judge` would try with the same generator, which it leaves as it was."""
    listed = strategy.shortlist(imagine(rng.copy()), seat, budget.shortlist)
    return list(dict.fromkeys([*listed, *wanted]))


def outcome(
    position: State, seat: int, code: int, strategy: Strategy, turns: int, luck: int
) -> list[float]:
    """What the game is worth to every seat after this decision, played out once."""
    state = position.copy()
    last_turn = strategy.turn_number(state) + turns if turns else NO_HORIZON
    state.advance(seat, code)
    return sample_values(state, strategy, Rng(luck), last_turn)
