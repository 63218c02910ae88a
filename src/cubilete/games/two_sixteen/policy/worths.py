"""What hands of helps are worth in the turns to come, and how that was measured.

The tables were made by `measure` with the shipped deck. For another deck they are scaled by what a
turn with its objectives is worth.
"""

import random

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, SEATS
from cubilete.core.strategy import Strategy
from cubilete.games.two_sixteen.policy.race import TURNS, Race
from cubilete.games.two_sixteen.policy.turns import (
    FIRST_ROLL_GROUP,
    HEAVIEST,
    WAYS_OF,
    WEIGHTS,
    Turn,
)
from cubilete.games.two_sixteen.rules import FIRST_ROLL, TwoSixteen
from cubilete.games.two_sixteen.scoring import Cards, offered
from cubilete.games.two_sixteen.tables import (
    GROUP_COUNT,
    KIND_COUNT,
    OBJECTIVES,
    OFFER_SIZE,
    ONE_HELP,
    PLACE,
)

KNOTS = (0, 5, 10, 15, 20, 30, 40, 60)
"""The weights of hands that were measured; between and beyond them worths are linear."""
PACE = 7.0
PACE_ALONE = 6.5
"""The points of a turn by which the turns to come are counted, in company and against the IA."""
PLAIN_TURN = 5.9332
"""What a turn without helps is worth with the shipped deck, when none follows; see `plain_turn`."""
PLAIN_WORTH = 2.5
PLAIN_WEIGHT = 5
"""What a help is worth, and weighs, to a player who tells neither kinds nor turns."""
SAMPLES_OF_A_DECK = 60

Row = tuple[float, ...]

# A row for each number of turns to come, from 1 on: the usual worth of a turn without helps when
# it is the first of so many, and what a hand of each weight of KNOTS but 0 adds to all of them.
WORTHS: tuple[Row, ...] = (
    (5.82, 1.01, 2.15, 2.84, 3.47, 4.32, 4.76, 5.0),
    (6.14, 1.51, 3.17, 4.46, 5.63, 7.52, 8.76, 9.71),
    (6.41, 1.81, 3.67, 5.36, 6.92, 9.57, 11.63, 13.73),
    (6.62, 1.99, 4.0, 5.88, 7.66, 10.94, 13.67, 17.01),
    (6.77, 2.12, 4.24, 6.27, 8.22, 11.83, 15.06, 19.51),
    (6.86, 2.22, 4.46, 6.61, 8.68, 12.62, 16.14, 21.59),
    (6.96, 2.31, 4.63, 6.87, 9.05, 13.22, 17.0, 23.21),
    (7.06, 2.37, 4.74, 7.05, 9.31, 13.63, 17.62, 24.46),
    (7.11, 2.43, 4.87, 7.24, 9.56, 14.04, 18.2, 25.55),
    (7.18, 2.48, 4.98, 7.4, 9.79, 14.39, 18.7, 26.5),
    (7.24, 2.53, 5.07, 7.55, 9.98, 14.69, 19.12, 27.31),
    (7.27, 2.57, 5.15, 7.66, 10.14, 14.92, 19.44, 27.99),
    (7.33, 2.6, 5.22, 7.76, 10.3, 15.13, 19.77, 28.56),
    (7.37, 2.63, 5.28, 7.86, 10.39, 15.31, 20.01, 29.07),
    (7.39, 2.66, 5.32, 7.92, 10.49, 15.45, 20.25, 29.53),
    (7.43, 2.68, 5.36, 7.98, 10.57, 15.61, 20.48, 29.97),
)
WORTHS_ALONE: tuple[Row, ...] = (
    (5.67, 1.4, 3.0, 3.97, 4.88, 6.14, 6.78, 7.19),
    (6.43, 1.94, 4.09, 5.83, 7.39, 9.9, 11.73, 13.25),
    (6.79, 2.25, 4.58, 6.71, 8.71, 12.18, 14.94, 18.11),
    (7.0, 2.42, 4.93, 7.3, 9.56, 13.66, 17.13, 21.86),
    (7.16, 2.57, 5.2, 7.7, 10.14, 14.67, 18.68, 24.66),
    (7.28, 2.67, 5.4, 8.01, 10.56, 15.42, 19.79, 26.81),
    (7.37, 2.76, 5.57, 8.28, 10.94, 16.03, 20.69, 28.55),
    (7.47, 2.85, 5.71, 8.49, 11.23, 16.5, 21.36, 29.92),
    (7.53, 2.91, 5.82, 8.67, 11.49, 16.88, 21.94, 31.03),
    (7.58, 2.95, 5.94, 8.84, 11.71, 17.23, 22.43, 32.01),
    (7.63, 3.0, 6.04, 8.99, 11.9, 17.54, 22.87, 32.88),
    (7.7, 3.04, 6.11, 9.1, 12.06, 17.75, 23.23, 33.61),
    (7.76, 3.09, 6.17, 9.19, 12.15, 17.94, 23.52, 34.16),
    (7.78, 3.1, 6.21, 9.26, 12.27, 18.14, 23.81, 34.72),
    (7.81, 3.13, 6.27, 9.34, 12.39, 18.33, 24.08, 35.23),
    (7.83, 3.15, 6.33, 9.43, 12.5, 18.5, 24.34, 35.72),
)
"""The same for the solo game, where the IA leaves the rarer objectives."""


def race_with(cards: Cards, alone: bool) -> Race:
    """The race with this deck, alone against the IA or with others."""
    scale = plain_turn(cards) / PLAIN_TURN
    rows, pace = (WORTHS_ALONE, PACE_ALONE) if alone else (WORTHS, PACE)
    scaled = [tuple(scale * number for number in row) for row in rows]
    return race_of(scaled, scale * pace, WEIGHTS)


