"""A newcomer in Chromium: from the home page through the guided first game of each game; the rules
over the table."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cubilete import all_games
from cubilete.core.parts.learning import Lesson

from .test_browser import PHONE, faults_of, open_page, play_now

MOST_TOUCHES = 25
TAUGHT = [(game.slug, game.page.lesson) for game in all_games() if game.page.lesson is not None]


SIGNS = """() => JSON.stringify([
  document.querySelectorAll(".dots .done").length,
  document.querySelector(".lesson .bubble")?.dataset.at,
  document.querySelectorAll("#mesa details[open]").length,
])"""
"""What changes by every touch that is not the choice of a die."""


class Newcomer:
    """Touches what the bubble speaks of, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0

    def touch(self, target: Locator) -> None:
        target.click()
        self.touches += 1

    def touch_what_is_lit(self) -> None:
        says = self.page.locator(".lesson .bubble")
        before = self.page.evaluate(SIGNS)
        for attribute in ("data-at", "data-or"):
            selector = says.get_attribute(attribute)
            found = self.page.locator(f"#mesa :is({selector})").filter(visible=True)
            if not selector or not found.count():
                continue
            fields = found.filter(has=self.page.locator("input")).all()
            for thing in fields or [found.first]:
                self.touch(thing)
            if fields:
                then = f"#mesa :is({says.get_attribute('data-then')})"
                self.touch(self.page.locator(then).filter(visible=True).first)
            break
        self.page.wait_for_function(f"before => ({SIGNS})() !== before", arg=before)


@pytest.mark.parametrize(("slug", "lesson"), TAUGHT, ids=[slug for slug, _ in TAUGHT])
def test_newcomer_ends_the_guided_first_game_within_a_few_touches(
    browser: Browser, server: str, slug: str, lesson: Lesson[Any]
) -> None:
    page = open_page(browser, PHONE)
    page.goto(server)
    newcomer = Newcomer(page)
    newcomer.touch(page.locator(f"a[href='/learn/{slug}']").first)
    newcomer.touch(page.locator("form[action^='/learn/'] button"))
    for step in lesson.steps:
        expect(page.locator(f'.lesson .bubble[data-text="{step.text}"]')).to_be_attached()
        expect(page.locator(".afloat")).to_be_visible()
        while page.locator(f'.lesson .bubble[data-text="{step.text}"]').count():
            assert newcomer.touches < MOST_TOUCHES
            newcomer.touch_what_is_lit()
    expect(page.locator(".lesson:is(.end, .over)")).to_be_visible()
    assert newcomer.touches <= MOST_TOUCHES
    expect(page.locator("body > .reveal")).to_have_count(0)  # Pa' fuera lifts its cups before
    assert faults_of(page, page.url) == []


def test_rules_are_a_panel_over_the_table_that_can_be_searched(
    browser: Browser, server: str
) -> None:
    page = open_page(browser, PHONE, "en")
    page.goto(server)
    page.locator("form:has(input[name=game][value='seis-dados']) button[name=now]").click()
    book = page.locator("a.tool[data-rules]")
    expect(book).to_be_visible()
    page.wait_for_load_state()  # the scripts run before it ends
    book.click()
    panel = page.locator("#reglas")
    expect(panel.locator("article.rules")).to_be_visible()
    panel.locator("input[type=search]").fill("joker")
    expect(panel.locator("#SD-1")).to_be_visible()
    expect(panel.locator("#SD-C1")).to_be_hidden()
    expect(panel.locator("[role=status]")).to_have_text(re.compile(r"^\d+ rules$"))
    assert faults_of(page, page.url) == []
    panel.locator("form button").click()
    expect(panel).to_be_hidden()
    expect(book).to_be_focused()


def test_card_opens_by_itself_at_the_first_game_of_a_kind_and_never_again(
    browser: Browser, server: str
) -> None:
    page = open_page(browser, PHONE, newcomer=True)
    play_now(page, server, "seis-dados")
    card = page.locator("#minuto")
    expect(card.locator(".three li")).to_have_count(3)
    assert faults_of(page, page.url) == []
    card.get_by_role("button", name="A jugar").click()
    expect(card).to_be_hidden()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for game, times in (("seis-dados", 0), ("dizzle", 1), ("dizzle", 0)):
        play_now(page, server, game)
        # It has decided when it is loaded.
        page.evaluate("import(document.querySelector('script[src$=\"/card.js\"]').src)")
        if times:
            expect(card).to_be_visible()
        assert asked.count(f"{server}/learn/{game}") == times
        asked.clear()
    expect(card).to_be_hidden()


def test_card_that_was_read_does_not_open_at_the_table(browser: Browser, server: str) -> None:
    page = open_page(browser, PHONE, newcomer=True)
    page.goto(f"{server}/learn/seis-dados")
    page.wait_for_function("localStorage.getItem('cubilete-cards') === 'seis-dados'")


def test_without_script_the_card_is_a_link(browser: Browser, server: str) -> None:
    page = open_page(browser, PHONE, script=False, newcomer=True)
    play_now(page, server, "seis-dados")
    expect(page.locator("#minuto")).to_be_hidden()
    with page.context.expect_page() as opened:
        page.locator(".status .minute-link").click()
    expect(opened.value.locator(".three li")).to_have_count(3)
