"""Tables in Chromium: whole games by clicking, two browsers at one table, keyboard only, without
JavaScript, on a phone, and accessibility."""

import random
import re
import urllib.request
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from play_over_http import play
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

from cubilete import AnyGame, all_games
from cubilete.core.fair.claims import COVERS
from cubilete.core.json_types import Json
from cubilete.core.message import Message
from cubilete.language import say

from .devices import CARDS_SEEN, FLAT, NAME
from .waiting import TIMEOUT

MILLISECONDS = TIMEOUT * 1000
expect.set_options(timeout=MILLISECONDS)
PHONE = {"width": 360, "height": 740}
TABLET = {"width": 768, "height": 1024}
DESKTOP = {"width": 1440, "height": 900}


def open_page(
    browser: Browser,
    size: dict[str, int] = DESKTOP,
    language: str = "es",
    script: bool = True,
    newcomer: bool = False,
) -> Page:
    """A page of a fresh browser. A newcomer's has seen no card of one minute."""
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        locale=language,
        java_script_enabled=script,
        service_workers="block",  # only test_browser_install.py is about them
        reduced_motion="reduce",
    )
    context.set_default_timeout(MILLISECONDS)
    context.add_init_script(FLAT)
    if not newcomer:
        context.add_init_script(CARDS_SEEN)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"the script failed: {error}"))
    return page


def want_details(page: Page, server: str) -> None:
    """Notation, codes and fingerprints are shown from the next page on."""
    page.context.add_cookies([{"name": "details", "value": "on", "url": server}])


def play_now(page: Page, server: str, slug: str) -> None:
    """Opens a table by the form of the home page, and its page. The home page itself is not drawn,
    because that takes as long as all the rest."""
    headers = {"Accept-Language": page.evaluate("navigator.language")}
    home = page.request.get(server, headers=headers).text()
    form = home.partition(f'name="game" value="{slug}"')[0].rpartition("<form")[2]
    hidden = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    sent = {**hidden, "game": slug, "now": "bots"}
    table = page.request.post(f"{server}/tables", headers=headers, form=sent)
    page.goto(table.url)
    wait_for_table(page)


def play_from_home(page: Page, server: str, slug: str) -> None:
    page.goto(server)
    page.locator(f"form:has(input[name=game][value='{slug}']) button[name=now]").click()
    wait_for_table(page)


def wait_for_table(page: Page) -> None:
    page.wait_for_selector("main.game")
    page.wait_for_load_state()  # the scripts have run


CHANGED = "before => document.querySelector('main.game').dataset.revision !== before"
ATTEMPTS, CLICK = 30, 4000
"""How often a click is tried, and for how many milliseconds each time."""
CHANGED_OR_CHOSEN = f"{CHANGED} || document.querySelector('label.die input:checked')"
CHANGED_OR_ASKED = f"{CHANGED} || document.querySelector('.actions button.primary[name=text]')"


CONFIRM = ".actions button.primary[name=text]"
TARGETS = "button[form=pick][name=pick]:not([value=''])"
BOXES = "label.die:has(input[type=checkbox])"
CHOICES = f"""() => ({{
  over: document.querySelector(".last") !== null,
  seen: document.querySelector("main.game").dataset.revision,
  confirm: document.querySelector({CONFIRM!r}) !== null,
  targets: document.querySelectorAll({TARGETS!r}).length,
  boxes: document.querySelectorAll({BOXES!r}).length,
}})"""
"""All that must be known of a page before something is clicked, by one question."""


AGAIN = 0.2
"""How often dice are thrown again where something else can be chosen: so games have fewer moves."""


def act(page: Page, rng: random.Random) -> bool:
    """Does one thing that a person can do: confirms what is chosen, or chooses something. False
    if the game is over."""
    found = page.evaluate(CHOICES)
    if found["over"]:
        return False
    if found["confirm"]:
        touch(page, page.locator(CONFIRM).first, CHANGED, found["seen"])
    elif found["boxes"] and (not found["targets"] or rng.random() < AGAIN):
        box = page.locator(BOXES).nth(rng.randrange(found["boxes"]))
        touch(page, box, CHANGED_OR_CHOSEN, found["seen"])
        touch(page, page.locator(".actions button.primary").first, CHANGED, found["seen"])
    elif found["targets"]:
        target = page.locator(TARGETS).nth(rng.randrange(found["targets"]))
        touch(page, target, CHANGED_OR_ASKED, found["seen"])
    else:
        page.wait_for_timeout(20)  # it is another seat's turn
    return True


