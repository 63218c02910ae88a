"""Tables on the disk: the same bytes however they are made, and continued after a stop."""

import json
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import polars as pl
import pytest

from command import cubilete
from cubilete import CubileteError, study
from web.waiting import wait_until

PLAN = study.experiment("seis-dados", games=50, bots=["random", "random"], seed=4)


def content(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def write(folder: Path, plan: study.Experiment = PLAN) -> study.Written:
    return study.write_parquet(plan, folder, decisions=True, part_size=20)


def test_files_are_the_frames(tmp_path: Path) -> None:
    written = write(tmp_path)
    assert (written.games, written.played) == (50, 50)
    assert len(written.files()) == len(written.files("decisions")) == 3
    assert pl.read_parquet(written.files()).equals(study.games(PLAN))
    assert pl.read_parquet(written.files("decisions")).equals(study.decisions(PLAN))


def test_folder_says_what_was_played(tmp_path: Path) -> None:
    write(tmp_path)
    described = json.loads((tmp_path / "experiment.json").read_text("utf-8"))
    assert (described["game"], described["seed"], described["games"]) == ("seis-dados", 4, 50)
    assert described["bots"] == ["random", "random"]


def test_bytes_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    write(tmp_path / "one")
    with ProcessPoolExecutor(2) as executor:
        study.write_parquet(PLAN, tmp_path / "two", True, executor, part_size=20)
    assert content(tmp_path / "one") == content(tmp_path / "two")


# --- Going on ---


class Stop(Exception):
    pass


def test_stopped_run_goes_on_with_the_missing_parts(tmp_path: Path) -> None:
    def stop(games: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        study.write_parquet(PLAN, tmp_path / "stopped", True, progress=stop, part_size=20)
    (tmp_path / "stopped" / "games" / "part-00002.unfinished").write_bytes(b"half a file")
    assert write(tmp_path / "stopped").played == 30
    assert write(tmp_path / "stopped").played == 0
    write(tmp_path / "whole")
    assert content(tmp_path / "stopped") == content(tmp_path / "whole")


def test_part_that_lacks_a_file_is_played_again(tmp_path: Path) -> None:
    write(tmp_path)
    before = content(tmp_path)
    (tmp_path / "games" / "part-00002.parquet").unlink()
    assert write(tmp_path).played == 20
    assert content(tmp_path) == before


def test_killed_command_goes_on(tmp_path: Path) -> None:
    arguments = ("simulate", "seis-dados", "--games", "1000", "--decisions", "--parquet")
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    process = subprocess.Popen([sys.executable, "-m", "cubilete.cli", *arguments, str(killed)])

    def has_begun() -> bool:
        assert process.poll() is None
        return (killed / "games" / "part-00001.parquet").exists()

    wait_until(has_begun, "the first part is there", pause=0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert len(list((killed / "games").glob("*.parquet"))) < 4
    assert cubilete(*arguments, killed).returncode == 0
    assert cubilete(*arguments, whole).returncode == 0
    assert content(killed) == content(whole)


def test_folder_can_be_given_more_games(tmp_path: Path) -> None:
    more = study.experiment("seis-dados", games=70, seed=4)
    write(tmp_path / "grown")
    assert write(tmp_path / "grown", more).played == 30
    write(tmp_path / "whole", more)
    assert content(tmp_path / "grown") == content(tmp_path / "whole")


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (study.experiment("seis-dados", games=40, seed=4), "has more games already: 50"),
        (study.experiment("seis-dados", games=50, seed=5), "has another experiment"),
        (study.experiment("dizzle", games=50, seed=4), "has another experiment"),
        (
            study.experiment("seis-dados", 50, seed=4, options={"end_at": 3}),
            "has another experiment",
        ),
    ],
)
def test_folder_of_another_experiment_is_refused(
    tmp_path: Path, plan: study.Experiment, sentence: str
) -> None:
    write(tmp_path)
    before = content(tmp_path)
    with pytest.raises(CubileteError, match=sentence):
        write(tmp_path, plan)
    assert content(tmp_path) == before


def test_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("hello")
    with pytest.raises(CubileteError, match="files of something else"):
        write(tmp_path)
    assert list(content(tmp_path)) == ["letter.txt"]


# --- The command ---


def test_command_tells_the_tally_and_the_cost(tmp_path: Path) -> None:
    command = ("simulate", "seis-dados", "--games", "40", "--seed", "9")
    told = cubilete(*command, "--parquet", tmp_path, "--json")
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    cost = found.pop("cost")
    assert cost["played"] == 40
    assert cost["megabytes"] > 0
    assert found == json.loads(cubilete(*command, "--json").stdout)
    again = cubilete(*command, "--parquet", tmp_path)
    assert "0 games in" in again.stdout
    assert "Peak memory" in again.stdout


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    command = ("simulate", "dizzle", "--games", "1100", "--json")
    assert cubilete(*command, "--jobs", "2").stdout == cubilete(*command).stdout
    for jobs in ("1", "2"):
        records = ("--records", tmp_path / jobs, "--jobs", jobs)
        assert cubilete("simulate", "216", "--games", "1010", *records).returncode == 0
    assert content(tmp_path / "1") == content(tmp_path / "2")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--decisions",), "--decisions needs --parquet"),
        (("--parquet", "x", "--records", "y"), "not both"),
        (("--parquet", "/dev/null/x"), "can't be written"),
        (("--dask", "127.0.0.1:9", "--parquet", "x"), "No Dask scheduler at 127.0.0.1:9"),
    ],
)
def test_command_says_what_is_wrong(arguments: tuple[str, ...], sentence: str) -> None:
    done = cubilete("simulate", "dizzle", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
