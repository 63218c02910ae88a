"""Experiments and arenas as frames and Arrow streams."""

import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

from cubilete import AnyGame, BadOption, UnknownGame, all_games, study
from cubilete.study.arena import play
from cubilete.study.simulate import Simulation


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_rows_are_what_the_records_say(game: AnyGame) -> None:
    players = game.about.players[-1]
    plan = study.experiment(game.slug, games=2, players=players, seed=5)
    games, decisions = study.games(plan), study.decisions(plan)
    simulation = Simulation(game, plan.bots, seed=5)
    for number in (1, 2):
        match = simulation.match(number)
        scores, winners = match.state.scores(), match.state.winners()
        row = games.row(number - 1, named=True)
        made = [event for event in match.events if isinstance(event.by, int)]
        assert (row["number"], row["decisions"]) == (number, len(made))
        assert row["winners"] == len(winners)
        for seat, score in enumerate(scores):
            assert row[f"score_{seat}"] == score
            assert row[f"share_{seat}"] == ((seat in winners) and 1 / len(winners))
        told = decisions.filter(number=number)
        assert told["event"].to_list() == [event.n for event in made]
        assert told["seat"].to_list() == [event.by for event in made]
        assert told["chosen"].to_list() == [event.text for event in made]
        assert told["final_score"].to_list() == [scores[int(event.by)] for event in made]
        assert all(told["words"].to_list())


def test_choices_are_counted() -> None:
    plan = study.experiment("dizzle", games=2, players=1)
    match = Simulation(all_games()[1], plan.bots, plan.seed).match(1, with_legal=True)
    legal = [len(event.legal) for event in match.events if event.legal is not None]
    assert study.decisions(plan).filter(number=1)["choices"].to_list() == legal


def test_stream_is_the_frame_in_batches() -> None:
    plan = study.experiment("pa-fuera", games=600)
    reader = study.decisions_stream(plan)
    assert isinstance(reader, pa.RecordBatchReader)
    batches = list(reader)
    assert len(batches) == 3
    frame = pl.DataFrame(pa.Table.from_batches(batches))
    assert frame["number"].n_unique() == 600
    assert frame["number"].is_sorted()


def test_rows_do_not_depend_on_the_number_of_processes() -> None:
    plan = study.experiment("pa-fuera", games=520, bots=["normal", "random", "novice"], seed=3)
    arena = study.Arena("216", ("random", "novice"), players=2, deals=9)
    with ProcessPoolExecutor(2) as executor:
        assert study.decisions(plan, executor).equals(study.decisions(plan))
        assert study.games(plan, executor).equals(study.games(plan))
        assert study.games(arena, executor).equals(study.games(arena))


def test_other_seeds_give_other_games() -> None:
    one, two = (study.games(study.experiment("dizzle", 20, seed=seed)) for seed in (1, 2))
    assert not one.equals(two)


def test_games_of_an_arena_add_up_to_its_standings() -> None:
    arena = study.Arena("216", ("random", "normal"), players=2, deals=6)
    games = study.games(arena)
    assert len(games) == 12
    assert games["rotation"].to_list() == [0, 1] * 6
    standings = play(arena)
    for name, standing in standings.by_bot.items():
        share = sum(
            games.filter(pl.col(f"bot_{seat}") == name)[f"share_{seat}"].sum() for seat in (0, 1)
        )
        assert share / 12 == pytest.approx(standing.shares.mean)


def test_solo_opponent_has_a_score_and_a_share() -> None:
    row = study.games(study.experiment("216", games=1, players=1)).row(0, named=True)
    assert row["share_0"] + row["share_1"] == 1
    assert "bot_1" not in row


# --- What is wrong ---


def test_experiment_says_what_is_wrong() -> None:
    with pytest.raises(UnknownGame):
        study.experiment("chess", games=1)
    with pytest.raises(BadOption, match="has no bot boss"):
        study.experiment("dizzle", games=1, bots="boss")
    with pytest.raises(BadOption, match="at least one game"):
        study.experiment("dizzle", games=0)
    half: Any = 0.5
    with pytest.raises(BadOption, match="games must be a whole number"):
        study.experiment("dizzle", games=half)
    with pytest.raises(BadOption, match="seed must be a whole number"):
        study.experiment("dizzle", games=1, seed=half)


def test_arena_has_no_decisions() -> None:
    arena: Any = study.Arena("dizzle", ("random", "novice"), players=2, deals=1)
    with pytest.raises(BadOption, match="no table of decisions"):
        study.decisions(arena)
    with pytest.raises(BadOption, match="2 to 3 players"):
        study.experiment("seis-dados", games=1, players=5)


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cubilete.study.frames")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'cubilete\[study\]'"):
        _ = study.games
    assert study.experiment("dizzle", games=1).bots == ("random",)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'simulations'"):
        _ = study.simulations


def test_every_public_name_is_there() -> None:
    for name in study.__all__:
        assert getattr(study, name).__doc__
