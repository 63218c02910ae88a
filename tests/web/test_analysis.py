"""The analysis of a finished game: pages without a script, and the JSON API."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games, find_game, read_record
from cubilete.bots import stepwise
from cubilete.bots.report import analyse
from cubilete.bots.summary import summary
from cubilete.core.parts.policy import Effort
from cubilete.core.strategy import Strategy
from cubilete.store.sqlite import SqliteStore
from cubilete.study.simulate import Simulation
from cubilete.web.app import Settings, create_app
from cubilete.web.http.limits import Kind, Limits, Rate

from .test_app import client as client  # the fixture
from .test_app import token_of
from .test_replays import RECORD_TYPE, import_record
from .waiting import LIMIT

QUICK = Effort(value=4, decision=8, shortlist=3)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few playouts, and random ones: what they find is not what these tests are about."""
    monkeypatch.setattr(stepwise, "usual_effort", lambda game, events: QUICK)
    for game in all_games():
        monkeypatch.setattr(type(game.policy), "strategy", lambda self, setup: Strategy())


def played(game: AnyGame, players: int) -> str:
    return Simulation(game, ("random",) * players, 4).match(1).record().to_text()


def wait_until_done(client: TestClient, api: str) -> None:
    deadline = time.monotonic() + LIMIT
    while (found := client.get(f"{api}/progress").json())["state"] != "done":
        assert found["state"] in ("waiting", "running"), found
        assert found["done"] <= found["total"]
        assert time.monotonic() < deadline
        time.sleep(0.02)


def finished_table(client: TestClient) -> tuple[str, str]:
    """A game of one person against a bot, played to its end; its name and the person's token."""
    seated = client.post("/api/tables", json={"game": "dizzle", "people": 1, "bots": 0}).json()
    name, headers = seated["table"], {"Authorization": f"Bearer {seated['token']}"}
    while not (look := client.get(f"/api/tables/{name}", headers=headers).json())["over"]:
        move = {"text": look["view"]["legal"][0], "on": look["on"]}
        assert client.post(f"/api/tables/{name}/moves", json=move, headers=headers).is_success
    return name, seated["token"]


GAMES = [
    pytest.param(game, players, id=f"{game.slug}-{players}")
    for game in all_games()
    for players in {game.about.players[0], game.about.players[-1]}
    if (game.slug, players) != ("216", 6)  # at random it takes thousands of turns
]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_imported_record_is_analysed_without_a_script(
    game: AnyGame, players: int, client: TestClient
) -> None:
    path = import_record(client, played(game, players))
    asked = client.get(f"{path}/analysis")
    assert f'action="{path}/analysis"' in asked.text
    assert f'href="{path}/analysis"' in client.get(path).text
    shown = client.post(f"{path}/analysis", data={"token": token_of(client)})
    assert shown.url.path == f"{path}/analysis"
    if "<progress" in shown.text:
        assert '<noscript><meta http-equiv="refresh"' in shown.text
        wait_until_done(client, f"/api/records/{path.removeprefix('/r/')}/analysis")
        shown = client.get(f"{path}/analysis")
    assert "Luck and skill" in shown.text
    assert shown.text.count("<polyline") == max(len(re.findall('class="eq num"', shown.text)), 1)
    assert ("points" in shown.text) or "%" in shown.text
    for n in (0, 1, 9, 10**6):
        step = client.get(f"{path}/analysis", params={"n": n}, headers={"X-Part": "1"})
        assert step.status_code == 200
        assert step.text.lstrip().startswith('<div class="walkthrough"')


