"""What matters in a position of Pa' fuera before a decision, and at the end.

Only what the seat knows: its own dice, and how many the others have.
"""

from cubilete.core.parts.study import Feature
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import ASKED_SHIFT, of_seat, total
from cubilete.games.pa_fuera.view import own_cup


def features(state: PaFuera, seat: int) -> dict[str, Feature]:
    cup = own_cup(state, seat) or ()
    offers = [state.offer(other) for other in range(state.seats)]
    return {
        "cup": " ".join(map(str, cup)),
        "blind": bool(state.blind),
        "call": int(state.face),
        "own_dice_of_the_call": cup.count(state.face),
        "most_alike": max(map(cup.count, cup), default=0),
        "own_dice": int(of_seat(state.dice, seat)),
        "all_dice": int(total(state.dice)),
        "tokens": int(of_seat(state.tokens, seat)),
        "cost": int(state.cost) + 1,
        "may_raise": int(state.active).bit_count(),
        "open_proposals": sum(offer != 0 for offer in offers),
        "asked_to_accept": sum(offer >> (ASKED_SHIFT + seat) & 1 for offer in offers),
    }


def summary(state: PaFuera) -> dict[str, Feature]:
    found: dict[str, Feature] = {}
    for seat in range(state.seats):
        found[f"tokens_left_{seat}"] = int(of_seat(state.tokens, seat))
    return found
