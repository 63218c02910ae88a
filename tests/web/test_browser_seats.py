"""In Chromium: inviting, seating bots, the question to end a game, leaving, and hiding messages."""

import pytest
from playwright.sync_api import Browser, Page, expect

from .test_browser import DESKTOP, PHONE, faults_of, named, open_page


def open_for_four(page: Page, server: str) -> None:
    page.goto(f"{named(server)}/new?game=dizzle")
    page.fill("input[name=name]", "Ana")
    for seat in (1, 2, 3):
        page.select_option(f"select[name=seat{seat}]", "person")
    page.get_by_role("button", name="Abrir la mesa").click()
    page.wait_for_selector(".opener")


def sit(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.locator("input[name=name]").first.fill(name)
    page.get_by_role("button", name="Sentarme aquí").first.click()
    expect(page.get_by_role("button", name="Dejar la mesa")).to_be_visible()


def menu(page: Page) -> None:
    page.get_by_role("button", name="Menú de la mesa").click()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=str)
def test_people_gather_agree_on_the_end_and_leave(
    size: dict[str, int], server: str, browser: Browser
) -> None:
    ana, luis, eva = (open_page(browser, size) for _ in range(3))
    open_for_four(ana, server)
    sit(luis, ana.url, "Luis")
    expect(ana.locator(".seated")).to_contain_text("Luis")
    link = ana.get_by_label("Enlace personal del asiento 3").input_value()
    faults = faults_of(ana, "opener")
    eva.goto(link)
    expect(eva.get_by_role("button", name="Sentarme aquí")).to_have_count(1)
    sit(eva, link, "Eva")
    expect(ana.locator(".seated")).to_contain_text("Eva")

    ana.get_by_role("button", name="Llenar los asientos libres").press("Enter")
    for page in (ana, luis, eva):
        page.wait_for_selector("main.game")
        page.wait_for_load_state()

    eva.locator("#say").fill("a half-written line")
    menu(luis)
    luis.get_by_role("button", name="Terminar la partida para todos").click()
    expect(ana.locator(".notices")).to_contain_text("Luis quiere terminar la partida")
    faults += faults_of(ana, "the question")
    agree = eva.get_by_role("button", name="Aceptar")
    expect(agree).to_be_visible()
    expect(eva.locator("#say")).to_have_value("a half-written line")
    ana.get_by_role("button", name="No, seguir jugando").press("Enter")
    expect(agree).to_be_hidden()

    luis.locator("#say").fill("rude words")
    luis.get_by_role("button", name="Enviar").click()
    expect(ana.locator(".chat")).to_contain_text("rude words")
    menu(ana)
    ana.get_by_text("Ocultar los mensajes de alguien").click()
    faults += faults_of(ana, "the menu")
    ana.get_by_role("button", name="Ocultar los mensajes de Luis").click()
    expect(ana.locator(".chat")).not_to_contain_text("rude words")

    menu(luis)
    luis.get_by_role("button", name="Dejar la partida").click()
    expect(luis.get_by_role("heading", name="¿A qué jugamos, Luis?")).to_be_visible()
    expect(eva.locator(".notices")).to_contain_text("Un bot juega por Luis.")
    assert faults == []
