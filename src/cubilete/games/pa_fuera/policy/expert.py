"""What the level `expert` of Pa' fuera searches by. This module is compiled with mypyc.

Its playouts end with the round, whose end `Outlook` knows the worth of: whole games have more noise
and take longer. In them everybody plays as `normal` does. Its own choice comes from the same
strategy with other weights, and others go first wherever they may: who raises before it saves its
tokens.
"""

from typing import Final, final

from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.pa_fuera.policy.outlook import Outlook
from cubilete.games.pa_fuera.policy.strategy import (
    PaFueraStrategy,
    call_of,
    least_held,
    rounds_before,
)
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import (
    ACCEPT,
    ASKED_SHIFT,
    BIT,
    CALL,
    DECLINE,
    KIND,
    NUMBER_SHIFT,
    ONE,
    ONE_FACE,
    PASS,
    PROPOSE,
    cup_of,
    of_seat,
)

# Weights of `PaFueraStrategy`, fitted by the cross-entropy method in games of one such seat among
# seats of `normal`, with three and with four players.
TOKEN: Final = 0.6
BY_OWN: Final = 0.12
BY_OTHERS: Final = 0.38
BY_LEAD: Final = 0.1


def lots(state: PaFuera, seat: i64) -> Rng:
    """A generator that depends on what the seat sees: equal faces are drawn by it."""
    cup: i64 = 0 if state.blind else cup_of(state.cups, seat)
    return Rng((state.tokens * 65536 + state.dice) * 512 + cup)


@final
class PaFueraExpert(Strategy):
    def __init__(self, outlook: Outlook) -> None:
        self.outlook: Final = outlook
        self.usual: Final = PaFueraStrategy()
        self.own: Final = PaFueraStrategy(TOKEN, 0.0, BY_OWN, BY_OTHERS, BY_LEAD)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        return self.usual.choose(state, seat, rng)

    def waits(self, state: State, seat: i64, rng: Rng) -> bool:
        """Only a proposal is made at once: its partner could have passed later."""
        assert isinstance(state, PaFuera)
        if state.offer(seat):
            return True
        kind: i64 = self.own_choice(state, seat) & KIND
        return kind == PASS or kind == CALL

    def own_choice(self, state: PaFuera, seat: i64) -> i64:
        """What it would do without search."""
        return self.own.choose(state, seat, lots(state, seat))

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        """Its own choice first. Who starts calls a face that it has least of: nothing is known of
        the others yet, so no other face can be better."""
        assert isinstance(state, PaFuera)
        own: i64 = self.own_choice(state, seat)
        if state.face == 0:
            return [own]
        found: list[int] = [own, PASS]
        for other in range(state.seats):
            offer: i64 = state.offer(other)
            if offer >> (ASKED_SHIFT + seat) & 1:
                found += [ACCEPT + (offer >> NUMBER_SHIFT), DECLINE + (offer >> NUMBER_SHIFT)]
        face: i64 = least_held(state, seat, lots(state, seat))
        if of_seat(state.tokens, seat) > state.cost:
            found.append(call_of(face))
        found += self.alliances(state, seat, face)
        return list(dict.fromkeys(found))[:most]

    def alliances(self, state: PaFuera, seat: i64, face: i64) -> list[int]:
        """Proposals of a face to each single partner, for one token of one's own or of theirs."""
        found: list[int] = []
        if not state.may_propose(seat):
            return found
        for other in range(state.seats):
            if other != seat and state.active & BIT[other]:
                for mine in (1, state.cost):
                    shares: i64 = mine * ONE[seat] + (state.cost + 1 - mine) * ONE[other]
                    code: i64 = PROPOSE + face * ONE_FACE + shares
                    if state.is_legal(seat, code):
                        found.append(code)
        return found

    def turn_number(self, state: State) -> i64:
        return rounds_before(state)

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, PaFuera)
        return self.outlook.worth(state)
