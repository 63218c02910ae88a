"""The last page of each game: who won, to whom it is said, where the points came from."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from cubilete import AnyGame, all_games
from cubilete.core.parts.ending import Throw, at_least, equal_faces, rarest
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.language import LANGUAGES
from cubilete.table.table import Table
from cubilete.web.html.ending.last_page import LastPage, odds_words, told_of
from cubilete.web.html.ending.picture import picture_of
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.table_part import table_part
from cubilete.web.html.viewer import Viewer

from .test_motion import table_of

GAMES = all_games()


def finished(slug: str, players: int, seed: int = 1) -> Table:
    """A table where a random game has been played to its end."""
    table = table_of(slug, players)
    match = table.match
    assert match is not None
    rng = seeded("last page", slug, players, seed)
    while not match.finished:
        state = match.state
        by = CHANCE if state.turn() == CHANCE else pick_seat(state.acting(), rng)
        match.apply(by, state.sample(rng) if by == CHANCE else state.choose(by, rng))
    table._views.clear()
    return table


def with_winners(table: Table, *winners: int) -> Table:
    """The same table with other winners."""
    table._views[None] = replace(table.view(None), winners=winners)
    return table


def page_of(table: Table, language: str, *mine: int) -> str:
    seat = mine[0] if mine else None
    return table_part(Viewer(language, "auto", "token"), Perspective(table, mine, seat)).whole


def headline(table: Table, language: str, *mine: int) -> str:
    return LastPage(table, language, mine).headline().replace("\u2068", "").replace("\u2069", "")


# --- Who won ---


def test_who_won_is_said_to_the_viewer() -> None:
    table = with_winners(finished("seis-dados", 2), 0)
    assert headline(table, "es", 0) == "¡Has ganado, P0!"
    assert headline(table, "en", 0) == "You won, P0!"
    assert headline(table, "es", 1) == "¡Gana P0!"
    assert headline(table, "en") == "P0 won!"


def test_shared_device_is_told_by_names() -> None:
    table = with_winners(finished("seis-dados", 2), 0)
    assert headline(table, "es", 0, 1) == "¡Gana P0!"


def test_shared_win_names_all_winners() -> None:
    table = with_winners(finished("seis-dados", 3), 0, 2)
    assert headline(table, "es", 0) == "¡Ganan P0 y P2!"
    assert headline(table, "en", 1) == "P0 and P2 won!"
    assert "victoria compartida" in LastPage(table, "es").result()


def test_opponent_of_the_solo_game_wins_with_its_article() -> None:
    table = with_winners(finished("216", 1), 1)
    assert headline(table, "es", 0) == "Gana la IA."
    assert headline(table, "en", 0) == "The AI wins."


@pytest.mark.rule("DZ-19")
@pytest.mark.parametrize(("language", "rank"), [("es", "Rango"), ("en", "Rank")])
def test_solo_game_of_dizzle_has_its_points_and_its_rank(language: str, rank: str) -> None:
    table = finished("dizzle", 1)
    points = table.view(None).scores[0]
    assert str(points) in headline(table, language, 0)
    assert LastPage(table, language).remark().startswith(f"{rank} ")


# --- The whole page ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_ends_with_its_last_page(game: AnyGame, language: str) -> None:
    for players in {game.about.players[0], game.about.players[-1]}:
        table = finished(game.slug, players)
        page = page_of(table, language, 0)
        assert page.count('class="last"') == 1
        assert page.index('class="sheet yours acta"') < page.index('class="actions rematch"')
        assert "/picture.svg" in page
        assert "/replay" in page
        assert len(re.findall(r'class="btn primary"', page)) <= 1
        for points in table.view(None).scores:
            assert str(points).replace("-", "−") in page


@pytest.mark.parametrize("slug", ["216", "dizzle", "seis-dados", "twenty-one"])
def test_rows_of_the_breakdown_add_up_to_the_points(slug: str) -> None:
    table = finished(slug, 2)
    rows = LastPage(table, "en").rows()
    for seat, points in enumerate(table.view(None).scores):
        cells = " ".join(f"{text} {extra}" for _, row in rows for text, extra in (row[seat],))
        numbers = re.findall(r"[−+]?\d+", cells)
        assert sum(int(number.replace("−", "-")) for number in numbers) == points


def test_abandoned_game_has_no_last_page() -> None:
    table = table_of("seis-dados", 2)
    assert table.match is not None
    table.match.abandon()
    assert 'class="last"' not in page_of(table, "es", 0)


def test_rematch_shows_who_has_said_yes_and_for_whom_one_waits() -> None:
    table = finished("seis-dados", 3)
    assert "¿y tú?" in page_of(table, "es", 0)
    table.rematch = "next"
    table.rematch_yes = {0}
    table.revision += 1
    page = page_of(table, "es", 0)
    assert "dice que sí" in page
    assert re.search("Esperando a .?P1.? y a .?P2", page)
    assert "Esperando" not in page_of(table, "es", 1)


# --- The throw of the game ---


def test_odds_are_those_of_all_rolls() -> None:
    for dice in range(1, 6):
        rolled = list(product(range(1, 7), repeat=dice))
        for count in range(1, dice + 1):
            sixes = sum(faces.count(6) >= count for faces in rolled)
            assert at_least(count, dice) == Fraction(sixes, len(rolled))
            equal = sum(max(map(faces.count, faces)) >= count for faces in rolled)
            assert equal_faces(count, dice) == Fraction(equal, len(rolled))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_throw_of_the_game_is_the_rarest_and_is_told_with_its_odds(game: AnyGame) -> None:
    for seed in range(3):
        table = finished(game.slug, 3, seed)
        throw = told_of(table).throw
        assert throw is not None
        assert 0 < throw.odds < Fraction(1, 3)
        assert any(die.hot for die in throw.dice)
        shown = LastPage(table, "es").throw()
        assert shown is not None
        assert "{" not in shown[1] + shown[2]


def test_of_equal_throws_the_latest_counts() -> None:
    message = odds_words(Fraction(1, 6))
    throws = [Throw((), odds, message) for odds in (Fraction(1, 6), Fraction(1, 2), Fraction(1, 6))]
    assert rarest(iter(throws)) is throws[2]
    assert rarest(iter(throws[1:2])) is None


def test_odds_are_exact_in_words() -> None:
    assert str(odds_words(Fraction(1, 216))) == "1 in 216."
    assert str(odds_words(Fraction(431, 46656))) == "431 in 46656: about 1 in 108."


# --- The picture ---


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_picture_holds_what_people_see_and_nothing_else(game: AnyGame) -> None:
    table = finished(game.slug, 3)
    picture = picture_of(LastPage(table, "es", (0,)))
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"')
    assert "href" not in picture
    assert "owner" not in picture
    assert "Has ganado" not in picture
    assert picture.count("://") == 1


# --- How long it took ---


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_last_page_says_how_many_rounds_and_moves_there_were(game: AnyGame) -> None:
    table = finished(game.slug, game.about.players[-1])
    assert table.match is not None
    moves = sum(isinstance(event.by, int) for event in table.match.events)
    groups = "turns" if game.slug == "twenty-one" else "rounds"
    said = LastPage(table, "en").length()
    assert re.fullmatch(rf"It took (\d+) {groups} and {moves} moves\.", said)
    word = {"turns": "turnos", "rounds": "rondas"}[groups]
    assert re.fullmatch(
        rf"Ha durado \d+ {word} y {moves} jugadas\.", LastPage(table, "es").length()
    )


def test_rounds_are_those_of_the_game() -> None:
    """As many as boxes: jokers are not scored in a turn."""
    assert "Ha durado 17 rondas y " in LastPage(finished("seis-dados", 2), "es").length()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (20, "less than a minute"),
        (70, "1 minute"),
        (1500, "25 minutes"),
        (4 * 3600, "4 hours"),
        (3 * 24 * 3600, "3 days"),
    ],
)
def test_last_page_says_how_long_a_game_of_the_server_took(seconds: int, words: str) -> None:
    table = finished("dizzle", 1)
    table.duration.note("start", 1000, over=False)
    table.duration.note("move", 1000 + seconds, over=True)
    assert LastPage(table, "en").length().startswith(f"It took {words}, ")


def test_time_that_was_set_back_makes_no_negative_duration() -> None:
    table = finished("dizzle", 1)
    table.duration.note("start", 1000, over=False)
    table.duration.note("move", 10, over=True)
    assert table.duration.seconds == 0
