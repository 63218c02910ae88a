"""Trains the network of `outlook`. This module is compiled with mypyc.

Games are played by `TwoSixteenExpert` in one seat, among seats of another strategy. Each turn of
that seat is an example: the network should say at its end what the next turn is worth before its
first roll, which is computed exactly, mixed with what the turns after it say and how the game ends.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, SEATS
from cubilete.core.strategy import Strategy
from cubilete.games.two_sixteen.policy.expert import TwoSixteenExpert
from cubilete.games.two_sixteen.policy.outlook import (
    HIDDEN,
    INPUTS,
    LEAD,
    MOST_INPUTS,
    OUTPUT,
    SIZE,
    Lead,
    best_of_others,
)
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.tables import DRAW_OBJECTIVE, OFFER_SIZE

LATER: Final = 0.7
"""How much the turns after the next one count."""
BATCH: Final = 64
EXAMPLES: Final = 4096
"""So many are collected, then learned in random order."""
MOST_TURNS: Final = 200
"""Of a game, for the seat that learns; later ones are not learned."""

# Adam: D. Kingma, J. Ba, 2015.
FIRST_MOMENT: Final = 0.9
SECOND_MOMENT: Final = 0.999
TINY: Final = 1e-6


def first_weights(rng: Rng) -> vec[float]:
    """Small random weights; the output follows the lead."""
    weights = [(float(rng.below(10001)) / 10000.0 - 0.5) * 0.25 for _ in range(OUTPUT)]
    weights += [(float(rng.below(10001)) / 10000.0 - 0.5) * 0.1 for _ in range(HIDDEN)]
    weights += [0.0, 1.0]
    return vec[float](weights)


@final
class Lesson:
    """Examples, and the state of the optimizer."""

    def __init__(self, expert: TwoSixteenExpert) -> None:
        self.expert: TwoSixteenExpert = expert
        self.weights: vec[float] = expert.outlook.weights
        self.lead: Lead = Lead(expert.race)
        self.count: i64 = 0
        room: i64 = EXAMPLES + MOST_TURNS
        self.inputs: vec[i64] = vec[i64]([0] * (room * MOST_INPUTS))
        self.amounts: vec[float] = vec[float]([0.0] * (room * MOST_INPUTS))
        self.sizes: vec[i64] = vec[i64]([0] * room)
        self.leads: vec[float] = vec[float]([0.0] * room)
        self.wanted: vec[float] = vec[float]([0.0] * room)
        self.turns: vec[float] = vec[float]([0.0] * room)
        """What the next turn of the seat was worth before its first roll."""
        self.order: vec[i64] = vec[i64]([0] * room)
        self.slopes: vec[float] = vec[float]([0.0] * SIZE)
        self.means: vec[float] = vec[float]([0.0] * SIZE)
        self.squares: vec[float] = vec[float]([0.0] * SIZE)
        self.touched: vec[i64] = vec[i64]([0] * INPUTS)
        self.is_touched: vec[i64] = vec[i64]([0] * INPUTS)
        self.touched_count: i64 = 0
        self.sums: vec[float] = vec[float]([0.0] * HIDDEN)
        self.steps: i64 = 0
        self.rate: float = 0.002

    # --- Games ---

    def play(self, state: TwoSixteen, seat: i64, others: Strategy, rng: Rng) -> bool:
        """Plays a game with the expert in this seat, and adds an example for each of its turns.
        Returns whether it won."""
        begun: i64 = self.count
        ended: bool = False
        beginning: bool = True
        while not state.over:
            if state.turn() == SEATS:
                if state.current != seat:
                    if ended:  # a pass; claims were noted before the offer was refilled
                        self.note(state, seat)
                        ended = False
                    beginning = True
                    state.advance(state.current, others.choose(state, state.current, rng))
                    continue
                code: i64 = self.expert.choose(state, seat, rng)
                if beginning and self.count > begun:
                    worth: float = self.expert.endings.expectation(state.offer)
                    self.turns[self.count - 1] = worth
                beginning = False
                ended = True
                state.advance(seat, code)
                continue
            if ended and state.due == DRAW_OBJECTIVE:
                self.note(state, seat)
                ended = False
            state.advance(CHANCE, state.sample(rng))
        won: bool = state.winners()[0] == seat
        wanted: float = 1.0 if won else 0.0
        if (seat - state.first) % state.seats == state.seats - 1:
            # The game was over with the seat's last turn: nothing is to be learned at its end.
            if not ended:
                self.count -= 1
            wanted = self.mixed(self.count - 1, wanted)
        self.set_wanted(begun, wanted)
        return won

    def note(self, state: TwoSixteen, seat: i64) -> None:
        """Adds the position at the end of a turn."""
        if self.count >= EXAMPLES + MOST_TURNS - 1:
            return
        outlook = self.expert.outlook
        outlook.write_others(state, seat)
        outlook.write_points(state.points[seat], best_of_others(state, seat))
        outlook.write_offer(state.offer, OFFER_SIZE)
        outlook.write_hand(state.hands[seat])
        self.lead.look(state, seat, state.points[seat])
        lead: float = self.lead.of(self.expert.race.weight_of(state.hands[seat]))
        outlook.write(LEAD, lead)
        at: i64 = self.count * MOST_INPUTS
        for place in range(outlook.count):
            self.inputs[at + place] = outlook.inputs[place]
            self.amounts[at + place] = outlook.amounts[place]
        self.sizes[self.count] = outlook.count
        self.leads[self.count] = lead
        outlook.count = 0
        self.count += 1

    def set_wanted(self, begun: i64, wanted: float) -> None:
        example: i64 = self.count - 1
        while example >= begun:
            self.wanted[example] = wanted
            wanted = self.mixed(example - 1, wanted)
            example -= 1

    def mixed(self, example: i64, later: float) -> float:
        """What the turn after an example is worth, mixed with what was seen later."""
        if example < 0:
            return later
        return (1.0 - LATER) * self.turns[example] + LATER * later

    # --- Learning ---

    def learn(self, rng: Rng) -> None:
        """Learns the examples, if there are enough, and forgets them."""
        if self.count < EXAMPLES:
            return
        for example in range(self.count):
            other: i64 = rng.below(example + 1)
            self.order[example] = self.order[other]
            self.order[other] = example
        for example in range(self.count):
            self.add_slopes(self.order[example])
            if example % BATCH == BATCH - 1:
                self.step()
        self.count = 0
        self.expert.seen[0] = -1  # its values are those of other weights

    def add_slopes(self, example: i64) -> None:
        weights = self.weights
        slopes = self.slopes
        sums = self.sums
        for unit in range(HIDDEN):
            sums[unit] = 0.0
        at: i64 = example * MOST_INPUTS
        for place in range(self.sizes[example]):
            row: i64 = self.inputs[at + place] * HIDDEN
            amount: float = self.amounts[at + place]
            for unit in range(HIDDEN):
                sums[unit] += amount * weights[row + unit]
        lead: float = self.leads[example]
        total: float = weights[OUTPUT + HIDDEN] + weights[OUTPUT + HIDDEN + 1] * lead
        for unit in range(HIDDEN):
            if sums[unit] > 0.0:
                total += sums[unit] * weights[OUTPUT + unit]
        error: float = (1.0 / (1.0 + math.exp(-total)) - self.wanted[example]) / float(BATCH)
        slopes[OUTPUT + HIDDEN] += error
        slopes[OUTPUT + HIDDEN + 1] += error * lead
        for unit in range(HIDDEN):
            if sums[unit] > 0.0:
                slopes[OUTPUT + unit] += error * sums[unit]
                sums[unit] = error * weights[OUTPUT + unit]
            else:
                sums[unit] = 0.0
        for place in range(self.sizes[example]):
            number: i64 = self.inputs[at + place]
            if self.is_touched[number] == 0:
                self.is_touched[number] = 1
                self.touched[self.touched_count] = number
                self.touched_count += 1
            amount = self.amounts[at + place]
            for unit in range(HIDDEN):
                slopes[number * HIDDEN + unit] += amount * sums[unit]

    def step(self) -> None:
        """Changes the weights that the last examples depend on."""
        self.steps += 1
        low: float = 1.0 - math.pow(FIRST_MOMENT, float(self.steps))
        high: float = 1.0 - math.pow(SECOND_MOMENT, float(self.steps))
        for place in range(self.touched_count):
            self.is_touched[self.touched[place]] = 0
            self.change(self.touched[place] * HIDDEN, HIDDEN, low, high)
        self.touched_count = 0
        self.change(OUTPUT, HIDDEN + 2, low, high)

    def change(self, start: i64, count: i64, low: float, high: float) -> None:
        for place in range(start, start + count):
            slope: float = self.slopes[place]
            self.slopes[place] = 0.0
            mean: float = FIRST_MOMENT * self.means[place] + (1.0 - FIRST_MOMENT) * slope
            square: float = SECOND_MOMENT * self.squares[place]
            square += (1.0 - SECOND_MOMENT) * slope * slope
            self.means[place] = mean
            self.squares[place] = square
            self.weights[place] -= self.rate * (mean / low) / (math.sqrt(square / high) + TINY)
