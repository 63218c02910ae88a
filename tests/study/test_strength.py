"""The table of strength: its rows, its time, and when a row holds."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from command import cubilete
from cubilete import AnyGame, BadOption, all_games, find_game
from cubilete.bots.levels import ExpertBot, make_bot
from cubilete.core.datafile import parse
from cubilete.core.json_types import JsonObject
from cubilete.study import strength
from cubilete.study.arena import DealResult, Job
from cubilete.study.kept import Kept
from cubilete.study.parallel import in_order
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


FIRST_SHEETS = Path(__file__).parents[2] / "src/cubilete/games/dizzle/data/first"
"""The sheets that the figures wanted of Dizzle were measured on."""


def first_sheet(level: int) -> JsonObject:
    text = (FIRST_SHEETS / f"level-{level}.txt").read_text(encoding="utf-8")
    return find_game("dizzle").material_from(parse(text))


def test_row_is_played_on_its_material() -> None:
    row = Row("dizzle", 1, {"level": 2}, EAGER, SAME, material=first_sheet(2))
    assert row.arena(1, 1).check().material == first_sheet(2)
    ours = measured(replace(row, material=None))
    assert measured(row).mean_of(EAGER) != ours.mean_of(EAGER)


def test_games_on_other_material_are_kept_apart() -> None:
    kept = Kept()
    row = Row("dizzle", 1, {"level": 2}, EAGER, SAME)
    for material in (None, first_sheet(2), first_sheet(3)):
        list(measure([replace(row, material=material)], Plan(2, least=2), kept=kept))
    assert len(kept.series) == 3


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


# --- A share of the playouts ---


def test_expert_has_the_share_of_its_playouts_that_was_asked_for() -> None:
    game = find_game("twenty-one")
    whole, tenth = (make_bot(game, game.setup(3), "expert", share) for share in (1.0, 0.1))
    assert isinstance(whole, ExpertBot)
    assert isinstance(tenth, ExpertBot)
    assert tenth.budget.playouts == round(whole.budget.playouts / 10)
    assert tenth.budget.shortlist == whole.budget.shortlist


def test_row_is_measured_with_the_budget_of_the_plan() -> None:
    """Experts with a hundredth of the playouts decide otherwise, so the deals end otherwise."""
    row = Row("twenty-one", 2, {}, "expert", "normal")
    found = [next(measure([row], Plan(6, 60.0, least=2, budget=share))) for share in (0.1, 0.001)]
    assert found[0].sample.results != found[1].sample.results


# --- Deals that are kept ---


class Interrupted(Exception):
    pass


def stop_after(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets so many jobs finish, and then interrupts."""

    def some(
        work: Callable[[Job], list[DealResult]], todo: list[Job], executor: Executor | None
    ) -> Iterator[list[DealResult]]:
        nonlocal jobs
        for results in in_order(work, todo, executor):
            yield results
            jobs -= 1
            if jobs == 0:
                raise Interrupted

    monkeypatch.setattr(strength, "in_order", some)


