"""Hints, the coach and the agreement on them over HTTP: pages without a script, and the API."""

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.requests import ClientDisconnect, Request
from starlette.testclient import TestClient
from starlette.types import Message

from cubilete import AnyGame, all_games, find_game
from cubilete.bots.hints import Advice, Hint, HintQuestion
from cubilete.host import hints as host_hints
from cubilete.host.live import Aside, LiveTable
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.html.aside import css_text, marks
from cubilete.web.http.limits import Kind, Limits, Rate, kind_of
from cubilete.web.http.requests import while_connected

from .test_seating import Browser, table_at

FORM = re.compile(r'<form id="hint".*?</form>', re.DOTALL)
FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    limits = Limits(person={}, address={})
    return create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0, limits=limits))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[HintQuestion]:
    """The questions to the workers. Of the legal actions the second is said to be much better than
    all others."""
    questions: list[HintQuestion] = []

    def answer(question: HintQuestion) -> Advice:
        questions.append(question)
        worst, best, *rest = question.view.legal
        others = list(dict.fromkeys([*question.wanted, *rest[:3], worst]))
        hints = [Hint(best, 0.41, 0.01, 0.0, 0.0)]
        hints += [Hint(each, 0.33, 0.01, 0.08, 0.01) for each in others if each != best]
        return Advice(tuple(hints), False, 100, shortened=False)

    monkeypatch.setattr(host_hints, "advise", answer)
    return questions


class Table:
    """A table of Seis dados at which it is the turn of a person."""

    def __init__(self, app: FastAPI, client: TestClient, people: int = 1, **fields: str) -> None:
        self.browsers = [Browser(client) for _ in range(people)]
        seats = {"seat1": "person" if people > 1 else "bot random"}
        self.browsers[0].post("/tables", game="seis-dados", name="Ana", **seats, **fields)
        self.path = self.browsers[0].landed
        for seat, browser in enumerate(self.browsers[1:], start=1):
            browser.sit(self.path, seat, "Luis")
        self.live: LiveTable = table_at(app, self.path)
        while not self.live.table.people_to_act():
            self.browsers[0].get(self.path)

    @property
    def seat(self) -> int:
        return self.live.table.people_to_act()[0]

    @property
    def actor(self) -> Browser:
        return self.browsers[self.seat]

    @property
    def legal(self) -> tuple[str, ...]:
        return self.live.table.view(self.seat).legal

    def fields(self) -> dict[str, str]:
        """What the forms of the person whose turn it is carry."""
        found = re.search(r'name="key" value="([^"]*)"', self.actor.get(self.path))
        assert found
        on = self.live.table.last_event(self.seat)
        return {"seat": str(self.seat), "on": str(on), "key": found[1]}

    def ask(self, status: int = 200, **more: str) -> str:
        return unescape(self.actor.post(f"{self.path}/hint", status, **self.fields(), **more))

    def agree(self, seat: int, answer: str = "1", status: int = 200) -> str:
        fields = {"seat": str(seat), "agree": answer}
        return self.browsers[seat].post(f"{self.path}/hints", status, **fields)


# --- Asking ---


def test_page_without_a_script_shows_the_hint_after_asking(
    app: FastAPI, client: TestClient, asked: list[HintQuestion]
) -> None:
    table = Table(app, client)
    page = table.actor.get(table.path)
    form = FORM.search(page)
    assert form
    assert dict(FIELD.findall(form[0])).keys() == {"token", "seat", "on", "key"}
    assert "advice" not in page
    page = table.ask()
    assert re.search(r"<b class=\"num\">41%</b><small>the best</small>", page)
    assert page.count("<small>worse</small>") == 2
    assert f'name="pick" value="{table.legal[1]}"' in page
    assert table.actor.get(table.path).count('class="advice"') == 1
    page = table.actor.post(f"{table.path}/hint", seat=str(table.seat), hide="1")
    assert 'class="advice"' not in page
    assert len(asked) == 1


