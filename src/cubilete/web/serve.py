"""Opening the table: where it is kept, where it listens, and how others find it."""

import asyncio
import gc
import os
import socket
import sys
import webbrowser
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from types import FrameType

import platformdirs
import uvicorn

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.store.base import Store
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app

FILE = "cubilete.sqlite"
PATIENCE = 10
"""Seconds that requests have to end when the server is told to stop."""
COLLECT = (50_000, 20, 50)
"""How many new objects it takes until garbage is looked for; by far most are old."""
SWITCH = 0.001
"""Seconds after which the thread that writes gets its turn while pages are rendered."""


@dataclass(frozen=True)
class Place:
    """Where the table stands."""

    host: str
    port: int
    data: Path
    database: str = ""


def default_data() -> Path:
    return Path(platformdirs.user_data_dir("cubilete", appauthor=False))


def check(place: Place) -> None:
    """Says in a sentence what would stop the server, before it starts."""
    if place.database:
        check_database(place.database)
    else:
        check_folder(place.data)
    check_port(place)


def check_database(address: str) -> None:
    if not address.startswith(("postgresql://", "postgres://")):
        raise CubileteError(
            "bad-database", "", N_("A database is named by an address like postgresql://…")
        )
    if find_spec("asyncpg") is None:
        raise CubileteError(
            "no-asyncpg", "", N_("PostgreSQL needs the package asyncpg: cubilete[postgres].")
        )


def check_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".write-test"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise CubileteError(
            "bad-folder",
            "",
            N_("{file} can't be written: {reason}."),
            file=folder,
            reason=error.strerror or str(error),
        ) from None


def check_port(place: Place) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((place.host, place.port))
        except OSError as error:
            raise CubileteError(
                "port-taken",
                "",
                N_("Port {port} on {host} can't be used: {reason}. Choose another with --port."),
                port=place.port,
                host=place.host,
                reason=error.strerror or str(error),
            ) from None


def has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def store_of(place: Place) -> Store:
    if not place.database:
        return SqliteStore(place.data / FILE)
    # Only who uses PostgreSQL needs its client.
    from cubilete.store.postgres import PostgresStore

    return PostgresStore(place.database)


class Server(uvicorn.Server):
    """Ends the open streams when it is told to stop: they would last for ever."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self.closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.closing.set()
        super().handle_exit(sig, frame)


def serve(place: Place, address: str, pace: float, open_browser: bool) -> None:
    """Runs until it is stopped."""
    sys.setswitchinterval(SWITCH)
    # A thousand people hold many objects, hardly any of them garbage: looking for it at every
    # chance took more than a quarter of the time.
    gc.freeze()
    gc.set_threshold(*COLLECT)
    app = create_app(store_of(place), Settings(pace, host=place.host))
    if open_browser and has_screen():
        Timer(1.0, webbrowser.open, (address,)).start()
    config = uvicorn.Config(
        app,
        host=place.host,
        port=place.port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    Server(config, app.state.closing).run()
