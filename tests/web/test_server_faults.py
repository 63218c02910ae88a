"""Errors of the server: the response shows an id, the log has the rest under it."""

import os
import re
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from play_over_http import ask
from starlette.responses import StreamingResponse
from starlette.testclient import TestClient

from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app

from .running import Server
from .waiting import TIMEOUT

SECRET = "the other cup holds 6 6 6"
HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy")


def raise_error() -> None:
    try:
        raise ZeroDivisionError(SECRET)
    except ZeroDivisionError as error:
        raise LookupError(SECRET) from error


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    """The application, with routes that fail."""
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    for path in ("/fails/{link}", "/api/fails/{link}"):
        app.add_api_route(path, lambda link: raise_error(), methods=["GET", "POST"])

    async def half() -> AsyncIterator[bytes]:
        yield b"half"
        raise_error()

    async def stream() -> StreamingResponse:
        return StreamingResponse(half())

    app.add_api_route("/half", stream)
    return app


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def id_in(text: str) -> str:
    found = re.search(r"the code ([0-9a-f]{8}) ", text)
    assert found, text
    return found[1]


def check_log(caplog: pytest.LogCaptureFixture, fault: str) -> None:
    (record,) = caplog.records
    logged = record.getMessage()
    assert fault in logged
    assert "LookupError" in logged
    assert "ZeroDivisionError" in logged
    assert "raise_error" in logged
    assert "/fails/{link}" in logged
    assert SECRET not in caplog.text
    assert "my-seat" not in caplog.text


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_page_of_a_fault_shows_its_id_and_nothing_else(
    client: TestClient, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    answer = client.request(method, "/fails/my-seat")
    assert answer.status_code == 500
    assert answer.headers["content-type"].startswith("text/html")
    assert all(header in answer.headers for header in HEADERS)
    assert answer.headers["cache-control"] == "no-store"
    check_log(caplog, id_in(answer.text))
    for word in (SECRET, "Error", "Traceback", "cubilete/", ".py"):
        assert word not in answer.text.replace("/static/cubilete", "")


def test_problem_of_a_fault_shows_its_id_and_nothing_else(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get("/api/fails/my-seat")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert all(header in answer.headers for header in HEADERS)
    problem = answer.json()
    check_log(caplog, id_in(problem.pop("detail")))
    assert problem == {
        "type": "about:blank",
        "title": "fault",
        "status": 500,
        "rule": "",
        "errors": [],
    }


def test_script_of_a_page_gets_the_id_as_a_problem(client: TestClient) -> None:
    """The script shows `detail`; it sends this header with every form."""
    answer = client.post("/fails/my-seat", headers={"accept": "text/html, application/json"})
    assert answer.status_code == 500
    assert id_in(answer.json()["detail"])


def test_fault_is_explained_in_spanish(client: TestClient) -> None:
    spanish = {"accept-language": "es"}
    for path in ("/fails/x", "/api/fails/x"):
        answer = client.get(path, headers=spanish)
        assert re.search(r"el código [0-9a-f]{8} ", answer.text)


def test_stream_that_fails_is_logged(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    assert client.get("/half").content == b"half"
    assert re.match("fault [0-9a-f]{8}: GET /half\n", caplog.records[0].getMessage())
    assert SECRET not in caplog.text


def test_fault_whose_page_fails_too_still_has_its_id(
    app: FastAPI, client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    """Also errors of the other middleware are caught."""
    del app.state.identities
    client.cookies.set("cubilete", "x.y")
    answer = client.get("/")
    assert answer.status_code == 500
    assert all(header in answer.headers for header in HEADERS)
    assert re.fullmatch("[0-9a-f]{8}", answer.text)
    assert answer.text in caplog.text


LEAKING = """
import asyncio
import cubilete.web.app as web

make = web.create_app

def make_leaking(*arguments):
    app = make(*arguments)
    async def never_ends():
        app.state.left = asyncio.create_task(asyncio.Event().wait())
    app.add_api_route("/leak", never_ends)
    return app

web.create_app = make_leaking
"""


@pytest.mark.parametrize("leak", [False, True])
def test_task_that_is_left_when_the_server_ends_is_logged(leak: bool, tmp_path: Path) -> None:
    """Also with a stream open, which ends with the server."""
    (tmp_path / "sitecustomize.py").write_text(LEAKING)
    search = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    environment = {"PYTHONPATH": search}
    server = Server(tmp_path / "log", "--data", str(tmp_path), environment=environment)
    try:
        server.start()
        seated = ask(f"{server.address}/api/tables", body={"game": "dizzle", "bots": 1})
        stream = f"{server.address}/api/tables/{seated['table']}/stream"
        with urllib.request.urlopen(stream, timeout=TIMEOUT) as opened:
            assert opened.readline()
            if leak:
                urllib.request.urlopen(f"{server.address}/leak", timeout=TIMEOUT).close()
    finally:
        server.stop()
    assert (
        "a task is left at the end: <coroutine object Event.wait" in server.log.read_text()
    ) == leak
