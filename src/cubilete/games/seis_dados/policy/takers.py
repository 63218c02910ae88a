"""Who will take the point of each category, as one seat sees it.

The laws of laws.py are applied to a position: what is noted decides, and what is still free ends as
it usually does. Where the game ends at a number of points (SD-S6), boxes that are free now may
stay so.

This module is compiled.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.seis_dados.policy.chances import LAST, ME, NEXT, NOBODY
from cubilete.games.seis_dados.policy.laws import Laws
from cubilete.games.seis_dados.policy.rerolls import COUNTS, floats
from cubilete.games.seis_dados.rules import SeisDados, boxes_in, grade_of
from cubilete.games.seis_dados.scoring import (
    SECTION_COUNT,
    SECTION_MASKS,
    point_of_three,
    point_of_two,
)
from cubilete.games.seis_dados.tables import BIT, CATEGORY_COUNT, GRADE_COUNT, JOKERS

LEADER: Final = 1.2
"""The first to have the points that end the game is luckier than expected: by this factor."""
LATE: Final = 0.4
"""Points come late, because all seats must have noted: at the start of a game, a share x of the
points is reached after x ** LATE of the rounds; towards its end, after x of them."""


@final
class Takers:
    def __init__(self, start: SeisDados, laws: Laws) -> None:
        self.seats: i64 = start.seats
        self.in_use: i64 = start.in_use
        self.end_at: i64 = start.end_at
        self.laws: Laws = laws
        self.law: vec[float] = floats(4 * CATEGORY_COUNT)
        """Four chances a category, as chances.py has them."""
        self.trial: vec[float] = floats(4)
        """The same for one category, as the last call of `category` or `jokers` has found it."""
        self.joker_takers: vec[float] = floats(4 * COUNTS)
        """Who takes the point of the jokers, by how many of them the seat has at the end."""
        self.complete: vec[float] = floats(SECTION_COUNT)
        """The chance of each section that it is complete when the game ends."""
        self.boxes: i64 = 0
        self.next_boxes: i64 = 0
        self.last_boxes: i64 = 0
        """How many boxes the seat and the others have left."""
        self.reach: float = 1.0
        """The chance that a free box is filled before the game ends."""

    def look(self, state: SeisDados, seat: i64, boxes: i64) -> None:
        """Computes `law` and `complete` for a seat that has this many boxes left."""
        self.boxes = boxes
        self.next_boxes = boxes_in(state.free((seat + 1) % self.seats))
        self.last_boxes = boxes_in(state.free((seat + 2) % self.seats))
        self.reach = 1.0
        if self.in_use & BIT[JOKERS]:
            self.look_at_jokers(state, seat)
        self.fill(state, seat)
        if self.end_at and not state.lowest_wins:
            self.reach = self.reach_of(state)
            if self.reach < 1.0:
                self.fill(state, seat)

    def fill(self, state: SeisDados, seat: i64) -> None:
        for section in range(i64(SECTION_COUNT)):
            self.complete[section] = 1.0
            mask: i64 = SECTION_MASKS[section] & self.in_use
            for category in range(i64(CATEGORY_COUNT)):
                if mask & BIT[category]:
                    if category == JOKERS:
                        self.jokers(state.jokers_of(seat), self.boxes)
                    else:
                        self.category(state, seat, category, grade_of(state, seat, category))
                    for taker in range(i64(4)):
                        self.law[4 * category + taker] = self.trial[taker]
                    self.complete[section] *= self.done(state, seat, category, 0)

    def reach_of(self, state: SeisDados) -> float:
        """How much of what is left is filled until someone has the points that end the game."""
        completed: i64 = state.completed()
        noted: i64 = 0
        boxes: i64 = 0
        most: float = 0.0
        for seat in range(self.seats):
            expected: float = 0.0
            for category in range(i64(CATEGORY_COUNT)):
                if self.in_use & BIT[category] and category != JOKERS:
                    boxes += 1
                    if grade_of(state, seat, category):
                        noted += 1
                    if not completed & BIT[category]:
                        expected += self.law[4 * category + seat]
            most = max(most, expected)
        missing: float = float(self.end_at - max(state.scores()))
        if missing >= most * LEADER:
            return 1.0
        late: float = LATE + (1.0 - LATE) * float(noted) / float(boxes)
        return math.pow(max(missing, 0.0) / (most * LEADER), late)

    def done(self, state: SeisDados, seat: i64, category: i64, mine: i64) -> float:
        """The chance that a category is complete at the end, if the seat has noted it now."""
        if self.reach == 1.0:
            return 1.0
        if category == JOKERS:
            return 0.0
        chance: float = 1.0
        for other in range(self.seats):
            if not (mine and other == seat) and not grade_of(state, other, category):
                chance *= self.reach
        return chance

    # --- One category ---

    def category(self, state: SeisDados, seat: i64, category: i64, mine: i64) -> None:
        """Who takes the point if the seat has noted this grade, 0 for none."""
        one: i64 = grade_of(state, (seat + 1) % self.seats, category)
        self.clear()
        if self.seats == 2:
            self.category_of_two(category, mine, one)
        else:
            other: i64 = grade_of(state, (seat + 2) % self.seats, category)
            self.category_of_three(category, mine, one, other)
        if self.reach < 1.0:
            self.thin_out(self.done(state, seat, category, mine))

    def clear(self) -> None:
        for taker in range(i64(4)):
            self.trial[taker] = 0.0

    def thin_out(self, done: float) -> None:
        for taker in range(i64(4)):
            self.trial[taker] *= done
        self.trial[NOBODY] += 1.0 - done

    def category_of_two(self, category: i64, mine: i64, one: i64) -> None:
        if mine and one:
            self.take(point_of_two(mine, one), 1.0)
        elif mine:
            self.noted_by_one(ME, mine, self.next_boxes)
        elif one:
            self.noted_by_one(NEXT, one, self.boxes)
        else:
            self.free_for_all(category, (self.boxes + self.next_boxes + 1) // 2)

    def category_of_three(self, category: i64, mine: i64, one: i64, other: i64) -> None:
        if mine and one and other:
            self.take(point_of_three(mine, one, other), 1.0)
        elif mine and one:
            self.noted_by_two(ME, mine, NEXT, one, LAST)
        elif mine and other:
            self.noted_by_two(ME, mine, LAST, other, NEXT)
        elif one and other:
            self.noted_by_two(NEXT, one, LAST, other, ME)
        elif mine:
            self.noted_by_one(ME, mine, (self.next_boxes + self.last_boxes) // 2)
        elif one:
            self.noted_by_one(NEXT, one, (self.boxes + self.last_boxes) // 2)
        elif other:
            self.noted_by_one(LAST, other, (self.boxes + self.next_boxes) // 2)
        else:
            self.free_for_all(category, (self.boxes + self.next_boxes + self.last_boxes) // 3)

    def take(self, taker: i64, chance: float) -> None:
        self.trial[place_of(taker)] += chance

    def noted_by_one(self, noter: i64, grade: i64, boxes: i64) -> None:
        at: i64 = boxes * GRADE_COUNT + grade
        takes: float = self.laws.noter[at]
        nobody: float = self.laws.nobody[at]
        for taker in range(self.seats):
            self.trial[taker] = (1.0 - takes - nobody) / float(self.seats - 1)
        self.trial[noter] = takes
        self.trial[NOBODY] = nobody

    def noted_by_two(self, one: i64, grade: i64, other: i64, other_grade: i64, last: i64) -> None:
        """SD-S2, where the third is still to note."""
        if grade > other_grade:
            self.noted_by_two(other, other_grade, one, grade, last)
            return
        boxes: i64 = self.boxes_of(last)
        at: i64 = boxes * GRADE_COUNT + grade
        lower: float = self.laws.lower[at]
        same: float = self.laws.last[at]
        if grade == other_grade:
            self.trial[NOBODY] = same
            self.trial[last] = 1.0 - same
            return
        at = boxes * GRADE_COUNT + other_grade
        other_lower: float = self.laws.lower[at]
        other_same: float = self.laws.last[at]
        self.trial[one] = lower + other_same
        self.trial[other] = same + 1.0 - other_lower - other_same
        self.trial[last] = other_lower - lower - same

    def boxes_of(self, place: i64) -> i64:
        """The boxes that the seat or one of the others has left."""
        if place == ME:
            return self.boxes
        return self.next_boxes if place == NEXT else self.last_boxes

    def free_for_all(self, category: i64, boxes: i64) -> None:
        nobody: float = self.laws.free_nobody[boxes * CATEGORY_COUNT + category]
        for taker in range(self.seats):
            self.trial[taker] = (1.0 - nobody) / float(self.seats)
        self.trial[NOBODY] = nobody

    # --- Jokers ---

    def look_at_jokers(self, state: SeisDados, seat: i64) -> None:
        """Computes `joker_takers` from what the others may have left at the end."""
        takers = self.joker_takers
        for at in range(i64(4 * COUNTS)):
            takers[at] = 0.0
        next_left: i64 = state.jokers_of((seat + 1) % self.seats)
        last_left: i64 = state.jokers_of((seat + 2) % self.seats)
        for b in range(next_left + 1):
            chance: float = self.jokers_at_end(self.next_boxes, next_left, b)
            if self.seats == 2:
                for a in range(i64(COUNTS)):
                    takers[4 * a + place_of(point_of_two(a, b))] += chance
            elif chance != 0.0:
                for c in range(last_left + 1):
                    both: float = chance * self.jokers_at_end(self.last_boxes, last_left, c)
                    for a in range(i64(COUNTS)):
                        takers[4 * a + place_of(point_of_three(a, b, c))] += both

    def jokers(self, left: i64, boxes: i64) -> None:
        """Who takes the point of the jokers if the seat has some left, and boxes to fill."""
        self.clear()
        if self.reach < 1.0:  # SD-S6: not counted at an early end
            self.trial[NOBODY] = 1.0
            return
        for end in range(left + 1):
            chance: float = self.jokers_at_end(boxes, left, end)
            for taker in range(i64(4)):
                self.trial[taker] += chance * self.joker_takers[4 * end + taker]

    def jokers_at_end(self, boxes: i64, left: i64, end: i64) -> float:
        """The chance that a seat keeps `end` of the jokers that it has left."""
        if boxes == 0:
            return 1.0 if end == left else 0.0
        return self.laws.jokers[(boxes * COUNTS + left) * COUNTS + end]


def place_of(taker: i64) -> i64:
    """The place in a law: who takes the point, or NOBODY."""
    return taker if taker >= 0 else NOBODY
