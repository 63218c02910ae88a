"""An evening over HTTP, without JavaScript: joining, choosing, seats, results, the last page."""

import random
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete.host.host import Host
from cubilete.store.sqlite import SqliteStore
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app

from .page_players import form_fields


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


class Person:
    """A browser of its own at the same server."""

    def __init__(self, server: TestClient, name: str) -> None:
        self.server = server
        self.name = name
        self.cookies: dict[str, str] = {}

    def use_cookies(self) -> None:
        self.server.cookies.clear()
        for name, value in self.cookies.items():
            self.server.cookies.set(name, value)

    def keep_cookies(self) -> None:
        """A name may be there twice: as it was set here, and as the server has set it since."""
        self.cookies = {each.name: each.value or "" for each in self.server.cookies.jar}

    def page(self, path: str) -> str:
        self.use_cookies()
        answer = self.server.get(path)
        self.keep_cookies()
        assert answer.status_code == 200, answer.text
        return answer.text

    def send(self, path: str, action: str, **fields: str) -> str:
        """Sends the form of a page; returns where it leads."""
        form = form_fields(self.page(path), action)
        answer = self.server.post(action, data={**form, **fields})
        self.keep_cookies()
        assert answer.status_code == 200, answer.text
        return answer.url.path

    def refusal(self, path: str, action: str, **fields: str) -> int:
        found = re.search(r'name="token" value="([0-9a-f]+)"', self.page(path))
        assert found
        return self.server.post(action, data={"token": found[1], **fields}).status_code


def host_of(server: TestClient) -> Host:
    host = server.app.state.host  # type: ignore[attr-defined]
    assert isinstance(host, Host)
    return host


def table_at(server: TestClient, path: str) -> Table:
    return host_of(server).tables[path.removeprefix("/t/")].table


def play(people: list[Person], path: str) -> None:
    """Random decisions to the end, by forms."""
    rng = random.Random(path)
    server = people[0].server
    table = table_at(server, path)
    tokens: dict[str, tuple[Person, str]] = {}
    for person in people:
        found = re.search(r'name="token" value="([0-9a-f]+)"', person.page(path))
        assert found
        tokens[person.name] = person, found[1]
    while not table.over:
        seat = table.state.to_act[0]
        person, token = tokens[table.seats[seat].name]
        person.use_cookies()
        move = {"token": token, "seat": str(seat), "on": str(table.last_event(seat))}
        move["text"] = rng.choice(table.state.legal_texts(seat))
        move["key"] = f"{seat}.{table.revision}"
        answer = server.post(f"{path}/move", data=move, headers={"x-part": "1"})
        assert answer.status_code == 200, answer.text


def begun(server: TestClient, choice: str = "turn") -> tuple[Person, Person, str]:
    """Ana has opened an evening, and Luis has joined it."""
    ana, luis = Person(server, "Ana"), Person(server, "Luis")
    path = ana.send("/evening", "/evening", name="Ana", choice=choice)
    assert "needs two people" in ana.page(path)
    luis.send(path, f"{path}/join", name="Luis")
    return ana, luis, path


def test_group_is_seated_without_being_asked_and_gets_points(server: TestClient) -> None:
    ana, luis, path = begun(server)
    assert "Ana chooses the next game" in luis.page(path)
    table = ana.send(path, f"{path}/choose", game="twenty-one", seed="ab" * 16)
    assert table_at(server, table).names() == ["Ana", "Luis"]
    assert table_at(server, table).playing
    assert [seat.own_seed for seat in table_at(server, table).seats] == [True, False]
    assert table in luis.page(path)
    play([ana, luis], table)
    assert f'href="{path}"' in ana.page(table)  # the last page leads back
    assert "/again" not in ana.page(table)
    page = luis.page(path)
    assert "You choose the next game" in page
    assert sum(totals_in(page)) == 3


def totals_in(page: str) -> list[float]:
    return [float(total) for total in re.findall(r'<td class="num">([\d.]+)</td></tr>', page)]


def test_state_tells_where_one_plays(server: TestClient) -> None:
    ana, luis, path = begun(server)
    stranger = Person(server, "Eva")
    before = luis.page(f"{path}/state")
    assert '"table":""' in before
    table = ana.send(path, f"{path}/choose", game="dizzle").removeprefix("/t/")
    assert f'"table":"{table}"' in luis.page(f"{path}/state")
    assert '"table":""' in stranger.page(f"{path}/state")
    assert luis.page(f"{path}/state") != before