def test_what_is_chosen_is_judged_too(
    app: FastAPI, client: TestClient, asked: list[HintQuestion]
) -> None:
    table = Table(app, client)
    faces = table.live.table.view(table.seat).roll[2:4]  # type: ignore[attr-defined]
    text = " ".join(["reroll", *map(str, faces)])
    table.actor.take_client()
    fields = {**table.fields(), "token": table.actor.token, "verb": "reroll"}
    answer = client.post(f"{table.path}/hint", data={**fields, "part": [str(f) for f in faces]})
    assert asked[0].wanted == (text,)
    assert "What you ask about:" in answer.text
    assert f'form="again" formaction="{table.path}/hint" formnovalidate' in answer.text
    picked = table.actor.get(f"{table.path}?pick={table.legal[-1]}")
    form = FORM.search(picked)
    assert form
    assert f'name="text" value="{table.legal[-1]}"' in form[0]
    assert "formaction" not in picked


def test_hint_on_an_illegal_action_or_an_old_page_is_refused(
    app: FastAPI, client: TestClient, asked: list[HintQuestion]
) -> None:
    table = Table(app, client)
    assert "(SD-" in table.ask(422, text="assign six 9")
    old = table.fields()
    table.actor.post(f"{table.path}/move", text=table.legal[0], **old)
    while not table.live.table.people_to_act():
        table.browsers[0].get(table.path)
    table.actor.post(f"{table.path}/hint", 409, **old)
    assert not asked


def test_nobody_else_is_told(app: FastAPI, client: TestClient, asked: list[HintQuestion]) -> None:
    table = Table(app, client, people=2, hints="true")
    other, spectator = table.browsers[1 - table.seat], Browser(client)
    before = [browser.get(table.path) for browser in (other, spectator)]
    revision = table.live.table.revision
    with table.live.listening("") as woken:
        table.ask()
        assert not woken.is_set()
    assert table.live.table.revision == revision
    assert [browser.get(table.path) for browser in (other, spectator)] == before
    assert "hints allowed" in before[0]
    assert "hints allowed" in before[1]


def test_only_the_person_whose_turn_it_is_may_ask(
    app: FastAPI, client: TestClient, asked: list[HintQuestion]
) -> None:
    table = Table(app, client, people=2, hints="true")
    waiting = 1 - table.seat
    other = table.browsers[waiting]
    assert FORM.search(other.get(table.path)) is None
    on = str(table.live.table.last_event(waiting))
    other.post(f"{table.path}/hint", 409, seat=str(waiting), on=on)
    other.post(f"{table.path}/hint", 403, seat=str(table.seat), on=on)
    assert not asked


def test_question_ends_when_the_browser_goes_away() -> None:
    ended = False

    async def think() -> None:
        nonlocal ended
        try:
            await asyncio.Event().wait()
        finally:
            ended = True

    async def receive() -> Message:
        await asyncio.sleep(0)
        return {"type": "http.disconnect"}

    async def run() -> None:
        request = Request({"type": "http"}, receive)
        with pytest.raises(ClientDisconnect):
            await while_connected(request, think())
        await asyncio.sleep(0)  # the cancelled task ends
        assert ended

    asyncio.run(run())


# --- Agreement ---


def test_people_agree_during_the_game(
    app: FastAPI, client: TestClient, asked: list[HintQuestion]
) -> None:
    table = Table(app, client, people=2)
    page = table.actor.get(table.path)
    assert "Ask to allow hints" in page
    assert FORM.search(page) is None
    assert "Hints are not allowed at this table." in table.ask(403)
    assert "Luis wants to allow hints." in table.agree(1)
    page = table.browsers[0].get(table.path)
    assert "Luis wants to allow hints." in page
    assert 'name="agree" value="1"' in page
    assert 'name="agree"' not in Browser(client).get(table.path)
    assert "hints allowed" in table.agree(0)
    assert FORM.search(table.actor.get(table.path))
    table.ask()
    assert "hints allowed" not in table.agree(0, "0")
    assert 'class="advice"' not in table.actor.get(table.path)
    assert "Ask again in a few turns" in table.agree(1, "1", 409)


