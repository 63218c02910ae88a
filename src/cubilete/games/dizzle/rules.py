"""The rules of Dizzle (DZ-M1 to DZ-18). This module is compiled with mypyc."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from cubilete.core.bits import count_of, select
from cubilete.core.errors import CubileteError
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, OVER, SEATS, State
from cubilete.games.dizzle.notation import (
    action_text,
    chance_text,
    read_action,
    read_chance,
)
from cubilete.games.dizzle.refusals import refuse
from cubilete.games.dizzle.scoring import (
    add_neighbours,
    clear_dice,
    crosses_of,
    explode_bombs,
    is_full,
    open_locks,
    planets_left,
    points_of,
    raise_flags,
    spread,
)
from cubilete.games.dizzle.tables import (
    BIT,
    CHOICE,
    DIE,
    ENDED,
    FORCED,
    PLANET,
    PLANET_CODE,
    POSITION_MASK,
    QUIT_CODE,
    REROLL_CODE,
    REROLL_ROLL,
    RETURN,
    RETURN_CODE,
    ROLL,
    START,
    STEAL,
    WAYS,
    WORD,
    Sheet,
    faces_shown,
    unpack,
)

# --- Material (DZ-M1): by the number of players ---

DICE: Final = vec[i64]([0, 8, 7, 10, 13])
ROUNDS: Final = vec[i64]([0, 10, 6, 4, 3])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Dizzle(State):
    """A position of Dizzle.

    The board holds six sets of cells for each seat (see `Sheet`): crossed, exploded, under dice,
    open (usable, whatever the face), next to a cross, next to a die. After them comes, for each
    flag, the rank from 1 at which the seat reached it, or 0.
    """

    def __init__(self, sheet: Sheet, seats: i64, board: vec[i64]) -> None:
        self.sheet: Sheet = sheet
        self.seats: i64 = seats
        self.board: vec[i64] = board
        self.waits: i64 = CHANCE
        self.step: i64 = ROLL if seats == 1 else START
        self.first: i64 = 0
        self.current: i64 = 0
        self.turns_left: i64 = ROUNDS[seats] * seats
        self.table: i64 = 0
        self.active: i64 = 0
        self.last_choice: bool = False
        self.rockets: i64 = 0  # crossed in this turn and not launched, four bits a seat
        # Where the seat to act can place: computed from the rest by `look`.
        self.reach: i64 = 0
        self.shown: i64 = 0
        self.fits: i64 = 0

    # --- Turn: what the state waits for ---

    def turn(self) -> i64:
        return self.waits

    def acting(self) -> i64:
        if self.waits != SEATS:
            return 0
        return BIT[self.current]

    def seat_count(self) -> i64:
        return self.seats

    def turn_rule(self) -> str:
        return "DZ-1"

    def begin_turn(self, dice: i64) -> None:
        self.table = dice
        for seat in range(self.seats):
            if self.has_somewhere(seat):  # DZ-11
                self.active |= BIT[seat]
        self.current = self.first - 1
        self.pass_on()

    def pass_on(self) -> None:
        """Gives the choice to the next active seat (DZ-1), or ends the turn (DZ-9, DZ-10)."""
        if self.last_choice or self.table == 0 or self.active == 0:
            self.end_turn()
            return
        self.last_choice = self.seats > 1 and self.active & (self.active - 1) == 0  # DZ-9, DZ-17
        seat: i64 = self.current
        while True:
            seat += 1
            if seat == self.seats:
                seat = 0
            if self.active & BIT[seat]:
                break
        self.current = seat
        self.step = CHOICE
        self.waits = SEATS
        self.look()

    # --- Where a seat may place ---

    def reach_of(self, seat: i64) -> i64:
        """The index on the board of the set of cells that the seat's next die may go to."""
        sheet = self.sheet
        base: i64 = seat * sheet.stride
        for w in range(sheet.words):
            if self.board[base + sheet.open + w] & self.board[base + sheet.beside_dice + w]:
                return base + sheet.beside_dice  # DZ-3: next to a die placed in this turn
        # DZ-3, DZ-13: the first die; DZ-5: enclosed. Next to a cross.
        return base + sheet.beside_crosses

    def has_somewhere(self, seat: i64) -> bool:
        """DZ-11: whether the seat could place a die of the right face."""
        sheet = self.sheet
        reach: i64 = self.reach_of(seat)
        start: i64 = seat * sheet.stride + sheet.open
        found: i64 = 0
        for w in range(sheet.words):
            found |= self.board[start + w] & self.board[reach + w]
        return found != 0

    def look(self) -> None:
        """Computes where the seat to act can place one of the dice on the table."""
        sheet = self.sheet
        self.reach = self.reach_of(self.current)
        self.shown = faces_shown(self.table) * sheet.words
        start: i64 = self.current * sheet.stride + sheet.open
        fits: i64 = 0
        for w in range(sheet.words):
            fits += count_of(
                self.board[start + w] & self.board[self.reach + w] & sheet.by_faces[self.shown + w]
            )
        self.fits = fits

    def candidates(self, seat: i64, w: i64) -> i64:
        """Word `w` of the set of cells that can be chosen now; `fits` is their number."""
        sheet = self.sheet
        base: i64 = seat * sheet.stride
        if self.step == RETURN:
            return self.board[base + sheet.dice + w]
        if self.step == PLANET:
            return sheet.planets[w] & ~self.board[base + w]
        return (  # DZ-2, DZ-3
            self.board[base + sheet.open + w]
            & self.board[self.reach + w]
            & sheet.by_faces[self.shown + w]
        )

    def kind(self) -> i64:
        """The kind of the codes that choose one of the candidates."""
        if self.step == RETURN:
            return RETURN_CODE
        if self.step == PLANET:
            return PLANET_CODE
        return 0

    # --- Decisions ---

    def legal(self, seat: i64) -> list[int]:
        if self.waits != SEATS or seat != self.current:
            return []
        if self.fits == 0:  # DZ-6
            return [REROLL_CODE, QUIT_CODE]
        codes: list[int] = []
        kind = self.kind()
        for w in range(self.sheet.words):
            cells = self.candidates(seat, w)
            for place in range(count_of(cells)):
                codes.append(kind + self.sheet.position_of[w * WORD + select(cells, place)])
        return codes

    def choose(self, seat: i64, rng: Rng) -> i64:
        if self.fits == 0:
            return REROLL_CODE + rng.below(2)
        place: i64 = rng.below(self.fits)
        w: i64 = 0
        while True:
            cells: i64 = self.candidates(seat, w)
            here: i64 = count_of(cells)
            if place < here:
                return self.kind() + self.sheet.position_of[w * WORD + select(cells, place)]
            place -= here
            w += 1

    def is_legal(self, seat: i64, code: i64) -> bool:
        if self.waits != SEATS or seat != self.current or code < 0:
            return False
        if code >= REROLL_CODE:
            return code <= QUIT_CODE and self.fits == 0
        if code & ~POSITION_MASK != self.kind():
            return False
        cell: i64 = self.cell_of(code)
        return cell >= 0 and self.candidates(seat, cell // WORD) & BIT[cell % WORD] != 0

    def cell_of(self, code: i64) -> i64:
        """The cell of a code, or -1."""
        position: i64 = code & POSITION_MASK
        return self.sheet.cell_at[position] if position < self.sheet.positions else -1

    def refusal(self, seat: i64, code: i64) -> CubileteError:
        return refuse(self, seat, code)

    # --- Effects of decisions and rolls ---

    def advance(self, by: i64, code: i64) -> None:
        if by == CHANCE:
            if self.step == ROLL:
                self.begin_turn(code)
            elif self.step == STEAL:
                self.steal(code)
            elif self.step == REROLL_ROLL:
                self.table = code
                self.after_reroll()
            else:
                self.first = code
                self.step = ROLL
        elif code < RETURN_CODE:
            self.place(by, self.sheet.cell_at[code])
        elif code == REROLL_CODE:  # DZ-7
            self.step = REROLL_ROLL
            self.waits = CHANCE
        elif code == QUIT_CODE:  # DZ-8
            self.active &= ~BIT[by]
            self.pass_on()
        elif code < PLANET_CODE:
            self.give_back(by, self.sheet.cell_at[code - RETURN_CODE])
        else:
            self.land(by, self.sheet.cell_at[code - PLANET_CODE])

    def place(self, seat: i64, cell: i64) -> None:
        sheet = self.sheet
        base: i64 = seat * sheet.stride
        w: i64 = cell // WORD
        bit: i64 = BIT[cell % WORD]
        self.table -= DIE[sheet.face_of[cell]]
        self.board[base + sheet.dice + w] |= bit
        self.board[base + sheet.open + w] &= ~bit
        add_neighbours(sheet, self.board, base + sheet.beside_dice, cell)
        if not self.has_somewhere(seat):  # DZ-11
            self.active &= ~BIT[seat]
        if self.seats == 1 and self.table:  # DZ-17
            self.step = STEAL
            self.waits = CHANCE
        else:
            self.pass_on()

    def steal(self, taken: i64) -> None:
        """DZ-17: removes a die of the same face, if there is one, for each extra die."""
        for face in range(1, 7):
            shift: i64 = 4 * face - 4
            there: i64 = self.table >> shift & 15
            wanted: i64 = taken >> shift & 15
            self.table -= DIE[face] * (wanted if wanted < there else there)
        self.pass_on()

    def after_reroll(self) -> None:
        """DZ-7: the seat places a die if one fits; if not, it returns one if it has any."""
        self.look()
        self.step = FORCED
        if self.fits == 0:
            self.step = RETURN
            start: i64 = self.current * self.sheet.stride + self.sheet.dice
            for w in range(self.sheet.words):
                self.fits += count_of(self.board[start + w])
        if self.fits:
            self.waits = SEATS
        else:
            self.pass_on()

    def give_back(self, seat: i64, cell: i64) -> None:
        """DZ-7: the die returns to the table as it is. DZ-13: the remaining dice count."""
        sheet = self.sheet
        base: i64 = seat * sheet.stride
        bit: i64 = BIT[cell % WORD]
        self.table += DIE[sheet.face_of[cell]]
        self.board[base + sheet.dice + cell // WORD] &= ~bit
        self.board[base + sheet.open + cell // WORD] |= bit
        for w in range(sheet.words):
            self.board[base + sheet.beside_dice + w] = 0
        spread(sheet, self.board, base + sheet.dice, base + sheet.beside_dice)
        self.pass_on()

    # --- End of a turn (DZ-12, DZ-14) ---

    def end_turn(self) -> None:
        sheet = self.sheet
        self.active = 0
        self.last_choice = False
        self.rockets = 0
        for seat in range(self.seats):
            base: i64 = seat * sheet.stride
            spread(sheet, self.board, base + sheet.dice, base + sheet.beside_crosses)
            for w in range(sheet.words):
                dice: i64 = self.board[base + sheet.dice + w]
                self.board[base + w] |= dice
                self.rockets += count_of(dice & sheet.rockets[w]) * BIT[4 * seat]
            open_locks(sheet, self.board, base)
        self.launch_rockets()

    def launch_rockets(self) -> None:
        """DZ-E3: waits for the next planet, from the starting player on. If there is none left to
        choose, the other effects follow and the turn is over."""
        sheet = self.sheet
        seat: i64 = self.first
        while self.rockets:
            if self.rockets >> 4 * seat & 15:
                planets: i64 = planets_left(sheet, self.board, seat * sheet.stride)
                if planets:
                    self.current = seat
                    self.fits = planets
                    self.step = PLANET
                    self.waits = SEATS
                    return
                self.rockets &= ~(15 * BIT[4 * seat])
            seat += 1
            if seat == self.seats:
                seat = 0
        if self.seats > 1:  # DZ-18
            explode_bombs(sheet, self.board, self.seats)
        raise_flags(sheet, self.board, self.seats)
        self.next_turn()

    def land(self, seat: i64, cell: i64) -> None:
        """DZ-E3: crosses a planet."""
        sheet = self.sheet
        base: i64 = seat * sheet.stride
        bit: i64 = BIT[cell % WORD]
        self.board[base + cell // WORD] |= bit
        self.board[base + sheet.open + cell // WORD] &= ~bit
        add_neighbours(sheet, self.board, base + sheet.beside_crosses, cell)
        self.rockets -= BIT[4 * seat]
        self.launch_rockets()

    def next_turn(self) -> None:
        full: bool = False
        for seat in range(self.seats):
            base: i64 = seat * self.sheet.stride
            clear_dice(self.sheet, self.board, base)
            if is_full(self.sheet, self.board, base):
                full = True
        self.table = 0
        self.turns_left -= 1
        if full or self.turns_left == 0:  # DZ-16, DZ-15
            self.step = ENDED
            self.waits = OVER
            return
        self.first += 1
        if self.first == self.seats:
            self.first = 0
        self.current = self.first
        self.step = ROLL
        self.waits = CHANCE

    # --- End of the game ---

    def scores(self) -> list[int]:
        return [points_of(self.sheet, self.board, seat, self.seats) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """DZ-15: the most points; on a tie the fewest crosses; on another tie all of them."""
        results = [
            (-points_of(self.sheet, self.board, seat, self.seats), self.crosses(seat))
            for seat in range(self.seats)
        ]
        best = min(results)
        return [seat for seat in range(self.seats) if results[seat] == best]

    def crosses(self, seat: i64) -> i64:
        return crosses_of(self.sheet, self.board, seat)

    # --- Chance ---

    def to_roll(self) -> i64:
        if self.step == STEAL:
            return 2
        # The sum of the counts of all faces, since 16 is 1 modulo 15.
        return DICE[self.seats] if self.step == ROLL else self.table % 15

    def draws(self) -> list[int]:
        if self.step == START:
            return [self.seats]
        return [6] * self.to_roll()

    def outcome(self, drawn: list[int]) -> i64:
        if self.step == START:
            return drawn[0]
        dice: i64 = 0
        for face in drawn:
            dice += DIE[face + 1]
        return dice

    def sample(self, rng: Rng) -> i64:
        if self.step == START:
            return rng.below(self.seats)
        dice: i64 = 0
        left: i64 = self.to_roll()
        while left > 0:  # one draw gives up to six dice
            group: i64 = left
            if group > 6:
                group = 6
            rest: i64 = rng.below(WAYS[group])
            for _die in range(group):
                dice += DIE[rest % 6 + 1]
                rest //= 6
            left -= group
        return dice

    def is_possible(self, code: i64) -> bool:
        if self.waits != CHANCE:
            return False
        if self.step == START:
            return 0 <= code < self.seats
        return 0 <= code < 16 * DIE[6] and len(unpack(code)) == self.to_roll()

    # --- Notation ---

    def text(self, by: i64, code: i64) -> str:
        return chance_text(self.step, code) if by == CHANCE else action_text(code)

    def parse(self, by: i64, text: str) -> i64:
        return read_chance(self.step, text) if by == CHANCE else read_action(by, text)

    # --- Copies ---

    def copy(self) -> "Dizzle":
        new = Dizzle(self.sheet, self.seats, self.board[:])
        new.waits = self.waits
        new.step = self.step
        new.first = self.first
        new.current = self.current
        new.turns_left = self.turns_left
        new.table = self.table
        new.active = self.active
        new.last_choice = self.last_choice
        new.rockets = self.rockets
        new.reach = self.reach
        new.shown = self.shown
        new.fits = self.fits
        return new

    def fingerprint(self) -> tuple[object, ...]:
        return (
            (self.seats, self.waits, self.step, self.first, self.current, self.turns_left),
            (self.table, self.active, self.last_choice, self.rockets),
            tuple([int(word) for word in self.board]),
        )


def new_game(sheet: Sheet, seats: i64) -> Dizzle:
    """The first position, before the first roll."""
    board: list[int] = []
    for _ in range(seats):
        board += [int(word) for word in sheet.fresh]
    return Dizzle(sheet, seats, vec[i64](board))