def touch(page: Page, chosen: Locator, until: str, seen: str) -> None:
    """Clicks and waits for the effect. Where several may act at once, the table can change before
    the click, and the element is gone: then nothing is clicked. A choice that arrives late may be
    clicked twice, which gives it back: it is clicked once more, or its confirmation is gone."""
    for _ in range(ATTEMPTS):
        try:
            if not chosen.is_visible():
                details = chosen.locator("xpath=ancestor::details")
                details.locator("summary").first.click(timeout=CLICK)
            chosen.click(timeout=CLICK)
            page.wait_for_function(until, arg=seen, timeout=CLICK)
        except TookTooLong:
            changed = page.locator("main.game").get_attribute("data-revision") != seen
            if changed or not chosen.count():
                return
        else:
            return
    raise AssertionError("clicks have no effect, and the table has not changed")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_whole_game_from_the_home_page_to_the_result_by_clicking(
    game: AnyGame, server: str, browser: Browser
) -> None:
    page = open_page(browser, PHONE if game.slug in ("dizzle", "216") else DESKTOP)
    play_from_home(page, server, game.slug)
    rng = random.Random(game.slug)
    while act(page, rng):
        pass
    page.get_by_role("link", name="Repasar").click()
    expect(page.locator(".status")).to_contain_text("Jugada 0 de")


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=str)
def test_pages_are_accessible_and_no_wider_than_the_window(
    size: dict[str, int], server: str, browser: Browser
) -> None:
    page = open_page(browser, size)
    # A tablet's page has no colours of its own.
    judged = faults_but_colours if size == TABLET else faults_by_day_and_by_night
    faults: list[str] = []
    pages = ["/", "/new?game=seis-dados", "/new?game=dizzle", "/rules/216"]
    for path in pages:
        page.goto(server + path)
        faults += judged(page, path)
    for game in all_games():
        play_now(page, server, game.slug)
        page.wait_for_selector("button[form=pick], .die")
        faults += judged(page, game.slug)
    table = page.url
    for part in ("dice", "invite", "device"):
        page.goto(f"{table}/{part}")
        faults += judged(page, part)
    open_for_two(page, named(server))
    expect(page.locator("svg.qr:visible")).to_be_visible()
    faults += judged(page, "gathering")
    assert faults == []


def named(server: str) -> str:
    """The address of the server by a name, as other devices use it."""
    return server.replace("127.0.0.1", NAME)


def open_for_two(page: Page, server: str) -> None:
    page.goto(f"{server}/new?game=seis-dados")
    page.get_by_label("Tu nombre").fill("Ana")
    page.locator("select[name=seat1]").select_option("person")
    page.get_by_role("button", name="Abrir la mesa").click()
    expect(page.get_by_text("Falta gente por sentarse")).to_be_visible()


def test_address_of_a_table_is_copied(server: str, browser: Browser) -> None:
    """By the clipboard API where the browser allows it, and by the old command elsewhere."""
    for address in (server, named(server)):
        page = open_page(browser)
        if address == server:  # elsewhere there is no such API
            page.context.grant_permissions(["clipboard-write"], origin=server)
        open_for_two(page, address)
        page.locator("#for-all > summary").click()
        field = page.get_by_label("La dirección de esta mesa")
        expect(field).to_have_value(page.url)
        page.locator("#for-all").get_by_role("button", name="Copiar").click()
        expect(page.locator(".copy [role=status]:visible")).to_have_text("¡Copiado!")
        selected = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
        assert field.evaluate(selected) == page.url
        page.locator(".instead > summary").click()
        page.locator("input[name=name]").focus()
        page.keyboard.press("Control+V")
        expect(page.locator("input[name=name]")).to_have_value(page.url[:24])


