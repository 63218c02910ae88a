"""A push service on loopback: what a vendor's does for its browsers, and the browsers' keys."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

from cubilete.host.push.encryption import CURVE, point_of
from cubilete.host.push.vapid import encoded


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Browser:
    """The keys of a browser that has subscribed."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def fields(self) -> dict[str, str]:
        """What it tells the server."""
        public = encoded(point_of(self.key.public_key()))
        return {"endpoint": self.endpoint, "p256dh": public, "auth": encoded(self.auth)}

    def read(self, message: Received) -> Any:
        plain = http_ece.decrypt(
            message.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return json.loads(plain)


class PushService:
    def __init__(self, address: str) -> None:
        self.address = address
        self.received: list[Received] = []
        self.status = 201

    def browser(self, name: str) -> Browser:
        return Browser(f"{self.address}/{name}")

    def for_browser(self, browser: Browser) -> list[Any]:
        """The messages of a browser, decrypted."""
        return [
            browser.read(message)
            for message in list(self.received)
            if self.address + message.path == browser.endpoint
        ]


@contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.received.append(Received(self.path, headers, body))
            self.send_response(service.status)
            self.send_header("Location", f"{service.address}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
