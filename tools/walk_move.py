"""Counts the functions, files and changes of file of one move over HTTP.

Starts the server in this process on loopback, opens a table of Seis dados for two with one page
open, and traces one move by `sys.setprofile`: from the form that is posted to the update that the
open page receives. A few moves are played before it, so that caches are filled. Functions of this
package and of its templates count, those of libraries do not. Run it with CUBILETE_PURE=1, because
compiled functions are not traced.

usage: CUBILETE_PURE=1 python tools/walk_move.py [--list]
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from urllib.parse import urlencode

import uvicorn

import cubilete
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import create_app

PACKAGE = Path(cubilete.__file__).parent
WARM_UP = 8
"""Moves before the one that is traced, so that pieces are cached as at a running table."""


class Walk:
    """The functions of this package that were entered, and how often the file changed."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str, int]] = set()
        self.files: Counter[str] = Counter()
        self.switches = 0
        self._last = ""

    def trace(self, frame: FrameType, event: str, argument: object) -> None:
        if event not in ("call", "return"):
            return
        path = Path(frame.f_code.co_filename)
        if not path.is_relative_to(PACKAGE):
            return
        file = str(path.relative_to(PACKAGE))
        if event == "call":
            code = frame.f_code
            self.functions.add((file, code.co_name, code.co_firstlineno))
            self.files[file] += 1
        if self._last and file != self._last:
            self.switches += 1
        self._last = file


class Browser:
    """One cookie, plain requests, and one open stream."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.streaming: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        body = urlencode(fields or {}).encode()
        writer.write(self.head(method, path, len(body)) + body)
        answer = (await reader.read()).decode()
        writer.close()
        self.cookies.update(re.findall("set-cookie: ([^=]*)=([^;\r]*)", answer, re.IGNORECASE))
        return answer

    def head(self, method: str, path: str, length: int) -> bytes:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n"
            f"Cookie: {self.cookie()}\r\nAccept-Language: es\r\nX-Part: 1\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {length}\r\n\r\n"
        ).encode()

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def stream(self, path: str) -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.streaming = writer
        writer.write(self.head("GET", path, 0))
        return reader


def field(page: str, name: str) -> str:
    found = re.search(f'name="{name}" value="([^"]*)"', page)
    assert found, name
    return found[1]


async def walk(port: int) -> Walk:
    host, guest = Browser(port), Browser(port)
    page = await host.ask("GET", "/new?game=seis-dados")
    opened = await host.ask(
        "POST",
        "/tables",
        {
            "token": field(page, "token"),
            "game": "seis-dados",
            "draft": field(page, "draft"),
            "name": "Ana",
            "seat1": "person",
        },
    )
    table = re.search("location: (/t/[^\r]*)", opened, re.IGNORECASE)
    assert table, opened
    path = table[1]
    page = await guest.ask("GET", path)
    token = re.search('name="token" value="([^"]*)"', page)
    assert token
    await guest.ask("POST", f"{path}/sit", {"token": token[1], "seat": "1", "name": "Luis"})
    for _ in range(WARM_UP):
        await play(host, guest, path, None)
    traced = Walk()
    await play(host, guest, path, traced)
    return traced


async def play(host: Browser, guest: Browser, path: str, traced: Walk | None) -> None:
    """One move of the player whose turn it is, until the other one's open page has it."""
    mover, watcher = host, guest
    page = await mover.ask("GET", path)
    if 'data-turn="1"' not in page:
        mover, watcher = guest, host
        page = await mover.ask("GET", path)
    legal = re.search('name="pick" value="(assign [^"]*)"', page)
    assert legal, page
    seen = await watcher.stream(f"{path}/stream")
    await seen.readuntil(b"id: ")
    move = {name: field(page, name) for name in ("token", "seat", "on", "key")}
    if traced is not None:
        sys.setprofile(traced.trace)
    await mover.ask("POST", f"{path}/move", {**move, "text": legal[1]})
    await seen.readuntil(b"id: ")
    sys.setprofile(None)
    if watcher.streaming is not None:
        watcher.streaming.close()
        await watcher.streaming.wait_closed()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="name the files too")
    asked = parser.parse_args()
    if cubilete.compiled():
        raise SystemExit("Set CUBILETE_PURE=1: compiled functions are not traced.")
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(SqliteStore(Path(folder) / "walk.sqlite"))
        server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        traced = await walk(server.servers[0].sockets[0].getsockname()[1])
        app.state.closing.set()
        server.should_exit = True
        await serving
    print(
        f"One move: {len(traced.functions)} functions in {len(traced.files)} files,"
        f" {traced.switches} changes of file"
    )
    if asked.list:
        for file, calls in traced.files.most_common():
            print(f"{calls:6} {file}")


if __name__ == "__main__":
    asyncio.run(main())
