"""Connections: limits of time, size and number before there is a request.

Middleware sees a request when its headers are complete, and uvicorn waits for them without a limit
(its issue 157). uvicorn's documented setting `http` takes a protocol class; this one extends its
httptools protocol. It overrides methods that are not documented, so the version of uvicorn is
capped in pyproject.toml, and tests/web/test_connections.py tests each limit with a real server.
"""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from cubilete.web.http.guard import NOT_CACHED, SECURITY_HEADERS
from cubilete.web.http.limits import network_of

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class ConnectionLimits:
    of_an_address: int = 512
    """Open connections of one address. A browser opens up to six, and keeps one for its stream."""
    in_all: int = 4000
    head_time: float = 10.0
    """Seconds from the start of a connection, or the end of an answer, until the headers of the
    next request are complete."""
    head_size: int = 64 * 1024
    """Bytes of the headers."""
    unread_time: float = 300.0
    """Seconds that an answer may wait for a client that does not read."""


@dataclass
class Connections:
    """The open connections of a server."""

    limits: ConnectionLimits
    proxies: Sequence[Network] = ()
    """Their connections are those of many clients, so they have no limit of their own."""
    open: Counter[str] = field(default_factory=Counter)
    """How many each address has."""

    def has_room_for(self, host: str) -> bool:
        return self.open[network_of(host)] < self.limits.of_an_address or self.is_proxy(host)

    def is_proxy(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in proxy for proxy in self.proxies)


class LimitedConfig(uvicorn.Config):
    """A configuration with limits for connections."""

    def __init__(self, app: Any, connections: Connections, **settings: Any) -> None:
        super().__init__(app, http=LimitedConnection, **settings)
        self.connections = connections


class LimitedConnection(HttpToolsProtocol):
    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        assert isinstance(config, LimitedConfig)
        self.all = config.connections
        self.limits = config.connections.limits
        self.address = ""
        self.counted = False
        self.awaits_head = True
        self.only_head = False
        self.head_size = 0
        """Bytes received of headers that are not complete."""
        self.head_timer: asyncio.TimerHandle | None = None
        self.unread_timer: asyncio.TimerHandle | None = None

    # --- Number ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.address = network_of(host)
        # uvicorn's own set of connections has this one already.
        if len(self.connections) > self.limits.in_all or not self.all.has_room_for(host):
            self.refuse(b"503 Service Unavailable", b"Too many connections.")
            return
        self.counted = True
        self.all.open[self.address] += 1
        self.expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        cancel(self.head_timer)
        cancel(self.unread_timer)
        if self.counted:
            self.counted = False
            self.all.open[self.address] -= 1
            if not self.all.open[self.address]:
                del self.all.open[self.address]

    # --- Headers ---

    def expect_head(self) -> None:
        cancel(self.head_timer)
        self.head_timer = self.loop.call_later(self.limits.head_time, self.on_late_head)

    def on_late_head(self) -> None:
        if self.transport.is_closing():
            return
        if self.head_size:
            self.refuse(b"408 Request Timeout", b"That took too long.")
        else:
            self.transport.close()
            self.expect_reading()

    def data_received(self, data: bytes) -> None:
        """Counts the bytes of headers that are not complete. Bodies have limits of their own."""
        self.only_head = self.awaits_head
        super().data_received(data)
        if self.only_head and not self.transport.is_closing():
            self.head_size += len(data)
            if self.head_size > self.limits.head_size:
                self.refuse(b"431 Request Header Fields Too Large", b"That is too long.")

    def on_headers_complete(self) -> None:
        self.awaits_head = self.only_head = False
        self.head_size = 0
        cancel(self.head_timer)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.awaits_head = True
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """What uvicorn answers where it can't read the request."""
        self.refuse(b"400 Bad Request", b"That can't be understood.")

    def refuse(self, status: bytes, sentence: bytes) -> None:
        headers = (
            *SECURITY_HEADERS,
            NOT_CACHED,
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(sentence)).encode()),
            (b"connection", b"close"),
        )
        lines = [b"HTTP/1.1 " + status, *(name + b": " + value for name, value in headers)]
        self.transport.write(b"\r\n".join([*lines, b"", sentence]))
        self.transport.close()
        self.expect_reading()

    # --- Answers ---

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self.expect_reading()
        elif not self.pipeline:
            self.expect_head()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.expect_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        cancel(self.unread_timer)

    def expect_reading(self) -> None:
        """Closing a transport waits until the client has read everything: for ever, if it never
        does."""
        cancel(self.unread_timer)
        self.unread_timer = self.loop.call_later(self.limits.unread_time, self.transport.abort)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.expect_reading()


def cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