def plain_race(cards: Cards) -> Race:
    """The race for a player who gives all helps the same worth in all turns but the last."""
    scale = plain_turn(cards) / PLAIN_TURN
    row = (scale * PACE, *(scale * PLAIN_WORTH * knot / PLAIN_WEIGHT for knot in KNOTS[1:]))
    return race_of([row], scale * PACE, vec[i64]([PLAIN_WEIGHT] * KIND_COUNT))


def race_of(rows: list[Row], pace: float, weights: vec[i64]) -> Race:
    worths = [[0.0] * (HEAVIEST + 1)] + [along_knots(row[1:]) for row in rows]
    worths += [worths[-1]] * (TURNS + 1 - len(worths))
    return Race(worths, [row[0] for row in rows], pace, weights)


def along_knots(values: Row) -> list[float]:
    """The value of each weight; `values` are those at KNOTS but 0."""
    known = (0.0, *values)
    found = []
    for weight in range(HEAVIEST + 1):
        knot = max(i for i in range(len(KNOTS) - 1) if KNOTS[i] <= weight)
        share = (weight - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot])
        found.append(known[knot] + share * (known[knot + 1] - known[knot]))
    return found


# --- What a turn is worth ---


def worth_of_turn(turn: Turn, cards: Cards, offer: list[int], hand: int, drawing: float) -> float:
    """The average of a turn over all first rolls. The prices in `turn` must be set."""
    for place, objective in enumerate(offer):
        turn.claims[place] = float(cards.scores[objective])
    turn.passing = drawing
    turn.prepare(sum(number * PLACE[place] for place, number in enumerate(offer)), hand, 0)
    total = 0.0
    for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
        served = [
            float(cards.scores[objective]) + max(float(cards.bonuses[objective]), drawing)
            for objective in offer
            if cards.meets(roll, objective)
        ]
        total += max([turn.after_first(roll), *served]) * WAYS_OF[roll]
    return total / 216


def plain_turn(cards: Cards) -> float:
    """What a turn without helps is worth on average, when none follows."""
    lots = random.Random(0)
    turn = Turn(cards, WEIGHTS)
    offers = [lots.sample(range(OBJECTIVES), OFFER_SIZE) for _ in range(SAMPLES_OF_A_DECK)]
    return sum(worth_of_turn(turn, cards, offer, 0, 0.0) for offer in offers) / len(offers)


# --- How the tables are made ---


def measure(
    start: TwoSixteen, strategy: Strategy, games: int, samples: int, seed: int
) -> list[Row]:
    """The rows of a table of worths, measured from the last turn backwards.

    Offers are those that occur in games of the strategy from this start: objectives that nobody
    can meet stay, so that they are harder than the deck. A turn with a hand of some weight is
    compared with the same turn without helps; both are computed exactly, with the worths of the
    turn after it.
    """
    cards = start.cards
    lots = random.Random(seed)
    offers = offers_of_games(start, strategy, games)
    deck = [kind for kind in range(KIND_COUNT) for _ in range(cards.helps >> 5 * kind & 31)]
    turn = Turn(cards, WEIGHTS)
    rows: list[Row] = []
    later = [0.0] * (HEAVIEST + 1)
    for _ in range(TURNS):
        gains = [0.0] * (len(KNOTS) - 1)
        plain = 0.0
        for _ in range(samples):
            offer = lots.choice(offers)
            without = worth_of_turn(turn, cards, offer, 0, drawing_with(deck, later, 0))
            plain += without / samples
            for place, knot in enumerate(KNOTS[1:]):
                hand, weight = hand_of_weight(deck, knot, lots)
                for spent in range(1, weight + 1):
                    turn.price[spent] = later[weight] - later[weight - spent]
                drawing = drawing_with(deck, later, weight)
                worth = worth_of_turn(turn, cards, offer, hand, drawing) + later[weight]
                gains[place] += (worth - without) * knot / weight / samples
        rows.append((round(plain, 2), *(round(gain, 2) for gain in gains)))
        later = along_knots(rows[-1][1:])
    return rows


def offers_of_games(start: TwoSixteen, strategy: Strategy, games: int) -> list[list[int]]:
    """The offers at the decisions after first rolls."""
    found: list[list[int]] = []
    for number in range(games):
        state = start.copy()
        rng = Rng(number)
        while not state.over:
            if state.turn() != SEATS:
                state.advance(CHANCE, state.sample(rng))
                continue
            if state.stage == FIRST_ROLL and not state.helped:
                found.append([int(offered(state.offer, place)) for place in range(OFFER_SIZE)])
            state.advance(state.current, strategy.choose(state, state.current, rng))
    return found


def drawing_with(deck: list[int], worths: list[float], weight: int) -> float:
    """What a help from the full deck is worth to a hand of this weight."""
    total = sum(worths[min(weight + WEIGHTS[kind], HEAVIEST)] for kind in deck)
    return total / len(deck) - worths[weight]


def hand_of_weight(deck: list[int], weight: int, lots: random.Random) -> tuple[int, int]:
    """Random helps of about this weight, and their weight."""
    while True:
        hand = found = 0
        for kind in lots.sample(deck, len(deck)):
            if found + WEIGHTS[kind] > weight + 2:
                break
            hand += int(ONE_HELP[kind])
            found += int(WEIGHTS[kind])
        if abs(found - weight) <= 2:
            return hand, found
