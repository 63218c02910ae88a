"""Seats, the end of the game and talking over HTTP: what a troll can't do, and what people can."""

import re
from collections.abc import Iterator
from http.cookiejar import Cookie
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete.host import seating
from cubilete.host.live import LiveTable
from cubilete.host.seating import CHAT_BURST
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app

PERSONAL = re.compile(r'value="http://testserver(/t/[^"?]+\?invitation=([0-9a-f]+))"')


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=60))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


class Browser:
    """One person's browser without script; all share the client."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.cookies: list[Cookie] = []
        self.token = ""
        found = re.search(r'name="token" value="([0-9a-f]+)"', self.get("/"))
        assert found
        self.token = found[1]

    def take_client(self) -> None:
        """The client sends this browser's cookies from now on."""
        self.client.cookies.clear()
        for cookie in self.cookies:
            self.client.cookies.jar.set_cookie(cookie)

    def get(self, path: str, status: int = 200) -> str:
        answer = self._send("GET", path, {})
        assert answer[0] == status, answer
        return answer[1]

    def post(self, path: str, status: int = 200, /, **fields: str) -> str:
        answer = self._send("POST", path, {"token": self.token, **fields})
        assert answer[0] == status, answer
        return answer[1]

    def _send(self, method: str, path: str, fields: dict[str, str]) -> tuple[int, str]:
        self.take_client()
        answer = self.client.request(method, path, data=fields or None)
        self.cookies = list(self.client.cookies.jar)
        self.landed = str(answer.url.path)
        self.landed_with_query = answer.url.raw_path.decode()
        return answer.status_code, " ".join(answer.text.split())

    def open_table(self, people: int = 3, **fields: str) -> str:
        seats = {f"seat{seat}": "person" for seat in range(1, people)}
        self.post("/tables", game="dizzle", name="Ana", **seats, **fields)
        return self.landed

    def sit(self, path: str, seat: int, name: str, status: int = 200, invitation: str = "") -> str:
        more = {"invitation": invitation} if invitation else {}
        return self.post(f"{path}/sit", status, seat=str(seat), name=name, **more)


def table_at(app: FastAPI, path: str) -> LiveTable:
    live = app.state.host.tables[path.rpartition("/")[2]]
    assert isinstance(live, LiveTable)
    return live


def playing(client: TestClient) -> tuple[str, list[Browser]]:
    """A game of three people."""
    ana, luis, eva = Browser(client), Browser(client), Browser(client)
    path = ana.open_table()
    luis.sit(path, 1, "Luis")
    eva.sit(path, 2, "Eva")
    return path, [ana, luis, eva]


# --- Before the start ---


def test_stranger_can_not_take_all_seats(client: TestClient) -> None:
    ana, stranger = Browser(client), Browser(client)
    path = ana.open_table(4)
    page = stranger.sit(path, 1, "Me")
    assert "Take this seat" not in page
    refused = stranger.sit(path, 2, "Me too", status=403)
    assert "You already have a seat at this table." in refused


def test_opener_removes_somebody_who_can_not_come_back(app: FastAPI, client: TestClient) -> None:
    ana, troll = Browser(client), Browser(client)
    path = ana.open_table()
    page = troll.sit(path, 1, "Troll")
    assert "Remove" not in page
    troll.post(f"{path}/remove", 403, seat="0")
    page = ana.get(path)
    assert 'aria-label="Remove Troll"' in page
    page = ana.post(f"{path}/remove", seat="1")
    assert "Troll" not in page
    assert path not in troll.get("/")
    assert "took you off it" in troll.sit(path, 1, "Troll", status=403)
    assert "You need a personal link" in Browser(client).sit(path, 1, "Troll", status=403)
    assert "Take this seat" not in troll.get(path)  # watching stays possible
    assert table_at(app, path).table.seats[1].own_seed is False


def test_opener_fills_seats_with_bots_and_starts(app: FastAPI, client: TestClient) -> None:
    ana, luis = Browser(client), Browser(client)
    path = ana.open_table(4)
    luis.sit(path, 1, "Luis")
    luis.post(f"{path}/fill", 403, seat="2", bot="random")
    page = ana.post(f"{path}/fill", seat="2", bot="random")
    assert "Lola" in page
    assert ana.post(f"{path}/fill", 422, bot="mighty")
    page = ana.post(f"{path}/fill", bot="greedy")
    assert 'main class="game"' in page
    table = table_at(app, path).table
    assert table.names() == ["Ana", "Luis", "Lola", "Faro"]
    assert [table.seats[seat].bot for seat in (2, 3)] == ["random", "greedy"]


