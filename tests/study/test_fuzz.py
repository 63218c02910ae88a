"""Bots answer legally in any position; the long search is tools/fuzz_bots.py."""

from typing import Any

import pytest
from pig import GAME as PIG

from core.mutants import pig
from cubilete import AnyGame, Policy, RandomBot, Rng, View, all_games, find_game
from cubilete.bots.levels import LEVELS
from cubilete.core.rng import seeded
from cubilete.study.fuzz import BotFault, random_positions, random_setup, try_bots
from effort import examples


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_level_answers_legally_in_random_positions(game: AnyGame) -> None:
    tried = list(try_bots([game], examples(60), seed=1, experts_in=20))
    assert len(tried) >= examples(60)


def test_levels_of_a_game_without_a_policy_answer_legally() -> None:
    tried = list(try_bots([PIG], 20, seed=1, experts_in=5))
    assert {each.bot for each in tried} >= {"expert", "normal", "novice"}


def test_random_setups_have_all_numbers_of_players_and_many_options() -> None:
    game = find_game("seis-dados")
    setups = [random_setup(game, seeded("setups", number)) for number in range(60)]
    assert {setup.players for setup in setups} == {2, 3}
    assert {name for setup in setups for name in setup.options} == {
        option.name for option in game.rules.options
    }


def test_positions_come_from_the_whole_game() -> None:
    game = find_game("216")
    setup = game.setup(2)
    positions = [
        state
        for number in range(30)
        for state in random_positions(game, setup, 3, seeded("positions", number))
    ]
    assert min(sum(state.scores()) for state in positions) == 0
    assert max(sum(state.scores()) for state in positions) > 100


class Wrong(RandomBot):
    def choose(self, view: View, rng: Rng) -> str:
        return "fly"


class Forgetful(RandomBot):
    """Answers something else each time."""

    asked = 0

    def choose(self, view: View, rng: Rng) -> str:
        Forgetful.asked += 1
        return view.legal[Forgetful.asked % len(view.legal)]


class Broken(RandomBot):
    def choose(self, view: View, rng: Rng) -> str:
        raise LookupError("no answer")


@pytest.mark.parametrize(
    ("bot", "said"),
    [(Wrong, "'fly' is not legal"), (Forgetful, "for the same seed"), (Broken, "LookupError")],
)
def test_wrong_bot_is_found_and_the_way_to_it_named(bot: type[RandomBot], said: str) -> None:
    class Bad(Policy[Any, View]):
        def bots(self) -> dict[str, type[RandomBot]]:
            return {"random": bot}

    with pytest.raises(BotFault, match="seed 5, game 1: pig, 2 players") as fault:
        list(try_bots([pig(policy=Bad())], 5, seed=5, levels=LEVELS[:1]))
    assert said in str(fault.value)
