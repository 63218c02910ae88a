"""The history on the pages: sentences with small dice in rounds, and details only where wanted."""

import gc
import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games, find_game
from cubilete.core.message import Dice, Listing, Message, SeatName, plain_dice
from cubilete.core.rng import seeded
from cubilete.core.state import pick_seat
from cubilete.language import LANGUAGES, say
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.opening import new_plan
from cubilete.table.plan import PERSON
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.side.history import with_dice
from cubilete.web.html.table_part import table_part
from cubilete.web.html.viewer import Viewer

NAMES = ["Ana", "Luis", "Eva"]
TAGS = re.compile(r"<[^>]*>")
CODES = re.compile(r"\b[GORV]\d\d\b")
ROUND = {"es": r"(Ronda|Turno) \d+|El comienzo", "en": r"(Round|Turn) \d+|The start"}


def played_table(game: AnyGame, players: int, moves: int) -> Table:
    players = max(players, game.about.players[0])
    table = Table(new_plan(game, (PERSON,) * players, table="t", secret="ab" * 32))
    for seat in range(players):
        table.apply(changes.sit(table, seat, NAMES[seat], f"owner {seat}", ""))
    if table.match is None:
        table.apply(changes.start(table))
    rng = seeded("history")
    for step in range(moves):
        if not table.playing:
            break
        seat = pick_seat(table.state.acting(), rng)
        text = table.state.text(seat, table.state.choose(seat, rng))
        table.apply(changes.move(table, seat, text, table.last_event(seat), str(step)))
    return table


def drawn(table: Table, language: str, details: bool, seat: int | None = 0) -> str:
    viewer = Viewer(language, "auto", "", details)
    mine = () if seat is None else (seat,)
    return table_part(viewer, Perspective(table, mine, seat)).whole


def history_of(page: str) -> str:
    return page[page.index('id="t-log"') :].partition("</section>")[0]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("language", LANGUAGES)
def test_history_is_sentences_in_rounds_and_notation_is_a_detail(
    game: AnyGame, language: str
) -> None:
    table = played_table(game, 2, 14)
    plain = history_of(drawn(table, language, details=False))
    assert "<code>" not in plain
    titles = re.findall(r'<h3[^>]*class="round">([^<]*)</h3>', plain)
    assert titles
    assert all(re.match(ROUND[language], title) for title in titles)
    assert len(titles) == len(set(titles))
    assert plain.count("<ol") == plain.count("</ol>") == len(titles)
    detailed = history_of(drawn(table, language, details=True))
    events = table.seen_by(0)[-30:]
    assert detailed.count("<code>") == len(events)
    assert all(f"<code>{event.text}</code>" in detailed for event in events)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_dice_of_the_history_are_drawn_and_have_words(game: AnyGame) -> None:
    table = played_table(game, 2, 6)
    page = history_of(drawn(table, "es", details=False))
    found = re.findall(
        r'<span class="inline-dice" role="img" aria-label="([^"]+)">(.*?)</span>', page
    )
    assert found
    for label, svg in found:
        assert re.findall(r"[1-6]", label) == re.findall(r"#d([1-6])", svg)


def test_words_of_others_are_escaped_beside_the_dice() -> None:
    message = Message(
        "{who} & {dice}", {"who": "<i>", "dice": Dice("red 3", {}, shown=(("R", 3),))}
    )
    html = with_dice(message, lambda each: say(each, "en"))
    assert html.startswith("&lt;i&gt; &amp; <span")
    assert 'aria-label="red 3"><svg data-c="R"><use href="/s/i.svg#d3"/></svg></span>' in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2])
def test_no_code_of_a_card_is_on_the_table_without_details(language: str, players: int) -> None:
    for moves in (3, 9, 20, 33):
        table = played_table(find_game("216"), players, moves)
        for seat in (0, None):
            plain = TAGS.sub(" ", drawn(table, language, details=False, seat=seat))
            assert not CODES.search(plain)
        labels = re.findall(r'(?:aria-label|data-why)="([^"]*)"', drawn(table, language, False))
        assert labels
        assert not [label for label in labels if CODES.search(label)]
    assert CODES.search(TAGS.sub(" ", drawn(table, language, details=True)))


@pytest.mark.rule("216-15")
@pytest.mark.parametrize(("language", "takes"), [("es", "La IA se lleva"), ("en", "The AI takes")])
def test_automaton_sits_among_the_players_with_its_cards_and_its_lines(
    language: str, takes: str
) -> None:
    table = played_table(find_game("216"), 1, 14)
    page = drawn(table, language, details=False)
    points = table.view(None).scores[1]
    assert points
    plates = page[page.index('<ol class="seats"') :].partition("</ol>")[0]
    assert re.search(rf'href="#hoja-1".*<b class="num">{points}</b>', plates)
    sheet = page[page.index('id="hoja-1"') :].partition("</section>")[0]
    assert f'<b class="num">{points}</b></header>' in sheet
    assert 0 < sheet.count("<li>") <= 5
    assert takes in sheet
    assert takes in history_of(page)
    assert "seal extra" in history_of(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fingerprints_are_a_detail_and_the_seal_is_noted_without_it(language: str) -> None:
    table = played_table(find_game("216"), 2, 10**6)
    assert table.over
    fingerprint = table.seats[0].fingerprint
    plain, detailed = (drawn(table, language, details) for details in (False, True))
    for page in (plain, detailed):
        assert "data-seal=" in page
    text = TAGS.sub(" ", plain)
    assert fingerprint[:8] not in text
    assert table.commitment[:8] not in text
    assert fingerprint in TAGS.sub(" ", detailed)
    assert table.commitment in TAGS.sub(" ", detailed)


# --- The switch ---


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(SqliteStore(":memory:"), Settings(pace=60))) as client:
        yield client


