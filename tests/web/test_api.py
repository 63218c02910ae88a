"""The JSON API: whole games, refusals with their status, and the stream."""

import json
import urllib.error
import urllib.request

import pytest
from play_over_http import ask, play

from cubilete import AnyGame, all_games, read_record
from cubilete.core.fair import verify

from .waiting import TIMEOUT


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_example_program_plays_a_whole_game_with_fair_dice(game: AnyGame, server: str) -> None:
    look = play(server, game.slug, bots=game.about.players[0] - 1)
    view = look["view"]
    assert isinstance(view, dict)
    assert view["winners"]
    with urllib.request.urlopen(f"{server}/api/tables/{look['table']}/record") as answer:
        assert verify(read_record(answer.read())) > 0


def refused(address: str, token: str, body: object) -> tuple[int, dict[str, object]]:
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(address, token, body)
    with caught.value as error:
        problem: dict[str, object] = json.load(error)
        return error.code, problem


def test_every_refusal_has_its_status(server: str) -> None:
    seated = ask(f"{server}/api/tables", body={"game": "seis-dados", "people": 2, "bots": 0})
    table = f"{server}/api/tables/{seated['table']}"
    mine = str(seated["token"])
    move = {"text": "assign ones 0", "on": 0}
    assert refused(f"{table}/moves", mine, move)[0] == 409  # not begun
    other = str(ask(f"{table}/sit", body={"name": "Luis", "seat": 1})["token"])
    assert refused(f"{table}/sit", "", {"name": "Eva", "seat": 1})[0] == 403
    look = ask(table, mine)
    view = look["view"]
    assert isinstance(view, dict)
    acting, waiting = (mine, other) if view["legal"] else (other, mine)
    status, problem = refused(
        f"{table}/moves", waiting, {"text": "assign ones 0", "on": look["on"]}
    )
    assert (status, problem["title"], problem["rule"]) == (422, "not-your-turn", "SD-1")
    assert refused(f"{table}/moves", acting, {"text": "nonsense", "on": look["on"]})[0] == 422
    assert refused(f"{table}/moves", acting, {"text": "assign ones 0", "on": 0})[0] == 409
    assert refused(f"{table}/moves", "made.up", move)[0] == 403
    assert refused(f"{table}/moves", "", move)[0] == 403
    assert refused(f"{table}/moves", acting, {"text": 7})[0] == 422
    assert refused(f"{table}/undo", acting, {})[0] == 409
    assert refused(f"{server}/api/tables", "", {"game": "parchis"})[0] == 404
    assert refused(f"{server}/api/tables", "", {"game": "216", "bots": 6, "people": 6})[0] == 422


def test_stream_sends_a_look_after_each_change(server: str) -> None:
    seated = ask(f"{server}/api/tables", body={"game": "dizzle", "bots": 0})
    table, token = f"{server}/api/tables/{seated['table']}", str(seated["token"])
    request = urllib.request.Request(
        f"{table}/stream", headers={"Authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as stream:
        first = read_event(stream)
        assert first["seat"] == 0
        ask(f"{table}/chat", token, {"text": "hola"})
        assert read_event(stream)["revision"] == int(str(first["revision"])) + 1


def read_event(stream: object) -> dict[str, object]:
    for line in stream:  # type: ignore[attr-defined]
        if line.startswith(b"data: "):
            event: dict[str, object] = json.loads(line[6:])
            return event
    raise AssertionError("the stream ended")
