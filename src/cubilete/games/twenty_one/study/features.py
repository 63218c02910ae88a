"""What matters in a position of Twenty One before a decision, and at the end."""

from cubilete.core.parts.study import Feature
from cubilete.games.twenty_one.rules import TwentyOne
from cubilete.games.twenty_one.scoring import row_points
from cubilete.games.twenty_one.tables import BOXES, FREE, ROWS, SHEETS, dice_text, digit
from cubilete.games.twenty_one.view import boxes_of


def features(state: TwentyOne, seat: int) -> dict[str, Feature]:
    row = state.row_of(seat)
    note, printed = state.note(seat, row), state.printed(seat, row)
    sheet = state.sheet_of(seat)
    free = [box for box in range(BOXES) if digit(note, box) == FREE]
    exact = [box for box in free if digit(state.roll, box) == digit(printed, box)]
    return {
        "turn": int(state.turns) + 1,
        "stage": "write" if state.writing else "roll",
        "dice": dice_text(state.roll),
        "own_turn": state.active == seat,
        "rolled_again": bool(state.rolled_again),
        "sheet": SHEETS[sheet],
        "row": int(row) + 1,
        "boxes": boxes_of(note, state.layout.rows[sheet * ROWS + row]),
        "free_boxes": len(free),
        "writable_dice": int(state.writable(seat)).bit_count(),
        "exact_dice": len(exact),
        "row_points": int(row_points(note, printed)),
        "rows_ahead": rows_ahead(state, seat),
    }


def summary(state: TwentyOne) -> dict[str, Feature]:
    starter = (state.active - state.turns + 1) % state.seats
    found: dict[str, Feature] = {"starter": int(starter), "turns": int(state.turns)}
    for seat in range(state.seats):
        found[f"sheet_{seat}"] = SHEETS[state.sheet_of(seat)]
        found[f"rows_done_{seat}"] = int(state.row_of(seat))
    return found


def rows_ahead(state: TwentyOne, seat: int) -> int:
    """By how many rows a seat is ahead of the quickest of the others; negative if behind."""
    others = [state.row_of(other) for other in range(state.seats) if other != seat]
    return int(state.row_of(seat) - max(others))
