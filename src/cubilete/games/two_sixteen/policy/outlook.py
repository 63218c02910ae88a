"""What the game is worth to a seat at the end of its turn, as a small network has learned it.

The network has one layer of HIDDEN units, and its output is the share of the victory. Its inputs
say, by their number and an amount: how many seats there are and how many follow in this round, the
points of the seat and of the two best others, how far it leads, its helps, what lies in the offer.
Besides, `Lead` tells how the points and helps of the seat compare with those of the best of the
others; the network learns in which way that is not the whole truth.

cubilete/study/learning computes the weights. This module is compiled with mypyc.
"""

import math
import struct
import zlib
from importlib import resources
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.two_sixteen.policy.race import WEIGHT_OF_A_CARD, Race
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.scoring import Cards, offered
from cubilete.games.two_sixteen.tables import (
    EMPTY,
    KIND_COUNT,
    OBJECTIVES,
    OFFER_SIZE,
    count_helps,
)

FILE: Final = "outlook.bin"
HIDDEN: Final = 32
TARGET: Final = 100
"""Nothing was learned for games to other targets."""

# A number between two knots is two inputs, with amounts that sum to 1.
POINT_KNOTS: Final = vec[i64]([0, 20, 40, 55, 70, 80, 85, 90, 94, 97, 100, 103, 106, 110, 116])
LEAD_KNOTS: Final = vec[i64]([-50, -35, -24, -16, -10, -5, 0, 5, 10, 16, 24, 35, 50])
LAST_LEAD_KNOTS: Final = vec[i64](
    [-18, -13, -10, -8, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 18]
)
HELP_KNOTS: Final = vec[i64]([0, 1, 2, 4, 7])

# Where each sort of input begins.
SEATS_THERE: Final = 1
"""Input 0 is always 1."""
SEATS_BEHIND: Final = SEATS_THERE + 5
OWN_POINTS: Final = SEATS_BEHIND + 6
BEST_POINTS: Final = OWN_POINTS + 15
NEXT_POINTS: Final = BEST_POINTS + 15
OTHERS_HELPS: Final = NEXT_POINTS + 15
POINTS_AHEAD: Final = OTHERS_HELPS + 2
AHEAD_AT_LAST: Final = POINTS_AHEAD + 13
"""The same once somebody has reached the target."""
OWN_HELPS: Final = AHEAD_AT_LAST + 21
SECOND_HELPS: Final = OWN_HELPS + KIND_COUNT
"""Helps beyond the first of a kind, for the kinds of which there are several."""
OWN_COUNT: Final = SECOND_HELPS + 5
IN_OFFER: Final = OWN_COUNT + 5
LEAD: Final = IN_OFFER + OBJECTIVES
INPUTS: Final = LEAD + 1
OUTPUT: Final = INPUTS * HIDDEN
"""The weights of the hidden units come after those of the inputs; then two more: the output
without any input, and the weight of the lead."""
SIZE: Final = OUTPUT + HIDDEN + 2
MOST_INPUTS: Final = 48
"""More than a position has at once."""
HELPS_SCALE: Final = 0.25
DEVIATION: Final = 3.4
"""The standard deviation of a turn's points."""
MOST_LEAD: Final = 6.0


@final
class Lead:
    """How far a seat that has ended its turn is ahead of the best of the others, helps included,
    in terms of how much the rest of the game can change it: the logarithm of its odds."""

    def __init__(self, race: Race) -> None:
        self.race: Race = race
        self.rounds: float = 0.0
        self.ahead: float = 0.0
        self.deviation: float = 1.0

    def look(self, state: TwoSixteen, seat: i64, own: i64) -> None:
        """`own`: the points of the seat at the end of its turn."""
        pace: float = self.race.pace
        most: float = float(own)
        last: bool = own >= state.target
        for other in range(state.seats):
            if other != seat:
                points: float = float(state.points[other])
                last |= state.points[other] >= state.target
                if follows(state, other, seat):
                    points += pace
                if points > most:
                    most = points
        self.rounds = 0.0
        if not last and float(state.target) > most - 0.6 * pace:
            self.rounds = (float(state.target) - most) / pace + 0.6
        best: float = -1e9
        turns: float = 0.0
        for other in range(state.seats):
            if other != seat:
                points = float(state.points[other])
                left: float = self.rounds
                if follows(state, other, seat):
                    points += pace
                    left += 1.0
                weight: i64 = i64(float(count_helps(state.hands[other])) * WEIGHT_OF_A_CARD)
                points += self.race.worth(left, weight)
                if points > best:
                    best = points
                    turns = left
        self.ahead = float(own) - best
        self.deviation = DEVIATION * math.sqrt(self.rounds + turns)
        if self.deviation < 1.0:
            self.deviation = 1.0

    def of(self, weight: i64) -> float:
        """With helps of this weight in the hand."""
        lead: float = 1.7 * (self.ahead + self.race.worth(self.rounds, weight)) / self.deviation
        if lead > MOST_LEAD:
            return MOST_LEAD
        if lead < -MOST_LEAD:
            return -MOST_LEAD
        return lead


def follows(state: TwoSixteen, other: i64, seat: i64) -> bool:
    """Whether another seat has its turn of a round after this one."""
    return (other - state.first) % state.seats > (seat - state.first) % state.seats


