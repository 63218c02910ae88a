"""In Chromium, by clicks: a day's cup until its dice are checked, and an evening of three games.

The first decisions of a game are clicks, and the server makes the others at once: whole games by
clicks are in test_browser.py.
"""

import asyncio
import random
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, expect
from ports import free_port

from cubilete.host.host import Host
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app
from cubilete.web.html.ending.picture import drawn_picture

from .test_browser import DESKTOP, PHONE, act, faults_of, open_page
from .waiting import LIMIT, wait_until


class OwnServer:
    """A server in a thread, whose days the test decides."""

    def __init__(self, folder: Path) -> None:
        self.day = date(2026, 11, 17)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        settings = Settings(pace=0, today=lambda: self.day)
        self.app: FastAPI = create_app(SqliteStore(folder / "s.sqlite"), settings)
        config = uvicorn.Config(self.app, host="127.0.0.1", port=self.port, log_level="warning")
        self.server = uvicorn.Server(config)
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self._run)

    def _run(self) -> None:
        self.loop.run_until_complete(self.server.serve())

    def start(self) -> None:
        self.thread.start()
        wait_until(lambda: self.server.started, "the server answers")

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.app.state.closing.set)
        self.server.should_exit = True
        self.thread.join()

    def finish(self, *pages: Page) -> None:
        """Random decisions for everybody to the end of the game at the pages' table.

        The pages are elsewhere meanwhile: drawing each of the updates would take seconds.
        """
        name = pages[0].url.rpartition("/t/")[2].partition("?")[0]
        for page in pages:
            page.goto("about:blank")
        asyncio.run_coroutine_threadsafe(self._finish(name), self.loop).result(LIMIT)
        for page in pages:
            page.go_back()

    async def _finish(self, name: str) -> None:
        host, rng = self.app.state.host, random.Random(1)
        assert isinstance(host, Host)
        live = await host.find(name)
        assert live is not None

        def decide(table: Table) -> Entry:
            seat = table.state.to_act[0]
            text = rng.choice(table.state.legal_texts(seat))
            return changes.move(table, seat, text, table.last_event(seat), f"t{table.revision}")

        while not live.table.over:
            await host.change(live, decide)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OwnServer]:
    server = OwnServer(tmp_path)
    server.start()
    yield server
    server.stop()


BY_CLICKS = 4
"""How many things each person does before the server goes on."""


def begin(*pages: Page) -> None:
    """The first decisions of a game, at random."""
    rng = random.Random(2)
    for _ in range(BY_CLICKS):
        for page in pages:
            act(page, rng)


def try_the_cup(own: OwnServer, page: Page, name: str) -> None:
    """From home to the end of the day's Dizzle and back to the cup."""
    page.goto(own.address)
    page.get_by_role("link", name="La copa del día").click()
    dizzle = page.get_by_role("region", name="Dizzle")
    dizzle.get_by_label("Tu nombre").fill(name)
    dizzle.get_by_role("button", name="Jugar a Dizzle").click()
    page.wait_for_selector("main.game")
    begin(page)
    expect(page.locator("form#undo")).to_have_count(0)
    own.finish(page)
    page.get_by_role("link", name="Volver a la copa del día").click()
    expect(dizzle.locator(".own")).to_contain_text(name)


def test_cup_from_the_first_throw_to_the_check_of_the_dice(
    own: OwnServer, browser: Browser
) -> None:
    ana, luis = open_page(browser, PHONE), open_page(browser, DESKTOP)
    ana.goto(f"{own.address}/cup")
    assert faults_of(ana, "cup") == []
    try_the_cup(own, ana, "Ana")
    try_the_cup(own, luis, "Luis")
    dizzle = luis.get_by_role("region", name="Dizzle")
    expect(dizzle.locator("tbody tr")).to_have_count(2)
    expect(dizzle.get_by_role("button")).to_have_count(0)  # one try
    expect(luis.locator("#shared")).to_have_value(re_of_squares())
    expect(luis.locator(".streak")).to_contain_text("1 día seguido")
    for page, size in ((ana, "phone"), (luis, "desktop")):
        assert faults_of(page, f"cup, {size}") == []
    ended = own.day
    own.day += timedelta(days=1)
    ana.goto(f"{own.address}/cup/{ended}")
    assert faults_of(ana, "a day that is over") == []
    ana.get_by_role("region", name="Dizzle").get_by_role("link", name="Comprobar").click()
    expect(ana.locator("#verify")).to_contain_text("Sí:")


