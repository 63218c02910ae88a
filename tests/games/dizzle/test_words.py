"""The words of Dizzle, in both languages."""

import re
from collections.abc import Iterator
from functools import partial

import pytest

from cubilete.core.match import Match
from cubilete.core.message import Message
from cubilete.core.record import By
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, State
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.setup import LEVELS
from cubilete.games.dizzle.terms import cell_name
from cubilete.games.dizzle.view import STEPS, DizzleView
from cubilete.language import LANGUAGES, say
from effort import examples

from .dizzle_sheets import legal, look, play, random_sheet, sheet, table

NAMES = ("Ana", "Luis", "Marta", "Iris")
NOTATION = re.compile(r"\b(start|roll|steal|place|reroll|quit|return|planet)\b")
GAIN = re.compile(r"([+−])([0-9]+)$")


def spanish(message: Message) -> str:
    """A sentence in Spanish; it must be translated and contain no notation."""
    said = say(message, "es")
    assert not re.search(r"[{}]", said)
    assert not NOTATION.search(said)
    assert not said or said != str(message) or not re.search(r"[a-z]{3}", said)
    return said


def both(message: Message) -> tuple[str, str]:
    assert say(message, "en") == str(message)
    return str(message), spanish(message)


def walk(match: Match, rng: Rng) -> Iterator[tuple[DizzleView, str]]:
    """Plays at random; yields a spectator's view of each position and the next event."""
    state = match.state
    while not state.over:
        by = CHANCE if state.turn() == CHANCE else state.to_act[0]
        code = state.sample(rng) if by == CHANCE else state.choose(by, rng)
        yield look(state), state.text(by, code)
        match.apply(by, code)
    yield look(state), ""


