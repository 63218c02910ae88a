"""What points and helps are worth in the race to the target. Compiled with mypyc.

A hand counts by its *weight*: what it is expected to score depends on the weight and on the turns
that are left, and a help is worth less the more there are beside it.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.two_sixteen.policy.turns import HEAVIEST
from cubilete.games.two_sixteen.rules import SOLO, TwoSixteen
from cubilete.games.two_sixteen.tables import count_helps

TURNS: Final = 16
"""The worth of hands is known for 0 to this many turns to come."""

# Gauss-Hermite quadrature of a normal distribution.
NODES: Final = vec[float]([-2.856970, -1.355626, 0.0, 1.355626, 2.856970])
SHARES: Final = vec[float]([0.011257, 0.222076, 0.533333, 0.222076, 0.011257])

# The following fit how games of the strategy against itself end.

SPREAD: Final = 0.45
"""The standard deviation of a turn's points, as a share of the pace."""
IA_PACE: Final = 0.77
"""The points that the IA scores in a turn, as a share of the player's pace."""
IA_SPREAD: Final = 0.35
MORE_ROUNDS: Final = 0.6
"""How many rounds a game takes longer than the leader's pace tells."""
WEIGHT_OF_A_CARD: Final = 6.7
"""The weight of a help that is not seen."""


