"""In Chromium: a new table, chat, reactions, the turn while nobody looks, no connection."""

import pytest
from playwright.sync_api import Browser, Page, expect

from .test_browser import DESKTOP, PHONE, faults_of, open_page


def open_with(page: Page, server: str) -> str:
    """Opens a table of Ana and one guest; returns the guest's link."""
    page.goto(f"{server}/new?game=seis-dados")
    page.fill("input[name=name]", "Ana")
    page.select_option("select[name=seat1]", "person")
    page.fill("input[name=guest1]", "Luis")
    page.get_by_role("button", name="Abrir la mesa").click()
    page.wait_for_selector(".seated")
    return page.get_by_label("Enlace para Luis").input_value()


def two_at_a_table(browser: Browser, server: str) -> tuple[Page, Page]:
    """Ana, on a phone, and Luis have begun a game."""
    ana, luis = open_page(browser, PHONE), open_page(browser, DESKTOP)
    luis.goto(open_with(ana, server))
    expect(luis.locator(".welcome h2")).to_have_text("Ana te invita a jugar a Seis dados")
    luis.locator(".sit .btn").click()
    for page in (ana, luis):
        page.wait_for_selector("main.game")
        page.wait_for_load_state()
    return ana, luis


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=str)
def test_new_table_is_read_aloud_and_its_boxes_are_counted(
    size: dict[str, int], server: str, browser: Browser
) -> None:
    page = open_page(browser, size)
    page.goto(f"{server}/new?game=seis-dados")
    page.fill("input[name=name]", "Ana")
    aloud, sum_line = page.locator(".aloud"), page.locator(".sumline")
    expect(aloud).to_have_text("Seis dados: Ana y Lola (normal).")
    expect(sum_line).to_contain_text("Casillas: 18 · turnos de cada persona: 17")
    page.select_option("select[name=seat1]", "person")
    page.fill("input[name=guest1]", "Inés")
    page.select_option("select[name=seat2]", "bot")
    page.locator("input[name=who2][value=roco]").check(force=True)
    page.locator("input[name=level2][value=expert]").check(force=True)
    expect(aloud).to_have_text("Seis dados: Ana, Inés y Roco (experto).")
    expect(page.locator("[data-face=roco]:visible")).to_have_count(1)
    page.locator(".switches input[value=totals]").uncheck(force=True)
    expect(sum_line).to_contain_text("Casillas: 15 · turnos de cada persona: 15")
    page.locator(".more-rules > summary").click()
    page.locator("input[name=categories][value=ones]").uncheck()
    expect(sum_line).to_contain_text("Casillas: 14")
    assert faults_of(page, "new table") == []


def test_guest_sits_in_their_seat_and_the_host_sees_no_form_for_it(
    server: str, browser: Browser
) -> None:
    ana, luis = open_page(browser, PHONE), open_page(browser, PHONE)
    link = open_with(ana, server)
    expect(ana.get_by_role("button", name="Sentarme aquí")).to_have_count(0)
    assert faults_of(ana, "gathering") == []
    luis.goto(link)
    expect(luis.locator(".sit input[name=name]")).to_have_value("Luis")
    assert faults_of(luis, "guest") == []
    luis.locator(".sit .btn").click()
    luis.wait_for_selector("main.game")
    luis.goto(server)
    expect(luis.get_by_role("heading", name="¿A qué jugamos, Luis?")).to_be_visible()


def test_enter_sends_and_clears_and_unread_lines_are_counted(server: str, browser: Browser) -> None:
    ana, luis = two_at_a_table(browser, server)
    luis.locator("#say").fill("hola")
    luis.keyboard.press("Enter")
    expect(luis.locator("#say")).to_have_value("")
    expect(luis.locator(".chat")).to_contain_text("hola")
    expect(ana.locator(".unread")).to_have_text("1")
    ana.locator(".chat").scroll_into_view_if_needed()
    expect(ana.locator(".unread")).to_have_count(0)


WATCH = """() => {
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes: [node] }) => node?.matches?.(".rising"))) window.risen = true;
  }).observe(document.body, { childList: true });
}"""


def test_reaction_rises_from_the_seat_of_who_sent_it(server: str, browser: Browser) -> None:
    ana, luis = two_at_a_table(browser, server)
    ana.evaluate(WATCH)
    luis.get_by_role("button", name="¡Qué suerte!").click()
    ana.wait_for_function("() => window.risen === true")
    expect(ana.locator(".chat [data-reaction=luck]")).to_contain_text("¡Qué suerte!")


HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOW = HIDE.replace("true, configurable", "false, configurable")


def test_turn_is_in_title_and_icon_while_nobody_looks(server: str, browser: Browser) -> None:
    pages = two_at_a_table(browser, server)
    mine = next(page for page in pages if page.locator("main").get_attribute("data-turn") == "1")
    mine.evaluate("() => { document.hasFocus = () => !document.hidden; }")
    mine.evaluate(SHOW)
    expect(mine).to_have_title("Seis dados · Cubilete")
    mine.evaluate(HIDE)
    expect(mine).to_have_title("● Te toca · Seis dados · Cubilete")
    expect(mine.locator("link[rel=icon]")).to_have_attribute("href", "/static/icon-turn.svg")
    mine.evaluate(SHOW)
    expect(mine).to_have_title("Seis dados · Cubilete")


def test_lost_connection_is_said_and_what_was_sent_arrives_later(
    server: str, browser: Browser
) -> None:
    ana, luis = two_at_a_table(browser, server)
    ana.context.set_offline(True)
    notice = ana.locator("#connection")
    expect(notice).to_contain_text("Sin conexión", timeout=3000)
    ana.locator("#say").fill("te leo luego")
    ana.keyboard.press("Enter")
    expect(notice).to_contain_text("Lo que has enviado saldrá")
    ana.context.set_offline(False)
    expect(luis.locator(".chat")).to_contain_text("te leo luego")
    expect(notice).to_be_hidden()


def test_dice_of_ones_own_are_counted_by_touch(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    page.goto(f"{server}/new?game=dizzle")
    page.fill("input[name=name]", "Ana")
    page.select_option("select[name=seat1]", "")
    page.locator(".more-rules > summary").click()
    page.select_option("select[name=dice]", "real")
    page.get_by_role("button", name="Abrir la mesa").click()
    counters = page.locator(".counters")
    expect(counters).to_be_visible()
    page.wait_for_load_state()  # the scripts run before it ends
    dice = int(counters.get_attribute("data-dice") or "0")
    for _ in range(dice - 1):
        page.locator(".counter label").nth(2).click()
    expect(page.locator(".counted")).to_have_text(f"{dice - 1} de {dice} dados")
    page.get_by_role("button", name="Un 6 más").click()
    expect(page.locator(".counted")).to_have_text(f"{dice} de {dice} dados")
    expect(page.get_by_role("button", name="Un 6 más")).to_be_disabled()
    assert faults_of(page, "counters") == []
    page.locator(".real-dice .primary").click()
    expect(counters).to_have_count(0)
