"""The commitment of the dice: made before any seed is known, shown to all, kept to the end."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import read_record
from cubilete.core.fair import fingerprint_of, verify
from cubilete.core.json_types import JsonObject
from cubilete.host.host import Waits
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app

SEED = "0123456789abcdef"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Nobody has a stream open, so the person who asks to end a game is alone."""
    alone = Settings(pace=60, waits=Waits(absence=0.0))
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), alone)
    with TestClient(app, headers={"accept-language": "en"}, cookies={"details": "on"}) as client:
        yield client


def form_of(page: str, action: str) -> tuple[str, dict[str, str]]:
    """The commitment that a form was shown with, and its hidden fields."""
    form = re.search(rf'<form[^>]*action="{action}"[^>]*data-promise="([0-9a-f]+)".*?</form>', page)
    assert form
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form[0])
    return form[1], dict(fields)


def prepared_in(page: str, action: str) -> list[str]:
    """The fingerprints of the table's own seeds that a form was shown with."""
    form = re.search(rf'<form[^>]*action="{action}"[^>]*data-prepared="([0-9a-f ]+)"', page)
    assert form
    return form[1].split()


def give_up(client: TestClient, path: str, token: str, seat: int = 0) -> JsonObject:
    """Ends the game; returns what the header of its record says of the dice."""
    client.post(f"{path}/abandon", data={"token": token, "seat": seat})
    record = read_record(client.get(f"{path}/record").text)
    assert verify(record) > 0
    fair = record.header.more["fair"]
    assert isinstance(fair, dict)
    return fair


def test_table_is_committed_to_its_secret_before_it_gets_a_seed(client: TestClient) -> None:
    commitment, fields = form_of(client.get("/").text.replace("\n", " "), "/tables")
    answer = client.post("/tables", data={**fields, "now": "1", "seed": SEED})
    path = answer.url.path
    assert path == f"/t/{fields['draft'].partition('.')[0]}"
    page = answer.text
    assert commitment in page
    assert fingerprint_of(SEED) in page
    assert SEED not in page
    fair = give_up(client, path, fields["token"])
    seeds = fair["seeds"]
    assert isinstance(seeds, list)
    assert (fair["commitment"], seeds[0]) == (commitment, SEED)
    assert fair["made"] == list(range(1, len(seeds)))


def test_form_sent_twice_opens_one_table(client: TestClient) -> None:
    _, fields = form_of(client.get("/").text.replace("\n", " "), "/tables")
    first = client.post("/tables", data={**fields, "now": "1", "seed": SEED})
    second = client.post("/tables", data={**fields, "now": "1", "seed": "f" * 16})
    assert first.url == second.url
    assert fingerprint_of(SEED) in second.text


@pytest.mark.parametrize("draft", ["", "abc", "abc.def", ".", "ñ.ñ"])
def test_seed_without_a_commitment_does_not_count(client: TestClient, draft: str) -> None:
    _, fields = form_of(client.get("/").text.replace("\n", " "), "/tables")
    data = {**fields, "draft": draft, "now": "1", "seed": SEED}
    page = client.post("/tables", data=data).text
    assert "Fair dice" in page
    assert fingerprint_of(SEED) not in page


def test_malformed_seed_opens_no_table(client: TestClient) -> None:
    _, fields = form_of(client.get("/").text.replace("\n", " "), "/tables")
    assert client.post("/tables", data={**fields, "now": "1", "seed": "XYZ"}).status_code == 422
    assert client.get(f"/t/{fields['draft'].partition('.')[0]}").status_code == 404


def test_everybody_sees_commitment_and_fingerprints_before_the_first_roll(
    client: TestClient,
) -> None:
    commitment, fields = form_of(
        client.get("/new?game=seis-dados").text.replace("\n", " "), "/tables"
    )
    data = {**fields, "name": "Ana", "seat1": "person", "seat2": "bot", "seed": SEED}
    path = client.post("/tables", data=data).url.path
    ana = fields["token"]
    cookies = dict(client.cookies)
    client.cookies.clear()
    client.cookies.set("details", "on")
    waiting = client.get(path).text
    assert fingerprint_of(SEED) in waiting
    shown, sitting = form_of(waiting.replace("\n", " "), f"{path}/sit")
    assert shown == commitment
    begun = client.post(f"{path}/sit", data={**sitting, "name": "Luis", "seed": "f" * 16}).text
    assert fingerprint_of("f" * 16) in begun
    client.cookies.clear()
    client.cookies.update(cookies)
    fair = give_up(client, path, ana)
    seeds = fair["seeds"]
    assert isinstance(seeds, list)
    assert seeds[:2] == [SEED, "f" * 16]
    assert fair["made"] == [2]


def test_rematch_has_a_commitment_of_its_own(client: TestClient) -> None:
    path = client.post(
        "/tables",
        data={**form_of(client.get("/").text.replace("\n", " "), "/tables")[1], "now": "1"},
    ).url.path
    token = form_of(client.get("/").text.replace("\n", " "), "/tables")[1]["token"]
    give_up(client, path, token)
    commitment, fields = form_of(client.get(path).text.replace("\n", " "), f"{path}/again")
    page = client.post(f"{path}/again", data={**fields, "seed": SEED})
    assert commitment in page.text
    assert fingerprint_of(SEED) in page.text
    assert client.post(f"{path}/again", data={**fields, "seed": SEED}).url == page.url


