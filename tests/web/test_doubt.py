"""A store that fails while it appends: the entry may be stored or not, and both end well."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete.store.base import Store, Unavailable
from cubilete.store.postgres import PostgresStore
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.limits import without_address_limits

from .waiting import wait_until

SETTINGS = Settings(pace=0, limits=without_address_limits())  # the tests ask without a pause
KEPT, NOT_KEPT = "stored, but the answer is lost", "not stored"


class Failing:
    """A real store whose next calls of `append` fail, before or after the entry is stored."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.faults: list[str] = []
        self.where = ""
        """Only entries that contain this text fail."""
        self.asked = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        self.asked += 1
        fault = self.faults.pop(0) if self.faults and self.where in entry else ""
        if fault != NOT_KEPT:
            await self.store.append(table, n, entry, owner=owner, over=over)
        if fault:
            raise Unavailable(fault)


@pytest.fixture(params=["sqlite", "postgres"])
def failing(
    request: pytest.FixtureRequest, tmp_path: Path, fresh_database: Callable[[], str]
) -> Failing:
    if request.param == "postgres":
        return Failing(PostgresStore(fresh_database()))
    return Failing(SqliteStore(tmp_path / "s.sqlite"))


@contextmanager
def table_on(
    failing: Failing, game: str = "dizzle", bots: int = 0
) -> Iterator[tuple[TestClient, str]]:
    app = create_app(failing, SETTINGS)  # type: ignore[arg-type]
    with TestClient(app) as client:
        seated = client.post("/api/tables", json={"game": game, "bots": bots}).json()
        client.headers["authorization"] = f"Bearer {seated['token']}"
        yield client, f"/api/tables/{seated['table']}"


def first_move(client: TestClient, table: str) -> dict[str, object]:
    look = client.get(table).json()
    return {"text": look["view"]["legal"][0], "on": look["on"], "key": "k"}


def moves_of(client: TestClient, table: str) -> int:
    return sum(event["by"] == 0 for event in client.get(table).json()["events"])


@pytest.mark.parametrize("fault", [KEPT, NOT_KEPT])
def test_move_sent_again_is_played_once(failing: Failing, fault: str) -> None:
    with table_on(failing) as (client, table):
        move = first_move(client, table)
        failing.faults = [fault]
        refused = client.post(f"{table}/moves", json=move)
        assert refused.status_code == 503
        assert refused.json()["detail"]
        assert client.post(f"{table}/moves", json=move).status_code == 200
        assert client.post(f"{table}/moves", json=move).status_code == 200
        assert moves_of(client, table) == 1
        assert failing.asked == (3 if fault == KEPT else 4)  # sit, start and the moves


def test_other_move_after_a_stored_one_is_too_late(failing: Failing) -> None:
    with table_on(failing) as (client, table):
        move = first_move(client, table)
        failing.faults = [KEPT]
        assert client.post(f"{table}/moves", json=move).status_code == 503
        other = client.post(f"{table}/moves", json={**move, "key": "other"})
        assert other.status_code == 409
        assert moves_of(client, table) == 1


def test_stored_move_is_shown_without_another_request(failing: Failing) -> None:
    with table_on(failing) as (client, table):
        move = first_move(client, table)
        failing.faults = [KEPT]
        assert client.post(f"{table}/moves", json=move).status_code == 503
        wait_until(lambda: moves_of(client, table) == 1)


@pytest.mark.parametrize("fault", [KEPT, NOT_KEPT])
def test_bots_go_on_after_the_store_failed(failing: Failing, fault: str) -> None:
    failing.where = '"kind": "move", "seat": 1'
    failing.faults = [fault]
    with table_on(failing, "seis-dados", bots=1) as (client, table):
        while not client.get(table).json()["over"]:
            look = client.get(table).json()
            if look["view"]["legal"]:
                move = {"text": look["view"]["legal"][-1], "on": look["on"]}
                assert client.post(f"{table}/moves", json=move).status_code == 200
    assert failing.faults == []


def test_game_starts_although_the_store_failed_after_the_last_seat_was_taken(
    failing: Failing,
) -> None:
    app = create_app(failing, SETTINGS)  # type: ignore[arg-type]
    with TestClient(app) as client:
        failing.where, failing.faults = '"kind": "start"', [NOT_KEPT]
        new = {"game": "seis-dados", "people": 2, "bots": 0}
        table = f"/api/tables/{client.post('/api/tables', json=new).json()['table']}"
        assert client.post(f"{table}/sit", json={"name": "Eva", "seat": 1}).status_code == 201
        assert failing.faults == []
        assert client.get(table).json()["begun"] is True


# --- Pages: a form that is sent again ends what the first one began ---


def form_fields(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the form with this action."""
    form = re.search(rf'<form[^>]* action="{action}".*?</form>', page, re.DOTALL)
    assert form, action
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[0]))


@pytest.mark.parametrize("fault", [KEPT, NOT_KEPT])
@pytest.mark.parametrize("where", ["sit", "start"])
def test_table_opened_by_a_form_that_is_sent_again_has_its_people(
    failing: Failing, fault: str, where: str
) -> None:
    app = create_app(failing, SETTINGS)  # type: ignore[arg-type]
    with TestClient(app) as client:
        client.get("/")
        new = {**form_fields(client.get("/").text, "/tables"), "game": "dizzle", "seat1": "local"}
        new.pop("now", None)
        failing.where, failing.faults = f'"kind": "{where}"', [fault]
        first = client.post("/tables", data=new)
        assert first.status_code == (503 if where == "sit" else 200)
        assert failing.faults == []
        again = client.post("/tables", data=new)
        assert again.status_code == 200
        look = client.get(f"/api{again.url.path.replace('/t/', '/tables/')}").json()
        assert look["begun"] is True
        assert len([name for name in look["names"] if name]) == 2


@pytest.mark.parametrize("fault", [KEPT, NOT_KEPT])
@pytest.mark.parametrize("where", ["sit", "start", "rematch"])
def test_rematch_by_a_form_that_is_sent_again_is_there(
    failing: Failing, fault: str, where: str
) -> None:
    app = create_app(failing, SETTINGS)  # type: ignore[arg-type]
    with TestClient(app) as client:
        client.get("/")
        new = form_fields(client.get("/").text, "/tables")
        old = client.post("/tables", data={**new, "game": "dizzle", "now": "1"}).url.path
        assert client.post(f"{old}/abandon", data={**new, "seat": "0"}).status_code == 200
        rematch = form_fields(client.get(old).text, f"{old}/again")
        failing.where, failing.faults = f'"kind": "{where}"', [fault]
        first = client.post(f"{old}/again", data=rematch)
        assert first.status_code == (200 if where == "start" else 503)
        assert failing.faults == []
        fresh = client.post(f"{old}/again", data=rematch)
        assert fresh.status_code == 200
        assert fresh.url.path != old
        assert f"{old}/follow" in client.get(old).text
        look = client.get(f"/api{fresh.url.path.replace('/t/', '/tables/')}").json()
        assert look["begun"] is True
