"""What matters in a position of 216 before a decision, and at the end."""

from cubilete.core.parts.study import Feature
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.scoring import offered
from cubilete.games.two_sixteen.tables import EMPTY, GROUPS, KINDS, OFFER_SIZE, count_helps


def features(state: TwoSixteen, seat: int) -> dict[str, Feature]:
    cards = state.cards
    places = [offered(state.offer, place) for place in range(OFFER_SIZE)]
    offer = [number for number in places if number != EMPTY]
    met = [number for number in offer if cards.meets(state.dice, number)]
    faces = GROUPS[state.dice]
    return {
        "round": int(state.rounds),
        "stage": state.stage_name(),
        "dice": " ".join(map(str, faces)),
        "dice_sum": sum(faces),
        "offer": " ".join(cards.ids[number] for number in offer),
        "met": " ".join(cards.ids[number] for number in met),
        "best_score_met": max((int(cards.scores[number]) for number in met), default=0),
        "served": bool(met) and bool(state.can_be_served()),
        "helps": " ".join(helps_of(state.hands[seat])),
        "help_count": int(count_helps(state.hands[seat])),
        "help_deck": int(count_helps(state.help_deck)),
        "points_to_target": int(state.target - state.points[seat]),
    }


def summary(state: TwoSixteen) -> dict[str, Feature]:
    found: dict[str, Feature] = {"starter": int(state.first), "rounds": int(state.rounds)}
    for seat in range(state.seats):
        found[f"helps_left_{seat}"] = int(count_helps(state.hands[seat]))
    return found


def helps_of(hand: int) -> list[str]:
    """The help cards of a hand, one name for each card."""
    return [name for kind, name in enumerate(KINDS) for _ in range(hand >> 5 * kind & 31)]
