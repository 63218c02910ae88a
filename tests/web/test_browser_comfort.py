"""Comfort at the table, in Chromium: a turn by shortcuts alone, settings by clicks, every felt and
dice by day and by night, large text and the left hand on a phone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from cubilete.web.html.people.comfort import CHOICES

from .test_browser import (
    ALL,
    COLOURS,
    DESKTOP,
    PHONE,
    faults_by_day_and_by_night,
    faults_of,
    open_page,
    play_now,
)
from .test_browser_schemes import SLUGS

MY_TURN = "main.game[data-turn='1']"
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
DICE_OUTSIDE = """() => [...document.querySelectorAll(".felt .die")].filter((die) => {
  const [inner, outer] = [die, die.closest(".felt")].map((each) => each.getBoundingClientRect());
  return inner.top < outer.top - 2 || inner.bottom > outer.bottom + 2;
}).map((die) => die.outerHTML)"""
CONTROLS = (
    ":is(.actions button, .felt label.die, .felt button.die, button[form=pick])"
    ":not([aria-disabled=true], .vh):visible"
)
CONFIRM = ".actions button.primary[name=text]"


def revision(page: Page) -> int:
    return int(page.locator("main.game").get_attribute("data-revision") or 0)


def test_turn_is_played_by_shortcuts_alone(server: str, browser: Browser) -> None:
    page = open_page(browser)
    play_now(page, server, "seis-dados")
    expect(page.locator(MY_TURN)).to_be_visible()
    before = revision(page)
    page.keyboard.press("1")
    page.keyboard.press("3")
    expect(page.locator(".felt label.die:has(input:checked)")).to_have_count(2)
    page.keyboard.press("3")
    expect(page.locator(".felt label.die:has(input:checked)")).to_have_count(1)
    page.keyboard.press("t")
    page.wait_for_function(
        "before => document.querySelector('main').dataset.revision > before", arg=before
    )
    choose_a_box(page)
    page.keyboard.press("x")
    expect(page.locator(CONFIRM)).to_have_count(0)
    choose_a_box(page)
    before = revision(page)
    page.keyboard.press("t")
    page.wait_for_function(
        "before => document.querySelector('main').dataset.revision > before", arg=before
    )
    page.context.close()


def choose_a_box(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")
    for _ in range(20):
        page.keyboard.press("n")
        if page.evaluate(
            "document.activeElement.matches('button[form=pick]:not([aria-disabled=true])')"
        ):
            break
    page.keyboard.press("Enter")
    expect(page.locator(CONFIRM)).to_be_visible()


def test_shortcuts_open_what_they_say(server: str, browser: Browser) -> None:
    page = open_page(browser, language="en")
    play_now(page, server, "seis-dados")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    assert faults_of(page, "shortcuts") == []
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator("#reglas article")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    expect(page.locator("#opciones")).to_be_visible()
    page.locator(".comfort-menu summary").click()
    assert faults_of(page, "comfort in the menu") == []
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.locator("#say")).to_be_focused()
    page.keyboard.type("rt?")
    expect(page.locator("#say")).to_have_value("rt?")
    expect(page.locator("#atajos")).to_be_hidden()
    page.context.close()


def test_shortcuts_are_switched_off_and_on(server: str, browser: Browser) -> None:
    page = open_page(browser)
    play_now(page, server, "dizzle")
    page.keyboard.press("?")
    page.locator("#atajos [name=keys][value=off]").click()
    expect(page.locator("html[data-keys=off]")).to_have_count(1)
    page.wait_for_load_state()
    page.keyboard.press("?")
    page.keyboard.press("m")
    expect(page.locator("#opciones")).to_be_hidden()
    page.locator("[popovertarget=opciones]").click()
    page.locator("#shortcuts button").click()
    page.locator("#atajos [name=keys][value=on]").click()
    expect(page.locator("html:not([data-keys])")).to_have_count(1)
    page.context.close()


@pytest.mark.parametrize("slug", ["seis-dados", "pa-fuera"])
def test_every_felt_and_dice_is_accessible_by_day_and_by_night(
    slug: str, server: str, browser: Browser
) -> None:
    page = open_page(browser, DESKTOP)
    play_now(page, server, slug)
    faults: list[str] = []
    rules = ALL
    for felt, dice in zip(CHOICES["felt"], CHOICES["dice"], strict=True):
        page.evaluate(
            "([felt, dice]) => Object.assign(document.documentElement.dataset, { felt, dice })",
            [felt, dice],
        )
        faults += faults_by_day_and_by_night(page, f"{felt}, {dice}", rules)
        rules = COLOURS  # the others differ in nothing else
    page.context.close()
    assert faults == []


def test_settings_are_chosen_by_clicks_and_kept_without_script(
    server: str, browser: Browser
) -> None:
    page = open_page(browser, PHONE, script=False)
    page.goto(server)
    for name, value in (("felt", "wine"), ("dice", "slate"), ("size", "large"), ("hand", "left")):
        page.locator(".comfort-menu summary").click()
        page.locator(f".comfort [name={name}][value={value}]").click()
        expect(page.locator(f"html[data-{name}={value}]")).to_have_count(1)
    play_now(page, server, "dizzle")
    chosen = "html[data-felt=wine][data-dice=slate][data-size=large][data-hand=left]"
    expect(page.locator(chosen)).to_have_count(1)
    page.context.close()


SHOW_MOMENT = """() => {
  const moment = Object.assign(document.createElement("p"), { className: "moment" });
  moment.append("Valentina se pone por delante");
  document.querySelector(".rail .where").append(moment);
  const { left, right } = moment.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
}"""
"""Shows a small moment as static/moments.js does; whether all of it is in the window."""


@pytest.mark.parametrize("hand", ["left", "right"])
def test_small_moment_is_in_the_window(hand: str, server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    for name, value in (("size", "large"), ("hand", hand)):
        page.context.add_cookies([{"name": name, "value": value, "url": server}])
    play_now(page, server, "216")
    assert page.evaluate(SHOW_MOMENT)
    assert page.evaluate(TOO_WIDE) <= 0
    page.context.close()


@pytest.mark.parametrize("slug", SLUGS)
def test_decision_is_reachable_with_large_text_for_the_left_hand(
    slug: str, server: str, browser: Browser
) -> None:
    page = open_page(browser, PHONE)
    cookies = {"size": "large", "hand": "left"}
    for name, value in cookies.items():
        page.context.add_cookies([{"name": name, "value": value, "url": server}])
    page.goto(server)
    assert page.evaluate(TOO_WIDE) <= 0
    play_now(page, server, slug)
    expect(page.locator(MY_TURN)).to_be_visible()
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.evaluate(DICE_OUTSIDE) == []
    for control in page.locator(CONTROLS).all():
        control.click(trial=True)  # it scrolls there, and nothing lies over it
    assert faults_of(page, f"{slug}, large") == []
    page.context.close()