def test_everybody_sees_before_sitting_down_that_hints_are_allowed(
    app: FastAPI, client: TestClient
) -> None:
    ana, luis = Browser(client), Browser(client)
    assert 'name="hints" value="true"' in ana.get("/new?game=seis-dados")
    path = ana.open_table(2, hints="true")
    assert "by sitting down, you agree" in luis.get(path)
    luis.sit(path, 1, "Luis")
    assert table_at(app, path).table.hints.on
    assert "Turn hints off" not in luis.get(path)


def test_table_that_forbids_hints_says_so(app: FastAPI, client: TestClient) -> None:
    body = {"game": "dizzle", "people": 1, "bots": 0, "hints": False}
    told = client.post("/api/tables", json=body).json()
    headers = {"Authorization": f"Bearer {told['token']}"}
    look = client.get(f"/api/tables/{told['table']}", headers=headers).json()
    assert look["hints"] is False
    for path, wanted in (("hint", {"on": look["on"]}), ("hints", {"agree": True})):
        answer = client.post(f"/api/tables/{told['table']}/{path}", json=wanted, headers=headers)
        assert (answer.status_code, answer.json()["title"]) == (403, "no-hints")
    link = client.post("/api/link", headers=headers).json()["link"]
    person = Browser(client)
    person.post(link)
    assert "There are no hints at this table." in person.get(f"/t/{told['table']}")


# --- The coach ---


def test_coach_speaks_up_only_to_those_who_want_one(
    app: FastAPI, client: TestClient, asked: list[HintQuestion]
) -> None:
    table = Table(app, client, people=2, hints="true")
    table.actor.post(f"{table.path}/move", text=table.legal[0], **table.fields())
    assert not asked
    assert 'aria-pressed="false">Coach' in table.actor.get(table.path)
    table.actor.post(f"{table.path}/coach", coach="1")
    assert re.search('aria-pressed="true">.*?Coach: tell me', table.actor.get(table.path))
    actor, seat, other = table.actor, table.seat, table.browsers[1 - table.seat]
    played, better = table.legal[:2]
    actor.post(f"{table.path}/move", text=played, **table.fields())
    while table.live.reviews:
        actor.get(table.path)
    assert [question.wanted for question in asked] == [(played,)]
    page = actor.get(table.path)
    assert 'class="advice coach"' in page
    sentence = re.search(r'class="advice coach".*?<p>(.*?)</p>', page)
    assert sentence
    words = table.live.table.game.words
    view = asked[0].view
    assert str(words.offer(view, better)) in unescape(sentence[1])
    assert str(words.offer(view, played)) in unescape(sentence[1])
    assert "41%" in sentence[1]
    assert "33%" in sentence[1]
    assert 'class="advice coach"' not in other.get(table.path)
    assert 'class="advice' not in Browser(client).get(table.path)
    assert 'class="advice' not in actor.post(f"{table.path}/hint", seat=str(seat), hide="1")
    actor.post(f"{table.path}/coach", coach="0")
    assert re.search('aria-pressed="false">Coach', actor.get(table.path))


# --- The API ---


