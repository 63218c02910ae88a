"""One game in Firefox, from the home page to its last page, by clicks."""

from pathlib import Path

import pytest

from .waiting import wait_until
from .webdriver import FIREFOX, Driven, Refused, firefox

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
DIE = "return document.querySelector('label.die:has(input[type=checkbox])')"
REROLL = "return document.querySelector('.actions button.primary:not([name=text])')"


@pytest.mark.skipif(not FIREFOX, reason="the package firefox-esr is not installed")
def test_whole_game_is_played_by_clicks(server: str, tmp_path: Path) -> None:
    with firefox(tmp_path / "home") as browser:
        browser.resize(1280, 900)
        browser.go(server)
        browser.click(browser.run("return document.querySelector('[value=seis-dados] ~ button')"))
        wait_until(lambda: found(browser, SHOWN) is not None, "the table is open")
        browser.run(WATCH)
        wait_until(lambda: browser.run(CARD) is not None, "the card of one minute is open")
        browser.click(browser.run(CARD))
        reroll_a_die(browser)
        while not browser.run("return document.querySelector('.last')"):
            play_on(browser)
        # A page that was loaded anew, without the script, would have forgotten the list.
        assert browser.run("return window.faults") == []
        assert browser.run("return document.querySelector('.last h2').textContent")
        assert "JavaScript error: http" not in browser.log.read_text()


def found(browser: Driven, script: str) -> object:
    """What a script returns; None while the page is being loaded."""
    try:
        return browser.run(script)
    except Refused:
        return None


def reroll_a_die(browser: Driven) -> None:
    wait_until(lambda: browser.run(DIE) is not None, "there are dice to reroll")
    before = browser.run(SHOWN)
    browser.click(browser.run(DIE))
    browser.click(browser.run(REROLL))
    wait_until(lambda: browser.run(SHOWN) != before, "the die is rolled")


def play_on(browser: Driven) -> None:
    """One click, and its effect; nothing while it is a bot's turn."""
    before, target = browser.run(SHOWN), browser.run(NEXT)
    if target is None:
        return
    try:
        browser.click(target)
    except Refused:
        if browser.run(SHOWN) == before:
            raise
        return
    wait_until(lambda: browser.run(SHOWN) != before, "the click has an effect")
