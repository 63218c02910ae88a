"""A real server in its own process, as `cubilete play` starts it."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import pytest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_it_answers(address: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server stopped"
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:  # not there yet, or slow
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    folder = tmp_path_factory.mktemp("data")
    options = ["--host", "127.0.0.1", "--port", str(port), "--pace", "0", "--no-browser"]
    process = subprocess.Popen(
        [sys.executable, "-m", "cubilete.cli", "play", *options, "--data", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until_it_answers(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)
