"""The page of Seis dados: whole games played by its forms alone."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import cast

import pytest
from starlette.testclient import TestClient

from cubilete.games.seis_dados.tables import CATEGORIES, SECTIONS
from cubilete.games.seis_dados.view import SeisDadosView
from cubilete.host.host import Host
from cubilete.store.sqlite import SqliteStore
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app

LANGUAGE = {"accept-language": "en"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app, headers=LANGUAGE) as client:
        yield client


@dataclass
class Form:
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    dice: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """The picks and forms of a page, and its table of points."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.picks: dict[str, str] = {}
        """The actions that can be picked, with their labels."""
        self.pressed: list[str] = []
        self.forms: dict[str, Form] = {}
        self.submits: list[str] = []
        """The forms that have a button to submit them."""
        self.primary = 0
        self.ids: list[str] = []
        self.form = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {name: value or "" for name, value in attrs}
        if had.get("id"):
            self.ids.append(had["id"])
        if tag == "form":
            action = had.get("action", "")  # a dialog's form has none
            self.form = had.get("id") or action
            self.forms[self.form] = Form(action)
        elif tag == "input":
            form = self.forms.get(had.get("form") or self.form)
            if form is not None and had.get("type") == "checkbox":
                form.dice.append(had["value"])
            elif form is not None and had.get("type") == "hidden":
                form.fields[had["name"]] = had["value"]
        elif tag == "button":
            if "primary" in had.get("class", "").split():
                self.primary += 1
            if had.get("name") == "pick" and had["value"]:
                self.picks[had["value"]] = had["aria-label"]
                if had.get("aria-pressed") == "true":
                    self.pressed.append(had["value"])
            elif had.get("type", "submit") == "submit":
                form_name = had.get("form") or self.form
                self.submits.append(form_name)
                if had.get("name"):
                    self.forms[form_name].fields[had["name"]] = had["value"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = ""

    def composed(self) -> set[str]:
        """The actions that the form of the dice can send."""
        form = self.forms.get("again")
        if form is None or "again" not in self.submits:
            return set()
        return {
            " ".join([form.fields["verb"], *dice])
            for count in range(1, len(form.dice) + 1)
            for dice in combinations(sorted(form.dice), count)
        }

    def points(self) -> tuple[list[int], list[int]]:
        """The sums of the points by section, and the totals that the page shows."""
        tally = self.html.split('class="tally">')[1].split("</table>")[0]
        rows = [
            re.findall(r"<td[^>]*>(.*?)</td>", row)
            for row in tally.split("<tr")[2:]
            if 'class="jk"' not in row
        ]
        numbers = [[sum(map(int, re.findall(r"\d+", cell))) for cell in row] for row in rows]
        added = [sum(column) for column in zip(*numbers[:-1], strict=True)]
        return added, numbers[-1]


def table_of(client: TestClient, path: str) -> Table:
    host = cast(Host, client.app.state.host)  # type: ignore[attr-defined]
    return host.tables[path.removeprefix("/t/")].table


def view_of(table: Table, seat: int | None) -> SeisDadosView:
    view = table.game.rules.view(table.state, seat)
    assert isinstance(view, SeisDadosView)
    return view


def open_table(client: TestClient, **fields: str | list[str]) -> str:
    token = re.search(r'name="token" value="(\w+)"', client.get("/").text)
    assert token
    answer = client.post("/tables", data={"token": token[1], "game": "seis-dados", **fields})
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


def send(client: TestClient, form: Form, **more: str | list[str]) -> None:
    answer = client.post(form.action, data={**form.fields, **more})
    assert answer.status_code == 200, answer.text


def look(client: TestClient, path: str, pick: str = "") -> Page:
    answer = client.get(path, params={"pick": pick} if pick else {})
    assert answer.status_code == 200
    page = Page(answer.text)
    table = table_of(client, path)
    assert table.plan.secret not in page.html
    assert len(page.ids) == len(set(page.ids))
    assert page.primary <= 1
    for seat in range(len(table.names())):
        assert f"hoja-{seat}" in page.ids
    return page


def play(client: TestClient, path: str, dice: random.Random) -> int:
    """Plays to the end; returns the number of decisions."""
    decisions = 0
    while True:
        page = look(client, path)
        table = table_of(client, path)
        if table.over:
            return decisions
        mine = [seat for seat in table.state.to_act if table.plan.kinds[seat] != "bot"]
        if not mine or not (page.picks or page.composed()):
            continue  # a bot is about to act, or has just acted
        view = view_of(table, mine[0])
        assert set(page.picks) | page.composed() == set(view.legal)
        assert all(page.picks.values())
        added, below = page.points()
        assert added == below == list(view.scores)
        if page.composed() and dice.random() < 0.5:
            form = page.forms["again"]
            lifted = dice.sample(form.dice, dice.randint(1, len(form.dice)))
            send(client, form, part=lifted)
        else:
            pick = dice.choice(sorted(page.picks))
            preview = look(client, path, pick)
            assert preview.pressed == [pick]
            assert set(preview.picks) | preview.composed() == set(view.legal)
            send(client, preview.forms[f"{path}/move"])
        decisions += 1


@pytest.mark.parametrize("language", ["en", "es"])
def test_whole_game_by_what_the_page_offers(language: str, client: TestClient) -> None:
    client.headers["accept-language"] = language
    path = open_table(client, now="1")
    assert play(client, path, random.Random(7)) >= 17
    page = look(client, path)
    assert page.points()[0] == list(view_of(table_of(client, path), 0).scores)
    assert not page.picks
    assert "again" not in page.forms
    assert client.get(f"{path}/replay", params={"n": 9}).status_code == 200


def test_three_people_on_one_device_with_compound_categories(client: TestClient) -> None:
    names = [name for name in CATEGORIES if name not in (*SECTIONS["numbers"], "jokers")]
    path = open_table(client, name="Ana", seat1="local", seat2="local", categories=names[4::2])
    assert play(client, path, random.Random(3)) >= 3 * len(names[4::2])
    page = look(client, path)
    assert page.points()[0] == list(view_of(table_of(client, path), 0).scores)


def test_spectator_touches_nothing(client: TestClient) -> None:
    path = open_table(client, name="Ana", seat1="local")
    client.cookies.clear()
    page = look(client, path)
    assert not page.picks
    assert "again" not in page.forms
    assert page.html.count('class="die"') == 6


def test_what_cannot_be_touched_says_why(client: TestClient) -> None:
    path = open_table(client, name="Ana", seat1="local", dice="real")

    def enter_outcome(text: str) -> None:
        forms = look(client, path).forms.values()
        send(client, next(form for form in forms if form.action == f"{path}/fall"), text=text)

    def note(pick: str) -> None:
        send(client, look(client, path, pick).forms[f"{path}/move"])

    enter_outcome("start 0")
    assert "The dice are in the cup." in look(client, path).html
    enter_outcome("roll 2 2 3 3 5 6")
    note("assign pair 3")
    enter_outcome("roll 1 1 2 2 5 6")
    note("assign pair 2")
    enter_outcome("roll 1 1 2 2 5 6")
    page = look(client, path)
    assert "“pair” is already filled. (SD-2)" in page.html
    assert "Jokers are counted at the end: no roll is scored here. (SD-C4)" in page.html
    for _ in range(8):  # two repetitions are free, six cost a joker each
        assert "No jokers left. (SD-1)" not in page.html
        send(client, page.forms["again"], part=["1", "1"])
        enter_outcome("roll 1 1")
        page = look(client, path)
    assert "again" not in page.forms
    assert page.html.count("No jokers left. (SD-1)") == 7  # the dice, and the button
    assert set(page.picks) == set(view_of(table_of(client, path), 0).legal)


def test_game_given_up_offers_nothing(client: TestClient) -> None:
    path = open_table(client, name="Ana", seat1="local")
    fields = look(client, path).forms["again"].fields
    client.post(f"{path}/abandon", data={"token": fields["token"], "seat": "0"})
    page = look(client, path)
    assert not page.picks
    assert "again" not in page.forms


def test_sheet_has_every_category(client: TestClient) -> None:
    path = open_table(client, name="Ana", seat1="local", categories=list(CATEGORIES))
    assert look(client, path).html.count('<th scope="row">') == len(CATEGORIES) + len(SECTIONS) + 1


def test_jokers_are_marked_where_they_are_no_category(client: TestClient) -> None:
    path = open_table(client, name="Ana", seat1="local", categories=["ones", "max-sum"])
    page = look(client, path)
    assert page.html.count('aria-label="Jokers left: 6"') == 2
