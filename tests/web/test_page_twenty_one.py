"""The page of Twenty One: whole games played by its forms alone, and single positions."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import find_game
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.table_part import table_part
from cubilete.web.html.viewer import Viewer

GAME = find_game("twenty-one")
ALL_SHEETS = "sheets A B C D E F"


def in_notation(die: str) -> int:
    """Dice stand in this order in a text, whatever their order on the page."""
    return "WYRGBK".index(die[0])


@dataclass
class Form:
    fields: dict[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """What a viewer can do on a page: the picks, and the forms with their dice."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.ids: list[str] = []
        self.labels: list[str] = []
        self.picks: set[str] = set()
        self.confirms: list[tuple[str, Form]] = []
        self.forms: dict[str, Form] = {}
        self.loose: list[tuple[str, str]] = []
        self.inside: Form | None = None
        self.feed(text)
        for form, part in self.loose:
            self.forms[form].parts.append(part)
        assert len(self.ids) == len(set(self.ids))
        assert set(self.labels) <= set(self.ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        name, value = found.get("name", ""), found.get("value", "")
        self.ids += [found["id"]] if "id" in found else []
        if tag == "form":
            self.inside = self.forms[found.get("id", f"form {len(self.forms)}")] = Form()
        elif tag == "label" and "for" in found:
            self.labels.append(found["for"])
        elif tag == "button" and name == "pick" and value:
            assert found["form"] == "pick"
            self.picks.add(value)
        elif tag == "button" and name == "text":
            assert self.inside is not None
            self.confirms.append((value, self.inside))
        elif tag == "input" and found.get("type") == "checkbox":
            self.loose.append((found["form"], value))
        elif tag == "input" and found.get("type") == "hidden" and self.inside is not None:
            self.inside.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None

    @property
    def write(self) -> Form | None:
        return self.forms.get("write")

    def reachable(self) -> set[str]:
        found = set(self.picks)
        if self.write is not None:
            for count in range(1, len(self.write.parts) + 1):
                for parts in combinations(sorted(self.write.parts, key=in_notation), count):
                    found.add(" ".join([self.write.fields["verb"], *parts]))
        return found

    @property
    def is_over(self) -> bool:
        return " data-over" in self.text


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app, headers={"accept-language": "es"}) as client:
        yield client


def sit_down(client: TestClient) -> str:
    token = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
    assert token
    data = {"token": token[1], "game": "twenty-one", "now": "1"}
    answer = client.post("/tables", data=data)
    assert answer.status_code == 200
    return str(answer.url.path)


def get(client: TestClient, path: str, **params: str) -> Page:
    answer = client.get(path, params=params)
    assert answer.status_code == 200
    return Page(answer.text)


def act(client: TestClient, path: str, page: Page, rng: random.Random) -> None:
    """Plays one decision: several dice at once, or a pick and its confirmation."""
    form = page.write
    if form is not None and form.parts and rng.random() < 0.8:
        parts = rng.sample(form.parts, rng.randint(1, len(form.parts)))
        data: dict[str, str | list[str]] = {**form.fields, "part": parts}
    else:
        text = rng.choice(sorted(page.picks))
        preview = get(client, path, pick=text)
        assert [text] == [confirm for confirm, _ in preview.confirms]
        assert preview.write is None, "one button in brass at a time"
        data = {**preview.confirms[0][1].fields, "text": text}
    answer = client.post(f"{path}/move", data=data)
    assert answer.status_code == 200, answer.text


def legal_texts(client: TestClient, path: str) -> tuple[int, set[str]]:
    """The revision of the table, and the legal actions of seat 0."""
    host = client.app.state.host  # type: ignore[attr-defined]
    table = host.tables[path.removeprefix("/t/")].table
    return table.revision, set(table.view(0).legal)


def test_whole_game_is_played_by_forms_and_all_that_is_legal_can_be_reached(
    client: TestClient,
) -> None:
    rng = random.Random(21)
    path = sit_down(client)
    turns = 0
    for _ in range(3000):
        before, legal = legal_texts(client, path)
        page = get(client, path)
        if page.is_over:
            break
        if not page.reachable():
            continue  # a bot is about to act
        if f'data-revision="{before}"' in page.text:
            assert page.reachable() == legal
            turns += 1
        act(client, path, page, rng)
    assert page.is_over
    assert turns > 10
    events = client.get(f"{path}/record").text.count("\n")
    for n in range(0, events, 7):
        assert client.get(f"{path}/replay", params={"n": str(n)}).status_code == 200


# --- Positions that are set up ---