AXE = Axe().axe_script
VIOLATIONS = """async (choice) => {
  const style = window.flat ?? {};
  style.disabled = true;
  try {
    return (await axe.run({ resultTypes: ["violations"], ...choice })).violations;
  } finally {
    style.disabled = false;
  }
}"""
"""Not the whole report, as Axe.run returns it: what has passed is most of it. The page has its
shadows and gradients while it is judged."""
COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""The rules of axe that depend on colours. They take more than half of the time of all."""
ALL: Json = {}
COLOURS: Json = {"runOnly": list(COLOUR_RULES)}
ALL_BUT_COLOURS: Json = {"rules": {rule: {"enabled": False} for rule in COLOUR_RULES}}


def faults_of(page: Page, where: str, rules: Json = ALL) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = [
        f"{where}: {violation['id']}: {node['html'][:120]}"
        for violation in page.evaluate(VIOLATIONS, rules)
        for node in violation["nodes"][:2]
    ]
    wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    if wider > 0:
        found.append(f"{where}: {wider} px wider than the window")
    return found


def faults_by_day_and_by_night(page: Page, where: str, rules: Json = ALL) -> list[str]:
    """By night only colours are judged: the rest of the page is the same."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    faults = faults_of(page, f"{where}, light", rules)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return faults + faults_of(page, f"{where}, dark", COLOURS)


def faults_but_colours(page: Page, where: str) -> list[str]:
    return faults_of(page, where, ALL_BUT_COLOURS)


def test_two_browsers_at_one_table_see_each_others_changes(server: str, browser: Browser) -> None:
    ana, luis = open_page(browser), open_page(browser, PHONE)
    ana.goto(f"{server}/new?game=seis-dados")
    ana.fill("input[name=name]", "Ana")
    ana.select_option("select[name=seat1]", "person")
    ana.get_by_role("button", name="Abrir la mesa").click()
    ana.wait_for_selector("text=Falta gente por sentarse")
    luis.goto(ana.url)
    luis.fill("input[name=name]", "Luis")
    luis.get_by_role("button", name="Sentarme aquí").click()
    luis.wait_for_selector("main.game")
    ana.wait_for_selector("main.game")  # by the stream, without loading the page
    luis.fill("#say", "hola <b>Ana</b>")
    luis.get_by_role("button", name="Enviar").click()
    expect(ana.locator(".chat")).to_contain_text("hola <b>Ana</b>")
    mover, watcher = (ana, luis) if ana.locator(".status.yours").count() else (luis, ana)
    before = watcher.locator(".log li").count()
    act(mover, random.Random(1))
    if mover.locator(".actions button.primary[name=text]").count():
        act(mover, random.Random(1))
    expect(watcher.locator(".log li").nth(before)).to_be_visible()


def test_browser_verifies_the_dice(server: str, browser: Browser, tmp_path: Path) -> None:
    table = str(play(server, "dizzle", bots=0)["table"])
    page = open_page(browser)
    page.goto(f"{server}/t/{table}/verify")
    expect(page.locator("#verify")).to_contain_text("Sí: las ")
    with urllib.request.urlopen(f"{server}/t/{table}/record") as answer:
        record = answer.read().decode()
    forged = tmp_path / "forged.jsonl"
    forged.write_text(re.sub(r'"text":"roll [1-6]', '"text":"roll 1', record))
    page.set_input_files("#file", forged)
    expect(page.locator("#verify")).to_contain_text("No: el evento ")


def give_up_and_verify(*pages: Page) -> None:
    """The first browser asks to end the game and the others agree; then all verify their seeds and
    the commitment."""
    pages[0].get_by_role("button", name="Menú de la mesa").click()
    pages[0].get_by_role("button", name="Terminar la partida para todos").click()
    for other in pages[1:]:
        other.get_by_role("button", name="Aceptar").click()
    expect(pages[0].get_by_role("button", name="Revancha")).to_be_visible()
    address = f"{pages[0].url}/verify"
    for each in pages:
        each.wait_for_selector("[data-seal]", state="attached")
    for each in pages:
        each.goto(address)
        expect(each.locator("#verify")).to_contain_text("Sí: las ")
        expect(each.locator("#own")).to_have_text(
            "La semilla que puso este navegador está entre ellas."
        )
        for code in ("commitment", "seal"):
            words = say(Message(COVERS[code]), "es")
            expect(each.locator("#covers li").filter(has_text=words)).to_have_count(1)


