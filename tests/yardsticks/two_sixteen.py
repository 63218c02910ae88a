"""The greedy bot of 216: it maximises the expected points of its own turn.

It computes the value of a turn backwards for every roll: after the second roll, with and without
helps, and from those values after the first. A help card has a value of its own; without it the
bot would play every help at once and never draw one.
"""

from cubilete.core.rng import Rng
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
"""How many helps in a row the bot looks ahead."""

Values = list[float]
"""The value of each group of dice. For fewer than three dice it is the average over the rolls of
the missing dice."""

ROLLS = [number for number, faces in enumerate(GROUPS) if len(faces) == DICE]
FEWER = [number for number, faces in enumerate(GROUPS) if len(faces) < DICE]
WITH_ONE_MORE = {few: [together(few, face) for face in range(1, 7)] for few in FEWER}
KEPT = {roll: [few for few in FEWER if rest_of(roll, few) < GROUP_COUNT] for roll in ROLLS}
"""The groups that can stay on the table when the other dice of a roll are rolled again."""


def after_use(roll: int, use: int) -> int:
    """The dice after the use of a help; for a use that rolls dice, those that stay."""
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
    """Sets the values of groups of fewer than three dice, the larger ones first."""
    for few in reversed(FEWER):
        more = WITH_ONE_MORE[few]
        values[few] = sum([values[group] for group in more]) / 6
    return values


class Plan:
    """The values of all dice in a turn, for one offer and one value of a help card."""

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
        """Values after the second roll, if at most `helps` cards of this hand are played."""
        if (hand, helps) not in self.seconds:
            values = [max(claim, self.worth) for claim in self.claims]
            for kind in kinds_in(hand) if helps else []:
                self.improve(values, kind, self.second(hand - ONE_HELP[kind], helps - 1))
            self.seconds[hand, helps] = with_averages(values)
        return self.seconds[hand, helps]

    def first(self, hand: int, helps: int) -> Values:
        """The same after the first roll, when no claim is served any more."""
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
        """Raises values where playing a help of this kind is better; the card's value is
        subtracted."""
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

    def choose(self, view: TwoSixteenView, rng: Rng) -> str:
        self.update_plan(view)
        worths = [self.worth_of(view, text) for text in view.legal]
        best = [
            text for text, worth in zip(view.legal, worths, strict=True) if worth == max(worths)
        ]
        return best[rng.below(len(best))]

    def update_plan(self, view: TwoSixteenView) -> None:
        """Makes a new plan if the offer or the value of a help has changed."""
        # A help drawn in what may be the last round is probably not used any more.
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
            return card.score - card.rolls  # leave objectives that are easy to meet
        return card.score + {"points": card.bonus, "help": self.plan.worth}.get(bonus, 0)

    def worth_of_use(self, view: TwoSixteenView, use: int) -> float:
        hand = packed(view) - ONE_HELP[KIND_OF_USE[use // 8]]
        stage = self.plan.first if view.stage == "first" else self.plan.second
        after = after_use(GROUP_NUMBER[view.dice], use)
        return stage(hand, HELPS_IN_A_PLAN - 1)[after] - self.plan.worth


def packed(view: TwoSixteenView) -> int:
    """The own hand as the tables have it: five bits for each kind of help."""
    hand = view.hand or {}
    return sum(count * ONE_HELP[KINDS.index(kind)] for kind, count in hand.items())
