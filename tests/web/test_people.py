"""People and bots on the pages: chairs of a new table, invitations, names, the home page."""

import re
import struct
import zlib
from html import unescape

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.language import LANGUAGES
from cubilete.table.plan import BOT
from cubilete.table.seating.bots import FACES
from cubilete.web.html.people.faces import TRAITS
from cubilete.web.html.people.preview import HEIGHT, WIDTH, preview_png
from cubilete.web.html.people.reactions import REACTIONS
from cubilete.web.html.perspective import Perspective, refresh_seconds

from .test_motion import table_of
from .test_seating import Browser, table_at
from .test_seating import app as app  # the fixture
from .test_seating import client as client  # the fixture

GROUPED = {"categories.grouped": "1", "categories.group": "totals"}


def static(client: TestClient, name: str) -> str:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 200
    return answer.text


# --- Bots ---


def test_every_bot_has_a_drawing_and_a_trait(client: TestClient) -> None:
    drawn = static(client, "faces.svg")
    for name, face in FACES.items():
        assert f'<symbol id="f-{face}"' in drawn
        assert f'<view id="{face}"' in drawn
        assert TRAITS[name]


def test_bot_has_its_face_where_a_person_has_a_seal(app: FastAPI, client: TestClient) -> None:
    ana = Browser(client)
    page = ana.post(
        "/tables", game="seis-dados", name="Ana", seat1="bot", who1="iris", level1="novice"
    )
    table = table_at(app, ana.landed).table
    assert (table.seats[1].kind, table.seats[1].name, table.seats[1].bot) == (BOT, "Iris", "novice")
    assert ".s1{--face:url(/s/faces.svg#iris)}" in page
    assert ".s0{--face" not in page
    assert 'class="seal s1"' in page
    assert "Bot, novice" in page  # in the menu


def test_person_called_like_a_bot_keeps_their_seal(app: FastAPI, client: TestClient) -> None:
    ana = Browser(client)
    page = ana.post("/tables", game="seis-dados", name="Lola", seat1="bot")
    assert table_at(app, ana.landed).table.names() == ["Lola", "Faro"]
    assert "#lola" not in page


def test_person_without_a_name_is_a_guest(app: FastAPI, client: TestClient) -> None:
    ana = Browser(client)
    page = ana.post("/tables", game="seis-dados", now="1")
    assert table_at(app, ana.landed).table.names() == ["Guest", "Lola"]
    assert "Guest</bdi> <small>(you)" in page
    assert "Your turn, Guest" not in page


# --- Names ---


def test_name_is_remembered(client: TestClient) -> None:
    ana = Browser(client)
    assert 'name="name" maxlength="24" autocomplete="nickname" value=""' in ana.get("/new")
    ana.post("/tables", game="seis-dados", name="Añá", now="1")
    assert "What are we playing, Añá?" in ana.get("/")
    assert 'value="Añá"' in ana.get("/new")
    ana.post("/settings", name="Eva")
    assert "What are we playing, Eva?" in ana.get("/")
    ana.post("/settings", 422, name="x" * 99)


def test_play_now_says_against_whom(client: TestClient) -> None:
    ana = Browser(client)
    page = ana.get("/")
    assert "Play with Lola<" in page
    assert "Play Pa' fuera with Lola and Faro" in unescape(page)
    ana.post("/settings", name="Lola")
    assert "Play with Faro<" in ana.get("/")


def test_home_says_whose_turn_it_is(app: FastAPI, client: TestClient) -> None:
    ana, luis = Browser(client), Browser(client)
    path = ana.open_table(2)
    assert "Waiting for people to sit down" in ana.get("/")
    luis.sit(path, 1, "Luis")
    table = table_at(app, path).table
    first, other = (ana, luis) if 0 in table.people_to_act() else (luis, ana)
    names = table.names() if first is ana else table.names()[::-1]
    assert f"Your turn: Dizzle with {names[1]}" in first.get("/")
    assert f"Waiting for {names[0]}" in other.get("/")


# --- Chairs and rules of a new table ---


def test_groups_of_choices_are_switched_on_and_off(app: FastAPI, client: TestClient) -> None:
    ana = Browser(client)
    every = ["max-sum", "min-sum", "jokers", "pair", "ones"]
    ana.take_client()
    data = {"token": ana.token, "game": "seis-dados", "name": "Ana", "seat1": "bot", **GROUPED}
    answer = client.post("/tables", data={**data, "categories": every})
    options = table_at(app, str(answer.url.path)).table.plan.options
    assert options["categories"] == ["max-sum", "min-sum", "jokers"]
    none = client.post("/tables", data={**data, "categories": ["ones"]})
    assert none.status_code == 422


def test_form_of_a_new_table_has_a_switch_for_each_section(client: TestClient) -> None:
    page = client.get("/new?game=seis-dados").text
    assert page.count('name="categories.group"') == 6
    assert len(re.findall(r'name="categories.group" value="\w+" checked', page)) == 4
    assert page.count('data-turns="0"') == 1  # the jokers


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_game_has_chairs(game: object, language: str, client: TestClient) -> None:
    slug = str(getattr(game, "slug"))  # noqa: B009
    page = client.get(f"/new?game={slug}", headers={"accept-language": language}).text
    assert 'name="who1" value="lola"' in page
    assert 'name="level1"' in page


# --- Invitations ---