def matches(count: int) -> Iterator[Match]:
    """Games on the four shipped levels and on random sheets, for one to four players: `count` of
    each, and fewer under the profile `quick`, but one for each number of players."""
    for number in range(max(4, examples(count))):
        players = NAMES[: 1 + number % 4]
        yield Match(GAME, players, {"level": LEVELS[(number + number // 4) % 4]})
        yield Match(GAME, players, None, random_sheet(seeded("telling", number)))


def views(state: State) -> list[DizzleView]:
    """The views of all seats and of a spectator."""
    assert isinstance(state, Dizzle)
    seats: list[int | None] = [*range(state.seat_count()), None]
    return [GAME.rules.view(state, seat) for seat in seats]


# --- Whole games ---


def test_every_event_is_told() -> None:
    words: set[str] = set()
    for match in matches(16):
        for _ in walk(match, seeded("told", len(words))):
            pass
        for event in match.events:
            who = match.players[event.by] if isinstance(event.by, int) else ""
            for said in both(GAME.words.tell(who, event.by, event.text)):
                assert said.startswith(who) or who in said
            words.add(event.text.partition(" ")[0])
    assert words == {"start", "roll", "steal", "place", "reroll", "quit", "return", "planet"}


def test_every_action_is_offered_in_words_of_its_own() -> None:
    for match in matches(16):
        for _ in walk(match, seeded("offered")):
            for seat in match.state.to_act:
                view = views(match.state)[seat]
                offers = [both(GAME.words.offer(view, text)) for text in view.legal]
                for language in zip(*offers, strict=True):
                    assert len(set(language)) == len(view.legal)


def test_every_position_is_commented_on_for_everybody_alike() -> None:
    steps: set[str] = set()
    for match in matches(16):
        for seen, _ in walk(match, seeded("commented")):
            steps.add(seen.step)
            comments = [
                (both(GAME.words.ask(view)), both(GAME.words.remark(view)), notes(view))
                for view in views(match.state)
            ]
            assert all(comment == comments[0] for comment in comments)
            assert (str(GAME.words.ask(seen)) == "") == (seen.turn != "seats")
            assert str(GAME.words.remark(seen)) or seen.turn == "over"
    assert steps == set(STEPS)


def notes(view: DizzleView) -> list[tuple[str, str]]:
    return [both(GAME.words.seat_note(view, seat)) for seat in range(len(view.scores))]


def test_whether_a_die_fits_is_asked_as_the_rules_have_it() -> None:
    asked = {"Place a die on your sheet.": "place", "No die fits: reroll or drop out.": "quit"}
    for match in matches(24):
        for view, _ in walk(match, seeded("asked")):
            if view.step == "choice":
                assert legal(match.state)[0].startswith(asked[str(GAME.words.ask(view))])


def test_the_points_in_the_offers_are_those_that_come() -> None:
    """Crosses give the points that their buttons announced; explosions change the rest."""
    for match in matches(24):
        expected = list(look(match.state).scores)
        for view, text in walk(match, seeded("promised")):
            if view.turn == "seats":
                expected[view.current] += gain(str(GAME.words.offer(view, text)))
        losses = [len(cells) * view.sheet.bomb for cells in view.exploded]
        assert list(view.scores) == [sum(pair) for pair in zip(expected, losses, strict=True)]


def gain(offer: str) -> int:
    found = GAIN.search(offer)
    if found is None:
        return 0
    return int(found[2]) if found[1] == "+" else -int(found[2])


def test_the_position_is_shown_in_spanish() -> None:
    for level in LEVELS:
        state = GAME.new(1 + level % 3, {"level": level})
        view = look(state)
        shown = GAME.words.show(view, partial(say, language="es"))
        assert not re.search(r"[{}]", shown)
        assert f"{view.sheet.name} · Ronda 1 de " in shown
        assert not re.search(r"\b(gem|puzzle|flag|bomb|pile|dice|crossed|points)\b", shown)


# --- Sentences ---


@pytest.mark.parametrize(
    ("who", "text", "english", "spanish_"),
    [
        ("", "start 1", "seat 2 starts", "Empieza el asiento 2"),
        (
            "",
            "roll 1 1 4",
            "The dice on the table show 1 1 4",
            "Los dados de la mesa muestran 1 1 4",
        ),
        ("", "roll 4", "The die on the table shows 4", "El dado de la mesa muestra 4"),
        (
            "",
            "steal 2 5",
            "The extra dice show 2 5: matching dice leave the table",
            "Los dados extra muestran 2 5: se van de la mesa los que coinciden",
        ),
        ("Ana", "place E5", "Ana places a die on E5", "Ana pone un dado en E5"),
        (
            "Ana",
            "reroll",
            "Ana rerolls the dice on the table",
            "Ana vuelve a tirar los dados de la mesa",
        ),
        ("Ana", "quit", "Ana drops out of the turn", "Ana abandona el turno"),
        (
            "Ana",
            "return C4",
            "Ana returns the die on C4 to the table",
            "Ana devuelve a la mesa el dado de C4",
        ),
        (
            "Ana",
            "planet E7",
            "Ana sends a rocket to the planet E7",
            "Ana envía un cohete al planeta E7",
        ),
    ],
)
def test_events_are_told(who: str, text: str, english: str, spanish_: str) -> None:
    by: By = 0 if who else "chance"
    assert both(GAME.words.tell(who, by, text)) == (english, spanish_)


@pytest.mark.parametrize(
    ("token", "english", "spanish_"),
    [
        ("5Kr", "5, red key", "5, llave roja"),
        ("6B", "6, bomb", "6, bomba"),
        ("2Gb", "2, blue gem", "2, gema azul"),
        ("1Lg", "1, green lock", "1, cerradura verde"),
        ("3Zy", "3, yellow puzzle piece", "3, pieza de rompecabezas amarilla"),
        ("1Fr", "1, red flag", "1, bandera roja"),
        ("4T", "4, brown pile", "4, pila marrón"),
        ("6R", "6, rocket", "6, cohete"),
        ("2P", "2, planet", "2, planeta"),
        ("2Gk", "2, gem of colour k", "2, gema de color k"),
        ("4", "4", "4"),
        ("X", "crossed off from the start", "tachada desde el principio"),
        (".", "hole", "hueco"),
    ],
)
def test_cells_are_named(token: str, english: str, spanish_: str) -> None:
    message = cell_name(token)
    assert (say(message, "en"), say(message, "es")) == (english, spanish_)


def test_every_cell_of_our_levels_has_words() -> None:
    for level in LEVELS:
        for row in look(GAME.new(1, {"level": level})).sheet.grid:
            for token in row:
                for said in (say(cell_name(token), language) for language in LANGUAGES):
                    assert "colo" not in said
                    assert said == token or token[1:] == "" or said.startswith(f"{token[0]}, ")


def offers(state: State) -> list[tuple[str, str]]:
    view = look(state)
    return [both(GAME.words.offer(view, text)) for text in legal(state)]


def test_buttons_say_what_a_die_gives() -> None:
    material = sheet("1T 2Gr 3B", "X 4Fr 6", "5Kb . .", rows={"2": 7}, columns={"A": 4})
    state = table(material)
    play(state, "roll 1 2 2 3 4 5 6")
    assert offers(state) == [
        ("Place the 1 on A1: brown pile, −3", "Poner el 1 en A1: pila marrón, −3"),
        ("Place the 5 on A3: blue key", "Poner el 5 en A3: llave azul"),
        ("Place the 4 on B2: red flag, +10", "Poner el 4 en B2: bandera roja, +10"),
    ]
    play(state, "0 place B2", "1 place A3")
    assert offers(state) == [
        ("Place the 2 on B1: red gem, +3", "Poner el 2 en B1: gema roja, +3"),
        ("Place the 6 on C2: row 2, +7", "Poner el 6 en C2: fila 2, +7"),
    ]
    play(state, "0 place B1")
    assert offers(state) == [
        (
            "Place the 1 on A1: brown pile, column A, +1",
            "Poner el 1 en A1: pila marrón, columna A, +1",
        )
    ]


def said(state: State) -> tuple[tuple[str, str], tuple[str, str]]:
    """The sentences of ask() and remark()."""
    view = look(state)
    return both(GAME.words.ask(view)), both(GAME.words.remark(view))


def test_a_turn_in_words() -> None:
    state = table(sheet("1Gr X 2", "3 4 5"))
    assert said(state) == (("", ""), ("Round 1 of 6", "Ronda 1 de 6"))
    play(state, "roll 1 1 2 6 6 6 6")
    assert said(state) == (
        ("Place a die on your sheet.", "Pon un dado en tu hoja."),
        ("Round 1 of 6 · next to a cross", "Ronda 1 de 6 · junto a una cruz"),
    )
    play(state, "0 place A1", "1 place A1")
    assert said(state) == (
        (
            "No die fits: reroll or drop out.",
            "No encaja ningún dado: vuelve a tirar o abandona.",
        ),
        ("Round 1 of 6", "Ronda 1 de 6"),
    )
    assert offers(state) == [
        ("Drop out of this turn", "Abandonar este turno"),
        ("Reroll the 5 dice on the table", "Volver a tirar los 5 dados de la mesa"),
    ]
    play(state, "0 reroll", "roll 2 6 6 6 6")
    assert said(state)[0] == (
        "No die fits after the reroll: return one of yours.",
        "Tras volver a tirar no encaja ningún dado: devuelve uno de los tuyos.",
    )
    assert offers(state) == [
        ("Return the 1 on A1: red gem, −3", "Devolver el 1 de A1: gema roja, −3")
    ]
    play(state, "0 return A1", "1 reroll", "roll 1 3 6 6 6 6")
    assert said(state) == (
        (
            "A die fits after the reroll: place one.",
            "Tras volver a tirar, algún dado encaja: pon uno.",
        ),
        (
            "Round 1 of 6 · next to a die placed this turn",
            "Ronda 1 de 6 · junto a un dado puesto en este turno",
        ),
    )


def test_enclosed_dice_and_the_last_choice_are_remarked_on() -> None:
    state = table(sheet("1 X 2", ". 3 4"))
    play(state, "roll 1 2 3 5 5 5 5", "0 place A1", "1 place B2")
    assert said(state)[1] == (
        "Round 1 of 6 · boxed in: jump next to any cross",
        "Ronda 1 de 6 · dados encerrados: salta junto a cualquier cruz",
    )
    play(state, "0 place C1", "1 quit")
    assert said(state)[1] == (
        "Round 1 of 6 · last choice of this turn",
        "Ronda 1 de 6 · última elección de este turno",
    )
    assert notes(look(state)) == [
        ("starts · 2 dice placed", "empieza · 2 dados puestos"),
        ("1 die placed · out of the turn", "1 dado puesto · fuera del turno"),
    ]


def test_a_rocket_and_the_end_in_words() -> None:
    state = table(sheet("1R X 2P 3P"))
    play(state, "roll 1 1 5 5 5 5 5", "0 place A1", "1 place A1", "0 reroll", "roll 2 5 5 5 5")
    play(state, "0 place C1", "1 quit", "0 quit")
    assert said(state)[0] == (
        "Your rocket takes off: choose a planet.",
        "Tu cohete despega: elige un planeta.",
    )
    assert offers(state) == [("Send the rocket to the planet D1", "Enviar el cohete al planeta D1")]
    play(state, "0 planet D1", "1 planet C1")
    assert said(state) == (
        ("", ""),
        (
            "a sheet is full · tie: fewest crosses wins",
            "hay una hoja sin casillas libres · empate: gana quien tiene menos cruces",
        ),
    )
    assert notes(look(state)) == [("4 crosses", "4 cruces"), ("3 crosses", "3 cruces")]
    assert GAME.words.show(look(state), partial(say, language="es")).splitlines()[6:] == [
        "Asiento 2 · 0 puntos · gana la partida",
        "      A    B    C    D",
        "  1  ##   ##   ##   3P",
        "",
        "## tachada · ** explotada · (5) dado puesto en este turno",
        "R cohete · P planeta",
    ]
