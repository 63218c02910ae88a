"""The page of 216: whole games played by its forms alone, and no hidden helps in its HTML."""

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

from cubilete import find_game
from cubilete.games.two_sixteen.tables import KINDS, ONE_HELP
from cubilete.games.two_sixteen.view import TwoSixteenView
from cubilete.host.host import Host
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.table_part import table_part
from cubilete.web.html.viewer import Viewer

from .waiting import wait_until

MOST_STEPS = 3000
VIEWER = Viewer("en", "auto", "")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


@dataclass
class Form:
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    submits: list[tuple[str, str]] = field(default_factory=list)
    """The names and values of its buttons."""


class Page(HTMLParser):
    """What a viewer can do on a page: the picks, and the forms with their fields."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, Form] = {}
        self.open = ""
        self.picks: dict[str, str] = {}
        """The actions that can be previewed, with their labels."""
        self.ids: list[str] = []
        self.primary = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {name: value or "" for name, value in attrs}
        if "id" in had:
            self.ids.append(had["id"])
        if tag == "form":
            action = had.get("action", "")  # a dialog's form has none
            self.open = had.get("id", action + str(len(self.forms)))
            self.forms[self.open] = Form(action)
        elif tag == "input":
            form = self.forms[had.get("form", self.open)]
            if had.get("type") == "checkbox":
                form.parts.append(had["value"])
            elif had.get("type") == "hidden":
                form.fields[had["name"]] = had["value"]
        elif tag == "button":
            self.button(had)
        elif tag == "a" and "primary" in had.get("class", ""):
            self.primary += 1

    def button(self, had: dict[str, str]) -> None:
        self.primary += "primary" in had.get("class", "").split()
        if had.get("form") == "pick":
            if had["value"]:
                self.picks[had["value"]] = had.get("aria-label", "")
        elif had.get("type") != "button" and not {"hinting", "tool"} & set(
            had.get("class", "").split()
        ):
            form = self.forms[had.get("form", self.open)]
            form.submits.append((had.get("name", ""), had.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = ""

    def moves(self) -> list[tuple[Form, dict[str, str | list[str]], str]]:
        """Moves without a preview: the form, its data, and the move in notation."""
        found: list[tuple[Form, dict[str, str | list[str]], str]] = []
        for form in self.forms.values():
            if not form.action.endswith("/move"):
                continue
            for name, value in form.submits:
                if name == "text":
                    found.append((form, {**form.fields, name: value}, value))
                    continue
                for count in range(1, len(form.parts) + 1):
                    for parts in combinations(form.parts, count):
                        text = " ".join([form.fields["verb"], *sorted(parts)])
                        found.append((form, {**form.fields, "part": list(parts[::-1])}, text))
        return found


def open_table(client: TestClient, **fields: str) -> str:
    token = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
    assert token
    answer = client.post("/tables", data={"token": token[1], "game": "216", **fields})
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


def table_at(client: TestClient, path: str) -> Table:
    host = cast(Host, client.app.state.host)  # type: ignore[attr-defined]
    return host.tables[path.removeprefix("/t/")].table


def view_of(table: Table, seat: int | None) -> TwoSixteenView:
    view = table.game.rules.view(table.state, seat)
    assert isinstance(view, TwoSixteenView)
    return view


def step(client: TestClient, path: str, rng: random.Random, offers: set[str]) -> None:
    """One action of seat 0: compares the page with what is legal, and plays at random."""
    html = client.get(path).text
    page = Page(html)
    legal = set(view_of(table_at(client, path), 0).legal)
    moves = page.moves()
    reachable = set(page.picks) | {text for _, _, text in moves}
    for claim in [text for text in page.picks if text.startswith("claim ")]:
        # The bonus of a card can be changed once the card is chosen.
        preview = Page(client.get(path, params={"pick": claim}).text)
        reachable |= {text for text in preview.picks if text.startswith("claim ")}
    assert reachable == legal
    assert all(page.picks.values()), "each control has a name"
    assert len(page.ids) == len(set(page.ids))
    assert page.primary <= 1
    chosen = rng.choice(sorted(legal))
    offers.add(chosen.split(" ")[0])
    if chosen not in {text for _, _, text in moves}:
        answer = client.get(path, params={"pick": chosen})
        assert answer.status_code == 200
        page = Page(answer.text)
        assert page.primary == 1
        assert 'aria-pressed="true"' in answer.text or chosen == "pass"
        moves = page.moves()
    form, data, _ = next(move for move in moves if move[2] == chosen)
    answer = client.post(form.action, data=data)
    assert answer.status_code == 200, answer.text


def play_whole_game(client: TestClient, path: str) -> set[str]:
    rng = random.Random(216)
    offers: set[str] = set()
    table = table_at(client, path)
    for _ in range(MOST_STEPS):
        wait_until(lambda: table.over or 0 in table.state.to_act, "the end of the bots' turns")
        if table.over:
            return offers
        step(client, path, rng, offers)
    raise AssertionError("the game does not end")


@pytest.mark.rule("216-15")
def test_solo_game_can_be_played_by_the_page_alone(client: TestClient) -> None:
    wanted = {"claim", "reroll", "pass", "help"}
    offers: set[str] = set()
    for _ in range(5):  # a game may end before one of them was possible
        path = open_table(client, now="1")
        offers |= play_whole_game(client, path)
        if offers >= wanted:
            break
    assert offers >= wanted
    page = client.get(path).text
    assert "has won" in page
    assert 'name="pick"' not in page


def test_game_of_six_can_be_played_by_the_page_alone(client: TestClient) -> None:
    bots = {f"seat{seat}": "bot" for seat in range(1, 6)}
    path = open_table(client, name="Ana", bot="greedy", **bots)
    play_whole_game(client, path)
    page = client.get(path).text
    for seat in range(6):
        assert page.count(f'id="hoja-{seat}"') == 1
    assert client.get(f"{path}/replay").status_code == 200
    for n in (1, 3, 7, 40):
        assert client.get(f"{path}/replay", params={"n": n}).status_code == 200


@pytest.fixture
def table() -> Table:
    """A game of two in which nobody claimed anything until both had a help."""
    material = find_game("216").setup(2, {}).material
    table = Table(Plan("t", "216", (PERSON,) * 2, {}, material, "random", False, "ab" * 32))
    for seat, name in enumerate(("Ana", "Luis")):
        table.apply(changes.sit(table, seat, name, name, f"{seat:032x}"))
    table.apply(changes.start(table))
    while not all(view_of(table, None).hands):
        (seat,) = table.state.to_act
        last = view_of(table, seat).legal[-1]  # rolls all dice again, or passes
        table.apply(changes.move(table, seat, last, table.last_event(seat), ""))
    return table


@pytest.mark.rule("216-12")
def test_helps_of_others_are_on_no_page(table: Table) -> None:
    """Two games that differ only in the hand of another seat have the same page."""
    looks = [Perspective(table, (0,), 0), Perspective(table, (), None)]
    before = [table_part(VIEWER, look).whole for look in looks]
    hands = table.state.hands  # type: ignore[attr-defined]
    mine = view_of(table, 1).hand
    assert mine
    kind = KINDS.index(next(iter(mine)))
    other = (kind + 1) % len(KINDS)
    hands[1] = hands[1] - ONE_HELP[kind] + ONE_HELP[other]
    assert view_of(table, 1).hand != mine
    table._views.clear()
    assert [table_part(VIEWER, look).whole for look in looks] == before


@pytest.mark.rule("216-12")
def test_on_a_shared_device_a_hand_is_covered_until_its_owner_has_it(table: Table) -> None:
    seat = table.state.to_act[0]
    covered = table_part(VIEWER, Perspective(table, (0, 1), None, asked=(seat,))).whole
    assert 'id="t-hand"' not in covered
    assert 'class="help' not in covered
    assert 'value="help ' not in covered
    shown = table_part(VIEWER, Perspective(table, (0, 1), seat)).whole
    picks = set(Page(shown).picks)
    assert {text for text in view_of(table, seat).legal if text.startswith("help ")} <= picks


def test_who_waits_or_watches_can_touch_nothing(table: Table) -> None:
    waiting = 1 - table.state.to_act[0]
    page = table_part(VIEWER, Perspective(table, (waiting,), waiting)).whole
    assert Page(page).picks == {}
    assert "&#39;s turn." in page
    watched = Page(table_part(VIEWER, Perspective(table, (), None)).whole)
    assert watched.picks == {}
    assert watched.moves() == []


def test_game_that_was_given_up_offers_nothing(table: Table) -> None:
    seat = table.state.to_act[0]
    table.apply(changes.abandon(table, seat))
    page = Page(table_part(VIEWER, Perspective(table, (seat,), seat)).whole)
    assert page.picks == {}
    assert page.moves() == []
