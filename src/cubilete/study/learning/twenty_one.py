"""Makes the values for `outlook` that the package ships in its folder `data`.

The values depend on how fast the rivals are, and this depends on the values. So the rivals' pace
is measured in games between equal seats, the values are computed for it, and this is repeated.
The seats play as `Contender` does, faster than `TwentyOneStrategy`: who plans for the shorter
game wins more often. The same seed gives the same bytes. It takes minutes compiled, and much longer
interpreted.
"""

from collections.abc import Iterator

from librt.vecs import vec

from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, SEATS
from cubilete.games.twenty_one.material import layout_of, our_sheets
from cubilete.games.twenty_one.policy.outlook import ALL_BOXES, Outlook
from cubilete.games.twenty_one.policy.strategy import Contender, fastest_rival
from cubilete.games.twenty_one.rules import REROLL, TwentyOne, first_position
from cubilete.games.twenty_one.tables import BOXES, ROWS
from cubilete.study.learning.twenty_one_solver import MOVES, Pace, Solver, in_row, pace_place

ROUNDS = 4
SEATS_TO_WATCH = 8_000
"""How many seats' games are played in each round."""
WEIGHT = 30.0
"""A place of the pace is mixed with this many turns of its average over the seat's own rows."""


class Watched:
    """Counts of the turns that were watched, by the places of `Pace`."""

    def __init__(self) -> None:
        places = ROWS * ALL_BOXES
        self.moves = [[0.0] * MOVES for _ in range(places)]
        self.gains = [0.0] * places
        self.turns = [0.0] * places
        self.decisions = 0
        self.rerolls = 0

    def watch(self, before: TwentyOne, after: TwentyOne) -> None:
        gained = [new - old for new, old in zip(after.scores(), before.scores(), strict=True)]
        for seat in range(before.seats):
            left = fastest_rival(before, seat)
            moved = min(left - fastest_rival(after, seat), in_row(left))
            place = pace_place(ROWS - before.row_of(seat), left)
            self.moves[place][moved] += 1
            self.gains[place] += (sum(gained) - gained[seat]) / (before.seats - 1)
            self.turns[place] += 1

    def pace(self) -> Pace:
        chances: list[float] = []
        gains: list[float] = []
        for rows_left in range(1, ROWS + 1):
            for left in range(1, ALL_BOXES + 1):
                here = pace_place(rows_left, left)
                alike = [pace_place(rows, left) for rows in range(1, ROWS + 1)]
                turns = sum(self.turns[place] for place in alike)
                weight = WEIGHT / turns if turns else 0.0
                total = self.turns[here] + weight * turns
                for moved in range(MOVES):
                    seen = sum(self.moves[place][moved] for place in alike)
                    usual = 1.0 if moved == min(2, in_row(left)) else 0.0
                    mixed = self.moves[here][moved] + weight * seen
                    chances.append(mixed / total if total else usual)
                gained = self.gains[here] + weight * sum(self.gains[place] for place in alike)
                gains.append(gained / total if total else float(BOXES))
        rerolling = self.rerolls / self.decisions if self.decisions else 0.5
        return Pace(vec[float](chances), vec[float](gains), rerolling)


def watch_game(start: TwentyOne, strategy: Contender, rng: Rng, watched: Watched) -> None:
    state = start.copy()
    before = state.copy()
    while not state.over:
        turn = state.turn()
        if turn == CHANCE:
            if state.turns > before.turns:
                watched.watch(before, state)
                before = state.copy()
            state.advance(CHANCE, state.sample(rng))
            continue
        assert turn == SEATS
        seat = state.to_act[0]
        code = strategy.choose(state, seat, rng)
        if not state.writing:
            watched.decisions += 1
            watched.rerolls += code == REROLL
        state.advance(seat, code)
    watched.watch(before, state)


def rounds(players: int, seed: int) -> Iterator[Outlook]:
    """The values after each round; the last are the best."""
    start = first_position(players, layout_of(our_sheets()))
    watched = Watched()
    for number in range(ROUNDS):
        outlook = Solver(players, watched.pace()).solve()
        yield outlook
        if number < ROUNDS - 1:
            watched = Watched()
            strategy = Contender(outlook)
            for game in range(SEATS_TO_WATCH // players):
                rng = seeded("twenty-one outlook", seed, players, number, game)
                watch_game(start, strategy, rng, watched)
