"""Accessibility by day and by night of the pages that are opened from a table or before it: cards,
lessons, what was chosen, the rules panel, last pages, replays and the analysis.

The other pages are in test_browser.py. A page is loaded once and looked at in both colour schemes.
"""

from collections.abc import Callable, Iterator

import pytest
from play_over_http import play
from playwright.sync_api import Browser, Page, expect

from cubilete import all_games

from .test_browser import (
    DESKTOP,
    PHONE,
    faults_by_day_and_by_night,
    open_page,
    play_now,
)

SLUGS = [game.slug for game in all_games()]
Opens = Callable[[Page, str], None]


def card(slug: str) -> Opens:
    return lambda page, server: open_at(page, f"{server}/learn/{slug}", ".three")


def lesson(slug: str) -> Opens:
    def begin(page: Page, server: str) -> None:
        open_at(page, f"{server}/learn/{slug}", "form[action^='/learn/']")
        page.locator("form[action^='/learn/'] button").click()
        expect(page.locator(".afloat")).to_be_visible()

    return begin


def chosen(slug: str) -> Opens:
    """A table where something is chosen and can be confirmed."""

    def choose(page: Page, server: str) -> None:
        play_now(page, server, slug)
        page.locator("button[form=pick][name=pick]:not([value='']):visible").first.click()
        page.wait_for_selector(".actions button.primary[name=text]")

    return choose


def last_page(slug: str) -> Opens:
    def finish(page: Page, server: str) -> None:
        bots = 0 if slug == "dizzle" else 1 if slug != "pa-fuera" else 2
        table = play(server, slug, bots)["table"]
        open_at(page, f"{server}/t/{table}", ".last")

    return finish


def after_the_game(part: str, shown: str) -> Opens:
    def look_back(page: Page, server: str) -> None:
        table = play(server, "dizzle", 0)["table"]
        open_at(page, f"{server}/t/{table}/{part}", shown)

    return look_back


def rules_panel(page: Page, server: str) -> None:
    play_now(page, server, "seis-dados")
    page.locator("a.tool[data-rules]").click()
    expect(page.locator("#reglas article")).to_be_visible()


def table_menu(page: Page, server: str) -> None:
    play_now(page, server, "seis-dados")
    page.locator("[popovertarget=opciones]").click()
    expect(page.locator("#opciones")).to_be_visible()


def open_at(page: Page, address: str, shown: str) -> None:
    page.goto(address)
    expect(page.locator(shown).first).to_be_visible()


def pages() -> Iterator[tuple[str, Opens]]:
    for slug in SLUGS:
        yield f"card of {slug}", card(slug)
        yield f"lesson of {slug}", lesson(slug)
        yield f"last page of {slug}", last_page(slug)
    for slug in ("seis-dados", "dizzle", "pa-fuera"):  # elsewhere a first roll may offer nothing
        yield f"choice in {slug}", chosen(slug)
    yield "rules panel", rules_panel
    yield "table menu", table_menu
    yield "analysis", after_the_game("analysis", "main h2")
    yield "replay", after_the_game("replay", ".status")
    yield "dice check", after_the_game("verify", "#verify")


PAGES = dict(pages())


@pytest.mark.parametrize("name", PAGES)
def test_page_is_accessible_by_day_and_by_night(name: str, server: str, browser: Browser) -> None:
    page = open_page(browser, DESKTOP if name.startswith("choice") else PHONE)
    PAGES[name](page, server)
    assert faults_by_day_and_by_night(page, name) == []
