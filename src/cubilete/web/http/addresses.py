"""Where others find a table: addresses that their devices can reach, as links and QR codes."""

import ipaddress
import socket
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import segno
from fastapi import Request
from markupsafe import Markup


@dataclass(frozen=True)
class Address:
    """A page as somebody else would open it."""

    url: str
    reachable: bool
    """False where only this machine can open it."""

    @property
    def qr(self) -> Markup:
        return qr_drawing(self.url)


def address_for_others(request: Request, path: str) -> Address:
    """The address by which the browser itself came, for that one works; but where that is this
    machine's own, its address in the network, if the server listens there."""
    own = request.base_url
    if not is_loopback(own.hostname or ""):
        return Address(f"{str(own).rstrip('/')}{path}", reachable=True)
    network = None if is_loopback(cast(str, request.app.state.host)) else address_in_network()
    if network is None:
        return Address(f"{str(own).rstrip('/')}{path}", reachable=False)
    port = f":{own.port}" if own.port else ""
    return Address(f"{own.scheme}://{network}{port}{path}", reachable=True)


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def address_in_network() -> str | None:
    """This machine's address in its network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has: only the route is asked
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith("127.") else found


@lru_cache(maxsize=256)
def qr_drawing(address: str) -> Markup:
    """A QR code for a page."""
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    # What the library draws is squares alone.
    return Markup(drawing)


def qr_code(address: str) -> str:
    """A QR code of half blocks, two rows in one line of text, for a terminal."""
    rows = [list(row) for row in segno.make(address, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "".join(blocks[bool(top), bool(bottom)] for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )
