"""How programs that learn see a game: decisions as numbers from 0, what a seat knows as a row.

An encoding belongs to one setup and keeps nothing of a game, so one instance serves any number of
games. Actions are numbered from 0 to `actions` - 1, the same number for the same decision all
through a game; what is legal is a mask. An observation is a row of `size` small integers that
depends on what the seat may know alone: in two positions of which it has the same view the rows are
equal. Seats are counted from the seat that looks: itself, then the others in the order of play.

Masks and rows are written into `vec` objects that the caller owns, from an index on. NumPy can look
at such a vec without a copy (`numpy.frombuffer`), so one vec can hold the rows of many games.

This module is compiled. An encoding in plain Python can subclass `Encoding` too.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, OVER, SEATS, State, pick_seat
from cubilete.core.strategy import values

NOBODY: Final = -1
NOT_LEGAL: Final = -1
LARGEST: Final = 32_767
"""Larger numbers are written as this one."""

Field = tuple[str, int, int, int]
"""A part of an observation: its name, how many numbers it has, the least and the greatest value
that they can have."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding:
    """A numbering of decisions and a form of observations. Subclasses implement every method that
    raises NotImplementedError here."""

    def __init__(self, actions: i64, fields: list[Field]) -> None:
        self.actions: i64 = actions
        self.fields: list[Field] = fields
        size: i64 = 0
        for _, count, _, _ in fields:
            size += count
        self.size: i64 = size

    def action(self, state: State, seat: i64, code: i64) -> i64:
        """The number of a code that is legal for `seat` now."""
        raise NotImplementedError

    def code(self, state: State, seat: i64, action: i64) -> i64:
        """The code of an action, or NOT_LEGAL where `seat` may not do it now."""
        for code in state.legal(seat):
            if self.action(state, seat, code) == action:
                return code
        return NOT_LEGAL

    def mark(self, state: State, seat: i64, mask: vec[u8], start: i64) -> None:
        """Writes `mask[start]` to `mask[start + actions - 1]`: 1 where the action is legal for
        `seat` now, else 0."""
        for place in range(start, start + self.actions):
            mask[place] = 0
        for code in state.legal(seat):
            mask[start + self.action(state, seat, code)] = 1

    def observe(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        """Writes `row[start]` to `row[start + size - 1]`: what `seat` may know. Any position can be
        observed, whatever it waits for."""
        raise NotImplementedError

    def is_simultaneous(self, state: State) -> bool:
        """Whether the seats that may act decide without knowing of each other, so that the order in
        which they are asked makes no difference."""
        return False


def settle(state: State, encoding: Encoding, rng: Rng) -> i64:
    """Lets chance and the table act until a seat has to decide; returns the seat, or NOBODY if the
    game is over.

    Where several seats may act and the first to act has an advantage, one of them is drawn.
    """
    while True:
        turn: i64 = state.turn()
        if turn == SEATS:
            mask: i64 = state.acting()
            if encoding.is_simultaneous(state):
                mask &= -mask
            return pick_seat(mask, rng)
        if turn == OVER:
            return NOBODY
        if turn == CHANCE:
            state.advance(turn, state.sample(rng))
        else:
            state.advance(turn, 0)


def utilities(state: State) -> list[float]:
    """What the end of a game is worth to each seat: its share of the victory less an even share, so
    that the sum is zero; the points in a game that is played alone. A score beyond those of the
    seats (216's solo opponent) counts as a seat, and its worth comes last."""
    worth = values(state)
    if len(worth) == 1:
        return worth
    even = 1.0 / len(worth)
    return [share - even for share in worth]


def legal_actions(state: State, encoding: Encoding, seat: i64) -> list[int]:
    """The numbers of what `seat` may do now, ascending."""
    return sorted([int(encoding.action(state, seat, code)) for code in state.legal(seat)])


def small(value: i64) -> i16:
    """A number as observations have it."""
    if value > LARGEST:
        return LARGEST
    return i16(value)
