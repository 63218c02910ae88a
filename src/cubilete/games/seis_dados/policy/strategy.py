"""The strategy of Seis dados: the roll is played exactly for what each note is worth.

What a note is worth follows from the chance to win (chances.py) with the laws of how categories
end (takers.py). A box that is used up now is missed later, so its expected worth is the price of
the note; for the last boxes of a seat the laws are replaced by the exact worth of the boxes that
would be left. Jokers count in their category, and for what they may still improve.

All this depends on what is noted and on the jokers, not on the dice. It is computed once and kept
until another position is asked for.

This module is compiled.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, State
from cubilete.core.strategy import Strategy
from cubilete.games.seis_dados.policy.chances import LAST, ME, NEXT, NOBODY, Chances
from cubilete.games.seis_dados.policy.laws import Laws
from cubilete.games.seis_dados.policy.rerolls import (
    COUNTS,
    KEPT,
    NEVER,
    SET_COUNT,
    SET_NUMBER,
    Turn,
    floats,
)
from cubilete.games.seis_dados.policy.takers import Takers
from cubilete.games.seis_dados.rules import (
    FREE_REPETITIONS,
    STARTING_JOKERS,
    SeisDados,
    assignment,
    boxes_in,
)
from cubilete.games.seis_dados.tables import (
    BIT,
    CATEGORY_COUNT,
    CATEGORY_SLOTS,
    CHOICE_START,
    CHOICES,
    DIE,
    FIVE_FACES,
    GRADE_START,
    JOKERS,
    ROLL_NUMBER,
    ROLL_SLOTS,
    SLOT_COUNT,
)

EXACT: Final = 3
"""A seat that has this many boxes left, or fewer, values what would be left exactly, unless the
strategy is told another number."""


@final
class SeisDadosStrategy(Strategy):
    """Serves the games that begin in one position."""

    def __init__(
        self, start: SeisDados, laws: Laws, exact: i64 = EXACT, spend: i64 = STARTING_JOKERS
    ) -> None:
        self.exact: i64 = exact
        self.spend: i64 = spend
        """How many jokers it thinks of spending in one turn, at most."""
        self.in_use: i64 = start.in_use
        self.laws: Laws = laws
        self.takers: Takers = Takers(start, laws)
        self.chances: Chances = Chances(start.seats, start.in_use, start.lowest_wins)
        self.turn: Turn = Turn()
        self.base: vec[float] = floats(CATEGORY_COUNT)
        """What each free category is worth if it is left free."""
        self.slope: float = 0.0
        """What a point is worth, on average over the free categories."""
        self.left_worth: vec[float] = floats(8 * COUNTS)
        """What each set of the last boxes is worth, with each number of jokers."""
        self.first_valued: bool = False
        """Whether the layer of the first roll is filled too, which only `foresee` needs."""
        # The position that all this belongs to.
        self.seat: i64 = -1
        self.free0: i64 = 0
        self.free1: i64 = 0
        self.free2: i64 = 0
        self.jokers: i64 = 0
        self.values: vec[i16] = vec[i16]()

    # --- Decisions ---

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, SeisDados)
        self.prepare(state, seat)
        roll: i64 = i64(ROLL_NUMBER[state.roll & FIVE_FACES])
        slots: i64 = state.free(seat) & ROLL_SLOTS[roll]
        left: i64 = state.jokers_of(seat)
        best: float = NEVER
        code: i64 = -1
        for slot in range(i64(SLOT_COUNT)):
            if slots & BIT[slot]:
                worth: float = self.turn.note_worth(slot, roll, left)
                if worth > best:
                    best = worth
                    code = assignment(roll, slot)
        repetition: i64 = state.repetition()
        if repetition:
            layers = self.turn.layers
            start: i64 = layer_after(state) * SET_COUNT
            for place in range(i64(CHOICE_START[roll]), i64(CHOICE_START[roll + 1])):
                worth = layers[start + i64(KEPT[place])]
                if worth > best:
                    best = worth
                    code = repetition + i64(CHOICES[place])
        return code

    def expectations(self, state: State, seat: i64) -> list[tuple[int, float]]:
        """Every legal code with the chance to win that it is thought to give, the best first."""
        assert isinstance(state, SeisDados)
        self.prepare(state, seat)
        roll: i64 = i64(ROLL_NUMBER[state.roll & FIVE_FACES])
        slots: i64 = state.free(seat) & ROLL_SLOTS[roll]
        left: i64 = state.jokers_of(seat)
        found: list[tuple[float, int, int]] = []  # equal ones in the order that `choose` has
        for slot in range(i64(SLOT_COUNT)):
            if slots & BIT[slot]:
                worth: float = self.turn.note_worth(slot, roll, left)
                found.append((-worth, len(found), assignment(roll, slot)))
        repetition: i64 = state.repetition()
        if repetition:
            start: i64 = layer_after(state) * SET_COUNT
            for place in range(i64(CHOICE_START[roll]), i64(CHOICE_START[roll + 1])):
                worth = self.turn.layers[start + i64(KEPT[place])]
                found.append((-worth, len(found), repetition + i64(CHOICES[place])))
        found.sort()
        return [(code, -negative) for negative, order, code in found]

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        return [code for code, worth in self.expectations(state, seat)[:most]]

    # --- Between turns ---

    def turn_number(self, state: State) -> i64:
        assert isinstance(state, SeisDados)
        noted: i64 = 0
        for seat in range(state.seats):
            noted -= boxes_in(state.free(seat))
        return noted + state.seats * CATEGORY_COUNT

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, SeisDados)
        shares: list[float] = []
        for seat in range(state.seats):
            self.takers.look(state, seat, boxes_in(state.free(seat)))
            self.chances.weigh(self.takers.law, 0, self.takers.complete)
            shares.append(self.chances.share)
        total = sum(shares)
        self.seat = -1
        return [share / total for share in shares]

    def foresee(self, state: State) -> list[float]:
        assert isinstance(state, SeisDados)
        seat: i64 = state.current
        if seat < 0:
            return []
        self.prepare(state, seat)
        most: i64 = state.jokers_of(seat)
        if state.repetitions == 0 and not self.first_valued:
            self.turn.fill_last_layer(most)
            self.first_valued = True
        layer: i64 = most + FREE_REPETITIONS - state.repetitions
        place: i64 = i64(ROLL_NUMBER[state.roll & FIVE_FACES])
        if state.waits == CHANCE:
            place = SET_NUMBER[state.kept]
        share: float = self.turn.layers[layer * SET_COUNT + place]
        shares = [(1.0 - share) / float(state.seats - 1)] * state.seats
        shares[seat] = share
        return shares

    # --- What notes are worth ---

    def prepare(self, state: SeisDados, seat: i64) -> None:
        """Values all rolls of the turn, unless that was done for the last decision."""
        if self.is_known(state, seat):
            return
        self.seat = seat
        self.first_valued = False
        self.free0 = state.free0
        self.free1 = state.free1
        self.free2 = state.free2
        self.jokers = state.jokers
        self.values = state.values[:]
        free: i64 = state.free(seat)
        self.takers.look(state, seat, boxes_in(free) - 1)
        wanted: i64 = BIT[JOKERS] & self.in_use
        for category in range(i64(CATEGORY_COUNT)):
            if free & CATEGORY_SLOTS[category]:
                wanted |= BIT[category]
        self.chances.weigh(self.takers.law, wanted, self.takers.complete)
        self.weigh_notes(state, seat)
        if boxes_in(free) <= self.exact:
            self.weigh_last_boxes(state, seat)
        else:
            self.weigh_boxes(state, seat)
        most: i64 = state.jokers_of(seat)
        self.turn.fill_layers(max(most - self.spend, 0), most)

    def is_known(self, state: SeisDados, seat: i64) -> bool:
        if (
            seat != self.seat
            or state.jokers != self.jokers
            or state.free0 != self.free0
            or state.free1 != self.free1
            or state.free2 != self.free2
        ):
            return False
        for place in range(state.seats * CATEGORY_COUNT):
            if state.values[place] != self.values[place]:
                return False
        return True

    def weigh_notes(self, state: SeisDados, seat: i64) -> None:
        """The worth of every grade in the free categories, and of leaving each of them free."""
        free: i64 = state.free(seat)
        worth = self.chances.worth
        boxes: i64 = 0
        slope: float = 0.0
        for category in range(i64(CATEGORY_COUNT)):
            if free & CATEGORY_SLOTS[category]:
                self.takers.category(state, seat, category, 0)
                self.base[category] = self.worth_of_trial(category)
                boxes += 1
                at: i64 = 4 * category
                slope += max(worth[at + ME], worth[at + NEXT]) - worth[at + NOBODY]
                for grade in range(i64(GRADE_START[category]), i64(GRADE_START[category + 1])):
                    self.takers.category(state, seat, category, grade)
                    self.turn.gain[grade] = self.worth_of_trial(category)
        self.slope = slope / float(boxes)

    def worth_of_trial(self, category: i64) -> float:
        worth = self.chances.worth
        trial = self.takers.trial
        at: i64 = 4 * category
        return (
            trial[ME] * worth[at + ME]
            + trial[NEXT] * worth[at + NEXT]
            + trial[LAST] * worth[at + LAST]
            + trial[NOBODY] * worth[at + NOBODY]
        )

    def worth_of_jokers(self, left: i64, boxes: i64) -> float:
        """What having these jokers left changes in the category of jokers."""
        if not self.in_use & BIT[JOKERS]:
            return 0.0
        for taker in range(i64(4)):
            self.takers.trial[taker] = self.takers.law[4 * JOKERS + taker]
        usual: float = self.worth_of_trial(JOKERS)
        self.takers.jokers(left, boxes)
        return self.worth_of_trial(JOKERS) - usual

    # --- What is left after a note ---

    def weigh_boxes(self, state: SeisDados, seat: i64) -> None:
        """A note costs what the box was worth; jokers are worth what the laws say."""
        free: i64 = state.free(seat)
        boxes: i64 = boxes_in(free) - 1
        most: i64 = state.jokers_of(seat)
        least: i64 = max(most - self.spend, 0)
        first: float = 0.0
        for left in range(least, most + 1):
            rest: float = self.chances.share + self.worth_of_jokers(left, boxes)
            rest += self.slope * self.laws.joker_use[boxes * COUNTS + left]
            for category in range(i64(CATEGORY_COUNT)):
                if free & CATEGORY_SLOTS[category]:
                    at: i64 = left * CATEGORY_COUNT + category
                    self.turn.extra[at] = rest - self.base[category]
            if left == least:
                first = rest
                self.turn.fill_notes(free, least)
            else:
                self.turn.shift_notes(left, least, rest - first)

    def weigh_last_boxes(self, state: SeisDados, seat: i64) -> None:
        """What is left after a note is worth what it gives if each later turn is played best."""
        free: i64 = state.free(seat)
        most: i64 = state.jokers_of(seat)
        boxes: list[i64] = []
        rest: float = self.chances.share
        for category in range(i64(CATEGORY_COUNT)):
            if free & CATEGORY_SLOTS[category]:
                boxes.append(category)
                rest -= self.base[category]
        for left in range(most + 1):
            self.left_worth[left] = rest + self.worth_of_jokers(left, 0)
        everything: i64 = BIT[len(boxes)] - 1
        for subset in range(i64(1), everything):
            slots: i64 = self.leave(boxes, subset, most)
            for left in range(most + 1):
                self.turn.fill_notes(slots, left)
            self.turn.fill_wholes(most, self.left_worth, subset * COUNTS)
        self.leave(boxes, everything, most)
        for left in range(most + 1):
            self.turn.fill_notes(free, left)

    def leave(self, boxes: list[i64], subset: i64, most: i64) -> i64:
        """Sets what a note in each box of the subset leaves; returns the slots of the subset."""
        slots: i64 = 0
        place: i64 = 1
        for category in boxes:
            if subset & place:
                slots |= CATEGORY_SLOTS[category]
                for left in range(most + 1):
                    at: i64 = left * CATEGORY_COUNT + category
                    self.turn.extra[at] = self.left_worth[(subset - place) * COUNTS + left]
            place *= 2
        return slots

    # --- For cubilete/study/learning ---

    def use_of_jokers(self, state: State) -> tuple[list[float], float]:
        """What each number of jokers is worth at the start of a turn, besides their category; and
        what a point is worth."""
        assert isinstance(state, SeisDados)
        seat: i64 = state.current
        plenty: SeisDados = state.copy()
        plenty.jokers += (6 - state.jokers_of(seat)) * DIE[seat]
        self.prepare(plenty, seat)
        boxes: i64 = boxes_in(state.free(seat))
        wholes: vec[float] = floats(COUNTS)
        self.turn.fill_wholes(COUNTS - 1, wholes, 0)
        found: list[float] = []
        for left in range(i64(COUNTS)):
            found.append(wholes[left] - self.worth_of_jokers(left, boxes))
        self.seat = -1
        return found, self.slope


def quick_strategy(start: SeisDados, laws: Laws) -> SeisDadosStrategy:
    """Loses two or three games in a hundred more than the exact one, in half the time. Where the
    fewest points win, all jokers count: they must be spent before the end."""
    return SeisDadosStrategy(start, laws, 1, STARTING_JOKERS if start.lowest_wins else 2)


def layer_after(state: SeisDados) -> i64:
    """The layer of `Turn` that a repetition leads to."""
    left: i64 = state.jokers_of(state.current)
    if state.repetitions < FREE_REPETITIONS:
        return left + FREE_REPETITIONS - 1 - state.repetitions
    return left - 1
