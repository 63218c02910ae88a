"""A person who plays Pa' fuera sensibly without calculating. Compiled with mypyc."""

from typing import final

from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.pa_fuera.policy.strategy import call_of, held, least_held
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import (
    ACCEPT,
    ASKED_SHIFT,
    DECLINE,
    FACE,
    FACE_SHIFT,
    NUMBER_SHIFT,
    PASS,
    of_seat,
)


@final
class CasualPlayer(Strategy):
    """Calls a face that it has least of. Cancels alone what would take two dice or more while it
    is cheap; allies when that saves a die and costs one token."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, PaFuera)
        face: i64 = least_held(state, seat, rng)
        if state.face == 0:
            return call_of(face)
        lost: i64 = held(state, seat, state.face)
        for other in range(state.seats):
            offer: i64 = state.offer(other)
            if offer >> (ASKED_SHIFT + seat) & 1:
                saved: i64 = lost - held(state, seat, (offer & FACE) >> FACE_SHIFT)
                number: i64 = offer >> NUMBER_SHIFT
                cheap: bool = of_seat(offer, seat) == 1
                return ACCEPT + number if saved >= 1 and cheap else DECLINE + number
        affordable: bool = of_seat(state.tokens, seat) > state.cost
        if lost - held(state, seat, face) >= 2 and state.cost <= 2 and affordable:
            return call_of(face)
        return PASS