def test_only_the_chooser_chooses_and_only_what_fits(server: TestClient) -> None:
    ana, luis, path = begun(server)
    choice = {"number": "0", "game": "dizzle"}
    assert luis.refusal(path, f"{path}/choose", **choice) == 403
    assert Person(server, "Eva").refusal(path, f"{path}/choose", **choice) == 403
    assert ana.refusal(path, f"{path}/choose", number="0", game="nothing") == 404
    assert ana.refusal(path, f"{path}/choose", number="1", game="dizzle") == 409


def test_one_person_alone_chooses_no_game(server: TestClient) -> None:
    ana = Person(server, "Ana")
    path = ana.send("/evening", "/evening", name="Ana", choice="turn")
    assert ana.refusal(path, f"{path}/choose", number="0", game="216") == 422


def test_link_without_an_evening_says_so(server: TestClient) -> None:
    answer = server.get("/evening/none")
    assert answer.status_code == 404
    assert "There is no evening here." in answer.text


def test_lot_draws_a_game_that_fits(server: TestClient) -> None:
    ana, luis, path = begun(server, "lot")
    assert "The lot chooses" in luis.page(path)
    table = luis.send(path, f"{path}/choose", game="lot")
    assert 2 in table_at(server, table).game.about.players
    assert ana.page(table)


def test_choice_that_is_sent_twice_is_one_game(server: TestClient) -> None:
    ana, _, path = begun(server)
    form = form_fields(ana.page(path), f"{path}/choose")
    for _ in range(2):
        ana.use_cookies()
        server.post(f"{path}/choose", data={**form, "game": "dizzle"})
    assert ana.page(path).count('class="btn small quiet" href="/t/') == 1


def test_somebody_joins_between_games_and_plays_the_next(server: TestClient) -> None:
    ana, luis, path = begun(server)
    eva = Person(server, "Eva")
    first = ana.send(path, f"{path}/choose", game="twenty-one")
    eva.send(path, f"{path}/join", name="Eva")
    assert "from the next game on" in eva.page(path)
    play([ana, luis], first)
    second = luis.send(path, f"{path}/choose", game="dizzle")
    assert table_at(server, second).names() == ["Ana", "Luis", "Eva"]


def test_last_page_has_words_and_a_picture(server: TestClient) -> None:
    ana, luis, path = begun(server)
    play([ana, luis], ana.send(path, f"{path}/choose", game="twenty-one"))
    assert luis.refusal(path, f"{path}/end") == 403
    ana.send(path, f"{path}/end")
    page = luis.page(path)
    assert "the evening!" in page
    assert "http-equiv" not in page
    assert f"{path}/picture.svg" in page
    words = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    assert words
    assert words[1].strip().endswith(path)
    assert luis.page(f"{path}/picture.svg").startswith("<svg")


def test_game_that_was_given_up_leads_back_and_gives_no_points(server: TestClient) -> None:
    ana, luis, path = begun(server)
    table = ana.send(path, f"{path}/choose", game="dizzle")
    ana.refusal(table, f"{table}/abandon", seat="0")
    luis.refusal(table, f"{table}/abandon", seat="1")
    assert table_at(server, table).over
    assert f'href="{path}"' in luis.page(table)
    page = luis.page(path)
    assert "given up" in page
    assert "You choose the next game" in page


def test_forgotten_guest_is_somebody_and_keeps_their_points(
    server: TestClient, tmp_path: Path
) -> None:
    ana, luis, path = begun(server)
    play([ana, luis], ana.send(path, f"{path}/choose", game="twenty-one"))
    before = luis.page(path)
    ana.send("/you/forget", "/you/forget", sure="yes")
    after = luis.page(path)
    assert "Somebody" in after
    assert totals_in(after) == totals_in(before)
    with sqlite3.connect(tmp_path / "s.sqlite") as stored:
        assert not [line for line in stored.iterdump() if '"Ana"' in line]


def test_evening_that_is_not_there_is_not_found(server: TestClient) -> None:
    assert server.get("/evening/nothing").status_code == 404
    assert server.get("/evening/nothing/state").status_code == 404
