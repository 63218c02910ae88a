"""Free ports for servers that a test or a tool starts."""

import random
import socket

PORTS = range(20_000, 32_000)
"""Below those that systems give to outgoing connections, one of which could take the port before
the server listens on it."""
TRIES = 100


def free_port() -> int:
    for port in random.sample(PORTS, TRIES):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:  # taken
                continue
            return port
    raise OSError(f"none of {TRIES} ports is free")
