"""The vectorised environment: every row is a game as a single environment plays it."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from pig import GAME as PIG

from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.parts.encoding import NOBODY
from cubilete.study.spaces.episode import Episode
from cubilete.study.vector import VectorEnv, make

SETUPS: list[tuple[str | AnyGame, int, Mapping[str, Any]]] = [
    ("216", 1, {}),
    ("216", 3, {"target": 120}),
    ("dizzle", 1, {"level": 2}),
    ("dizzle", 3, {"level": 4}),
    ("pa-fuera", 3, {}),
    ("pa-fuera", 4, {}),
    ("seis-dados", 2, {"lowest_wins": True}),
    ("seis-dados", 3, {"categories": ["ones", "triple-pair", "sevens", "jokers"]}),
    ("twenty-one", 2, {}),
    ("twenty-one", 5, {}),
    (PIG, 2, {}),
]
SHORT: dict[str, Any] = {"categories": ["ones", "pair", "jokers"]}
"""Games of Seis dados that end within a few steps."""


def setups() -> Iterator[object]:
    for game, players, options in SETUPS:
        slug = game if isinstance(game, str) else game.slug
        yield pytest.param(game, players, options, id=f"{slug}-{players}")


every_setup = pytest.mark.parametrize(("game", "players", "options"), list(setups()))


def everything(env: VectorEnv, games: int) -> bytes:
    """What the environment shows of its first games."""
    shown = (env.observations, env.masks, env.rewards, env.scores, env.seats, env.done)
    return b"".join(array[:games].tobytes() for array in shown)


def play_at_random(env: VectorEnv, steps: int, games: int) -> list[bytes]:
    found = [everything(env, games)]
    for _ in range(steps):
        env.step(env.random_actions())
        found.append(everything(env, games))
    return found


@every_setup
def test_every_row_is_the_game_of_a_single_environment(
    game: str | AnyGame, players: int, options: Mapping[str, Any]
) -> None:
    env = make(game, games=3, players=players, seed=5, **options)
    singles = [Episode(env.space) for _ in range(env.games)]
    for number, single in enumerate(singles):
        single.begin(env.seed_of(number))
    finished = 0
    while finished < env.games:
        for number, single in enumerate(singles):
            assert env.seats[number] == single.seat
            assert (env.observations[number] == single.numbers(single.seat)).all()
            assert (env.masks[number] == single.mask(single.seat)).all()
        actions = env.random_actions()
        env.step(actions)
        for number, single in enumerate(singles):
            single.play(int(actions[number]))
            over = single.seat == NOBODY
            assert env.done[number] == over
            if over:
                assert list(env.rewards[number]) == single.results()[:players]
                assert list(env.scores[number]) == single.state.scores()
                single.begin(None)
                finished += 1
            else:
                assert not env.rewards[number].any()


@every_setup
def test_same_seed_gives_the_same_bytes_whatever_the_number_of_games(
    game: str | AnyGame, players: int, options: Mapping[str, Any]
) -> None:
    few = play_at_random(make(game, 2, players, seed=9, **options), 60, 2)
    assert few == play_at_random(make(game, 2, players, seed=9, **options), 60, 2)
    assert few == play_at_random(make(game, 7, players, seed=9, **options), 60, 2)
    assert few != play_at_random(make(game, 2, players, seed=10, **options), 60, 2)


def test_two_environments_can_share_the_games_of_one() -> None:
    whole = play_at_random(make("pa-fuera", 5, seed=3), 40, 5)
    env = make("pa-fuera", 2, seed=3, first=3)
    for shown in whole[:-1]:
        row = env.observations.nbytes // 2
        assert shown[3 * row : 5 * row] == env.observations.tobytes()
        env.step(env.random_actions())


def test_reset_begins_the_same_games_again() -> None:
    env = make("seis-dados", 3, seed=4, **SHORT)
    first = play_at_random(env, 50, 3)
    env.reset(4)
    assert play_at_random(env, 50, 3) == first


def test_arrays_are_written_in_place_and_by_nobody_else() -> None:
    env = make("216", 4)
    arrays = (env.observations, env.masks, env.rewards, env.scores, env.seats, env.done)
    before = [array.__array_interface__["data"] for array in arrays]
    env.step(env.random_actions())
    assert [array.__array_interface__["data"] for array in arrays] == before
    assert all(not array.flags.writeable for array in arrays)
    assert arrays[0] is env.observations


def test_finished_game_gives_its_result_once_and_begins_anew() -> None:
    env = make("seis-dados", 1, **SHORT)
    while not env.done[0]:
        env.step(env.random_actions())
    assert env.rewards[0].sum() == 0
    scores = env.scores.copy()
    assert env.masks.any()
    env.step(env.random_actions())
    assert not env.done[0]
    assert not env.rewards.any()
    assert (env.scores == scores).all()


@pytest.mark.parametrize("action", [-1, 10_000, 1 << 40])
def test_illegal_action_is_refused_and_no_game_is_stepped(action: int) -> None:
    env = make("twenty-one", 4, seed=2)
    actions = env.random_actions().astype(np.int64)
    actions[2] = action
    before = everything(env, 4)
    with pytest.raises(BadOption) as refused:
        env.step(actions)
    assert refused.value.code == "illegal-action"
    assert f"Game 2: action {action} " in str(refused.value)
    assert everything(env, 4) == before


def test_action_that_is_not_legal_now_is_refused() -> None:
    env = make("seis-dados", 2)
    illegal = np.argmin(env.masks, axis=1)
    with pytest.raises(BadOption) as refused:
        env.step(illegal)
    assert refused.value.code == "illegal-action"


@pytest.mark.parametrize("actions", [[0], [[0, 0, 0]], [0.0, 0.0, 0.0], ["a", "b", "c"]])
def test_step_needs_one_whole_number_for_each_game(actions: list[Any]) -> None:
    with pytest.raises(BadOption) as refused:
        make("216", 3).step(actions)
    assert refused.value.code == "bad-actions"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"games": 0}, "bad-option"),
        ({"games": True}, "bad-option"),
        ({"first": -1}, "bad-option"),
        ({"games": 2.5}, "bad-option"),
        ({"seed": "dice"}, "bad-option"),
        ({"players": 9}, "bad-players"),
        ({"level": 5}, "bad-option"),
        ({"deck": 1}, "unknown-option"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOption) as refused:
        make("dizzle", **arguments)
    assert refused.value.code == code


def test_numbers_may_be_those_of_numpy() -> None:
    games: Any = np.int64(3)
    seed: Any = np.uint8(7)
    small = make("216", games, seed=seed)
    assert (small.observations == make("216", 3, seed=7).observations).all()


@pytest.mark.parametrize("where", [[True], [True] * 4, [[True] * 3]])
def test_marks_of_bots_need_one_for_each_game(where: list[Any]) -> None:
    with pytest.raises(BadOption) as refused:
        make("216", 3).bot_actions("random", where)
    assert refused.value.code == "bad-mask"


@pytest.mark.parametrize("level", ["random", "novice", "normal"])
def test_bots_play_the_games_that_are_marked(level: str) -> None:
    env = make("twenty-one", 6, seed=1)
    marked = np.arange(6) % 2 == 0
    kept = env.random_actions().copy()
    chosen = env.bot_actions(level, marked)
    assert env.masks[np.arange(6), chosen].all()
    assert (chosen[~marked] == kept[~marked]).all()


@pytest.mark.slow
def test_better_level_wins_more() -> None:
    env = make("seis-dados", 24, seed=1, **SHORT)
    seat = np.arange(24) % 2
    won = 0.0
    for _ in range(150):
        own = env.seats == seat
        env.bot_actions("random", ~own)
        env.step(env.bot_actions("normal", own))
        won += env.rewards[np.arange(24), seat].sum()
    assert won > 0


def test_bot_that_searches_is_refused() -> None:
    with pytest.raises(BadOption) as refused:
        make("dizzle", 2).bot_actions("expert")
    assert refused.value.code == "bot-searches"
    with pytest.raises(BadOption) as refused:
        make("dizzle", 2).bot_actions("champion")
    assert refused.value.code == "unknown-bot"
