"""Real dice: a form asks for what people rolled, and the rules check it."""

import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import find_game
from cubilete.core.parts.page import Page
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app

from .outcome_forms import OutcomeForm, hidden_fields


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def open_table(client: TestClient, slug: str, players: int) -> str:
    """Opens a table with real dice and all people on one device; returns its path."""
    fields = {"game": slug, "name": "Ana", "dice": "real"}
    for seat in range(1, 6):
        fields[f"seat{seat}"] = "local" if seat < players else ""
    token = hidden_fields(client.get("/").text)["token"]
    answer = client.post("/tables", data={"token": token, **fields})
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


def table_at(client: TestClient, path: str) -> Table:
    table = client.app.state.host.tables[path.removeprefix("/t/")].table  # type: ignore[attr-defined]
    assert isinstance(table, Table)
    return table


def sentence(page: str) -> str:
    """What the page asks people to do."""
    found = re.search(r'<div class="status.*?<strong>(.*?)</strong>', page, re.DOTALL)
    assert found
    return unescape(found[1])


START = {"Who starts?", "Ana, roll N dice.", "Ana, reroll N dice.", "Ana, reroll N die."}
SHEETS = {"Who starts?", "Draw lots: a sheet for each player.", "Ana, roll the six dice."}
SOLO = {"Ana, roll N dice.", "Ana, reroll N dice.", "Ana, roll the two extra dice."}


@pytest.mark.parametrize(
    ("slug", "players", "sentences"),
    [
        ("seis-dados", 2, START),
        ("twenty-one", 2, SHEETS),
        ("dizzle", 2, START),
        ("dizzle", 1, SOLO),
    ],
)
def test_whole_game_is_played_through_the_form(
    slug: str, players: int, sentences: set[str], client: TestClient
) -> None:
    path = open_table(client, slug, players)
    table = table_at(client, path)
    rng = random.Random(f"{slug} {players}")
    asked = set()
    while table.playing:
        if table.awaits_real_dice():
            page = client.get(path).text
            asked.add(re.sub(r"\d+", "N", sentence(page).replace("Ana 2", "Ana")))
            form = OutcomeForm(page)
            before = table.revision
            while table.revision == before:  # two equal sheets are refused: choose others
                data = {**form.fields, **form.answer(rng)}
                client.post(f"{path}/fall", data=data, headers={"x-part": "1"})
        else:
            seat = rng.choice(table.state.to_act)
            text = rng.choice(table.state.legal_texts(seat))
            fields = {"on": str(table.last_event(seat)), "key": str(table.revision), "text": text}
            fields |= {"token": form.fields["token"], "seat": str(seat)}
            client.post(f"{path}/move", data=fields, headers={"x-part": "1"})
    assert table.over
    assert asked >= sentences


def test_wrong_number_of_dice_is_refused_and_the_form_keeps_its_answers(client: TestClient) -> None:
    path = open_table(client, "seis-dados", 2)
    form = OutcomeForm(client.get(path).text)
    client.post(f"{path}/fall", data={**form.fields, "row0": "1"})
    form = OutcomeForm(client.get(path).text)
    assert form.counted_dice == 6
    for counts, given in (({"count1": "2", "count6": "3"}, 5), ({"count1": "7"}, 7)):
        answer = client.post(f"{path}/fall", data={**form.fields, **counts})
        assert answer.status_code == 422
        assert f"You rolled 6 dice, but this makes {given}." in answer.text
        kept = OutcomeForm(answer.text).counts()
        assert [kept[int(name[-1]) - 1] for name in counts] == list(counts.values())
        assert 'id="live"' in answer.text  # it is the page of the table, not an error page
    strange = {"count1": "-1", "count2": "7"}
    assert client.post(f"{path}/fall", data={**form.fields, **strange}).status_code == 422
    right = {"count1": "2", "count4": "", "count6": "4"}
    assert client.post(f"{path}/fall", data={**form.fields, **right}).status_code == 200
    assert table_at(client, path).seen_by(None)[-1].text == "roll 1 1 6 6 6 6"


