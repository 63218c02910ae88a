"""A bot for 216 that plays for the points of its own turn, by exact expectation.

What a turn is worth is computed backwards for every roll: after the second roll, with and
without helps, and from that after the first. A help in the hand is worth some points too, or
they would all be spent at once; so is drawing one.
"""

from cubilete.core.rng import Rng
from cubilete.core.view import View
from cubilete.games.two_sixteen.conditions import rolls_meeting
from cubilete.games.two_sixteen.notation import read_faces, read_use
from cubilete.games.two_sixteen.tables import (
    CHANGED,
    DICE,
    GROUP_COUNT,
    GROUP_NUMBER,
    GROUPS,
    HELP,
    KIND_COUNT,
    KIND_OF_USE,
    KINDS,
    ONE_HELP,
    REROLL_ALL,
    REROLL_ONE,
    rest_of,
    together,
    uses_on,
)
from cubilete.games.two_sixteen.view import Objective, TwoSixteenView

WORTH_OF_A_HELP = 2.5
HELPS_IN_A_PLAN = 2
"""So many helps are considered one after the other."""

Values = list[float]
"""What each group of dice is worth; of fewer than three dice, on average over the others."""

ROLLS = [number for number, faces in enumerate(GROUPS) if len(faces) == DICE]
FEWER = [number for number, faces in enumerate(GROUPS) if len(faces) < DICE]
WITH_ONE_MORE = {few: [together(few, face) for face in range(1, 7)] for few in FEWER}
KEPT = {roll: [few for few in FEWER if rest_of(roll, few) < GROUP_COUNT] for roll in ROLLS}
"""What can be left on the table when other dice of a roll are rolled again."""


def after_use(roll: int, use: int) -> int:
    """The dice after a help; where it rolls some again, those that stay."""
    action, face = divmod(use, 8)
    if action == REROLL_ALL:
        return 0
    rest = rest_of(roll, face)
    return rest if action == REROLL_ONE else together(rest, CHANGED[use])


AFTER_HELP = [
    {roll: [after_use(roll, use) for use in uses_on(GROUPS[roll], kind)] for roll in ROLLS}
    for kind in range(KIND_COUNT)
]


def with_averages(values: Values) -> Values:
    """Fills in the groups of fewer than three dice, the larger ones first."""
    for few in reversed(FEWER):
        more = WITH_ONE_MORE[few]
        values[few] = sum([values[group] for group in more]) / 6
    return values


class Plan:
    """What the dice of a turn are worth, given an offer and what a help is worth."""

    def __init__(self, offer: tuple[Objective | None, ...], worth: float) -> None:
        self.worth = worth
        self.claims: Values = [0.0] * GROUP_COUNT
        for objective in offer:
            if objective is not None:
                for roll in rolls_meeting(objective.when):
                    number = GROUP_NUMBER[roll]
                    self.claims[number] = max(self.claims[number], objective.score)
        self.seconds: dict[tuple[int, int], Values] = {}
        self.firsts: dict[tuple[int, int], Values] = {}

    def second(self, hand: int, helps: int) -> Values:
        """After the second roll, with at most so many helps of this hand."""
        if (hand, helps) not in self.seconds:
            values = [max(claim, self.worth) for claim in self.claims]
            for kind in kinds_in(hand) if helps else []:
                self.improve(values, kind, self.second(hand - ONE_HELP[kind], helps - 1))
            self.seconds[hand, helps] = with_averages(values)
        return self.seconds[hand, helps]

    def first(self, hand: int, helps: int) -> Values:
        """After the first roll, when nothing is served any more."""
        if (hand, helps) not in self.firsts:
            later = self.second(hand, helps)
            values = list(self.claims)
            for roll in ROLLS:
                values[roll] = max(values[roll], *[later[kept] for kept in KEPT[roll]])
            for kind in kinds_in(hand) if helps else []:
                self.improve(values, kind, self.first(hand - ONE_HELP[kind], helps - 1))
            self.firsts[hand, helps] = with_averages(values)
        return self.firsts[hand, helps]

    def improve(self, values: Values, kind: int, then: Values) -> None:
        """Uses a help of this kind wherever that is better, at the price of the card."""
        for roll, groups in AFTER_HELP[kind].items():
            for group in groups:
                if then[group] - self.worth > values[roll]:
                    values[roll] = then[group] - self.worth


def kinds_in(hand: int) -> list[int]:
    return [kind for kind in range(KIND_COUNT) if hand >> 5 * kind & 31]


class GreedyBot:
    """The action with the highest expectation; at random among equal ones."""

    def __init__(self, worth_of_a_help: float = WORTH_OF_A_HELP) -> None:
        self.worth_of_a_help = worth_of_a_help
        self.key: tuple[object, ...] = ()
        self.plan = Plan((), 0.0)

    def choose(self, view: View, rng: Rng) -> str:
        assert isinstance(view, TwoSixteenView)
        self.look_at(view)
        worths = [self.worth_of(view, text) for text in view.legal]
        best = [
            text for text, worth in zip(view.legal, worths, strict=True) if worth == max(worths)
        ]
        return best[rng.below(len(best))]

    def look_at(self, view: TwoSixteenView) -> None:
        """Keeps the plan of a turn until the offer changes."""
        # In what may be the last round a help will not be used any more.
        worth = 0.0 if max(view.scores) >= view.target else self.worth_of_a_help
        key = (tuple(card and card.id for card in view.offer), worth)
        if key != self.key:
            self.key = key
            self.plan = Plan(view.offer, worth)

    def worth_of(self, view: TwoSixteenView, text: str) -> float:
        word, _, rest = text.partition(" ")
        if word == "pass":
            return self.plan.worth
        if word == "help":
            return self.worth_of_use(view, (read_use(rest) or HELP) - HELP)
        if word == "reroll":
            kept = rest_of(GROUP_NUMBER[view.dice], read_faces(rest) or 0)
            return self.plan.second(packed(view), HELPS_IN_A_PLAN)[kept]
        name, _, bonus = rest.partition(" ")
        card = next(card for card in view.offer if card is not None and card.id == name)
        if word == "ia":
            return card.score - card.rolls  # what is left shall be easy to meet
        return card.score + {"points": card.bonus, "help": self.plan.worth}.get(bonus, 0)

    def worth_of_use(self, view: TwoSixteenView, use: int) -> float:
        hand = packed(view) - ONE_HELP[KIND_OF_USE[use // 8]]
        stage = self.plan.first if view.stage == "first" else self.plan.second
        after = after_use(GROUP_NUMBER[view.dice], use)
        return stage(hand, HELPS_IN_A_PLAN - 1)[after] - self.plan.worth


def packed(view: TwoSixteenView) -> int:
    hand = view.hand or {}
    return sum(count * ONE_HELP[KINDS.index(kind)] for kind, count in hand.items())
