"""The exact values of one's own turn if every ending has a value of its own. Compiled with mypyc.

A turn ends with a claim or a pass and with some rest of the hand. `turns.py` is faster, but takes a
price for the helps that are used; here the value of an ending may be anything.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.two_sixteen.policy.turns import (
    FIRST_ROLL_GROUP,
    KEPT,
    NEVER,
    WAYS_OF,
    after_use,
    fill_averages,
)
from cubilete.games.two_sixteen.scoring import Cards, offered
from cubilete.games.two_sixteen.tables import (
    CHOICE_START,
    GROUP_COUNT,
    KIND_COUNT,
    OFFER_SIZE,
    ONE_HELP,
    USE_ROW,
    USE_START,
)

MOST_RESTS: Final = 128
"""Of a hand that has more rests, those with most helps used are left out."""


def build_results() -> vec[i64]:
    row: list[int] = []
    for roll in range(GROUP_COUNT):
        for kind in range(KIND_COUNT):
            at = roll * KIND_COUNT + kind
            for place in range(USE_START[at], USE_START[at + 1]):
                row.append(int(after_use(roll, USE_ROW[place])))
    return vec[i64](row)


RESULTS: Final = build_results()
"""The dice after each use of USE_ROW, or those that stay if it rolls dice."""


@final
class Endings:
    """Call `list_rests`, set `claims`, `served` and `passing`, then call `solve`."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Cards = cards
        self.count: i64 = 0
        self.rests: vec[i64] = vec[i64]([0] * MOST_RESTS)
        """What can be left of the hand: the whole hand first, then those with fewer helps."""
        self.fewer: vec[i64] = vec[i64]([0] * (MOST_RESTS * KIND_COUNT))
        """For each rest and kind of help, the rest without one of it; -1 if there is none."""
        self.claims: vec[float] = vec[float]([0.0] * (MOST_RESTS * OFFER_SIZE))
        """For each rest: what claiming the objective at each place is worth, without a bonus."""
        self.served: vec[float] = vec[float]([0.0] * OFFER_SIZE)
        """The same with the better bonus, with the whole hand."""
        self.passing: vec[float] = vec[float]([0.0] * MOST_RESTS)
        self.ready: vec[float] = vec[float]([0.0] * GROUP_COUNT)
        """The best claim for each roll, with the rest that is looked at."""
        self.second: vec[float] = vec[float]([0.0] * (MOST_RESTS * GROUP_COUNT))
        """For each rest, values after the second roll; for groups of fewer than three dice it is
        the average over the missing ones."""
        self.first: vec[float] = vec[float]([0.0] * (MOST_RESTS * GROUP_COUNT))
        """The same after the first roll, when claims are not served."""

    def list_rests(self, hand: i64) -> None:
        place_of: dict[int, int] = {int(hand): 0}
        self.rests[0] = hand
        self.count = 1
        rest: i64 = 0
        while rest < self.count:
            for kind in range(KIND_COUNT):
                self.fewer[rest * KIND_COUNT + kind] = -1
                if self.rests[rest] >> 5 * kind & 31:
                    left: i64 = self.rests[rest] - ONE_HELP[kind]
                    found: i64 = place_of.get(int(left), -1)
                    if found < 0 and self.count < MOST_RESTS:
                        found = self.count
                        place_of[int(left)] = int(found)
                        self.rests[found] = left
                        self.count += 1
                    self.fewer[rest * KIND_COUNT + kind] = found
            rest += 1

    def solve(self, offer: i64) -> None:
        for place in range(self.count):
            self.fill(self.count - 1 - place, offer)

    def fill(self, rest: i64, offer: i64) -> None:
        """Computes the values with one rest, after those with fewer helps."""
        at: i64 = rest * GROUP_COUNT
        for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
            ready: float = NEVER
            for place in range(OFFER_SIZE):
                claim: float = self.claims[rest * OFFER_SIZE + place]
                if claim > ready and self.cards.meets(roll, offered(offer, place)):
                    ready = claim
            self.ready[roll] = ready
            if self.passing[rest] > ready:
                ready = self.passing[rest]
            self.second[at + roll] = self.best_use(self.second, rest, roll, ready)
        fill_averages(self.second, at)
        for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
            best: float = self.ready[roll]
            for choice in range(CHOICE_START[roll], CHOICE_START[roll + 1]):
                value: float = self.second[at + KEPT[choice]]
                if value > best:
                    best = value
            self.first[at + roll] = self.best_use(self.first, rest, roll, best)
        fill_averages(self.first, at)

    def best_use(self, values: vec[float], rest: i64, roll: i64, best: float) -> float:
        """The value of the best help to use, or `best` if none is better."""
        for kind in range(KIND_COUNT):
            fewer: i64 = self.fewer[rest * KIND_COUNT + kind]
            if fewer >= 0:
                at: i64 = roll * KIND_COUNT + kind
                for place in range(USE_START[at], USE_START[at + 1]):
                    value: float = values[fewer * GROUP_COUNT + RESULTS[place]]
                    if value > best:
                        best = value
        return best

    def expectation(self, offer: i64) -> float:
        """What the turn is worth before the first roll."""
        total: float = 0.0
        for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
            value: float = self.first[roll]
            for place in range(OFFER_SIZE):
                if self.served[place] > value and self.cards.meets(roll, offered(offer, place)):
                    value = self.served[place]
            total += value * WAYS_OF[roll]
        return total / 216.0
