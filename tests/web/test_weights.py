"""How much a table weighs, as it is sent: the first time, and every time that something changes.

Whole games are played with as many people as can sit, in both languages; the pages, what is
previewed and what the streams send are weighed from the first move to the last.
"""

import html
import http.client
import json
import random
import re
import time
from urllib.parse import quote

import pytest

from cubilete import Game, all_games
from cubilete.language import LANGUAGES

FIRST_TIME = 150_000
UPDATE = 20_000
PAGES_WEIGHED_EVERY = 12
"""Moves."""


class Browser:
    """One person's browser, with the pieces of the page that it has; without a token a
    spectator's."""

    def __init__(self, server: str, token: str, language: str) -> None:
        self.host = server.removeprefix("http://")
        self.language = language
        self.cookie = ""
        answer, _ = self.ask(f"/me/{token}" if token else "/")
        self.cookie = str(answer.headers["set-cookie"]).partition(";")[0]
        self.heaviest_page = self.heaviest_update = 0
        self.resources: dict[str, int] = {}

    def headers(self, more: dict[str, str] | None = None) -> dict[str, str]:
        always = {"Accept-Language": self.language, "Accept-Encoding": "gzip"}
        return {**always, "Cookie": self.cookie, **(more or {})}

    def ask(
        self, path: str, more: dict[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection(self.host, timeout=30)
        connection.request("GET", path, headers=self.headers(more))
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def load(self, table: str) -> str:
        """The page with all that it loads, as if for the first time."""
        answer, content = self.ask(table)
        assert answer.status == 200
        page = content.decode()
        loaded = re.findall(r'<(?:link|script|img)[^>]+?(?:href|src)="(/[^"#]+)', page)
        loaded += re.findall(r'<use[^>]+?href="(/[^"#]+)', page)
        weight = len(content)
        for path in set(loaded):
            if path not in self.resources:
                answer, resource = self.ask(path)
                assert answer.status == 200, path
                self.resources[path] = len(resource)
            weight += self.resources[path]
        self.heaviest_page = max(self.heaviest_page, weight)
        return page

    def preview(self, table: str, page: str, text: str) -> None:
        have = ",".join(re.findall(r'data-v="([\w-]+)"', page))
        _, part = self.ask(f"{table}?pick={quote(text)}", {"X-Part": "1", "X-Have": have})
        self.heaviest_update = max(self.heaviest_update, len(part))

    def listen(self, page: str) -> None:
        """Opens the stream as the script of the page does."""
        found = re.search(r'data-stream="([^"]+)"', page)
        assert found
        have = ",".join(re.findall(r'data-v="([\w-]+)"', page))
        connection = http.client.HTTPConnection(self.host, timeout=30)
        connection.request("GET", f"{html.unescape(found[1])}&have={have}", headers=self.headers())
        self.stream = connection.getresponse()

    def hear(self, revision: int) -> None:
        """Reads what the stream sends until it has shown a revision."""
        seen, size = 0, 0
        while seen < revision:
            line = self.stream.readline()
            assert line, "the stream ended"
            size += len(line)
            if line.startswith(b"id: "):
                seen = int(line[4:])
            if line == b"\n":
                self.heaviest_update = max(self.heaviest_update, size)
                size = 0
        while line != b"\n":
            line = self.stream.readline()
            size += len(line)
        self.heaviest_update = max(self.heaviest_update, size)


class Api:
    def __init__(self, server: str) -> None:
        self.host = server.removeprefix("http://")

    def ask(self, path: str, token: str = "", body: object = None) -> dict[str, object]:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        while True:
            method = "GET" if body is None else "POST"
            connection = http.client.HTTPConnection(self.host, timeout=30)
            connection.request(method, path, json.dumps(body), headers)
            answer = connection.getresponse()
            found: dict[str, object] = json.loads(answer.read())
            connection.close()
            if answer.status != 429:
                assert answer.status in (200, 201), found
                return found
            time.sleep(0.1)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_table_is_light_from_the_first_move_to_the_last(game: Game, server: str) -> None:
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
    browsers.append(Browser(server, "", "es"))
    for browser in browsers:
        browser.listen(browser.load(table))
    moves, over = 0, False
    while not over:
        for token in tokens:
            look = api.ask(f"{path}?after=999999", token)
            view = look["view"]
            assert isinstance(view, dict)
            if look["over"] or not view["legal"]:
                continue
            text = rng.choice(view["legal"])
            if moves % PAGES_WEIGHED_EVERY == 0:
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
    page = max(browser.heaviest_page for browser in browsers)
    update = max(browser.heaviest_update for browser in browsers)
    print(f"{game.slug}: {moves} moves of {people}, page {page}, update {update}")
    assert 10_000 < page < FIRST_TIME
    assert 100 < update < UPDATE
