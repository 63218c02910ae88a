"""Hints and coach in Chromium: by keyboard and touch, with and without JavaScript, accessible."""

from itertools import cycle

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

from cubilete import AnyGame, all_games

from .test_browser import CHANGED, DESKTOP, PHONE, TABLET, faults_of, open_page, play_now

TAGS = """() => [...document.querySelectorAll('#mesa *')]
    .filter((element) => getComputedStyle(element, '::after').content.includes(WORD))
    .map((element) => getComputedStyle(element).outlineStyle)"""

TABLES = 10


def sit_down_to_think(page: Page, server: str, slug: str) -> Locator:
    """Opens a table against bots; returns the button that asks for a hint. Where the dice leave the
    person a single move there is none: then another table is opened."""
    button = page.locator(".hinting:not(.chosen)")
    for _ in range(TABLES):
        play_now(page, server, slug)
        page.wait_for_selector("main.game[data-turn='1']")
        if button.count():
            break
    expect(button).to_be_visible()
    return button


def marked(page: Page, word: str) -> list[str]:
    """How the outlines of all elements are drawn that carry the mark."""
    found: list[str] = page.evaluate(TAGS.replace("WORD", f"'{word}'"))
    return found


DEVICES = ((PHONE, "es", "aquí"), (DESKTOP, "en", "here"))
"""With the word that marks what is advised."""


@pytest.mark.parametrize(
    ("game", "size", "language", "word"),
    [
        pytest.param(game, *device, id=f"{game.slug}-{device[1]}")
        for game, device in zip(all_games(), cycle(DEVICES), strict=False)
    ],
)
def test_hint_by_keyboard_is_announced_marked_and_accessible(
    game: AnyGame,
    size: dict[str, int],
    language: str,
    word: str,
    server: str,
    browser: Browser,
) -> None:
    page = open_page(browser, size, language)
    button = sit_down_to_think(page, server, game.slug)
    assert marked(page, word) == []
    button.focus()
    page.keyboard.press("Enter")
    advice = page.locator(".notices[aria-live=polite] .advice")
    expect(advice).to_be_visible()
    expect(button).to_be_focused()
    rows = advice.locator("li")
    assert 1 < rows.count() <= 3
    assert rows.first.locator("b").inner_text().strip()
    outlines = marked(page, word)
    assert outlines
    assert set(outlines) == {"dashed"}
    assert faults_of(page, f"{game.slug} {language}") == []
    rows.first.get_by_role("button").click()
    expect(page.locator(".actions .primary[name=text]")).to_be_visible()
    expect(advice).to_be_visible()
    advice.locator("[name=hide]").click()
    expect(advice).to_have_count(0)
    assert marked(page, word) == []


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=str)
def test_hint_leaves_the_table_its_place(
    size: dict[str, int], server: str, browser: Browser
) -> None:
    """Only a tablet has no room beside the table: there the hint is above it."""
    page = open_page(browser, size)
    button = sit_down_to_think(page, server, "216")
    before = page.locator(".stage").bounding_box()
    button.click()
    expect(page.locator(".advice")).to_be_visible()
    after = page.locator(".stage").bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"], after["width"]) == (before["x"], before["width"])
    assert (after["y"] > before["y"]) == (size == TABLET)


def test_hint_without_a_script(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE, script=False)
    play_now(page, server, "seis-dados")
    while page.locator("form#hint").count() == 0:
        page.reload()
    page.locator(".hinting:not(.chosen)").click()
    expect(page.locator(".advice li").first).to_be_visible()
    assert "probabilidad de ganar" in page.locator(".advice").inner_text()
    assert "dashed" in marked(page, "aquí")
    page.locator(".advice [name=hide]").click()
    expect(page.locator(".advice")).to_have_count(0)


