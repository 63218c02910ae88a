"""Pages call people by their names, never by the numbers of their seats, and names turn no text."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games, find_game
from cubilete.core.rng import seeded
from cubilete.core.state import pick_seat
from cubilete.language import say
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.errors import NotYours
from cubilete.table.opening import new_plan
from cubilete.table.plan import PERSON, Plan, Reservation
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app
from cubilete.web.html.addresses import Address
from cubilete.web.html.perspective import Gathering, Perspective
from cubilete.web.html.table_part import table_part
from cubilete.web.html.viewer import Viewer

NAMES = ["Ana", "Luis", "Eva", "Leo", "Mar", "Sol"]
NUMBERED = re.compile(r"\b(asientos?|seats?) \d", re.IGNORECASE)
TAGS = re.compile(r"<[^>]*>")


def table_of(game: AnyGame, people: Sequence[str] = NAMES) -> Table:
    players = game.about.players[0] + 1
    setup = game.setup(players, {})
    options = json.loads(json.dumps(setup.options))
    kinds = (PERSON,) * players
    table = Table(Plan("t", game.slug, kinds, options, setup.material, "random", False, "ab" * 32))
    for seat in range(players):
        table.apply(changes.sit(table, seat, people[seat], f"owner {seat}", ""))
    table.apply(changes.start(table))
    return table


def sentences(table: Table, seat: int | None, language: str) -> list[str]:
    """All sentences of a game about this position, for a seat or a spectator."""
    game, names = table.game, table.names()
    view = game.rules.view(table.state, seat)
    messages = [game.words.ask(view), game.words.remark(view)]
    messages += [game.words.offer(view, text) for text in view.legal]
    messages += [game.words.seat_note(view, other) for other in range(len(names))]
    for event in table.seen_by(seat)[-3:]:
        who = names[event.by] if isinstance(event.by, int) else ""
        messages.append(game.words.tell(who, event.by, event.text))
    return [say(message, language, names) for message in messages]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_no_sentence_has_the_number_of_a_seat(game: AnyGame) -> None:
    table = table_of(game)
    rng = seeded("names")
    step = 0
    while table.playing:
        language = ("es", "en")[step % 2]
        seat = pick_seat(table.state.acting(), rng)
        for reader in (seat, None):
            for sentence in sentences(table, reader, language):
                assert not NUMBERED.search(sentence), sentence
        if step % 20 == 0:
            part = table_part(Viewer(language, "auto", ""), Perspective(table, (0,), 0)).whole
            assert not NUMBERED.search(TAGS.sub(" ", part))
        text = table.state.text(seat, table.state.choose(seat, rng))
        table.apply(changes.move(table, seat, text, table.last_event(seat), str(step)))
        step += 1


def test_history_names_the_first_player() -> None:
    for game in all_games():
        table = table_of(game)
        part = table_part(Viewer("es", "auto", ""), Perspective(table, (), None)).whole
        starts = [event.text for event in table.seen_by(None) if event.text.startswith("start ")]
        for text in starts:
            name = NAMES[int(text.removeprefix("start "))]
            assert re.search(f"(Empieza|Tira primero) {name}", part)


# --- Names that run from right to left ---

HEBREW = ["דוד", "שרה", "יוסף", "מרים", "רחל"]
ISOLATED = re.compile(r"<bdi>[^<]*</bdi>|\u2068[^\u2069]*\u2069")


def test_names_are_isolated_wherever_a_page_has_them() -> None:
    """The first letter in a seal stands alone; everything else has an isolate around the name."""
    rng = seeded("isolated")
    for game in all_games():
        table = table_of(game, HEBREW)
        table.apply(changes.chat(table, 0, "hola"))
        step = 0
        while table.playing:
            seat = pick_seat(table.state.acting(), rng)
            if step % 10 == 0:
                assert_isolated(table, seat)
            text = table.state.text(seat, table.state.choose(seat, rng))
            table.apply(changes.move(table, seat, text, table.last_event(seat), str(step)))
            step += 1
        assert_isolated(table, 0)


def assert_isolated(table: Table, seat: int) -> None:
    page = table_part(Viewer("en", "auto", ""), Perspective(table, (seat,), seat)).whole
    assert f"<bdi>{HEBREW[0]}</bdi>" in page
    rest = ISOLATED.sub("", page)
    for name in HEBREW:
        assert name not in rest, rest[rest.index(name) - 200 :][:400]
    seals = re.findall(r'<span class="seal[^"]*"[^>]*>(.?)</span>', page)
    assert seals
    assert set(seals) <= {"·", *(name[0] for name in HEBREW)}


def test_gathering_and_whole_pages_isolate_names() -> None:
    with TestClient(create_app(SqliteStore(":memory:"), Settings(pace=60))) as client:
        new = {"game": "dizzle", "people": 2, "bots": 0, "name": HEBREW[0]}
        table = client.post("/api/tables", json=new).json()["table"]
        waiting = client.get(f"/t/{table}").text
        client.post(f"/api/tables/{table}/sit", json={"name": HEBREW[1], "seat": 1})
        for page in (waiting, client.get(f"/t/{table}").text):
            assert HEBREW[0] in page
            assert not [name for name in HEBREW if name in ISOLATED.sub("", page)]


def test_page_of_the_opener_isolates_names() -> None:
    """Of people who can be removed, and of people whom seats of a rematch wait for."""
    game = find_game("dizzle")
    kinds, reserved = (PERSON,) * 3, (None, None, Reservation("owner 2", HEBREW[2]))
    plan = new_plan(game, kinds, table="t", secret="ab" * 32)
    table = Table(replace(plan, reserved=reserved))
    for seat in (0, 1):
        table.apply(changes.sit(table, seat, HEBREW[seat], f"owner {seat}", ""))
    gathering = Gathering(
        opens=True,
        open_seats=(),
        invitation="",
        invited=False,
        address=Address("http://localhost/t/t", reachable=False),
        links=(),
        picture=Address("http://localhost/preview.png", reachable=False),
    )
    seen = Perspective(table, (0,), None, gathering=gathering)
    page = table_part(Viewer("en", "auto", ""), seen).whole
    for name in HEBREW[:3]:
        assert name in page
        assert name not in ISOLATED.sub("", page)
    with pytest.raises(NotYours, match=f"\u2068{HEBREW[2]}\u2069"):
        changes.sit(table, 2, "Eva", "stranger", "")


def test_look_alike_is_refused_by_page_and_api() -> None:
    app = create_app(SqliteStore(":memory:"), Settings(pace=60))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        new = {"game": "dizzle", "people": 3, "bots": 0, "name": "Ana"}
        table = client.post("/api/tables", json=new).json()["table"]
        refused = client.post(f"/api/tables/{table}/sit", json={"name": "Аna", "seat": 1})
        assert (refused.status_code, refused.json()["title"]) == (422, "similar-name")
        token = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
        assert token
        sitting = {"token": token[1], "seat": "1", "name": "Bot 2"}
        page = client.post(f"/t/{table}/sit", data=sitting)
        assert page.status_code == 422
        assert "That is a bot&#39;s name" in page.text