@final
class Outlook:
    """The network, and the inputs of the position that is written into it."""

    def __init__(self, weights: vec[float]) -> None:
        self.weights: vec[float] = weights
        self.count: i64 = 0
        self.inputs: vec[i64] = vec[i64]([0] * MOST_INPUTS)
        self.amounts: vec[float] = vec[float]([0.0] * MOST_INPUTS)

    def write(self, input: i64, amount: float) -> None:
        self.inputs[self.count] = input
        self.amounts[self.count] = amount
        self.count += 1

    def write_between(self, knots: vec[i64], start: i64, number: i64) -> None:
        last: i64 = len(knots) - 1
        place: i64 = 0
        while place < last and number >= knots[place + 1]:
            place += 1
        if place == last or number <= knots[0]:
            self.write(start + place, 1.0)
            return
        width: float = float(knots[place + 1] - knots[place])
        share: float = float(number - knots[place]) / width
        self.write(start + place, 1.0 - share)
        self.write(start + place + 1, share)

    def write_others(self, state: TwoSixteen, seat: i64) -> None:
        """Writes what a seat does not change by its turn."""
        self.write(0, 1.0)
        self.write(SEATS_THERE + state.seats - 2, 1.0)
        behind: i64 = 0
        best: i64 = -1
        following: i64 = -1
        cards: i64 = 0
        total: i64 = 0
        for other in range(state.seats):
            if other == seat:
                continue
            if follows(state, other, seat):
                behind += 1
            count: i64 = count_helps(state.hands[other])
            total += count
            points: i64 = state.points[other]
            if points > best:
                following = best
                best = points
                cards = count
            elif points > following:
                following = points
        self.write(SEATS_BEHIND + behind, 1.0)
        self.write_between(POINT_KNOTS, BEST_POINTS, best)
        if following >= 0:
            self.write_between(POINT_KNOTS, NEXT_POINTS, following)
        self.write(OTHERS_HELPS, HELPS_SCALE * float(cards))
        self.write(OTHERS_HELPS + 1, HELPS_SCALE * float(total) / float(state.seats - 1))

    def write_points(self, own: i64, best: i64) -> None:
        """Writes the points of the seat; `best` are those of the best of the others."""
        self.write_between(POINT_KNOTS, OWN_POINTS, own)
        if own >= TARGET or best >= TARGET:
            self.write_between(LAST_LEAD_KNOTS, AHEAD_AT_LAST, own - best)
        else:
            self.write_between(LEAD_KNOTS, POINTS_AHEAD, own - best)

    def write_hand(self, hand: i64) -> None:
        self.write_between(HELP_KNOTS, OWN_COUNT, count_helps(hand))
        kind: i64 = 0
        while hand:
            count: i64 = hand & 31
            if count:
                self.write(OWN_HELPS + kind, float(count))
                if count > 1 and kind < OWN_COUNT - SECOND_HELPS:
                    self.write(SECOND_HELPS + kind, float(count - 1))
            hand >>= 5
            kind += 1

    def write_offer(self, offer: i64, gap: i64) -> None:
        """Writes what lies in the offer, but for the place `gap`."""
        for place in range(OFFER_SIZE):
            objective: i64 = offered(offer, place)
            if objective != EMPTY and place != gap:
                self.write(IN_OFFER + objective, 1.0)

    def add_to(self, sums: vec[float], at: i64) -> None:
        """Adds what has been written to the sums of the hidden units that begin at this place,
        and forgets it."""
        weights = self.weights
        for place in range(self.count):
            row: i64 = self.inputs[place] * HIDDEN
            amount: float = self.amounts[place]
            for unit in range(HIDDEN):
                sums[at + unit] += amount * weights[row + unit]
        self.count = 0

    def share(self, one: vec[float], at: i64, two: vec[float], lead: float) -> float:
        """The share of the victory by two parts of the sums of the hidden units, and the lead."""
        weights = self.weights
        total: float = weights[OUTPUT + HIDDEN] + weights[OUTPUT + HIDDEN + 1] * lead
        for unit in range(HIDDEN):
            active: float = one[at + unit] + two[unit] + lead * weights[LEAD * HIDDEN + unit]
            if active > 0.0:
                total += active * weights[OUTPUT + unit]
        return 1.0 / (1.0 + math.exp(-total))


def best_of_others(state: TwoSixteen, seat: i64) -> i64:
    best: i64 = 0
    for other in range(state.seats):
        if other != seat and state.points[other] > best:
            best = state.points[other]
    return best


def deck_number(cards: Cards) -> int:
    """Tells decks apart by all that they say."""
    return zlib.crc32(repr(cards.fingerprint()).encode())


def stored_form(cards: Cards, weights: vec[float]) -> bytes:
    """The number of the deck that was learned, then four bytes a weight."""
    return struct.pack(f"<L{SIZE}f", deck_number(cards), *[float(weight) for weight in weights])


def read_outlook(cards: Cards) -> Outlook | None:
    """The shipped outlook; None for another deck than the one that was learned."""
    file = resources.files("cubilete.games.two_sixteen.policy").joinpath("data", FILE)
    if not file.is_file():
        return None
    deck, *weights = struct.unpack(f"<L{SIZE}f", file.read_bytes())
    if deck != deck_number(cards):
        return None
    return Outlook(vec[float](weights))
