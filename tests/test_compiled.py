"""Compiled and interpreted rules give the same bytes for the same seed."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from cubilete import AnyGame, all_games, compiled

COMMANDS = """
import json, sys
from cubilete.cli import main

for arguments in json.loads(sys.argv[1]):
    sys.argv = ["cubilete", *arguments]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
    print(end="\\f", flush=True)
"""


def run(*commands: Sequence[str], pure: bool) -> list[str]:
    """What the commands print. One process runs them all: most of its time is its start."""
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, json.dumps(commands)],
        env={**os.environ, "CUBILETE_PURE": "1" if pure else "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    told = done.stdout.split("\f")[:-1]
    assert len(told) == len(commands)
    return told


def test_installed_package_is_compiled_unless_asked_otherwise() -> None:
    (installed,) = run(("games", "--json"), pure=False)
    (asked,) = run(("games", "--json"), pure=True)
    assert '"compiled": true' in installed
    assert '"compiled": false' in asked
    assert compiled() == (os.environ.get("CUBILETE_PURE") != "1")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_same_seed_gives_the_same_records_and_tally(game: AnyGame, tmp_path: Path) -> None:
    tally = ("simulate", game.slug, "--games", "5", "--seed", "3", "--json")
    told = [
        run(
            *(
                (
                    *("simulate", game.slug, "--players", str(players), "--games", "2"),
                    *("--seed", "7", "--legal", "--records", str(tmp_path / f"{players}-{pure}")),
                )
                for players in game.about.players
            ),
            tally,
            (*tally, "--records", str(tmp_path / f"tally-{pure}")),
            pure=pure,
        )[-2:]
        for pure in (False, True)
    ]
    [[quick, with_records], interpreted] = told
    assert quick == with_records
    assert interpreted == [quick, quick]
    for players in game.about.players:
        written = sorted((tmp_path / f"{players}-False").iterdir())
        assert len(written) == 2
        for path in written:
            other = tmp_path / f"{players}-True" / path.name
            assert path.read_bytes() == other.read_bytes()


def test_arena_says_that_bots_are_weaker_where_the_rules_run_interpreted() -> None:
    asked = ("arena", "seis-dados", "random", "normal", "--games", "2", "--jobs", "1")
    for pure in (False, True):
        done = subprocess.run(
            [sys.executable, "-m", "cubilete.cli", *asked],
            env={**os.environ, "CUBILETE_PURE": "1" if pure else "0", "CUBILETE_LANG": "en"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ("The rules are not compiled" in done.stderr) == pure


VECTORISED = """
import hashlib
from cubilete import all_games
from cubilete.study import vector

for game in all_games():
    env = vector.make(game.slug, 3, game.about.players[0], seed=11)
    digest = hashlib.sha256()
    for _ in range(120):
        env.step(env.random_actions())
        for array in (env.observations, env.masks, env.seats, env.done, env.rewards, env.scores):
            digest.update(array.tobytes())
    print(game.slug, digest.hexdigest())
"""


def test_vectorised_games_of_the_same_seed_are_equal() -> None:
    compiled, interpreted = (
        subprocess.run(
            [sys.executable, "-c", VECTORISED],
            env={**os.environ, "CUBILETE_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for pure in ("0", "1")
    )
    assert compiled.splitlines() == interpreted.splitlines()
    assert len(compiled.splitlines()) == len(all_games())
