"""A person or program that uses a server over HTTP: pages, forms and the JSON API.

It knows only public addresses.
"""

import json
import re
import time
import urllib.error
import urllib.request
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from urllib.parse import urlencode

from .waiting import TIMEOUT


def form_token_in(page: str) -> str:
    found = re.search(r'name="token" value="([0-9a-f]+)"', page)
    assert found
    return found[1]


class Visitor:
    """The owner of the seats that `token` was given for; a stranger without a token."""

    def __init__(self, address: str, token: str = "", language: str = "en") -> None:
        self.address = address
        self.token = token
        self.language = language
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.form_token = ""

    def open(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, str, str]:
        """Status, text and path after redirects. Sends the request again while it gets 429."""
        headers = {"Accept-Language": self.language, **(headers or {})}
        while True:
            request = urllib.request.Request(self.address + path, body, headers)
            try:
                answer: HTTPResponse = self.opener.open(request, timeout=TIMEOUT)
            except urllib.error.HTTPError as error:
                with error:
                    if error.code != 429:
                        return error.code, error.read().decode(), path
                time.sleep(0.1)
                continue
            with answer:
                where = answer.geturl().removeprefix(self.address)
                return answer.status, answer.read().decode(), where

    # --- Pages ---

    def sit_in_browser(self) -> None:
        """Gets the cookie of the token's owner, and the token that forms carry."""
        if self.token:
            link = str(self.ask("/link", {})["link"])
            body = urlencode({"token": form_token_in(self.page(link))}).encode()
            status, text, _ = self.open(link, body)
            assert status == 200, text
        self.form_token = form_token_in(self.page("/"))

    def page(self, path: str) -> str:
        status, text, _ = self.open(path)
        assert status == 200, (path, status, text)
        return text

    def send(self, path: str, **fields: str | int | list[str]) -> tuple[str, str]:
        """Sends a form; returns the page after redirects, and its path."""
        return self.send_form(path, fields, {})

    def send_by_script(self, path: str, **fields: str | int | list[str]) -> None:
        """Sends a form as the page's script does: the answer is an update."""
        self.send_form(path, fields, {"X-Part": "1"})

    def send_form(
        self, path: str, fields: dict[str, str | int | list[str]], headers: dict[str, str]
    ) -> tuple[str, str]:
        if not self.form_token:
            self.sit_in_browser()
        body = urlencode({"token": self.form_token, **fields}, doseq=True).encode()
        status, text, where = self.open(path, body, headers)
        assert status == 200, (path, fields, status, text)
        return text, where

    def ask_page(self, path: str) -> dict[str, object]:
        """What a page's script is answered."""
        found: dict[str, object] = json.loads(self.page(path))
        return found

    # --- The API ---

    def ask(self, path: str, body: object = None) -> dict[str, object]:
        status, text = self.try_to_ask(path, body)
        assert status in (200, 201, 202), (path, body, status, text)
        found: dict[str, object] = json.loads(text)
        return found

    def try_to_ask(self, path: str, body: object = None) -> tuple[int, str]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        status, text, _ = self.open(f"/api{path}", data, headers)
        return status, text


def cookie_of(address: str, token: str = "") -> str:
    """The cookie of a browser that has the seats of this token; of a stranger without one."""
    visitor = Visitor(address, token)
    visitor.sit_in_browser()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.cookies)
