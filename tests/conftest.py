"""What all tests share."""

import os

import pytest
from hypothesis import settings

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
