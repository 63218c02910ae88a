"""A program that plays a whole game over the JSON API, choosing at random.

usage: python play_over_http.py http://localhost:8000 seis-dados
"""

import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request


def ask(address: str, token: str = "", body: object = None) -> dict[str, object]:
    request = urllib.request.Request(
        address,
        data=json.dumps(body).encode() if body is not None else None,
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        if token
        else {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def play(base: str, game: str, bots: int) -> dict[str, object]:
    """Sits down against bots and plays until the game is over; returns the last look.

    The draft binds the table to its secret before it gets our seed.
    """
    draft = ask(f"{base}/api/draft")
    new = {"game": game, "name": "Example", "bots": bots}
    seed = {"draft": draft["draft"], "seed": secrets.token_hex(16)}
    seated = ask(f"{base}/api/tables", body=new | seed)
    table, token = f"{base}/api/tables/{seated['table']}", str(seated["token"])
    look = ask(table, token)
    while not look["over"]:
        view = look["view"]
        assert isinstance(view, dict)
        if not view["legal"]:
            time.sleep(0.01)
            look = ask(table, token)
            continue
        move = {"text": random.choice(view["legal"]), "on": look["on"]}
        try:
            look = ask(f"{table}/moves", token, move)
        except urllib.error.HTTPError as error:
            if error.code == 429:  # too fast: wait as long as it says
                time.sleep(float(error.headers.get("Retry-After", "1")))
            elif error.code != 409:  # the table has moved on: look again
                raise
            look = ask(table, token)
    return look


if __name__ == "__main__":
    view = play(sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1)[
        "view"
    ]
    assert isinstance(view, dict)
    print("scores", view["scores"], "winners", view["winners"])
