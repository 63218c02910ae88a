"""Random games with random options, for tests of what must hold in every position."""

from collections.abc import Iterator

from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE
from cubilete.games.seis_dados import GAME
from cubilete.games.seis_dados.rules import SeisDados

from .oracle import ALL_CATEGORIES, BASIC_CATEGORIES


def some_categories(rng: Rng) -> list[str]:
    """The default, all, or a random subset with something to assign."""
    kind = rng.below(4)
    if kind == 0:
        return BASIC_CATEGORIES
    if kind == 1:
        return ALL_CATEGORIES
    while True:
        chosen = [name for name in ALL_CATEGORIES if rng.below(3) == 0]
        if chosen and chosen != ["jokers"]:
            return chosen


def some_setup(rng: Rng) -> Setup:
    players = 2 + rng.below(2)
    options: dict[str, object] = {"categories": some_categories(rng)}
    if players == 2:
        options["lowest_wins"] = rng.below(2) == 0
    if rng.below(3) == 0:
        options["end_at"] = 1 + rng.below(8)
    return GAME.setup(players, options)


def assigns_more_often(state: SeisDados, rng: Rng) -> int:
    """A legal decision; assignments more often than if all were equally likely."""
    codes = state.legal(state.current)
    if rng.below(3) == 0:
        codes = [code for code in codes if code < 1 << 18]
    return codes[rng.below(len(codes))]


def positions(setup: Setup, rng: Rng, one_in: int = 1) -> Iterator[SeisDados]:
    """The positions of a random game in which somebody may act, one in so many."""
    state = GAME.rules.start(setup)
    while not state.over:
        if state.turn() == CHANCE:
            state.advance(CHANCE, state.sample(rng))
        else:
            if rng.below(one_in) == 0:
                yield state
            state.advance(state.current, assigns_more_often(state, rng))


def some_positions(number: int, *seed: str) -> Iterator[tuple[Setup, SeisDados]]:
    """So many positions of games with random options, a few of each game."""
    found = game = 0
    while found < number:
        rng = seeded(*seed, game)
        game += 1
        setup = some_setup(rng)
        for state in positions(setup, rng, one_in=12):
            yield setup, state
            found += 1
            if found == number:
                return
