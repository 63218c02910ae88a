"""What Chromium notes of a table: its seed, what it was shown before that, and the seal."""

import json
from typing import Any

from play_over_http import play
from playwright.sync_api import Browser, Page, expect

from web.test_browser import open_page, play_from_home

NOTES = "() => localStorage.getItem('cubilete-seeds') ?? '[]'"
HAS_SEAL = "() => (localStorage.getItem('cubilete-seeds') ?? '').includes('\"seal\"')"


def notes_of(page: Page) -> list[dict[str, Any]]:
    notes: list[dict[str, Any]] = json.loads(page.evaluate(NOTES))
    return notes


def header_and_seal(page: Page) -> tuple[dict[str, Any], str]:
    """The promise and the seal in the record of a table that is over."""
    lines = page.request.get(f"{page.url}/record").text().splitlines()
    return json.loads(lines[0])["fair"], json.loads(lines[-1])["result"]["fair"]["seal"]


def test_player_and_spectator_note_the_seal_when_the_game_ends(
    server: str, browser: Browser
) -> None:
    page = open_page(browser)
    play_from_home(page, server, "dizzle")
    (before,) = notes_of(page)
    assert set(before) == {"table", "seed", "promise", "prepared"}
    watcher = open_page(browser)
    watcher.goto(page.url)
    expect(watcher.locator("main.game")).to_be_visible()
    assert notes_of(watcher) == []
    page.get_by_role("button", name="Menú de la mesa").click()
    page.get_by_role("button", name="Terminar la partida para todos").click()
    for each in (page, watcher):
        each.wait_for_function(HAS_SEAL)
    promise, seal = header_and_seal(page)
    assert notes_of(page) == [{**before, "seal": seal}]
    assert notes_of(watcher) == [{"table": promise["table"], "seal": seal}]
    assert before["table"] == promise["table"]
    assert before["promise"] == promise["commitment"]
    assert before["seed"] == promise["seeds"][0]
    seats = len(promise["prepared"])
    assert before["prepared"][:seats] == promise["prepared"]


def test_seal_that_was_noted_is_not_replaced(server: str, browser: Browser) -> None:
    table = str(play(server, "dizzle", bots=0)["table"])
    page = open_page(browser)
    page.goto(server)
    noted = json.dumps([{"table": table, "seal": "0" * 64}])
    page.evaluate("notes => localStorage.setItem('cubilete-seeds', notes)", noted)
    page.goto(f"{server}/t/{table}")
    page.wait_for_selector("[data-seal]", state="attached")
    page.wait_for_load_state()
    assert json.dumps(notes_of(page)) == noted
