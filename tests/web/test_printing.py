"""Printing from the pages: the choices, the PDF, refusals; what is printed is kept in memory."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import AnyGame, all_games, find_game
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.pages.printing import made
from printing.pdf import pages_of
from printing.test_printouts import LEVEL, PAGES

from .visitor import form_token_in


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=60))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_pages_of_a_game_lead_to_its_pdf(client: TestClient, game: AnyGame) -> None:
    for path in (f"/learn/{game.slug}", f"/rules/{game.slug}"):
        assert f'href="/print/{game.slug}"' in client.get(path).text
    assert f'action="/print/{game.slug}.pdf"' in client.get(f"/print/{game.slug}").text
    answer = client.get(f"/print/{game.slug}.pdf?paper=letter&lang=es")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-disposition"] == (f'inline; filename="{game.slug}-letter.pdf"')
    found = pages_of(answer.content)
    assert len(found) == PAGES[game.slug]
    assert "Lo que quieres" in found[0].words


def test_page_and_pdf_speak_the_language_of_the_reader(client: TestClient) -> None:
    page = client.get("/print/seis-dados", headers={"accept-language": "es"}).text
    assert "Imprimir y jugar" in page
    assert '<input type="hidden" name="lang" value="es">' in page
    pdf = client.get("/print/pa-fuera.pdf").content
    assert "Calls and alliances" in pages_of(pdf)[1].texts


def test_form_asks_for_the_chosen_categories(client: TestClient) -> None:
    page = client.get("/print/seis-dados").text
    checked = re.findall(r'name="categories" value="([\w-]+)" checked', page)
    assert checked == find_game("seis-dados").rules.options[0].default
    query = "paper=a4&lang=en&categories=ones&categories=pair&end_at="
    (sheet,) = pages_of(client.get(f"/print/seis-dados.pdf?{query}").content)
    assert "ones" in sheet.texts
    assert "twos" not in sheet.texts


def test_one_level_or_all(client: TestClient) -> None:
    assert len(pages_of(client.get("/print/dizzle.pdf?level=").content)) == 4
    (page,) = pages_of(client.get("/print/dizzle.pdf?level=2").content)
    assert "Level 2 · The House of the Two Keys" in page.texts


def test_same_pdf_is_made_once(client: TestClient) -> None:
    made.cache_clear()
    first = client.get("/print/twenty-one.pdf").content
    assert client.get("/print/twenty-one.pdf?paper=a4&lang=en").content == first
    assert (made.cache_info().misses, made.cache_info().hits) == (1, 1)
    client.get("/print/twenty-one.pdf?lang=es")
    assert made.cache_info().misses == 2


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/print/bridge.pdf", 404, "There is no game “bridge”"),
        ("/print/bridge", 404, "There is no game “bridge”"),
        ("/print/dizzle.pdf?paper=a3", 422, "There is no paper “a3” here; choose a4, letter."),
        ("/print/dizzle.pdf?level=7", 422, "level must be at most 4."),
        ("/print/dizzle.pdf?level=x", 422, "level must be a whole number."),
        ("/print/dizzle.pdf?height=2", 422, "Dizzle has no option height."),
        ("/print/seis-dados.pdf?categories=jokers", 422, "at least one category besides jokers"),
        ("/print/seis-dados.pdf?lowest_wins=maybe", 422, "lowest_wins must be true or false."),
    ],
)
def test_refusal_is_a_page_with_a_sentence(
    client: TestClient, path: str, status: int, sentence: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert sentence in answer.text


def test_game_that_prints_nothing_has_no_link_and_says_so(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(find_game("pa-fuera").page), "printout", None)
    made.cache_clear()
    for path in ("/learn/pa-fuera", "/rules/pa-fuera"):
        assert "/print/" not in client.get(path).text
    for path in ("/print/pa-fuera", "/print/pa-fuera.pdf"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "has nothing to print." in answer.text


# --- A deck, sheet or level of one's own ---


def send_level(
    client: TestClient, text: str, slug: str = "dizzle", token: str = ""
) -> tuple[int, bytes]:
    token = token or form_token_in(client.get(f"/print/{slug}").text)
    answer = client.post(
        f"/print/{slug}",
        data={"token": token, "paper": "letter"},
        files={"material": ("level.txt", text.encode(), "text/plain")},
        headers={"origin": "http://testserver"},
    )
    return answer.status_code, answer.content


def test_own_level_is_printed(client: TestClient) -> None:
    status, content = send_level(client, LEVEL)
    assert status == 200
    (page,) = pages_of(content)
    assert "Mi cueva" in page.texts
    assert page.width == pytest.approx(215.9, abs=0.1)


def test_wrong_level_is_refused_with_the_reason(client: TestClient) -> None:
    status, content = send_level(client, LEVEL.replace("2Gb", "9Gb"))
    assert status == 422
    assert "“9Gb” is not a space" in content.decode()
    status, content = send_level(client, LEVEL, "twenty-one")
    assert status == 422
    assert "This file is for dizzle, not for twenty-one." in content.decode()


def test_form_of_another_site_is_refused(client: TestClient) -> None:
    assert send_level(client, LEVEL, token="0" * 64)[0] == 403


def test_game_without_material_asks_for_no_file(client: TestClient) -> None:
    assert 'type="file"' not in client.get("/print/pa-fuera").text
    assert 'type="file"' in client.get("/print/216").text