@pytest.mark.parametrize("players", [1, 2])
def test_interrupted_run_goes_on_and_gives_the_same_results(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [Row("216", players, {}, EAGER, "random"), Row("216", players, {}, SAME, "random")]
    plan = Plan(20, 60.0, least=2)
    at_once = [result.sample.results for result in measure(rows, plan)]
    path = tmp_path / "state"
    with monkeypatch.context() as patch:
        stop_after(8, patch)
        with pytest.raises(Interrupted):
            list(measure(rows, plan, kept=Kept(path)))
    before = len(path.read_text().splitlines())
    assert before > 0
    resumed = [result.sample.results for result in measure(rows, plan, kept=Kept(path))]
    assert resumed == at_once
    with monkeypatch.context() as patch:
        stop_after(1, patch)
        again = [result.sample.results for result in measure(rows, plan, kept=Kept(path))]
    assert again == at_once, "nothing is left to be played"


def test_time_of_kept_deals_counts(tmp_path: Path) -> None:
    """The clock moves ten seconds with each look. The time is used up after the first batch, so a
    second run adds no games."""
    row = Row("216", 2, {}, EAGER, "random")
    plan = Plan(100, 30.0, least=2)
    for _ in range(2):
        now = iter(range(0, 100_000, 10))
        kept = Kept(tmp_path / "state")
        [result] = measure([row], plan, clock=partial(next, now), kept=kept)
        assert result.games == 16
        assert result.seconds == 40.0


def test_deals_of_another_budget_or_seed_are_not_used() -> None:
    kept = Kept()
    row = Row("216", 2, {}, EAGER, "random")
    for seed, budget in ((1, 1.0), (1, 0.5), (2, 1.0), (1, 1.0)):
        list(measure([row], Plan(8, 60.0, seed=seed, least=2, budget=budget), kept=kept))
    assert len(kept.series) == 3


def test_line_that_was_cut_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "state"
    row = Row("216", 2, {}, EAGER, "random")
    plan = Plan(8, 60.0, least=2)
    [whole] = measure([row], plan, kept=Kept(path))
    path.write_bytes(path.read_bytes()[:-10])
    kept = Kept(path)
    [deals] = kept.series.values()
    assert list(deals) == [1, 2, 3]
    [resumed] = measure([row], plan, kept=kept)
    assert resumed.sample.results == whole.sample.results
    assert Kept(path).series == kept.series


def test_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state"
    path.write_text("what is this\n")
    with pytest.raises(BadOption, match=r"Line 1 of .* is no result"):
        Kept(path)
    assert path.read_text() == "what is this\n"


# --- The command ---


def test_command_prints_markdown_and_fails_if_a_row_does_not_hold() -> None:
    done = cubilete(
        *("strength", "pa-fuera", "--players", "3", "--games", "6", "--least", "6"),
        *("--minutes", "0", "--jobs", "1", "--yardstick", f"pa-fuera={EAGER}"),
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith("At most 6 games per row and 0 minutes per game on 1 processes")
    assert lines[0].endswith("bots that search have 100 % of their playouts.")
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


def test_command_measures_each_level_on_its_file_of_a_folder() -> None:
    done = cubilete(
        *("strength", "dizzle", "--players", "1", "--level", "novice", "--games", "2"),
        *("--minutes", "0", "--jobs", "1", "--json", "--material", f"dizzle={FIRST_SHEETS}"),
    )
    rows = json.loads(done.stdout)["rows"]
    assert [row["options"]["level"] for row in rows] == [1, 2, 3, 4]
    assert all(row["own_material"] for row in rows)
    for level, row in enumerate(rows, 1):
        here = Row("dizzle", 1, {"level": level}, "novice", "random", material=first_sheet(level))
        assert row["mean"] == pytest.approx(measured(here, games=2).sample.mean, abs=1e-4)


def test_command_for_programs() -> None:
    done = cubilete(
        *("strength", "pa-fuera", "--players", "3", "--games", "6", "--least", "6", "--json"),
        *("--minutes", "0", "--jobs", "1"),
    )
    found = json.loads(done.stdout)
    assert found["rows"][0]["bots"] == ["expert", "normal"]
    assert done.returncode == int(not all(row["held"] for row in found["rows"]))


def test_command_measures_some_levels_with_a_budget_and_keeps_the_games(tmp_path: Path) -> None:
    state = tmp_path / "state"
    tables = [
        cubilete(
            *("strength", "pa-fuera", "--players", "3", "--level", "normal", "--level", "novice"),
            *("--games", "6", "--least", "6", "--minutes", "0", "--jobs", "1"),
            *("--budget", "0.05", "--state", state, "--against", "novice"),
        ).stdout
        for _ in range(2)
    ]
    assert tables[0] == tables[1]
    assert "bots that search have 5 % of their playouts" in tables[0]
    assert [line.split("|")[4].strip() for line in tables[0].splitlines()[4:]] == [
        "normal – novice"
    ]
    assert len(state.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "chess"),
        (("216", "--against", "greedy"), "No row has these players, levels and bots."),
        (("216", "--yardstick", "boss"), "Write a yardstick as GAME=BOT, not boss."),
        (("216", "--yardstick", "216=nowhere:Bot"), "There is no bot nowhere:Bot"),
        (("dizzle", "--material", "sheets"), "Write material as GAME=PATH, not sheets."),
        (("dizzle", "--material", "dizzle=/nowhere.txt"), "/nowhere.txt can't be read: No such"),
        (("216", "--material", "216=/tmp"), "216 has one material: name a file, not a folder."),
        (("216", "--state", "/nowhere/state"), "/nowhere/state can't be written: No such file"),
    ],
)
def test_command_says_what_is_wrong(arguments: tuple[str, ...], sentence: str) -> None:
    done = cubilete("strength", *arguments, "--games", "1", "--jobs", "1")
    assert done.returncode == 2
    assert done.stdout.strip() == ""
    assert sentence in done.stderr