def test_everybody_brings_a_seed_to_a_rematch(client: TestClient) -> None:
    """The person who asks for the rematch sits down at once; it begins when all have followed."""
    home = client.get("/").text.replace("\n", " ")
    ana = form_of(home, "/tables")[1]["token"]
    new = {"token": ana, "game": "seis-dados", "name": "Ana", "seat1": "person"}
    path = client.post("/tables", data=new).url.path
    cookies = dict(client.cookies)
    client.cookies.clear()
    client.cookies.set("details", "on")
    luis = form_of(client.get("/").text.replace("\n", " "), "/tables")[1]["token"]
    client.post(f"{path}/sit", data={"token": luis, "seat": "1", "name": "Luis"})
    of_luis = dict(client.cookies)
    client.cookies.clear()
    client.cookies.update(cookies)
    give_up(client, path, ana)
    _, of_second = form_of(client.get(path).text.replace("\n", " "), f"{path}/again")
    commitment, fields = form_of(client.get(path).text.replace("\n", " "), f"{path}/again")
    waiting = client.post(f"{path}/again", data={**fields, "seed": SEED})
    assert "This seat is waiting for Luis." in waiting.text
    assert fingerprint_of(SEED) in waiting.text
    client.cookies.clear()
    client.cookies.update(of_luis)
    late = {**of_second, "token": luis, "seat": "1", "seed": "e" * 16}
    assert client.post(f"{path}/again", data=late).url.path == path
    shown, fields = form_of(client.get(path).text.replace("\n", " "), f"{path}/follow")
    assert shown == commitment
    begun = client.post(f"{path}/follow", data={**fields, "seed": "f" * 16})
    assert begun.url.path == waiting.url.path
    assert "data-turn" in begun.text
    assert fingerprint_of("f" * 16) in begun.text
    again = client.post(f"{path}/follow", data={**fields, "seed": "d" * 16})
    assert again.url.path == begun.url.path
    assert fingerprint_of("d" * 16) not in again.text
    fair = give_up(client, begun.url.path, luis, seat=1)
    assert fair["seeds"] == [SEED, "f" * 16]
    assert fair["made"] == []


def test_spectator_is_led_to_the_rematch_without_a_seat(client: TestClient) -> None:
    path = client.post(
        "/tables",
        data={**form_of(client.get("/").text.replace("\n", " "), "/tables")[1], "now": "1"},
    ).url.path
    token = form_of(client.get("/").text.replace("\n", " "), "/tables")[1]["token"]
    give_up(client, path, token)
    _, fields = form_of(client.get(path).text.replace("\n", " "), f"{path}/again")
    fresh = client.post(f"{path}/again", data={**fields, "seed": SEED}).url.path
    client.cookies.clear()
    seen = client.get(path).text
    assert f'href="{fresh}"' in seen
    assert f"{path}/follow" not in seen


def test_api_gives_the_commitment_before_it_takes_a_seed(client: TestClient) -> None:
    draft = client.get("/api/draft").json()
    new = {"game": "dizzle", "people": 2, "bots": 0, "seed": SEED}
    assert client.post("/api/tables", json=new).json()["title"] == "no-draft"
    assert client.post("/api/tables", json={**new, "draft": "a.b"}).json()["title"] == "no-draft"
    seated = client.post("/api/tables", json={**new, "draft": draft["draft"]}).json()
    assert (seated["table"], seated["commitment"]) == (draft["table"], draft["commitment"])
    assert seated["fingerprint"] == fingerprint_of(SEED)
    again = client.post("/api/tables", json={**new, "draft": draft["draft"]})
    assert (again.status_code, again.json()["title"]) == (409, "draft-used")
    table = f"/api/tables/{draft['table']}"
    fair = client.get(f"{table}/fair").json()
    assert fair["commitment"] == draft["commitment"]
    assert [seat["fingerprint"] for seat in fair["seats"]] == [fingerprint_of(SEED)]
    client.post(f"{table}/sit", json={"name": "Luis", "seat": 1})
    assert [seat["own"] for seat in client.get(f"{table}/fair").json()["seats"]] == [True, False]


def test_table_with_real_dice_has_no_commitment(client: TestClient) -> None:
    _, fields = form_of(client.get("/new?game=dizzle").text.replace("\n", " "), "/tables")
    page = client.post("/tables", data={**fields, "name": "Ana", "dice": "real", "seed": SEED})
    assert "Fair dice" not in page.text
    assert client.get(f"/api/tables{page.url.path[2:]}/fair").json() == {
        "commitment": "",
        "seats": [],
    }


# --- The seeds that the table itself would bring ---


