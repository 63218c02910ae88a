"""Dice in Chromium: the form for real dice, rolling dice, sounds, and the order of updates."""

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from web.test_browser import (
    CHANGED,
    DESKTOP,
    PHONE,
    faults_by_day_and_by_night,
    focus,
    open_page,
    play_now,
    want_details,
)


def open_table(page: Page, server: str, slug: str, **more: str) -> None:
    """Opens a table with real dice for two people on one device."""
    page.goto(f"{server}/new?game={slug}")
    page.fill("input[name=name]", "Ana")
    page.select_option("select[name=seat1]", "local")
    page.locator(".more-rules > summary").click()
    page.select_option("select[name=dice]", "real")
    for name, value in more.items():
        page.fill(f"input[name={name}]", value)
    page.get_by_role("button", name="Abrir la mesa").click()
    page.wait_for_selector(".real-dice")


def count_faces(page: Page, faces: str) -> None:
    """Fills in the counters: a number for each face that was rolled."""
    for face in sorted(set(faces)):
        focus(page, f"#count{face}")
        page.keyboard.type(str(faces.count(face)))
    page.keyboard.press("Enter")


def step_to_faces(page: Page, faces: str) -> None:
    """Fills in the form without script: each row is a group of radio buttons."""
    for face in faces:
        focus(page, ".real-dice input[type=radio]")
        page.keyboard.press("Space")
        for _ in range(int(face) - 1):
            page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("script", [True, False])
def test_short_game_with_real_dice_by_keyboard(script: bool, server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE, script=script)
    open_table(page, server, "seis-dados", end_at="1")
    expect(page.locator(".status")).to_contain_text("¿Quién empieza?")
    step_to_faces(page, "1")
    for faces, note in (("656666", "assign sixes 5"), ("612345", "assign sixes 1")):
        expect(page.locator(".status")).to_contain_text("tira 6 dados")
        count_faces(page, faces)
        page.locator(f"button[form=pick][value='{note}']").click()
        page.locator(".actions button.primary[name=text]").click()
    expect(page.locator(".hero")).to_contain_text("Gana Ana")


