"""Make your own in Chromium: a level drawn by clicks, checked, played, printed and studied."""

import random
import re

from playwright.sync_api import Browser, Page, expect

from printing.pdf import pages_of

from .test_browser import PHONE, act, faults_of, open_page


def begin(page: Page, server: str, game: str) -> None:
    page.goto(f"{server}/workshop")
    page.locator(f"form:has(input[name=game][value='{game}']) button").click()
    page.wait_for_selector("#bench")
    page.wait_for_load_state()


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"label:has([name={name}][value='{value}'])").click()


def test_level_is_drawn_played_and_printed(browser: Browser, server: str) -> None:
    page = open_page(browser, PHONE)
    page.goto(server)
    page.get_by_role("link", name="Haz el tuyo").click()
    expect(page.locator("main.workshop")).to_be_visible()
    assert not faults_of(page, page.url)
    begin(page, server, "dizzle")
    verdict = page.locator(".verdict-line")
    expect(verdict).to_contain_text("Todo en orden")

    page.locator("[name=name]").fill("La cueva")
    page.locator("[name=name]").blur()
    choose(page, "tool", "5")
    choose(page, "symbol", "G")
    choose(page, "colour", "r")
    page.locator("button[value=C3]").click()
    expect(page.get_by_role("button", name="C3: 5, gema roja")).to_be_visible()
    page.locator("button[value=C4]").click()
    choose(page, "tool", ".")
    page.locator("button[value=A1]").click()
    expect(page.get_by_role("button", name="A1: hueco")).to_be_visible()

    page.locator("[name='gem.r']").fill("")
    page.locator("[name='gem.r']").blur()
    expect(verdict).to_contain_text("faltan los puntos de gem r")
    expect(verdict).to_have_class(re.compile("wrong"))
    assert not faults_of(page, page.url)
    page.get_by_role("button", name="Deshacer").click()
    expect(verdict).to_contain_text("Todo en orden")
    expect(page.locator("[name='gem.r']")).to_have_value("1")
    page.locator("[name='gem.r']").fill("4")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("[name='gem.r']").blur()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]

    page.reload()
    expect(page.locator("[name=name]")).to_have_value("La cueva")
    expect(page.locator("[name='gem.r']")).to_have_value("4")
    address = page.url.partition("?")[0].partition("#")[0]
    printed = page.request.get(f"{address}.pdf?paper=a4")
    assert printed.ok
    assert "La cueva" in pages_of(printed.body())[0].words

    page.get_by_role("link", name="Jugar con esto").click()
    expect(page.locator("select[name=material] option:checked")).to_have_text("La cueva")
    assert not faults_of(page, page.url)
    page.locator(".table-form [name=name]").fill("Ana")
    page.get_by_role("button", name="Abrir la mesa").click()
    page.wait_for_selector("main.game")
    expect(page.locator(".sheet.yours header").first).to_contain_text("La cueva")
    page.locator(".cell.lit[name=pick]").first.click()
    page.locator(".actions button.primary[name=text]").click()
    expect(page.locator(".cell.placed, .cell.crossed:not(.start)").first).to_be_visible()
    rng = random.Random(4)
    while act(page, rng):
        pass


def test_level_is_drawn_without_javascript(browser: Browser, server: str) -> None:
    page = open_page(browser, PHONE, script=False)
    begin(page, server, "dizzle")
    choose(page, "tool", "X")
    page.locator("button[value=B2]").click()
    expect(page.locator("button[value=B2].start")).to_be_visible()
    expect(page.locator("[name=tool][value=X]")).to_be_checked()
    page.get_by_role("button", name="Deshacer").click()
    expect(page.locator("button[value=B2].start")).to_have_count(0)


def test_sheets_and_cards_are_edited_by_touch(browser: Browser, server: str) -> None:
    page = open_page(browser, PHONE)
    begin(page, server, "twenty-one")
    page.locator("label:has([value='B.1.2'])").click()
    page.locator("button[name=colour][value=K]").click()
    expect(page.locator("label:has([value='B.1.2'])")).to_have_attribute("data-c", "K")
    expect(page.locator("[value='B.1.3']")).to_be_checked()
    assert not faults_of(page, page.url)

    begin(page, server, "216")
    page.locator("button[name=open][value='6']").click()
    expect(page.locator("[name=id]")).to_have_value("G07")
    choose(page, "family", "violet")
    expect(page.locator(".verdict-line")).to_contain_text("no es una condición válida")
    page.locator("[name=absent][value='3']").check()
    page.locator("[name=absent][value='5']").check()
    expect(page.locator(".share")).to_contain_text("64/216")
    page.get_by_role("button", name="Según su rareza").click()
    expect(page.locator("[name=score]")).to_have_value("5")
    expect(page.locator(".verdict-line")).to_contain_text("Todo en orden")
    assert not faults_of(page, page.url)
