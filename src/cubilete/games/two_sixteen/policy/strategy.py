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
from cubilete.games.two_sixteen.policy.race import Race
from cubilete.games.two_sixteen.policy.turns import (
    FIRST_ROLL_GROUP,
    HEAVIEST,
    KEPT,
    NEVER,
    REROLL_ALL_KIND,
    REROLL_KIND,
    ROLL_BIT,
    WAYS_OF,
    Turn,
    after_use,
)
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

MARGIN: Final = 0.4
"""How many points less than the best a decision may be worth to be searched."""
FEW_POINTS: Final = 3.0
"""What a point is worth late in the game is measured by so many."""
SEEN: Final = 4 + 6 + 7
"""How many numbers of a position the values depend on, at most."""


@final
class TwoSixteenStrategy(Strategy):
    """The decision with the highest expectation of points and worth of helps."""

    def __init__(self, cards: Cards, race: Race, late: float) -> None:
        self.cards: Cards = cards
        self.race: Race = race
        self.turn: Turn = Turn(cards, race.weights)
        self.late: float = late
        """With fewer rounds left the chance to win counts, with more of them points."""
        self.margin: float = MARGIN
        self.plain: bool = False
        """Whether values are computed in points, however late it is."""
        self.seen: vec[i64] = vec[i64]([-1] * SEEN)
        """What the values of the turn were computed for."""
        self.offer: i64 = -1
        self.hand: i64 = -1
        self.spent: i64 = -1
        self.worth_of_points: float = -1.0
        """What a point is worth: 1 unless it is late."""
        self.chances: bool = False
        self.basis: float = 0.0
        self.drawing: float = 0.0
        """What drawing a help is worth."""

    # --- What the position is worth ---

    def look(self, state: TwoSixteen, offer: i64, hand: i64, spent: i64) -> None:
        """Computes the values of a turn with this offer and hand, unless they were computed by
        the last call. `spent`: see `Turn.prepare`."""
        if self.is_new(state) or offer != self.offer:
            self.offer = offer
            self.set_values(state, offer)
            self.hand = -1
        if hand != self.hand or spent != self.spent:
            self.hand = hand
            self.spent = spent
            self.turn.prepare(offer, hand, spent)

    def is_new(self, state: TwoSixteen) -> bool:
        """Whether anything that values depend on, besides the offer, differs from the last call."""
        differs: bool = self.note(0, state.current * 8 + state.first)
        differs |= self.note(1, state.hands[state.current])
        differs |= self.note(2, state.help_discards)
        differs |= self.note(3, count_helps(state.help_deck))
        place: i64 = 4
        for hand in state.hands:
            differs |= self.note(place, count_helps(hand))
            place += 1
        for points in state.points:
            differs |= self.note(place, points)
            place += 1
        return differs

    def note(self, place: i64, value: i64) -> bool:
        if self.seen[place] == value:
            return False
        self.seen[place] = value
        return True

    def set_values(self, state: TwoSixteen, offer: i64) -> None:
        """Sets what claims, helps and passing are worth in this turn."""
        race = self.race
        seat: i64 = state.current
        own: float = float(state.points[seat])
        rounds: float = race.rounds_left(state, own + race.pace)
        weight: i64 = race.weight_of(state.hands[seat])
        worth: float = race.worth(rounds, weight)
        draw: float = self.worth_of_draw(state, rounds, weight) - worth
        point: float = 1.0
        self.chances = rounds < self.late and not self.plain
        if self.chances:
            usual: float = own + race.pace
            point = race.chance(state, usual, weight, 0.0)
            point = (point - race.chance(state, usual, weight, -FEW_POINTS)) / FEW_POINTS
            if point < 1e-6:
                point = 1e-6
            self.basis = race.chance(state, own, weight, 0.0) / point
        self.worth_of_points = point
        for spent in range(1, HEAVIEST + 1):
            if spent > weight:
                break
            self.turn.price[spent] = worth - race.worth(rounds, weight - spent)
        for place in range(OFFER_SIZE):
            objective: i64 = offered(offer, place)
            if objective == EMPTY:
                self.turn.claims[place] = NEVER
            else:
                self.turn.claims[place] = self.worth_of_claim(state, CLAIM + objective)
        self.drawing = draw
        self.turn.passing = self.worth_of_gain(state, 0, draw)

    def worth_of_gain(self, state: TwoSixteen, points: i64, help: float) -> float:
        """What these points, and a help that is worth so much, are worth in points."""
        if not self.chances:
            return float(points) + help
        seat: i64 = state.current
        weight: i64 = self.race.weight_of(state.hands[seat])
        own: float = float(state.points[seat] + points)
        return self.race.chance(state, own, weight, help) / self.worth_of_points - self.basis

    def worth_of_draw(self, state: TwoSixteen, rounds: float, weight: i64) -> float:
        """What the hand is worth after a help is drawn. The deck and the others' hands are not
        seen: any card that is neither in the hand nor discarded is as likely as any other."""
        unseen: i64 = state.help_discards
        if state.help_deck != 0:
            unseen = self.cards.helps - state.help_discards - state.hands[state.current]
        count: i64 = count_helps(unseen)
        if count == 0:
            return self.race.worth(rounds, weight)
        total: float = 0.0
        kind: i64 = 0
        while unseen:
            if unseen & 31:
                heavier: i64 = weight + self.race.weights[kind]
                total += float(unseen & 31) * self.race.worth(rounds, heavier)
            unseen >>= 5
            kind += 1
        return total / float(count)

    # --- The decision ---

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, TwoSixteen)
        if state.stage == TURN_OF_THE_IA:
            return self.choose_for_the_ia(state, seat)
        self.look(state, state.offer, state.hands[seat], 0)
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
        elif turn.passing > value:
            value = turn.passing
            best = PASS
        if turn.ready[dice] > value and turn.last_kind[dice] >= 0:
            value = turn.ready[dice]
            best = HELP + self.use_towards(dice, turn.last_kind[dice], turn.then[dice])
        if turn.rerolls_of_all:
            rolled = turn.after_reroll_help(0, 1, first) - turn.price_of(REROLL_ALL_KIND)
            if rolled > value:
                value = rolled
                best = HELP + REROLL_ALL * 8
        if turn.rerolls:
            at: i64 = dice * KIND_COUNT + REROLL_KIND
            for place in range(USE_START[at], USE_START[at + 1]):
                kept: i64 = rest_of(dice, USE_ROW[place] & 7)
                rolled = turn.after_reroll_help(
                    kept, turn.rerolls_of_all + 1, first
                ) - turn.price_of(REROLL_KIND)
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
                worth: float = self.worth_of_claim(state, code)
                if state.can_be_served():
                    other: float = self.worth_of_claim(state, CLAIM_FOR_HELP + objective)
                    if other > worth:
                        code = CLAIM_FOR_HELP + objective
                        worth = other
                if worth > value:
                    value = worth
                    best = code
        return best

    def worth_of_claim(self, state: TwoSixteen, code: i64) -> float:
        objective: i64 = code & 127
        points: i64 = self.cards.scores[objective]
        if code >= CLAIM_FOR_HELP:
            return self.worth_of_gain(state, points, self.drawing)
        if code >= CLAIM_FOR_POINTS:
            points += self.cards.bonuses[objective]
        return self.worth_of_gain(state, points, 0.0)

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
        if code >= HELP and code < PASS:
            return self.worth_of_use(state, hand, code - HELP)
        self.look(state, state.offer, hand, 0)
        if code >= PASS:
            return self.turn.passing
        if code >= REROLL:
            return self.turn.after_second(rest_of(state.dice, code - REROLL))
        return self.worth_of_claim(state, code)

    def worth_of_use(self, state: TwoSixteen, hand: i64, use: i64) -> float:
        first: bool = state.stage == FIRST_ROLL
        kind: i64 = KIND_OF_USE[use >> 3]
        dice: i64 = after_use(state.dice, use)
        if dice < FIRST_ROLL_GROUP:
            self.look(state, state.offer, hand, 0)
            fewer: i64 = 1
            if kind == REROLL_KIND:
                fewer = self.turn.rerolls_of_all + 1
            return self.turn.after_reroll_help(dice, fewer, first) - self.turn.price_of(kind)
        self.look(state, state.offer, hand - ONE_HELP[kind], self.race.weights[kind])
        if first:
            return self.turn.after_first(dice)
        return self.turn.after_second(dice)

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        """Decisions that are nearly as good as the best one; its own choice is the first."""
        assert isinstance(state, TwoSixteen)
        own: int = int(self.choose(state, seat, Rng(0)))
        ranked: list[tuple[float, int]] = []
        best: float = NEVER
        for code in state.legal(seat):
            worth: float = self.worth(state, seat, code)
            if worth > best:
                best = worth
            if code != own:
                ranked.append((-worth, code))
        ranked.sort()
        return [own] + [code for worth, code in ranked[: most - 1] if -worth > best - self.margin]

    # --- Search with a horizon ---

    def turn_number(self, state: State) -> i64:
        assert isinstance(state, TwoSixteen)
        if state.rounds == 0:
            return 0
        return state.rounds * state.seats + (state.current - state.first) % state.seats

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, TwoSixteen)
        hand: i64 = state.hands[state.current]
        turns: float = self.race.rounds_from(state)
        usual: float = self.race.usual_turn(turns, self.race.weight_of(hand))
        self.plain = True
        self.seen[0] = -1
        more: float = self.expectation(state, state.offer, hand) - usual
        self.plain = False
        self.seen[0] = -1
        return self.race.chances(state, more)

    def expectation(self, state: TwoSixteen, offer: i64, hand: i64) -> float:
        """What a whole turn with this offer and hand is expected to be worth."""
        self.look(state, offer, hand, 0)
        total: float = 0.0
        for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
            value: float = self.turn.after_first(roll)
            for place in range(OFFER_SIZE):
                objective: i64 = offered(offer, place)
                if objective != EMPTY and self.cards.meets(roll, objective):
                    served: float = self.worth_of_claim(state, CLAIM_FOR_HELP + objective)
                    if served > value:
                        value = served
                    served = self.worth_of_claim(state, CLAIM_FOR_POINTS + objective)
                    if served > value:
                        value = served
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
