"""Levels decide by the view of their seat and their generator, and by nothing else."""

from typing import Any

import pytest

from cubilete import AnyGame, Bot, State, View, all_games, find_game
from cubilete.bots.levels import LEVELS, StrategyBot, make_bot, new_level, placed
from cubilete.bots.positions import imagination
from cubilete.bots.turns import is_patient
from cubilete.core.rng import seeded
from cubilete.study.fuzz import random_positions

POSITIONS = {"random": 12, "novice": 12, "normal": 12, "expert": 2}
"""How many positions each level is asked about."""
CASES = [
    pytest.param(game, level, id=f"{game.slug}-{level}") for game in all_games() for level in LEVELS
]


def positions(game: AnyGame, players: int, count: int) -> list[State]:
    return list(random_positions(game, game.setup(players), count, seeded("views", game.slug)))


@pytest.mark.parametrize(("game", "level"), CASES)
def test_equal_views_of_different_positions_have_the_same_answer(game: AnyGame, level: str) -> None:
    players = game.about.players[-1]
    setup = game.setup(players)
    bot = make_bot(game, setup, level)
    for number, state in enumerate(positions(game, players, POSITIONS[level])):
        for seat in state.to_act:
            view = game.rules.view(state, seat)
            other = imagination(game, setup, view)(seeded("other", number))
            same = game.rules.view(other, seat)
            assert same == view
            assert answer(bot, state, view, number) == answer(bot, other, same, number)


def answer(bot: Bot[Any], state: State, view: View, number: int) -> tuple[str, bool, int]:
    """What the bot plays, whether it waits, and what its generator draws next."""
    own = seeded("own", number)
    asked = placed(bot, state)
    text = asked.choose(view, own)
    return text, is_patient(asked) and asked.waits(view, own), own.bits()


def test_games_that_hide_something_are_among_those_that_are_tried() -> None:
    """The test above would be empty if imagined positions were always the real ones."""
    for slug in ("216", "pa-fuera", "twenty-one"):
        game = find_game(slug)
        players = game.about.players[-1]
        setup = game.setup(players)
        assert any(
            imagination(game, setup, game.rules.view(state, seat))(seeded("x")).fingerprint()
            != state.fingerprint()
            for state in positions(game, players, 12)
            for seat in state.to_act
        )


@pytest.mark.parametrize(("game", "level"), CASES)
def test_same_seed_gives_the_same_moves_whatever_was_asked_before(
    game: AnyGame, level: str
) -> None:
    players = game.about.players[0]
    setup = game.setup(players)
    asked = positions(game, players, POSITIONS[level])

    def answers(order: list[State]) -> dict[int, str]:
        bot = new_level(game, setup, level)
        return {
            asked.index(state): bot.choose(
                game.rules.view(state, state.to_act[0]), seeded("same", asked.index(state))
            )
            for state in order
        }

    assert answers(asked) == answers(asked[::-1])


def test_type_checker_refuses_a_position_that_may_hide_something() -> None:
    """`at` takes an `OpenPosition`: mypy reports an ignored error that is none."""
    game = find_game("seis-dados")
    bot = new_level(game, game.setup(2), "normal")
    assert isinstance(bot, StrategyBot)
    state: State = game.new(2)
    bot.at(state)  # type: ignore[arg-type]