@final
class Race:
    """What hands are worth, and the chance to win."""

    def __init__(
        self, worths: list[list[float]], usual: list[float], pace: float, weights: vec[i64]
    ) -> None:
        """`worths` has a row for each number of turns to come from 0 to TURNS; a row has the
        worth in points of each weight from 0 to HEAVIEST. `usual` is what a turn without helps is
        worth on average, by the number of turns that follow it. `weights` has the weight of a
        help of each kind."""
        self.weights: vec[i64] = weights
        self.worths: vec[float] = vec[float]([worth for row in worths for worth in row])
        self.usual: vec[float] = vec[float](usual)
        self.pace: float = pace
        """The points that a player is expected to score in a turn."""
        self.spread: float = pace * SPREAD
        """The standard deviation of these points."""
        self.ia_pace: float = pace * IA_PACE
        self.ia_spread: float = pace * IA_SPREAD

    def weight_of(self, hand: i64) -> i64:
        """The weight of a hand, at most HEAVIEST."""
        weight: i64 = 0
        kind: i64 = 0
        while hand:
            weight += (hand & 31) * self.weights[kind]
            hand >>= 5
            kind += 1
        if weight > HEAVIEST:
            return HEAVIEST
        return weight

    def worth(self, turns: float, weight: i64) -> float:
        """What a hand of this weight is expected to score in the turns to come."""
        if weight <= 0:
            return 0.0
        if weight > HEAVIEST:
            weight = HEAVIEST
        if turns >= float(TURNS):
            return self.worths[TURNS * (HEAVIEST + 1) + weight]
        if turns <= 0.0:
            return self.worths[weight]
        whole: i64 = i64(turns)
        at: i64 = whole * (HEAVIEST + 1) + weight
        low: float = self.worths[at]
        return low + (turns - float(whole)) * (self.worths[at + HEAVIEST + 1] - low)

    def usual_turn(self, turns: float, weight: i64) -> float:
        """What a turn is worth on average, helps drawn and used included, if so many follow it."""
        whole: i64 = i64(turns + 0.5)
        if whole >= len(self.usual):
            whole = len(self.usual) - 1
        return self.usual[whole] + self.worth(turns + 1.0, weight) - self.worth(turns, weight)

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
        left: float = (target - most) / self.pace + MORE_ROUNDS
        if left < 0.0:
            return 0.0
        return left

    def chance(self, state: TwoSixteen, own: float, weight: i64, more: float) -> float:
        """The chance to win of the current seat if it ends its turn with these points and helps
        of this weight, and so many points more at the end. All scores of the end are taken as
        normal and independent."""
        rounds: float = self.rounds_left(state, own)
        mine: float = own + self.worth(rounds, weight) + more
        variance: float = rounds * self.spread * self.spread
        if len(state.points) == 2:
            return self.chance_with(state, rounds, mine, variance)
        deviation: float = math.sqrt(variance)
        total: float = 0.0
        for node in range(len(NODES)):
            total += SHARES[node] * self.chance_with(
                state, rounds, mine + NODES[node] * deviation, 0.0
            )
        return total

    def chance_with(self, state: TwoSixteen, rounds: float, mine: float, variance: float) -> float:
        """The chance that the current seat has most points after these rounds. `mine` does not
        count what it scores on average in these rounds; `variance` is that of its points."""
        chance: float = 1.0
        for seat in range(len(state.points)):
            if seat == state.current:
                continue
            ahead: float = mine - float(state.points[seat])
            if seat >= state.seats:
                ahead += rounds * self.pace - (rounds + 1.0) * self.ia_pace
                chance *= share(ahead, variance + (rounds + 1.0) * self.ia_spread * self.ia_spread)
                continue
            turns: float = rounds
            if self.is_behind(state, seat):
                turns += 1.0
                ahead -= self.pace
            cards: i64 = count_helps(state.hands[seat])
            ahead -= self.worth(turns, i64(float(cards) * WEIGHT_OF_A_CARD))
            chance *= share(ahead, variance + turns * self.spread * self.spread)
        return chance

    # --- Between two turns ---

    def chances(self, state: TwoSixteen, more: float) -> list[float]:
        """The chances of all to win when the current seat begins its turn, which is worth so many
        points more than a usual one."""
        rounds: float = self.rounds_from(state)
        means: list[float] = []
        variances: list[float] = []
        for seat in range(len(state.points)):
            mean: float = float(state.points[seat])
            if seat >= state.seats:
                turns: float = rounds + 1.0
                means.append(mean + turns * self.ia_pace)
                variances.append(turns * self.ia_spread * self.ia_spread)
                continue
            turns = rounds
            if seat == state.current:
                mean += more
                turns += 1.0
            elif self.is_behind(state, seat):
                turns += 1.0
            mean += turns * self.pace + self.worth(turns, self.weight_of(state.hands[seat]))
            means.append(mean)
            variances.append(turns * self.spread * self.spread)
        found: list[float] = []
        total: float = 1e-9
        for seat in range(len(means)):
            chance: float = chance_to_lead(seat, means, variances)
            found.append(chance)
            total += chance
        return [chance / total for chance in found]

    def rounds_from(self, state: TwoSixteen) -> float:
        """How many rounds are expected after this one when the current seat begins its turn."""
        target: float = float(state.target)
        most: float = 0.0
        for seat in range(len(state.points)):
            points: float = float(state.points[seat])
            if points >= target:
                return 0.0
            if seat >= state.seats:
                points += self.ia_pace
            elif seat == state.current or self.is_behind(state, seat):
                points += self.pace
            if points > most:
                most = points
        left: float = (target - most) / self.pace + MORE_ROUNDS
        if left < 0.0:
            return 0.0
        return left


def chance_to_lead(seat: i64, means: list[float], variances: list[float]) -> float:
    """The chance that the score of a seat is the highest of these normal ones."""
    deviation: float = math.sqrt(variances[seat])
    total: float = 0.0
    for node in range(len(NODES)):
        mine: float = means[seat] + NODES[node] * deviation
        chance: float = SHARES[node]
        for other in range(len(means)):
            if other != seat:
                chance *= share(mine - means[other], variances[other])
        total += chance
    return total


def share(ahead: float, variance: float) -> float:
    """The chance that a difference of points, of which this is the mean, is positive. A tie counts
    half, as more rounds follow. A logistic curve is near enough to the normal one."""
    if variance < 0.25:
        if ahead > 0.25:
            return 1.0
        return 0.5 if ahead > -0.25 else 0.0
    return 1.0 / (1.0 + math.exp(-1.7 * ahead / math.sqrt(variance)))
