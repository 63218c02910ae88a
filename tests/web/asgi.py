"""Requests straight to the application: from any address, with any bytes in path and headers."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from fastapi import FastAPI
from starlette.types import Message

from cubilete.store.base import Store
from cubilete.web.app import Settings, create_app

JSON = (b"content-type", b"application/json")
RECORD = (b"content-type", b"application/x-ndjson")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[bytes, bytes]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def has_our_headers(self) -> bool:
        return {b"content-security-policy", b"x-content-type-options"} <= set(self.headers)


@asynccontextmanager
async def running(store: Store, settings: Settings) -> AsyncIterator[FastAPI]:
    """An application that has started."""
    app = create_app(store, settings)
    async with app.router.lifespan_context(app):
        yield app


async def call(
    app: FastAPI,
    method: str,
    path: str,
    body: bytes | Sequence[bytes] = b"",
    headers: Sequence[tuple[bytes, bytes]] = (),
    address: str = "10.0.0.1",
    hosts: Sequence[bytes] = (b"localhost",),
) -> Answer:
    """Sends a request and waits for the whole answer. After a body in parts nothing follows: the
    client has stopped sending."""
    parts = [body] if isinstance(body, bytes) else list(body)
    whole = isinstance(body, bytes)
    sent: list[Message] = []

    async def receive() -> Message:
        if parts:
            part = parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(parts) or not whole}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    raw, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": unquote(raw),
        "raw_path": raw.encode("utf-8", "surrogatepass"),
        "query_string": query.encode(),
        "headers": [*((b"host", host) for host in hosts), *headers],
        "client": (address, 50_000),
        "server": ("127.0.0.1", 8000),
        "scheme": "http",
        "root_path": "",
    }
    await app(scope, receive, send)
    start, *rest = sent
    assert start["type"] == "http.response.start"
    content = b"".join(message.get("body", b"") for message in rest)
    return Answer(start["status"], dict(start["headers"]), content)


async def open_table(app: FastAPI, address: str = "10.0.0.1", **plan: object) -> Any:
    """What the API says of a new table and its first seat."""
    body = json.dumps({"game": "dizzle", "bots": 0, **plan}).encode()
    answer = await call(app, "POST", "/api/tables", body, [JSON], address)
    assert answer.status == 201, answer.text
    return answer.json()


def token(seated: Any) -> tuple[bytes, bytes]:
    return (b"authorization", f"Bearer {seated['token']}".encode())
