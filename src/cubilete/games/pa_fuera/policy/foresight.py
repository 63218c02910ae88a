"""What a seat may expect of a round. This module is compiled with mypyc.

A call that stands takes dice from everybody, and what is left is worth what `Outlook` says. The
dice of the others are hidden, but how many of a face they have follows a law: who has called a face
has none of it, who let it stand has few, who pays against it has some. So the mean over all cases
is computed instead of sampled.

A law is six chances for each seat: to lose 0 to 5 dice.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.pa_fuera.policy.outlook import Outlook
from cubilete.games.pa_fuera.policy.strategy import FACES, held
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import BIT, DICE_EACH, ONE, SHARES, of_seat

COUNTS: Final[i64] = DICE_EACH + 1
UNLIKELY: Final = 0.0001
"""Cases with a smaller chance are left out."""
RARELY: Final = 0.1
"""How often somebody lets a call stand that would take too many dice, compared with other calls."""


def build_chances() -> vec[float]:
    """For dice with six faces and for dice with five, and for each number of dice: the chances
    that 0 to 5 of them show one face."""
    found: list[float] = []
    for faces in (6, 5):
        for dice in range(DICE_EACH + 1):
            for count in range(DICE_EACH + 1):
                ways = math.comb(dice, count) * (faces - 1) ** (dice - count)
                found.append(ways / faces**dice if count <= dice else 0.0)
    return vec[float](found)


CHANCES: Final = build_chances()
ANY: Final[i64] = 0
OTHER: Final[i64] = COUNTS * COUNTS
"""Where the chances of dice begin that may show any face, or any other than a certain one."""


def fill(law: vec[float], seat: i64, dice: i64, which: i64) -> None:
    for count in range(COUNTS):
        law[seat * COUNTS + count] = CHANCES[which + dice * COUNTS + count]


def normalize(law: vec[float], seat: i64) -> None:
    """Makes the chances of a seat sum to 1; if all are 0, it loses nothing."""
    whole: float = 0.0
    for count in range(COUNTS):
        whole += law[seat * COUNTS + count]
    if whole <= 0.0:
        law[seat * COUNTS] = whole = 1.0
    for count in range(COUNTS):
        law[seat * COUNTS + count] /= whole


def no_law(seats: i64) -> vec[float]:
    return vec[float]([0.0] * (seats * COUNTS))


def copied(law: vec[float]) -> vec[float]:
    return vec[float](list(law))


def standing_law(state: PaFuera, seat: i64) -> vec[float]:
    """What the standing call would take from the others."""
    law = no_law(state.seats)
    for other in range(state.seats):
        dice: i64 = of_seat(state.dice, other)
        if other == seat or state.callers & BIT[other]:
            law[other * COUNTS] = 1.0
            continue
        fill(law, other, dice, ANY)
        if state.offer(other):
            law[other * COUNTS] = 0.0
        elif not state.active & BIT[other] and of_seat(state.tokens, other) > state.cost:
            too_many: i64 = 3 if state.cost > 1 else 2
            for count in range(too_many, COUNTS):
                law[other * COUNTS + count] *= RARELY
        normalize(law, other)
    return law


def other_law(state: PaFuera, seat: i64) -> vec[float]:
    """What a call of another face would take from the others."""
    law = no_law(state.seats)
    for other in range(state.seats):
        dice: i64 = of_seat(state.dice, other)
        if other == seat:
            law[other * COUNTS] = 1.0
        elif state.callers & BIT[other]:
            fill(law, other, dice, OTHER)
        elif state.offer(other):
            fill(law, other, dice - 1 if dice else 0, ANY)
        else:
            fill(law, other, dice, ANY)
            if not state.active & BIT[other] and of_seat(state.tokens, other) > state.cost:
                for count in range(COUNTS):
                    at: i64 = other * COUNTS + count
                    law[at] = (law[at] + CHANCES[OTHER + dice * COUNTS + count]) / 2.0
    return law


@final
class Foresight:
    """Means of the shares of a seat."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook: Final = outlook

    def mean(self, state: PaFuera, tokens: i64, seat: i64, lost: i64, law: vec[float]) -> float:
        """After a round that leaves these tokens and takes `lost` dice from the seat."""
        seats: i64 = state.seats
        first: i64 = (seat + 1) % seats
        second: i64 = (seat + 2) % seats
        third: i64 = (seat + 3) % seats  # the seat itself, which loses no more, if they are three
        starter: i64 = state.starter
        if tokens:
            starter = (starter + 1) % seats
            while of_seat(tokens, starter) == 0:
                starter = (starter + 1) % seats
        dice: i64 = state.dice - lost * ONE[seat]
        found: float = 0.0
        for one in range(of_seat(dice, first) + 1):
            chance: float = law[first * COUNTS + one]
            if chance < UNLIKELY:
                continue
            for two in range(of_seat(dice, second) + 1):
                both: float = chance * law[second * COUNTS + two]
                if both < UNLIKELY:
                    continue
                left: i64 = dice - one * ONE[first] - two * ONE[second]
                if seats == 3:
                    found += both * self.outlook.worth(tokens, left, starter, seat)
                    continue
                for three in range(of_seat(dice, third) + 1):
                    all_three: float = both * law[third * COUNTS + three]
                    if all_three >= UNLIKELY:
                        rest: i64 = left - three * ONE[third]
                        found += all_three * self.outlook.worth(tokens, rest, starter, seat)
        return found

    def if_it_stands(self, state: PaFuera, seat: i64, law: vec[float]) -> float:
        """The share of the seat if nobody raises any more."""
        return self.mean(state, state.tokens, seat, held(state, seat, state.face), law)

    def if_called(
        self, state: PaFuera, seat: i64, face: i64, shares: i64, law: vec[float]
    ) -> float:
        """The share of the seat after a call for these shares of the cost. Who would lose many
        dice by it and can pay alone raises once more, by any other face."""
        tokens: i64 = state.tokens - (shares & SHARES)
        cost: i64 = state.cost + 2
        too_many: i64 = cost - 1
        found: float = 0.0
        rest: float = 1.0
        calm = copied(law)
        for other in range(state.seats):
            if other == seat or of_seat(shares, other) or of_seat(tokens, other) < cost:
                continue
            chance: float = 0.0
            for count in range(too_many, COUNTS):
                chance += law[other * COUNTS + count]
                calm[other * COUNTS + count] = 0.0
            normalize(calm, other)
            if chance > 0.0:
                raised: float = self.if_raised(state, seat, face, tokens - cost * ONE[other], other)
                found += rest * chance * raised
                rest *= 1.0 - chance
        stands: float = self.mean(state, tokens, seat, held(state, seat, face), calm)
        return found + rest * stands

    def if_raised(self, state: PaFuera, seat: i64, face: i64, tokens: i64, by: i64) -> float:
        """The mean share of the seat if another one calls any face but this one."""
        law = no_law(state.seats)
        for other in range(state.seats):
            fill(law, other, of_seat(state.dice, other), ANY)
        fill(law, by, 0, ANY)
        found: float = 0.0
        for lost in range(COUNTS):
            faces: i64 = 0
            for called in range(1, FACES + 1):
                if called != face and held(state, seat, called) == lost:
                    faces += 1
            if faces:
                share: float = self.mean(state, tokens, seat, lost, law)
                found += float(faces) / float(FACES - 1) * share
        return found