def test_guest_is_told_who_invites_to_what_and_sits_in_their_seat(
    app: FastAPI, client: TestClient
) -> None:
    ana, luis, eva = Browser(client), Browser(client), Browser(client)
    page = ana.post(
        "/tables", game="dizzle", name="Ana", seat1="person", seat2="person", guest2="Luis"
    )
    path = ana.landed
    assert "Take this seat" not in page
    assert "Link for Luis" in page
    links = re.findall(r'value="http://testserver(/t/[^"?]+\?invitation=[0-9a-f]+)"', page)
    assert len(links) == 2
    found = luis.get(links[1])
    assert "Ana invites you to Dizzle" in found
    assert found.count("Take this seat") == 1
    assert '<input type="hidden" name="seat" value="2">' in found
    assert 'autocomplete="nickname" value="Luis"' in found
    assert '<input type="hidden" name="seat" value="1">' in eva.get(path)  # not that of Luis
    eva.sit(path, 2, "Eva", status=403)
    luis.sit(path, 2, "Luis", invitation=links[1].rpartition("=")[2])
    assert table_at(app, path).table.names() == ["Ana", "", "Luis"]


def test_missing_person_is_replaced_by_a_bot(app: FastAPI, client: TestClient) -> None:
    ana = Browser(client)
    ana.post("/tables", game="dizzle", name="Ana", seat1="person", guest1="Luis")
    page = ana.post(f"{ana.landed}/fill", seat="1", bot="novice")
    assert 'main class="game"' in page


def test_link_has_a_preview_with_a_picture(client: TestClient) -> None:
    ana = Browser(client)
    path = ana.open_table(2)
    page = Browser(client).get(path)
    assert '<meta property="og:title" content="Ana invites you to Dizzle">' in page
    assert '<meta property="og:image" content="http://testserver/games/dizzle/preview.png">' in page
    picture = client.get("/games/dizzle/preview.png")
    assert picture.headers["content-type"] == "image/png"
    assert picture.content == preview_png("dizzle")
    assert client.get("/games/nothing/preview.png").status_code == 404


def test_picture_is_a_whole_png() -> None:
    picture = preview_png("some-game")
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (WIDTH, HEIGHT)
    length = struct.unpack(">I", picture[33:37])[0]
    assert len(zlib.decompress(picture[41 : 41 + length])) == HEIGHT * (1 + 3 * WIDTH)


# --- Talk, and pages without script ---


def test_reaction_is_drawn_and_said_in_the_readers_language(client: TestClient) -> None:
    drawn = static(client, "reactions.svg")
    assert all(f'<symbol id="{code.strip(":")}"' in drawn for code in REACTIONS)
    ana = Browser(client)
    ana.post("/tables", game="seis-dados", name="Ana", now="1")
    page = ana.post(f"{ana.landed}/chat", seat="0", say=":luck:")
    assert 'data-reaction="luck"' in page
    assert "What luck!</p>" in page
    ana.take_client()
    assert "¡Qué suerte!</p>" in client.get(ana.landed, headers={"accept-language": "es"}).text


def refresh_in(page: str) -> str:
    found = re.search(r'<noscript><meta http-equiv="refresh" content="(\d+)"></noscript>', page)
    return found[1] if found else ""


def test_page_without_script_loads_itself_again_while_others_must_act(
    app: FastAPI, client: TestClient
) -> None:
    ana, luis, eva = Browser(client), Browser(client), Browser(client)
    path = ana.open_table(2)
    assert refresh_in(ana.get(path)) == "20"
    assert refresh_in(luis.get(path)) == ""  # they type their name
    luis.sit(path, 1, "Luis")
    table = table_at(app, path).table
    first, other = (ana, luis) if 0 in table.people_to_act() else (luis, ana)
    assert refresh_in(first.get(path)) == ""
    assert refresh_in(other.get(path)) == "4"
    assert refresh_in(eva.get(path)) == "4"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_page_without_script_is_left_alone_only_while_its_person_decides(game: AnyGame) -> None:
    """In every game and at each of its decisions."""
    table = table_of(game.slug, game.about.players[-1])
    match, rng = table.match, seeded("refresh", game.slug)
    assert match is not None
    for _ in range(120):
        if match.finished:
            break
        deciding, state = set(match.state.to_act), match.state
        for seat in range(len(table.seats)):
            seconds = refresh_seconds(Perspective(table, (seat,), seat))
            assert seconds == (0 if seat in deciding else 4)
        assert refresh_seconds(Perspective(table, (), None)) == 4
        chance = state.turn() == CHANCE
        by = CHANCE if chance else pick_seat(state.acting(), rng)
        text = state.text(by, state.sample(rng) if chance else state.choose(by, rng))
        kind = "fall" if chance else "move"
        table.apply({"kind": kind, "seat": max(by, 0), "text": text, "key": "", "falls": []})


def test_page_without_script_loads_itself_again_while_a_bot_thinks(
    app: FastAPI, client: TestClient
) -> None:
    ana = Browser(client)
    page = ana.post("/tables", game="seis-dados", name="Ana", seat1="bot")
    table = table_at(app, ana.landed).table
    assert refresh_in(page) == ("" if 0 in table.people_to_act() else "4")
    table.seats[0].stand_in = True  # a bot plays for her: she only looks on
    assert refresh_in(ana.get(ana.landed)) == "4"


def test_menu_of_the_table_has_language_and_light(client: TestClient) -> None:
    ana = Browser(client)
    ana.post("/tables", game="seis-dados", name="Ana", now="1")
    path = ana.landed
    page = ana.get(path)
    for choice in ("lang", "theme", "details"):
        assert f'name="{choice}" value="' in page
    assert f'name="back" value="{path}"' in page
    ana.post("/settings", lang="es", back=path)
    assert ana.landed == path
