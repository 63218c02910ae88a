"""The page of Dizzle, played without JavaScript: by its forms alone."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from time import sleep

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.view import DizzleView
from cubilete.language import explain
from cubilete.store.sqlite import SqliteStore
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app

Attributes = dict[str, str]


class Page(HTMLParser):
    """The buttons, pictures and hidden fields of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.buttons: list[Attributes] = []
        self.pictures: list[Attributes] = []
        self.closed: dict[str, str] = {}
        """For each cell that can't be chosen, the reason that its sheet gives."""
        self.whys: Attributes = {}
        self.ids: list[str] = []
        self.fields: Attributes = {}
        """The hidden fields of the form that confirms."""
        self.confirms = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids.append(found["id"])
        if "role" in found and "dz" in found.get("class", "").split():
            self.whys = found
        if "data-cell" in found and "data-whys" in self.whys:
            reason = self.whys.get(f"data-{found.get('data-why')}", self.whys["data-whys"])
            cell = found["data-cell"]
            self.closed[cell] = reason.format(cell=cell, face=found.get("data-face"))
        if tag == "form":
            self.confirms = found.get("action", "").endswith("/move")
        elif tag == "button":
            self.buttons.append(found)
        elif tag == "input" and self.confirms:
            self.fields[found["name"]] = found["value"]
        elif found.get("role") == "img":
            self.pictures.append(found)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.confirms = False

    @property
    def picks(self) -> set[str]:
        return {
            button["value"]
            for button in self.buttons
            if button.get("form") == "pick" and button["value"]
        }

    @property
    def offers(self) -> list[str]:
        return [button["value"] for button in self.buttons if button.get("name") == "text"]


class Visitor:
    """A client in seat 0, and the server's table to compare with."""

    def __init__(self, app: FastAPI, client: TestClient, **fields: str) -> None:
        self.client = client
        token = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
        assert token
        opened = client.post("/tables", data={"token": token[1], "game": "dizzle", **fields})
        assert opened.status_code == 200, opened.text
        self.path = str(opened.url.path)
        self.table: Table = app.state.host.tables[self.path.rpartition("/")[2]].table

    @property
    def view(self) -> DizzleView:
        view = self.table.view(0)
        assert isinstance(view, DizzleView)
        return view

    def look(self, **asked: str) -> Page:
        answer = self.client.get(self.path, params=asked)
        assert answer.status_code == 200, answer.text
        return Page(answer.text)

    def wait(self) -> Page:
        """The page when seat 0 is next to act, or at the end."""
        for _ in range(20_000):
            if self.table.over or 0 in self.table.state.to_act:
                return self.look()
            sleep(0.001)
        raise AssertionError("the game does not go on")

    def do(self, text: str) -> None:
        preview = self.look(pick=text)
        assert preview.offers == [text]
        pressed = [button for button in preview.buttons if button.get("aria-pressed") == "true"]
        if text not in ("reroll", "quit"):
            assert text in {button["value"] for button in pressed}
        answer = self.client.post(
            f"{self.path}/move", data={**preview.fields, "text": text}, follow_redirects=False
        )
        assert answer.status_code == 303, answer.text


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def check_turn(visitor: Visitor, page: Page) -> None:
    """Every legal action can be chosen; every other cell says why not, with the rule."""
    legal = visitor.view.legal
    assert page.picks == set(legal)
    state = visitor.table.state
    assert isinstance(state, Dizzle)
    verb = legal[0].split()[0] if " " in legal[0] else "place"
    for cell, why in page.closed.items():
        assert why == explain(state.refusal(0, state.parse(0, f"{verb} {cell}")), "en")
    for button in page.buttons:
        assert button.get("aria-label") != ""
    assert len(page.ids) == len(set(page.ids))
    assert {f"hoja-{seat}" for seat in range(len(visitor.table.seats))} <= set(page.ids)


