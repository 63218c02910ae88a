"""What a row is worth for the rest of the game, and what the dice of a turn can add to it.

A seat's own part of a position is small: how many rows it has left, which numbers of its current
row are free (a bit set, bit p - 1 for the printed number p) and how many exacts that row has. Of
the others it looks at the fastest one only, by the number of boxes that this one has left: the
game ends when these are full (T1-8). `Outlook` has a value for each combination, which
cubilete/study/learning computes and the package ships.

From these values the value of a turn follows exactly. The faces of one die that are too high for
its box are alike, so a full row has 4320 different rolls.
"""

import zlib
from array import array
from importlib import resources
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.twenty_one.scoring import BONUS
from cubilete.games.twenty_one.tables import BIT, BOXES, ROWS, SETS

ALL_FREE: Final[i64] = SETS - 1
ALL_BOXES: Final[i64] = ROWS * BOXES
ROW_STATES: Final[i64] = 256
"""The number of pairs of free numbers and exacts of a row."""
ROLLS: Final[i64] = 4320
SCALE: Final = 256
"""The values are stored as 16-bit integers of this fraction of a point."""

COUNT: Final = vec[i64]([bin(numbers).count("1") for numbers in range(SETS)])
HIGHEST: Final = vec[i64]([0] + [1 << place for place in range(6) for _ in range(1 << place)])
"""The highest number of each set: it is the leftmost box, which a cross-out takes (T1-5)."""
FIRST: Final = vec[i64]([sum([7 - COUNT[less] for less in range(free)]) for free in range(SETS)])
"""Where the states of a row with these free numbers begin; the exacts are added to it."""


def block(rows_left: i64, rival_left: i64) -> i64:
    """Where the states of the current row begin for a seat with this many rows left, when its
    fastest rival has `rival_left` boxes left."""
    return ((rows_left - 1) * ALL_BOXES + rival_left - 1) * ROW_STATES


def table_size() -> i64:
    return ROWS * ALL_BOXES * ROW_STATES


@final
class Rerolls:
    """What a turn is worth on average when it is rolled again, for each set of the free numbers
    whose die shows 1 and stays. Bit i of such a set is the i-th free number, not number i."""

    def __init__(self, values: vec[float]) -> None:
        self.values: Final = values


@final
class Outlook:
    """The values for a number of players.

    `ahead` is counted after a writing, while what the rivals write is unknown: the points that
    the seat will still gain less those that a rival will. A finished row has the free numbers 0;
    its values are those of the next row. `gains` is counted between two turns: the points that
    the seat will still gain.

    `weigh` fills `best`, `gained` and `written`: for each roll the value of the best writing, the
    points that it gains at once, and the state of the row after it.
    """

    def __init__(self, ahead: vec[float], gains: vec[float]) -> None:
        self.ahead: Final = ahead
        self.gains: Final = gains
        self.best: vec[float] = vec[float]([0.0] * ROLLS)
        self.gained: vec[i64] = vec[i64]([0] * ROLLS)
        self.written: vec[i64] = vec[i64]([0] * ROLLS)
        self.sums: vec[i64] = vec[i64]([0] * SETS)
        self.faces: vec[i64] = vec[i64]([0] * BOXES)
        self.known: dict[int, Rerolls] = {}

    def weigh(self, start: i64, free: i64, exacts: i64) -> i64:
        """Finds the best writing for each roll; returns the number of rolls.

        The number of a roll has a digit for each free number, the lowest first: the face less 1,
        or the printed number itself for all higher faces.
        """
        rolls: i64 = 1
        for number in range(BOXES):
            if free & BIT[number]:
                rolls *= sizes(number)
        for roll in range(rolls):
            writable: i64 = 0
            exact: i64 = 0
            rest: i64 = roll
            for number in range(BOXES):
                if free & BIT[number]:
                    size: i64 = sizes(number)
                    face: i64 = rest % size
                    rest //= size
                    if face <= number:
                        writable |= BIT[number]
                        self.faces[number] = face + 1
                        if face == number:
                            exact |= BIT[number]
            self.weigh_roll(start, free, exacts, roll, writable, exact)
        return rolls

    def weigh_roll(
        self, start: i64, free: i64, exacts: i64, roll: i64, writable: i64, exact: i64
    ) -> None:
        written: i64 = FIRST[free - HIGHEST[free]] + exacts
        best: float = self.ahead[start + written]
        gained: i64 = 0
        bonus: i64 = BONUS[exacts]
        chosen: i64 = 0
        while chosen != writable:
            chosen = (chosen - writable) & writable  # the next subset
            lowest: i64 = chosen & -chosen
            total: i64 = self.sums[chosen - lowest] + self.faces[COUNT[lowest - 1]]
            self.sums[chosen] = total
            after: i64 = exacts + COUNT[chosen & exact]
            total += BONUS[after] - bonus
            state: i64 = FIRST[free - chosen] + after
            value: float = float(total) + self.ahead[start + state]
            if value > best:
                best = value
                gained = total
                written = state
        self.best[roll] = best
        self.gained[roll] = gained
        self.written[roll] = written

    def rerolls(self, start: i64, free: i64, exacts: i64) -> Rerolls:
        key: i64 = start + FIRST[free] + exacts
        found = self.known.get(key)
        if found is None:
            rolls = self.weigh(start, free, exacts)
            found = self.known[key] = Rerolls(averages(self.best, free, rolls))
        return found


def sizes(number: i64) -> i64:
    """How many faces are different for the box of `number`, which is the printed number less 1."""
    return number + 2 if number < BOXES - 1 else BOXES


def averages(values: vec[float], free: i64, rolls: i64) -> vec[float]:
    """The averages of values of rolls over the dice that do not show 1: see `Rerolls`."""
    found = values[:rolls]
    done: i64 = 1
    left: i64 = rolls
    for number in range(BOXES):
        if free & BIT[number]:
            size: i64 = sizes(number)
            left //= size
            # The lowest digit of the roll is taken off, and a bit is put on above all others.
            averaged = vec[float]([0.0] * (2 * done * left))
            for place in range(done * left):
                total: float = 0.0
                for face in range(number + 1):
                    total += found[place * size + face]
                if size == number + 2:
                    total += found[place * size + number + 1] * float(BOXES - 1 - number)
                averaged[place] = total / 6.0
                averaged[done * left + place] = found[place * size]
            found = averaged
            done *= 2
    return found


def read_outlook(players: int) -> Outlook:
    """The values that the package ships."""
    path = resources.files(__package__).joinpath(f"data/outlook-{players}.bin")
    return outlook_of(path.read_bytes())


def outlook_of(stored: bytes) -> Outlook:
    numbers = array("h", zlib.decompress(stored))
    values = [number / SCALE for number in numbers]
    return Outlook(vec[float](values[: table_size()]), vec[float](values[table_size() :]))


def stored_form(outlook: Outlook) -> bytes:
    values = [round(value * SCALE) for value in outlook.ahead]
    values += [round(value * SCALE) for value in outlook.gains]
    return zlib.compress(array("h", values).tobytes(), 9)
