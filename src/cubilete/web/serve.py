"""Starting the server: where tables are stored, where it listens, how others find it."""

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
"""Thresholds of the garbage collector."""
SWITCH = 0.001
"""Seconds after which the store's writing thread gets the interpreter while pages are drawn."""


@dataclass(frozen=True)
class ServerOptions:
    """Where the server listens, and where tables are stored."""

    host: str
    port: int
    data: Path
    database: str = ""
    restored: bool = False
    """Whether the tables were restored from a copy."""


def default_data() -> Path:
    return Path(platformdirs.user_data_dir("cubilete", appauthor=False))


def check(options: ServerOptions) -> None:
    """Raises an error that explains what would stop the server, before it starts."""
    if options.database:
        check_database(options.database)
    else:
        check_folder(options.data)
    check_port(options)


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


def check_port(options: ServerOptions) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((options.host, options.port))
        except OSError as error:
            raise CubileteError(
                "port-taken",
                "",
                N_("Port {port} on {host} can't be used: {reason}. Choose another with --port."),
                port=options.port,
                host=options.host,
                reason=error.strerror or str(error),
            ) from None


def has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def store_of(options: ServerOptions) -> Store:
    if not options.database:
        return SqliteStore(options.data / FILE)
    # asyncpg is an optional dependency.
    from cubilete.store.postgres import PostgresStore

    return PostgresStore(options.database)


class Server(uvicorn.Server):
    """Ends the open streams when it is told to stop; they have no end of their own."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self.closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.closing.set()
        super().handle_exit(sig, frame)


def serve(options: ServerOptions, address: str, pace: float, open_browser: bool) -> None:
    """Runs until it is stopped."""
    sys.setswitchinterval(SWITCH)
    # With a thousand streams open nearly all objects are alive: with the default thresholds
    # the collector took more than a quarter of the time.
    gc.freeze()
    gc.set_threshold(*COLLECT)
    app = create_app(
        store_of(options), Settings(pace, listens_on=options.host, restored=options.restored)
    )
    if open_browser and has_screen():
        Timer(1.0, webbrowser.open, (address,)).start()
    config = uvicorn.Config(
        app,
        host=options.host,
        port=options.port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    Server(config, app.state.closing).run()
