"""Replays of finished games and of imported records."""

import json
import re

import pytest
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games, find_game
from cubilete.core.match import Match
from cubilete.core.record import Record
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.web.http.limits import LARGEST_BODY, PERSON_RATES, Kind

from .test_app import client as client  # the fixture
from .test_app import token_of

RECORD_TYPE = {"content-type": "application/x-ndjson"}
HOSTILE = "<script>alert(1)</script>\x02\x03\u202e\"'><img src=x onerror=alert(1)>"


def random_game(
    game: AnyGame, names: list[str], most: int = 10**6, with_legal: bool = False
) -> Record:
    """A random game, or its first events."""
    rng = seeded("replays", game.slug)
    match = Match(game, names, with_legal=with_legal)
    while not match.state.over and len(match.events) < most:
        by = CHANCE if match.state.turn() == CHANCE else pick_seat(match.state.acting(), rng)
        code = match.state.sample(rng) if by == CHANCE else match.state.choose(by, rng)
        match.apply(by, code)
    return match.record()


def names_for(game: AnyGame) -> list[str]:
    return ["Ana", "Luis", "Eva", "Pau"][: game.about.players[0]]


def import_record(client: TestClient, text: str) -> str:
    """Imports a record by the form; returns the path of its replay."""
    files = {"file": ("game.jsonl", text.encode(), "application/x-ndjson")}
    answer = client.post("/replay", data={"token": token_of(client)}, files=files)
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_record_is_replayed_from_every_seat(game: AnyGame, client: TestClient) -> None:
    record = random_game(game, names_for(game))
    path = import_record(client, record.to_text())
    most = len(record.events)
    for n in (0, 1, most // 3, most // 2, most):
        for eyes in ("", *map(str, range(len(record.header.players)))):
            page = client.get(path, params={"n": n, "eyes": eyes})
            assert page.status_code == 200
            assert f"Move {n} of {most}" in page.text
            assert 'name="pick"' not in page.text.replace('<form id="pick"', "")
            assert "/move" not in page.text
    assert client.get(f"{path}/record").text == record.to_text()
    assert client.get(f"{path}/verify").status_code == 200


def test_hidden_event_is_shown_only_from_its_seat(client: TestClient) -> None:
    record = random_game(find_game("pa-fuera"), ["Ana", "Luis", "Eva"])
    path = import_record(client, record.to_text())
    shaken = next(event for event in record.events if event.to == (1,))
    asked = {"n": str(shaken.n + 1)}
    client.cookies.set("details", "on")
    for eyes in ("", "0", "2"):
        assert shaken.text not in client.get(path, params={**asked, "eyes": eyes}).text
    seen = client.get(path, params={"n": str(shaken.n), "eyes": "1"}).text
    assert shaken.text in seen
    unseen = client.get(path, params={"n": str(shaken.n)}).text
    assert "Something happens that can&#39;t be seen from this seat." in unseen


def test_history_links_to_its_events_and_turns_can_be_skipped(client: TestClient) -> None:
    record = random_game(find_game("seis-dados"), ["Ana", "Luis"])
    path = import_record(client, record.to_text())
    assert record.events[11].text not in client.get(path, params={"n": "30"}).text
    client.cookies.set("details", "on")
    page = client.get(path, params={"n": "30", "eyes": "1"}).text
    assert f'href="{path}?n=12&amp;eyes=1" data-step' in page
    assert record.events[11].text in page
    steps = re.findall(
        r'href="[^"]*\?n=(\d+)[^"]*" data-step aria-label="(?:Previous|Next) turn', page
    )
    before, after = (int(step) for step in steps)
    assert before < 30 < after
    assert record.events[after].by != record.events[after - 2].by
    assert isinstance(record.events[after].by, int)


def test_pasted_text_is_the_same_record_as_the_file(client: TestClient) -> None:
    text = random_game(find_game("dizzle"), ["Ana"]).to_text()
    path = import_record(client, text)
    pasted = text.replace("\n", "\r\n") + "\r\n  \r\n"
    data = {"token": token_of(client), "text": pasted}
    answer = client.post("/replay", data=data, files={"file": ("", b"")})
    assert answer.url.path == path
    by_program = client.post("/api/records", content=text.encode(), headers=RECORD_TYPE)
    assert by_program.status_code == 201
    assert by_program.json() == {"record": path.removeprefix("/r/"), "link": path}


def test_unfinished_and_abandoned_games_are_replayed_to_their_last_event(
    client: TestClient,
) -> None:
    for game in all_games():
        record = random_game(game, names_for(game), most=20)
        assert record.result is None
        path = import_record(client, record.to_text())
        last = client.get(path, params={"n": "999"}).text
        assert "the recording ends here" in last
        assert 'aria-disabled="true"' not in last
    given_up = record.to_text() + '{"result":{"abandoned":true}}\n'
    last = client.get(import_record(client, given_up), params={"n": "999"}).text
    assert "The game was abandoned." in last


def header(**more: object) -> str:
    usual = {"format": "cubilete-record/1", "game": "seis-dados", "edition": 1}
    rest = {"players": ["Ana", "Luis"], "options": {}, "material": {}}
    return json.dumps({**usual, **rest, **more}) + "\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1: The record is empty."),
        ("nonsense", "Line 1: This line is not JSON."),
        (header(game="parchis"), "Line 1: There is no game “parchis”."),
        (header(edition=9), "Line 1: Unknown edition of seis-dados: 9."),
        (header(options={"end_at": 0}), "Line 1: "),
        (header() + '{"n":1,"by":"chance","text":"start 1"}\n[]\n', "Line 3: "),
        (header() + '{"n":1,"by":0,"text":"assign ones 1"}\n', "Line 2: "),
        (header() + "[" * 60_000, "Line 2: This line is not JSON."),
    ],
)
def test_wrong_record_is_refused_with_the_line(
    text: str, sentence: str, client: TestClient
) -> None:
    data = {"token": token_of(client), "text": text}
    page = client.post("/replay", data=data, files={"file": ("", b"")})
    assert page.status_code == 422
    assert sentence in page.text
    problem = client.post("/api/records", content=text.encode(), headers=RECORD_TYPE)
    assert problem.status_code == 422
    assert problem.json()["detail"].startswith(sentence)


