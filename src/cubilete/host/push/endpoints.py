"""Endpoints: where a push message goes. The server calls an address that a browser names.

Anybody can name any address, so this must not become a way to reach what only the server can
reach. An endpoint has https, a name instead of an IP address, and the usual port. When a message is
sent, the name is resolved once; every address found must be a public one, and the connection goes
to one of these addresses and not to what the name may mean a moment later. Redirects are not
followed.
"""

import asyncio
import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

from cubilete.core.errors import BadOption
from cubilete.core.message import N_

LONGEST = 1000
LOOPBACK = "127.0.0.1"


class Forbidden(Exception):
    """The name of an endpoint leads to an address that is not public."""


def check_endpoint(endpoint: str, *, loopback: bool = False) -> SplitResult:
    """The parts of an endpoint that may be stored and called. `loopback` is for tests: it allows
    http on this machine too."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise not_an_endpoint() from None
    if loopback and parts.scheme == "http" and parts.hostname == LOOPBACK:
        return parts
    host = parts.hostname or ""
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    named = "." in host.strip(".") and host.rpartition(".")[2].isalpha()
    if (
        not plain
        or len(endpoint) > LONGEST
        or parts.scheme != "https"
        or port not in (None, 443)
        or "@" in parts.netloc
        or not named
    ):
        raise not_an_endpoint()
    return parts


def not_an_endpoint() -> BadOption:
    return BadOption(
        "bad-endpoint", "", N_("Your browser named an address that notifications can't be sent to.")
    )


async def public_address(host: str, *, loopback: bool = False) -> str:
    """An address of a host; raises Forbidden where one of its addresses is not public, OSError
    where the name is unknown."""
    if loopback and host == LOOPBACK:
        return host
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    addresses = [str(address[0]) for *_, address in found]
    if not addresses or not all(map(is_public, addresses)):
        raise Forbidden
    return addresses[0]


def is_public(text: str) -> bool:
    """Also the IPv4 address inside an IPv6 one must be public."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None,))[0]
        if inner is not None:
            return False
        if address in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
    return address.is_global and not address.is_multicast


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
