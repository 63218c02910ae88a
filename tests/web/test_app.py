"""The pages and forms of the server, as a browser without script uses them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games, read_record
from cubilete.core.fair import verify
from cubilete.games.two_sixteen.setup import HEAD_STARTS
from cubilete.store.sqlite import SqliteStore
from cubilete.table.plan import Plan
from cubilete.web.app import Settings, create_app
from cubilete.web.http.limits import Kind, Limits, Rate

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def token_of(client: TestClient) -> str:
    found = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
    assert found
    return found[1]


def open_table(client: TestClient, **fields: str) -> str:
    """Opens a table by the form; returns its path."""
    answer = client.post("/tables", data={"token": token_of(client), **fields})
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


def follow_link(client: TestClient, path: str) -> None:
    """Opens a link to another device, and confirms it."""
    token = re.search(r'name="token" value="([0-9a-f]+)"', client.get(path).text)
    assert token
    assert client.post(path, data={"token": token[1]}).status_code == 200


def hidden_fields(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(seat|on|key)" value="([^"]*)"', page))


def test_home_shows_all_games_in_both_languages(client: TestClient) -> None:
    for language, sentence in (("en", "What are we playing?"), ("es", "¿A qué jugamos?")):
        page = client.get("/", headers={"accept-language": language}).text
        assert sentence in page
        assert f'<html lang="{language}"' in page
        for game in all_games():
            assert game.name.replace("'", "&#39;") in page


def test_settings_choose_language_and_theme(client: TestClient) -> None:
    token = token_of(client)
    client.post("/settings", data={"token": token, "lang": "es"})
    client.post("/settings", data={"token": token, "theme": "dark"})
    page = client.get("/").text
    assert '<html lang="es" data-theme="dark">' in page


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_play_now_opens_a_table_that_has_begun(game: AnyGame, client: TestClient) -> None:
    path = open_table(client, game=game.slug, now="1")
    page = client.get(path)
    assert page.status_code == 200
    assert 'id="mesa"' in page.text
    assert client.get(f"/rules/{game.slug}").status_code == 200
    assert client.get(f"/new?game={game.slug}").status_code == 200
    assert path in client.get("/").text


def play_to_the_end(client: TestClient, path: str) -> str:
    """Takes the first action that the page offers until the game is over."""
    for _ in range(4000):
        page = client.get(path).text
        if 'class="last"' in page:
            return str(page)
        picks = re.findall(r'name="pick" value="([^"]+)"', page)
        if not picks:
            continue  # it is a bot's turn
        confirm = client.get(path, params={"pick": picks[0]}).text
        fields = hidden_fields(confirm)
        done = client.post(
            f"{path}/move", data={"token": token_of(client), "text": picks[0], **fields}
        )
        assert done.status_code in (200, 409), done.text
    raise AssertionError("the game does not end")


def test_record_of_a_whole_game_is_verified(client: TestClient) -> None:
    path = open_table(client, game="dizzle", now="1")
    assert client.get(f"{path}/record").status_code == 422
    play_to_the_end(client, path)
    record = client.get(f"{path}/record")
    assert record.status_code == 200
    assert verify(read_record(record.text)) > 0


def test_rematch_is_opened_once_for_the_same_people(client: TestClient) -> None:
    path = open_table(client, game="dizzle", now="1")
    data = {"token": token_of(client), "seat": "0"}
    assert client.post(f"{path}/again", data=data).status_code == 422
    play_to_the_end(client, path)
    next_game = client.post(f"{path}/again", data=data)
    assert next_game.url.path not in (path, "/")
    assert 'name="pick"' in next_game.text
    assert f'data-table="{next_game.url.path.removeprefix("/t/")}"' in client.get(path).text
    assert client.post(f"{path}/again", data=data).url.path == next_game.url.path


def test_bot_stands_in_for_an_absent_person_until_they_return(client: TestClient) -> None:
    path = open_table(client, game="seis-dados", name="Ana", seat1="person")
    ana = dict(client.cookies)
    client.cookies.clear()
    luis = token_of(client)
    client.post(f"{path}/sit", data={"token": luis, "seat": "1", "name": "Luis"})
    assert isinstance(client.app, FastAPI)
    client.app.state.host.presence.grace = 0.0  # nobody has a stream: everybody is away
    stand_in = {"token": luis, "seat": "1", "for": "0", "bot": "1"}
    assert client.post(f"{path}/stand-in", data=stand_in).status_code == 200
    client.cookies.clear()
    client.cookies.update(ana)
    page = client.get(path).text
    assert "A bot is playing for you." in page
    back = {"token": token_of(client), "seat": "0", "for": "0", "bot": "0"}
    assert "A bot is playing for you." not in client.post(f"{path}/stand-in", data=back).text


def test_game_that_is_over_can_be_replayed(client: TestClient) -> None:
    path = open_table(client, game="dizzle", now="1")
    assert client.get(f"{path}/replay").status_code == 422
    play_to_the_end(client, path)
    events = len(read_record(client.get(f"{path}/record").text).events)
    for n in ("0", "1", str(events // 2), str(events), "999999", "x", ""):
        page = client.get(f"{path}/replay", params={"n": n})
        assert page.status_code == 200
        assert f"of {events}" in page.text


def test_page_of_a_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    with TestClient(create_app(SqliteStore(file), Settings(pace=60))) as first:
        path = open_table(first, game="dizzle", now="1")
        before = first.get(path).text
        cookies = dict(first.cookies)
    with TestClient(create_app(SqliteStore(file), Settings(pace=60)), cookies=cookies) as second:
        after = second.get(path).text
    strip = re.compile(r'name="key" value="[0-9a-f]*"')
    assert strip.sub("", after) == strip.sub("", before)


def test_repeated_click_plays_once(client: TestClient) -> None:
    path = open_table(client, game="dizzle", name="Ana")  # alone: no bot moves in between
    picks = re.findall(r'name="pick" value="([^"]+)"', client.get(path).text)
    confirm = client.get(path, params={"pick": picks[0]}).text
    data = {"token": token_of(client), "text": picks[0], **hidden_fields(confirm)}
    first = client.post(f"{path}/move", data=data)
    second = client.post(f"{path}/move", data=data)
    assert first.status_code == second.status_code == 200
    revisions = [re.findall(r'data-revision="(\d+)"', answer.text) for answer in (first, second)]
    assert revisions[0] == revisions[1]


def test_each_refusal_has_its_status(client: TestClient) -> None:
    json_answers = {"accept": "application/json"}
    assert client.get("/t/nothing").status_code == 404
    assert client.get("/rules/parchis").status_code == 404
    assert client.get("/nothing").status_code == 404
    path = open_table(client, game="dizzle", now="1")
    fields = {"token": token_of(client), **hidden_fields(client.get(path).text)}
    seat = {"seat": "0", "on": "1", "key": "k"}
    assert client.post(f"{path}/move", data=seat).status_code == 403
    late = client.post(f"{path}/move", data={**seat, **fields, "on": "0", "text": "quit"})
    assert late.status_code == 409
    on = re.search(r'name="on" value="(\d+)"', confirm_page(client, path))
    assert on
    wrong = client.post(
        f"{path}/move",
        data={**seat, **fields, "on": on[1], "text": "place Z99"},
        headers=json_answers,
    )
    assert wrong.status_code == 422
    assert wrong.headers["content-type"] == "application/problem+json"
    assert wrong.json()["detail"]


def confirm_page(client: TestClient, path: str) -> str:
    picks = re.findall(r'name="pick" value="([^"]+)"', client.get(path).text)
    return str(client.get(path, params={"pick": picks[0]}).text)


def test_spectator_sees_the_table_and_can_not_play(client: TestClient, tmp_path: Path) -> None:
    path = open_table(client, game="dizzle", now="1")
    fields = hidden_fields(confirm_page(client, path))
    mine = dict(client.cookies)
    client.cookies.clear()
    watching = client.get(path).text
    assert 'name="pick"' not in watching
    data = {"token": token_of(client), "text": "quit", **fields}
    assert client.post(f"{path}/move", data=data).status_code == 403
    assert mine


def test_people_sit_down_by_link_and_a_seat_link_moves_a_seat(client: TestClient) -> None:
    path = open_table(client, game="seis-dados", name="Ana", seat1="person")
    assert "Waiting for everyone to sit down" in client.get(path).text
    ana = dict(client.cookies)
    client.cookies.clear()
    token = token_of(client)
    assert (
        client.post(f"{path}/sit", data={"token": token, "seat": "0", "name": "Luis"}).status_code
        == 403
    )
    taken = client.post(f"{path}/sit", data={"token": token, "seat": "1", "name": "Ana"})
    assert taken.status_code == 422
    page = client.post(f"{path}/sit", data={"token": token, "seat": "1", "name": "Luis"}).text
    assert "<bdi>Luis</bdi> <small>(you)</small>" in " ".join(page.split())
    client.cookies.clear()
    client.cookies.update(ana)
    link = re.search(r'value="http://testserver(/me/[^"]+)"', client.get(f"{path}/device").text)
    assert link
    client.cookies.clear()
    assert client.get(f"{path}/device").status_code == 403
    follow_link(client, link[1])
    assert "<bdi>Ana</bdi> <small>(you)</small>" in " ".join(client.get(path).text.split())
    assert client.get("/me/abc.def").status_code == 404


def test_hostile_names_and_chat_are_escaped(client: TestClient) -> None:
    path = open_table(client, game="dizzle", name=HOSTILE[:24])
    data = {"token": token_of(client), "seat": "0", "say": HOSTILE}
    page = client.post(f"{path}/chat", data=data).text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_every_answer_has_security_headers(client: TestClient) -> None:
    for path in ("/", "/nothing", "/static/table.js"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert "<script>" not in client.get("/").text


def test_body_that_is_too_large_is_refused(client: TestClient) -> None:
    assert client.post("/tables", content=b"x" * 70_000).status_code == 413


def test_foreign_form_is_refused(client: TestClient) -> None:
    client.get("/")
    assert client.post("/tables", data={"game": "dizzle", "now": "1"}).status_code == 403
    assert client.post("/tables", data={"game": "dizzle", "token": "0" * 32}).status_code == 403


def test_forged_cookie_owns_no_seat(client: TestClient) -> None:
    path = open_table(client, game="dizzle", now="1")
    key = client.cookies["cubilete"].split(".")[0]
    client.cookies.clear()
    client.cookies.set("cubilete", f"{key}.{'0' * 32}")
    assert 'name="pick"' not in client.get(path).text


def test_settings_redirect_only_to_own_pages(client: TestClient) -> None:
    token = token_of(client)
    for back in ("//evil.example", "https://evil.example", "evil"):
        answer = client.post(
            "/settings", data={"token": token, "back": back}, follow_redirects=False
        )
        assert answer.headers["location"] == "/"


def test_new_table_takes_the_options_of_the_game(client: TestClient) -> None:
    path = open_table(
        client, game="seis-dados", name="Ana", seat1="bot", end_at="3", lowest_wins="true"
    )
    assert client.get(path).status_code == 200
    refused = client.post(
        "/tables",
        data={"token": token_of(client), "game": "pa-fuera", "name": "Ana", "dice": "real"}
        | {"seat1": "bot", "seat2": "bot"},
    )
    assert refused.status_code == 422


def test_difficulties_of_the_solo_game_are_chosen_by_name(client: TestClient) -> None:
    page = client.get("/new?game=216").text
    hard = dict(HEAD_STARTS)["hard"]
    assert f'<option value="{hard}">hard: it starts with {hard} points</option>' in page
    alone = open_table(client, game="216", name="Ana", head_start=str(hard))
    assert plan_at(client, alone).options == {"head_start": hard}
    as_in_the_box = open_table(client, game="216", name="Ana", head_start="0")
    assert plan_at(client, as_in_the_box).options == {}
    with_a_bot = open_table(client, game="216", name="Ana", seat1="bot", head_start=str(hard))
    assert plan_at(client, with_a_bot).options == {}


def plan_at(client: TestClient, path: str) -> Plan:
    app = client.app
    assert isinstance(app, FastAPI)
    live = app.state.host.tables[path.removeprefix("/t/")]
    assert isinstance(live.table.plan, Plan)
    return live.table.plan


def test_each_seat_chooses_its_bot(client: TestClient) -> None:
    page = client.get("/new?game=pa-fuera").text
    assert 'name="level1" value="normal" checked><span>normal</span>' in page
    assert 'name="level1" value="random"><span>random</span>' in page
    path = open_table(client, game="dizzle", name="Ana", seat1="bot random", seat3="bot greedy")
    plan = plan_at(client, path)
    assert plan.kinds == ("person", "bot", "bot")
    assert [plan.bot_of(seat) for seat in (1, 2)] == ["random", "greedy"]
    data = {"token": token_of(client), "game": "dizzle", "name": "Ana", "seat1": "bot mighty"}
    refused = client.post("/tables", data=data)
    assert refused.status_code == 422
    assert "Dizzle has no bot “mighty”." in refused.text


def test_api_takes_one_name_for_all_bots_or_one_for_each(client: TestClient) -> None:
    for bot, expected in (
        ("random", ["random", "random"]),
        (["random", "greedy"], ["random", "greedy"]),
        ("", ["normal", "normal"]),
    ):
        new = {"game": "pa-fuera", "bots": 2, "bot": bot}
        table = client.post("/api/tables", json=new).json()["table"]
        plan = plan_at(client, f"/t/{table}")
        assert [plan.bot_of(seat) for seat in (1, 2)] == expected
    for wrong in ("mighty", ["random"], ["random", "mighty"]):
        new = {"game": "pa-fuera", "bots": 2, "bot": wrong}
        assert client.post("/api/tables", json=new).status_code == 422


def test_local_players_keep_their_names_in_any_seat(client: TestClient) -> None:
    fields = {"seat1": "bot random", "seat2": "", "seat3": "local", "name1": "X", "name3": "Luis"}
    path = open_table(client, game="dizzle", name="Ana", **fields)
    assert "Luis" in client.get(path).text
    path = open_table(client, game="dizzle", name="Ana", seat1="local", name1="  ")
    assert "Ana 2" in client.get(path).text


def test_device_of_several_people_shows_the_seat_to_act(client: TestClient) -> None:
    path = open_table(client, game="seis-dados", name="Ana", seat1="local", name1="Luis")
    page = client.get(path).text
    assert 'name="pick"' in page


def test_sender_above_the_rate_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    limits = Limits(person={Kind.CHANGE: Rate(0.001, 6)})
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0, limits=limits))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        path = open_table(client, game="dizzle", now="1")
        data = {"token": token_of(client), "seat": "0", "say": "hola"}
        answers = [client.post(f"{path}/chat", data=data).status_code for _ in range(9)]
        assert answers == [200] * 5 + [429] * 4
        assert client.get(path).text.count("<bdi>hola</bdi>") == 5
