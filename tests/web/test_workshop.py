"""Make your own: editors of levels, sheets and decks, through the pages."""

import itertools
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi import FastAPI
from httpx2 import Cookies, Response
from starlette.testclient import TestClient

from command import cubilete
from cubilete import find_game
from cubilete.core.datafile import parse
from cubilete.host.workshop import balance, workbench
from cubilete.host.workshop.balance import Effort
from cubilete.host.workshop.creation import MOST_STEPS
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from printing.pdf import pages_of

from .visitor import form_token_in
from .waiting import wait_until

MADE = ("216", "twenty-one", "dizzle")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=60))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


Changes = dict[str, str | list[str]]


class Maker:
    """A person with a browser of their own."""

    def __init__(self, client: TestClient) -> None:
        self._shared = client
        self._cookies = Cookies()
        self.token = form_token_in(self.get("/workshop").text)
        self.path = self.at = ""
        """Of the creation that is open."""

    def ask(self, method: str, path: str, **how: Any) -> Response:
        self._shared.cookies = self._cookies
        answer = self._shared.request(method, path, **how)
        self._cookies = Cookies(self._shared.cookies)
        return answer

    def get(self, path: str) -> Response:
        return self.ask("GET", path)

    def post(self, path: str, **fields: str | list[str]) -> tuple[int, str]:
        answer = self.ask("POST", path, data={"token": self.token, **fields})
        if answer.status_code == 200 and answer.url.path.startswith("/workshop/"):
            self.path = answer.url.path
            self.at = answer.url.params.get("at", "")
        return answer.status_code, answer.text

    @property
    def key(self) -> str:
        return self.path.removeprefix("/workshop/")

    def begin(self, game: str, start: str = "") -> str:
        status, page = self.post("/workshop", game=game, start=start)
        assert status == 200, page
        return self.path

    def page(self) -> str:
        at = f"?at={self.at}" if self.at else ""
        return self.get(self.path + at).text

    def fields(self) -> Changes:
        """What the form of the page sends if nothing is changed."""
        form = self.page().partition('id="bench"')[2].partition("</form>")[0]
        found: dict[str, list[str]] = {}
        for tag in re.findall(r"<input [^>]*>", form):
            name = re.search(r' name="([^"]*)"', tag)
            value = re.search(r' value="([^"]*)"', tag)
            chosen = " checked" in tag or not re.search(r'type="(radio|checkbox)"', tag)
            if name and value and chosen:
                found.setdefault(name[1], []).append(value[1])
        for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form):
            values = re.findall(r'value="([^"]*)" selected', options)
            first = re.findall(r'value="([^"]*)"', options)[:1]
            found.setdefault(name, []).extend(values or first)
        return dict(found)

    def edit(self, **changes: str | list[str]) -> str:
        """Changes some fields; names have `_` for a full stop."""
        changed = {name.replace("_", "."): value for name, value in changes.items()}
        status, page = self.post(self.path, **{**self.fields(), **changed})
        assert status == 200, page
        return page

    def file(self) -> str:
        return self.get(f"{self.path}.txt").text


def verdict(page: str) -> str:
    """What the editor says of a draft, without its marks and the link to the rule."""
    found = re.search(r'class="verdict-line[^"]*" role="status">(.*?)</p>', page, re.DOTALL)
    assert found
    said = re.sub(r"<a .*?</a>|<[^>]*>", "", found[1])
    return " ".join(said.replace("&lt;", "<").replace("&gt;", ">").split())


FINE = "All right: it can be played."


def app_of(client: TestClient) -> FastAPI:
    return cast(FastAPI, client.app)


@pytest.mark.parametrize("game", MADE)
def test_every_start_is_drawn_and_its_file_gives_it_back(client: TestClient, game: str) -> None:
    workshop = find_game(game).page.workshop
    assert workshop is not None
    for start, _ in workshop.starts():
        maker = Maker(client)
        maker.begin(game, start)
        assert verdict(maker.page()) == FINE or (game, start) == ("216", "blank")
        written = maker.file()
        if (game, start) != ("216", "blank"):
            maker.post("/workshop", text=written)
            assert maker.file() == written


