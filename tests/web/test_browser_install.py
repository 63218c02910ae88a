"""The app as Chromium installs it: its own checks, the page without a connection, updates."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chromium import WITH_PROFILES
from playwright.sync_api import BrowserContext, Page, Playwright, expect

import cubilete

from .devices import FLAGS
from .running import Server
from .test_browser import MILLISECONDS, faults_of
from .waiting import wait_until

# Only the whole browser can install; the shell of the other tests can't.
pytestmark = pytest.mark.skipif(
    WITH_PROFILES is None, reason="the package chromium is not installed"
)

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
  const names = (await caches.keys()).filter(name => name.startsWith('cubilete-'));
  const kept = await Promise.all(names.map(async name =>
    [name, (await (await caches.open(name)).keys()).map(each => new URL(each.url).pathname)]));
  return Object.fromEntries(kept);
}"""
SETTLED = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
  return !installing && !waiting && active.state === 'activated';
}"""
NEWER = "getComputedStyle(document.documentElement).getPropertyValue('--newer').trim()"


@pytest.fixture
def browser(playwright: Playwright, tmp_path: Path) -> Iterator[BrowserContext]:
    """Chromium with a profile on the disk: one without can't install anything."""
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "profile",
        executable_path=WITH_PROFILES,
        args=[*FLAGS, "--headless=new"],
        locale="en",
        viewport={"width": 360, "height": 740},
        reduced_motion="reduce",
    )
    context.set_default_timeout(MILLISECONDS)
    yield context
    context.close()


def open_home(context: BrowserContext, server: str) -> Page:
    """Home, under a service worker."""
    page = context.pages[0]
    page.goto(server)
    page.wait_for_function(CONTROLLED)
    return page


def test_chromium_would_install_the_app(browser: BrowserContext, server: str) -> None:
    page = open_home(browser, server)
    devtools = browser.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["url"] == f"{server}/manifest.webmanifest?lang=en"
    assert manifest["errors"] == []
    assert devtools.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}


def test_without_a_connection_a_page_says_so_in_the_language_of_the_person(
    browser: BrowserContext, server: str
) -> None:
    page = open_home(browser, server)
    page.get_by_role("button", name="ES").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    browser.set_offline(True)
    page.goto(f"{server}/new?game=dizzle")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sin conexión")
    assert page.url == f"{server}/new?game=dizzle"
    assert faults_of(page, "offline") == []
    browser.set_offline(False)  # the page notices it
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Sin conexión")


def newer_package(folder: Path) -> Path:
    """The package with another style sheet; everything else is linked."""
    package = Path(next(iter(cubilete.__path__)))
    static = Path("web", "static")
    shutil.copytree(package, folder / "cubilete", copy_function=link, ignore=is_in(package, static))
    shutil.copytree(package / static, folder / "cubilete" / static)
    with (folder / "cubilete" / static / "cubilete.css").open("a") as style:
        style.write(":root { --newer: yes }")
    return folder


def is_kept_anew(kept: dict[str, list[str]], before: str) -> bool:
    """Whether the new worker is there, with its offline page, and the cache of the old one is
    gone."""
    return len(kept) == 1 and before not in kept and "/offline" in str(kept)


def link(source: str, target: str) -> None:
    os.symlink(source, target)


def is_in(package: Path, left_out: Path) -> Callable[[str, list[str]], set[str]]:
    return lambda folder, names: {
        name for name in names if Path(folder, name) == package / left_out
    }


def test_first_page_of_a_new_version_has_its_own_files(
    browser: BrowserContext, tmp_path: Path
) -> None:
    running = Server(tmp_path / "log", "--data", str(tmp_path))
    try:
        running.start()
        page = open_home(browser, running.address)
        ((before, kept),) = page.evaluate(KEPT).items()
        assert f"/~{before.removeprefix('cubilete-')}/static/cubilete.css" in kept
        running.stop()
        running.environment["PYTHONPATH"] = os.pathsep.join(
            [str(newer_package(tmp_path / "newer")), os.environ.get("PYTHONPATH", "")]
        )
        running.start()
        page.goto(running.address)
        assert page.evaluate(NEWER) == "yes"
        wait_until(lambda: is_kept_anew(page.evaluate(KEPT), before), "the new files are kept")
        wait_until(lambda: bool(page.evaluate(SETTLED)), "the new worker is active")
        browser.set_offline(True)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
        assert page.evaluate(NEWER) == "yes"
    finally:
        running.stop()
