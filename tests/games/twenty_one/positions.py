"""Positions of Twenty One at random, for tests of the bots."""

from collections.abc import Iterator

from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, SEATS, pick_seat
from cubilete.core.strategy import Strategy
from cubilete.games.twenty_one import GAME
from cubilete.games.twenty_one.rules import NOTES, TwentyOne
from cubilete.games.twenty_one.tables import COLOURS, CROSSED_OUT, ROWS, pack


def decisions_of_a_game(
    players: int, number: int, strategy: Strategy | None = None
) -> Iterator[tuple[TwentyOne, int]]:
    """Each position of a game in which a seat may act, and that seat. Half of the decisions are
    random, the others the strategy's."""
    rng = seeded("decisions", players, number)
    player = strategy or Strategy()
    state = GAME.new(players)
    while not state.over:
        if state.turn() == CHANCE:
            state.advance(CHANCE, state.sample(rng))
            continue
        seat = pick_seat(state.acting(), rng)
        yield state, seat
        chosen = player if rng.below(2) else Strategy()
        state.advance(seat, chosen.choose(state, seat, rng))


def random_position(players: int, rng: Rng, writing: bool) -> TwentyOne:
    """Rows noted at random, and a roll: any set of boxes of the current rows may be free."""
    state = GAME.new(players)
    for _ in range(2):
        state.advance(CHANCE, state.sample(rng))
    state.rows = pack([rng.below(ROWS) for _ in range(players)])
    for seat in range(players):
        current = state.row_of(seat)
        for row in range(current):
            state.notes[seat * NOTES + row] = random_note(state, seat, row, 0, rng)
        free = 1 + rng.below(63)
        state.notes[seat * NOTES + current] = random_note(state, seat, current, free, rng)
    state.advance(CHANCE, state.sample(rng))
    if writing and not state.writing:
        state.begin_writing()
    assert state.turn() == SEATS
    return state


def random_note(state: TwentyOne, seat: int, row: int, free: int, rng: Rng) -> int:
    """A row in which the boxes of the set `free` are free, and the others noted."""
    digits: list[int] = []
    for place in range(len(COLOURS)):
        printed = state.printed(seat, row) >> 3 * place & 7
        value = 1 + rng.below(printed + 1)
        digits.append(value if value <= printed else CROSSED_OUT)
    return pack([0 if free >> place & 1 else digits[place] for place in range(len(COLOURS))])
