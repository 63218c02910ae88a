"""The page of Pa' fuera: games played by its forms alone, and no hidden dice in its HTML."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from cubilete.core.json_types import Json
from cubilete.core.rng import seeded
from cubilete.games.pa_fuera.view import PaFueraView
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.plan import Plan
from cubilete.table.table import Table, load
from cubilete.web.app import Settings, create_app
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.table_part import table_part
from cubilete.web.html.viewer import Viewer

Fields = dict[str, str]


class Page(HTMLParser):
    """What a viewer can do on a page: the picks, and the forms with their fields."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.picks: set[str] = set()
        self.nameless: list[str] = []
        self.forms: dict[str, Fields] = {}
        self.choices: dict[str, list[str]] = {}
        self.confirm: str | None = None
        self.brass = 0
        self.ids: list[str] = []
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids.append(values["id"])
        classes = values.get("class", "").split()
        if "primary" in classes:
            self.brass += 1
        if tag == "form":
            self.inside = values.get("action", "") + values.get("id", "")
            self.forms[self.inside] = {}
        elif tag == "input" and values.get("type") == "hidden":
            self.forms[self.inside][values["name"]] = values["value"]
        elif tag == "input" and values.get("type") == "radio":
            self.choices.setdefault(values["name"], []).append(values["value"])
        elif tag == "button" and values.get("name") == "pick" and values["value"]:
            self.picks.add(values["value"])
            if not values.get("aria-label"):
                self.nameless.append(values["value"])
        elif tag == "button" and values.get("name") == "text":
            self.confirm = values["value"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = ""

    @property
    def proposals(self) -> set[str]:
        """The texts that the form of an alliance can send."""
        verbs, parts = self.choices.get("verb", []), self.choices.get("part", [])
        return {f"{verb} {part}" for verb, part in product(verbs, parts)}

    @property
    def reachable(self) -> set[str]:
        return self.picks | self.proposals

    def form(self, ending: str) -> Fields:
        return next(fields for name, fields in self.forms.items() if name.endswith(ending))


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(SqliteStore(tmp_path / "tables.db"), Settings(pace=0))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, headers={"accept-language": "es"}) as client:
        yield client


def token_of(client: TestClient) -> str:
    found = re.search(r'name="token" value="([^"]+)"', client.get("/").text)
    assert found
    return found[1]


def table_of(app: FastAPI, path: str) -> Table:
    table = app.state.host.tables[path.removeprefix("/t/")].table
    assert isinstance(table, Table)
    return table


def sit_down(client: TestClient, **fields: str) -> str:
    values = {"token": token_of(client), "game": "pa-fuera", **fields}
    response = client.post("/tables", data=values)
    assert response.status_code == 200
    return response.url.path


def confirm(client: TestClient, path: str, page: Page, text: str, seat: int) -> int:
    """Plays a text as a player does; returns the status of the answer."""
    if text.startswith("propose"):
        verb = next(verb for verb in page.choices["verb"] if text.startswith(verb))
        fields = {**page.form("/moveally"), "verb": verb, "part": text.removeprefix(f"{verb} ")}
    else:
        page = Page(client.get(path, params={"pick": text, "seat": seat}).text)
        if page.confirm != text:  # another player has acted meanwhile
            return 409
        assert page.brass == 1
        fields = {**page.form("/move"), "text": text}
    return client.post(f"{path}/move", data=fields).status_code


@pytest.mark.parametrize("seed", range(3))
def test_whole_game_against_bots_is_played_by_the_forms_of_the_page(
    client: TestClient, app: FastAPI, seed: int
) -> None:
    rng = random.Random(seed)
    path = sit_down(client, now="1")
    table = table_of(app, path)
    for _ in range(400):
        page = Page(client.get(path).text)
        if table.over:
            break
        assert page.brass <= 1
        assert page.nameless == []
        if page.reachable:
            kinds = sorted({text.split(" ")[0] for text in page.reachable})
            kind = rng.choice(kinds)
            text = rng.choice(sorted(text for text in page.reachable if text.startswith(kind)))
            assert confirm(client, path, page, text, 0) in (200, 409)
    assert table.over
    assert {"hoja-0", "hoja-1", "hoja-2"} <= set(page.ids)
    assert page.reachable == set()