def test_browser_adds_a_seed_and_verifies_it_after_the_game(server: str, browser: Browser) -> None:
    page = open_page(browser)
    want_details(page, server)
    page.goto(f"{server}/new?game=seis-dados")
    promise = page.locator("form[data-promise]").get_attribute("data-promise") or ""
    page.get_by_label("Tu nombre").fill("Ana")
    page.locator("select[name=seat1]").select_option("person")
    page.get_by_role("button", name="Abrir la mesa").click()
    expect(page.locator(".prints").first).to_contain_text(promise[:8])
    other = open_page(browser)
    other.goto(page.url)
    other.get_by_label("Tu nombre").fill("Luis")
    other.get_by_role("button", name="Sentarme aquí").click()
    expect(other.locator("main.game")).to_be_visible()
    expect(page.locator("main.game")).to_be_visible()
    expect(page.locator(".prints").first).not_to_contain_text("hecha por la mesa")
    give_up_and_verify(page, other)
    page.goto(other.url.removesuffix("/verify"))
    page.get_by_role("button", name="Revancha").click()
    expect(page.locator("main.setup")).to_be_visible()
    other.goto(other.url.removesuffix("/verify"))
    other.get_by_role("button", name="Ir a la revancha").click()
    expect(other.locator("main.game")).to_be_visible()
    expect(page.locator("main.game")).to_be_visible()
    expect(page.locator(".prints").first).not_to_contain_text("hecha por la mesa")
    give_up_and_verify(page, other)
    address = other.url
    stranger = open_page(browser)
    stranger.goto(address)
    expect(stranger.locator("#own")).to_have_text(
        "Este navegador no puso ninguna semilla en esta partida."
    )
    expect(stranger.locator("#limits li").filter(has_text="El final: ")).to_have_count(1)


def test_page_catches_up_after_a_lost_connection(server: str, browser: Browser) -> None:
    page = open_page(browser)
    play_now(page, server, "dizzle")
    other = page.context.new_page()
    other.goto(page.url)
    page.context.set_offline(True)
    page.context.set_offline(False)
    act(other, random.Random(2))
    act(other, random.Random(2))
    revision = other.locator("main.game").get_attribute("data-revision")
    page.wait_for_function(
        "revision => Number(document.querySelector('main.game').dataset.revision) >= revision",
        arg=int(revision or 0),
    )


def test_game_is_played_by_keyboard(server: str, browser: Browser) -> None:
    page = open_page(browser)
    page.goto(server)
    focus(page, "form:has(input[value='dizzle']) button[name=now]")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.game")
    page.wait_for_selector("button[form=pick]")
    focus(page, "button[form=pick]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".actions button.primary[name=text]")
    before = page.locator("main.game").get_attribute("data-revision")
    focus(page, ".actions button.primary[name=text]")
    page.keyboard.press("Enter")
    page.wait_for_function(CHANGED, arg=before)


def focus(page: Page, selector: str) -> None:
    """Presses Tab until an element that matches has the focus."""
    for _ in range(300):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_game_is_played_without_javascript(server: str, browser: Browser) -> None:
    page = open_page(browser, script=False)
    page.goto(server)
    page.locator("form:has(input[name=game][value='dizzle']) button[name=now]").click()
    for _ in range(3):
        page.locator("button[form=pick][name=pick]:not([value=''])").first.click()
        page.locator(".actions button.primary[name=text]").click()
    expect(page.locator(".log li").nth(3)).to_be_visible()


@pytest.mark.parametrize(("language", "word"), [("es", "Te toca"), ("en", "Your turn")])
def test_page_is_in_the_language_of_the_browser(
    language: str, word: str, server: str, browser: Browser
) -> None:
    page = open_page(browser, language=language)
    play_now(page, server, "dizzle")
    expect(page.locator(".status")).to_contain_text(word)