def table_at(outcomes: list[str], seats: int = 3) -> Table:
    """A table of people who roll their own dice, after these outcomes."""
    material = GAME.setup(seats, {}).material
    kinds = (PERSON,) * seats
    table = Table(Plan("t", GAME.slug, kinds, {}, material, "random", True, "ab" * 32))
    for seat in range(seats):
        table.apply(changes.sit(table, seat, f"P{seat}", f"owner {seat}", f"{seat:016x}"))
    table.apply({**changes.start(table), "falls": list(outcomes)})
    return table


def decide(table: Table, seat: int, text: str) -> None:
    after_event = table.last_event(seat)
    table.apply(changes.move(table, seat, text, after_event, f"key {table.revision}"))


def page_of(table: Table, seat: int | None, language: str = "es", pick: str = "") -> Page:
    mine = () if seat is None else (seat,)
    viewer = Viewer(language, "auto", "token")
    return Page(table_part(viewer, Perspective(table, mine, seat, pick)).whole)


def first_roll(roll: str, seats: int = 3) -> Table:
    return table_at(["start 0", ALL_SHEETS[: 6 + 2 * seats], f"roll {roll}"], seats)


def test_every_seat_has_its_sheet_on_every_page() -> None:
    for seats in GAME.about.players:
        table = first_roll("W2 Y3 R4 G5 B6 K1", seats)
        for seat in (*range(seats), None):
            ids = page_of(table, seat).ids
            assert {f"hoja-{other}" for other in range(seats)} <= set(ids)


def test_page_shows_the_table_before_sheets_and_dice_are_there() -> None:
    for outcomes in ([], ["start 1"], ["start 1", "sheets A B C"]):
        for seat in (0, None):
            assert not page_of(table_at(outcomes), seat).reachable()


@pytest.mark.rule("T1-2")
def test_ones_are_locked_and_the_other_dice_roll_again() -> None:
    page = page_of(first_roll("W1 Y3 R4 G5 B6 K1"), 0)
    assert page.reachable() == {"stand", "reroll"}
    assert len(re.findall(r'class="die locked"', page.text)) == 2
    assert len(re.findall(r'class="die" [^>]*value="reroll"', page.text)) == 4
    assert not page_of(first_roll("W1 Y3 R4 G5 B6 K1"), 1).reachable()


@pytest.mark.rule("T1-3")
def test_die_that_does_not_fit_says_why() -> None:
    table = first_roll("W6 Y6 R6 G6 B6 K6")
    decide(table, 0, "stand")
    page = page_of(table, 1)
    assert page.write is not None
    assert len(page.write.parts) == 1  # the box of 6 takes any die
    assert (
        len(re.findall(r'class="die" type="button" [^>]*data-why="[^"]+\(T1-3\)"', page.text)) == 5
    )
    assert len(re.findall(r'class="box target" [^>]*data-why="[^"]+\(T1-3\)"', page.text)) == 5


@pytest.mark.rule("T1-6")
def test_sealed_decision_is_in_nobody_elses_page() -> None:
    one, other = first_roll("W1 Y1 R1 G1 B1 K1"), first_roll("W1 Y1 R1 G1 B1 K1")
    decide(one, 2, "cross")
    decide(other, 2, "write W1 K1")
    for seat in (0, 1, None):
        assert page_of(one, seat).text == page_of(other, seat).text
    assert "#seal" in page_of(one, 0).text
    assert page_of(one, 2).text != page_of(other, 2).text
    assert page_of(other, 2).text.count("box sealed") == 2


def test_letters_of_the_dice_are_those_of_the_language() -> None:
    table = first_roll("W2 Y3 R4 G5 B6 K1")
    for language, letters in (("es", "BARVZN"), ("en", "WYRGBK")):
        page = page_of(table, None, language).text
        assert "".join(re.findall(r'class="letter"[^>]*>(\w)<', page)) == letters


def test_each_die_lies_above_its_own_box() -> None:
    table = first_roll("W2 Y3 R4 G5 B6 K1")
    for seat in range(3):
        page = page_of(table, seat).text
        felt, _, sheet = page.partition('id="t-mine"')
        row = sheet.partition("</ul>")[0]
        dice = re.findall(r'class="die[^"]*"[^>]* data-c="(\w)"', felt)
        assert dice == re.findall(r'class="box[^"]*"[^>]* data-c="(\w)"', row)
        assert "".join(dice) == table.view(seat).sheets[seat].colours[0]  # type: ignore[attr-defined]


def test_preview_is_drawn_where_it_would_be_written() -> None:
    table = first_roll("W1 Y1 R1 G1 B1 K1")
    crossing = page_of(table, 0, pick="cross")
    assert crossing.text.count("box chosen") == 1
    assert [text for text, _ in crossing.confirms] == ["cross"]
    assert page_of(table, 0, pick="write W1 K1").text.count("box chosen") == 2
    assert page_of(table, 0, pick="write W5").text == page_of(table, 0).text
