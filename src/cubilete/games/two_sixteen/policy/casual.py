"""A person who plays 216 sensibly without calculating. Compiled with mypyc.

Takes the best objective that is met if it is good, plays a help that meets a good one at once, and
otherwise keeps the dice that are nearest to a good one.
"""

from typing import Final, final

from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.two_sixteen.policy.turns import FIRST_ROLL_GROUP, after_use
from cubilete.games.two_sixteen.rules import FIRST_ROLL, TURN_OF_THE_IA, TwoSixteen
from cubilete.games.two_sixteen.scoring import Cards, offered
from cubilete.games.two_sixteen.tables import (
    CHOICE_START,
    CHOICES,
    CLAIM,
    CLAIM_FOR_HELP,
    CLAIM_FOR_POINTS,
    EMPTY,
    HELP,
    OFFER_SIZE,
    OUTCOME_START,
    OUTCOMES,
    PASS,
    REROLL,
    SIZE,
    WAYS,
    count_uses,
    rest_of,
    together,
    use_at,
)

GOOD: Final = 5
"""From this score on an objective is worth taking at once."""
GOOD_AT_LAST: Final = 3
"""The same after the second roll."""
SMALL_BONUS: Final = 2
"""A help is better than so few points."""
NOTHING_MET: Final = -1


@final
class Casual(Strategy):
    def __init__(self, cards: Cards) -> None:
        self.cards: Cards = cards

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, TwoSixteen)
        if state.stage == TURN_OF_THE_IA:
            return state.choose(seat, rng)
        first: bool = state.stage == FIRST_ROLL
        met: i64 = self.best_met(state, state.dice)
        if met != NOTHING_MET and self.cards.scores[met] >= (GOOD if first else GOOD_AT_LAST):
            return self.claim(state, met)
        use: i64 = self.good_use(state, seat)
        if use >= 0:
            return HELP + use
        if first:
            return REROLL + self.nearest(state)
        return PASS

    def best_met(self, state: TwoSixteen, dice: i64) -> i64:
        """The objective with the highest score that these dice meet, or NOTHING_MET."""
        best: i64 = NOTHING_MET
        for place in range(OFFER_SIZE):
            objective: i64 = offered(state.offer, place)
            if self.cards.meets(dice, objective) and (
                best == NOTHING_MET or self.cards.scores[objective] > self.cards.scores[best]
            ):
                best = objective
        return best

    def claim(self, state: TwoSixteen, objective: i64) -> i64:
        if not state.can_be_served():
            return CLAIM + objective
        if self.cards.bonuses[objective] <= SMALL_BONUS:
            return CLAIM_FOR_HELP + objective
        return CLAIM_FOR_POINTS + objective

    def good_use(self, state: TwoSixteen, seat: i64) -> i64:
        """The use of a help that meets the best good objective at once; -1 for none."""
        best: i64 = -1
        points: i64 = GOOD - 1
        for k in range(count_uses(state.hands[seat], state.dice)):
            use: i64 = use_at(state.hands[seat], state.dice, k)
            dice: i64 = after_use(state.dice, use)
            if dice >= FIRST_ROLL_GROUP:
                met: i64 = self.best_met(state, dice)
                if met != NOTHING_MET and self.cards.scores[met] > points:
                    points = self.cards.scores[met]
                    best = use
        return best

    def nearest(self, state: TwoSixteen) -> i64:
        """The dice to roll again: the fewest that can meet a good objective, or any objective if
        none is good; of these the ones with the best chance for the highest score."""
        least: i64 = 0
        for place in range(OFFER_SIZE):
            objective: i64 = offered(state.offer, place)
            if objective != EMPTY and self.cards.scores[objective] >= GOOD:
                least = GOOD
        best: i64 = CHOICES[CHOICE_START[state.dice + 1] - 1]
        dice: i64 = SIZE[best] + 1
        points: i64 = 0
        chances: i64 = 0
        for choice in range(CHOICE_START[state.dice], CHOICE_START[state.dice + 1]):
            rolled: i64 = CHOICES[choice]
            if SIZE[rolled] > dice:
                continue
            kept: i64 = rest_of(state.dice, rolled)
            for place in range(OFFER_SIZE):
                objective = offered(state.offer, place)
                if objective == EMPTY or self.cards.scores[objective] < least:
                    continue
                score: i64 = self.cards.scores[objective]
                ways: i64 = self.ways_to_meet(kept, SIZE[rolled], objective)
                if ways > 0 and (
                    SIZE[rolled] < dice or score > points or (score == points and ways > chances)
                ):
                    best = rolled
                    dice = SIZE[rolled]
                    points = score
                    chances = ways
        return best

    def ways_to_meet(self, kept: i64, dice: i64, objective: i64) -> i64:
        """How many rolls of so many dice meet an objective together with those that stay."""
        found: i64 = 0
        for place in range(OUTCOME_START[dice], OUTCOME_START[dice] + WAYS[dice]):
            found += self.cards.meets(together(kept, i64(OUTCOMES[place])), objective)
        return found
