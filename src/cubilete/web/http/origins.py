"""Where a request comes from: its Host must be ours, and a change must come from our own pages.

The Host is what links and QR codes are built from, and a page of another site can reach a server on
this machine under a name of that site's own (DNS rebinding). So only names and addresses of this
machine are answered, and those that the server was started with.

Browsers say which site a request comes from, and pages can't change it. Programs don't send these
headers, and have no cookies that another site could use.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.web.http.addresses import is_loopback
from cubilete.web.http.limits import SAFE_METHODS

HOST = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::([0-9]{1,5}))?")
DEFAULT_PORTS = {"http": "80", "https": "443"}


class BadHost(CubileteError):
    """The Host header is missing, repeated or malformed."""


class UnknownHost(CubileteError):
    """The Host header names another server."""


class ForeignOrigin(CubileteError):
    """Another site's page wants to change something."""


def own_names() -> set[str]:
    """What this machine is called, also by multicast DNS."""
    name = socket.gethostname().lower()
    return {name, name.partition(".")[0], f"{name.partition('.')[0]}.local"} - {""}


def same_address(name: str, address: str) -> bool:
    """Whether both are the same IP address, or the same text."""
    try:
        one, other = (plain_address(text) for text in (name, address))
    except ValueError:
        return name == address
    return one == other


def plain_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    address = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


class Origins:
    """The names of this server."""

    def __init__(self, names: Iterable[str], public_url: str) -> None:
        """`names` are allowed as well as those of the machine and of `public_url`."""
        self.public_host = urlsplit(public_url).netloc.lower()
        public_name = urlsplit(public_url).hostname or ""
        self.names = {name.lower() for name in names} | own_names() | {public_name} - {""}

    def check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = self.check_host(headers.getlist("host"), scope)
        if scope["method"] not in SAFE_METHODS:
            self.check_origin(headers, host)

    def check_host(self, sent: list[str], scope: Scope) -> str:
        """The name and port that the request was sent to."""
        found = HOST.fullmatch(sent[0]) if len(sent) == 1 else None
        if found is None or int(found[2] or 0) > 65535:
            raise BadHost(
                "bad-host", "", N_("The table didn't understand that. Go back and try again.")
            )
        name = found[1].lower().rstrip(".")
        # The address that the connection came in at is one of this machine's.
        arrived_at = (scope.get("server") or ("",))[0]
        if not (is_loopback(name) or name in self.names or same_address(name, arrived_at)):
            raise UnknownHost(
                "unknown-host",
                "",
                N_(
                    "This server doesn't know the address {host}. Start it with --public-url to "
                    "allow it."
                ),
                host=name,
            )
        return sent[0].lower()

    def check_origin(self, headers: Headers, host: str) -> None:
        site = headers.get("sec-fetch-site")
        if site in ("same-origin", "none"):
            return
        origin = headers.get("origin")
        if site is None and (origin is None or self.is_own(origin, host)):
            return
        raise ForeignOrigin(
            "foreign-origin", "", N_("A page from another site can't change anything here.")
        )

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a page of this server sent it. A proxy may have changed the scheme, and the Host
        too: then the server must know its public address."""
        scheme, _, place = origin.lower().partition("://")
        return any(
            without_port(place, scheme) == without_port(own, scheme)
            for own in (host, self.public_host)
            if own
        )


def without_port(place: str, scheme: str) -> str:
    """The place without the port that its scheme implies."""
    return place.removesuffix(f":{DEFAULT_PORTS.get(scheme, '')}")
