"""People and programs that use a server over HTTP, and raw bytes for what no client sends.

Every client can have an address of its own: Linux answers on all of 127.0.0.0/8.
"""

import http.client
import json
import random
import re
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any, Protocol
from urllib.parse import urlencode

TIMEOUT = 60.0
"""Seconds for one answer; they only end a run that hangs."""
TRIES = 300
"""How often a patient client repeats what was refused as too fast."""
HOME = "127.0.0.1"


class Server(Protocol):
    """What a client must know of a server."""

    @property
    def address(self) -> str: ...


def port_of(server: Server) -> int:
    return int(server.address.rpartition(":")[2])


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def ok(self) -> bool:
        """True for an answer that is no refusal: pages answer a form with 303."""
        return self.status < 400


class Client:
    """One browser or program: its cookies, its token of the API and its address."""

    def __init__(self, server: Server, source: str = HOME, token: str = "") -> None:
        self.port = port_of(server)
        self.source = source
        self.token = token
        self.cookies: dict[str, str] = {}

    def send(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Sends one request and returns its answer, whatever it is. Redirects are not followed."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=TIMEOUT, source_address=(self.source, 0)
        )
        sent = {"Accept-Language": "en", **(headers or {})}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, path, body or None, sent)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        finally:
            connection.close()
        for line in answer.headers.get_all("set-cookie") or []:
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return Answer(answer.status, answer.headers, text)

    def send_patiently(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Waits and sends again while the server says that it was too fast."""
        for _ in range(TRIES):
            answer = self.send(method, path, body, headers)
            if answer.status != 429:
                return answer
            time.sleep(min(1.0, float(answer.headers.get("retry-after") or 0.2)))
        return answer

    # --- Pages ---

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self.send("GET", path, headers=headers)

    def page(self, path: str) -> str:
        """A page that must be there, after redirects."""
        answer = self.get(path)
        for _ in range(3):
            if answer.status in (302, 303, 307):
                answer = self.get(answer.headers["location"])
        if answer.status != 200:
            raise ValueError(f"{path} answers {answer.status}: {answer.text[:200]}")
        return answer.text

    def form_token(self) -> str:
        found = re.search(r'name="token" value="([^"]+)"', self.page("/"))
        if found is None:
            raise ValueError("the first page has no form")
        return found[1]

    def form(
        self,
        path: str,
        fields: Mapping[str, str | int] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Sends a form of the site, with its token."""
        body = urlencode({"token": self.form_token(), **(fields or {})}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send_patiently("POST", path, body, {**kind, **(headers or {})})

    def open_table(self, **fields: str | int) -> str:
        """Opens a table by the form; returns its path."""
        answer = self.form("/tables", fields)
        if answer.status != 303:
            raise ValueError(f"no table was opened: {answer.status} {answer.text[:200]}")
        return answer.headers["location"]

    # --- The API ---

    def ask(
        self, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """A request of a program; waits while it is too fast."""
        method, data, sent = self._asked(body, headers)
        return self.send_patiently(method, f"/api{path}", data, sent)

    def ask_once(
        self, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        method, data, sent = self._asked(body, headers)
        return self.send(method, f"/api{path}", data, sent)

    def _asked(
        self, body: object, headers: Mapping[str, str] | None
    ) -> tuple[str, bytes, dict[str, str]]:
        sent = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        data = b"" if body is None else json.dumps(body).encode()
        return "GET" if body is None else "POST", data, {**sent, **(headers or {})}


def hidden_fields(page: str) -> dict[str, str]:
    """The hidden fields of a page's move form."""
    return dict(re.findall(r'<input type="hidden" name="(seat|on|key)" value="([^"]*)"', page))


def raw(server: Server, source: str = HOME) -> socket.socket:
    """A connection for bytes that no client would send."""
    return socket.create_connection(
        ("127.0.0.1", port_of(server)), timeout=TIMEOUT, source_address=(source, 0)
    )


def say_raw(server: Server, request: bytes, source: str = HOME) -> bytes:
    """Sends bytes and returns what comes until the server closes."""
    with raw(server, source) as connection:
        connection.sendall(request)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
        return answer


# --- Tables of programs ---


@dataclass
class Table:
    """A table, and the programs that sit at it in the order of their seats."""

    name: str
    seats: list[Client]

    @property
    def path(self) -> str:
        return f"/tables/{self.name}"

    def look(self, seat: int) -> Any:
        return self.seats[seat].ask(self.path).json

    def legal(self, seat: int) -> list[str]:
        view = self.look(seat)["view"]
        return list(view["legal"]) if view else []

    def record(self) -> str:
        return self.seats[0].ask(f"{self.path}/record").text


def open_table(
    server: Server, game: str, people: int, bots: int, names: tuple[str, ...] = (), clock: str = ""
) -> Table:
    """Opens a table by the API, each seat with a seed and an address of its own."""
    names = names or ("Ana", "Luis", "Eva", "Raúl")
    host = Client(server)
    draft = host.ask("/draft").json
    new = {"game": game, "name": names[0], "people": people, "bots": bots, "clock": clock}
    seated = host.ask("/tables", {**new, "draft": draft["draft"], "seed": "ab" * 16})
    if seated.status != 201:
        raise ValueError(f"no table: {seated.status} {seated.text[:200]}")
    host.token = seated.json["token"]
    table = Table(seated.json["table"], [host])
    for seat in range(1, people):
        other = Client(server, f"127.0.0.{seat + 1}")
        body = {"name": names[seat], "seat": seat, "seed": f"{seat}c" * 16}
        sat = other.ask(f"{table.path}/sit", body)
        if sat.status != 201:
            raise ValueError(f"no seat {seat}: {sat.status} {sat.text[:200]}")
        other.token = sat.json["token"]
        table.seats.append(other)
    return table


def play_to_the_end(table: Table, seed: int = 1) -> None:
    """Random moves until the game is over."""
    rng = random.Random(seed)
    for _ in range(5000):
        for seat, client in enumerate(table.seats):
            look = table.look(seat)
            if look["over"]:
                return
            legal = look["view"]["legal"]
            if legal:
                move = {"text": rng.choice(legal), "on": look["on"]}
                client.ask(f"{table.path}/moves", move)
    raise ValueError("the game does not end")