def test_refused_form_keeps_what_was_chosen(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    open_table(page, server, "twenty-one")
    page.get_by_label("Ana 2").check()
    page.get_by_role("button", name="Anotar").click()
    for seat in (0, 1):
        page.locator(f"input[name=row{seat}][value=C]").check()
    page.get_by_role("button", name="Anotar").click()
    expect(page.locator("#toast")).to_contain_text("no hay dos iguales. T1-1")
    expect(page.locator("input[name=row1][value=C]")).to_be_checked()
    page.locator("input[name=row1][value=D]").check()
    page.get_by_role("button", name="Anotar").click()
    expect(page.locator(".status")).to_contain_text("Ana 2, tira los seis dados.")
    expect(page.locator(".real-dice input:checked")).to_have_count(0)


def test_form_for_real_dice_is_accessible(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE)
    faults: list[str] = []
    for slug in ("seis-dados", "twenty-one", "dizzle"):
        open_table(page, server, slug)
        while page.locator(".real-dice").count():
            if page.locator(".counters").count():
                faults += faults_by_day_and_by_night(page, f"{slug}: counters")
                page.locator("#count2").fill(
                    page.locator(".counters").get_attribute("data-dice") or ""
                )
            rows = page.locator(".real-dice .row")
            for number in range(rows.count()):
                if number == rows.count() - 1:  # the last row is still empty
                    faults += faults_by_day_and_by_night(page, slug)
                sides = rows.nth(number).locator("label")
                sides.nth(number % sides.count()).click()
            before = page.locator("main.game").get_attribute("data-revision")
            page.get_by_role("button", name="Anotar").click()
            page.wait_for_function(CHANGED, arg=before)
    assert faults == []


# --- Rolling ---

WATCH = """() => {
  window.rolled = [];
  new MutationObserver((changes) => {
    for (const { addedNodes: [node] } of changes) {
      if (node?.className !== "rolling") continue;
      const die = node.parentElement;
      const motions = die.getAnimations({ subtree: true });
      window.rolled.push({
        face: node.dataset.passing,
        cubes: node.querySelectorAll(".cube").length,
        motion: motions.map((one) => [one.animationName, one.effect.getTiming().duration]),
      });
    }
  }).observe(document.getElementById("live"), { subtree: true, childList: true });
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_only_rolled_dice_are_animated(motion: str, server: str, browser: Browser) -> None:
    page = open_page(browser)
    page.add_init_script("localStorage.setItem('cubilete-throws', 'off')")
    want_details(page, server)
    play_now(page, server, "seis-dados")
    page.wait_for_selector(".status.yours")
    page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    expect(page.locator(".rolling")).to_have_count(0)
    page.evaluate(WATCH)
    for number in (1, 4):
        page.locator("form.dice label.die").nth(number).click()
    page.locator(".actions button.primary").click()
    page.wait_for_function("() => window.rolled.length > 1")
    rolled = page.evaluate("window.rolled")
    fell = page.locator(".log code").first.inner_text()
    assert [one["face"] for one in rolled] == fell.split()[1:]
    assert len(rolled) == 2
    expected = ["appear", 160] if motion == "reduce" else ["tumble", 850]
    assert all(expected in one["motion"] for one in rolled)
    assert [one["cubes"] for one in rolled] == ([0, 0] if motion == "reduce" else [1, 1])
    page.locator("form.dice label.die").first.click()  # the page can be used while dice roll
    expect(page.locator("form.dice input:checked")).to_have_count(1)
    expect(page.locator(".rolling")).to_have_count(0)


# --- Sounds ---

COUNT = """() => {
  window.sounds = 0;
  for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const start = prototype.start;
    prototype.start = function (...when) {
      window.sounds++;
      return start.apply(this, when);
    };
  }
}"""


def roll_again(page: Page) -> None:
    page.wait_for_selector(".status.yours")
    before = page.locator("main.game").get_attribute("data-revision")
    page.locator("form.dice label.die").first.click()
    page.locator(".actions button.primary").click()
    page.wait_for_function(CHANGED, arg=before)


def test_sounds_are_off_by_default_and_the_choice_is_kept(server: str, browser: Browser) -> None:
    page = open_page(browser)
    play_now(page, server, "seis-dados")
    page.evaluate(COUNT)
    roll_again(page)
    assert page.evaluate("window.sounds") == 0
    switch = sound_switch(page)
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.sounds > 0")  # the switch makes a sound
    page.evaluate("() => { window.sounds = 0; }")
    page.keyboard.press("Escape")
    roll_again(page)
    page.wait_for_function("() => window.sounds > 0")
    assert all("sound" not in str(cookie) for cookie in page.context.cookies())
    page.reload()
    expect(sound_switch(page)).to_have_attribute("aria-pressed", "true")
    sound_switch(page).click()
    page.reload()
    expect(sound_switch(page)).to_have_attribute("aria-pressed", "false")


def sound_switch(page: Page) -> Locator:
    """The switch in the menu of the table."""
    if not page.locator("#opciones").is_visible():
        page.get_by_role("button", name="Menú de la mesa").click()
    return page.locator("#sounds button")


def test_browser_without_audio_has_no_switch(server: str, browser: Browser) -> None:
    page = open_page(browser)
    page.add_init_script(
        "delete window.AudioContext; localStorage.setItem('cubilete-sounds', 'on')"
    )
    play_now(page, server, "seis-dados")
    roll_again(page)
    expect(sound_switch(page)).to_be_hidden()


# --- The order of updates ---


def test_late_preview_does_not_replace_a_newer_one(server: str, browser: Browser) -> None:
    page = open_page(browser)
    targets = page.locator("button.cell[form=pick]")
    for _ in range(20):  # sometimes the first roll fits in one cell only, or in none
        play_now(page, server, "dizzle")
        page.wait_for_selector(".status.yours")
        if targets.count() > 1:
            break
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/t/*?*pick=*", hold_the_first)
    first, second = targets.nth(0), targets.nth(1)
    first.click()
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    with page.expect_response("**/t/*?*pick=*"):
        held[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(first).to_have_attribute("aria-pressed", "false")
    expect(second).to_have_attribute("aria-pressed", "true")


def test_late_answer_does_not_replace_a_newer_page(server: str, browser: Browser) -> None:
    page = open_page(browser)
    play_now(page, server, "dizzle")
    other = page.context.new_page()
    other.goto(page.url)
    late: list[tuple[Route, str]] = []
    page.route("**/chat", lambda route: late.append((route, route.fetch().text())))
    say(page, "hola, mesa")
    expect(other.locator(".chat")).to_contain_text("hola, mesa")
    say(other, "buenas noches")
    expect(page.locator(".chat")).to_contain_text("buenas noches")
    route, body = late[0]
    assert "buenas noches" not in body
    with page.expect_response("**/chat"):
        route.fulfill(body=body)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator(".chat")).to_contain_text("buenas noches")


def say(page: Page, line: str) -> None:
    page.fill("#say", line)
    page.get_by_role("button", name="Enviar").click()


def test_update_is_shown_if_the_preview_can_not_be_fetched(server: str, browser: Browser) -> None:
    page = open_page(browser, DESKTOP)
    play_now(page, server, "dizzle")
    page.locator("button.cell[form=pick]").first.click()
    expect(page.locator(".actions button.primary[name=text]")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    say(other, "hola, mesa")
    expect(page.locator(".chat")).to_contain_text("hola, mesa")
    expect(page.locator(".actions button.primary[name=text]")).to_be_visible()  # still previewed
    page.route("**/t/*?*pick=*", lambda route: route.abort())
    say(other, "buenas noches")
    expect(page.locator(".chat")).to_contain_text("buenas noches")
