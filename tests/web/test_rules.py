"""Rules on pages: each number has an anchor, and a table shows the rule that matters now."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games, find_game
from cubilete.core.match import Match
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.html.rules_text import rule_link, rule_text, rules_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=60))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_both_languages_have_the_same_rules_with_an_anchor_each(game: AnyGame) -> None:
    spanish, english = rules_of(game.slug, "es"), rules_of(game.slug, "en")
    assert set(spanish.each) == set(english.each)
    assert len(spanish.contents) == len(english.contents)
    for rules in (spanish, english):
        ids = re.findall(r' id="([^"]+)"', rules.html)
        assert len(ids) == len(set(ids))
        assert set(ids) == set(rules.each) | {anchor for anchor, _ in rules.contents}
        bold = set(re.findall(r"<strong>([A-Z0-9]+-[A-Z]?[0-9]+)</strong>", rules.html))
        assert bold == set(rules.each)


def test_rule_is_shown_with_its_list() -> None:
    alliances = rule_text("pa-fuera", "en", "PF-7")
    assert alliances.startswith("<p><strong>PF-7</strong>")
    assert "may repeat the number that it cancels" in alliances
    assert "PF-8" not in alliances
    assert "<li" not in rule_text("pa-fuera", "en", "PF-8")
    assert rule_text("pa-fuera", "en", "PF-99") == ""
    assert rule_link("SD-C5") == "/rules/seis-dados#SD-C5"
    assert rule_link("XX-1") == rule_link("") == ""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_rule_that_matters_now_exists_in_every_position(game: AnyGame) -> None:
    rules = rules_of(game.slug, "es").each
    named: set[str] = set()
    for players in (game.about.players[0], game.about.players[-1]):
        rng = seeded("rule now", players)
        match = Match(game, [f"P{seat}" for seat in range(players)])
        while True:
            for seat in (None, *range(players)):
                named.add(game.words.rule_now(game.rules.view(match.state, seat)))
            if match.state.over:
                break
            by = CHANCE if match.state.turn() == CHANCE else pick_seat(match.state.acting(), rng)
            code = match.state.sample(rng) if by == CHANCE else match.state.choose(by, rng)
            match.apply(by, code)
    assert named <= set(rules)
    assert len(named) >= 4


def test_table_shows_the_rule_that_matters_now(client: TestClient) -> None:
    found = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
    assert found
    data = {"token": found[1], "name": "Ana", "seat1": "local", "game": "seis-dados"}
    page = client.post("/tables", data=data).text
    assert 'popovertarget="regla" aria-label="The rule that matters now: SD-1"' in page
    assert "After these two free rerolls" in page
    assert 'href="/rules/seis-dados#SD-1"' in page


def test_page_of_the_rules_has_its_contents(client: TestClient) -> None:
    page = client.get("/rules/seis-dados").text
    assert '<a href="#s3">Your turn</a>' in page
    assert '<h2 id="s3">Your turn</h2>' in page
    assert '<li id="SD-1">' in page


def test_refusal_links_to_its_rule(client: TestClient) -> None:
    game = find_game("216")
    assert game.rules.players_rule
    found = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
    assert found
    seats = {f"seat{seat}": "bot" for seat in range(1, 3)}
    data = {"token": found[1], "name": "Ana", "game": "216", "target": "7", **seats}
    refused = client.post("/tables", data=data)
    assert refused.status_code == 422
    assert 'href="/rules/216#216-14"' in refused.text