class Program:
    def __init__(self, client: TestClient, **new: Any) -> None:
        self.client = client
        told = client.post("/api/tables", json=new)
        assert told.status_code == 201, told.text
        self.headers = {"Authorization": f"Bearer {told.json()['token']}"}
        self.table = f"/api/tables/{told.json()['table']}"

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(self.table, headers=self.headers).json()
        return found

    def post(self, action: str, **body: Any) -> tuple[int, dict[str, Any]]:
        answer = self.client.post(f"{self.table}/{action}", json=body, headers=self.headers)
        return answer.status_code, answer.json()

    def my_turn(self) -> dict[str, Any]:
        while 0 not in (look := self.look())["view"]["to_act"]:
            pass
        return look


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_program_gets_hints_in_every_game(game: AnyGame, client: TestClient) -> None:
    """Computed for real, with the strategies of the games."""
    program = Program(client, game=game.slug, people=1, bots=game.about.players[0] - 1 or 0)
    status = 409
    while status == 409:  # in some games bots act at the same time
        look = program.my_turn()
        legal = look["view"]["legal"]
        status, hint = program.post("hint", on=look["on"], text=legal[-1])
    assert status == 200
    assert hint["on"] == look["on"]
    assert {choice["text"] for choice in hint["choices"]} <= set(legal)
    assert legal[-1] in {choice["text"] for choice in hint["choices"]}
    assert all(choice["words"] and choice["words"] != choice["text"] for choice in hint["choices"])
    assert hint["choices"][0]["behind"] == 0
    assert hint["points"] is (game.slug == "dizzle")
    status, again = program.post("hint", on=look["on"])
    assert again == hint
    status, refused = program.post("hint", on=look["on"] + 1)
    assert (status, refused["title"]) == (409, "too-late")


def test_programs_agree_on_hints(client: TestClient, asked: list[HintQuestion]) -> None:
    program = Program(client, game="seis-dados", people=2, bots=0)
    sat = client.post(f"{program.table}/sit", json={"name": "b", "seat": 1}).json()
    other = {"Authorization": f"Bearer {sat['token']}"}
    assert program.look()["hints"] is False
    assert program.post("hints", agree=True)[1]["hints_asked"] == 0
    answer = client.post(f"{program.table}/hints", json={"agree": True}, headers=other).json()
    assert (answer["hints"], answer["hints_asked"]) == (True, None)
    assert client.get(program.table).json()["hints"] is True
    assert client.post(f"{program.table}/hint", json={"on": 0}).status_code == 403


def test_list_of_games_says_which_have_hints(client: TestClient) -> None:
    assert all(game["hints"] for game in client.get("/api/games").json())


# --- Limits ---


def test_hints_have_a_limit_of_their_own(tmp_path: Path, asked: list[HintQuestion]) -> None:
    assert kind_of("POST", "/t/x/hint") is Kind.HINT
    assert kind_of("POST", "/api/tables/x/hint") is Kind.HINT
    assert kind_of("POST", "/t/x/hints") is Kind.CHANGE
    limits = Limits(person={Kind.HINT: Rate(0.001, 2)}, address={})
    app = create_app(SqliteStore(tmp_path / "l.sqlite"), Settings(pace=0, limits=limits))
    with TestClient(app) as client:
        program = Program(client, game="seis-dados", people=1, bots=1)
        on = program.my_turn()["on"]
        assert [program.post("hint", on=on)[0] for _ in range(3)] == [200, 200, 429]
        assert program.post("chat", text="hello")[0] == 200


# --- Marks on the table ---


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_marks_name_elements_of_the_page(
    game: AnyGame, app: FastAPI, client: TestClient, asked: list[HintQuestion]
) -> None:
    """Every action stands for a button of its own, or the page of the game names elements."""
    person = Browser(client)
    person.post("/tables", game=game.slug, now="1")
    path = person.landed
    live = table_at(app, path)
    while not live.table.people_to_act():
        person.get(path)
    revision = None
    while revision != live.table.revision:  # bots of Pa' fuera act beside the person
        revision = live.table.revision
        view = live.table.view(0)
        page = person.get(path)
    for text in view.legal:
        elements = game.page.elements(view, text)
        assert elements or f'value="{text}"' in page, text
        for name in re.findall(r"#([\w-]+)", " ".join(elements)):
            assert f'id="{name}"' in page


def test_text_in_a_style_sheet_can_not_end_it() -> None:
    assert css_text('x"}</style>\n') == "x\\22 \\7d \\3c \\2f style\\3e \\a "
    game = find_game("216")
    hint = Hint("no </style>", 0.5, 0, 0, 0)
    aside = Aside(0, 1, None, Advice((hint,), False, 1, False))  # type: ignore[arg-type]
    assert "</style>" not in marks(game, aside, "</style>", "hint")
