"""A full disk: moves are refused with a sentence and not half stored, and the same tables go on as
soon as there is room, without a restart."""

import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from play_over_http import ask

from .crowds import clients_at, fault_seed, let_them_end
from .players import REFUSED, Notes
from .running import Server


@dataclass(frozen=True)
class Disk:
    folder: Path
    fill: Callable[[Server], None]
    make_room: Callable[[Server], None]


@contextmanager
def limited(folder: Path) -> Iterator[Disk]:
    """The server can write no byte into any file. A limit at the present size of the log would not
    do: SQLite begins the log anew from time to time, and has room in it then."""

    def fill(server: Server) -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def make_room(server: Server) -> None:
        everything = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, everything)

    yield Disk(folder, fill, make_room)


@contextmanager
def small(folder: Path) -> Iterator[Disk]:
    """A disk of eight megabytes, in memory."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)], check=True)
    ballast = folder / "ballast"

    def fill(server: Server) -> None:
        with ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass

    try:
        yield Disk(folder, fill, lambda server: ballast.unlink())
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def can_mount() -> bool:
    """Whether this process may mount a small disk. A limit can be set everywhere."""
    if os.geteuid() != 0:
        return False
    tried = subprocess.run(
        ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False
    )
    return tried.returncode == 0


@pytest.mark.parametrize("kind", [limited, small] if can_mount() else [limited])
def test_full_disk_refuses_moves_until_there_is_room(
    kind: Callable[[Path], AbstractContextManager[Disk]], tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with kind(folder) as disk:
        server = Server(tmp_path / "log", "--data", str(folder), pace=0.01)
        server.start()
        try:
            play_through(server, disk)
        finally:
            server.stop()
    assert "Traceback" not in server.log.read_text()


def play_through(server: Server, disk: Disk) -> None:
    notes = Notes()
    seated = ask(f"{server.address}/api/tables", body={"game": "dizzle", "bots": 0})
    watched, token = f"{server.address}/api/tables/{seated['table']}", str(seated["token"])
    clients = clients_at([server.address], notes, fault_seed())
    for _ in range(2):
        notes.wait_for_more("moves", 30)
        notes.wait_for_more("imports", 1)
        notes.wait_for_more("moves by forms", 1)
        disk.fill(server)
        notes.wait_for_more(REFUSED, 20)
        # Moves that were stored before the disk was full may be acknowledged and counted late.
        answers = [client.answers + 2 for client in clients]
        notes.wait_for(
            lambda least=answers: all(  # type: ignore[misc]
                client.answers >= number for client, number in zip(clients, least, strict=True)
            )
        )
        moves = notes.counts["moves"]
        notes.wait_for_more(REFUSED, 20)
        assert notes.counts["moves"] == moves
        assert ask(watched, token)["begun"] is True
        disk.make_room(server)
    notes.wait_for_more("rematches", 1)
    let_them_end(clients, notes)
    assert notes.counts["moves"] > moves