def test_incomplete_form_is_refused_and_keeps_its_answers(client: TestClient) -> None:
    path = open_table(client, "twenty-one", 2)
    client.post(f"{path}/fall", data={**OutcomeForm(client.get(path).text).fields, "row0": "0"})
    form = OutcomeForm(client.get(path).text)
    answer = client.post(f"{path}/fall", data={**form.fields, "row1": "C"})
    assert answer.status_code == 422
    assert OutcomeForm(answer.text).checked() == ["C"]
    assert 'id="live"' in answer.text


def test_equal_sheets_are_refused_with_the_rule(client: TestClient) -> None:
    path = open_table(client, "twenty-one", 2)
    client.post(f"{path}/fall", data={**OutcomeForm(client.get(path).text).fields, "row0": "0"})
    form = OutcomeForm(client.get(path).text)
    same = {**form.fields, "row0": "C", "row1": "C"}
    answer = client.post(f"{path}/fall", data=same)
    assert answer.status_code == 422
    assert "no two are the same. (T1-1)" in answer.text
    assert OutcomeForm(answer.text).checked() == ["C", "C"]
    by_script = {"x-part": "1", "accept": "text/html, application/json"}
    problem = client.post(f"{path}/fall", data=same, headers=by_script)
    assert problem.status_code == 422
    assert problem.json()["rule"] == "T1-1"


def test_face_that_no_die_has_is_refused(client: TestClient) -> None:
    path = open_table(client, "dizzle", 1)
    form = OutcomeForm(client.get(path).text)
    wrong = {f"row{die}": "7" for die in range(form.counted_dice)}
    answer = client.post(f"{path}/fall", data={**form.fields, **wrong})
    assert answer.status_code == 422
    assert table_at(client, path).seen_by(None) == []


def test_form_of_an_older_page_is_too_late(client: TestClient) -> None:
    path = open_table(client, "seis-dados", 2)
    old = OutcomeForm(client.get(path).text)
    client.post(f"{path}/fall", data={**old.fields, "row0": "1"})
    late = {**old.fields, "key": "another", "row0": "0"}
    assert client.post(f"{path}/fall", data=late).status_code == 409


def test_typed_outcome_can_be_undone_on_the_page(client: TestClient) -> None:
    path = open_table(client, "dizzle", 1)
    form = OutcomeForm(client.get(path).text)
    counts = {"count1": "", "count3": str(form.counted_dice)}
    client.post(f"{path}/fall", data={**form.fields, **counts})
    page = client.get(path).text
    assert f'action="{path}/undo"' in page
    client.post(f"{path}/undo", data={"token": form.fields["token"], "seat": "0"})
    assert OutcomeForm(client.get(path).text).counted_dice == form.counted_dice


def test_spectator_sees_what_is_asked_and_has_no_form(client: TestClient) -> None:
    path = open_table(client, "seis-dados", 2)
    client.cookies.clear()
    page = client.get(path).text
    assert sentence(page) == "Who starts?"
    assert "felt real-dice" not in page


def test_dice_of_twenty_one_are_asked_by_colour(client: TestClient) -> None:
    path = open_table(client, "twenty-one", 2)
    table = table_at(client, path)
    for text in ("start 1", "sheets B D", "roll W1 Y1 R1 G1 B1 K4"):
        table.apply(changes.type_outcome(table, 0, text, table.last_event(0), text))
    table.apply(changes.move(table, 1, "reroll", table.last_event(1), "r"))
    page = client.get(path).text
    assert sentence(page) == "Ana 2, reroll the black die."
    assert OutcomeForm(page).rows == {"row0": ["K1", "K2", "K3", "K4", "K5", "K6"]}
    assert OutcomeForm(page).text.count('data-c="K"') == 6


def test_game_without_a_form_asks_for_notation(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(find_game("seis-dados").page), "outcome_form", Page.outcome_form)
    path = open_table(client, "seis-dados", 2)
    page = client.get(path).text
    assert "What came up, in notation" in page
    form = page[page.index(f'action="{path}/fall"') :]
    client.post(f"{path}/fall", data={**hidden_fields(form), "text": "start 1"})
    assert table_at(client, path).seen_by(None)[0].text == "start 1"
