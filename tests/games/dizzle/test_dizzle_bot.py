"""The greedy bot (a yardstick), the ranks of solo games (DZ-19), and texts."""

import ast
import re
import string
from pathlib import Path
from statistics import median_low

import pytest

import cubilete.games.dizzle as package
from cubilete.core.json_types import JsonObject
from cubilete.core.message import parse_catalog
from cubilete.core.parts.policy import Bot, RandomBot
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE
from cubilete.core.strategy import play_out
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.ranks import percentiles, rank_of, ranks
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.setup import LEVELS
from cubilete.games.dizzle.view import DizzleView
from cubilete.language import say
from yardsticks.dizzle import GreedyBot

from .dizzle_sheets import play, sheet, table

FOLDER = Path(package.__file__).parent


def play_bots(
    bots: list[Bot[DizzleView]], level: int, seed: int, material: JsonObject | None = None
) -> Dizzle:
    options = {"level": level} if material is None else None
    state = GAME.new(len(bots), options, material)
    rng = seeded("bots", len(bots), level, seed)
    while not state.over:
        if state.turn() == CHANCE:
            state.advance(CHANCE, state.sample(rng))
        else:
            (seat,) = state.to_act
            state.play(seat, bots[seat].choose(GAME.rules.view(state, seat), rng))
    return state


def answer(state: Dizzle) -> str:
    (seat,) = state.to_act
    return GreedyBot().choose(GAME.rules.view(state, seat), seeded("answer"))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_the_bot_plays_whole_games(level: int, players: int) -> None:
    play_bots([GreedyBot() for _ in range(players)], level, 1)


def test_the_bot_plays_the_same_game_with_the_same_luck() -> None:
    first, second = (play_bots([GreedyBot(), GreedyBot()], 3, 7) for _ in range(2))
    assert first.fingerprint() == second.fingerprint()


@pytest.mark.parametrize("level", LEVELS)
def test_the_bot_beats_random_play(level: int) -> None:
    won = 0
    for seed in range(6):
        seat = seed % 2
        bots: list[Bot[DizzleView]] = [RandomBot(), RandomBot()]
        bots[seat] = GreedyBot()
        won += play_bots(bots, level, seed).winners() == [seat]
    assert won >= 5


def test_the_bot_prefers_the_gem_to_the_pile() -> None:
    state = table(sheet("2T X 3Gr", "1 . 1"))
    play(state, "roll 2 2 3 3 5 5 5")
    assert answer(state) == "place C1"


def test_the_bot_completes_what_is_almost_complete() -> None:
    state = table(sheet("X X X 2", "3 . . .", rows={"1": 9}))
    play(state, "roll 2 2 3 3 5 5 5")
    assert answer(state) == "place D1"


def test_the_bot_risks_nothing_for_a_pile() -> None:
    state = table(sheet("X 1Gr 2T"))
    play(state, "roll 1 1 5 5 5 5 5", "0 place B1", "1 place B1")
    assert answer(state) == "quit"


def test_the_bot_rerolls_where_it_has_nothing_to_lose() -> None:
    state = table(sheet("X 1Gr 2"))
    play(state, "roll 5 5 5 5 5 5 5")
    assert answer(state) == "reroll"


# --- Ranks ---


@pytest.mark.rule("DZ-19")
@pytest.mark.parametrize("level", LEVELS)
def test_ranks_ascend_and_have_names_in_both_languages(level: int) -> None:
    table_of_ranks = ranks(level)
    limits = [rank.least for rank in table_of_ranks if rank.least is not None]
    assert [rank.number for rank in table_of_ranks] == [1, 2, 3, 4, 5, 6, 7]
    assert table_of_ranks[0].least is None
    assert len(limits) == 6
    assert limits == sorted(set(limits))
    for language in ("es", "en"):
        assert len({say(rank.name, language) for rank in table_of_ranks}) == 7


@pytest.mark.rule("DZ-19")
@pytest.mark.parametrize("level", LEVELS)
def test_a_rank_begins_at_its_least_score(level: int) -> None:
    assert rank_of(-1000, ranks(level)).number == 1
    assert rank_of(1000, ranks(level)).number == 7
    for rank in ranks(level):
        if rank.least is not None:
            assert rank_of(rank.least, ranks(level)) == rank
            assert rank_of(rank.least - 1, ranks(level)).number == rank.number - 1


@pytest.mark.slow
@pytest.mark.rule("DZ-19")
@pytest.mark.parametrize("level", LEVELS)
def test_the_strong_players_median_is_in_the_middle_ranks(level: int) -> None:
    setup = GAME.setup(1, {"level": level})
    strong = GAME.policy.anchor(setup)
    assert strong is not None
    scores = []
    for seed in range(400):
        state = GAME.rules.start(setup)
        play_out(state, strong, seeded("ranks", level, seed))
        scores += state.scores()
    assert rank_of(median_low(scores), ranks(level)).number in (3, 4)


@pytest.mark.rule("DZ-19")
def test_percentiles_are_scores_of_the_sample() -> None:
    assert percentiles(list(range(100, 0, -1))) == [11, 26, 51, 76, 91, 99]


# --- Texts ---


def test_both_rule_texts_have_the_same_numbers() -> None:
    numbers = [
        re.findall(r"\*\*(DZ-\w+)\*\*", GAME.words.rules(language)) for language in ("es", "en")
    ]
    assert numbers[0] == numbers[1]
    assert len(set(numbers[0])) == len(numbers[0]) == 31


def test_every_sentence_is_said_in_spanish() -> None:
    spanish = parse_catalog((FOLDER / "locale" / "es.po").read_bytes(), "es")
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id == "N_":
                    sentence = ast.literal_eval(node.args[0])
                    assert fields(spanish[sentence]) == fields(sentence)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_the_position_is_drawn() -> None:
    state = table(sheet("X 1Gr 2B", "3 . 4Fr", rows={"1": 5}, columns={"C": 7}))
    play(state, "roll 1 1 2 2 3 5 5", "0 place B1", "1 place A2")
    assert GAME.words.show(GAME.rules.view(state, 0)).splitlines() == [
        "test · Round 1 of 6",
        "",
        "Seat 1 · 0 points · starts · to play",
        "      A    B    C",
        "  1  ##   (1)  2B  > 5",
        "  2   3        4Fr",
        "  v             7",
        "",
        "Seat 2 · 0 points",
        "      A    B    C",
        "  1  ##   1Gr  2B  > 5",
        "  2  (3)       4Fr",
        "  v             7",
        "",
        "## crossed off · ** exploded · (5) die placed this turn",
        "Gr red gem 3 · Fr red flag 10 6 3 1 · B bomb (exploded: −2)",
        "Dice on the table: 1 2 2 5 5",
    ]
