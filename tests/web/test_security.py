"""Security: cookies, content policy, hostile text, sizes, rates and links."""

import http.client
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.limits import Kind, Limits, Rate

from .test_app import hidden_fields, open_table, play_to_the_end, token_of
from .waiting import TIMEOUT

HOSTILE = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=a>",
    "{{7*7}}${7*7}%s{0}",
    "</title><svg onload=a>",
    "javascript:alert(1)//",
    "&lt;b&gt;&#60;i&#62;",
)

AS_JSON = {"content-type": "application/json"}


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = create_app(SqliteStore(":memory:"), Settings(pace=0))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


# --- Cookies ---


@pytest.mark.parametrize(
    ("address", "always", "secure"),
    [
        ("http://testserver", False, False),
        ("http://testserver", True, True),
        ("https://testserver", False, True),
    ],
)
def test_cookie_is_hidden_from_scripts_and_other_sites(
    address: str, always: bool, secure: bool
) -> None:
    app = create_app(SqliteStore(":memory:"), Settings(secure_cookies=always))
    with TestClient(app, base_url=address) as client:
        cookie = client.get("/").headers["set-cookie"]
        assert re.match(r"cubilete=[0-9a-f]{32}\.[0-9a-f]{32};", cookie)
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert ("Secure" in cookie) == secure


# --- The content security policy ---


def pages_of(client: TestClient) -> list[str]:
    paths = ["/", "/nothing", "/new?game=216", "/rules/dizzle"]
    for game in all_games():
        paths.append(open_table(client, game=game.slug, now="1"))
    over = open_table(client, game="dizzle", now="1")
    play_to_the_end(client, over)
    paths += [over, f"{over}/replay", f"{over}/verify"]
    return paths


def test_no_page_has_an_inline_script_and_none_would_run(client: TestClient) -> None:
    for path in pages_of(client):
        answer = client.get(path)
        policy = dict(
            part.strip().partition(" ")[::2]
            for part in answer.headers["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["form-action"] == "'self'"
        for tag in re.findall(r"<[a-zA-Z][^>]*>", answer.text):
            assert not re.search(r"\son[a-z]+\s*=", tag), tag
            assert "javascript:" not in tag
            if tag.startswith("<script"):
                assert re.fullmatch(
                    r'<script src="/~\w+/static/[a-z/-]+\.js" (defer|type="module")>', tag
                )
        assert not re.search(r"<script[^>]*>[^<]", answer.text)


# --- Hostile names and chat ---


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_hostile_text_is_escaped(game: AnyGame, client: TestClient) -> None:
    least = game.about.players[0]
    for text in HOSTILE:
        others = {f"seat{seat}": "bot" for seat in range(1, least)}
        path = open_table(client, game=game.slug, name=text[:24], **others)
        said = {"token": token_of(client), "seat": "0", "say": text}
        pages = [client.post(f"{path}/chat", data=said).text, client.get(path).text]
        for page in pages:
            assert "<script>alert" not in page
            assert not re.search(r"<(img|svg)[^>]*\son", page)
            assert "<b>" not in page.replace("<b>", "", page.count("</b>"))
            assert "49" not in re.findall(r'class="name"><bdi>([^<]*)', page)
        answer = client.get(f"/api{path.replace('/t/', '/tables/')}")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert text[:24] in answer.json()["names"]


def test_unprintable_names_and_chat_are_refused(client: TestClient) -> None:
    path = open_table(client, game="dizzle", now="1")
    token = token_of(client)
    for text in ("a\0b", "a\x1b[31m", "\u202eabc", "\u200b", "a\ud800"):
        body = json.dumps({"game": "dizzle", "bots": 0, "name": text})
        made = client.post(
            "/api/tables", content=body, headers={"content-type": "application/json"}
        )
        assert made.status_code == 422
    for text in ("a\0b", "a\x1b[31m", "\u202eabc", "\u200b"):
        data = {"token": token, "seat": "0", "say": text}
        assert client.post(f"{path}/chat", data=data).status_code == 422


# --- Sizes and rates ---


def test_chunked_bodies_are_limited_too(server: str) -> None:
    start = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n'
    chunks = [start, *[b"x" * 10_000] * 20]
    for path, kind in (
        ("/api/tables", "application/json"),
        ("/tables", "application/x-www-form-urlencoded"),
        ("/tables", "multipart/form-data; boundary=x"),
    ):
        connection = http.client.HTTPConnection(server.removeprefix("http://"), timeout=TIMEOUT)
        connection.request("POST", path, iter(chunks), {"Content-Type": kind}, encode_chunked=True)
        assert connection.getresponse().status == 413
        connection.close()


def test_forged_identities_share_one_rate() -> None:
    limits = Limits(person={Kind.CHANGE: Rate(0.001, 5)})
    with TestClient(create_app(SqliteStore(":memory:"), Settings(limits=limits))) as client:
        answers = []
        for number in range(9):
            headers = {"cookie": f"cubilete=a{number}.b", "authorization": f"Bearer a{number}.b"}
            answers.append(client.post("/api/tables", json={"game": "216"}, headers=headers))
        assert [answer.status_code == 429 for answer in answers] == [False] * 5 + [True] * 4
        problem = answers[-1]
        assert problem.headers["retry-after"] == "1"
        assert problem.headers["content-type"] == "application/problem+json"
        assert problem.json()["detail"]
        assert "content-security-policy" in problem.headers
        page = client.post("/tables", data={}, headers={"accept-language": "en"})
        assert page.status_code == 429
        assert "too fast" in page.text


# --- Links ---


def test_links_can_not_be_guessed(client: TestClient) -> None:
    tables, tokens = set(), set()
    for _ in range(40):
        made = client.post("/api/tables", json={"game": "dizzle", "bots": 0}).json()
        tables.add(made["table"])
        tokens.add(made["token"])
    assert len(tables) == len(tokens) == 40
    for name in tables:
        assert re.fullmatch(r"[A-Za-z0-9_-]{16,}", name)  # 96 bits
    for token in tokens:
        assert re.fullmatch(r"[0-9a-f]{32}\.[0-9a-f]{32}", token)  # 128 bits, and signed
        key, _, signature = token.partition(".")
        forged = f"{key}.{signature[::-1]}"
        assert client.get(f"/me/{forged}").status_code == 404


def test_cookie_is_no_seat_link_and_a_seat_link_no_cookie(client: TestClient) -> None:
    """Each is signed for its purpose, so a link that others have seen is not a cookie."""
    path = open_table(client, game="dizzle", now="1")
    cookie = client.cookies["cubilete"]
    link = re.search(r"/me/([0-9a-f.]+)", client.get(f"{path}/device").text)
    assert link
    assert link[1] != cookie
    client.cookies.clear()
    assert client.get(f"/me/{cookie}").status_code == 404
    client.cookies.set("cubilete", link[1])
    assert hidden_fields(client.get(path).text).get("seat") is None


def test_store_has_no_key_of_a_seat(tmp_path: Path) -> None:
    with TestClient(create_app(SqliteStore(tmp_path / "s.sqlite"))) as client:
        token = client.post("/api/tables", json={"game": "dizzle", "bots": 0}).json()["token"]
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert token.partition(".")[0].encode() not in kept
