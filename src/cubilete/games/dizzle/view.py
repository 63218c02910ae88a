"""What a seat may know of Dizzle: everything, since nothing is hidden."""

from dataclasses import dataclass
from functools import lru_cache

from cubilete.core.view import View, basics
from cubilete.games.dizzle.layout import PrintedSheet, bits, layout_of
from cubilete.games.dizzle.rules import ROUNDS, Dizzle
from cubilete.games.dizzle.scoring import flags_taken
from cubilete.games.dizzle.tables import (
    LETTERS,
    WORD,
    Plan,
    Sheet,
    spell_position,
    unpack,
)

STEPS = ("start", "roll", "choice", "reroll", "forced", "return", "steal", "planet", "over")


@dataclass(frozen=True, kw_only=True)
class DizzleView(View):
    sheet: PrintedSheet
    step: str
    """One of STEPS: which event comes next. “forced” is the placement after a reroll (DZ-7)."""
    dice: tuple[int, ...]
    """The dice on the table, ascending."""
    round: int
    rounds: int
    turns_left: int
    """Turns that are not over, the current one included."""
    first: int
    """The starting player of the turn; 0 in the step “start”, when it is not yet known."""
    current: int
    active: tuple[int, ...]
    """The seats still in the turn."""
    last_choice: bool
    """Whether the seat to act has exactly one choice left (DZ-9)."""
    rockets: tuple[int, ...]
    """For each seat the rockets that it crossed in this turn and still has to launch (DZ-E3)."""
    crossed: tuple[tuple[str, ...], ...]
    exploded: tuple[tuple[str, ...], ...]
    placed: tuple[tuple[str, ...], ...]
    """For each seat the names of its cells. A placed die shows the face of its cell."""
    flags: dict[str, tuple[int, ...]]
    """For each colour the points that each seat has circled; 0 for none."""
    flags_left: dict[str, tuple[int, ...]]
    """For each colour the numbers that are left."""

    @property
    def fits(self) -> bool:
        """Whether the seat to act can place one of the dice on the table."""
        faces = layout_of(self.sheet).faces
        return any(faces[cell] in self.dice for cell in bits(self.reach(self.current)))

    def reach(self, seat: int) -> int:
        """The cells where a seat could place a die of the right face (DZ-3, DZ-5)."""
        beside_dice = self.usable_beside(seat, self.placed[seat])
        return beside_dice or self.usable_beside(seat, self.crossed[seat])

    def usable_beside(self, seat: int, names: tuple[str, ...]) -> int:
        """The cells next to these that a seat could use, whatever their face."""
        layout = layout_of(self.sheet)
        crossed = layout.named(self.crossed[seat])
        used = crossed | layout.named(self.exploded[seat])
        used |= layout.named(self.placed[seat]) | layout.shut_locks(crossed)
        return layout.around(layout.named(names)) & ~used


def view_of(state: Dizzle, seat: int | None) -> DizzleView:
    sheet = state.sheet
    plan = sheet.plan
    rounds = ROUNDS[state.seats]
    turns_done = rounds * state.seats - state.turns_left
    colours = plan.colours("F")
    ranks = {
        colour: tuple(
            state.board[other * sheet.stride + sheet.flag_ranks + flag]
            for other in range(state.seats)
        )
        for flag, colour in enumerate(colours)
    }
    return DizzleView(
        **basics(state, seat),
        sheet=printed(plan),
        step=STEPS[state.step],
        dice=tuple(unpack(state.table)),
        round=min(turns_done // state.seats + 1, rounds),
        rounds=rounds,
        turns_left=state.turns_left,
        first=state.first,
        current=state.current,
        active=tuple(other for other in range(state.seats) if state.active >> other & 1),
        last_choice=state.last_choice,
        rockets=tuple(state.rockets >> 4 * other & 15 for other in range(state.seats)),
        crossed=cells_of(state, 0),
        exploded=cells_of(state, sheet.exploded),
        placed=cells_of(state, sheet.dice),
        flags={
            colour: tuple(plan.flag[rank - 1] if rank else 0 for rank in seats)
            for colour, seats in ranks.items()
        },
        flags_left={
            colour: tuple(plan.flag[flags_taken(sheet, state.board, state.seats, flag) :])
            for flag, colour in enumerate(colours)
        },
    )


def cells_of(state: Dizzle, part: int) -> tuple[tuple[str, ...], ...]:
    """For each seat the names of the cells in the set that begins at `part` of its board."""
    return tuple(
        tuple(
            name
            for number, name in enumerate(names(state.sheet))
            if state.board[start + number // WORD] >> number % WORD & 1
        )
        for start in range(part, part + state.seats * state.sheet.stride, state.sheet.stride)
    )


@lru_cache(maxsize=64)
def names(sheet: Sheet) -> tuple[str, ...]:
    return tuple(spell_position(position) for position in sheet.plan.cells())


@lru_cache(maxsize=64)
def printed(plan: Plan) -> PrintedSheet:
    return PrintedSheet(
        name=plan.name,
        grid=tuple(tuple(row) for row in plan.grid),
        gems=plan.gems,
        puzzles=plan.puzzles,
        bomb=plan.bomb,
        pile=plan.pile,
        flag=tuple(plan.flag),
        rows={str(row + 1): points for row, points in plan.rows.items()},
        columns={LETTERS[column]: points for column, points in plan.columns.items()},
        frame=tuple(spell_position(position) for position in plan.frame),
        frame_points=plan.frame_points,
    )
