"""A game from another package, with rules and nothing else: the server needs no more.

Pig has no words, no page, no rules text and up to 16 seats. It is installed for one server only, by
the metadata of a package in a folder on its path.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from starlette.datastructures import FormData

from cubilete import all_games
from cubilete.core.parts.rules import Option
from cubilete.web.pages.new_table import option_from

from .running import Server
from .test_browser import DESKTOP, PHONE, faults_of, open_page
from .visitor import Visitor

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "cubilete" / "web"
GENERIC_FILES = sorted(
    path
    for folder in (WEB / "html" / "templates", WEB / "static")
    for path in folder.rglob("*")
    if path.suffix in (".html", ".css", ".js", ".svg")
)
COUNTED_GAMES = re.compile(r"\b(five|sixth|cinco|IA)\b", re.IGNORECASE)


def install_pig(folder: Path) -> None:
    """What an installer writes for a package that offers Pig."""
    info = folder / "pig-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pig\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cubilete.games]\npig = pig:GAME\n")


@pytest.fixture(scope="module")
def pig_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("pig")
    install_pig(folder)
    path = [str(folder), str(ROOT / "examples" / "pig"), os.environ.get("PYTHONPATH", "")]
    environment = {"PYTHONPATH": os.pathsep.join(filter(None, path))}
    server = Server(folder / "log", "--data", str(folder), environment=environment)
    try:
        server.start()
        yield server.address
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text()


@pytest.fixture
def visitor(pig_server: str) -> Visitor:
    return Visitor(pig_server)


def open_table(visitor: Visitor, **fields: str | int | list[str]) -> str:
    """Opens a table of Pig by the form; returns its path."""
    return visitor.send("/tables", game="pig", name="Ana", **fields)[1]


# --- Pages ---


def test_game_without_a_page_is_played_by_the_buttons_of_the_generic_page(
    visitor: Visitor,
) -> None:
    path = open_table(visitor, seat1="local", name1="Luis")
    api = Visitor(visitor.address)
    for _ in range(400):
        page = visitor.page(path)
        if api.ask(f"/tables/{path.removeprefix('/t/')}")["over"]:
            break
        fields = re.findall(r'name="(seat|on|key)" value="([^"]*)"', page_of_hold(visitor, path))
        visitor.send(f"{path}/move", text="hold", **dict(fields))
    assert re.search(r"(You won, .*|won)!</h2>", page)
    assert "Ana: hold" in page
    assert visitor.open(f"{path}/record")[0] == 200
    assert visitor.open(f"{path}/replay?n=3")[0] == 200
    assert visitor.open(f"{path}/dice")[0] == 200


def page_of_hold(visitor: Visitor, path: str) -> str:
    page = visitor.page(path)
    assert sorted(re.findall(r'name="pick" value="([^"]+)"', page)) == ["hold", "roll"]
    assert "<dt>gained</dt>" in page
    return visitor.page(f"{path}?pick=hold")


def test_game_without_drawings_gets_a_cover_and_an_emblem(visitor: Visitor) -> None:
    home = visitor.page("/")
    assert '<use href="/games/pig/cover.svg#cover"/>' in home
    for name, text in (("cover", ">Pig<"), ("emblem", ">P<")):
        drawing = visitor.page(f"/games/pig/{name}.svg")
        assert f'<symbol id="{name}" viewBox=' in drawing
        assert text in drawing
    assert visitor.page("/games/pig.css") == ""


def test_game_without_rules_text_has_a_page_of_rules(visitor: Visitor) -> None:
    page = visitor.page("/rules/pig")
    assert "Pig rules" in page
    assert "This game has no written rules." in page
    spanish = Visitor(visitor.address, language="es").page("/rules/pig")
    assert "Este juego viene sin reglas escritas." in spanish


def test_error_pages_work_beside_a_game_without_rules_text(visitor: Visitor) -> None:
    visitor.sit_in_browser()
    status, page, _ = visitor.open("/nothing")
    assert (
        status,
        "This table no longer exists, or the link is incomplete. Ask for the link again." in page,
    ) == (404, True)
    status, page, _ = visitor.open("/rules/parchis")
    assert status == 404
    path = open_table(visitor, seat1="local")
    body = f"token={visitor.form_token}&seat=0&on=1&key=k&text=nonsense".encode()
    status, page, _ = visitor.open(f"{path}/move", body)
    assert status in (409, 422)
    assert "That didn&#39;t work" in page


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_generic_page_is_tidy_with_sixteen_players(
    size: dict[str, int], pig_server: str, browser: Browser
) -> None:
    page = open_page(browser, size)
    faults: list[str] = []
    for path in ("/", "/new?game=pig", "/rules/pig"):
        page.goto(pig_server + path)
        faults += faults_of(page, path)
    page.goto(f"{pig_server}/new?game=pig")
    page.get_by_label("Tu nombre").fill("Ana")
    for seat in range(1, 16):
        page.locator(f"select[name=seat{seat}]").select_option("local")
    page.get_by_role("button", name="Abrir la mesa").click()
    expect(page.locator(".seats li")).to_have_count(16)
    expect(page.locator("button[name=pick]")).to_have_count(2)
    faults += faults_of(page, "the table")
    before = page.locator("main.game").get_attribute("data-revision") or ""
    page.locator("button[name=pick][value=hold]").click()
    page.locator(".actions button.primary[name=text]").click()
    expect(page.locator("main.game")).not_to_have_attribute("data-revision", before)
    faults += faults_of(page, "the table after a move")
    assert faults == []


# --- The API ---


def test_api_tells_the_games_with_the_defaults_of_their_options(visitor: Visitor) -> None:
    status, text = visitor.try_to_ask("/games")
    assert status == 200
    games = {game["slug"]: game for game in json.loads(text)}
    assert games["pig"]["most_players"] == 16
    assert games["pig"]["options"] == []
    assert games["pig"]["defaults"] == {}
    for game in all_games():
        options = game.rules.options
        assert games[game.slug]["options"] == [option.name for option in options]
        for option in options:
            told = games[game.slug]["defaults"].get(option.name)
            default = option.default
            assert told == (list(default) if isinstance(default, tuple) else default)


def test_api_opens_a_table_with_sixteen_seats(visitor: Visitor) -> None:
    seated = visitor.ask("/tables", {"game": "pig", "people": 16, "bots": 0})
    path = f"/tables/{seated['table']}"
    for seat in range(1, 16):
        visitor.ask(f"{path}/sit", {"name": f"P{seat}", "seat": seat})
    look = visitor.ask(path)
    names = look["names"]
    assert isinstance(names, list)
    assert (look["begun"], len(names)) == (True, 16)
    assert visitor.try_to_ask("/tables", {"game": "pig", "people": 17, "bots": 0})[0] == 422
    bots = visitor.ask("/tables", {"game": "pig", "people": 1, "bots": 15})
    assert visitor.ask(f"/tables/{bots['table']}")["begun"]


# --- What the server says of the games ---


@pytest.mark.parametrize(
    ("default", "sent", "said"),
    [(None, "", None), (None, "true", True), (True, "", False), (True, "true", True)],
)
def test_checkbox_says_false_only_where_the_default_is_true(
    default: bool | None, sent: str, said: bool | None
) -> None:
    option = Option("doubles", bool, "Doubles count twice", "", default)
    assert option_from(option, FormData({"doubles": sent} if sent else {})) is said


def test_new_table_without_a_game_shows_the_first_one(visitor: Visitor) -> None:
    first = all_games()[0]
    assert f'name="game" value="{first.slug}"' in visitor.page("/new")
    assert f'name="game" value="{first.slug}"' in visitor.page("/new?game=")


@pytest.mark.parametrize("path", GENERIC_FILES, ids=lambda path: path.name)
def test_no_generic_file_names_a_game_or_their_number(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for game in all_games():
        assert not re.search(rf"\b({re.escape(game.slug)}|{re.escape(game.name)})\b", text, re.I)
    assert not COUNTED_GAMES.search(text)
