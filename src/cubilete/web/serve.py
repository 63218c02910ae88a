"""Starting the server: where it listens, how others find it, and which proxy it believes."""

import asyncio
import gc
import ipaddress
import logging
import os
import re
import socket
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from types import FrameType

import uvicorn
from fastapi import FastAPI

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.host.live import FORGOTTEN_AFTER
from cubilete.web.app import Settings, create_app
from cubilete.web.http.connections import (
    ConnectionLimits,
    Connections,
    LimitedConfig,
    Network,
)
from cubilete.web.http.limits import Limits, without_address_limits
from cubilete.web.http.origins import HOST
from cubilete.web.storage import check_database, check_folder, store_of

PATIENCE = 10
"""Seconds that requests have to end when the server is told to stop."""
COLLECT = (3_000, 3, 5_000)
"""Thresholds of the garbage collector. Everything waits while it runs, and with a thousand streams
open it takes one to two milliseconds for a thousand new objects: so it runs often, on few."""
SWITCH = 0.001
"""Seconds after which the store's writing thread gets the interpreter while pages are drawn."""
MEGABYTE = 1_000_000
PUBLIC_URL = re.compile(f"https?://{HOST.pattern}")
FILES = 8192
"""Files that the process may have open, if the system lets it."""
OWN_FILES = 128
"""Files that are not connections: the database, and what is being sent."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ServerOptions:
    """Where the server listens, where tables are stored, and whom it believes and serves."""

    host: str
    port: int
    data: Path
    database: str = ""
    proxies: str = ""
    """Addresses or networks of proxies whose headers are believed, with commas between them."""
    open_tables: bool = False
    """Whether the home page lists tables that their openers open to everybody."""
    public_url: str = ""
    quota: int = 0
    """Megabytes; 0: any number."""
    address_limits: bool = True
    restored: bool = False
    """Whether the tables were restored from a copy."""
    forgotten_after: float = FORGOTTEN_AFTER
    """Seconds without any viewer after which a table is removed from memory."""


def check(options: ServerOptions) -> None:
    """Raises an error that explains what would stop the server, before it starts."""
    if options.database:
        check_database(options.database)
    else:
        check_folder(options.data)
    check_public_url(options.public_url)
    networks_of(options.proxies)
    check_port(options)


def check_public_url(address: str) -> None:
    if not address:
        return
    if not PUBLIC_URL.fullmatch(address):
        raise CubileteError(
            "bad-public-url",
            "",
            N_("A public address is like https://play.example, not {address}."),
            address=address,
        )


def networks_of(proxies: str) -> list[Network]:
    """The proxies as networks; a single address is a network of one."""
    try:
        return [ipaddress.ip_network(text.strip()) for text in proxies.split(",") if text.strip()]
    except ValueError:
        raise CubileteError(
            "bad-proxy",
            "",
            N_("Give a proxy by its address, like 127.0.0.1, not {address}."),
            address=proxies,
        ) from None


def check_port(options: ServerOptions) -> None:
    try:
        found = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)
        family, _, _, _, address = found[0]
        with socket.socket(family, socket.SOCK_STREAM) as server:
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            server.bind(address)
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


class Server(uvicorn.Server):
    """Ends the open streams when it is told to stop; they have no end of their own."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self.closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.closing.set()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends connections and the application; then no task may be left."""
        await super().shutdown(sockets)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        left = (await asyncio.wait(others, timeout=1))[1] if others else set()
        for task in left:
            logger.error("a task is left at the end: %r", task.get_coro())


def server_of(app: FastAPI, options: ServerOptions, connections: Connections) -> Server:
    config = LimitedConfig(
        app,
        connections,
        host=options.host,
        port=options.port,
        log_level="error",  # every malformed request is a warning
        access_log=False,
        server_header=False,
        ws="none",
        # By itself uvicorn believes what any program on this machine says about addresses.
        proxy_headers=bool(connections.proxies),
        forwarded_allow_ips=[str(network) for network in connections.proxies],
        timeout_graceful_shutdown=PATIENCE,
    )
    return Server(config, app.state.closing)


def allow_many_files() -> int:
    """Raises the number of files that the process may have open; returns it."""
    if sys.platform == "win32":
        return FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return FILES if soft == resource.RLIM_INFINITY else soft


def connection_limits(options: ServerOptions) -> ConnectionLimits:
    usual = ConnectionLimits()
    in_all = max(1, min(usual.in_all, allow_many_files() - OWN_FILES))
    of_an_address = usual.of_an_address if options.address_limits else in_all
    return ConnectionLimits(of_an_address=of_an_address, in_all=in_all)


def serve(options: ServerOptions, address: str, pace: float, open_browser: bool) -> None:
    """Runs until it is stopped."""
    sys.setswitchinterval(SWITCH)
    # With a thousand streams open nearly all objects are alive: with the default thresholds, which
    # go through all of them, the collector took more than a quarter of the time.
    gc.freeze()
    gc.set_threshold(*COLLECT)
    settings = Settings(
        pace,
        secure_cookies=options.public_url.startswith("https://"),
        listens_on=options.host,
        public_url=options.public_url,
        quota=options.quota * MEGABYTE,
        limits=Limits() if options.address_limits else without_address_limits(),
        restored=options.restored,
        open_tables=options.open_tables,
        forgotten_after=options.forgotten_after,
        workers=max(1, (os.cpu_count() or 1) - 1),
    )
    app = create_app(store_of(options.data, options.database), settings)
    if open_browser and has_screen():
        Timer(1.0, webbrowser.open, (address,)).start()
    connections = Connections(connection_limits(options), networks_of(options.proxies))
    server_of(app, options, connections).run()