@pytest.mark.parametrize("address", ["/", "/new?game=216"])
def test_table_shows_its_own_seeds_before_it_gets_one(client: TestClient, address: str) -> None:
    page = client.get(address).text.replace("\n", " ")
    _, fields = form_of(page, "/tables")
    shown = prepared_in(page, "/tables")
    data = {**fields, "name": "Ana", "seat1": "bot", "seat2": "bot", "now": "1", "seed": SEED}
    path = client.post("/tables", data=data).url.path
    fair = give_up(client, path, fields["token"])
    prepared, fingerprints = fair["prepared"], fair["fingerprints"]
    assert isinstance(prepared, list)
    assert isinstance(fingerprints, list)
    assert shown[: len(prepared)] == prepared
    assert fingerprints[1:] == prepared[1:]
    assert fingerprints[0] == fingerprint_of(SEED) != prepared[0]


def test_own_seeds_of_the_table_do_not_depend_on_the_one_it_gets(client: TestClient) -> None:
    """They are a function of the draft: the same form with another seed has the same ones."""
    page = client.get("/new?game=dizzle").text.replace("\n", " ")
    shown, (_, fields) = prepared_in(page, "/tables"), form_of(page, "/tables")
    data = {**fields, "name": "Ana", "seat1": "person", "seat2": "bot", "seed": "f" * 16}
    path = client.post("/tables", data=data).url.path
    waiting = client.get(path).text.replace("\n", " ")
    assert prepared_in(waiting, f"{path}/sit") == shown[:3]
    assert all(fingerprint in page for fingerprint in shown)


def test_person_who_sits_down_is_shown_all_of_them(client: TestClient) -> None:
    draft = client.get("/api/draft").json()
    new = {"game": "pa-fuera", "people": 2, "bots": 1, "draft": draft["draft"], "seed": SEED}
    assert client.post("/api/tables", json=new).status_code == 201
    path = f"/t/{draft['table']}"
    page = client.get(path).text.replace("\n", " ")
    assert prepared_in(page, f"{path}/sit") == draft["prepared"][:3]
    details = page[page.index('id="prints"') :]
    assert all(fingerprint in details for fingerprint in draft["prepared"][:3])


def test_programs_get_them_with_the_draft_and_of_an_open_table(client: TestClient) -> None:
    draft = client.get("/api/draft").json()
    assert len(set(draft["prepared"])) == 16
    new = {"game": "dizzle", "people": 1, "bots": 2, "draft": draft["draft"], "seed": SEED}
    client.post("/api/tables", json=new)
    fair = client.get(f"/api/tables/{draft['table']}/fair").json()
    assert fair["prepared"] == draft["prepared"][:3]
    assert [seat["fingerprint"] for seat in fair["seats"][1:]] == fair["prepared"][1:]
    assert "seal" not in fair


def test_rematch_shows_them_to_who_asks_and_to_who_follows(client: TestClient) -> None:
    token = form_of(client.get("/").text.replace("\n", " "), "/tables")[1]["token"]
    new = {"token": token, "game": "seis-dados", "name": "Ana", "seat1": "local", "name1": "Eva"}
    path = client.post("/tables", data=new).url.path
    give_up(client, path, token)
    page = client.get(path).text.replace("\n", " ")
    shown, (_, fields) = prepared_in(page, f"{path}/again"), form_of(page, f"{path}/again")
    fresh = client.post(f"{path}/again", data={**fields, "seed": SEED}).url.path
    assert prepared_in(client.get(path).text.replace("\n", " "), f"{path}/follow") == shown
    fair = give_up(client, fresh, token)
    assert fair["prepared"] == shown
    assert fair["recipe"] == "cubilete-fair/2"


# --- The seal of a game that is over ---


def seals_in(page: str) -> list[tuple[str, str]]:
    return re.findall(r'data-table="([^"]+)" data-seal="([0-9a-f]{64})"', page)


def test_everybody_gets_the_seal_when_the_game_is_over_and_not_before(client: TestClient) -> None:
    _, fields = form_of(client.get("/").text.replace("\n", " "), "/tables")
    begun = client.post("/tables", data={**fields, "now": "1"})
    table = begun.url.path.removeprefix("/t/")
    assert seals_in(begun.text) == []
    give_up(client, begun.url.path, fields["token"])
    record = read_record(client.get(f"/t/{table}/record").text)
    assert record.result is not None
    proof = record.result.more["fair"]
    assert isinstance(proof, dict)
    assert seals_in(client.get(f"/t/{table}").text) == [(table, proof["seal"])]
    client.cookies.clear()
    assert seals_in(client.get(f"/t/{table}").text) == [(table, proof["seal"])]
    assert client.get(f"/api/tables/{table}/fair").json()["seal"] == proof["seal"]


def test_page_of_the_dice_shows_counts_beside_their_likely_range(client: TestClient) -> None:
    seated = client.post("/api/tables", json={"game": "seis-dados", "bots": 1}).json()
    page = client.get(f"/t/{seated['table']}/dice").text
    assert "The dice everyone has seen: 6" in page
    assert sum(map(int, re.findall(r'<b class="num">(\d+)</b>', page))) == 6
    assert page.count("0 to 3") == 6
    assert "With so few dice" in page
    waiting = client.post("/api/tables", json={"game": "dizzle", "people": 2, "bots": 0}).json()
    assert "seen: 0" in client.get(f"/t/{waiting['table']}/dice").text
