"""How a bot of 216 decides quickly: the exact value of its own turn. Compiled with mypyc.

A claim is worth its score, a help what it is expected to score in the turns that are left
(`Worths`). It sees what the seat may see: its own hand, the discards and the size of the deck.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.two_sixteen.rules import FIRST_ROLL, TURN_OF_THE_IA, TwoSixteen
from cubilete.games.two_sixteen.scoring import Cards, count_lowest, lowest_at, offered
from cubilete.games.two_sixteen.tables import (
    CHOICE_START,
    CHOICES,
    CLAIM,
    CLAIM_FOR_HELP,
    CLAIM_FOR_POINTS,
    EMPTY,
    GROUP_COUNT,
    HELP,
    IA_TAKES,
    KIND_COUNT,
    KIND_OF_USE,
    OFFER_SIZE,
    ONE_HELP,
    PASS,
    PLACE,
    REROLL,
    REROLL_ALL,
    USE_ROW,
    USE_START,
    count_helps,
    rest_of,
)
from cubilete.games.two_sixteen.turns import (
    FIRST_ROLL_GROUP,
    KEPT,
    NEVER,
    REROLL_ALL_KIND,
    REROLL_KIND,
    ROLL_BIT,
    WAYS_OF,
    Turn,
    after_use,
)

TURNS: Final = 16
"""The worth of helps is known for 0 to this many turns to come."""


@final
class Worths:
    """What a help of each kind is worth, in points, by the number of turns to come."""

    def __init__(self, table: list[list[float]], pace: float) -> None:
        """`table` has a row for each number of turns from 0 to TURNS, with a worth a kind."""
        self.table: vec[float] = vec[float]([worth for row in table for worth in row])
        self.pace: float = pace
        """The points that the leader is expected to score in a turn."""

    def at(self, turns: float, kind: i64) -> float:
        if turns <= 0.0:
            return self.table[kind]
        if turns >= float(TURNS):
            return self.table[TURNS * KIND_COUNT + kind]
        whole: i64 = i64(turns)
        part: float = turns - float(whole)
        low: float = self.table[whole * KIND_COUNT + kind]
        return low + part * (self.table[(whole + 1) * KIND_COUNT + kind] - low)


@final
class TwoSixteenStrategy(Strategy):
    """The decision with the highest expectation of points and worth of helps."""

    def __init__(self, cards: Cards, worths: Worths) -> None:
        self.cards: Cards = cards
        self.worths: Worths = worths
        self.turn: Turn = Turn(cards)
        self.offer: i64 = -1
        self.hand: i64 = -1
        self.turns: float = -1.0
        self.drawing: float = 0.0
        """What drawing a help is worth."""

    # --- What the position is worth ---

    def look(self, state: TwoSixteen, offer: i64, hand: i64) -> None:
        """Computes the values of a turn with this offer and hand, unless they were computed by
        the last call."""
        turns: float = self.turns_to_come(state)
        drawing: float = self.worth_of_draw(state, turns)
        if turns != self.turns or drawing != self.drawing:
            self.offer = -1
            self.turns = turns
            self.drawing = drawing
            for kind in range(KIND_COUNT):
                self.turn.prices[kind] = self.worths.at(turns, kind)
            self.turn.passing = drawing
        if offer != self.offer:
            for place in range(OFFER_SIZE):
                objective: i64 = offered(offer, place)
                if objective == EMPTY:
                    self.turn.claims[place] = NEVER
                else:
                    self.turn.claims[place] = float(self.cards.scores[objective])
            self.offer = offer
            self.hand = -1
        if hand != self.hand:
            self.hand = hand
            self.turn.prepare(offer, hand)

    def turns_to_come(self, state: TwoSixteen) -> float:
        """How many turns the seat is expected to have after this one."""
        most: i64 = 0
        for points in state.points:
            if points > most:
                most = points
        if most >= state.target:
            return 0.0
        return float(state.target - most) / self.worths.pace

    def worth_of_draw(self, state: TwoSixteen, turns: float) -> float:
        """What a help from the deck is worth. The deck and the others' hands are not seen: any
        card that is neither in the hand nor discarded is as likely as any other (216-12)."""
        unseen: i64 = state.help_discards
        if state.help_deck != 0:
            unseen = self.cards.helps - state.help_discards - state.hands[state.current]
        count: i64 = count_helps(unseen)
        if count == 0:
            return 0.0
        total: float = 0.0
        kind: i64 = 0
        while unseen:
            if unseen & 31:
                total += float(unseen & 31) * self.worths.at(turns, kind)
            unseen >>= 5
            kind += 1
        return total / float(count)

    # --- The decision ---

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, TwoSixteen)
        if state.stage == TURN_OF_THE_IA:
            return self.choose_for_the_ia(state, seat)
        self.look(state, state.offer, state.hands[seat])
        turn = self.turn
        dice: i64 = state.dice
        first: bool = state.stage == FIRST_ROLL
        best: i64 = self.best_claim(state)
        value: float = NEVER
        if best >= 0:
            value = self.worth_of_claim(state, best)
        if first:
            for place in range(CHOICE_START[dice], CHOICE_START[dice + 1]):
                rolled: float = turn.after_second(KEPT[place])
                if rolled > value:
                    value = rolled
                    best = REROLL + CHOICES[place]
        elif self.drawing > value:
            value = self.drawing
            best = PASS
        if turn.ready[dice] > value and turn.last_kind[dice] >= 0:
            value = turn.ready[dice]
            best = HELP + self.use_towards(dice, turn.last_kind[dice], turn.then[dice])
        if turn.rerolls_of_all:
            rolled = turn.after_reroll_help(0, 1, first) - turn.prices[REROLL_ALL_KIND]
            if rolled > value:
                value = rolled
                best = HELP + REROLL_ALL * 8
        if turn.rerolls:
            at: i64 = dice * KIND_COUNT + REROLL_KIND
            for place in range(USE_START[at], USE_START[at + 1]):
                kept: i64 = rest_of(dice, USE_ROW[place] & 7)
                rolled = (
                    turn.after_reroll_help(kept, turn.rerolls_of_all + 1, first)
                    - turn.prices[REROLL_KIND]
                )
                if rolled > value:
                    value = rolled
                    best = HELP + USE_ROW[place]
        return best

    def best_claim(self, state: TwoSixteen) -> i64:
        """The code of the best claim; -1 if the dice meet nothing."""
        best: i64 = -1
        value: float = NEVER
        for place in range(OFFER_SIZE):
            objective: i64 = offered(state.offer, place)
            if self.cards.meets(state.dice, objective):
                code: i64 = CLAIM + objective
                if state.can_be_served():
                    code = CLAIM_FOR_POINTS + objective
                    if self.drawing > float(self.cards.bonuses[objective]):
                        code = CLAIM_FOR_HELP + objective
                worth: float = self.worth_of_claim(state, code)
                if worth > value:
                    value = worth
                    best = code
        return best

    def worth_of_claim(self, state: TwoSixteen, code: i64) -> float:
        objective: i64 = code & 127
        place: i64 = 0
        while offered(state.offer, place) != objective:
            place += 1
        worth: float = self.turn.claims[place]
        if code >= CLAIM_FOR_HELP:
            return worth + self.drawing
        if code >= CLAIM_FOR_POINTS:
            return worth + float(self.cards.bonuses[objective])
        return worth

    def use_towards(self, dice: i64, kind: i64, rolls: i64) -> i64:
        """The use of a kind of help that leads to one of these rolls."""
        at: i64 = dice * KIND_COUNT + kind
        place: i64 = USE_START[at]
        while rolls & ROLL_BIT[after_use(dice, USE_ROW[place]) - FIRST_ROLL_GROUP] == 0:
            place += 1
        return USE_ROW[place]

    # --- The worth of every decision ---

    def worth(self, state: TwoSixteen, seat: i64, code: i64) -> float:
        """What the turn is expected to be worth if it goes on with this decision."""
        if state.stage == TURN_OF_THE_IA:
            return self.worth_for_the_ia(state, seat, code)
        hand: i64 = state.hands[seat]
        first: bool = state.stage == FIRST_ROLL
        if code >= HELP and code < PASS:
            use: i64 = code - HELP
            kind: i64 = KIND_OF_USE[use >> 3]
            self.look(state, state.offer, hand - ONE_HELP[kind])
            dice: i64 = after_use(state.dice, use)
            if first:
                return self.turn.after_first(dice) - self.turn.prices[kind]
            return self.turn.after_second(dice) - self.turn.prices[kind]
        self.look(state, state.offer, hand)
        if code >= PASS:
            return self.drawing
        if code >= REROLL:
            return self.turn.after_second(rest_of(state.dice, code - REROLL))
        return self.worth_of_claim(state, code)

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        assert isinstance(state, TwoSixteen)
        ranked: list[tuple[float, int]] = []
        for code in state.legal(seat):
            ranked.append((-self.worth(state, seat, code), code))
        ranked.sort()
        return [code for _, code in ranked[:most]]

    def expectation(self, state: TwoSixteen, offer: i64, hand: i64) -> float:
        """What a whole turn with this offer and hand is expected to be worth."""
        self.look(state, offer, hand)
        total: float = 0.0
        for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
            value: float = self.turn.after_first(roll)
            for place in range(OFFER_SIZE):
                objective: i64 = offered(offer, place)
                if objective != EMPTY and self.cards.meets(roll, objective):
                    bonus: float = float(self.cards.bonuses[objective])
                    if self.drawing > bonus:
                        bonus = self.drawing
                    if self.turn.claims[place] + bonus > value:
                        value = self.turn.claims[place] + bonus
            total += value * WAYS_OF[roll]
        return total / 216.0

    # --- Solo: what the IA takes (216-15) ---

    def choose_for_the_ia(self, state: TwoSixteen, seat: i64) -> i64:
        best: i64 = -1
        value: float = NEVER
        for k in range(count_lowest(self.cards, state.offer)):
            code: i64 = IA_TAKES + lowest_at(self.cards, state.offer, k)
            worth: float = self.worth_for_the_ia(state, seat, code)
            if worth > value:
                value = worth
                best = code
        return best

    def worth_for_the_ia(self, state: TwoSixteen, seat: i64, code: i64) -> float:
        """What the next turn is worth without this objective; any of them scores the same."""
        objective: i64 = code & 127
        offer: i64 = state.offer
        for place in range(OFFER_SIZE):
            if offered(offer, place) == objective:
                offer |= EMPTY * PLACE[place]
        return self.expectation(state, offer, state.hands[seat])
