"""The browser's check of the dice, in Chromium: its hashes, its verdicts, and the page.

The modules run on a plain http origin that is not loopback, where `crypto.subtle` is missing.
"""

import hashlib
import hmac
import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from liars_cup import GAME as LIARS_CUP
from pig import GAME as PIG
from play_over_http import play
from playwright.sync_api import Browser, Page, Route, expect

from core.test_fair_verdicts import VERDICTS, verdict_on
from cubilete import AnyGame, all_games
from cubilete.core.fair import FairDice, commitment_of, prove
from cubilete.core.fair.claims import Compared, covers, limits
from cubilete.core.record import read_record
from cubilete.language import say
from cubilete.web.html.artwork import outcomes_of

from .fair_games import random_records
from .test_browser import PHONE, faults_of, open_page

GAMES = [*all_games(), PIG, LIARS_CUP]
ORIGIN = "http://dados.example"
STATIC = resources.files("cubilete.web").joinpath("static")
VECTORS = Path(__file__).parents[1] / "vectors"

Lines = list[dict[str, Any]]


# --- The modules, without a server ---


def serve(route: Route) -> None:
    """Answers with the files of the package: scripts, and the modules of all games."""
    path = route.request.url.removeprefix(ORIGIN)
    modules = {f"/games/{game.slug}/outcomes.js": game for game in GAMES}
    if path == "/":
        route.fulfill(content_type="text/html", body="<!doctype html><title>Dice</title>")
    elif path in modules:
        route.fulfill(content_type="text/javascript", body=outcomes_of(modules[path]))
    elif path.startswith("/static/fair/"):
        script = STATIC.joinpath(path.removeprefix("/static/"))
        route.fulfill(content_type="text/javascript", body=script.read_text("utf-8"))
    else:
        route.fulfill(status=404)


@pytest.fixture(scope="module")
def modules(chromium: Browser) -> Iterator[Page]:
    """A page that can import the modules."""
    page = open_page(chromium)
    page.route(f"{ORIGIN}/**", serve)
    page.goto(ORIGIN)
    assert page.evaluate("crypto.subtle") is None
    yield page
    page.context.close()


VERDICTS_ON = """async ([records, own]) => {
  const { verdictOn } = await import("/static/fair/verdict.js");
  const found = [];
  for (const record of records) found.push((await verdictOn(record, own)).code);
  return found;
}"""


def verdicts(page: Page, *records: str, **own: object) -> list[str]:
    found: list[str] = page.evaluate(VERDICTS_ON, [list(records), own])
    return found


# --- Hashes ---

HASHES = """async ([keys, messages]) => {
  const { fromHex, hex, hmac, sha256 } = await import("/static/fair/sha256.js");
  return messages.map((message, at) => [
    hex(sha256(fromHex(message))), hex(hmac(fromHex(keys[at]), fromHex(message))),
  ]);
}"""


