"""The levels of every game, and of games that bring no policy."""

from typing import Any

import pytest
from liars_cup import GAME as CUP
from pig import GAME as PIG
from pig import HOLD, ROLL, Pig

from core.mutants import bids, pig
from cubilete import (
    AnyGame,
    BadOption,
    Bot,
    Match,
    Policy,
    RandomBot,
    Setup,
    State,
    View,
    find_game,
)
from cubilete.bots import budgets
from cubilete.bots.levels import (
    LEVELS,
    ExpertBot,
    PlayoutBot,
    StrategyBot,
    bot_names,
    is_bot,
    make_bot,
    new_level,
    placed,
    usual_bot,
)
from cubilete.bots.positions import open_events, open_position, position_after
from cubilete.core.parts.policy import Budget
from cubilete.core.rng import Rng, seeded
from cubilete.core.strategy import Strategy

# --- A game without a policy ---


def late_in_pig(points: list[int], gained: int) -> Pig:
    """Seat 0 has rolled a 2 and may roll again or hold."""
    state = Pig(len(points))
    state.points, state.gained, state.rolling = list(points), gained, False
    return state


def answer(game: AnyGame, name: str, state: State, seed: int = 1) -> str:
    bot = make_bot(game, game.setup(state.seat_count()), name)
    view = game.rules.view(state, state.to_act[0])
    text: str = placed(bot, state).choose(view, seeded("answer", seed))
    return text


def test_open_game_without_a_policy_has_all_levels() -> None:
    assert bot_names(PIG) == list(LEVELS)
    assert usual_bot(PIG) == "normal"
    assert all(is_bot(PIG, name) for name in (*LEVELS, "greedy"))
    assert not is_bot(PIG, "careful")


def test_random_playouts_find_what_is_plain() -> None:
    """Holding wins at once; a roll may lose the turn and then the game."""
    state = late_in_pig([90, 99], 20)
    bot = PlayoutBot(PIG, PIG.setup(2), Strategy(), Budget(200, 50))
    for seed in range(5):
        text = placed(bot, state).choose(PIG.rules.view(state, 0), seeded("answer", seed))
        assert text == "hold"


@pytest.mark.parametrize("name", LEVELS)
def test_same_seed_gives_the_same_moves_in_a_game_without_a_policy(name: str) -> None:
    games = [play_pig(name, seed=3) for _ in range(2)]
    assert games[0] == games[1]
    assert play_pig(name, seed=4) != games[0]


def play_pig(name: str, seed: int) -> list[str]:
    match, luck = Match(PIG, ["a", "b"]), seeded("pig", seed)
    while not match.state.over and len(match.events) < 12:
        for seat in match.state.to_act:
            match.play(seat, answer(PIG, name, match.state, seed))
        if not match.state.to_act:
            match.apply(-1, match.state.sample(luck))
    return [event.text for event in match.events]


def test_playouts_are_fewer_where_games_are_long() -> None:
    class Slow(Pig):
        """Counts what is played on all copies."""

        played = 0

        def advance(self, by: int, code: int) -> None:
            Slow.played += 1
            super().advance(by, code)

    state = Slow(16)
    state.rolling, state.gained = False, 5
    answer(PIG, "expert", state)
    assert 0 < Slow.played < 400_000


def test_position_follows_from_events_that_everybody_knows() -> None:
    match, luck = Match(PIG, ["a", "b"]), seeded("events")
    for _ in range(30):
        by = match.state.to_act[0] if match.state.to_act else -1
        match.apply(by, match.state.sample(luck) if by < 0 else HOLD)
    position = position_after(PIG, match.setup, open_events(match))
    assert position is not None
    assert position.fingerprint() == match.state.fingerprint()


def test_given_position_is_a_copy() -> None:
    state = Pig(2)
    open_position(PIG, state).advance(-1, 5)
    assert state.gained == 0


class KnowingPolicy(Policy[Any, View]):
    """Knows a strategy, and has no `imagine`."""

    def strategy(self, setup: Setup) -> Strategy:
        return AlwaysHold()


class AlwaysHold(Strategy):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return HOLD


def test_strategy_of_an_open_game_needs_no_imagine() -> None:
    game = pig(policy=KnowingPolicy())
    setup = game.setup(2)
    bot = placed(new_level(game, setup, "normal"), late_in_pig([0, 0], 2))
    assert bot.choose(game.rules.view(late_in_pig([0, 0], 2), 0), seeded("x")) == "hold"


class Always(Strategy):
    def __init__(self, code: int) -> None:
        self.code = code

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self.code


@pytest.mark.parametrize(("code", "text"), [(HOLD, "hold"), (ROLL, "roll")])
def test_expert_keeps_to_its_anchor_where_nothing_is_clearly_better(code: int, text: str) -> None:
    state = late_in_pig([0, 0], 2)
    bot = ExpertBot(PIG, PIG.setup(2), Strategy(), Budget(40, 2, trust=100.0), anchor=Always(code))
    assert placed(bot, state).choose(PIG.rules.view(state, 0), seeded("x")) == text


def test_expert_leaves_its_anchor_for_what_is_clearly_better() -> None:
    state = late_in_pig([90, 99], 20)
    bot = ExpertBot(PIG, PIG.setup(2), Strategy(), Budget(200, 2, trust=1.0), anchor=Always(ROLL))
    assert placed(bot, state).choose(PIG.rules.view(state, 0), seeded("x")) == "hold"


class OwnBots(Policy[Any, View]):
    def bots(self) -> dict[str, type[RandomBot]]:
        return {"random": RandomBot, "careful": RandomBot}


def test_own_bot_of_a_game_without_a_strategy_sits_down_first() -> None:
    game = pig(policy=OwnBots())
    assert bot_names(game) == [*LEVELS, "careful"]
    assert usual_bot(game) == "careful"


# --- Nothing hidden reaches a bot ---


def test_game_that_hides_something_and_can_not_imagine_has_its_own_bots_only() -> None:
    for game in (CUP, bids()):
        assert bot_names(game) == list(game.policy.bots())
        with pytest.raises(BadOption):
            make_bot(game, game.setup(2), "expert")


def test_position_of_a_game_that_hides_something_is_not_given() -> None:
    match = Match(CUP, ["a", "b"])
    match.apply(-1, match.state.sample(seeded("cup")))
    with pytest.raises(ValueError, match="hides something"):
        open_position(CUP, match.state)
    assert open_events(match) == ()
    assert position_after(CUP, match.setup, ()) is None
    bot: Bot[Any] = RandomBot()
    assert placed(bot, match.state) is bot


def test_level_of_a_game_that_imagines_is_not_given_the_position() -> None:
    game = find_game("seis-dados")
    bot = make_bot(game, game.setup(2), "normal")
    assert isinstance(bot, StrategyBot)
    assert placed(bot, game.new(2)) is bot


# --- Interpreted ---


@pytest.mark.parametrize("game", [PIG, find_game("twenty-one")], ids=lambda game: str(game.slug))
def test_budget_is_smaller_where_the_rules_run_interpreted(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    playouts = {}
    for form in (True, False):
        monkeypatch.setattr(budgets, "compiled", lambda form=form: form)
        expert = new_level(game, game.setup(2), "expert")
        assert isinstance(expert, ExpertBot)
        playouts[form] = expert.budget.playouts
        assert (budgets.smaller_budget() is None) == form
    assert playouts[False] == playouts[True] // 20 > 0
