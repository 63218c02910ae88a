"""One game in Firefox and in WebKit, from the home page to its last page, by clicks."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from .waiting import wait_until
from .webdriver import FIREFOX, SCREEN, WEBKIT, Driven, Refused, firefox, webkit

WATCH = """
window.faults = [];
addEventListener("error", (event) => faults.push(event.message));
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
"""
NEXT = """
const inSight = (element) => element.checkVisibility({ visibilityProperty: true });
const first = (selector) => [...document.querySelectorAll(selector)].find(inSight);
const next = first(".actions button.primary[name=text]")
  ?? first("button[form=pick][name=pick]:not([value=''], [aria-pressed=true])");
next?.scrollIntoView({ block: "center" }); // not under the bar at the edge
return next;
"""
"""What a person would click next: what confirms a choice, or something to choose."""
SHOWN = """
const main = document.querySelector("main.game");
const asks = document.querySelector(".actions button.primary[name=text]");
return main && [main.dataset.revision, asks?.value ?? ""];
"""
CARD = "return document.querySelector('#minuto:modal button')"
NAME = "return document.querySelector('input[name=name]')"
MORE_SECTIONS = """
const more = [...document.querySelectorAll(".switches label")].slice(1);
return more.find((section) => section.querySelector("input").checked);
"""
DIE = "return document.querySelector('label.die:has(input[type=checkbox])')"
REROLL = "return document.querySelector('.actions button.primary:not([name=text])')"
PAUSE = 0.1
"""Seconds between two questions: each of them takes time from what the page is doing."""


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(firefox, marks=pytest.mark.skipif(not FIREFOX, reason="no firefox-esr")),
        pytest.param(
            webkit,
            marks=pytest.mark.skipif(
                not (WEBKIT and SCREEN), reason="no webkit2gtk-driver, or no xvfb"
            ),
        ),
    ],
)
def test_whole_game_is_played_by_clicks(
    start: Callable[[Path], AbstractContextManager[Driven]], server: str, tmp_path: Path
) -> None:
    with start(tmp_path / "home") as browser:
        browser.resize(1280, 900)
        browser.go(server)
        click(browser, "return document.querySelector('.shelf [href$=seis-dados].btn')")
        open_short_table(browser)
        wait_until(lambda: found(browser, SHOWN) is not None, "the table is open", PAUSE)
        browser.run(WATCH)
        click(browser, CARD)
        reroll_a_die(browser)
        wait_until(lambda: is_over(browser) or play_on(browser), "the game is over", PAUSE)
        # A page that was loaded anew, without the script, would have forgotten the list.
        assert browser.run("return window.faults") == []
        assert browser.run("return document.querySelector('.last h2').textContent")
        assert "JavaScript error: http" not in browser.log.read_text()


def open_short_table(browser: Driven) -> None:
    """A game of one section: the number of commands is what takes the time."""
    click(browser, NAME)
    browser.type(browser.run(NAME), "Ana")
    while browser.run(MORE_SECTIONS) is not None:
        click(browser, MORE_SECTIONS)
    click(browser, "return document.querySelector('.table-form > .actions .primary')")


def click(browser: Driven, script: str) -> None:
    """Clicks on what a script returns, as soon as it is there."""
    wait_until(lambda: found(browser, script) is not None, script, PAUSE)
    target = browser.run(script)
    browser.run("arguments[0].scrollIntoView({ block: 'center' })", target)
    browser.click(target)


def found(browser: Driven, script: str) -> object:
    """What a script returns; None while the page is being loaded."""
    try:
        return browser.run(script)
    except Refused:
        return None


def is_over(browser: Driven) -> bool:
    return browser.run("return document.querySelector('.last')") is not None


def reroll_a_die(browser: Driven) -> None:
    click(browser, DIE)
    before = browser.run(SHOWN)
    click(browser, REROLL)
    wait_until(lambda: browser.run(SHOWN) != before, "the die is rolled", PAUSE)


def play_on(browser: Driven) -> bool:
    """One click, and its effect; nothing while it is a bot's turn. Never the end."""
    before, target = browser.run(SHOWN), browser.run(NEXT)
    if target is None:
        return False
    try:
        browser.click(target)
    except Refused:
        if browser.run(SHOWN) == before:
            raise
        return False
    wait_until(lambda: browser.run(SHOWN) != before, "the click has an effect", PAUSE)
    return False