def re_of_squares() -> re.Pattern[str]:
    return re.compile(r"Dizzle: -?\d+ puntos?\n(?:🟩)+\nhttp")


def test_evening_of_three_games_with_two_browsers(own: OwnServer, browser: Browser) -> None:
    ana, luis = open_page(browser, PHONE), open_page(browser, DESKTOP)
    ana.goto(own.address)
    ana.get_by_role("link", name="Una velada").click()
    ana.get_by_label("Tu nombre").fill("Ana")
    assert faults_of(ana, "a new evening") == []
    ana.get_by_role("button", name="Abrir la velada").click()
    link = ana.get_by_label("Quien lo abra").input_value()
    luis.goto(f"{own.address}/evening/{link.rpartition('/')[2]}")
    assert faults_of(luis, "joining") == []
    luis.get_by_label("Tu nombre").fill("Luis")
    luis.get_by_role("button", name="Entrar", exact=True).click()
    for number, (chooser, waits, game) in enumerate(
        ((ana, luis, "Twenty One"), (luis, ana, "Dizzle"), (ana, luis, "Seis dados")), start=1
    ):
        expect(chooser.locator("#t-now")).to_have_text("Te toca elegir el siguiente juego")
        if number == 2:
            for page in (ana, luis):
                assert faults_of(page, "between two games") == []
        chooser.get_by_role("button", name=game).click()
        for page in (chooser, waits):  # both are led to their seats
            page.wait_for_url("**/t/*")
            page.wait_for_selector("main.game")
        begin(chooser, waits)
        own.finish(chooser, waits)
        for page in (chooser, waits):
            page.get_by_role("link", name="Volver a la velada").click()
            page.wait_for_selector(f".rounds li:nth-child({number})")
    ana.get_by_role("button", name="Terminar la velada").click()
    for page, size in ((ana, "phone"), (luis, "desktop")):
        expect(page.locator("#t-now")).to_contain_text("velada!")
        expect(page.locator(".rounds li")).to_have_count(3)
        expect(page.locator(".postcard img")).to_have_js_property("naturalWidth", 1200)
        assert faults_of(page, f"the end, {size}") == []


@pytest.mark.parametrize("language", ["es", "en"])
def test_title_is_readable_on_a_narrow_phone(
    own: OwnServer, browser: Browser, language: str
) -> None:
    page = open_page(browser, PHONE, language)
    for path in ("/cup", "/evening", "/workshop", "/print/dizzle"):
        page.goto(f"{own.address}{path}")
        title = page.locator(".rail h1")
        assert title.evaluate("it => it.scrollWidth <= it.clientWidth"), title.inner_text()
        assert faults_of(page, path) == []


TEXTS = """() => [...document.querySelectorAll("text")].map((text) => {
  const box = text.getBBox();
  return [text.textContent, text.parentNode.tagName, box.x, box.x + box.width];
})"""


@pytest.mark.parametrize("name", ["Ana", "Maximiliano José", "WWWWWWWWWWWW"])
def test_words_of_the_picture_stay_on_paper_and_felt(browser: Browser, name: str) -> None:
    rows = [(name, 0, True, "12.5"), ("Luis", 1, False, "8")]
    page = open_page(browser)
    page.set_content(drawn_picture(f"¡{name} gana la velada!", rows, "Una velada de dados"))
    texts = {words: (where, left, right) for words, where, left, right in page.evaluate(TEXTS)}
    where, left, _ = texts["Una velada de dados"]
    assert (where, left > 800) == ("svg", True)  # beside the wax
    (headline,) = (words for words in texts if words.startswith("¡"))
    assert texts[headline][2] < 680
    assert texts[name][2] < texts["12.5"][1]