@pytest.mark.parametrize(("level", "bots", "seed"), [("2", 3, 2), ("4", 2, 4)])
def test_whole_game_is_played_by_forms_alone(
    app: FastAPI, client: TestClient, level: str, bots: int, seed: int
) -> None:
    seats = {f"seat{seat}": "bot" for seat in range(1, bots + 1)}
    visitor = Visitor(app, client, name="Ana", level=level, bot="random", **seats)
    chance = Random(seed)
    page = visitor.wait()
    while not visitor.table.over:
        check_turn(visitor, page)
        visitor.do(chance.choice(sorted(page.picks)))
        page = visitor.wait()
    assert not page.picks
    assert not page.closed
    replay = client.get(f"{visitor.path}/replay", params={"n": "100000"})
    check_tally(replay.text, visitor.view.scores)


def check_tally(text: str, scores: tuple[int, ...]) -> None:
    """The final tally adds up to the scores."""
    tally = re.search(r'<table[^>]* class="tally">.*?</table>', text, re.DOTALL)
    assert tally
    rows = [
        [
            int(cell.replace("−", "-").replace("·", "0"))
            for cell in re.findall(r"<td>(.*?)</td>", row)
        ]
        for row in tally[0].split("</tr>")[1:]
        if "<td>" in row
    ]
    *parts, total, _crosses = rows
    assert tuple(total) == scores
    assert tuple(sum(column) for column in zip(*parts, strict=True)) == scores


def test_solo_game_is_played_by_forms_alone(app: FastAPI, client: TestClient) -> None:
    visitor = Visitor(app, client, now="1")
    page = visitor.wait()
    chance = Random(5)
    while not visitor.table.over:
        check_turn(visitor, page)
        visitor.do(chance.choice(sorted(page.picks)))
        page = visitor.wait()
    assert "tally" not in page.text
    most = len(visitor.table.seen_by(None))
    for n in (0, 1, 2, 3, most // 2, most):
        replay = client.get(f"{visitor.path}/replay", params={"n": str(n)})
        assert replay.status_code == 200, replay.text
        assert ('class="felt"' in replay.text) == (n < most)
        assert not Page(replay.text).picks


def test_game_that_was_given_up_offers_nothing(app: FastAPI, client: TestClient) -> None:
    visitor = Visitor(app, client, now="1")
    fields = visitor.look(pick=min(visitor.wait().picks)).fields
    assert client.post(f"{visitor.path}/abandon", data=fields).status_code == 200
    page = visitor.look()
    assert not page.picks
    assert not page.closed


def test_touching_a_die_again_goes_on_to_the_next_cell_that_it_fits(
    app: FastAPI, client: TestClient
) -> None:
    visitor = Visitor(app, client, now="1")
    chance = Random(6)
    while True:
        page = visitor.wait()
        assert not visitor.table.over
        several = [die for die in dice_of(page) if "," in die["aria-label"]]
        if several:
            break
        visitor.do(chance.choice(sorted(page.picks)))
    seen = [several[0]["value"]]
    for _ in range(several[0]["aria-label"].count(",")):
        page = visitor.look(pick=seen[-1])
        assert page.offers == [seen[-1]]
        pressed = [die for die in dice_of(page) if die.get("aria-pressed") == "true"]
        assert len(pressed) == 1
        seen.append(pressed[0]["value"])
    assert len(set(seen)) == len(seen)


def dice_of(page: Page) -> list[Attributes]:
    return [button for button in page.buttons if button.get("class") == "die"]


def test_who_only_watches_sees_all_sheets_and_touches_nothing(
    app: FastAPI, client: TestClient
) -> None:
    visitor = Visitor(app, client, name="Ana", level="4", seat1="person")
    kept = dict(client.cookies)
    client.cookies.clear()
    token = re.findall(r'name="token" value="([0-9a-f]+)"', client.get("/").text)[0]
    sat = client.post(f"{visitor.path}/sit", data={"token": token, "seat": "1", "name": "Luis"})
    assert sat.status_code == 200, sat.text
    client.cookies.clear()
    page = visitor.look()
    assert not page.picks
    assert not page.closed
    assert {"hoja-0", "hoja-1"} <= set(page.ids)
    printed = sum(token != "." for row in visitor.view.sheet.grid for token in row)
    cells = [picture for picture in page.pictures if "cell" in picture.get("class", "").split()]
    assert len(cells) == 2 * printed
    client.cookies.clear()
    client.cookies.update(kept)
    assert "Your sheet" in visitor.look().text
