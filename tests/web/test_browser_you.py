"""In Chromium: one's own page, the last game on the shelf, tables open to all, "forget me"."""

import io
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cubilete import read_record, replay

from .running import Server
from .test_browser import DESKTOP, PHONE, act, faults_of, open_page


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that lists tables which are open to all."""
    folder = tmp_path_factory.mktemp("you")
    running = Server(folder / "log", "--data", str(folder), "--open-tables")
    try:
        running.start()
        yield running.address
    finally:
        running.stop()


def choose(page: Page, server: str, name: str, face: str) -> None:
    page.goto(f"{server}/you")
    page.get_by_label("Tu nombre").fill(name)
    page.get_by_text(face, exact=True).click()
    page.get_by_role("button", name="Guardar", exact=True).click()
    expect(page.get_by_text("Guardado.")).to_be_visible()


def new_table(page: Page, server: str, opponent: str) -> None:
    """Opens a table of Seis dados that ends at the first point."""
    page.goto(f"{server}/new?game=seis-dados")
    page.select_option("select[name=seat1]", opponent)
    page.locator(".more-rules > summary").click()
    page.fill("input[name=end_at]", "1")
    page.get_by_role("button", name="Abrir la mesa").click()


def play_to_the_end(page: Page) -> None:
    page.wait_for_selector("main.game")
    page.wait_for_load_state()
    rng = random.Random(1)
    while act(page, rng):
        pass


def test_finished_game_is_on_home_and_own_page_until_the_person_is_forgotten(
    server: str, browser: Browser
) -> None:
    ana = open_page(browser, PHONE)
    ana.goto(server)
    choose(ana, server, "Zulema", "Zorro")
    assert faults_of(ana, "own page, empty") == []
    new_table(ana, server, "bot")
    play_to_the_end(ana)
    table = ana.url
    style = ana.locator("head style").first.inner_text()
    assert "animals.svg#fox" in style

    ana.goto(server)
    last = ana.locator(".last-game")
    expect(last).to_contain_text("Seis dados con Lola")
    assert faults_of(ana, "home") == []
    last.get_by_role("link", name="Todas tus partidas y récords").click()
    expect(ana.locator(".results li")).to_have_count(1)
    expect(ana.locator(".rivals")).to_contain_text("Lola")
    expect(ana.locator(".tallies")).to_contain_text("1 partida")
    assert faults_of(ana, "own page") == []

    with ana.expect_download() as downloading:
        ana.get_by_role("link", name="Guardar todas mis partidas").click()
    content = Path(downloading.value.path()).read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        (record,) = [name for name in archive.namelist() if name.endswith(".jsonl")]
        replay(read_record(archive.read(record)))

    ana.get_by_role("link", name="Olvidarme").click()
    assert faults_of(ana, "forget me") == []
    ana.get_by_label("Sí, olvidarme").check()
    ana.get_by_role("button", name="Olvidarme").click()
    expect(ana.get_by_role("heading", name="Ya no se sabe nada de ti")).to_be_visible()
    ana.goto(server)
    expect(ana.locator(".last-game")).to_have_count(0)
    expect(ana.get_by_role("heading", name="¿A qué jugamos?", exact=True)).to_be_visible()
    ana.goto(table)
    expect(ana.locator("main")).to_contain_text("Alguien")
    assert "Zulema" not in ana.content()


def test_table_is_on_the_home_page_only_while_it_is_open_to_all(
    server: str, browser: Browser
) -> None:
    ana, luis = open_page(browser, PHONE), open_page(browser, DESKTOP)
    ana.goto(server)
    choose(ana, server, "Ana", "Rana")
    new_table(ana, server, "person")
    luis.goto(server)
    expect(luis.locator(".open-tables")).to_have_count(0)
    ana.get_by_role("button", name="Abrirla a todo el mundo").click()
    expect(ana.get_by_role("button", name="Hacerla privada")).to_be_visible()
    assert faults_of(ana, "gathering, open to all") == []
    luis.reload()
    expect(luis.locator(".open-tables")).to_contain_text("Seis dados con Ana")
    assert faults_of(luis, "home with open tables") == []
    luis.locator(".open-tables").get_by_role("link", name="Sentarme").click()
    luis.get_by_label("Tu nombre").fill("Luis")
    luis.locator(".sit .btn").click()
    luis.wait_for_selector("main.game")
    ana.goto(server)
    expect(ana.locator(".turnplate, .resume")).not_to_have_count(0)
    eva = open_page(browser, PHONE)
    eva.goto(server)
    expect(eva.locator(".open-tables")).to_have_count(0)
