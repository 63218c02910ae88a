"""How much of the results was luck.

The analysis of a game (`cubilete.bots.analysis`) splits what each seat got beyond the value of the
start into luck and skill. Over all seats of all games the share of luck is

    L / (L + S),  L = sum of luck²,  S = sum of skill²

From each square the variance that its playouts add is subtracted. With equal bots there is hardly
any skill to measure, so games among unequal ones are measured too.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.bots.report import analyse
from cubilete.core.record import Record
from cubilete.core.rng import seeded
from cubilete.study.balance.plan import Plan


@dataclass(frozen=True)
class GameLuck:
    """The squares of luck and skill of one game, summed over its seats."""

    luck: float
    skill: float


def luck_of(record: Record, plan: Plan, number: int) -> GameLuck:
    """Analyses a game with few playouts. Each game has a seed of its own, because all begin alike:
    the values of their starts would have the same error."""
    report = analyse(record, plan.effort, seeded("balance luck", plan.seed, number).bits())
    seats = [report.seat(seat) for seat in range(len(report.initial))]
    return GameLuck(
        math.fsum(seat.luck**2 - seat.adjusted_error**2 for seat in seats),
        math.fsum(seat.skill**2 - seat.error**2 for seat in seats),
    )


@dataclass(frozen=True)
class LuckShare:
    """The share of luck, with half of its 95 % interval."""

    share: float
    margin: float
    games: int


def share_of_luck(games: Sequence[GameLuck]) -> LuckShare | None:
    """None where too few games were analysed. The interval is computed by leaving out one game
    after the other (jackknife)."""
    count = len(games)
    if count < 2:
        return None
    luck = math.fsum(game.luck for game in games)
    skill = math.fsum(game.skill for game in games)
    whole = ratio(luck, skill)
    without = [ratio(luck - game.luck, skill - game.skill) for game in games]
    mean = math.fsum(without) / count
    variance = (count - 1) / count * math.fsum((share - mean) ** 2 for share in without)
    return LuckShare(whole, 1.96 * math.sqrt(variance), count)


def ratio(luck: float, skill: float) -> float:
    """Sums of few games can be negative by noise: they count as 0."""
    luck, skill = max(luck, 0.0), max(skill, 0.0)
    return luck / (luck + skill) if luck + skill else 0.0
