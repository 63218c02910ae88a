"""A fresh server in its own process for each point, and the folder where its files are."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from forked import FORKED
from ports import free_port

PATIENCE = 120.0
"""Seconds for the server to start or stop; they only end a run that hangs."""


class NoServer(Exception):
    """The server does not start; the text is what it printed."""


class Server:
    """`cubilete play` on loopback, as it is installed beside this interpreter."""

    def __init__(self, log: Path, options: list[str]) -> None:
        self.port = free_port()
        self.log = log
        self.address = f"http://127.0.0.1:{self.port}"
        place = ["--host", "127.0.0.1", "--port", str(self.port), "--no-browser", "--pace", "0"]
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "cubilete.cli", "play", *place, *options],
                stdout=output,
                stderr=output,
                umask=0o022,
            )
        RUNNING.add(self)

    def wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.address}/api/games", timeout=PATIENCE).close()
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise NoServer(self.log.read_text(encoding="utf-8", errors="replace")[-2000:])

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        RUNNING.discard(self)


RUNNING: set[Server] = set()
"""The servers that were started and not stopped."""


class Arena:
    """The place of one point's attacks. The server starts when it is first needed."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.database = database
        self.started: list[Server] = []
        self._server: Server | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def server(self) -> Server:
        if self._server is None:
            self._server = self.start()
        return self._server

    def start(self, *options: str, data: Path | None = None) -> Server:
        """Starts a server of its own, beside the one of the other attacks."""
        place = (
            ["--database", self.database] if self.database else ["--data", str(data or self.data)]
        )
        server = Server(self.folder / f"log{len(self.started)}", [*place, *options])
        self.started.append(server)
        server.wait_until_it_answers()
        return server

    def close(self) -> None:
        for server in self.started:
            server.stop()

    def verify(self, record: str) -> tuple[int, str]:
        """Runs `cubilete verify` on a record; returns its exit code and what it printed."""
        file, output = self.folder / "record.jsonl", self.folder / "verdict"
        file.write_text(record, encoding="utf-8")
        process = FORKED.Process(target=run_command, args=(["verify", str(file)], output))
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError("cubilete verify")
        return process.exitcode, output.read_text(encoding="utf-8", errors="replace")


def run_command(arguments: list[str], output: Path) -> None:
    """The command line in this process, which was forked for it."""
    with output.open("wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    sys.argv = ["cubilete", *arguments]
    from cubilete.cli import main

    main()
