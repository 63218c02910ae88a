"""A server in its own process that all tests of a session share."""

from collections.abc import Iterator

import pytest

from .running import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its address."""
    folder = tmp_path_factory.mktemp("data")
    running = Server(folder / "log", "--data", str(folder))
    try:
        running.start()
        yield running.address
    finally:
        running.stop()
