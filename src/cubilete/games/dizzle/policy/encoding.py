"""How programs that learn see Dizzle. This module is compiled.

Actions: to place a die on each cell in reading order, to return the die of each cell, to land on
each planet, to roll again, to quit. What is printed on the sheet is the same all through a game
and no part of an observation.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from cubilete.core.bits import count_of
from cubilete.core.parts.encoding import LARGEST, NOT_LEGAL, Encoding, small
from cubilete.core.state import SEATS, State
from cubilete.games.dizzle.rules import DICE, ROUNDS, Dizzle
from cubilete.games.dizzle.scoring import points_of
from cubilete.games.dizzle.tables import (
    BIT,
    ENDED,
    PLANET_CODE,
    POSITION_MASK,
    QUIT_CODE,
    REROLL_CODE,
    RETURN_CODE,
    START,
    WORD,
    Sheet,
)


@final
class DizzleEncoding(Encoding):
    def __init__(self, sheet: Sheet, seats: i64) -> None:
        cells = int(sheet.cell_count)
        others = max(int(seats) - 1, 1)
        planets = [int(sheet.cell_at[position]) for position in sheet.plan.having("P")]
        super().__init__(
            2 * cells + len(planets) + 2,
            [
                ("step", ENDED - START + 1, 0, 1),
                ("turns left", 1, 0, ROUNDS[seats] * seats),
                ("first", 1, 0, others),
                ("current", 1, 0, others),
                ("last choice", 1, 0, 1),
                ("dice of each face", 6, 0, DICE[seats]),
                ("in the turn", seats, 0, 1),
                ("rockets to launch", seats, 0, 15),
                ("points", seats, -LARGEST, LARGEST),
                ("points of each flag", seats * sheet.flag_colours, -LARGEST, LARGEST),
                # 1 for crossed, and 2 for exploded, and 4 for under a die.
                ("cells", seats * cells, 0, 7),
            ],
        )
        self.sheet: Sheet = sheet
        self.cells: i64 = cells
        self.planets: vec[i64] = vec[i64](planets)
        self.planet_number: vec[i64] = vec[i64](
            [planets.index(cell) if cell in planets else -1 for cell in range(cells)]
        )
        self.last: i64 = 2 * cells + len(planets)

    def action(self, state: State, seat: i64, code: i64) -> i64:
        if code >= REROLL_CODE:
            return self.last + code - REROLL_CODE
        cell: i64 = self.sheet.cell_at[code & POSITION_MASK]
        if code >= PLANET_CODE:
            return 2 * self.cells + self.planet_number[cell]
        return self.cells + cell if code >= RETURN_CODE else cell

    def code(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, Dizzle)
        if action < 0 or action >= self.actions:
            return NOT_LEGAL
        code: i64 = self.some_code(action)
        return code if state.is_legal(seat, code) else NOT_LEGAL

    def some_code(self, action: i64) -> i64:
        """The code of an action, legal or not."""
        if action >= self.last:
            return REROLL_CODE + action - self.last
        if action >= 2 * self.cells:
            return PLANET_CODE + self.sheet.position_of[self.planets[action - 2 * self.cells]]
        if action >= self.cells:
            return RETURN_CODE + self.sheet.position_of[action - self.cells]
        return self.sheet.position_of[action]

    def mark(self, state: State, seat: i64, mask: vec[u8], start: i64) -> None:
        assert isinstance(state, Dizzle)
        for place in range(start, start + self.actions):
            mask[place] = 0
        if state.waits != SEATS or seat != state.current:
            return
        if state.fits == 0:
            mask[start + self.last] = 1
            mask[start + self.last + QUIT_CODE - REROLL_CODE] = 1
            return
        kind: i64 = state.kind()
        for w in range(self.sheet.words):
            rest: i64 = state.candidates(seat, w)
            while rest:
                cell: i64 = w * WORD + count_of((rest & -rest) - 1)
                rest &= rest - 1
                if kind == PLANET_CODE:
                    mask[start + 2 * self.cells + self.planet_number[cell]] = 1
                elif kind == RETURN_CODE:
                    mask[start + self.cells + cell] = 1
                else:
                    mask[start + cell] = 1

    def observe(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        assert isinstance(state, Dizzle)
        seats: i64 = state.seats
        for step in range(i64(ENDED + 1)):
            row[start + step] = 1 if step == state.step else 0
        at: i64 = start + ENDED + 1
        row[at] = i16(state.turns_left)
        row[at + 1] = i16((state.first - seat + seats) % seats)
        row[at + 2] = i16((state.current - seat + seats) % seats)
        row[at + 3] = 1 if state.last_choice else 0
        at += 4
        dice: i64 = state.table
        for face in range(i64(6)):
            row[at + face] = i16(dice & 15)
            dice >>= 4
        at += 6
        other: i64 = seat
        for offset in range(seats):
            row[at + offset] = 1 if state.active & BIT[other] else 0
            row[at + seats + offset] = i16(state.rockets >> 4 * other & 15)
            points: i64 = points_of(self.sheet, state.board, other, seats)
            row[at + 2 * seats + offset] = small(points)
            flags: i64 = at + 3 * seats + offset * self.sheet.flag_colours
            self.write_flags(state, other, row, flags)
            cells: i64 = at + (3 + self.sheet.flag_colours) * seats + offset * self.cells
            self.write_cells(state, other, row, cells)
            other += 1
            if other == seats:
                other = 0

    def write_flags(self, state: Dizzle, seat: i64, row: vec[i16], at: i64) -> None:
        sheet = self.sheet
        base: i64 = seat * sheet.stride + sheet.flag_ranks
        for flag in range(sheet.flag_colours):
            rank: i64 = state.board[base + flag]
            row[at + flag] = 0
            if rank:
                row[at + flag] = small(sheet.flag_points[rank - 1])

    def write_cells(self, state: Dizzle, seat: i64, row: vec[i16], at: i64) -> None:
        sheet = self.sheet
        base: i64 = seat * sheet.stride
        for w in range(sheet.words):
            crossed: i64 = state.board[base + w]
            exploded: i64 = state.board[base + sheet.exploded + w]
            dice: i64 = state.board[base + sheet.dice + w]
            left: i64 = self.cells - w * WORD
            if left > WORD:
                left = WORD
            for cell in range(at, at + left):
                row[cell] = i16((crossed & 1) + 2 * (exploded & 1) + 4 * (dice & 1))
                crossed >>= 1
                exploded >>= 1
                dice >>= 1
            at += left
