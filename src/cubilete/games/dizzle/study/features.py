"""What matters in a position of Dizzle before a decision, and at the end."""

from cubilete.core.parts.study import Feature
from cubilete.games.dizzle.rules import ROUNDS, Dizzle
from cubilete.games.dizzle.tables import unpack
from cubilete.games.dizzle.view import STEPS


def features(state: Dizzle, seat: int) -> dict[str, Feature]:
    dice = unpack(state.table)
    return {
        "round": min(turns_over(state) // state.seats + 1, ROUNDS[state.seats]),
        "step": STEPS[state.step],
        "dice": " ".join(map(str, dice)),
        "dice_left": len(dice),
        "dice_on_sheet": cells_in(state, seat, state.sheet.dice),
        "places": int(state.fits),
        "crosses": int(state.crosses(seat)),
        "exploded_bombs": cells_in(state, seat, state.sheet.exploded),
        "rockets": int(state.rockets >> 4 * seat & 15),
        "active_players": int(state.active).bit_count(),
        "last_choice": bool(state.last_choice),
    }


def summary(state: Dizzle) -> dict[str, Feature]:
    turns = turns_over(state)
    found: dict[str, Feature] = {
        "starter": int((state.first - turns + 1) % state.seats),
        "turns": turns,
    }
    for seat in range(state.seats):
        found[f"crosses_{seat}"] = int(state.crosses(seat))
        found[f"exploded_bombs_{seat}"] = cells_in(state, seat, state.sheet.exploded)
    return found


def turns_over(state: Dizzle) -> int:
    return int(ROUNDS[state.seats] * state.seats - state.turns_left)


def cells_in(state: Dizzle, seat: int, part: int) -> int:
    """The size of a set of cells of a seat's board: see `Dizzle`."""
    start = seat * state.sheet.stride + part
    return sum(int(state.board[start + word]).bit_count() for word in range(state.sheet.words))
