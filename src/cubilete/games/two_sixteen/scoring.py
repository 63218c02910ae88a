"""The objectives of a game: which of an offer the dice meet, and which score least."""

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
    """The cards of a game, which never change; all its positions share them."""

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
        """1 where a roll meets an objective, otherwise 0."""
        return i64(self.met[dice * 128 + objective])

    def fingerprint(self) -> tuple[object, ...]:
        return (
            tuple(zip(self.ids, self.whens, strict=True)),
            tuple([int(score) for score in self.scores]),
            tuple([int(bonus) for bonus in self.bonuses]),
            self.helps,
        )


def offered(offer: i64, place: i64) -> i64:
    """The objective at one of the four places of an offer."""
    return offer >> 7 * place & EMPTY


def place_of(offer: i64, objective: i64) -> i64:
    """Where in an offer an objective lies; -1 if it doesn't."""
    for place in range(OFFER_SIZE):
        if offered(offer, place) == objective:
            return place
    return -1


# --- Met by the dice (216-9: one of them can be claimed) ---


def count_met(cards: Cards, offer: i64, dice: i64) -> i64:
    count: i64 = 0
    for place in range(OFFER_SIZE):
        count += cards.meets(dice, offered(offer, place))
    return count


def met_at(cards: Cards, offer: i64, dice: i64, k: i64) -> i64:
    """The k-th objective of an offer that the dice meet, from 0."""
    for place in range(OFFER_SIZE):
        objective: i64 = offered(offer, place)
        if cards.meets(dice, objective):
            if k == 0:
                return objective
            k -= 1
    raise AssertionError("more objectives were counted than are met")


# --- Taken by the IA (216-15) ---


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
    """The k-th of them, from 0."""
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
