"""The exact values of one's own turn, for every roll. This module is compiled with mypyc.

The end of a turn has a value: what a claim is worth, or what a pass is worth. The helps that are
used have a price, which depends on their total weight. The value of dice is then the highest
expectation of value less price, over all ways to go on: rolling again, and any number of the helps
in the hand in any order. Helps that roll dice are paid one by one, all others together.

Three facts keep it fast. They hold because a help that changes a die can be used later just as
well, when more is known, unless it leads to a claim at once:

- The helps that change a die (shifts, opposite, set) matter only right before a claim. So for each
  set of them we need the rolls from which they reach an objective, which is a bit set of the 56
  rolls (`Turn.spread`).
- Only the numbers of the two kinds that roll dice need tables of their own.
- A set help is wasted on a die that is changed before it, and all other changes commute. So one
  order is enough for a set of helps: the set helps first.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.two_sixteen.scoring import Cards, offered
from cubilete.games.two_sixteen.tables import (
    CHANGED,
    CHOICE_START,
    CHOICES,
    DICE,
    EMPTY,
    GROUP_COUNT,
    GROUPS,
    KIND_COUNT,
    OBJECTIVES,
    OFFER_SIZE,
    ONE_HELP,
    REROLL_ALL,
    REROLL_ONE,
    USE_ROW,
    USE_START,
    rest_of,
    together,
)

REROLL_KIND: Final = 3
REROLL_ALL_KIND: Final = 4
ROLLS: Final = 56
FIRST_ROLL_GROUP: Final = 28
"""Groups from this number on have three dice; the bit of a roll is its group less this number."""
NEVER: Final = -1e18
"""The value of what cannot be done."""

WAYS_OF: Final = vec[float](
    [float(6 // (1, 2, 6)[3 - len(set(faces))]) if len(faces) == DICE else 0.0 for faces in GROUPS]
)
"""How many of the 216 rolls in order give each roll."""

WEIGHTS: Final = vec[i64]([10, 10, 8, 4, 3, 7, 7, 7, 7, 7, 7])
"""How strong a help of each kind is; a shift is 10. See `worths.py`."""
HEAVIEST: Final = 80
"""No difference is made between hands of this weight and heavier ones."""

BYTES: Final = 7
ROLL_BIT: Final = vec[i64]([1 << place for place in range(ROLLS)])
LOWEST_PLACE: Final = vec[i64](
    [([pow(2, place, 67) for place in range(62)] + [rest]).index(rest) for rest in range(67)]
)
"""The place of a bit by its value modulo 67, where the powers of two all differ."""


def after_use(roll: i64, use: i64) -> i64:
    """The dice after the use of a help; for a use that rolls dice, those that stay."""
    action: i64 = use >> 3
    face: i64 = use & 7
    if action == REROLL_ALL:
        return 0
    rest: i64 = rest_of(roll, face)
    if action == REROLL_ONE:
        return rest
    return together(rest, CHANGED[use])


def build_before() -> vec[i64]:
    """For each kind of help that changes a die, and each byte of a set of rolls: the rolls from
    which one use leads into the set."""
    table: list[int] = []
    for kind in range(KIND_COUNT):
        sources = [0] * (BYTES * 8)
        if kind not in (REROLL_KIND, REROLL_ALL_KIND):
            for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
                at = roll * KIND_COUNT + kind
                for place in range(USE_START[at], USE_START[at + 1]):
                    target = int(after_use(roll, USE_ROW[place])) - FIRST_ROLL_GROUP
                    sources[target] |= 1 << (roll - FIRST_ROLL_GROUP)
        for byte in range(BYTES):
            row = [0] * 256
            for bits in range(1, 256):
                low = (bits & -bits).bit_length() - 1
                row[bits] = row[bits & (bits - 1)] | sources[byte * 8 + low]
            table += row
    return vec[i64](table)


BEFORE: Final = build_before()

# For groups of fewer than three dice, the six groups with one die more, in one row.
WITH_ONE_MORE: Final = vec[i64](
    [int(together(few, face)) for few in range(FIRST_ROLL_GROUP) for face in range(1, 7)]
)
# For every roll and each of its dice, what stays when that die is rolled; 0 before the first roll.
WITHOUT_ONE: Final = vec[i64](
    [
        int(rest_of(group, faces[die])) if len(faces) == DICE else 0
        for group, faces in enumerate(GROUPS)
        for die in range(DICE)
    ]
)


def build_kept() -> vec[i64]:
    row: list[int] = []
    for group in range(GROUP_COUNT):
        for place in range(CHOICE_START[group], CHOICE_START[group + 1]):
            row.append(int(rest_of(group, CHOICES[place])))
    return vec[i64](row)


# What stays on the table for each of CHOICES.
KEPT: Final = build_kept()


def rolls_before(kind: i64, rolls: i64) -> i64:
    """The rolls from which one help of this kind leads to one of `rolls`."""
    at: i64 = kind * (BYTES * 256)
    found: i64 = BEFORE[at + (rolls & 255)]
    found |= BEFORE[at + 256 + (rolls >> 8 & 255)]
    found |= BEFORE[at + 512 + (rolls >> 16 & 255)]
    found |= BEFORE[at + 768 + (rolls >> 24 & 255)]
    found |= BEFORE[at + 1024 + (rolls >> 32 & 255)]
    found |= BEFORE[at + 1280 + (rolls >> 40 & 255)]
    found |= BEFORE[at + 1536 + (rolls >> 48 & 255)]
    return found


@final
class Turn:
    """The values of a turn with one offer and one hand.

    Set `claims`, `price` and `passing` first, then call `prepare`.
    """

    def __init__(self, cards: Cards, weights: vec[i64]) -> None:
        self.weights: vec[i64] = weights
        """The weight of a help of each kind."""
        met = [0] * (EMPTY + 1)
        for objective in range(OBJECTIVES):
            for roll in range(ROLLS):
                if cards.meets(roll + FIRST_ROLL_GROUP, objective):
                    met[objective] += int(ROLL_BIT[roll])
        self.met: vec[i64] = vec[i64](met)
        self.claims: vec[float] = vec[float]([0.0] * OFFER_SIZE)
        """What claiming the objective at each place is worth, without a bonus."""
        self.price: vec[float] = vec[float]([0.0] * (HEAVIEST + 1))
        """What using helps costs, by their weight; it must not fall."""
        self.passing: float = 0.0
        self.least: float = 0.0
        """What passing is worth after the helps that were used."""
        self.room: float = 0.0
        """Helps that cost as much in all are never worth it."""
        self.rerolls: i64 = 0
        self.rerolls_of_all: i64 = 0
        self.top: i64 = 0
        """Where the tables for the whole hand start in `second` and `first`."""
        self.ready: vec[float] = vec[float]([0.0] * GROUP_COUNT)
        """For every roll: a claim at once, or after helps that change dice."""
        self.last_kind: vec[i64] = vec[i64]([0] * GROUP_COUNT)
        """The help to use first for the value in `ready`; -1 for none."""
        self.then: vec[i64] = vec[i64]([0] * GROUP_COUNT)
        """The rolls that the first help must lead to."""
        self.second: vec[float] = vec[float]([0.0] * GROUP_COUNT)
        """Values after the second roll: 84 for each number of helps that roll dice. For groups of
        fewer than three dice it is the average over the missing ones."""
        self.first: vec[float] = vec[float]([0.0] * GROUP_COUNT)
        """The same after the first roll, when claims are not served."""
        self.first_is_ready: bool = False

    def prepare(self, offer: i64, hand: i64, spent: i64) -> None:
        """Computes all values but those after the first roll, which are not always needed.

        `spent` is the weight of helps that are used already and not yet paid: the values are what
        is left after paying for these too.
        """
        self.first_is_ready = False
        best: float = NEVER
        for place in range(OFFER_SIZE):
            if self.claims[place] > best:
                best = self.claims[place]
        self.least = self.passing - self.price[spent]
        self.room = best - self.least
        self.find_ready(offer, hand, spent)
        self.rerolls = hand >> 5 * REROLL_KIND & 31
        self.rerolls_of_all = hand >> 5 * REROLL_ALL_KIND & 31
        tables: i64 = (self.rerolls + 1) * (self.rerolls_of_all + 1)
        if len(self.second) < tables * GROUP_COUNT:
            self.second = vec[float]([0.0] * (tables * GROUP_COUNT))
            self.first = vec[float]([0.0] * (tables * GROUP_COUNT))
        self.top = (tables - 1) * GROUP_COUNT
        for ones in range(self.rerolls + 1):
            for alls in range(self.rerolls_of_all + 1):
                self.fill_second(ones, alls)

    # --- Claims, at once or after helps that change dice ---

    def find_ready(self, offer: i64, hand: i64, spent: i64) -> None:
        for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
            self.ready[roll] = NEVER
        a: i64 = self.met[offered(offer, 0)]
        b: i64 = self.met[offered(offer, 1)]
        c: i64 = self.met[offered(offer, 2)]
        d: i64 = self.met[offered(offer, 3)]
        self.improve(a, self.claims[0] - self.price[spent], -1, 0)
        self.improve(b, self.claims[1] - self.price[spent], -1, 0)
        self.improve(c, self.claims[2] - self.price[spent], -1, 0)
        self.improve(d, self.claims[3] - self.price[spent], -1, 0)
        changes: i64 = hand & ~(31 * ONE_HELP[REROLL_KIND] + 31 * ONE_HELP[REROLL_ALL_KIND])
        if changes:
            self.spread(0, changes, spent, a, b, c, d)

    def spread(self, kind: i64, hand: i64, weight: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        """Adds a help of this or a later kind to the helps that lead to the four objectives.

        `a` to `d` are the rolls from which the helps so far, or some of them, meet the objective
        at each place. The help that is added is used before all of these.
        """
        rest: i64 = hand >> 5 * kind
        while rest:
            if rest & 31:
                heavier: i64 = weight + self.weights[kind]
                if heavier > HEAVIEST:
                    heavier = HEAVIEST
                price: float = self.price[heavier]
                if price < self.room:
                    more_a: i64 = a | rolls_before(kind, a)
                    more_b: i64 = b | rolls_before(kind, b)
                    more_c: i64 = c | rolls_before(kind, c)
                    more_d: i64 = d | rolls_before(kind, d)
                    new: i64 = (more_a ^ a) | (more_b ^ b) | (more_c ^ c) | (more_d ^ d)
                    if new:
                        self.improve(more_a ^ a, self.claims[0] - price, kind, a)
                        self.improve(more_b ^ b, self.claims[1] - price, kind, b)
                        self.improve(more_c ^ c, self.claims[2] - price, kind, c)
                        self.improve(more_d ^ d, self.claims[3] - price, kind, d)
                        self.spread(
                            kind, hand - ONE_HELP[kind], heavier, more_a, more_b, more_c, more_d
                        )
            rest >>= 5
            kind += 1

    def improve(self, rolls: i64, value: float, kind: i64, then: i64) -> None:
        if value < self.least:
            return
        while rolls:
            lowest: i64 = rolls & -rolls
            roll: i64 = LOWEST_PLACE[lowest % 67] + FIRST_ROLL_GROUP
            if value > self.ready[roll]:
                self.ready[roll] = value
                self.last_kind[roll] = kind
                self.then[roll] = then
            rolls -= lowest

    # --- After the second roll ---

    def fill_second(self, ones: i64, alls: i64) -> None:
        """Values if the hand has just so many helps that roll one die and all dice."""
        width: i64 = self.rerolls_of_all + 1
        at: i64 = (ones * width + alls) * GROUP_COUNT
        least: float = self.least
        if alls:
            again: float = self.second[at - GROUP_COUNT] - self.price_of(REROLL_ALL_KIND)
            if again > least:
                least = again
        fewer: i64 = at - width * GROUP_COUNT
        price: float = self.price_of(REROLL_KIND)
        for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
            best: float = self.ready[roll]
            if least > best:
                best = least
            if ones:
                for die in range(DICE):
                    value: float = self.second[fewer + WITHOUT_ONE[roll * DICE + die]] - price
                    if value > best:
                        best = value
            self.second[at + roll] = best
        fill_averages(self.second, at)

    # --- After the first roll ---

    def fill_first(self) -> None:
        width: i64 = self.rerolls_of_all + 1
        for ones in range(self.rerolls + 1):
            for alls in range(width):
                at: i64 = (ones * width + alls) * GROUP_COUNT
                for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
                    self.first[at + roll] = self.best_first(roll, at, ones, alls)
                fill_averages(self.first, at)
        self.first_is_ready = True

    def best_first(self, roll: i64, at: i64, ones: i64, alls: i64) -> float:
        best: float = self.ready[roll]
        for place in range(CHOICE_START[roll], CHOICE_START[roll + 1]):
            value: float = self.second[at + KEPT[place]]
            if value > best:
                best = value
        if alls:
            value = self.first[at - GROUP_COUNT] - self.price_of(REROLL_ALL_KIND)
            if value > best:
                best = value
        if ones:
            fewer: i64 = at - (self.rerolls_of_all + 1) * GROUP_COUNT
            for die in range(DICE):
                value = self.first[fewer + WITHOUT_ONE[roll * DICE + die]] - self.price_of(
                    REROLL_KIND
                )
                if value > best:
                    best = value
        return best

    # --- What others ask for ---

    def price_of(self, kind: i64) -> float:
        """What using a single help of this kind costs."""
        return self.price[self.weights[kind]]

    def after_second(self, dice: i64) -> float:
        """The value of dice after the second roll; averaged if there are fewer than three."""
        return self.second[self.top + dice]

    def after_first(self, dice: i64) -> float:
        """The same after the first roll, when a claim is not served."""
        if not self.first_is_ready:
            if self.top == 0 and dice >= FIRST_ROLL_GROUP:
                return self.best_first(dice, 0, 0, 0)
            self.fill_first()
        return self.first[self.top + dice]

    def after_reroll_help(self, dice: i64, fewer: i64, first: bool) -> float:
        """The value of dice that stay, `fewer` tables before that of the whole hand."""
        at: i64 = self.top - fewer * GROUP_COUNT + dice
        if not first:
            return self.second[at]
        if not self.first_is_ready:
            self.fill_first()
        return self.first[at]


def fill_averages(values: vec[float], at: i64) -> None:
    """Sets the values of groups of fewer than three dice, the larger ones first."""
    for few in range(FIRST_ROLL_GROUP - 1, -1, -1):
        total: float = 0.0
        for place in range(few * 6, few * 6 + 6):
            total += values[at + WITH_ONE_MORE[place]]
        values[at + few] = total / 6.0