@pytest.mark.parametrize(("language", "word"), [("es", "Detalles"), ("en", "Details")])
def test_switch_in_the_menu_is_remembered_and_needs_no_script(
    client: TestClient, language: str, word: str
) -> None:
    client.headers["accept-language"] = language
    new = {"game": "216", "people": 1, "bots": 0, "name": "Ana"}
    path = f"/t/{client.post('/api/tables', json=new).json()['table']}"
    for value, shown in (("on", False), ("off", True), ("on", False)):
        page = client.get(path).text
        assert ("<code>" in page) is shown
        form = page[: page.index('name="details"')].rpartition("<form")[2]
        assert (
            f'aria-pressed="{"true" if shown else "false"}"' in page.partition('name="details"')[2]
        )
        assert f'value="{value}"' in page.partition('name="details"')[2][:12]
        assert word in page
        token = re.search(r'name="token" value="([0-9a-f]*)"', form)
        assert token
        data = {"token": token[1], "back": path, "details": value}
        assert client.post("/settings", data=data).url.path == path


def test_details_are_off_unless_they_are_switched_on(client: TestClient) -> None:
    new = {"game": "216", "people": 1, "bots": 0, "name": "Ana"}
    path = f"/t/{client.post('/api/tables', json=new).json()['table']}"
    client.cookies.set("details", "nonsense")
    assert "<code>" not in client.get(path).text


# --- Parts that are kept ---


def test_undone_decision_leaves_the_history() -> None:
    table = played_table(find_game("pa-fuera"), 2, 0)
    seat = table.state.to_act[0]
    before = history_of(drawn(table, "es", details=True, seat=seat))
    text = next(each for each in table.state.legal_texts(seat) if each.startswith("call"))
    table.apply(changes.move(table, seat, text, table.last_event(seat), "1"))
    assert f"<code>{text}</code>" in history_of(drawn(table, "es", details=True, seat=seat))
    if table.may_undo(seat):
        table.apply(changes.undo(table, seat))
        assert history_of(drawn(table, "es", details=True, seat=seat)) == before


def test_hidden_dice_are_in_nobody_elses_history() -> None:
    table = played_table(find_game("pa-fuera"), 2, 0)
    assert table.match is not None
    shaken = next(event for event in table.match.events if event.to == (1,))
    own = history_of(drawn(table, "es", details=True, seat=1))
    assert f"<code>{shaken.text}</code>" in own
    for seat in (0, None):
        other = history_of(drawn(table, "es", details=True, seat=seat))
        assert shaken.text not in other
        assert "Luis" not in other


# --- Refusals ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusal_names_the_player_not_the_seat(client: TestClient, language: str) -> None:
    client.headers["accept-language"] = language
    new = {"game": "pa-fuera", "people": 3, "bots": 0, "name": "Ana"}
    opened = client.post("/api/tables", json=new).json()
    path, tokens = f"/api/tables/{opened['table']}", [opened["token"]]
    for seat in (1, 2):
        sitting = client.post(f"{path}/sit", json={"name": NAMES[seat], "seat": seat}).json()
        tokens.append(sitting["token"])
    waits = client.get(path).json()["view"]["to_act"][0]
    other = (waits + 1) % 3
    own = {"authorization": f"Bearer {tokens[other]}"}
    move = {"text": "call 3", "on": client.get(path, headers=own).json()["on"]}
    refused = client.post(f"{path}/moves", json=move, headers=own)
    assert refused.status_code in (409, 422)
    assert NAMES[other] in refused.json()["detail"]
    assert not re.search(r"(asiento|seat) \d", refused.json()["detail"])


# --- Garbage ---


def test_sentences_leave_nothing_for_the_collector() -> None:
    """Reference cycles in what is said and drawn at every move make the collector stop the server
    for tenths of a second."""
    who = Listing([SeatName(0), Message("{name}", {"name": "Eva"})])
    message = Message("{who} roll {dice}", {"who": who, "dice": plain_dice("1 2")})
    names = ("Ana", "Eva")
    gc.collect()
    gc.disable()
    try:
        for _ in range(50):
            with_dice(message, lambda each: say(each, "es", names))
            message.named(names)
        assert gc.collect() < 50
    finally:
        gc.enable()
