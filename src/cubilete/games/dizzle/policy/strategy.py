"""The strategy of Dizzle: the decision after which a seat expects most points. It is compiled.

A die is judged by the expected points after it (`Outlook`) and after the best die that may follow,
if it is still on the table. Nothing is hidden in Dizzle, and ties go to the first cell, so the
strategy needs no luck.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.bits import count_of
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.dizzle.policy.chances import PARTS_OF_A_TURN, Chances
from cubilete.games.dizzle.policy.lesson import Lesson
from cubilete.games.dizzle.policy.outlook import ONE, Outlook
from cubilete.games.dizzle.rules import ROUNDS, Dizzle
from cubilete.games.dizzle.scoring import add_neighbours
from cubilete.games.dizzle.tables import (
    BIT,
    DIE,
    PLANET,
    QUIT_CODE,
    REROLL_CODE,
    RETURN,
    WORD,
    Sheet,
    faces_shown,
)

STAYS: Final = vec[i64]([0, 25, 35, 36])
"""DZ-17: of 36, the chance that one of so many equal dice is not stolen."""
SURE: Final = 36


def expected(state: State) -> Dizzle:
    assert isinstance(state, Dizzle)
    return state


@final
class Planner(Strategy):
    """Plays for expected points, with the outlook for this sheet and number of players. It looks
    `depth` dice of its own ahead, at least one."""

    def __init__(
        self,
        sheet: Sheet,
        seats: i64,
        chances: Chances,
        depth: i64,
        lesson: Lesson | None = None,
    ) -> None:
        self.sheet: Sheet = sheet
        self.seats: i64 = seats
        self.turns: i64 = ROUNDS[seats] * seats
        self.outlook: Outlook = Outlook(sheet, seats, chances, lesson)
        self.depth: i64 = depth
        self.follow: i64 = int(chances.weights["follow"][0])
        self.another: i64 = int(chances.weights["another"][0] * ONE)
        # What was learned about a sheet holds between turns, and the rest of a turn is no time.
        self.pace: i64 = int(chances.weights["pace"][0]) if lesson is None else 0
        self.fear: i64 = int(chances.weights["fear"][0])
        self.hope: i64 = int(chances.weights["hope"][0] * ONE)
        self.spread: list[float] = chances.weights["spread"]

    # --- Decisions ---

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        position = expected(state)
        if position.fits == 0:
            return REROLL_CODE if self.should_reroll(position, seat) else QUIT_CODE
        if position.fits == 1:
            return position.legal(seat)[0]
        work = self.prepare(position, seat)
        best: i64 = -1
        best_value: i64 = 0
        for w in range(self.sheet.words):
            rest: i64 = position.candidates(seat, w)
            while rest:
                cell: i64 = w * WORD + count_of((rest & -rest) - 1)
                rest &= rest - 1
                value: i64 = self.judge(position, seat, work, cell)
                if best < 0 or value > best_value:
                    best, best_value = cell, value
        return position.kind() + self.sheet.position_of[best]

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        return [code for _, code in self.ranked(state, seat)][:most]

    def ranked(self, state: State, seat: i64) -> list[tuple[int, int]]:
        """All decisions with their expected points (in parts of `ONE`), the best first."""
        position = expected(state)
        if position.fits == 0:
            rolling = self.value_of_rolling(position, seat)
            found = [(int(rolling), REROLL_CODE), (0, QUIT_CODE)]
            return found if rolling > 0 else found[::-1]
        work = self.prepare(position, seat)
        ordered: list[tuple[int, int]] = []
        for code in position.legal(seat):
            value = self.judge(position, seat, work, position.cell_of(code))
            ordered.append((-int(value), code))
        ordered.sort()
        return [(-value, code) for value, code in ordered]

    def judge(self, state: Dizzle, seat: i64, work: vec[i64], cell: i64) -> i64:
        """The expected points if this cell is chosen."""
        if state.step == PLANET:
            return self.value_of_planet(state, seat, work, cell)
        if state.step == RETURN:
            return self.value_without(state, seat, work, cell)
        return self.value_of_die(state, seat, work, cell)

    def prepare(self, state: Dizzle, seat: i64) -> vec[i64]:
        """Working memory for a decision. Rockets under the seat's dice have flown in it, since
        each die is worth more or less with them."""
        work = self.outlook.prepare(state, seat)
        if state.step != PLANET:
            rockets: i64 = 0
            for w in range(self.sheet.words):
                dice: i64 = state.board[seat * self.sheet.stride + self.sheet.dice + w]
                rockets += count_of(dice & self.sheet.rockets[w])
            for _ in range(rockets):
                self.launch(state, seat, work, 0, (state.turns_left - 1) * PARTS_OF_A_TURN)
        return work

    # --- Placing ---

    def time_left(self, state: Dizzle, dice: i64) -> i64:
        """The quarters of turns that the seat to act has left, with these dice on the table."""
        time: i64 = (state.turns_left - 1) * PARTS_OF_A_TURN
        if state.last_choice:
            return time
        own: i64 = dice // 2 if self.seats == 1 else dice // count_of(state.active)
        own = own * self.pace // 100
        return time + own if own < PARTS_OF_A_TURN else time + PARTS_OF_A_TURN

    def value_of_die(self, state: Dizzle, seat: i64, work: vec[i64], cell: i64) -> i64:
        table: i64 = state.table - DIE[self.sheet.face_of[cell]]
        time: i64 = self.time_left(state, table % 15)
        after: i64 = self.add(state, seat, work, 0, cell, time)
        value: i64 = self.outlook.value(state, seat, work, after, time)
        if state.last_choice:
            return value
        more: i64 = self.continuation(state, seat, work, after, table, value, time, 1)
        return value + more * self.follow // 100

    def continuation(
        self,
        state: Dizzle,
        seat: i64,
        work: vec[i64],
        at: i64,
        table: i64,
        value: i64,
        time: i64,
        depth: i64,
    ) -> i64:
        """What the seat's following dice in this turn may gain, the best one first."""
        sheet = self.sheet
        words: i64 = sheet.words
        shown: i64 = faces_shown(table) * words
        enclosed: bool = True
        for w in range(words):
            if work[at + 3 * words + w] & work[at + words + w]:
                enclosed = False
        reach: i64 = at + 2 * words if enclosed else at + 3 * words
        best: i64 = 0
        for w in range(words):
            rest: i64 = work[reach + w] & work[at + words + w] & sheet.by_faces[shown + w]
            while rest:
                cell: i64 = w * WORD + count_of((rest & -rest) - 1)
                rest &= rest - 1
                stays: i64 = self.stays(state, table, sheet.face_of[cell])
                if stays == 0:
                    continue
                after: i64 = self.add(state, seat, work, at, cell, time)
                found: i64 = self.outlook.value(state, seat, work, after, time)
                gain: i64 = found - value + self.another
                if depth < self.depth:
                    left: i64 = table - DIE[sheet.face_of[cell]]
                    gain += self.continuation(
                        state, seat, work, after, left, found, time, depth + 1
                    )
                for _ in range(depth):
                    gain = gain * stays // SURE
                if gain > best:
                    best = gain
        return best

    def stays(self, state: Dizzle, table: i64, face: i64) -> i64:
        """Of 36, the chance that a die of this face is on the table at the seat's next choice."""
        count: i64 = table >> (4 * face - 4) & 15
        if self.seats == 1:
            return STAYS[count] if count < 3 else SURE
        others: i64 = count_of(state.active) - 1
        dice: i64 = table % 15
        if others >= dice:
            return 0
        left: i64 = SURE * 64
        for _ in range(count):
            left = left * others // dice
        return SURE - left // 64

    def add(self, state: Dizzle, seat: i64, work: vec[i64], at: i64, cell: i64, time: i64) -> i64:
        """Copies a block to the next one, with a die on this cell; a rocket flies at once."""
        after: i64 = self.outlook.add(work, at, cell)
        if self.sheet.rockets[cell // WORD] & BIT[cell % WORD]:
            self.launch(state, seat, work, after, time)
        return after

    def launch(self, state: Dizzle, seat: i64, work: vec[i64], at: i64, time: i64) -> None:
        """Crosses the best planet that is left in a block."""
        sheet = self.sheet
        best: i64 = -1
        most: i64 = 0
        for w in range(sheet.words):
            rest: i64 = sheet.planets[w] & ~work[at + w]
            while rest:
                planet: i64 = w * WORD + count_of((rest & -rest) - 1)
                rest &= rest - 1
                landed: i64 = self.outlook.add(work, at, planet)
                value: i64 = self.outlook.value(state, seat, work, landed, time)
                if best < 0 or value > most:
                    best, most = planet, value
        if best >= 0:
            self.outlook.cross(work, at, best)

    def value_of_planet(self, state: Dizzle, seat: i64, work: vec[i64], cell: i64) -> i64:
        landed: i64 = self.outlook.add(work, 0, cell)
        time: i64 = (state.turns_left - 1) * PARTS_OF_A_TURN
        return self.outlook.value(state, seat, work, landed, time)

    # --- If no die fits ---

    def value_without(self, state: Dizzle, seat: i64, work: vec[i64], cell: i64) -> i64:
        """The expected points if the die on this cell is returned."""
        sheet = self.sheet
        words: i64 = sheet.words
        base: i64 = seat * sheet.stride
        new: i64 = self.outlook.block
        for w in range(words):
            work[new + w] = work[w]
            work[new + words + w] = work[words + w]
            work[new + 2 * words + w] = state.board[base + sheet.beside_crosses + w]
        work[new + cell // WORD] &= ~BIT[cell % WORD]
        work[new + words + cell // WORD] |= BIT[cell % WORD]
        for w in range(words):
            rest: i64 = work[new + w] & ~state.board[base + w]
            while rest:
                other: i64 = w * WORD + count_of((rest & -rest) - 1)
                rest &= rest - 1
                add_neighbours(sheet, work, new + 2 * words, other)
        time: i64 = self.time_left(state, state.table % 15 + 1)
        return self.outlook.value(state, seat, work, new, time)

    def should_reroll(self, state: Dizzle, seat: i64) -> bool:
        return self.value_of_rolling(state, seat) > 0

    def value_of_rolling(self, state: Dizzle, seat: i64) -> i64:
        """What rolling again gains over quitting."""
        sheet = self.sheet
        outlook = self.outlook
        work = self.prepare(state, seat)
        time: i64 = (state.turns_left - 1) * PARTS_OF_A_TURN
        value: i64 = outlook.value(state, seat, work, 0, time)
        hope: i64 = 0
        cells: i64 = 0
        faces: i64 = 0
        reach: i64 = state.reach_of(seat)
        for w in range(sheet.words):
            rest: i64 = state.board[reach + w] & state.board[seat * sheet.stride + sheet.open + w]
            while rest:
                cell: i64 = w * WORD + count_of((rest & -rest) - 1)
                rest &= rest - 1
                after: i64 = self.add(state, seat, work, 0, cell, time)
                hope += outlook.value(state, seat, work, after, time) - value
                cells += 1
                faces |= BIT[sheet.face_of[cell]]
        if cells == 0:
            return -1
        hope //= cells
        missed: i64 = ONE
        for _ in range(state.table % 15):
            missed = missed * (6 - count_of(faces)) // 6
        loss: i64 = self.least_loss(state, seat, work, value)
        if not state.last_choice:
            loss = loss * self.fear // 100
        hope += self.hope
        return (hope * (ONE - missed) - loss * missed) // ONE

    def least_loss(self, state: Dizzle, seat: i64, work: vec[i64], value: i64) -> i64:
        """What returning the least valuable die costs; 0 if there is none."""
        sheet = self.sheet
        best: i64 = 0
        some: bool = False
        for w in range(sheet.words):
            rest: i64 = state.board[seat * sheet.stride + sheet.dice + w]
            while rest:
                cell: i64 = w * WORD + count_of((rest & -rest) - 1)
                rest &= rest - 1
                loss: i64 = value - self.value_without(state, seat, work, cell)
                if not some or loss < best:
                    best, some = loss, True
        return best

    # --- Horizon ---

    def turn_number(self, state: State) -> i64:
        return self.turns - expected(state).turns_left

    def points(self, state: State, seat: i64) -> i64:
        """The expected points of a seat between two turns, in parts of `ONE`."""
        position = expected(state)
        work = self.outlook.prepare(position, seat)
        time: i64 = position.turns_left * PARTS_OF_A_TURN
        return self.outlook.value(position, seat, work, 0, time)

    def estimate(self, state: State) -> list[float]:
        points = [float(self.points(state, seat)) / ONE for seat in range(self.seats)]
        if self.seats == 1:
            return points
        left = int(expected(state).turns_left)
        spread = self.spread[0] + self.spread[1] * left
        most = max(points)
        weights = [math.exp((own - most) / spread) for own in points]
        total = sum(weights)
        return [weight / total for weight in weights]