def test_cancelled_table_says_so_and_home_does_not_list_it(client: TestClient) -> None:
    ana, luis = Browser(client), Browser(client)
    path = ana.open_table()
    luis.sit(path, 1, "Luis")
    assert path in luis.get("/")
    luis.post(f"{path}/cancel", 403)
    ana.post(f"{path}/cancel")
    assert ana.landed == "/"
    for browser in (ana, luis, Browser(client)):
        assert "This table was cancelled." in browser.get(path, 410)
        assert path not in browser.get("/")
        browser.sit(path, 2, "Eva", status=410)
    look = client.get(f"/api/tables/{path.removeprefix('/t/')}").json()
    assert look["cancelled"] is True


def test_personal_link_is_shown_to_the_opener_and_seats_one_person(client: TestClient) -> None:
    ana, luis, eva = Browser(client), Browser(client), Browser(client)
    path = ana.open_table(invited_only="true")
    links = PERSONAL.findall(ana.get(path))
    assert len(links) == 2
    assert not PERSONAL.findall(luis.get(path))
    assert "You need a personal link" in luis.get(path)
    luis.sit(path, 1, "Luis", status=403)
    link, code = links[0]
    page = luis.get(link)
    assert page.count("Take this seat") == 1
    assert f'name="invitation" value="{code}"' in page
    assert f"invitation={code}" in page.partition("data-stream")[2].partition(">")[0]
    luis.sit(path, 1, "Luis", invitation=code)
    assert "Your personal link is no longer valid" in eva.get(link)
    eva.sit(path, 1, "Eva", status=403, invitation=code)
    eva.sit(path, 2, "Eva", status=403, invitation=code)


def test_link_changes_when_the_opener_frees_the_seat(client: TestClient) -> None:
    ana, luis = Browser(client), Browser(client)
    path = ana.open_table()
    codes = dict(enumerate((code for _, code in PERSONAL.findall(ana.get(path))), start=1))
    luis.sit(path, 1, "Luis", invitation=codes[1])
    ana.post(f"{path}/remove", seat="1")
    fresh = dict(enumerate((code for _, code in PERSONAL.findall(ana.get(path))), start=1))
    assert fresh[1] != codes[1]
    assert fresh[2] == codes[2]
    luis.sit(path, 1, "Luis", status=403, invitation=codes[1])
    luis.sit(path, 1, "Luis", invitation=fresh[1])


def test_guest_leaves_before_the_start(app: FastAPI, client: TestClient) -> None:
    ana, luis = Browser(client), Browser(client)
    path = ana.open_table()
    assert "Leave the table" in luis.sit(path, 1, "Luis")
    luis.post(f"{path}/leave", seat="1")
    assert luis.landed == "/"
    assert path not in luis.get("/")
    assert table_at(app, path).table.names() == ["Ana", "", ""]
    assert "Leave the table" not in ana.get(path)
    ana.post(f"{path}/leave", 422, seat="0")


# --- Rematch ---


def test_spectator_can_not_take_a_seat_of_the_rematch(app: FastAPI, client: TestClient) -> None:
    path, (ana, luis, eva) = playing(client)
    for seat, browser in enumerate((ana, luis, eva)):
        browser.post(f"{path}/abandon", seat=str(seat))
    assert table_at(app, path).table.over
    luis.post(f"{path}/again", seat="1")
    fresh = luis.landed
    assert fresh != path
    spectator = Browser(client)
    page = spectator.get(fresh)
    assert "This seat is waiting for Ana." in page
    assert "Take this seat" not in page
    assert "This seat is waiting for Ana." in spectator.sit(fresh, 0, "Ana", status=403)
    luis.sit(fresh, 0, "Luis 2", status=403)
    ana.post(f"{path}/follow")
    assert table_at(app, fresh).table.names() == ["Ana", "Luis", ""]
    # Luis opened it, so he can free the seat of Eva, who does not come.
    ana.post(f"{fresh}/remove", 403, seat="2")
    assert 'aria-label="Free Eva&#39;s seat"' in luis.get(fresh)
    luis.post(f"{fresh}/remove", seat="2")
    spectator.sit(fresh, 2, "Leo")
    assert table_at(app, fresh).table.playing


