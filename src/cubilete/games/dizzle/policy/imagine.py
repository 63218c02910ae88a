"""The position that a view shows: in Dizzle nothing is hidden, so there is just one."""

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.state import CHANCE, OVER, SEATS
from cubilete.games.dizzle.layout import Layout, layout_of
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.scoring import planets_left, spread
from cubilete.games.dizzle.tables import BIT, PLANET, RETURN, WORD, Sheet, pack
from cubilete.games.dizzle.view import STEPS, DizzleView

WAITS = {"seats": SEATS, "chance": CHANCE, "over": OVER}


def position_of(sheet: Sheet, view: DizzleView) -> Dizzle:
    """The position with this view.

    Where two ranks of a flag give the same points, the view does not tell them apart, and they make
    no difference: the first is taken.
    """
    layout = layout_of(view.sheet)
    seats = len(view.scores)
    board: list[int] = []
    for seat in range(seats):
        board += seat_board(sheet, layout, view, seat)
    state = Dizzle(sheet, seats, vec[i64](board))
    for seat in range(seats):
        base = seat * sheet.stride
        spread(sheet, state.board, base, base + sheet.beside_crosses)
        spread(sheet, state.board, base + sheet.dice, base + sheet.beside_dice)
    state.waits = WAITS[view.turn]
    state.step = STEPS.index(view.step)
    state.first = view.first
    state.current = view.current
    state.turns_left = view.turns_left
    state.table = pack(list(view.dice))
    state.active = sum(int(BIT[seat]) for seat in view.active)
    state.last_choice = view.last_choice
    state.rockets = sum(count << 4 * seat for seat, count in enumerate(view.rockets))
    if state.waits == SEATS:
        look(state)
    return state


def look(state: Dizzle) -> None:
    """Computes what the seat to act can choose from."""
    if state.step == PLANET:
        state.fits = planets_left(state.sheet, state.board, state.current * state.sheet.stride)
        return
    state.look()
    if state.step == RETURN:
        state.fits = sum(
            int(state.candidates(state.current, w)).bit_count() for w in range(state.sheet.words)
        )


def seat_board(sheet: Sheet, layout: Layout, view: DizzleView, seat: int) -> list[int]:
    """A seat's part of the board, without the cells next to crosses and dice."""
    crossed = layout.named(view.crossed[seat])
    exploded = layout.named(view.exploded[seat])
    placed = layout.named(view.placed[seat])
    usable = layout.everything & ~(crossed | exploded | placed | layout.shut_locks(crossed))
    ranks: list[int] = []
    for colour in sheet.plan.colours("F"):
        # A flag under a die counts when the turn is over, also if its cell is crossed already.
        reached = crossed & ~placed & layout.having("F" + colour)
        ranks.append(sheet.plan.flag.index(view.flags[colour][seat]) + 1 if reached else 0)
    sets = (crossed, exploded, placed, usable, 0, 0)
    return [word for cells in sets for word in split(cells, int(sheet.words))] + ranks


def split(cells: int, words: int) -> list[int]:
    """A set of a layout as the words of a sheet's set."""
    return [cells >> WORD * w & (1 << WORD) - 1 for w in range(words)]
