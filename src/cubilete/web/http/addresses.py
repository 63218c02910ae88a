"""Addresses of this server that other devices can reach.

The Host header has been checked before (origins.py).
"""

import ipaddress
import socket
from typing import cast

from fastapi import Request

from cubilete.web.html.addresses import Address


def address_for_others(request: Request, path: str) -> Address:
    """The public address that the server was started with, or the one that the browser used, which
    works. Where that is loopback: the machine's address in its network, if the server listens
    there."""
    public = cast(str, request.app.state.public_url)
    if public:
        return Address(f"{public}{path}", reachable=True)
    own = request.base_url
    if not is_loopback(own.hostname or ""):
        return Address(f"{str(own).rstrip('/')}{path}", reachable=True)
    network = None if is_loopback(cast(str, request.app.state.listens_on)) else address_in_network()
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
