"""A real server in its own process, as `cubilete play` starts it. Tests may kill it.

It is forked where the command's imports have been done (tools/forked.py): they take 0.9 of the 1.2
seconds of processor of a start. A server with variables of its own gets a new interpreter.
"""

import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path

from forked import FORKED
from ports import free_port

from .waiting import LIMIT, TIMEOUT, wait_until

THINKING = [
    "cubilete.host.thinking",
    *(game.module for game in entry_points(group="cubilete.games")),
]
"""What the processes need in which the bots of a server think."""


def run(arguments: list[str], environment: dict[str, str], log: Path) -> None:
    """What a forked process does: the command, as a new interpreter would run it."""
    # The server starts a process of its own to fork those of its bots from: without the imports of
    # a web server, which take a second.
    FORKED.set_forkserver_preload(THINKING)
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream in (1, 2):
        os.dup2(output, stream)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["cubilete", *arguments]
    # The language is decided by the environment at this import.
    from cubilete.cli import main

    main()


class Forked:
    """A forked process, with those methods of subprocess.Popen that are used here."""

    def __init__(self, arguments: list[str], log: Path) -> None:
        self._process = FORKED.Process(target=run, args=(arguments, dict(os.environ), log))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()

    def wait(self, timeout: float | None = None) -> None:
        self._process.join(timeout)
        assert self._process.exitcode is not None, "the process does not end"


class Server:
    """A server process. Its output is appended to the file `log`.

    Tests send everything from one address, as fast as they can: its limits are off.
    """

    def __init__(
        self,
        log: Path,
        *options: str,
        pace: float = 0,
        environment: dict[str, str] | None = None,
    ) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.log = log
        where = ["--host", "127.0.0.1", "--port", str(port), "--pace", str(pace), "--no-browser"]
        self.arguments = ["play", *where, "--no-address-limits", *options]
        self.environment = dict(environment or {})
        self.process: Forked | subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        if not self.environment:
            self.process = Forked(self.arguments, self.log)
            return
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "cubilete.cli", *self.arguments],
                stdout=log,
                stderr=log,
                env=os.environ | self.environment,
            )

    def start(self) -> None:
        self.launch()
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        wait_until(self.answers, "the server answers")

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()
        try:
            urllib.request.urlopen(self.address, timeout=TIMEOUT).close()
        except OSError:  # it does not listen yet
            return False
        return True

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """Ends the process as a power failure does: it can send and write nothing more."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=LIMIT)


@contextmanager
def two_servers(
    database: str, folder: Path, *options: str, pace: float = 0
) -> Iterator[list[Server]]:
    """Two processes with one PostgreSQL database."""
    logs = [folder / f"log{number}" for number in range(2)]
    running = [Server(log, "--database", database, *options, pace=pace) for log in logs]
    try:
        for server in running:
            server.launch()
        for server in running:
            server.wait_until_it_answers()
        yield running
    finally:
        for server in running:
            server.stop()