@pytest.mark.parametrize(("slug", "form"), [("seis-dados", "again"), ("216", "reroll")])
def test_chosen_dice_are_asked_about_and_stay_chosen(
    slug: str, form: str, server: str, browser: Browser
) -> None:
    page = open_page(browser, PHONE)
    plain = sit_down_to_think(page, server, slug)
    about_dice = page.locator(".hinting.chosen")
    expect(about_dice).to_be_hidden()
    page.locator(f"#{form} label.die").nth(1).click()
    expect(plain).to_be_hidden()
    expect(about_dice).to_have_text("¿Y así?")
    about_dice.click()
    advice = page.locator(".advice")
    expect(advice).to_be_visible()
    chosen = page.locator(f"#{form} input:checked")
    expect(chosen).to_have_count(1)
    face = chosen.get_attribute("value")
    assert advice.locator(f"li button[value='reroll {face}']").count() == 1
    page.locator(".actions .primary").first.click()
    expect(advice).to_have_count(0)


def test_coach_comes_by_the_stream_after_a_bad_choice(server: str, browser: Browser) -> None:
    """Crossing a box out in Twenty One, once the hint says that it is much worse."""
    page = open_page(browser, DESKTOP)
    coach = page.locator(".notices .advice.coach")
    games = 1
    play_with_coach(page, server)
    while not (cross_out(page) and appears(coach)):
        if page.locator(GAME_OVER).count():
            games += 1
            assert games <= 5, "nothing was much worse"
            play_with_coach(page, server)
    assert coach.locator("p").inner_text().startswith("Mejor era «")
    assert faults_of(page, "coach") == []
    coach.get_by_role("button", name="Entendido").click()
    expect(coach).to_have_count(0)


def appears(coach: Locator) -> bool:
    """Whether the coach speaks. It judges by playouts of its own, which may be milder than those of
    the hint."""
    try:
        coach.wait_for(timeout=20_000)
    except TookTooLong:
        return False
    return True


GAME_OVER = "main.game[data-over]"


def play_with_coach(page: Page, server: str) -> None:
    play_now(page, server, "twenty-one")
    coach = page.get_by_role("button", name="Guía: avísame")
    if coach.get_attribute("aria-pressed") == "false":  # the device remembers it
        coach.click()
    expect(coach).to_have_attribute("aria-pressed", "true")


def cross_out(page: Page) -> bool:
    """Stands, or crosses a box out; whether the hint said that crossing is much worse. Does nothing
    once the game is over."""
    choice = page.locator(".actions button[name=pick]:is([value=stand], [value=cross])")
    expect(choice.or_(page.locator(GAME_OVER)).first).to_be_visible()
    if choice.count() == 0:
        return False
    bad = False
    seen = page.locator("main.game").get_attribute("data-revision")
    crosses = choice.get_attribute("value") == "cross"
    choice.click()
    confirm = page.locator(".actions .primary[name=text]")
    expect(confirm).to_be_visible()
    if crosses and page.locator(".hinting").count():
        page.locator(".hinting").click()
        row = page.locator(".advice li:has(button[value=cross])")
        expect(row).to_be_visible()
        bad = row.locator("small").inner_text() == "mucho peor"
    confirm.click()
    page.wait_for_function(CHANGED, arg=seen)
    return bad


def test_two_people_agree_and_only_the_one_who_asks_is_told(server: str, browser: Browser) -> None:
    ana, luis = open_page(browser, DESKTOP), open_page(browser, PHONE)
    ana.goto(f"{server}/new?game=seis-dados")
    ana.fill("input[name=name]", "Ana")
    ana.select_option("select[name=seat1]", "person")
    ana.get_by_role("button", name="Abrir la mesa").click()
    luis.goto(ana.url)
    luis.fill("input[name=name]", "Luis")
    luis.get_by_role("button", name="Sentarme aquí").click()
    for page in (ana, luis):
        page.wait_for_selector("main.game")
        page.wait_for_load_state()
        assert page.locator(".hinting").count() == 0
    ana.get_by_role("button", name="Pedir que haya consejos").click()
    expect(luis.locator(".notices")).to_contain_text("Ana quiere permitir consejos.")
    assert faults_of(luis, "the question") == []
    luis.locator(".notices button[name=agree][value='1']").click()
    for page in (ana, luis):
        expect(page.locator(".status small")).to_contain_text("consejos permitidos")
    ana_acts = ana.locator("main[data-turn='1']").count() == 1
    asker, other = (ana, luis) if ana_acts else (luis, ana)
    before = other.locator("#live").inner_html()
    asker.locator(".hinting:not(.chosen)").click()
    expect(asker.locator(".advice")).to_be_visible()
    assert other.locator("#live").inner_html() == before