def test_people_on_one_device_reach_everything_legal_and_see_no_error(
    client: TestClient, app: FastAPI
) -> None:
    """Without bots nothing happens between two pages, so every form must be accepted."""
    rng = random.Random(5)
    path = sit_down(client, name="Ana", **{f"seat{n}": "local" for n in (1, 2, 3)})
    table = table_of(app, path)
    seen: Counter[str] = Counter()
    while not table.over:
        seat = rng.choice(list(table.state.to_act))
        client.post(f"{path}/take", data={"token": token_of(client), "seat": seat})
        page = Page(client.get(path).text)
        legal = set(table.state.legal_texts(seat))
        assert page.reachable == legal
        assert len(page.ids) == len(set(page.ids))
        kind = min(sorted({text.split(" ")[0] for text in legal}), key=seen.__getitem__)
        seen[kind] += 1
        text = rng.choice(sorted(text for text in legal if text.startswith(kind)))
        assert confirm(client, path, page, text, seat) == 200
        assert table.match
        said = [event.text for event in table.match.events if event.by == seat]
        assert said[-1] == text
    assert set(seen) == {"call", "propose", "accept", "decline", "withdraw", "pass"}


# --- Hidden dice ---


def other_dice(text: str) -> str:
    """Every face one higher, and 1 after 6."""
    faces = sorted(int(face) % 6 + 1 for face in text.split(" ")[1:])
    return "shake " + " ".join(map(str, faces))


def view_of(table: Table, seat: int | None) -> PaFueraView:
    view = table.view(seat)
    assert isinstance(view, PaFueraView)
    return view


def retold(table: Table, entry: Entry, seat: int | None) -> Entry:
    """The same entry, with other dice in every cup that this seat may not see."""
    falls = entry["falls"]
    assert isinstance(falls, list)
    view = view_of(table, seat)
    owners = iter([owner for owner, dice in enumerate(view.dice) if dice])
    texts: list[Json] = []
    for outcome in falls:
        text = str(outcome)
        if text.startswith("shake"):
            hidden = next(owners) != seat or view.blind
            text = other_dice(text) if hidden else text
        texts.append(text)
    return {**entry, "falls": texts}


def game_of_people(players: int, seed: int) -> Iterator[tuple[Plan, list[Entry], Table]]:
    """A random game, in every position in which somebody must decide."""
    plan = Plan("t", "pa-fuera", ("person",) * players, {}, None, "greedy", False, "5e" * 32)
    table = Table(plan)
    entries: list[Entry] = []

    def happen(entry: Entry) -> None:
        entries.append(entry)
        table.apply(entry)

    for seat in range(players):
        happen(changes.sit(table, seat, f"P{seat}", f"owner {seat}", f"{seat:032x}"))
    happen(changes.start(table))
    rng = seeded("pages", players, seed)
    while not table.over:
        yield plan, entries, table
        state = table.state
        seat = state.to_act[rng.below(len(state.to_act))]
        text = state.text(seat, state.choose(seat, rng))
        happen(changes.move(table, seat, text, table.last_event(seat), f"key {len(entries)}"))


@pytest.mark.rule("PF-2")
@pytest.mark.rule("PF-12")
@pytest.mark.parametrize("players", [3, 4])
def test_pages_that_differ_in_hidden_dice_are_the_same_bytes(players: int) -> None:
    viewer = Viewer("es", "auto", "token")
    compared = blind = 0
    for plan, entries, table in game_of_people(players, 1):
        last = max(n for n, entry in enumerate(entries) if entry.get("falls"))
        for seat in (None, *range(players)):
            changed = list(entries)
            changed[last] = retold(load(plan, entries[: last + 1]), entries[last], seat)
            other = load(plan, changed)
            mine = () if seat is None else (seat,)
            picks = ["", *table.state.legal_texts(seat)[:8]] if seat is not None else [""]
            for pick in picks:
                pages = {
                    table_part(viewer, Perspective(each, mine, seat, pick)).whole
                    for each in (table, other)
                }
                assert len(pages) == 1
                compared += 1
        blind += view_of(table, 0).blind
    assert compared > 100
    assert blind


@pytest.mark.rule("PF-14")
def test_lifted_cups_are_shown_to_all() -> None:
    viewer = Viewer("en", "auto", "token")
    for _, _, table in game_of_people(3, 2):
        view = view_of(table, None)
        page = table_part(viewer, Perspective(table, (), None)).whole
        lifted = re.search(r'<ul class="lifted">(.*?)</ul>', page, re.DOTALL)
        if table.over:  # the reveal shows them beside the last page
            lifted = re.search(r'<ol class="stations".*?>(.*?)</ol>', page, re.DOTALL)
            assert lifted
            shown = re.findall(r"#d(\d)", lifted[1])
            assert sorted(map(int, shown)) == sorted(face for cup in view.last_cups for face in cup)
            continue
        assert (lifted is not None) == (view.last_call is not None)
        if lifted:
            rows = lifted[1].split("</li>")[:-1]
            shown = [tuple(map(int, re.findall(r"#d(\d)", row))) for row in rows]
            assert tuple(shown) == view.last_cups
