"""Random and hostile forms and addresses: refused with a sentence, never with a 500.

The test client raises exceptions that the server does not handle.
"""

import re
from collections.abc import Iterator
from urllib.parse import quote_from_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from cubilete import all_games
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.limits import Limits

SLUGS = [game.slug for game in all_games()]
OPTIONS = [option.name for game in all_games() for option in game.rules.options]
FIELDS = [
    *("seat", "on", "key", "text", "verb", "part", "say", "for", "bot", "game", "now", "name"),
    *("agree", "who", "mute", "invitation", "invited_only", "hints", "hide", "coach"),
    *("name1", "name2", "seat1", "seat2", "seed", "lang", "theme", "back", "dice", "file"),
    *OPTIONS,
]
WORDS = [
    *("", "0", "1", "-1", "00", "99999999", "9" * 40, "1e9", "٣", "²", "person", "local", "bot"),
    *("pass", "cross", "quit", "reroll 1", "assign ones 0", "\0", "\r\n", "{0}", "{name}", "%s"),
    *("../..", "//evil.example", "<b>", "true", "real", "es", "dark", "a" * 500, "ab" * 16, "a.ñ"),
    *SLUGS,
]
ACTIONS = (
    *("move", "fall", "undo", "chat", "abandon", "stand-in", "again", "follow", "sit"),
    *("leave", "end", "remove", "fill", "cancel", "mute", "hint", "hints", "coach"),
)


class Visitor:
    """A browser that has opened a table of each game."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        found = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
        assert found
        self.token = found[1]
        self.tables = [
            client.post("/tables", data={"token": self.token, "game": slug, "now": "1"}).headers[
                "location"
            ]
            for slug in SLUGS
        ]


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    limits = Limits(person={}, address={})
    app = create_app(SqliteStore(":memory:"), Settings(pace=60, limits=limits))
    with TestClient(app, follow_redirects=False) as client:
        yield Visitor(client)


values = st.one_of(
    st.sampled_from(WORDS).map(str.encode),
    st.text(max_size=40).map(str.encode),
    st.binary(max_size=40),
)
fields = st.lists(st.tuples(st.sampled_from(FIELDS), values), max_size=8)
places = st.tuples(st.integers(0, len(SLUGS) - 1), st.sampled_from(["", *ACTIONS]))


def encoded(pairs: list[tuple[str, bytes]]) -> bytes:
    return "&".join(f"{name}={quote_from_bytes(value)}" for name, value in pairs).encode()


def address(visitor: Visitor, place: tuple[int, str]) -> str:
    table, action = place
    return f"{visitor.tables[table]}/{action}" if action else ("/tables", "/settings")[table % 2]


@given(place=places, pairs=fields, honest=st.booleans(), seat=st.booleans())
def test_random_forms_are_answered(
    visitor: Visitor,
    place: tuple[int, str],
    pairs: list[tuple[str, bytes]],
    honest: bool,
    seat: bool,
) -> None:
    if honest:
        pairs = [("token", visitor.token.encode()), *pairs]
    if seat:
        pairs = [("seat", b"0"), *pairs]
    answer = visitor.client.post(
        address(visitor, place),
        content=encoded(pairs),
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code in (200, 303, 403, 404, 409, 422, 429), answer.text


def test_correct_forms_reach_the_table(visitor: Visitor) -> None:
    """The random forms are not all refused for the same reason. The tables are new, as random
    forms may have ended the others."""
    visitor = Visitor(visitor.client)
    own = {"token": visitor.token, "seat": "0"}
    for action, more, status in (
        ("chat", {"say": "hola"}, 303),
        ("chat", {"say": ""}, 422),
        ("undo", {}, 409),
        ("again", {}, 422),
        ("follow", {}, 422),
        ("sit", {"name": "Eva"}, 403),
    ):
        done = visitor.client.post(f"{visitor.tables[0]}/{action}", data={**own, **more})
        assert done.status_code == status, action


@given(
    place=places,
    body=st.one_of(
        st.binary(max_size=200),
        st.binary(max_size=60).map(
            lambda value: (
                b'--x\r\nContent-Disposition: form-data; name="' + value + b'"\r\n\r\nv\r\n--x--'
            )
        ),
        fields.map(encoded),
    ),
    kind=st.sampled_from(
        [
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "multipart/form-data; boundary=",
            "application/x-www-form-urlencoded",
            "application/json",
            "text/plain",
            "",
        ]
    ),
)
def test_bodies_that_are_not_forms_are_refused(
    visitor: Visitor, place: tuple[int, str], body: bytes, kind: str
) -> None:
    answer = visitor.client.post(
        address(visitor, place), content=body, headers={"content-type": kind}
    )
    assert answer.status_code in (400, 403, 404), answer.text


@given(
    where=st.sampled_from(
        [
            "",
            "/stream-not",
            "/record",
            "/replay",
            "/verify",
            "/new",
            "/rules",
            "/me",
            "/games",
            "/t",
        ]
    ),
    tail=values,
    query=st.lists(
        st.tuples(st.sampled_from(["pick", "seat", "seen", "n", "lang", "game"]), values),
        max_size=3,
    ),
    cookie=st.one_of(values, st.just(b"cubilete=a.b; lang=es; theme=dark")),
    language=values,
)
def test_random_addresses_cookies_and_languages_are_answered(
    visitor: Visitor,
    where: str,
    tail: bytes,
    query: list[tuple[str, bytes]],
    cookie: bytes,
    language: bytes,
) -> None:
    clean = bytes.maketrans(b"\0\r\n", b"   ")
    path = f"{where}/{quote_from_bytes(tail, safe='')}?{encoded(query).decode()}"
    for asked in (path, f"{visitor.tables[0]}{where}?{encoded(query).decode()}"):
        answer = visitor.client.get(
            asked,
            headers=[
                (b"cookie", b"cubilete=" + cookie.translate(clean)),
                (b"accept-language", language.translate(clean)),
            ],
        )
        assert answer.status_code in (200, 303, 307, 404, 422), (asked, answer.text)


def test_keys_with_odd_letters_own_nothing(visitor: Visitor) -> None:
    odd = "ñ.ñ".encode()
    table = visitor.tables[0]
    assert visitor.client.get(table, headers=[(b"cookie", b"cubilete=" + odd)]).status_code == 200
    assert visitor.client.get(f"/me/{quote_from_bytes(odd)}").status_code == 404
    assert visitor.client.post(table + "/undo", data={"token": "ñ", "seat": "0"}).status_code == 403
    answer = visitor.client.get(
        f"/api{table.replace('/t/', '/tables/')}", headers=[(b"authorization", odd)]
    )
    assert answer.status_code == 403
