"""“Tell me when it's my turn”: the button on pages, and what the server accepts from it."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete.host.push.subscriptions import KIND
from cubilete.store.documents import Document
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import create_app
from push_service import Browser

VENDOR = "https://updates.push.services.mozilla.com/wpush/v2/x"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def token_of(client: TestClient) -> str:
    found = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
    assert found
    return found[1]


def stored(client: TestClient) -> list[Document]:
    app = client.app
    assert isinstance(app, FastAPI)
    assert client.portal is not None
    return list(client.portal.call(app.state.host.store.documents.beginning, KIND, "", 10))


def test_browser_subscribes_and_does_not_want_to_be_told_any_more(client: TestClient) -> None:
    fields = {"token": token_of(client), **Browser(VENDOR).fields}
    for _ in range(2):  # a page sends it again when it is not sure
        assert client.post("/push", data=fields).status_code == 204
    (document,) = stored(client)
    assert document.owner
    assert VENDOR not in document.key
    stranger = TestClient(client.app, headers={"accept-language": "en"})
    other = {"token": token_of(stranger), "endpoint": VENDOR}
    assert stranger.post("/push/forget", data=other).status_code == 204
    assert stored(client) == [document]
    forgotten = client.post("/push/forget", data={"token": fields["token"], "endpoint": VENDOR})
    assert forgotten.status_code == 204
    assert stored(client) == []


def test_foreign_form_and_address_inside_are_refused(client: TestClient) -> None:
    fields = {"token": token_of(client), **Browser(VENDOR).fields}
    assert client.post("/push", data={**fields, "token": "00"}).status_code == 403
    for endpoint in ("http://127.0.0.1:8000/x", "https://10.0.0.1/x", "https://localhost/x"):
        answer = client.post("/push", data={**fields, "endpoint": endpoint})
        assert answer.status_code == 422
        assert "can't be sent to" in answer.text.replace("&#39;", "'")
    assert stored(client) == []


def test_button_is_at_the_table_for_people_who_sit_there(client: TestClient) -> None:
    assert "data-push" not in client.get("/").text  # no table, no turn
    data = {"token": token_of(client), "game": "seis-dados", "name": "Ana", "seat1": "person"}
    opened = client.post("/tables", data={**data, "clock": "decision 259200"})
    assert "3 days per decision" in opened.text
    assert re.search(r'data-push="[\w-]{87}"', opened.text)
    assert "Tell me when it&#39;s my turn" in opened.text
    assert "data-push" in client.get("/").text
    spectator = TestClient(client.app, headers={"accept-language": "en"})
    assert "data-push" not in spectator.get(opened.url.path).text


def test_key_by_which_browsers_subscribe_survives_a_restart(tmp_path: Path) -> None:
    async def key() -> str:
        app = create_app(SqliteStore(tmp_path / "s.sqlite"))
        async with app.router.lifespan_context(app):
            found = app.state.push.public_key
            assert isinstance(found, str)
            return found

    assert asyncio.run(key()) == asyncio.run(key())