@pytest.mark.parametrize("game", MADE)
def test_file_out_is_file_in(game: str) -> None:
    found = find_game(game)
    workshop = found.page.workshop
    assert workshop is not None
    material = found.setup(2).material
    assert found.material_from(parse(workshop.file(material))) == material


def test_game_without_a_workshop_has_none(client: TestClient) -> None:
    maker = Maker(client)
    status, page = maker.post("/workshop", game="pa-fuera", start="")
    assert status == 422
    assert "always played with the same material" in page
    assert "/workshop?game=" not in client.get("/new?game=pa-fuera").text


@pytest.mark.parametrize(
    ("game", "changes", "then"),
    [
        ("dizzle", {"tool": "3", "symbol": "G", "colour": "r", "cell": "A1"}, {"gem_r": ""}),
        ("dizzle", {"tool": "3", "symbol": "B", "cell": "A1"}, {"bomb": "5"}),
        ("dizzle", {"rows_1": "many"}, {}),
        ("dizzle", {"tool": "frame", "cell": "A1"}, {}),
        ("216", {"family": "orange", "dice": "sum", "sign": ">=", "sum": "40"}, {}),
        ("216", {"face": ["1", "1", "?"]}, {}),
        ("216", {"score": "a"}, {}),
        ("216", {"id": "G02"}, {}),
        ("216", {"help_reroll": "7"}, {}),
        ("216", {"do": "remove"}, {}),
        ("216", {"do": "add"}, {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_wrong_input_gives_the_sentence_of_check(
    client: TestClient, tmp_path: Path, game: str, changes: Changes, then: Changes
) -> None:
    maker = Maker(client)
    maker.begin(game)
    page = maker.edit(**changes)
    page = maker.edit(**then) if then else page
    file = tmp_path / "own.txt"
    file.write_text(maker.file(), encoding="utf-8")
    checked = cubilete("check", file)
    assert checked.returncode != 0
    said = " ".join(checked.stderr.split())
    assert verdict(page) in said, (verdict(page), said)
    status, _ = maker.post("/tables", game=game, name="Ana", seat1="bot", material=maker.key)
    assert status == 422
    assert maker.get(f"{maker.path}.pdf").status_code == 422


def test_shares_of_the_deck_are_those_of_an_enumeration(client: TestClient) -> None:
    maker = Maker(client)
    maker.begin("216")
    rolls = list(itertools.product(range(1, 7), repeat=3))
    asked: list[tuple[Changes, Callable[[tuple[int, ...]], bool]]] = [
        (
            {"family": "orange", "dice": "two", "sign": "=", "sum": "9"},
            lambda r: any(a + b == 9 for a, b in itertools.combinations(r, 2)),
        ),
        ({"family": "violet", "absent": ["2", "5", "6"]}, lambda r: not {2, 5, 6} & set(r)),
        ({"family": "grey", "face": ["?", "6", "4"]}, lambda r: {4, 6} <= set(r)),
        ({"family": "green", "pattern": "pair different"}, lambda r: len(set(r)) == 2),
    ]
    for fields, met in asked:
        page = maker.edit(**fields)
        share = re.search(r'class="share"><b class="num">(\d+)/216', page)
        assert share
        assert int(share[1]) == sum(map(met, rolls)), fields
    assert "By rarity" in page
    page = maker.edit(do="fair")
    assert 'name="score" value="4"' in page


def test_empty_deck_is_typed_in_card_by_card(client: TestClient) -> None:
    maker = Maker(client)
    maker.begin("216", "blank")
    assert "has 70 objectives, and this one has 0" in verdict(maker.page())
    maker.edit(do="add")
    maker.edit(face=["1", "1", "1"], score="17", bonus="7")
    lines = maker.file().splitlines()
    assert "G01 | 1 1 1 | 17 | 7 | 1/216" in lines
    assert "has 70 objectives, and this one has 1" in verdict(maker.page())


def test_undo_goes_back_step_by_step_and_no_further(client: TestClient) -> None:
    maker = Maker(client)
    maker.begin("dizzle", "blank")
    files = [maker.file()]
    for cell in ("A1", "B2", "C3"):
        maker.edit(tool=".", cell=cell)
        files.append(maker.file())
    maker.edit(name="Otro")
    maker.post(maker.path, do="undo")
    for before in reversed(files[:-1]):
        maker.post(maker.path, do="undo")
        assert maker.file() == before
    maker.post(maker.path, do="undo")
    assert maker.file() == files[0]
    assert len(files) < MOST_STEPS


def test_box_takes_its_colour_from_another_one_and_the_next_is_chosen(client: TestClient) -> None:
    maker = Maker(client)
    maker.begin("twenty-one", "plain")
    chosen = []
    for colour in "KBGRY":
        page = maker.edit(colour=colour)
        chosen.append(maker.at)
    assert chosen == ["A.0.1", "A.0.2", "A.0.3", "A.0.4", "A.1.0"]
    assert maker.file().splitlines()[2:5] == ["[sheet A]", "K B G R Y W", "W Y R G B K"]
    assert verdict(page) == FINE


def test_stranger_can_use_and_copy_but_not_change_it(client: TestClient) -> None:
    maker, stranger = Maker(client), Maker(client)
    path = maker.begin("dizzle", "blank")
    before = maker.file()
    status, _ = stranger.post(path, name="Mine", tool=".", cell="A1")
    assert status == 403
    assert stranger.post(path, do="undo")[0] == 403
    assert stranger.post(f"{path}/remove")[0] == 403
    stranger.path = path
    assert 'name="tool"' not in stranger.page()
    assert "Only you can change it" not in stranger.page()
    assert maker.file() == before
    assert pages_of(stranger.get(f"{path}.pdf").content)
    assert (
        "My level"
        in stranger.get(f"/new?game=dizzle&material={path.removeprefix('/workshop/')}").text
    )
    stranger.post("/workshop", copy=path.removeprefix("/workshop/"))
    assert stranger.path != path
    stranger.edit(tool=".", cell="A1")
    assert maker.file() == before != stranger.file()


def test_table_is_played_with_it_also_after_it_has_changed(client: TestClient) -> None:
    maker = Maker(client)
    maker.begin("dizzle", "blank")
    maker.edit(name="La cueva", tool="3", symbol="Z", colour="y", cell="A1", rows_2="9")
    answer = maker.ask(
        "POST",
        "/tables",
        data={
            "token": maker.token,
            "game": "dizzle",
            "name": "Ana",
            "level": "3",
            "seat1": "bot normal",
            "material": maker.key,
        },
    )
    assert answer.status_code == 200
    assert "La cueva" in answer.text
    maker.post(f"{maker.path}/remove")
    assert maker.get(maker.path).status_code == 404
    table = answer.url.path
    assert "La cueva" in maker.get(table).text
    plan = app_of(client).state.host.tables[table[3:]].table.plan
    assert plan.material["sheet"]["rows"] == {"2": 9}
    assert "level" not in plan.options


def test_words_of_people_are_escaped(client: TestClient) -> None:
    maker = Maker(client)
    maker.begin("216")
    page = maker.edit(name="<b>Ana", id='"><b>x', score="<i>1")
    assert "&lt;b&gt;Ana" in page
    for markup in ("<b>Ana", "<b>x", "<i>1"):
        assert markup not in page
        assert markup not in maker.get("/workshop").text


def test_name_that_is_none_is_refused_and_the_rest_stays(client: TestClient) -> None:
    maker = Maker(client)
    maker.begin("dizzle", "blank")
    fields = {**maker.fields(), "token": maker.token, "name": " "}
    answer = maker.ask("POST", maker.path, data=fields, headers={"x-part": "1"})
    assert answer.status_code == 200
    assert verdict(answer.text) == "A name has 1 to 24 characters."
    assert 'value="My level"' in answer.text


def test_file_that_is_wrong_is_refused_with_its_sentence(client: TestClient) -> None:
    maker = Maker(client)
    status, page = maker.post("/workshop", text="cubilete dizzle\n[sheet]\nx\n[grid]\n1 9\n")
    assert status == 422
    assert "“9” is not a space" in page
    sent = {"data": {"token": maker.token}, "files": {"file": ("x.txt", b"\xff\xfe")}}
    assert "not UTF-8" in maker.ask("POST", "/workshop", **sent).text


def test_number_of_creations_is_bounded(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbench, "MOST", 2)
    maker = Maker(client)
    maker.begin("dizzle")
    maker.begin("dizzle")
    status, page = maker.post("/workshop", game="dizzle", start="")
    assert status == 422
    assert "Delete one to make room" in page


def test_unknown_creation_is_not_found(client: TestClient) -> None:
    for path in ("/workshop/none", "/workshop/none.txt", "/workshop/" + "x" * 90):
        assert client.get(path).status_code == 404
        assert "Its maker may have deleted it" in client.get(path).text


def test_game_that_does_not_end_is_given_up_with_a_sentence(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance, "MOST_EVENTS", 3)
    maker = Maker(client)
    maker.begin("dizzle")
    maker.post(f"{maker.path}/balance")
    wait_until(lambda: "it takes too long" in maker.page(), "the report has failed")
    assert "Let the bots play" in maker.page()


def test_material_that_is_too_long_is_refused(client: TestClient) -> None:
    maker = Maker(client)
    grid = ("1 " * 26 + "\n") * 600
    status, page = maker.post("/workshop", text=f"cubilete dizzle\n[sheet]\nx\n[grid]\n{grid}")
    assert status == 422
    assert "Make it shorter" in page


@pytest.mark.parametrize("game", MADE)
def test_balance_report_is_played_and_kept(client: TestClient, game: str) -> None:
    app_of(client).state.host.workbench.balances.effort = Effort(games=2, bot="random")
    maker = Maker(client)
    maker.begin(game)
    maker.post(f"{maker.path}/balance")
    key = maker.key

    def finished() -> bool:
        return client.get(f"/workshop/{key}/balance").json()["running"] is False

    wait_until(finished, "the report is finished")
    page = maker.page()
    assert "2 games with 2 bots of level random." in page
    assert "Advantage by order of play" in page
    assert "Let the bots play" not in page
    maker.edit(name="Other", **({"do": "add"} if game == "216" else {}))
    if game == "216":
        assert "It has changed since." in maker.page()
        status, _ = maker.post(f"{maker.path}/balance")
        assert status == 422


@pytest.mark.slow
def test_report_under_way_is_begun_anew_after_a_restart(tmp_path: Path) -> None:
    """The first server stops in the middle of the report."""
    store = SqliteStore(tmp_path / "s.sqlite")
    with TestClient(create_app(store, Settings(pace=0))) as client:
        client.headers["accept-language"] = "en"
        app_of(client).state.host.workbench.balances.effort = Effort(games=10**6, seconds=10**6)
        maker = Maker(client)
        maker.begin("dizzle")
        maker.post(f"{maker.path}/balance")
        assert "of 1000000" in maker.page()
    with TestClient(create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))) as client:
        client.headers["accept-language"] = "en"
        app_of(client).state.host.workbench.balances.effort = Effort(games=2, bot="random")
        address = f"/workshop/{maker.key}"
        assert client.get(f"{address}/balance").json()["running"] is True
        wait_until(
            lambda: client.get(f"{address}/balance").json()["running"] is False,
            "the report is finished",
        )
        assert "2 games with 2 bots of level random." in " ".join(client.get(address).text.split())
    with sqlite3.connect(tmp_path / "s.sqlite") as stored:
        assert stored.execute("SELECT game FROM analyses").fetchall() == []


@pytest.mark.slow
def test_report_of_a_removed_creation_is_not_asked_for_any_more(client: TestClient) -> None:
    balances = app_of(client).state.host.workbench.balances
    balances.effort = Effort(games=10**6, seconds=10**6)
    maker = Maker(client)
    maker.begin("dizzle")
    maker.post(f"{maker.path}/balance")
    maker.post(f"{maker.path}/remove")
    assert client.get(f"/workshop/{maker.key}").status_code == 404
    wait_until(lambda: not balances.tasks, "nobody plays with it any more")
