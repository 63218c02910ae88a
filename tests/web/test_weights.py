"""Bytes that a table sends: for the first page with everything it loads, and for each update.

Whole games are played with the most players, in both languages. Pages, previews and streams are
measured from the first move to the last.
"""

import html
import http.client
import json
import random
import re
import time
from urllib.parse import quote

import pytest

from cubilete import AnyGame, all_games
from cubilete.language import LANGUAGES

from .visitor import cookie_of
from .waiting import TIMEOUT

FIRST_TIME = 150_000
UPDATE = 20_000
MOVES_BETWEEN_PAGES = 12


class Browser:
    """The browser of one person, or of a spectator where there is no token."""

    def __init__(self, server: str, token: str, language: str, details: str = "off") -> None:
        self.host = server.removeprefix("http://")
        self.language = language
        self.cookie = ""
        self.cookie = f"{cookie_of(server, token)}; details={details}"
        self.largest_page = self.largest_update = 0
        self.resources: dict[str, int] = {}

    def headers(self, more: dict[str, str] | None = None) -> dict[str, str]:
        always = {"Accept-Language": self.language, "Accept-Encoding": "gzip"}
        return {**always, "Cookie": self.cookie, **(more or {})}

    def ask(
        self, path: str, more: dict[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection(self.host, timeout=TIMEOUT)
        connection.request("GET", path, headers=self.headers(more))
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def load(self, table: str) -> str:
        """Loads the page with everything that it needs, with an empty cache."""
        answer, content = self.ask(table)
        assert answer.status == 200
        page = content.decode()
        loaded = re.findall(r'<(?:link|script|img)[^>]+?(?:href|src)="(/[^"#]+)', page)
        loaded += re.findall(r'<use[^>]+?href="(/[^"#]+)', page)
        size = len(content)
        for path in set(loaded):
            if path not in self.resources:
                answer, resource = self.ask(path)
                assert answer.status == 200, path
                self.resources[path] = len(resource)
            size += self.resources[path]
        self.largest_page = max(self.largest_page, size)
        return page

    def preview(self, table: str, page: str, text: str) -> None:
        have = ",".join(re.findall(r'data-v="([\w-]+)"', page))
        _, part = self.ask(f"{table}?pick={quote(text)}", {"X-Part": "1", "X-Have": have})
        self.largest_update = max(self.largest_update, len(part))

    def listen(self, page: str) -> None:
        """Opens the stream as the page's script does."""
        found = re.search(r'data-stream="([^"]+)"', page)
        assert found
        have = ",".join(re.findall(r'data-v="([\w-]+)"', page))
        connection = http.client.HTTPConnection(self.host, timeout=TIMEOUT)
        connection.request("GET", f"{html.unescape(found[1])}&have={have}", headers=self.headers())
        self.stream = connection.getresponse()

    def hear(self, revision: int) -> None:
        """Reads the stream until it has sent a revision."""
        seen, size = 0, 0
        while seen < revision:
            line = self.stream.readline()
            assert line, "the stream ended"
            size += len(line)
            if line.startswith(b"id: "):
                seen = int(line[4:])
            if line == b"\n":
                self.largest_update = max(self.largest_update, size)
                size = 0
        while line != b"\n":
            line = self.stream.readline()
            size += len(line)
        self.largest_update = max(self.largest_update, size)


class Api:
    def __init__(self, server: str) -> None:
        self.host = server.removeprefix("http://")

    def ask(self, path: str, token: str = "", body: object = None) -> dict[str, object]:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        while True:
            method = "GET" if body is None else "POST"
            connection = http.client.HTTPConnection(self.host, timeout=TIMEOUT)
            connection.request(method, path, json.dumps(body), headers)
            answer = connection.getresponse()
            found: dict[str, object] = json.loads(answer.read())
            connection.close()
            if answer.status != 429:
                assert answer.status in (200, 201), found
                return found
            time.sleep(0.1)


def some_move(legal: list[str], rng: random.Random) -> str:
    """Any kind of move is as likely as another, so that games do not go on rerolling."""
    kind = rng.choice(sorted({text.split(" ")[0] for text in legal}))
    return rng.choice([text for text in legal if text.split(" ")[0] == kind])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_pages_and_updates_are_small_from_the_first_move_to_the_last(
    game: AnyGame, server: str
) -> None:
    rng = random.Random(game.slug)
    api = Api(server)
    people = game.about.players[-1]
    new = {"game": game.slug, "name": "A" * 24, "people": people, "bots": 0}
    first = api.ask("/api/tables", body=new)
    tokens = [str(first["token"])]
    for seat in range(1, people):
        sitting = {"name": chr(65 + seat) * 24, "seat": seat}
        tokens.append(str(api.ask(f"/api/tables/{first['table']}/sit", body=sitting)["token"]))
    path, table = f"/api/tables/{first['table']}", f"/t/{first['table']}"
    browsers = [Browser(server, tokens[0], language) for language in LANGUAGES]
    browsers.append(Browser(server, "", "es", details="on"))
    for browser in browsers:
        browser.listen(browser.load(table))
    moves, asked, over = 0, 0, False
    while not over:
        token = tokens[asked % people]
        look = api.ask(f"{path}?after=999999", token)
        view = look["view"]
        assert isinstance(view, dict)
        if not view["legal"]:
            asked += 1
            continue
        text = some_move(view["legal"], rng)
        if moves % MOVES_BETWEEN_PAGES == 0:
            for browser in browsers:
                browser.preview(table, browser.load(table), text)
        look = api.ask(f"{path}/moves", token, {"text": text, "on": look["on"]})
        moves += 1
        for browser in browsers:
            browser.hear(int(str(look["revision"])))
        over = look["over"] is True
    for browser in browsers:
        browser.load(table)
        browser.stream.close()
    page = max(browser.largest_page for browser in browsers)
    update = max(browser.largest_update for browser in browsers)
    print(f"{game.slug}: {moves} moves of {people}, page {page}, update {update}")
    assert 10_000 < page < FIRST_TIME
    assert 100 < update < UPDATE
