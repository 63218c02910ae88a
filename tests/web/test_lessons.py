"""Lessons over HTTP, without JavaScript: the bubble, a kind reply, going on later, the way out."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games
from cubilete.core.parts.learning import Lesson
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app

from .waiting import wait_until

TAUGHT = [(game.slug, game.page.lesson) for game in all_games() if game.page.lesson is not None]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def fields_of(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the first form with this action."""
    form = re.search(rf'<form[^>]*action="{action}"[^>]*>(.*?)(</form>|<button)', page, re.S)
    assert form, action
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[1])
    return {name: html.unescape(value) for name, value in hidden}


def begin(client: TestClient, slug: str) -> str:
    """Begins a lesson; returns the address of its table."""
    form = fields_of(client.get(f"/learn/{slug}").text, f"/learn/{slug}")
    return client.post(f"/learn/{slug}", data=form).url.path


def wait_for_step(client: TestClient, address: str) -> str:
    """The page once it is the learner's turn."""
    wait_until(lambda: "lesson step" in client.get(address).text, "a step of the lesson")
    return client.get(address).text


def expected(page: str) -> str:
    found = re.search(r'data-text="([^"]+)"', page)
    assert found
    return html.unescape(found[1])


def play(client: TestClient, address: str, page: str, text: str) -> str:
    """Sends a decision as the forms of the page do."""
    event = re.search(r'data-event="(\d+)"', page)
    revision = re.search(r'data-revision="(\d+)"', page)
    token = re.search(r'name="token" value="([0-9a-f]+)"', page)
    assert event
    assert revision
    assert token
    data = {"token": token[1], "seat": "0", "on": event[1], "key": f"0.{revision[1]}", "text": text}
    return client.post(f"{address}/move", data=data).text


@pytest.mark.parametrize(("slug", "lesson"), TAUGHT, ids=[slug for slug, _ in TAUGHT])
def test_lesson_can_be_played_to_its_end_without_script(
    client: TestClient, slug: str, lesson: Lesson[Any]
) -> None:
    address = begin(client, slug)
    for _ in lesson.steps:
        page = wait_for_step(client, address)
        play(client, address, page, expected(page))
    wait_until(
        lambda: bool(re.search("lesson (end|over)", client.get(address).text)), "the last words"
    )
    assert "Now a real game" in client.get(address).text


def test_other_choice_is_answered_kindly_and_the_step_stays(client: TestClient) -> None:
    address = begin(client, "seis-dados")
    page = wait_for_step(client, address)
    answer = play(client, address, page, "assign pair 4")
    assert "Keep the 3 fours and reroll only the others." in answer
    assert expected(answer) == expected(page)
    impossible = play(client, address, page, "assign jokers 6")
    assert 'class="reply"' in impossible
    assert expected(impossible) == expected(page)


def test_lesson_goes_on_where_it_was_left(client: TestClient) -> None:
    address = begin(client, "seis-dados")
    page = wait_for_step(client, address)
    play(client, address, page, expected(page))
    assert "step 2 of 7" in client.get(address).text
    card = client.get("/learn/seis-dados").text
    assert f'href="{address}"' in card
    assert "Keep learning with Lola" in card
    assert "Guided first game" in client.get("/").text


def test_whoever_knows_it_plays_on_without_the_lesson(client: TestClient) -> None:
    address = begin(client, "dizzle")
    page = wait_for_step(client, address)
    client.post(f"{address}/lesson", data=fields_of(page, f"{address}/lesson"))
    page = client.get(address).text
    assert 'class="lesson' not in page
    played = play(client, address, page, "place E5")
    assert "let's try this" not in played
    assert "Keep learning" not in client.get("/learn/dizzle").text


def test_lesson_is_no_game_of_fair_dice(client: TestClient) -> None:
    address = begin(client, "twenty-one")
    page = wait_for_step(client, address)
    assert "/fair" not in page
    look = client.get(f"/api/tables/{address.removeprefix('/t/')}").json()
    assert look["lesson"] is True
    fair = client.get(f"/api/tables/{address.removeprefix('/t/')}/fair").json()
    assert fair.get("commitment", "") == ""


def test_person_among_bots_is_told_the_aim_first(client: TestClient) -> None:
    form = fields_of(client.get("/").text.replace("\n", " "), "/tables")
    page = client.post("/tables", data={**form, "game": "216", "now": "1"}).text
    assert "Dice that do what a card asks" in page
    assert 'href="/learn/216"' in page


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_card_tells_the_game_in_three_drawings(client: TestClient, game: AnyGame) -> None:
    page = client.get(f"/learn/{game.slug}").text
    assert page.count('viewBox="0 0 200 150"') == 3
    part = client.get(f"/rules/{game.slug}", headers={"x-part": "1"}).text
    assert "<html" not in part
    assert part.count('viewBox="0 0 200 150"') == 3


def test_card_may_open_for_people_at_the_table_only(client: TestClient) -> None:
    page = client.get("/").text
    form = fields_of(page, "/tables")
    table = client.post("/tables", data={**form, "game": "dizzle", "now": "bots"})
    assert '<dialog class="dialog first-card"' in table.text
    assert "<html" not in client.get("/learn/dizzle", headers={"x-part": "1"}).text
    client.cookies.clear()  # a spectator
    assert "first-card" not in client.get(table.url.path).text


def test_card_does_not_open_in_a_lesson(client: TestClient) -> None:
    assert "first-card" not in client.get(begin(client, "dizzle")).text