def test_hashes_are_those_of_the_standards(modules: Page) -> None:
    """The examples of FIPS 180-4 and of RFC 4231."""
    facts = {
        b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        b"a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    }
    keyed = {
        (b"\x0b" * 20, b"Hi There"): (
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (b"Jefe", b"what do ya want for nothing?"): (
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First"): (
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    }
    messages = [message.hex() for message in facts]
    found = modules.evaluate(HASHES, [["" for _ in messages], messages])
    assert [digest for digest, _ in found] == list(facts.values())
    keys, messages = [key.hex() for key, _ in keyed], [message.hex() for _, message in keyed]
    found = modules.evaluate(HASHES, [keys, messages])
    assert [digest for _, digest in found] == list(keyed.values())


def test_hashes_of_all_lengths_around_a_block(modules: Page) -> None:
    messages = [bytes(range(length)) for length in range(200)]
    keys = [bytes(range(length % 140)) for length in range(200)]
    found = modules.evaluate(
        HASHES, [[key.hex() for key in keys], [message.hex() for message in messages]]
    )
    assert found == [
        [
            hashlib.sha256(message).hexdigest(),
            hmac.digest(key, message, "sha256").hex(),
        ]
        for key, message in zip(keys, messages, strict=True)
    ]


DRAWS = """async (vectors) => {
  const { Dice } = await import("/static/fair/draws.js");
  return vectors.map(({ secret, n, sizes, names = [], kinds = [], ...fair }) => {
    const dice = new Dice({ kinds, players: names, fair }, secret);
    return [dice.drawer(n)(sizes), fair.seeds.map((_, seat) => dice.madeSeed(seat))];
  });
}"""


def test_draws_and_made_seeds_are_those_of_the_vectors(modules: Page) -> None:
    vectors = json.loads((VECTORS / "fair.json").read_text("utf-8"))
    found = modules.evaluate(DRAWS, vectors)
    for vector, (drawn, made) in zip(vectors, found, strict=True):
        assert drawn == vector["drawn"], vector["name"]
        for seat, seed in vector.get("made", {}).items():
            assert made[int(seat)] == seed, vector["name"]


# --- Verdicts ---


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_outcomes_of_random_games_are_followed(game: AnyGame, modules: Page) -> None:
    records = random_records(game, 40, "honest")
    assert set(verdicts(modules, *records)) == {"fair"}
    assert outcomes_of(game)


def test_browser_and_command_agree_on_the_shared_file(modules: Page) -> None:
    differ = []
    for vector in VERDICTS:
        own = {"table": vector["table"]} if "table" in vector else {}
        (here,) = verdicts(modules, vector["record"], **own)
        here = "bad-events" if here == "bad-record" else here
        there, expected = verdict_on(vector), vector["expect"]
        same = here == expected or (expected == "refused" and here != "fair")
        if not same or (here == "fair") != (there == "fair"):
            differ.append((vector["name"], here, there, expected))
    assert differ == []


@pytest.mark.parametrize("game", [PIG, LIARS_CUP], ids=lambda game: game.slug)
def test_changed_outcomes_of_outside_games_are_refused(game: AnyGame, modules: Page) -> None:
    (record,) = random_records(game, 1, "forged")
    lines = [json.loads(line) for line in record.splitlines()]
    fallen = [at for at, line in enumerate(lines) if line.get("by") in ("chance", "table")]
    forged = []
    for at in fallen[:10]:
        text = lines[at]["text"]
        other = text[:-1] + ("5" if text.endswith("6") else "6")
        forged.append(changed(record, partial(tell, at=at, text=other)))
        forged.append(changed(record, partial(leave_out, at=at)))
    assert "fair" not in verdicts(modules, *forged)


def changed(record: str, change: Callable[[Lines], object]) -> str:
    """The record after a change of its lines, with a new seal: it can be computed by anybody."""
    lines = [json.loads(line) for line in record.splitlines()]
    change(lines)
    for n, event in enumerate(lines[1:-1], start=1):
        event["n"] = n
    proof = lines[-1]["result"]["fair"]
    if "seal" in proof:
        proof["seal"] = seal_of_lines(lines)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def seal_of_lines(lines: Lines) -> str:
    header, events, result = lines[0], lines[1:-1], lines[-1]["result"]
    texts = ["cubilete-seal/2", f"{header['game']} {header['edition']} {header['fair']['table']}"]
    texts += [
        f"{kind} {name}" for kind, name in zip(header["kinds"], header["players"], strict=True)
    ]
    texts += [f"{event['n']} {event['by']} {event['text']}" for event in events]
    ending = ["scores", *result.get("scores", []), "winners", *result.get("winners", [])]
    texts.append("abandoned" if result.get("abandoned") else " ".join(map(str, ending)))
    return hashlib.sha256("".join(f"{text}\n" for text in texts).encode()).hexdigest()


def tell(lines: Lines, at: int, text: str, **fair: object) -> None:
    lines[at]["text"] = text
    if fair:
        lines[at]["fair"] = fair


def leave_out(lines: Lines, at: int) -> None:
    lines.pop(at)


def test_records_are_read_as_strictly_as_by_the_command(modules: Page) -> None:
    (record,) = random_records(PIG, 1, "strict")
    for change in (
        lambda text: text.replace('"n":1,', '"n":1.0,', 1),
        lambda text: text.replace('"n":1,', '"n":9,"n":1,', 1),
        lambda text: text.replace('"edition":1,', '"edition":1,"edition":1,', 1),
        lambda text: text.replace("\n", "\n\n", 1),
        lambda text: "\ufeff" + text,
        lambda text: text + text.splitlines()[-1] + "\n",
        lambda text: text.replace('"by":0', '"by":"0"', 1),
        lambda text: text.replace("cubilete-record/1", "cubilete-record/2"),
        lambda text: re.sub(r'"players":\["[^"]*"', r'"players":["\\ud800"', text),
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: "[]",
        lambda text: "null",
    ):
        (code,) = verdicts(modules, change(record))
        assert code != "fair", change(record)[:300]


def set_header(lines: Lines, key: str, value: object) -> None:
    lines[0][key] = value


def test_game_or_edition_without_a_check_is_not_checkable(modules: Page) -> None:
    (record,) = random_records(PIG, 1, "editions")
    for key, value in (("edition", 2), ("game", "parchis"), ("game", "../static/fair/draws")):
        other = changed(record, partial(set_header, key=key, value=value))
        assert verdicts(modules, other) == ["not-checkable"]


# --- What the browser noted ---


def noted_record() -> tuple[str, FairDice]:
    """A record of the second recipe in which somebody brought a seed."""
    for record in random_records(PIG, 30, "notes"):
        dice = prove(read_record(record), PIG).dice
        if dice.recipe.endswith("/2") and 0 < len(dice.made) < len(dice.seeds):
            return record, dice
    raise AssertionError("no such record")


def test_notes_that_agree_change_nothing(modules: Page) -> None:
    record, dice = noted_record()
    lines = [json.loads(line) for line in record.splitlines()]
    own = next(seat for seat in range(len(dice.seeds)) if seat not in dice.made)
    note = {
        "table": dice.table,
        "seed": dice.seeds[own],
        "promise": lines[0]["fair"]["commitment"],
        "prepared": [*lines[0]["fair"]["prepared"], "0" * 64],
        "seal": lines[-1]["result"]["fair"]["seal"],
    }
    others = [{"table": "another", "seed": "f" * 32}, None, 7]
    assert verdicts(modules, record, notes=[note, *others]) == ["fair"]
    assert verdicts(modules, record, notes=[{"table": dice.table}]) == ["fair"]


def test_notes_that_disagree_are_a_no(modules: Page) -> None:
    record, dice = noted_record()
    prepared = list(dice.prepared)
    for code, note in (
        ("own-seed", {"seed": "f" * 32}),
        ("own-seed", {"seed": dice.seeds[dice.made[0]]}),  # made by the table, not brought
        ("own-promise", {"promise": "f" * 64}),
        ("own-promise", {"prepared": prepared[::-1]}),
        ("own-promise", {"prepared": prepared[:1]}),
        ("own-seal", {"seal": "f" * 64}),
    ):
        assert verdicts(modules, record, notes=[{"table": dice.table, **note}]) == [code]


def test_check_lets_the_page_react(modules: Page) -> None:
    """The clock jumps here, so every event counts as long work."""
    (record,) = random_records(PIG, 1, "pause")
    pauses = modules.evaluate(
        """async (record) => {
          const { verdictOn } = await import("/static/fair/verdict.js");
          const [now, later] = [performance.now, window.setTimeout];
          let [clock, pauses] = [0, 0];
          performance.now = () => (clock += 1000);
          window.setTimeout = (step) => { pauses++; return later(step); };
          await verdictOn(record);
          [performance.now, window.setTimeout] = [now, later];
          return pauses;
        }""",
        record,
    )
    assert pauses == len(record.splitlines()) - 2


# --- The page ---

WITHOUT_WEBCRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"


def fetch(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        return str(answer.read().decode())


@pytest.fixture(scope="module")
def finished(server: str) -> dict[str, str]:
    """The table of a finished game of each game, by slug."""
    return {
        game.slug: str(play(server, game.slug, bots=max(1, game.about.players[0] - 1))["table"])
        for game in all_games()
    }


def open_check(browser: Browser, server: str, table: str, language: str = "es") -> Page:
    page = open_page(browser, PHONE, language)
    page.add_init_script(WITHOUT_WEBCRYPTO)
    page.goto(f"{server}/t/{table}/verify")
    return page


def choose_file(page: Page, record: str) -> None:
    content = {"name": "r.jsonl", "mimeType": "application/x-ndjson", "buffer": record.encode()}
    page.set_input_files("#file", content)  # type: ignore[arg-type]


def test_page_says_yes_to_honest_dice_without_webcrypto(
    server: str, browser: Browser, finished: dict[str, str]
) -> None:
    for table in finished.values():
        page = open_check(browser, server, table)
        record = read_record(fetch(f"{server}/t/{table}/record"))
        outcomes = sum(event.by == "chance" for event in record.events)
        expect(page.locator("#verify")).to_have_text(
            f"Sí: las {outcomes} tiradas y cartas son las que la mesa prometió."
        )
        page.context.close()


def first(lines: Lines, word: str) -> int:
    return next(
        at for at, line in enumerate(lines) if str(line.get("text", "")).startswith(f"{word} ")
    )


def all_sixes(lines: Lines) -> None:
    tell(lines, first(lines, "roll"), "roll 6 6 6 6 6 6", of=[], drawn=[])


def all_sixes_drawn(lines: Lines) -> None:
    tell(lines, first(lines, "roll"), "roll 6 6 6 6 6 6", of=[6] * 6, drawn=[5] * 6)


def card_exchanged(lines: Lines) -> None:
    offers = [at for at, line in enumerate(lines) if str(line.get("text")).startswith("offer ")]
    lines[offers[0]]["text"], lines[offers[1]]["text"] = (
        lines[offers[1]]["text"],
        lines[offers[0]]["text"],
    )


def faces_moved(lines: Lines) -> None:
    """Each colour gets the face of the next one, in a roll that shows different faces."""
    for line in lines:
        dice = str(line.get("text", "")).split(" ")[1:]
        faces = [die[1:] for die in dice]
        if line.get("by") == "chance" and dice[0][0] in "WYRGBK" and len(set(faces)) > 1:
            moved = zip(dice, faces[1:] + faces[:1], strict=True)
            line["text"] = "roll " + " ".join(die[0] + face for die, face in moved)
            return


def other_start(lines: Lines) -> None:
    at = first(lines, "start")
    lines[at]["text"] = "start 0" if lines[at]["text"] == "start 1" else "start 1"


def unknown_outcome(lines: Lines) -> None:
    tell(lines, first(lines, "roll"), "rest", of=[], drawn=[])


def roll_left_out(lines: Lines) -> None:
    lines.pop(first(lines, "roll"))


def end_cut_off(lines: Lines) -> None:
    del lines[len(lines) // 2 : -1]


def no_events(lines: Lines) -> None:
    del lines[1:-1]


FORGERIES = [
    ("seis-dados", all_sixes),
    ("seis-dados", all_sixes_drawn),
    ("seis-dados", other_start),
    ("seis-dados", unknown_outcome),
    ("seis-dados", roll_left_out),
    ("seis-dados", end_cut_off),
    ("seis-dados", no_events),
    ("216", card_exchanged),
    ("216", other_start),
    ("twenty-one", faces_moved),
    ("twenty-one", other_start),
]


def test_page_says_no_to_forged_dice(
    server: str, browser: Browser, finished: dict[str, str]
) -> None:
    for slug, forge in FORGERIES:
        table = finished[slug]
        honest = fetch(f"{server}/t/{table}/record")
        page = open_check(browser, server, table)
        status = page.locator("#verify")
        expect(status).to_contain_text("Sí: ")
        choose_file(page, changed(honest, forge))
        expect(status).to_contain_text("No: ")
        assert status.get_attribute("role") == "status"
        choose_file(page, honest)
        expect(status).to_contain_text("Sí: ")
        page.context.close()


def test_page_of_a_table_insists_on_its_own_table(
    server: str, browser: Browser, finished: dict[str, str]
) -> None:
    page = open_check(browser, server, finished["216"], "en")
    status = page.locator("#verify")
    expect(status).to_contain_text("Yes: ")
    other = fetch(f"{server}/t/{finished['seis-dados']}/record")
    for record in (other, changed(other, no_events)):
        choose_file(page, record)
        expect(status).to_have_text("No: this is the record of another table.")
    expect(page.locator("#claims")).to_be_hidden()
    expect(page.locator("#own")).to_be_empty()


def open_check_of_import(browser: Browser, server: str, record: str, language: str = "en") -> Page:
    """The page that checks an imported record, and any other."""
    page = open_page(browser, PHONE, language)
    page.goto(f"{server}/replay")
    page.locator("textarea").fill(record)
    page.locator("main button.btn").first.click()
    page.wait_for_url("**/r/*")
    page.goto(f"{page.url}/verify")
    expect(page.locator("#verify")).to_contain_text(re.compile("^(Sí|Yes): "))
    return page


def test_imported_record_is_checked_without_a_table(
    server: str, browser: Browser, finished: dict[str, str]
) -> None:
    record = fetch(f"{server}/t/{finished['dizzle']}/record")
    page = open_check_of_import(browser, server, record)
    choose_file(page, fetch(f"{server}/t/{finished['216']}/record"))
    expect(page.locator("#verify")).to_contain_text("Yes: ")


CLAIMED = (
    "seis-dados: honest",
    "seis-dados: nobody brought a seed",
    "pa-fuera: pa-fuera given up",
    "seis-dados /1: honest",
    "seis-dados /1: end cut off",
    "seis-dados: end cut off, sealed anew: not proven",
)


@pytest.mark.parametrize("language", ["es", "en"])
def test_page_says_what_is_proven_and_what_is_not_as_the_command_does(
    language: str, server: str, browser: Browser
) -> None:
    """All but the rules, which only the command checks."""
    records = {vector["name"]: vector["record"] for vector in VERDICTS}
    page = open_check_of_import(browser, server, records[CLAIMED[0]], language)
    for name in CLAIMED:
        for compared in (Compared(), Compared(commitment=True), Compared(True, True)):
            proof = prove(read_record(records[name]))
            if compared.seal and not proof.seal:
                continue  # the first recipe has none
            noted = {
                "table": proof.dice.table,
                **({"promise": commitment_of(proof.dice.secret)} if compared.commitment else {}),
                **({"seal": proof.seal} if compared.seal else {}),
            }
            page.evaluate(NOTE, noted)
            choose_file(page, records[name])
            expect(page.locator("#verify")).to_contain_text(re.compile("^(Sí|Yes): "))
            proven = [each.words for each in covers(proof, compared) if each.code != "rules"]
            expect(page.locator("#covers li")).to_have_text([say(w, language) for w in proven])
            unproven = [each.words for each in limits(proof, compared)]
            first = page.locator("#limits li").first
            expect(first).to_contain_text({"es": "Las reglas: ", "en": "Rules: "}[language])
            found = page.locator("#limits li:not(:first-child)")
            expect(found).to_have_text([say(words, language) for words in unproven])


NOTE = "note => localStorage.setItem('cubilete-seeds', JSON.stringify([note]))"


def test_page_says_no_where_its_own_notes_disagree(
    server: str, browser: Browser, finished: dict[str, str]
) -> None:
    table = finished["pa-fuera"]
    page = open_check(browser, server, table, "en")
    status, own = page.locator("#verify"), page.locator("#own")
    expect(own).to_have_text("This browser added no seed to this game.")
    lines = [json.loads(line) for line in fetch(f"{server}/t/{table}/record").splitlines()]
    fair, proof = lines[0]["fair"], lines[-1]["result"]["fair"]
    for note, sentence in (
        ({"seed": "f" * 32}, "No: the seed that this browser sent is not among them."),
        ({"promise": "f" * 64}, "No: the promise is not the one that this browser noted"),
        ({"prepared": ["f" * 64] * 4}, "No: the promise is not the one that this browser noted"),
        ({"seal": "f" * 64}, "No: the seal is not the one that this browser noted"),
    ):
        page.evaluate(NOTE, {"table": table, **note})
        page.reload()
        expect(status).to_contain_text(sentence)
        expect(own).to_be_empty()
    right = {"seed": fair["seeds"][0], "promise": fair["commitment"], "seal": proof["seal"]}
    page.evaluate(NOTE, {"table": table, "prepared": fair["prepared"], **right})
    page.reload()
    expect(status).to_contain_text("Yes: ")
    expect(own).to_have_text("The seed that this browser added is among them.")


def test_game_without_a_check_is_not_checkable_on_the_page(
    server: str, browser: Browser, finished: dict[str, str]
) -> None:
    page = open_page(browser, PHONE, "en")
    page.route("**/games/dizzle/outcomes.js", lambda route: route.fulfill(status=404))
    page.goto(f"{server}/t/{finished['dizzle']}/verify")
    expect(page.locator("#verify")).to_contain_text("This page can't check this game")
    expect(page.locator("main code")).to_contain_text("cubilete verify")


def test_page_is_accessible_and_used_by_keyboard(
    server: str, browser: Browser, finished: dict[str, str]
) -> None:
    for language in ("es", "en"):
        page = open_check(browser, server, finished["216"], language)
        expect(page.locator("#verify")).to_contain_text(re.compile("^(Sí|Yes): "))
        assert faults_of(page, "verify") == []
        page.locator("#file").focus()
        expect(page.locator("#file")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.locator("main a.btn")).to_be_focused()
        page.context.close()


def test_page_of_a_game_that_is_not_over_says_so(server: str, browser: Browser) -> None:
    page = open_page(browser, PHONE, "en")
    page.goto(server)
    page.locator("form:has(input[name=game][value='dizzle']) button[name=now]").click()
    page.wait_for_selector("main.game")
    page.goto(f"{page.url}/verify")
    expect(page.locator("#verify")).to_contain_text("or it isn't over")
