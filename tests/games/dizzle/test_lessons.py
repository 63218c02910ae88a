"""What the expert has learned about the shipped sheets of Dizzle."""

import json
from importlib import resources
from statistics import mean

import pytest

from cubilete.core.json_types import JsonObject
from cubilete.core.rng import seeded
from cubilete.core.strategy import play_out
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.policy import BUDGETS, LEARNED, QUICK, chances_for
from cubilete.games.dizzle.policy.lesson import UNIT, Lesson, Signs
from cubilete.games.dizzle.policy.lessons import key_of, lesson_for, read_form, stored_form
from cubilete.games.dizzle.policy.lessons import shipped as shipped_lessons
from cubilete.games.dizzle.policy.outlook import ONE
from cubilete.games.dizzle.policy.strategy import Planner
from cubilete.games.dizzle.ranks import FOLDERS
from cubilete.games.dizzle.rules import ROUNDS, Dizzle, new_game
from cubilete.games.dizzle.setup import LEVELS, read_level, sheet_of
from cubilete.games.dizzle.tables import Sheet
from cubilete.study.learning import dizzle_lessons
from cubilete.study.learning.dizzle_regression import Regression

from .dizzle_sheets import random_sheet

PLAYERS = [1, 2, 3, 4]


def shipped(folder: str, level: int) -> JsonObject:
    file = resources.files("cubilete.games.dizzle").joinpath(f"{folder}/level-{level}.txt")
    return read_level(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_shipped_sheet_was_learned(folder: str, level: int) -> None:
    for players in PLAYERS:
        assert lesson_for(shipped(folder, level), players) is not None


def test_expert_searches_by_the_outlook_on_a_drawn_sheet() -> None:
    for players in PLAYERS:
        own = GAME.setup(players, None, random_sheet(seeded("drawn", players)))
        assert lesson_for(own.material, players) is None
        assert GAME.policy.expert_budget(own) == BUDGETS[players]
        ours = GAME.setup(players, {"level": 2})
        assert GAME.policy.expert_budget(ours) == LEARNED[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_without_turns_left_the_learned_value_is_the_points(players: int) -> None:
    for level in LEVELS:
        state = GAME.new(players, {"level": level})
        signs = Signs(state.sheet, players)
        row = [7] * int(signs.count)
        lesson = Lesson(signs, [row] * (int(ROUNDS[players]) * players - 1))
        planner = Planner(state.sheet, players, chances_for(players), QUICK, lesson)
        play_out(state, planner, seeded("end", players, level))
        assert state.turns_left == 0
        points = [planner.points(state, seat) for seat in range(players)]
        assert points == [score * ONE for score in state.scores()]


def test_lessons_are_read_as_they_were_stored() -> None:
    material = shipped("data", 1)
    assert key_of(json.loads(json.dumps(material)), 2) == key_of(material, 2)
    lessons = {
        key_of(material, 1): [[1, -2, 3], [4, 5, -32767]],
        key_of(shipped("data", 2), 4): [[0, 9]],
    }
    assert read_form(stored_form(lessons.items())) == lessons


def test_regression_finds_the_weights_that_made_the_points() -> None:
    signs = Signs(sheet_of(json.dumps(shipped("data", 1))), 1)
    regression = Regression(signs)
    luck = seeded("regression")
    weights = {sign: luck.below(9) - 4 for sign in range(1, 8)}
    for _ in range(2000):
        found = [0, *(sign for sign in weights if luck.below(2))]
        regression.add(found, 20 + sum(weights.get(sign, 0) for sign in found))
    solved = regression.solve(0.001)
    assert solved[0] == pytest.approx(20, abs=0.01)
    for sign, weight in weights.items():
        assert solved[sign] == pytest.approx(weight, abs=0.01)
    assert solved[8:] == pytest.approx([0] * (len(solved) - 8))


def test_looking_back_learns_the_mean_of_what_one_turn_leads_to() -> None:
    sheet = sheet_of(json.dumps(shipped("data", 3)))
    late, earlier = (position_with(sheet, turns_left=left) for left in (1, 2))
    found = [[late.copy() for _ in range(20)], [earlier.copy() for _ in range(20)]]
    rows = dizzle_lessons.look_back(sheet, 1, found, 1, "test")
    for left, states in enumerate(found, start=1):
        before = dizzle_lessons.planner_with(sheet, 1, rows[: left - 1])
        rng = seeded("turn", 1, "test", left)
        for state in states:
            play_out(state, before, rng, before.turn_number(state) + 1)
    planner = dizzle_lessons.planner_with(sheet, 1, rows)
    ends = [state.scores()[0] for state in found[0]]
    assert planner.points(late, 0) / ONE == pytest.approx(mean(ends), abs=1 / UNIT)
    expected = [planner.points(state, 0) / ONE for state in found[1]]
    assert planner.points(earlier, 0) / ONE == pytest.approx(mean(expected), abs=1 / UNIT)


def position_with(sheet: Sheet, turns_left: int) -> Dizzle:
    state = new_game(sheet, 1)
    planner = Planner(sheet, 1, chances_for(1), QUICK)
    play_out(state, planner, seeded("back"), int(ROUNDS[1]) - turns_left)
    assert state.turns_left == turns_left
    return state


def test_alone_a_sheet_is_learned_again_from_games_of_what_was_learned() -> None:
    sheet = sheet_of(json.dumps(shipped("data", 1)))
    state = new_game(sheet, 1)
    rows = [[0] * int(Signs(sheet, 1).count)] * 9
    again = dizzle_lessons.learn_again(sheet, 1, rows, games=3, seed=1)
    found = dizzle_lessons.positions(
        sheet, 1, dizzle_lessons.planner_with(sheet, 1, rows), 3, 1, "again"
    )
    samples = dizzle_lessons.SAMPLES
    assert again == dizzle_lessons.look_back(sheet, 1, found, samples, 1, "again")
    assert dizzle_lessons.planner_with(sheet, 1, again).points(state, 0) > 0


def test_of_two_weights_those_that_play_better_are_kept() -> None:
    material = shipped("data", 1)
    learned = shipped_lessons()[key_of(material, 1)]
    sheet = sheet_of(json.dumps(material))
    nothing = [[0] * len(row) for row in learned]
    assert dizzle_lessons.better(sheet, 1, nothing, learned, games=40, seed=1) == learned
    assert dizzle_lessons.better(sheet, 1, learned, nothing, games=40, seed=1) == learned
    same = [row.copy() for row in learned]
    assert dizzle_lessons.better(sheet, 1, learned, same, games=40, seed=1) is learned


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_same_seed_learns_the_same(players: int) -> None:
    sheet = sheet_of(json.dumps(shipped("data", 4)))
    first = dizzle_lessons.learn_sheet(sheet, players, (3, 3), seed=1)
    assert dizzle_lessons.learn_sheet(sheet, players, (3, 3), seed=1) == first
    assert dizzle_lessons.learn_sheet(sheet, players, (3, 3), seed=2) != first
    assert len(first) == int(ROUNDS[players]) * players - 1


@pytest.mark.slow
def test_every_shipped_sheet_is_learned_with_progress() -> None:
    steps: list[tuple[int, int]] = []
    games = dict.fromkeys(PLAYERS, (1, 1))
    found = dict(dizzle_lessons.learn(1, games, lambda *step: steps.append(step)))
    assert steps == [(done, 32) for done in range(1, 33)]
    for folder in FOLDERS:
        for level in LEVELS:
            for players in PLAYERS:
                assert key_of(shipped(folder, level), players) in found
