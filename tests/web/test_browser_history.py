"""History and details in Chromium: accessible with details on and off, also without JavaScript."""

from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page, expect

from cubilete import AnyGame, all_games

from .test_browser import DESKTOP, PHONE, faults_of, open_page, play_now

SIZE_OF_DICE = """() => [...document.querySelectorAll('.inline-dice svg')]
    .map((die) => die.getBoundingClientRect()).map(({ width, height }) => [width, height])"""


def switch_details(page: Page) -> None:
    page.locator("[popovertarget=opciones]").click()
    page.locator("#opciones [name=details]").click()
    expect(page.locator("main.game")).to_be_visible()


# Without details tables are judged on all sizes in test_browser.py.
@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        pytest.param(game, *device, id=f"{game.slug}-{device[1]}")
        for game, device in zip(all_games(), cycle([(PHONE, "es"), (DESKTOP, "en")]), strict=False)
    ],
)
def test_table_is_accessible_with_and_without_details(
    game: AnyGame, size: dict[str, int], language: str, server: str, browser: Browser
) -> None:
    page = open_page(browser, size, language)
    play_now(page, server, game.slug)
    where = f"{game.slug} {language}"
    expect(page.locator(".log li").first).to_be_attached()
    assert page.locator(".log code").count() == 0
    faults = faults_of(page, where)
    sizes = page.evaluate(SIZE_OF_DICE)
    assert all(8 < width < 24 and 8 < height < 24 for width, height in sizes)
    switch_details(page)
    expect(page.locator(".log code").first).to_be_attached()
    faults += faults_of(page, f"{where}, with details")
    assert faults == []
    switch_details(page)
    expect(page.locator(".log code")).to_have_count(0)


def test_line_of_the_history_is_read_with_the_faces_of_its_dice(
    server: str, browser: Browser
) -> None:
    page = open_page(browser, DESKTOP, "es")
    play_now(page, server, "seis-dados")
    dice = page.locator(".log .inline-dice").first
    expect(dice).to_have_role("img")
    faces = dice.get_attribute("aria-label")
    assert faces
    assert dice.locator("svg").count() == len(faces.split())


def test_details_are_switched_without_javascript(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE, "es", script=False)
    play_now(page, server, "216")
    assert page.locator(".card .id").count() == 0
    switch_details(page)
    expect(page.locator(".card .id").first).to_be_visible()
