"""Many games of one setup, stepped together. Compiled.

Game number i has random numbers of its own, which depend on the seed and on i alone; so the same
seed gives the same games, however many there are. A game that ends begins anew in the same step.
All results are vectors whose memory NumPy reads without a copy.
"""

from typing import Final, final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from cubilete.core.parts.encoding import NOBODY, Encoding, settle, utilities
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy

ACTION_BYTES: Final = 4


class NotLegal(Exception):
    """An action that the game in this place does not allow."""

    def __init__(self, game: int, action: int) -> None:
        super().__init__(game, action)
        self.game = game
        self.action = action


@final
class Batch:
    """The games, and one row of numbers for each in every vector."""

    def __init__(self, start: State, encoding: Encoding, games: i64) -> None:
        self.start: State = start
        self.encoding: Encoding = encoding
        self.games: i64 = games
        self.seats: i64 = start.seat_count()
        self.totals: i64 = len(start.scores())
        self.states: list[State] = []
        self.rng: Rng = Rng(0)
        self.luck: vec[i64] = vec[i64]([i64(0)] * games)
        self.choices: vec[i64] = vec[i64]([i64(0)] * games)
        self.observations: vec[i16] = vec[i16]([i16(0)] * (games * encoding.size))
        self.masks: vec[u8] = vec[u8]([u8(0)] * (games * encoding.actions))
        self.rewards: vec[float] = vec[float]([0.0] * (games * self.seats))
        self.scores: vec[i32] = vec[i32]([i32(0)] * (games * self.totals))
        self.done: vec[u8] = vec[u8]([u8(0)] * games)
        self.to_act: vec[i64] = vec[i64]([i64(0)] * games)
        self.actions: vec[i32] = vec[i32]([i32(0)] * games)

    def reset(self, seeds: list[int], choice_seeds: list[int]) -> None:
        """Begins all games anew, with the random numbers of these seeds: one for the dice and cards
        of each game, and one for its random actions."""
        self.states = []
        for game in range(self.games):
            self.luck[game] = Rng(seeds[game]).state
            self.choices[game] = Rng(choice_seeds[game]).state
            self.done[game] = 0
            for seat in range(self.seats):
                self.rewards[game * self.seats + seat] = 0.0
            for place in range(self.totals):
                self.scores[game * self.totals + place] = 0
            self.states.append(self.start)
            self.begin(game)

    def begin(self, game: i64) -> None:
        """Puts a new game into a place."""
        state = self.start.copy()
        self.states[game] = state
        self.rng.state = self.luck[game]
        seat: i64 = settle(state, self.encoding, self.rng)
        assert seat != NOBODY
        self.luck[game] = self.rng.state
        self.show(game, state, seat)

    def show(self, game: i64, state: State, seat: i64) -> None:
        """Writes what the seat to act sees and may do."""
        self.to_act[game] = seat
        self.encoding.observe(state, seat, self.observations, game * self.encoding.size)
        self.encoding.mark(state, seat, self.masks, game * self.encoding.actions)

    def step(self, actions: bytes) -> None:
        """Plays one action in every game; each is four bytes, the lowest first.

        Nothing is played if one of them is not legal.
        """
        count: i64 = self.encoding.actions
        for game in range(self.games):
            action: i64 = i64(read_i32_le(actions, game * ACTION_BYTES))
            if action < 0 or action >= count or not self.masks[game * count + action]:
                raise NotLegal(game, action)
        for game in range(self.games):
            self.play(game, i64(read_i32_le(actions, game * ACTION_BYTES)))

    def play(self, game: i64, action: i64) -> None:
        state = self.states[game]
        encoding = self.encoding
        seat: i64 = self.to_act[game]
        if self.done[game]:
            self.done[game] = 0
            for place in range(game * self.seats, (game + 1) * self.seats):
                self.rewards[place] = 0.0
        state.advance(seat, encoding.code(state, seat, action))
        self.rng.state = self.luck[game]
        following: i64 = settle(state, encoding, self.rng)
        self.luck[game] = self.rng.state
        if following == NOBODY:
            self.finish(game, state)
        else:
            self.show(game, state, following)

    def finish(self, game: i64, state: State) -> None:
        """Notes the result of a game, and begins another one in its place."""
        self.done[game] = 1
        given = utilities(state)
        for seat in range(self.seats):
            self.rewards[game * self.seats + seat] = given[seat]
        scores = state.scores()
        for place in range(self.totals):
            self.scores[game * self.totals + place] = i32(scores[place])
        self.begin(game)

    def choose(self) -> None:
        """Writes a random legal action of each game into `actions`."""
        rng = self.rng
        for game in range(self.games):
            state = self.states[game]
            seat: i64 = self.to_act[game]
            rng.state = self.choices[game]
            code: i64 = state.choose(seat, rng)
            self.choices[game] = rng.state
            self.actions[game] = i32(self.encoding.action(state, seat, code))

    def advise(self, strategy: Strategy, wanted: bytes) -> None:
        """Writes what a strategy does into `actions`, for the games whose byte is not 0."""
        rng = self.rng
        for game in range(self.games):
            if wanted[game]:
                state = self.states[game]
                seat: i64 = self.to_act[game]
                rng.state = self.choices[game]
                code: i64 = strategy.choose(state, seat, rng)
                self.choices[game] = rng.state
                self.actions[game] = i32(self.encoding.action(state, seat, code))
