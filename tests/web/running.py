"""A real server in its own process, as `cubilete play` starts it. Tests may kill it."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ports import free_port

from .waiting import LIMIT, TIMEOUT, wait_until


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
        prepare: Callable[[], None] | None = None,
    ) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.log = log
        where = ["--host", "127.0.0.1", "--port", str(port), "--pace", str(pace), "--no-browser"]
        play = [sys.executable, "-m", "cubilete.cli", "play", *where, "--no-address-limits"]
        self.command = [*play, *options]
        self.environment = os.environ | (environment or {})
        self.prepare = prepare
        """Called in the new process before the program starts, to set limits."""
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdout=log,
                stderr=log,
                env=self.environment,
                preexec_fn=self.prepare,
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
        self.process.send_signal(signal.SIGKILL)
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
