"""What the tests of a session share: a server in its own process, playwright and a Chromium.

They are made once in each worker and not once a module, because the tests of a module are spread
over all workers. Nothing else is shared: a server's tables have names of their own, each test opens
contexts of its own in the browser, as if they were other devices, and they are closed after it. A
page that stays open goes on drawing what its table sends. Only test_browser_phones.py keeps a page:
each of its tests opens tables of its own there.

No event loop can be run in a thread in which playwright has started. So tests/conftest.py puts the
tests in Chromium last, and they run coroutines in other threads.
"""

from collections.abc import Iterator

import pytest
from chromium import CHROMIUM
from playwright.sync_api import Browser, Playwright, sync_playwright

from .devices import FLAGS
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


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """For fixtures of modules, which close what they open. Without Chromium tests are skipped,
    which is a failure in CI."""
    if CHROMIUM is None:
        pytest.skip("the package chromium is not installed")
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """Closes what a test has opened and left open."""
    before = list(chromium.contexts)
    yield chromium
    for context in chromium.contexts:
        if context not in before:
            context.close()
