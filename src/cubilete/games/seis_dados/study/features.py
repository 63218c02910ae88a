"""What matters in a position of Seis dados before a decision, and at the end."""

from cubilete.core.parts.study import Feature
from cubilete.games.seis_dados.rules import FREE_REPETITIONS, SeisDados
from cubilete.games.seis_dados.tables import CATEGORIES, CATEGORY_SLOTS, FACES_TEXT, JOKERS, unpack


def features(state: SeisDados, seat: int) -> dict[str, Feature]:
    open_categories = free_categories(state, seat)
    faces = unpack(state.roll)
    return {
        "round": categories_in_use(state) - state.rounds_left + 1,
        "dice": FACES_TEXT[state.roll],
        "dice_sum": sum(faces),
        "most_alike": max(map(faces.count, faces)),
        "different_faces": len(set(faces)),
        "free_repetitions": FREE_REPETITIONS - state.repetitions,
        "jokers": int(state.jokers_of(seat)),
        "free_categories": " ".join(open_categories),
        "free_category_count": len(open_categories),
    }


def summary(state: SeisDados) -> dict[str, Feature]:
    found: dict[str, Feature] = {
        "starter": int(state.first),
        "rounds": categories_in_use(state) - state.rounds_left,
    }
    for seat in range(state.seats):
        found[f"jokers_left_{seat}"] = int(state.jokers_of(seat))
    return found


def free_categories(state: SeisDados, seat: int) -> list[str]:
    """The categories that a seat has not filled, in the notation."""
    free = state.free(seat)
    return [name for place, name in enumerate(CATEGORIES) if free & CATEGORY_SLOTS[place]]


def categories_in_use(state: SeisDados) -> int:
    """The categories that rolls are noted in: one is filled in each round."""
    return (int(state.in_use) & ~(1 << JOKERS)).bit_count()
