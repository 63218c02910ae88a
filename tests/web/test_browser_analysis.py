"""The analysis of a finished game in Chromium: asked for, watched, walked through, in both
languages, on a phone and a desktop, by day and by night, and without JavaScript."""

import json
import urllib.request

import pytest
from playwright.sync_api import Browser, Page, expect

from cubilete import find_game
from cubilete.study.simulate import Simulation

from .test_browser import DESKTOP, PHONE, faults_of, open_page
from .waiting import TIMEOUT, wait_until

WALK = "#live [data-n]"
CURSOR = "Number(getComputedStyle(document.getElementById('plot')).getPropertyValue('--now'))"


def short_game(number: int) -> bytes:
    """A short game of Pa' fuera: its analysis takes seconds, also where the rules run
    interpreted."""
    game = find_game("pa-fuera")
    records = [Simulation(game, ("random",) * 3, seed).match(1).record() for seed in range(30)]
    return sorted(records, key=lambda record: len(record.events))[number].to_text().encode()


def ask(address: str, body: bytes | None = None) -> dict[str, object]:
    request = urllib.request.Request(
        address, body, {"Content-Type": "application/x-ndjson"}, method="POST" if body else "GET"
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def analysis_of(server: str, record: bytes) -> str:
    """Imports a game and has it analysed; returns the address of its page."""
    name = ask(f"{server}/api/records", record)["record"]
    api = f"{server}/api/records/{name}/analysis"
    urllib.request.urlopen(urllib.request.Request(api, b"", method="POST"), timeout=TIMEOUT).close()
    wait_until(lambda: ask(f"{api}/progress")["state"] == "done", "the game is analysed")
    return f"{server}/r/{name}/analysis"


@pytest.fixture(scope="module")
def analysed(server: str) -> str:
    """The address of the analysis of an imported game of Pa' fuera, which is finished."""
    return analysis_of(server, short_game(0))


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [(PHONE, "es", "dark"), (DESKTOP, "en", "light")],
    ids=["phone", "desktop"],
)
def test_page_has_no_fault_in_any_size_language_and_light(
    analysed: str, browser: Browser, size: dict[str, int], language: str, theme: str
) -> None:
    page = open_page(browser, size, language)
    page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    page.goto(analysed)
    expect(page.locator("h2#t-luck")).to_have_text(
        "Suerte y destreza" if language == "es" else "Luck and skill"
    )
    assert faults_of(page, f"analysis {language}") == []
    page.locator("details:not([open]) > summary").evaluate_all("all => all.map(s => s.click())")
    assert faults_of(page, f"analysis {language}, all lists open") == []


def test_sheet_beside_the_chart_has_its_colours(server: str, browser: Browser) -> None:
    """They belong to the table of the game, and this page is none."""
    record = Simulation(find_game("dizzle"), ("random",), 1).match(1).record()
    address = analysis_of(server, record.to_text().encode())
    page = open_page(browser, PHONE)
    for path in (address, address.removesuffix("/analysis")):
        page.goto(f"{path}?n={len(record.events)}")
        colours = page.locator(".crossed:not(.start) .x, .c-b, .c-r").evaluate_all(
            "all => all.map((element) => getComputedStyle(element).color)"
        )
        assert len(set(colours)) == 3, path


def position(page: Page) -> int:
    return int(page.locator(WALK).get_attribute("data-n") or "-1")


def test_chart_is_walked_by_keys_slider_marks_and_touch(analysed: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    page.goto(f"{analysed}?n=4")
    end = int(page.locator(WALK).get_attribute("data-most") or "0")
    assert position(page) == 4
    page.keyboard.press("ArrowRight")
    expect(page.locator(WALK)).to_have_attribute("data-n", "5")
    page.wait_for_function(f"Math.abs({CURSOR} - {100 * 5 / end}) < 0.01")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(WALK)).to_have_attribute("data-n", "4")
    page.locator("#at").focus()
    page.keyboard.press("End")
    expect(page.locator(WALK)).to_have_attribute("data-n", str(end))
    box = page.locator("#plot").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 1, box["y"] + box["height"] - 2)
    expect(page.locator(WALK)).to_have_attribute("data-n", "0")
    link = page.locator(".keys a[data-step]").first
    address = link.get_attribute("href") or ""
    link.click()
    expect(page.locator(WALK)).to_have_attribute("data-n", address.partition("n=")[2])
    assert page.url.endswith(address)


def test_analysis_is_asked_for_and_watched_until_it_is_there(server: str, browser: Browser) -> None:
    name = ask(f"{server}/api/records", short_game(1))["record"]
    page = open_page(browser, PHONE)
    page.goto(f"{server}/r/{name}")
    page.get_by_role("link", name="¿Suerte o destreza?").click()
    assert faults_of(page, "before the analysis") == []
    page.get_by_role("button", name="Analizar esta partida").click()
    expect(page.locator("progress, #plot")).to_have_count(1)
    assert faults_of(page, "while it is computed") == []
    expect(page.locator("#plot")).to_be_visible()


def test_everything_works_without_javascript(server: str, browser: Browser) -> None:
    name = ask(f"{server}/api/records", short_game(2))["record"]
    page = open_page(browser, PHONE, script=False)
    page.goto(f"{server}/r/{name}/analysis")
    page.get_by_role("button", name="Analizar esta partida").click()
    expect(page.locator("#plot")).to_be_visible()  # the page has loaded itself again
    page.goto(f"{server}/r/{name}/analysis?n=3")
    page.locator("a[rel=next]").click()
    page.wait_for_url("**/analysis?n=4")
    expect(page.locator(WALK)).to_have_attribute("data-n", "4")
    shown = page.locator("#plot").get_attribute("style") or ""
    assert shown.startswith("--now:")
    page.locator(".keys a[data-step]").first.click()
    expect(page.locator("#plot")).to_be_visible()
