"""In Chromium: the last page, cups that are lifted, dice that are thrown by hand."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from .players import Notes, Player
from .test_browser import (
    DESKTOP,
    PHONE,
    faults_of,
    open_page,
    play_now,
)
from .test_browser_family import sit_down_together
from .visitor import cookie_of


def open_finished(browser: Browser, server: str, slug: str, size: dict[str, int]) -> Page:
    """The page of a person who has played a random game to its end."""
    player = Player(server, slug, 2, 1, Notes(), "drama")
    sitting = player.sit_down()
    assert sitting is not None
    player.play(sitting)
    page = open_page(browser, size)
    name, _, value = cookie_of(server, sitting.tokens[0]).partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server}])
    page.goto(server + sitting.path.replace("/api/tables/", "/t/"))
    return page


IN_SIGHT = """selector => {
  const element = document.querySelector(selector);
  const box = element.getBoundingClientRect();
  const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const inside = box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  return inside && element.contains(over);
}"""


def is_in_sight(page: Page, selector: str) -> bool:
    """Whether it is on the screen whole, and nothing lies over its middle."""
    return bool(page.evaluate(IN_SIGHT, selector))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("slug", ["seis-dados", "pa-fuera", "dizzle"])
def test_last_page_says_who_won_and_offers_a_rematch_on_the_first_screen(
    slug: str, size: dict[str, int], server: str, browser: Browser
) -> None:
    page = open_finished(browser, server, slug, size)
    expect(page.locator("#t-won")).to_have_text(re.compile("Gana|Has ganado"))
    assert is_in_sight(page, "#t-won")
    assert is_in_sight(page, ".rematch .primary")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Phones by day, and windows by night: test_browser_schemes.py looks at phones in both.
    page.emulate_media(color_scheme="light" if size == PHONE else "dark", reduced_motion="reduce")
    assert faults_of(page, "the last page") == []


def test_picture_is_drawn_and_saved_on_the_device(server: str, browser: Browser) -> None:
    page = open_finished(browser, server, "seis-dados", PHONE)
    picture = page.locator(".postcard img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('.postcard img').naturalWidth === 1200")
    with page.expect_download() as download:
        page.locator("#send-picture").click()
    assert download.value.suggested_filename == "cubilete.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


# --- Cups that are lifted ---

WATCH_CUPS = """() => {
  window.lifted = [];
  new MutationObserver(() => {
    for (const station of document.querySelectorAll('body > .reveal .st.up')) {
      const name = station.querySelector('.nm b').textContent;
      if (!window.lifted.includes(name)) window.lifted.push(name);
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def call_and_pass(page: Page) -> None:
    """Ana, Luis and Eva on one device: the first calls a number, the others pass."""
    for text in ("call 1", "pass", "pass"):
        page.locator(".pass .primary").click()
        page.locator(f"button[name=pick][value='{text}']").first.click()
        page.locator(".actions button.primary[name=text]").click()


def test_cups_are_lifted_one_after_the_other_from_the_caller(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    page.emulate_media(reduced_motion="no-preference")
    sit_down_together(page, server, "pa-fuera", "Luis", "Eva")
    page.evaluate(WATCH_CUPS)
    first = (page.locator(".pass .primary").text_content() or "").removeprefix("Soy ")
    call_and_pass(page)
    shown = page.locator("body > .reveal")
    expect(shown).to_be_visible()
    expect(shown.locator(".told")).to_contain_text(f"{first} muestra")
    page.wait_for_function("() => window.lifted.length === 3")
    names = ["Ana", "Luis", "Eva"]
    turn = names.index(first)
    order = [name.strip("\u2068\u2069") for name in page.evaluate("window.lifted")]
    assert order == names[turn:] + names[:turn]
    lost = shown.locator("[data-lost]").evaluate_all(
        "stations => stations.reduce((sum, each) => sum + Number(each.dataset.lost), 0)"
    )
    expect(shown.locator("[data-total]")).to_have_text(str(lost))
    shown.get_by_role("button", name="Seguir").click()
    expect(shown).to_have_count(0)


def test_reduced_motion_shows_all_cups_at_once(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    sit_down_together(page, server, "pa-fuera", "Luis", "Eva")
    call_and_pass(page)
    shown = page.locator("body > .reveal")
    expect(shown.locator(".st.up")).to_have_count(3)
    assert faults_of(page, "the cups") == []
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)


def test_people_on_one_device_see_the_cups_without_script(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE, script=False)
    sit_down_together(page, server, "pa-fuera", "Luis", "Eva")
    call_and_pass(page)
    expect(page.locator(".stage .reveal .st").first).to_be_visible()


# --- Dice that are thrown by hand ---


def test_dice_are_thrown_by_a_touch_of_the_cup(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    page.emulate_media(reduced_motion="no-preference")
    play_now(page, server, "seis-dados")
    page.reload()
    die = page.locator("#again label.die")
    expect(die).to_have_count(6)
    die.first.click()
    page.locator(".actions .primary[form=again]").click()
    cup = page.locator(".throwing")
    expect(cup).to_be_visible()
    expect(die.first).to_be_hidden()
    cup.click()
    expect(cup).to_have_count(0)
    expect(die).to_have_count(6)
    expect(die.first).to_be_visible()


def test_throwing_by_hand_can_be_switched_off(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    page.emulate_media(reduced_motion="no-preference")
    play_now(page, server, "seis-dados")
    page.reload()
    page.get_by_role("button", name="Menú de la mesa").click()
    page.locator("#throws button").click()
    page.keyboard.press("Escape")
    page.locator("#again label.die").first.click()
    page.locator(".actions .primary[form=again]").click()
    expect(page.locator(".rolling .cube").first).to_be_attached()
    expect(page.locator(".throwing")).to_have_count(0)
