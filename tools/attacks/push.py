"""Point 13 too: push endpoints, which make the server call an address that a browser names."""

import select
import socket

from attacks.arena import Arena
from attacks.client import Client
from attacks.report import attack, expect

KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
    "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""Of a browser: the example of RFC 8291."""


@attack(13, "push endpoints inside the server's network")
def point_13_push(arena: Arena) -> str:
    client = Client(arena.server)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        endpoints = (
            *(f"http://127.0.0.1:{port}/", f"https://127.0.0.1:{port}/", "https://127.0.0.1/"),
            *("https://localhost/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/"),
            *(
                "https://169.254.169.254/latest/meta-data/",
                "https://10.0.0.1/",
                "https://[fe80::1]/",
            ),
            *(
                f"https://localhost.localdomain:{port}/",
                "https://a@push.example/",
                "file:///etc/hosts",
            ),
        )
        taken = [
            endpoint
            for endpoint in endpoints
            if client.form("/push", {"endpoint": endpoint, **KEYS}).status != 422
        ]
        expect(not taken, f"accepted: {', '.join(taken)}")
        called, _, _ = select.select([listening], [], [], 0.5)
        expect(not called, "the server has called an endpoint on its own machine")
    return f"{len(endpoints)} endpoints refused, nothing called"