def test_rematch_leads_nobody_to_a_table_of_something_else(
    app: FastAPI, client: TestClient
) -> None:
    path, (ana, luis, eva) = playing(client)
    for seat, browser in enumerate((ana, luis, eva)):
        browser.post(f"{path}/abandon", seat=str(seat))
    ticket = re.search(r'name="draft" value="([^"]+)"', luis.get("/new?game=216"))
    assert ticket
    other = luis.open_table(people=2, draft=ticket[1])
    refused = luis.post(f"{path}/again", 409, seat="1", draft=ticket[1])
    assert "That table is already open." in refused
    assert table_at(app, path).table.rematch == ""
    ana.post(f"{path}/again", seat="0")
    assert ana.landed not in (path, other)
    assert table_at(app, path).table.rematch == ana.landed.removeprefix("/t/")


# --- Leaving and ending ---


def test_person_who_leaves_is_replaced_and_may_come_back(app: FastAPI, client: TestClient) -> None:
    path, (ana, luis, _) = playing(client)
    assert "Leave: let a bot take over" in luis.get(path)
    luis.post(f"{path}/leave", seat="1")
    assert luis.landed == "/"
    assert path not in luis.get("/")
    assert "A bot is playing for Luis." in ana.get(path)
    page = luis.get(path)
    assert "A bot is playing for you." in page
    assert "Leave: let a bot take over" not in page
    luis.post(f"{path}/chat", 403, seat="1", say="I am here")
    page = luis.post(f"{path}/stand-in", **{"seat": "1", "for": "1", "bot": "0"})
    assert "A bot is playing for you." not in page
    assert path in luis.get("/")
    assert not table_at(app, path).table.seats[1].left


def test_one_tap_does_not_end_the_game_of_others(app: FastAPI, client: TestClient) -> None:
    path, (ana, luis, eva) = playing(client)
    table = table_at(app, path).table
    page = luis.post(f"{path}/abandon", seat="1")
    assert table.playing
    assert "Luis wants to end the game for everyone." in page
    agree = re.compile(rf'action="{path}/end"((?!</form>).)*name="agree" value="1"', re.DOTALL)
    assert not agree.search(page)
    page = ana.get(path)
    assert agree.search(page)
    assert "Luis wants to end the game for everyone." in Browser(client).get(path)
    assert f'action="{path}/end"' not in Browser(client).get(path)
    page = ana.post(f"{path}/end", seat="0", agree="0")
    assert "wants to end the game" not in page
    assert table.playing
    assert "Ask again in a few turns." in luis.post(f"{path}/abandon", 409, seat="1")
    eva.post(f"{path}/abandon", seat="2")
    ana.post(f"{path}/end", seat="0", agree="1")
    assert table.playing
    assert "The game was abandoned." in luis.post(f"{path}/end", seat="1", agree="1")


def test_person_alone_with_bots_ends_the_game_at_once(app: FastAPI, client: TestClient) -> None:
    ana = Browser(client)
    ana.post("/tables", game="dizzle", name="Ana", now="1")
    path = ana.landed
    assert "The game was abandoned." in ana.post(f"{path}/abandon", seat="0")


# --- Talking ---


def test_chat_of_a_seat_is_limited(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "CHAT_EVERY", 600.0)
    path, (ana, luis, _) = playing(client)
    for number in range(int(CHAT_BURST)):
        ana.post(f"{path}/chat", seat="0", say=f"line {number}")
    ana.take_client()
    fields = {"token": ana.token, "seat": "0", "say": "one more"}
    refused = client.post(f"{path}/chat", data=fields)
    assert refused.status_code == 429
    assert 1 < int(refused.headers["retry-after"]) <= 600
    assert "You&#39;re writing very fast." in refused.text
    luis.post(f"{path}/chat", seat="1", say="let Ana talk")


