"""The table of strength: its rows, its time, and when a row holds."""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from command import cubilete
from cubilete import AnyGame, all_games, find_game
from cubilete.study.strength import LEVEL_PAIRS, Measured, Plan, Row, measure, rows_of

EAGER = "study.eager_bot:EagerBot"
SAME = "study.eager_bot:SameBot"


def measured(row: Row, games: int = 8, seconds: float = 60.0, least: int = 2) -> Measured:
    [result] = measure([row], Plan(games, seconds, least=least))
    return result


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_number_of_players_has_each_level_against_the_one_below(game: AnyGame) -> None:
    rows = rows_of(game)
    for players in game.about.players:
        pairs = {(row.stronger, row.weaker) for row in rows if row.players == players}
        assert pairs >= set(LEVEL_PAIRS)
    for row in rows:
        row.arena(1, 1).check()


def test_variants_have_rows_of_their_own() -> None:
    dizzle = rows_of(find_game("dizzle"))
    assert {row.options["level"] for row in dizzle} == {1, 2, 3, 4}
    seis_dados = rows_of(find_game("seis-dados"))
    assert {row.players for row in seis_dados if "lowest_wins" in row.options} == {2}


def test_known_figures_are_wanted() -> None:
    rows = rows_of(find_game("216"), EAGER)
    wanted = {row.players: row.wanted for row in rows if row.weaker == EAGER}
    assert wanted == {2: 0.65, 3: None, 4: None, 5: None, 6: 0.27}
    alone = [row for row in rows_of(find_game("dizzle")) if not row.weaker]
    assert [row.wanted for row in alone] == [71, 54, 66, 93]


def test_better_bot_holds_and_worse_bot_does_not() -> None:
    assert measured(Row("216", 2, {}, "normal", "random"), games=20).held
    assert not measured(Row("216", 2, {}, "random", "normal"), games=20).held


def test_alone_equal_bots_differ_by_nothing_on_any_deal() -> None:
    result = measured(Row("dizzle", 1, {"level": 2}, EAGER, SAME))
    assert result.sample.results == [0.0] * 8
    assert result.row.in_points
    assert not result.held


def test_share_against_the_opponent_of_the_rules_is_compared_in_216_alone() -> None:
    result = measured(Row("216", 1, {}, EAGER, "random"))
    assert not result.row.in_points
    assert all(0 <= value <= 1 for value in result.by_bot[EAGER].values())


def test_figure_that_is_wanted_about_may_be_within_the_interval() -> None:
    found = Measured(Row("216", 2, {}, EAGER, "random"), 1, 4)
    found.by_bot[EAGER] = {1: 0.0, 2: 1.0, 3: 0.5, 4: 1.0}
    mean, margin = found.sample.mean, found.sample.margin
    for about, wanted, held in (
        (False, mean, True),
        (False, mean + margin / 2, False),
        (True, mean + margin / 2, True),
        (True, mean + 2 * margin, False),
    ):
        found.row = Row("216", 2, {}, EAGER, "random", wanted, about)
        assert found.held == held


def test_row_without_time_has_the_least_number_of_games() -> None:
    assert measured(Row("216", 2, {}, EAGER, "random"), games=100, seconds=0.0, least=6).games == 6


def test_time_that_a_row_does_not_need_is_left_to_the_others() -> None:
    """The clock moves ten seconds with each look. Three rows share 300 seconds; the first needs
    one batch of games, so the others have more than a third."""
    now = iter(range(0, 100_000, 10))
    rows = [Row("216", 2, {}, EAGER, "random")] * 3
    looks: Iterator[Measured] = measure(rows, Plan(16, 300.0, least=2), clock=lambda: next(now))
    assert [result.games for result in looks] == [16, 16, 16]


def test_figures_do_not_depend_on_the_number_of_processes() -> None:
    row = Row("dizzle", 1, {"level": 1}, EAGER, "random")
    with ProcessPoolExecutor(2) as executor:
        [together] = measure([row], Plan(12, 60.0, 2, least=2), executor)
    assert together.sample.results == measured(row, games=12).sample.results


# --- The command ---


def test_command_prints_markdown_and_fails_if_a_row_does_not_hold() -> None:
    done = cubilete(
        *("strength", "pa-fuera", "--players", "3", "--games", "6", "--least", "6"),
        *("--minutes", "0", "--jobs", "1", "--yardstick", f"pa-fuera={EAGER}"),
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith("At most 6 games per row and 0 minutes per game on 1 processes")
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    assert [row[3] for row in table[2:]] == [
        "expert – normal",
        "normal – novice",
        "novice – random",
        "expert – casual",
        f"expert – {EAGER}",
    ]
    assert {len(row) for row in table} == {9}
    assert done.returncode == int(any(row[-1] == "**no**" for row in table))


def test_command_for_programs() -> None:
    done = cubilete(
        *("strength", "pa-fuera", "--players", "3", "--games", "6", "--least", "6", "--json"),
        *("--minutes", "0", "--jobs", "1"),
    )
    found = json.loads(done.stdout)
    assert found["rows"][0]["bots"] == ["expert", "normal"]
    assert done.returncode == int(not all(row["held"] for row in found["rows"]))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "chess"),
        (("216", "--yardstick", "boss"), "Write a yardstick as GAME=BOT, not boss."),
        (("216", "--yardstick", "216=nowhere:Bot"), "There is no bot nowhere:Bot"),
    ],
)
def test_command_says_what_is_wrong(arguments: tuple[str, ...], sentence: str) -> None:
    done = cubilete("strength", *arguments, "--games", "1", "--jobs", "1")
    assert done.returncode == 2
    assert sentence in done.stderr
