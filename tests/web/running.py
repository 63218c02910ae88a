"""A real server in its own process, as `cubilete play` starts it, that can be killed."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """What it prints goes to a file, `log`, to be looked into afterwards."""

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
        self.command = [sys.executable, "-m", "cubilete.cli", "play", *where, *options]
        self.environment = os.environ | (environment or {})
        self.prepare = prepare
        """Called in the new process before the program begins, to set its limits."""
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
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            try:
                urllib.request.urlopen(self.address, timeout=5).close()
            except OSError:  # not there yet, or too busy to answer
                time.sleep(0.02)
            else:
                return
        raise AssertionError("the server does not answer")

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """As the power fails: nothing can be said or written any more."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=30)
