"""Plays the game of an example in Chromium and looks at all its pages.

Every page is checked: it does not answer with a server error, its scripts do not fail, and it is
not wider than the window.
"""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager

from chromium import CHROMIUM
from playwright.sync_api import Browser, Page, Response, expect, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = (1100, 800)
PHONE = (360, 740)
WAYS = (("es", DESKTOP), ("en", DESKTOP), ("es", PHONE), ("en", PHONE))
MOST_CLICKS = 1_500
CHANGED = "before => document.querySelector('main.game').dataset.revision !== before"
ANSWERED = f"{CHANGED} || document.querySelector('.actions button.primary[name=text]')"

PICKED = re.compile(r"[?&]pick=")
CHOSEN = re.compile(r"[?&]pick=[^&]")


class Visitor:
    """One window of the browser, which remembers what went wrong in it."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("response", self.note_response)

    def note_response(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.url} answers {response.status}")

    def check(self) -> None:
        """Call it on every page."""
        wide, window = self.page.evaluate(
            "[document.documentElement.scrollWidth, window.innerWidth]"
        )
        if wide > window:
            self.faults.append(f"{self.page.url} is {wide} px wide in a window of {window}")
        assert not self.faults, "; ".join(self.faults)

    def visit(self, path: str, status: int = 200) -> None:
        response = self.page.goto(self.base + path)
        assert response is not None, path
        assert response.status == status, f"{path} answers {response.status}, not {status}"
        assert self.page.locator("main, body").first.inner_text().strip(), f"{path} is empty"
        self.check()


@contextmanager
def window(browser: Browser, base: str, language: str, size: tuple[int, int]) -> Iterator[Visitor]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    yield Visitor(context.new_page(), base)
    context.close()


def play_in_browser(base: str, slug: str) -> list[tuple[str, bytes]]:
    """Plays a whole game in both languages and on a phone; returns names and records."""
    assert CHROMIUM is not None, "the package chromium is not installed"
    records: list[tuple[str, bytes]] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for language, size in WAYS:
            with window(browser, base, language, size) as visitor:
                look_around(visitor, slug)
                play_to_the_end(visitor, slug)
                records.append((f"{slug}-{language}-{size[0]}", look_back(visitor)))
        browser.close()
    return records


def look_around(visitor: Visitor, slug: str) -> None:
    """The pages before a game, and pages that there are not."""
    visitor.visit("/")
    cover = visitor.page.locator(f"a[href='/new?game={slug}'] svg use").first
    # The drawing is loaded from a file of its own; before that it has no size.
    handle = cover.element_handle()
    visitor.page.wait_for_function("drawing => drawing.getBBox().width > 0", arg=handle)
    visitor.visit(f"/new?game={slug}")
    visitor.visit(f"/rules/{slug}")
    visitor.visit("/new?game=nothing", 404)
    visitor.visit("/rules/nothing", 404)
    visitor.visit("/t/nothing", 404)
    visitor.visit("/nothing", 404)


def play_to_the_end(visitor: Visitor, slug: str) -> None:
    page, rng = visitor.page, random.Random(slug)
    page.goto(visitor.base)
    page.locator(f"form:has(input[name=game][value='{slug}']) button[name=now]").click()
    page.wait_for_selector("main.game")
    page.wait_for_load_state()
    for _ in range(MOST_CLICKS):
        if page.locator("a[href$='/replay']").count():
            return
        visitor.check()
        click_something(page, rng)
    raise AssertionError(f"{slug} is not over after {MOST_CLICKS} clicks")


def click_something(page: Page, rng: random.Random) -> None:
    """Confirms what is chosen, or chooses something. The table may move on meanwhile.

    The choice before may be shown only now: then the click may give it back, and the next one
    chooses again.
    """
    before = page.locator("main.game").get_attribute("data-revision") or ""
    confirm = page.locator(".actions button.primary[name=text]")
    targets = page.locator("button[form=pick][name=pick]:not([value=''])")
    try:
        if confirm.count():
            confirm.first.click(timeout=3_000)
            page.wait_for_function(CHANGED, arg=before, timeout=10_000)
        elif count := targets.count():
            with page.expect_response(PICKED, timeout=10_000) as answer:
                targets.nth(rng.randrange(count)).click(timeout=3_000)
            if CHOSEN.search(answer.value.url):
                page.wait_for_function(ANSWERED, arg=before, timeout=10_000)
        else:
            page.wait_for_timeout(20)
    except TookTooLong:
        expect(page.locator("main.game")).not_to_have_attribute("data-revision", before)


def look_back(visitor: Visitor) -> bytes:
    """The pages after a game; returns its record."""
    table = visitor.page.url.removeprefix(visitor.base).partition("?")[0].partition("#")[0]
    visitor.check()
    for part in ("", "/replay", "/dice", "/verify"):
        visitor.visit(table + part)
    # The script has computed the dice again.
    expect(visitor.page.locator("#verify")).to_have_text(re.compile("^(Sí|Yes):"))
    answer = visitor.page.request.get(f"{visitor.base}{table}/record")
    assert answer.ok, f"the record answers {answer.status}"
    return answer.body()
