"""A Dask cluster of two workers: every command of study gives the bytes of one process."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from command import cubilete
from cubilete import study
from cubilete.study.arena import Arena, play

MEASURED = {
    *("mean_ms", "p95_ms", "seconds", "games_a_second"),
    *("megabytes", "megabytes_of_largest_child"),
}
"""Names of figures of the machine; everything else that a command prints follows from the seed."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as started:
        yield started


def content(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_times(one) for name, one in value.items() if name not in MEASURED}
    return [without_times(one) for one in value] if isinstance(value, list) else value


def printed(*command: str | Path) -> Any:
    """What a command prints as JSON, without the figures of the machine."""
    done = cubilete(*command, "--json")
    # `strength` ends with 1 where a level is not stronger than the one below: few games, no proof.
    assert done.returncode in (0, 1), done.stderr
    return without_times(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("output", "files", "command"),
    [
        ("--parquet", 7, ("simulate", "pa-fuera", "--games", "600", "--decisions")),
        ("--records", 30, ("simulate", "dizzle", "--bots", "normal", "--games", "30")),
    ],
    ids=["parquet", "records"],
)
def test_files_are_those_of_one_process(
    output: str, files: int, command: tuple[str, ...], cluster: LocalCluster, tmp_path: Path
) -> None:
    alone, together = tmp_path / "alone", tmp_path / "together"
    first = printed(*command, output, alone, "--jobs", "1")
    second = printed(*command, output, together, "--dask", cluster.scheduler_address)
    assert first == second
    assert content(alone) == content(together)
    assert len(content(alone)) >= files


@pytest.mark.parametrize(
    "command",
    [
        ("arena", "216", "random", "greedy", "--games", "12", "--seed", "7"),
        ("arena", "pa-fuera", "expert", "normal", "--players", "3", "--games", "6"),
        (
            *("strength", "pa-fuera", "--players", "3", "--games", "12", "--least", "12"),
            *("--minutes", "0", "--budget", "0.1"),
        ),
        ("strength", "216", "--players", "1", "--level", "normal", "--games", "10"),
        # Its files follow from these figures: test_balance.py.
        ("study", "balance", "pa-fuera", "--bots", "random", "--games", "12", "--luck", "2"),
    ],
    ids=["arena", "arena with search", "strength with search", "strength alone", "balance"],
)
def test_figures_are_those_of_one_process(command: tuple[str, ...], cluster: LocalCluster) -> None:
    alone = printed(*command, "--jobs", "1")
    assert printed(*command, "--jobs", "1", "--dask", cluster.scheduler_address) == alone


def test_library_takes_the_executor_of_a_client(cluster: LocalCluster) -> None:
    plan = study.experiment("pa-fuera", games=300, bots=["novice", "normal", "random"], seed=7)
    arena = Arena("216", ("random", "greedy"), 2, 6, seed=7)
    with cluster.get_client() as client, client.get_executor() as executor:
        assert study.games(plan, executor).equals(study.games(plan))
        assert study.decisions(plan, executor).equals(study.decisions(plan))
        assert study.games(arena, executor).equals(study.games(arena))
        together = play(arena, executor)
    for bot, standing in play(arena).by_bot.items():
        assert together.by_bot[bot].points.results == standing.points.results
