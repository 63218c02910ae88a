"""What points and helps are worth in the race to the target. Compiled with mypyc.

A hand counts by its *weight* (`turns.WEIGHTS`): what it is expected to score depends on the weight
and on the turns that are left, and a help is worth less the more there are beside it.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.two_sixteen.rules import SOLO, TwoSixteen
from cubilete.games.two_sixteen.tables import count_helps
from cubilete.games.two_sixteen.turns import HEAVIEST, WEIGHTS

TURNS: Final = 16
"""The worth of hands is known for 0 to this many turns to come."""


def weight_of(hand: i64) -> i64:
    """The weight of a hand, at most HEAVIEST."""
    weight: i64 = 0
    kind: i64 = 0
    while hand:
        weight += (hand & 31) * WEIGHTS[kind]
        hand >>= 5
        kind += 1
    if weight > HEAVIEST:
        return HEAVIEST
    return weight


@final
class Race:
    """What hands are worth, and the chance to win."""

    def __init__(self, table: list[list[float]]) -> None:
        """`table` has a row for each number of turns to come from 0 to TURNS; a row has the worth
        in points of each weight from 0 to HEAVIEST."""
        self.table: vec[float] = vec[float]([worth for row in table for worth in row])
        self.pace: float = 7.0
        """The points that a player is expected to score in a turn."""
        self.spread: float = 4.5
        """The standard deviation of these points."""
        self.ia_pace: float = 4.0
        self.ia_spread: float = 1.5
        self.more_rounds: float = 0.5
        self.a_hand: float = 7.0
        """The weight of a card that is not seen."""

    def worth(self, turns: float, weight: i64) -> float:
        """What a hand of this weight is expected to score in the turns to come."""
        if weight <= 0:
            return 0.0
        if weight > HEAVIEST:
            weight = HEAVIEST
        if turns >= float(TURNS):
            return self.table[TURNS * (HEAVIEST + 1) + weight]
        if turns <= 0.0:
            return self.table[weight]
        whole: i64 = i64(turns)
        at: i64 = whole * (HEAVIEST + 1) + weight
        low: float = self.table[at]
        return low + (turns - float(whole)) * (self.table[at + HEAVIEST + 1] - low)

    def is_behind(self, state: TwoSixteen, seat: i64) -> bool:
        """Whether a seat has its turn of this round after the current seat."""
        return (seat - state.first) % state.seats > (state.current - state.first) % state.seats

    def rounds_left(self, state: TwoSixteen, own: float) -> float:
        """How many rounds are expected after this one, if the current seat ends its turn with
        this many points."""
        target: float = float(state.target)
        most: float = own
        if own >= target:
            return 0.0
        for seat in range(len(state.points)):
            if seat != state.current:
                points: float = float(state.points[seat])
                if points >= target:
                    return 0.0
                if state.seats > SOLO and self.is_behind(state, seat):
                    points += self.pace
                if points > most:
                    most = points
        left: float = (target - most) / self.pace + self.more_rounds
        if left < 0.0:
            return 0.0
        return left

    def chance(self, state: TwoSixteen, own: float, weight: i64) -> float:
        """The chance to win of the current seat if it ends its turn with these points and helps
        of this weight. The others are taken as independent of each other."""
        rounds: float = self.rounds_left(state, own)
        mine: float = own + self.worth(rounds, weight)
        chance: float = 1.0
        for seat in range(len(state.points)):
            if seat == state.current:
                continue
            ahead: float = mine - float(state.points[seat])
            turns: float = rounds
            if seat >= state.seats:
                turns += 1.0
                ahead += rounds * self.pace - turns * self.ia_pace
                variance: float = (
                    rounds * self.spread * self.spread + turns * self.ia_spread * self.ia_spread
                )
            else:
                if self.is_behind(state, seat):
                    turns += 1.0
                cards: i64 = count_helps(state.hands[seat])
                ahead += (rounds - turns) * self.pace
                ahead -= self.worth(turns, i64(float(cards) * self.a_hand))
                variance = (rounds + turns) * self.spread * self.spread
            chance *= share(ahead, variance)
        return chance


def share(ahead: float, variance: float) -> float:
    """The chance that a difference of points, of which this is the mean, is positive. A tie counts
    half, as more rounds follow. A logistic curve is near enough to the normal one."""
    if variance < 0.25:
        if ahead > 0.25:
            return 1.0
        return 0.5 if ahead > -0.25 else 0.0
    return 1.0 / (1.0 + math.exp(-1.7 * ahead / math.sqrt(variance)))