def test_browser_hides_what_a_seat_says_and_nobody_else_notices(client: TestClient) -> None:
    path, (ana, luis, eva) = playing(client)
    spectator = Browser(client)
    luis.post(f"{path}/chat", seat="1", say="rude words")
    eva.post(f"{path}/chat", seat="2", say="kind words")
    for browser in (ana, spectator):
        assert "Hide Luis&#39;s messages" in browser.get(path)
        page = browser.post(f"{path}/mute", who="1", mute="1")
        assert "rude words" not in page
        assert "kind words" in page
        assert "Show Luis&#39;s messages again" in page
    for browser in (luis, eva, Browser(client)):
        page = browser.get(path)
        assert "rude words" in page
        assert "messages again" not in page
    assert "rude words" in ana.post(f"{path}/mute", who="1", mute="0")
    assert "rude words" not in spectator.get(path)
    for strange in ("99", "-1", "x", ""):
        assert "kind words" in eva.post(f"{path}/mute", who=strange, mute="1")


# --- The same for programs ---


class Program:
    """A program at a table of the API."""

    def __init__(self, client: TestClient, table: str, token: str = "") -> None:
        self.client, self.table = client, f"/api/tables/{table}"
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def do(self, action: str, status: int = 200, **body: object) -> dict[str, object]:
        answer = self.client.post(f"{self.table}/{action}", json=body, headers=self.headers)
        assert answer.status_code == status, answer.text
        found: dict[str, object] = answer.json()
        return found

    def sit(self, seat: int, status: int = 201, **body: object) -> "Program":
        told = self.do("sit", status, name=f"P{seat}", seat=seat, **body)
        return Program(self.client, self.table.rpartition("/")[2], str(told.get("token", "")))


def open_by_api(client: TestClient, people: int, **more: object) -> Program:
    new = {"game": "dizzle", "people": people, "bots": 0, **more}
    told = client.post("/api/tables", json=new).json()
    return Program(client, told["table"], told["token"])


def test_program_opens_a_table_for_invited_programs(client: TestClient) -> None:
    opener = open_by_api(client, 3, invited_only=True)
    assert Program(client, opener.table.rpartition("/")[2]).sit(1, status=403)
    answer = client.get(f"{opener.table}/invitations")
    assert answer.status_code == 403
    found = client.get(f"{opener.table}/invitations", headers=opener.headers).json()
    assert [each["seat"] for each in found] == [1, 2]
    assert "Take this seat" in client.get(found[0]["link"]).text
    guest = Program(client, opener.table.rpartition("/")[2]).sit(
        1, invitation=found[0]["invitation"]
    )
    guest.do("remove", 403, seat=0)
    opener.do("remove", seat=1)
    guest.do("leave", 403)
    look = opener.do("fill", seats=[1], bot="random")
    assert look["names"] == ["program", "Lola", ""]
    assert opener.do("fill")["begun"]
    opener.do("cancel", 409)


def test_program_cancels_its_table(client: TestClient) -> None:
    opener = open_by_api(client, 3)
    guest = opener.sit(1)
    guest.do("cancel", 403)
    assert opener.do("cancel")["cancelled"]
    guest.do("leave", 410)
    Program(client, opener.table.rpartition("/")[2]).sit(2, status=410)


def test_programs_leave_and_agree_on_the_end(client: TestClient) -> None:
    first = open_by_api(client, 3)
    second, third = first.sit(1), first.sit(2)
    assert first.do("leave")["left"] == [0]
    assert first.do("stand-in", seat=0, playing=False)["left"] == []
    look = first.do("end")
    assert look["end_asked"] == 0
    assert not look["over"]
    assert second.do("end", agree=False)["end_asked"] is None
    first.do("end", 409)
    assert third.do("end", agree=True)["end_asked"] == 2
    second.do("leave")
    assert first.do("end")["over"]


def test_program_that_talks_too_much_is_told_when_to_go_on(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "CHAT_EVERY", 600.0)
    program = open_by_api(client, 2)
    answers = [
        client.post(f"{program.table}/chat", json={"text": "x"}, headers=program.headers)
        for _ in range(int(CHAT_BURST) + 3)
    ]
    statuses = [answer.status_code for answer in answers]
    assert statuses == [200] * int(CHAT_BURST) + [429] * 3
    assert 1 < int(answers[-1].headers["retry-after"]) <= 600
    assert answers[-1].json()["title"] == "too-much-talk"
