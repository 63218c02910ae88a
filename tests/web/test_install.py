"""What a browser needs to install the app: manifest, icons, service worker, offline page."""

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import create_app
from cubilete.web.html.install.version import HEADER, static_version


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(SqliteStore(tmp_path / "tables.db"))) as client:
        yield client


@pytest.mark.parametrize(("language", "word"), [("es", "Cinco"), ("en", "Five")])
def test_manifest_speaks_the_language_of_the_page(
    client: TestClient, language: str, word: str
) -> None:
    page = client.get("/", headers={"Accept-Language": language})
    assert f'<link rel="manifest" href="/manifest.webmanifest?lang={language}">' in page.text
    answer = TestClient(client.app).get(f"/manifest.webmanifest?lang={language}")
    assert answer.headers["content-type"] == "application/manifest+json"
    assert "set-cookie" not in answer.headers
    manifest = answer.json()
    assert manifest["lang"] == language
    assert manifest["description"].startswith(word)
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"


def test_icons_of_the_manifest_are_there_in_the_sizes_that_it_says(client: TestClient) -> None:
    icons = client.get("/manifest.webmanifest").json()["icons"]
    painted = [icon for icon in icons if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon["purpose"]) for icon in painted} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in icons:
        answer = client.get(icon["src"])
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(icon["type"])
    for icon in painted:
        width, height = struct.unpack(">II", client.get(icon["src"]).content[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert client.get("/icons/193.png").status_code == 404


def test_service_worker_has_the_version_of_pages_and_files_and_is_never_kept(
    client: TestClient,
) -> None:
    worker = client.get("/service-worker.js")
    assert worker.text.startswith(f'const VERSION = "{static_version()}";')
    assert worker.headers["cache-control"] == "no-store"
    assert worker.headers["content-type"].startswith("text/javascript")
    for path in ("/", "/static/cubilete.css", "/s/i.svg", "/games/dizzle.css", "/icons/192.png"):
        assert client.get(path).headers[HEADER] == static_version()


def test_policy_admits_our_own_manifest_and_worker_only(client: TestClient) -> None:
    policy = client.get("/").headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "manifest-src 'self'", "worker-src 'self'"} <= set(policy)


def test_files_that_the_worker_keeps_for_the_offline_page_are_all_that_it_needs(
    client: TestClient,
) -> None:
    script = client.get("/service-worker.js").text
    listed = script.partition("NEEDED_OFFLINE = [")[2].partition("]")[0]
    kept = set(json.loads(f"[{listed.strip().rstrip(',')}]"))
    for language, title in (("es", "Sin conexión"), ("en", "No connection")):
        page = client.get(f"/offline?lang={language}").text
        assert f"<h1>{title}</h1>" in page
        assert "token" not in page
        loaded = {part.partition('"')[0].partition("#")[0] for part in page.split('"/')[1:]}
        own = f"~{static_version()}/static/"
        files = {path.removeprefix(own) for path in loaded if path.startswith(own)}
        assert files == kept
        assert {path for path in loaded if path.startswith("s/")} <= {"s/i.svg"}
    for name in kept:
        assert client.get(f"/~{static_version()}/static/{name}").status_code == 200


def test_page_names_scripts_and_styles_by_their_version(client: TestClient) -> None:
    page = client.get("/").text
    assert not re.search(r'(href|src)="/static/', page)
    path = f"/~{static_version()}/static/cubilete.css"
    assert f'href="{path}"' in page
    kept = client.get(path)
    assert kept.text == client.get("/static/cubilete.css").text
    assert "immutable" in kept.headers["cache-control"]
    older = client.get("/~00000000/static/cubilete.css")
    assert older.status_code == 200
    assert older.headers["cache-control"] == "no-store"
    for other in ("/~00000000/", "/~00000000/t/some", "/~0/static/cubilete.css"):
        assert client.get(other).status_code == 404
    assert client.get(f"/~{static_version()}/static/..%2fapp.py").status_code == 404
