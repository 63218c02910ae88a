"""The cards of a game, and the objectives of an offer that the dice meet or that score least.

An offer is one number: seven bits for the objective at each of its four places.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from cubilete.games.two_sixteen.tables import (
    EMPTY,
    GROUP_COUNT,
    GROUP_NUMBER,
    KIND_COUNT,
    OFFER_SIZE,
    ONE_HELP,
)


@final
@mypyc_attr(acyclic=True)
class Cards:
    """The cards of a game. They never change, so all positions share one object."""

    def __init__(
        self,
        ids: list[str],
        whens: list[str],
        scores: list[int],
        bonuses: list[int],
        met_by: list[list[tuple[int, ...]]],
        helps: list[int],
    ) -> None:
        self.ids = ids
        self.whens = whens
        self.number: dict[str, int] = {name: number for number, name in enumerate(ids)}
        self.scores: vec[i64] = vec[i64](scores)
        self.bonuses: vec[i64] = vec[i64](bonuses)
        met = [0] * (GROUP_COUNT * 128)
        for number, rolls in enumerate(met_by):
            for roll in rolls:
                met[GROUP_NUMBER[roll] * 128 + number] = 1
        self.met: vec[u8] = vec[u8]([u8(bit) for bit in met])
        total: i64 = 0
        for kind in range(KIND_COUNT):
            total += ONE_HELP[kind] * helps[kind]
        self.helps: i64 = total

    def meets(self, dice: i64, objective: i64) -> i64:
        """1 if the dice meet an objective, else 0. Dice fewer than three meet none."""
        return i64(self.met[dice * 128 + objective])

    def fingerprint(self) -> tuple[object, ...]:
        return (
            tuple(zip(self.ids, self.whens, strict=True)),
            tuple([int(score) for score in self.scores]),
            tuple([int(bonus) for bonus in self.bonuses]),
            self.helps,
        )


def offered(offer: i64, place: i64) -> i64:
    """The objective at a place from 0 to 3; EMPTY for none."""
    return offer >> 7 * place & EMPTY


def place_of(offer: i64, objective: i64) -> i64:
    """The place of an objective in an offer; -1 if it is not there."""
    for place in range(OFFER_SIZE):
        if offered(offer, place) == objective:
            return place
    return -1


# --- Objectives met by the dice (216-9) ---


def count_met(cards: Cards, offer: i64, dice: i64) -> i64:
    count: i64 = 0
    for place in range(OFFER_SIZE):
        count += cards.meets(dice, offered(offer, place))
    return count


def met_at(cards: Cards, offer: i64, dice: i64, k: i64) -> i64:
    """The k-th objective, from 0, of an offer that the dice meet."""
    for place in range(OFFER_SIZE):
        objective: i64 = offered(offer, place)
        if cards.meets(dice, objective):
            if k == 0:
                return objective
            k -= 1
    raise AssertionError("more objectives were counted than are met")


# --- Objectives that the IA can take (216-15) ---


def lowest_score(cards: Cards, offer: i64) -> i64:
    lowest: i64 = cards.scores[offered(offer, 0)]
    for place in range(1, OFFER_SIZE):
        score: i64 = cards.scores[offered(offer, place)]
        if score < lowest:
            lowest = score
    return lowest


def count_lowest(cards: Cards, offer: i64) -> i64:
    """How many objectives of an offer share the lowest score."""
    lowest: i64 = lowest_score(cards, offer)
    count: i64 = 0
    for place in range(OFFER_SIZE):
        if cards.scores[offered(offer, place)] == lowest:
            count += 1
    return count


def lowest_at(cards: Cards, offer: i64, k: i64) -> i64:
    """The k-th objective, from 0, with the lowest score."""
    lowest: i64 = lowest_score(cards, offer)
    for place in range(OFFER_SIZE):
        objective: i64 = offered(offer, place)
        if cards.scores[objective] == lowest:
            if k == 0:
                return objective
            k -= 1
    raise AssertionError("more objectives were counted than share the lowest score")


def is_lowest(cards: Cards, offer: i64, objective: i64) -> bool:
    if place_of(offer, objective) < 0 or objective == EMPTY:
        return False
    return cards.scores[objective] == lowest_score(cards, offer)
