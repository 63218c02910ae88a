"""What `expert` plays in company: the decision with the best share of the victory.

It values every way in which its turn can end by `Outlook`, and computes the turn exactly with these
values. Compiled with mypyc.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.two_sixteen.policy.endings import RESULTS, Endings
from cubilete.games.two_sixteen.policy.outlook import HIDDEN, Lead, Outlook, best_of_others
from cubilete.games.two_sixteen.policy.race import Race
from cubilete.games.two_sixteen.policy.turns import KEPT, NEVER
from cubilete.games.two_sixteen.rules import FIRST_ROLL, TwoSixteen
from cubilete.games.two_sixteen.scoring import Cards, offered
from cubilete.games.two_sixteen.tables import (
    CHOICE_START,
    CHOICES,
    CLAIM,
    CLAIM_FOR_HELP,
    CLAIM_FOR_POINTS,
    GROUP_COUNT,
    HELP,
    KIND_COUNT,
    OFFER_SIZE,
    ONE_HELP,
    PASS,
    REROLL,
    USE_ROW,
    USE_START,
    count_helps,
)

WITH_BONUS: Final = OFFER_SIZE
NOTHING_CLAIMED: Final = 2 * OFFER_SIZE
GAINS: Final = 2 * OFFER_SIZE + 1
"""What a turn can add to the points: the objective at each place, the same with its bonus, or
nothing."""
OPEN: Final = -1.0
"""The game may go on."""
SEEN: Final = 5 + 6
"""How many numbers of a position the values depend on, at most."""


@final
class TwoSixteenExpert(Strategy):
    """Knows the shipped deck, in company and to the usual target."""

    def __init__(self, cards: Cards, race: Race, outlook: Outlook) -> None:
        self.cards: Cards = cards
        self.race: Race = race
        self.outlook: Outlook = outlook
        self.endings: Endings = Endings(cards)
        self.leads: list[Lead] = [Lead(race) for _ in range(GAINS)]
        self.decided: vec[float] = vec[float]([0.0] * GAINS)
        """The share of the victory if the game is over with each gain, or OPEN."""
        self.by_gain: vec[float] = vec[float]([0.0] * (GAINS * HIDDEN))
        self.by_hand: vec[float] = vec[float]([0.0] * HIDDEN)
        """The two parts of the sums of the hidden units."""
        self.weight: i64 = 0
        """The weight of the hand that `by_hand` is for."""
        self.unseen: i64 = 0
        """The helps that may be drawn: see `TwoSixteenStrategy.worth_of_draw`."""
        self.seen: vec[i64] = vec[i64]([-1] * SEEN)
        """What the values were computed for."""
        self.for_help: vec[float] = vec[float]([0.0] * OFFER_SIZE)
        """What claiming the objective at each place for a help is worth, if it is served."""

    # --- What the endings of the turn are worth ---

    def look(self, state: TwoSixteen) -> None:
        """Computes all values of the turn from here on, unless the last call did."""
        if not self.is_new(state):
            return
        seat: i64 = state.current
        endings = self.endings
        self.unseen = state.help_discards
        if state.help_deck != 0:
            self.unseen = self.cards.helps - state.help_discards - state.hands[seat]
        self.set_gains(state, seat)
        endings.list_rests(state.hands[seat])
        for rest in range(endings.count):
            hand: i64 = endings.rests[rest]
            self.hold(hand)
            for place in range(OFFER_SIZE):
                endings.claims[rest * OFFER_SIZE + place] = self.share(place)
                if rest == 0:
                    endings.served[place] = self.share(WITH_BONUS + place)
            endings.passing[rest] = self.share_with_draw(NOTHING_CLAIMED, hand)
        for place in range(OFFER_SIZE):
            self.for_help[place] = self.share_with_draw(place, state.hands[seat])
            if self.for_help[place] > endings.served[place]:
                endings.served[place] = self.for_help[place]
        endings.solve(state.offer)

    def is_new(self, state: TwoSixteen) -> bool:
        """Whether anything that values depend on differs from the last call."""
        differs: bool = self.note(0, state.current * 8 + state.first)
        differs |= self.note(1, state.hands[state.current])
        differs |= self.note(2, state.help_discards)
        differs |= self.note(3, count_helps(state.help_deck))
        differs |= self.note(4, state.offer)
        place: i64 = 5
        for seat in range(state.seats):
            differs |= self.note(place, state.points[seat] * 32 + count_helps(state.hands[seat]))
            place += 1
        return differs

    def note(self, place: i64, value: i64) -> bool:
        if self.seen[place] == value:
            return False
        self.seen[place] = value
        return True

    def set_gains(self, state: TwoSixteen, seat: i64) -> None:
        best: i64 = best_of_others(state, seat)
        last: bool = (seat - state.first) % state.seats == state.seats - 1
        outlook = self.outlook
        for gain in range(GAINS):
            own: i64 = state.points[seat]
            gap: i64 = OFFER_SIZE
            if gain < NOTHING_CLAIMED:
                gap = gain % OFFER_SIZE
                objective: i64 = offered(state.offer, gap)
                own += self.cards.scores[objective]
                if gain >= WITH_BONUS:
                    own += self.cards.bonuses[objective]
            self.decided[gain] = OPEN
            if last and own != best and (own >= state.target or best >= state.target):
                self.decided[gain] = 1.0 if own > best else 0.0
            self.leads[gain].look(state, seat, own)
            for unit in range(HIDDEN):
                self.by_gain[gain * HIDDEN + unit] = 0.0
            outlook.write_others(state, seat)
            outlook.write_points(own, best)
            outlook.write_offer(state.offer, gap)
            outlook.add_to(self.by_gain, gain * HIDDEN)

    def hold(self, hand: i64) -> None:
        """Values are asked for with this hand."""
        for unit in range(HIDDEN):
            self.by_hand[unit] = 0.0
        self.outlook.write_hand(hand)
        self.outlook.add_to(self.by_hand, 0)
        self.weight = self.race.weight_of(hand)

    def share(self, gain: i64) -> float:
        if self.decided[gain] != OPEN:
            return self.decided[gain]
        lead: float = self.leads[gain].of(self.weight)
        return self.outlook.share(self.by_gain, gain * HIDDEN, self.by_hand, lead)

    def share_with_draw(self, gain: i64, hand: i64) -> float:
        """What a gain and a help drawn to this hand are worth."""
        if self.decided[gain] != OPEN:
            return self.decided[gain]
        if self.unseen == 0:
            self.hold(hand)
            return self.share(gain)
        total: float = 0.0
        unseen: i64 = self.unseen
        for kind in range(KIND_COUNT):
            if unseen & 31:
                self.hold(hand + ONE_HELP[kind])
                total += float(unseen & 31) * self.share(gain)
            unseen >>= 5
        return total / float(count_helps(self.unseen))

    # --- The decision ---

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, TwoSixteen)
        self.look(state)
        return self.best(state)

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        """Nothing is left to search."""
        return [int(self.choose(state, seat, Rng(0)))]

    def best(self, state: TwoSixteen) -> i64:
        """The best decision by the values that were computed."""
        endings = self.endings
        dice: i64 = state.dice
        best: i64 = PASS
        value: float = endings.passing[0]
        if state.stage == FIRST_ROLL:
            value = NEVER
            for choice in range(CHOICE_START[dice], CHOICE_START[dice + 1]):
                if endings.second[KEPT[choice]] > value:
                    value = endings.second[KEPT[choice]]
                    best = REROLL + CHOICES[choice]
        values = endings.first if state.stage == FIRST_ROLL else endings.second
        for kind in range(KIND_COUNT):
            fewer: i64 = endings.fewer[kind]
            if fewer >= 0:
                at: i64 = dice * KIND_COUNT + kind
                for use in range(USE_START[at], USE_START[at + 1]):
                    used: float = values[fewer * GROUP_COUNT + RESULTS[use]]
                    if used > value:
                        value = used
                        best = HELP + USE_ROW[use]
        for place in range(OFFER_SIZE):
            objective: i64 = offered(state.offer, place)
            if self.cards.meets(dice, objective):
                claimed: float = endings.claims[place]
                if state.can_be_served():
                    claimed = endings.served[place]
                if claimed >= value:
                    value = claimed
                    best = self.claim_of(state, place)
        return best

    def claim_of(self, state: TwoSixteen, place: i64) -> i64:
        objective: i64 = offered(state.offer, place)
        if not state.can_be_served():
            return CLAIM + objective
        if self.for_help[place] >= self.endings.served[place]:
            return CLAIM_FOR_HELP + objective
        return CLAIM_FOR_POINTS + objective