def test_walk_tells_what_happened_and_what_was_better_in_words(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    enough = Effort(value=2, decision=400, shortlist=4)
    monkeypatch.setattr(stepwise, "usual_effort", lambda game, events: enough)
    text = played(find_game("twenty-one"), 2)
    path = import_record(client, text)
    client.post(f"{path}/analysis", data={"token": token_of(client)})
    api = f"/api/records/{path.removeprefix('/r/')}/analysis"
    wait_until_done(client, api)
    report = client.get(f"{api}/report").json()
    choices = [choice for step in report["steps"] for choice in step["choices"]]
    costly = [choice for choice in choices if choice["verdict"] != "fine"]
    assert costly
    page = client.get(f"{path}/analysis", params={"n": costly[0]["n"] - 1}).text
    assert "Better: " in page
    for notation in ("write W", "write Y", "reroll</", ": cross", ": stand<"):
        assert notation not in page


def test_api_gives_the_numbers_of_the_command(client: TestClient) -> None:
    text = played(find_game("216"), 1)
    record = client.post("/api/records", content=text, headers=RECORD_TYPE).json()["record"]
    api = f"/api/records/{record}/analysis"
    assert client.get(f"{api}/progress").json() == {"state": "none", "done": 0, "total": 0}
    early = client.get(f"{api}/report")
    assert (early.status_code, early.json()["title"]) == (409, "not-analysed")
    begun = client.post(api)
    assert begun.status_code == 202
    wait_until_done(client, api)
    found = client.get(f"{api}/report").json()
    read = read_record(text.encode())
    names = find_game("216").words.score_names(read.header.players, 2)
    expected = summary(analyse(read, QUICK), "216", names)
    assert found == json.loads(json.dumps(expected))
    assert client.post(api).json()["state"] == "done"


def test_finished_table_is_analysed_and_leads_there(client: TestClient) -> None:
    name, _ = finished_table(client)
    assert f'action="/t/{name}/analysis"' in client.get(f"/t/{name}").text
    assert f'href="/t/{name}/analysis"' in client.get(f"/t/{name}/replay").text
    assert client.post(f"/api/tables/{name}/analysis").status_code == 202
    wait_until_done(client, f"/api/tables/{name}/analysis")
    found = client.get(f"/api/tables/{name}/analysis/report").json()
    assert found["unit"] == "points"
    assert "Expected points" in client.get(f"/t/{name}/analysis").text


def test_running_game_is_refused(client: TestClient) -> None:
    seated = client.post("/api/tables", json={"game": "pa-fuera", "bots": 2}).json()
    name = seated["table"]
    for method, path in (
        ("GET", f"/t/{name}/analysis"),
        ("GET", f"/api/tables/{name}/analysis/progress"),
        ("POST", f"/api/tables/{name}/analysis"),
        ("GET", f"/api/tables/{name}/analysis/report"),
    ):
        assert client.request(method, path).status_code == 409, path
    sent = client.post(f"/t/{name}/analysis", data={"token": token_of(client)})
    assert sent.status_code == 409


def test_record_that_ends_before_its_game_is_refused(client: TestClient) -> None:
    lines = played(find_game("seis-dados"), 2).splitlines(keepends=True)
    path = import_record(client, "".join(lines[:9]))
    assert client.get(f"{path}/analysis").status_code == 409
    assert "/analysis" not in client.get(path).text
    api = f"/api/records/{path.removeprefix('/r/')}/analysis"
    assert client.post(api).json()["title"] == "not-over"


def test_what_is_not_there_is_not_found(client: TestClient) -> None:
    for path in ("/t/nowhere/analysis", "/r/nowhere/analysis", "/api/records/x/analysis/progress"):
        assert client.get(path).status_code == 404


def test_form_of_another_site_is_refused(client: TestClient) -> None:
    path = import_record(client, played(find_game("pa-fuera"), 3))
    assert client.post(f"{path}/analysis", data={"token": "x"}).status_code == 403


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[TestClient]:
    limits = Limits(address={Kind.ANALYSIS: Rate(0.001, 2)})
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(limits=limits))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def test_address_that_asks_too_often_is_told_to_wait(limited: TestClient) -> None:
    text = played(find_game("pa-fuera"), 3)
    record = limited.post("/api/records", content=text, headers=RECORD_TYPE).json()["record"]
    statuses = [limited.post(f"/api/records/{record}/analysis").status_code for _ in range(3)]
    assert statuses == [202, 202, 429]
    assert limited.get(f"/api/records/{record}/analysis/progress").status_code == 200


def test_decisions_of_a_bot_for_a_person_are_marked_and_counted_apart(client: TestClient) -> None:
    lines = played(find_game("pa-fuera"), 3).splitlines()
    events = [json.loads(line) for line in lines]
    marked = [
        json.dumps(event | {"bot": True}, separators=(",", ":")) if event.get("by") == 1 else line
        for event, line in zip(events, lines, strict=True)
    ]
    path = import_record(client, "".join(f"{line}\n" for line in marked))
    client.post(f"{path}/analysis", data={"token": token_of(client)})
    api = f"/api/records/{path.removeprefix('/r/')}/analysis"
    wait_until_done(client, api)
    seats = client.get(f"{api}/report").json()["seats"]
    assert sum(seats[1]["verdicts"].values()) == 0
    assert sum(seats[1]["verdicts_by_bots"].values()) > 0
    assert sum(seats[0]["verdicts_by_bots"].values()) == 0
    page = client.get(f"{path}/analysis").text
    if seats[1]["cost_by_bots"]:
        assert "of the bot that decided for" in page
