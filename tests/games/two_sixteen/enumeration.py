"""The values of a turn of 216 by going through everything that can happen, step by step.

It makes no use of what `turns.py` knows about the order of helps: every help is tried at every
moment, on every die.
"""

from collections.abc import Sequence

from cubilete.games.two_sixteen.policy.turns import HEAVIEST, WEIGHTS, after_use
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.scoring import Cards, offered
from cubilete.games.two_sixteen.tables import (
    DICE,
    GROUP_NUMBER,
    GROUPS,
    HELP,
    KIND_COUNT,
    KIND_OF_USE,
    OFFER_SIZE,
    PASS,
    REROLL,
    taken_away,
    uses_on,
)

REROLLS = (3, 4)
"""The kinds of help that roll dice."""
Faces = tuple[int, ...]


class Enumeration:
    """All that can follow in a turn. `claims` and `price` are as in `turns.Turn`."""

    def __init__(
        self,
        cards: Cards,
        offer: int,
        claims: Sequence[float],
        price: Sequence[float],
        passing: float,
    ) -> None:
        self.cards = cards
        self.offer = offer
        self.claims = list(claims)
        self.price = list(price)
        self.passing = passing
        self.known: dict[tuple[bool, int, int, Faces], float] = {}

    def value(self, first: bool, hand: int, spent: int, dice: Faces) -> float:
        """The best expectation with these dice; fewer than three dice are filled up by a roll.
        `spent` is the weight of the helps used so far that do not roll dice."""
        key = (first, hand, spent, dice)
        if key not in self.known:
            if len(dice) < DICE:
                more = [tuple(sorted((*dice, face))) for face in range(1, 7)]
                self.known[key] = sum(self.value(first, hand, spent, each) for each in more) / 6
            else:
                self.known[key] = max(self.ways_on(first, hand, spent, dice))
        return self.known[key]

    def ways_on(self, first: bool, hand: int, spent: int, dice: Faces) -> list[float]:
        paid = self.price[min(spent, HEAVIEST)]
        found = [
            self.claims[place] - paid
            for place in range(OFFER_SIZE)
            if self.cards.meets(GROUP_NUMBER[dice], offered(self.offer, place))
        ]
        if first:
            found += [self.after_reroll(hand, spent, dice, part) for part in parts_of(dice)]
        else:
            found.append(self.passing - paid)
        for kind in range(KIND_COUNT):
            if hand >> 5 * kind & 31:
                found += [
                    self.after_help(first, hand, spent, dice, use) for use in uses_on(dice, kind)
                ]
        return found

    def after_reroll(self, hand: int, spent: int, dice: Faces, part: Faces) -> float:
        kept = taken_away(dice, part)
        assert kept is not None
        return self.value(False, hand, spent, kept)

    def after_help(self, first: bool, hand: int, spent: int, dice: Faces, use: int) -> float:
        kind = int(KIND_OF_USE[use >> 3])
        left = hand - (1 << 5 * kind)
        after = GROUPS[after_use(GROUP_NUMBER[dice], use)]
        if kind in REROLLS:
            return self.value(first, left, spent, after) - self.price[int(WEIGHTS[kind])]
        return self.value(first, left, spent + int(WEIGHTS[kind]), after)

    def worth(self, state: TwoSixteen, code: int) -> float:
        """What a decision that rolls dice, uses a help or passes is worth."""
        dice = GROUPS[state.dice]
        hand = int(state.hands[state.current])
        if code == PASS:
            return self.passing
        if code >= HELP:
            return self.after_help(state.stage == 0, hand, 0, dice, code - HELP)
        return self.after_reroll(hand, 0, dice, GROUPS[code - REROLL])


def parts_of(dice: Faces) -> list[Faces]:
    """The dice that can be rolled again."""
    return [part for part in GROUPS if part and taken_away(dice, part) is not None]