def test_binary_file_is_refused(client: TestClient) -> None:
    files = {"file": ("game.jsonl", b"\xff\xfe\x00", "application/x-ndjson")}
    answer = client.post("/replay", data={"token": token_of(client)}, files=files)
    assert answer.status_code == 422
    assert "Line 1: This line is not UTF-8." in answer.text


def test_hostile_names_and_unknown_fields_are_escaped(client: TestClient) -> None:
    record = random_game(find_game("seis-dados"), [HOSTILE, ""])
    first, *rest = record.to_text().splitlines()
    first = json.dumps({**json.loads(first), "place": HOSTILE, "fair": HOSTILE})
    path = import_record(client, "\n".join([first, *rest]) + "\n")
    for eyes in ("", "0"):
        page = client.get(path, params={"n": "7", "eyes": eyes}).text
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert not {"\x02", "\x03", "\u202e"} & set(page)
    part = client.get(path, params={"n": "7"}, headers={"x-part": "1"})
    assert part.status_code == 200
    assert json.loads(client.get(f"{path}/record").text.splitlines()[0])["place"] == HOSTILE


def test_long_bodies_are_accepted_for_records_only(client: TestClient) -> None:
    record = random_game(find_game("seis-dados"), ["Ana", "Luis", "Eva"], with_legal=True)
    text = record.to_text()
    assert len(text) > LARGEST_BODY
    assert client.get(import_record(client, text)).status_code == 200
    assert client.post("/api/records", content=b"x" * (2**21 + 1)).status_code == 413
    assert client.post("/replay", content=b"x" * (2**21 + 1)).status_code == 413
    assert client.post("/tables", content=text.encode()).status_code == 413


def test_imported_record_is_not_a_table(client: TestClient) -> None:
    path = import_record(client, random_game(find_game("dizzle"), ["Ana"], most=20).to_text())
    name = path.removeprefix("/r/")
    assert client.get(f"/t/{name}").status_code == 404
    assert client.get(f"/api/tables/{name}").status_code == 404
    data = {"token": token_of(client), "seat": "0", "text": "quit"}
    assert client.post(f"/t/{name}/move", data=data).status_code == 404
    assert client.get("/r/nothing").status_code == 404
    assert client.get("/r/nothing/record").status_code == 404
    assert client.get("/r/nothing/verify").status_code == 404
    assert name not in client.get("/").text


def test_form_of_another_site_imports_nothing(client: TestClient) -> None:
    client.get("/")
    assert client.post("/replay", data={"text": header()}).status_code == 403


def test_import_of_too_many_records_is_refused(client: TestClient) -> None:
    statuses = [client.post("/api/records", content=b"x", headers=RECORD_TYPE).status_code]
    while statuses[-1] != 429:  # on a slow machine some of the rate comes back meanwhile
        assert statuses[-1] == 422
        assert len(statuses) < 200
        statuses.append(client.post("/api/records", content=b"x", headers=RECORD_TYPE).status_code)
    assert len(statuses) > PERSON_RATES[Kind.RECORD].at_once


def test_home_links_to_the_import(client: TestClient) -> None:
    assert 'href="/replay"' in client.get("/").text
    assert "A saved game" in client.get("/replay").text
