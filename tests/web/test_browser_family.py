"""In Chromium: several people on one device, clocks, rules and replays."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cubilete import find_game

from .test_browser import DESKTOP, PHONE, faults_of, focus, open_page, play_now
from .test_replays import random_game


def sit_down_together(page: Page, server: str, slug: str, *seats: str, clock: str = "") -> None:
    page.goto(f"{server}/new?game={slug}")
    page.fill("input[name=name]", "Ana")
    for number, name in enumerate(seats, start=1):
        page.select_option(f"select[name=seat{number}]", "local")
        page.fill(f"input[name=name{number}]", name)
    if clock:
        page.locator(".more-rules > summary").click()
        page.select_option("select[name=clock]", clock)
    page.get_by_role("button", name="Abrir la mesa").click()
    page.wait_for_selector("main.game")
    page.wait_for_load_state()


def test_name_is_asked_only_for_local_seats(server: str, browser: Browser) -> None:
    page = open_page(browser, script=False)
    page.goto(f"{server}/new?game=seis-dados")
    expect(page.locator("input[name=name1]")).to_be_hidden()
    page.select_option("select[name=seat1]", "local")
    expect(page.locator("input[name=name1]")).to_be_visible()


def test_device_is_passed_by_keyboard_with_the_focus(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    sit_down_together(page, server, "pa-fuera", "Luis", "Eva")
    screen = page.locator(".pass")
    expect(page.locator(".pass .primary")).to_be_focused()
    first = (page.locator(".pass .primary").text_content() or "").removeprefix("Soy ")
    assert faults_of(page, "the screen") == []
    page.keyboard.press("Enter")
    expect(screen).to_have_count(0)
    expect(page.locator("#mesa")).to_be_focused()
    expect(page.locator(".status")).to_contain_text(f"Te toca, {first}.")
    page.locator("button[name=pick][value='call 1']").click()
    page.locator(".actions button.primary[name=text]").click()
    expect(screen).to_be_visible()
    expect(page.locator(".pass .primary")).to_be_focused()
    expect(page.locator(".own")).to_have_count(0)
    expect(screen).not_to_contain_text(first)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_sealed_decision_is_hidden_from_the_next_person(
    script: bool, server: str, browser: Browser
) -> None:
    page = open_page(browser, script=script)
    sit_down_together(page, server, "twenty-one", "Luis")
    page.locator("button[name=pick][value=stand]").click()
    page.locator(".actions button.primary[name=text]").click()
    page.locator("button[name=pick][value=cross]").click()
    page.locator(".actions button.primary[name=text]").click()
    expect(page.locator(".pass")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("sobre cerrado")
    page.locator(".pass .primary").click()
    expect(page.locator(".pass")).to_have_count(0)
    expect(page.locator("button[name=pick][value=cross]")).to_be_visible()


SECONDS_LEFT = (
    "document.querySelector('[data-mine]').textContent.split(':')"
    ".reduce((minutes, seconds) => 60 * minutes + Number(seconds), 0)"
)


def test_clock_counts_down_and_warns_once(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    page.clock.install()
    sit_down_together(page, server, "seis-dados", "Luis", clock="decision 180")
    page.wait_for_function(f"() => {SECONDS_LEFT} < 180")  # it counts
    expect(page.locator("#hurry")).to_be_hidden()
    left = page.evaluate(SECONDS_LEFT)
    page.clock.fast_forward(60_000)
    page.wait_for_function(f"left => {SECONDS_LEFT} <= left - 60", arg=left)
    expect(page.locator("#hurry")).to_be_hidden()
    page.clock.fast_forward(1000 * max(0, page.evaluate(SECONDS_LEFT) - 10))
    expect(page.locator("#hurry")).to_contain_text("Quedan 10 segundos")
    assert faults_of(page, "a clock") == []


def test_clock_without_script_shows_the_time_at_load(server: str, browser: Browser) -> None:
    page = open_page(browser, script=False)
    sit_down_together(page, server, "seis-dados", "Luis", clock="game 600")
    expect(page.locator("[data-mine]")).to_have_text(re.compile(r"10:00|9:5\d"))


def test_rule_that_matters_now_opens_by_keyboard(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    play_now(page, server, "dizzle")
    expect(page.locator("#regla")).to_be_hidden()
    focus(page, ".status .now")
    page.keyboard.press("Enter")
    expect(page.locator("#regla")).to_be_visible()
    assert faults_of(page, "the rule at hand") == []
    page.keyboard.press("Escape")
    expect(page.locator("#regla")).to_be_hidden()


def test_refusal_links_to_its_rule(server: str, browser: Browser) -> None:
    page = open_page(browser)
    play_now(page, server, "dizzle")
    page.locator("[aria-disabled=true][data-why]").first.dispatch_event("click")
    link = page.locator("#toast a.rule")
    expect(link).to_have_attribute("href", re.compile(r"/rules/dizzle#DZ-\w+"))
    rule = (link.get_attribute("href") or "").split("#")[1]
    page.goto(f"{server}/rules/dizzle#{rule}")
    expect(page.locator(":target")).to_contain_text(rule)


def import_record(page: Page, server: str, folder: Path, slug: str = "216") -> None:
    file = folder / "game.jsonl"
    file.write_text(random_game(find_game(slug), ["Ana", "Luis"]).to_text(), encoding="utf-8")
    page.goto(server)
    page.get_by_role("link", name="Repasar una partida guardada").click()
    page.set_input_files("input[name=file]", file)
    page.get_by_role("button", name="Ver la partida").click()
    page.wait_for_selector("main.game")
    page.wait_for_load_state()


def test_record_is_replayed_by_arrows_slider_history_and_seat(
    server: str, browser: Browser, tmp_path: Path
) -> None:
    page = open_page(browser)
    import_record(page, server, tmp_path)
    main = page.locator("main.game")
    for _ in range(3):
        at = main.get_attribute("data-n") or ""
        page.keyboard.press("ArrowRight")
        expect(main).to_have_attribute("data-n", str(int(at) + 1))
    page.keyboard.press("ArrowLeft")
    expect(main).to_have_attribute("data-n", "2")
    expect(page).to_have_url(re.compile(r"[?]n=2$"))
    page.locator("input[type=range]").fill("40")
    expect(main).to_have_attribute("data-n", "40")
    page.select_option("select[name=eyes]", "1")
    expect(page.locator("#t-hand")).to_be_visible()
    page.locator(".log a").nth(4).click()
    expect(main).not_to_have_attribute("data-n", "40")
    expect(page.locator("#autoplay")).to_be_hidden()  # the browser asks for reduced motion


def test_replay_runs_until_it_is_stopped(server: str, browser: Browser, tmp_path: Path) -> None:
    page = open_page(browser)
    page.emulate_media(reduced_motion="no-preference")
    import_record(page, server, tmp_path)
    play = page.get_by_role("button", name="Reproducir")
    play.click()
    page.wait_for_function("() => Number(document.querySelector('main.game').dataset.n) >= 2")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")


def test_replay_works_without_script(server: str, browser: Browser, tmp_path: Path) -> None:
    page = open_page(browser, script=False)
    import_record(page, server, tmp_path, "dizzle")
    page.get_by_role("link", name="Siguiente", exact=True).click()
    page.get_by_role("link", name="Turno siguiente").click()
    page.select_option("select[name=eyes]", "1")
    page.get_by_role("button", name="Ir").click()
    expect(page.locator("select[name=eyes]")).to_have_value("1")


@pytest.mark.parametrize(
    ("size", "theme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desktop"]
)
def test_replay_rules_and_clock_are_accessible(
    size: dict[str, int], theme: str, server: str, browser: Browser, tmp_path: Path
) -> None:
    page = open_page(browser, size)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    faults: list[str] = []
    for path in ("/replay", "/rules/pa-fuera#PF-7", "/new?game=pa-fuera"):
        page.goto(server + path)
        faults += faults_of(page, path)
    page.goto(f"{server}/replay")
    page.fill("textarea", "nonsense")
    page.get_by_role("button", name="Ver la partida").click()
    page.wait_for_selector(".wrong")
    faults += faults_of(page, "a wrong record")
    import_record(page, server, tmp_path)
    page.locator("input[type=range]").fill("30")
    expect(page.locator("main.game")).to_have_attribute("data-n", "30")
    faults += faults_of(page, "a replay")
    sit_down_together(page, server, "seis-dados", "Luis", clock="decision 60")
    faults += faults_of(page, "a clock")
    assert faults == []
