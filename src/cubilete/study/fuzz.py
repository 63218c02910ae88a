"""Bots in random positions: of every game, number of players and option, at every level.

A position is reached by random decisions, so bots meet what no sensible game shows. Each must
answer a legal text, the same one for the same seed, and leave the position as it is. A failure
names the numbers that lead to it again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from cubilete.bots.levels import CASUAL, LEVELS, make_bot, placed
from cubilete.bots.positions import has_levels
from cubilete.bots.turns import is_patient
from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.parts.policy import Bot
from cubilete.core.parts.rules import Option, Setup
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, SEATS, State

POSITIONS_A_GAME = 5
INT_SPAN = 40
"""An option without a limit is tried up to this much above its least value."""


class BotFault(Exception):
    """A bot that failed, and where."""


@dataclass(frozen=True)
class Tried:
    """A decision that was asked for."""

    where: str
    bot: str
    seconds: float


def random_options(game: AnyGame, rng: Rng) -> dict[str, object]:
    """Some of the options, each with any value that it may have."""
    return {
        option.name: random_value(option, rng) for option in game.rules.options if rng.below(2) == 0
    }


def random_value(option: Option, rng: Rng) -> object:
    if option.kind is bool:
        return rng.below(2) == 0
    if option.kind is int:
        least = option.least or 0
        most = least + INT_SPAN if option.most is None else option.most
        return least + rng.below(most - least + 1)
    names = [name for name in option.choices if rng.below(2) == 0]
    return names or [option.choices[rng.below(len(option.choices))]]


def random_setup(game: AnyGame, rng: Rng) -> Setup:
    while True:
        players = game.about.players[rng.below(len(game.about.players))]
        try:
            return game.setup(players, random_options(game, rng))
        except BadOption:
            continue  # options that contradict each other


def random_positions(game: AnyGame, setup: Setup, count: int, rng: Rng) -> Iterator[State]:
    """Positions of one random game in which a seat has a choice, drawn evenly among them."""
    state: State = game.rules.start(setup)
    found: list[State] = []
    seen = 0
    while not state.over:
        turn = state.turn()
        if turn != SEATS:
            state.advance(turn, state.sample(rng) if turn == CHANCE else 0)
            continue
        acting = state.to_act
        if any(len(state.legal(seat)) > 1 for seat in acting):
            seen += 1
            if len(found) < count:
                found.append(state.copy())
            elif rng.below(seen) < count:
                found[rng.below(count)] = state.copy()
        seat = acting[rng.below(len(acting))]
        state.advance(seat, state.choose(seat, rng))
    yield from found


def draw_bot(levels: Sequence[str], experts_in: int, rng: Rng) -> str:
    """One of the levels; `expert` once in so many draws, because it takes a second."""
    if "expert" in levels and rng.below(experts_in) == 0:
        return "expert"
    quick = [level for level in levels if level != "expert"]
    return quick[rng.below(len(quick))]


def try_bots(
    games: Sequence[AnyGame],
    positions: int,
    seed: int,
    experts_in: int = 50,
    levels: Sequence[str] = (*LEVELS, CASUAL),
) -> Iterator[Tried]:
    """Asks bots for decisions in random positions; raises BotFault at the first wrong one."""
    number = tried = 0
    while tried < positions:
        number += 1
        game = games[number % len(games)]
        rng = seeded("fuzz", seed, number)
        setup = random_setup(game, rng)
        where = f"seed {seed}, game {number}: {game.slug}, {setup.players} players, {setup.options}"
        for state in random_positions(game, setup, POSITIONS_A_GAME, rng):
            name = draw_bot(levels if has_levels(game) else ["random"], experts_in, rng)
            bot = placed(make_bot(game, setup, name), state)
            for seat in state.to_act:
                yield ask(game, state, seat, name, bot, rng.bits(), where)
            tried += 1


def ask(
    game: AnyGame, state: State, seat: int, name: str, bot: Bot[Any], luck: int, where: str
) -> Tried:
    where = f"{where}, seat {seat}, {name}, position {state.fingerprint()}"
    view = game.rules.view(state, seat)
    before = state.fingerprint()
    began = process_time()
    try:
        if len(state.to_act) > 1 and is_patient(bot):
            bot.waits(view, Rng(luck))
        answers = [bot.choose(view, Rng(luck)) for _ in range(1 if name == "expert" else 2)]
    except Exception as error:
        raise BotFault(f"{where}: {type(error).__name__}: {error}") from error
    if answers[0] not in view.legal:
        raise BotFault(f"{where}: {answers[0]!r} is not legal")
    if answers[0] != answers[-1]:
        raise BotFault(f"{where}: {answers[0]!r} and then {answers[-1]!r} for the same seed")
    if state.fingerprint() != before:
        raise BotFault(f"{where}: the position has changed")
    return Tried(where, name, process_time() - began)
