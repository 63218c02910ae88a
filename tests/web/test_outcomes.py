"""The modules with which browsers check the dice are served, and know the edition of the rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from liars_cup import GAME as LIARS_CUP
from pig import GAME as PIG
from pig import PigRules
from starlette.testclient import TestClient

from cubilete import AnyGame, Game, all_games
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import create_app
from cubilete.web.html.artwork import outcomes_of


class BareRules(PigRules):
    """No outcomes.js lies beside this class."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(SqliteStore(tmp_path / "s.sqlite"))) as client:
        yield client


@pytest.mark.parametrize("game", [*all_games(), PIG, LIARS_CUP], ids=lambda game: game.slug)
def test_module_is_for_the_edition_of_the_rules(game: AnyGame) -> None:
    """A new edition needs a module that follows it; until then nothing is checkable."""
    assert f"export const edition = {game.rules.edition};" in outcomes_of(game)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_module_is_served_as_a_script(game: AnyGame, client: TestClient) -> None:
    answer = client.get(f"/games/{game.slug}/outcomes.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.text == outcomes_of(game)


def test_game_without_a_module_has_none(client: TestClient) -> None:
    assert outcomes_of(Game(about=PIG.about, rules=BareRules())) == ""
    assert client.get("/games/parchis/outcomes.js").status_code == 404
