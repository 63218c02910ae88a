"""Words: every event, action, position and refusal, in English and Spanish."""

import re
from collections.abc import Iterator
from functools import partial

import pytest

from cubilete.core.match import Match
from cubilete.core.message import Message
from cubilete.core.record import By
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, State, pick_seat
from cubilete.games.twenty_one import GAME
from cubilete.language import LANGUAGES, explain, say

from .table import ALL_EXACT, fill_row, refused, roll, rolled, sheets_like, started, take_turn, view

ENGLISH = re.compile(
    r"\b(start|sheets?|roll|rolls|stands?|reroll|writes?|cross|seats?|dice|die|and|the|of|row|"
    r"white|yellow|red|green|blue|black|decided|points)\b",
    re.IGNORECASE,
)
NOTATION = re.compile(r"\b[WYRGBK][1-6]\b")
Sentence = tuple[str, str]


def both(message: Message) -> Sentence:
    """The message in English and in Spanish."""
    return say(message, "en"), say(message, "es")


def is_clean(message: Message) -> bool:
    english, spanish = both(message)
    return (
        english == str(message)
        and not re.search(r"[{}]", english + spanish)
        and not NOTATION.search(english + spanish)
        and not ENGLISH.search(spanish)
    )


def random_positions(players: int, games: int = 2) -> Iterator[Match]:
    """Every position of some random games, including the last."""
    for number in range(games):
        rng = seeded("telling", players, number)
        match = Match(GAME, [f"N{seat}" for seat in range(players)])
        while not match.state.over:
            yield match
            if match.state.turn() == CHANCE:
                match.apply(CHANCE, match.state.sample(rng))
            else:
                seat = pick_seat(match.state.acting(), rng)
                match.apply(seat, match.state.choose(seat, rng))
        yield match


def tell(text: str, who: str = "Ana") -> Sentence:
    by: By = 0 if who else "chance"
    return both(GAME.words.tell(who, by, text))


def offer(state: State, text: str, seat: int = 0) -> Sentence:
    assert text in view(state, seat).legal
    return both(GAME.words.offer(view(state, seat), text))


def ask(state: State, seat: int | None = None) -> Sentence:
    return both(GAME.words.ask(view(state, seat)))


def remark(state: State, seat: int | None = None) -> Sentence:
    return both(GAME.words.remark(view(state, seat)))


def seat_note(state: State, seat: int) -> Sentence:
    return both(GAME.words.seat_note(view(state), seat))


def on_the_table(dice: str) -> State:
    """Seat 0 has rolled these dice and may roll again."""
    state = started()
    state.play(CHANCE, f"roll {dice}")
    return state


def fifth_row() -> State:
    """Seat 0 is on its fifth row; seat 1 has only crossed out."""
    state = started()
    for _ in range(4):
        take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", "cross")
    return state


# --- In every game ---


@pytest.mark.parametrize("players", GAME.about.players)
def test_every_event_is_told_in_both_languages(players: int) -> None:
    *_, match = random_positions(players, games=1)
    for event in match.events:
        who = match.players[event.by] if isinstance(event.by, int) else ""
        message = GAME.words.tell(who, event.by, event.text)
        assert is_clean(message)
        assert all(sentence.startswith(who) for sentence in both(message))


@pytest.mark.parametrize("players", GAME.about.players)
def test_different_actions_have_different_buttons(players: int) -> None:
    for match in random_positions(players, games=1):
        for seat in match.state.to_act:
            seen = view(match.state, seat)
            messages = [GAME.words.offer(seen, text) for text in seen.legal]
            assert all(is_clean(message) for message in messages)
            for language in LANGUAGES:
                assert len({say(message, language) for message in messages}) == len(seen.legal)


@pytest.mark.parametrize("players", GAME.about.players)
def test_everybody_is_told_what_to_do_and_what_counts(players: int) -> None:
    for match in random_positions(players):
        for seat in (*range(players), None):
            seen = view(match.state, seat)
            messages = [GAME.words.ask(seen), GAME.words.remark(seen)]
            messages += [GAME.words.seat_note(seen, other) for other in range(players)]
            assert all(is_clean(message) for message in messages)
            assert bool(str(GAME.words.ask(seen))) == (seen.turn == "seats")
            assert str(GAME.words.remark(seen))


@pytest.mark.parametrize("players", GAME.about.players)
def test_every_position_is_shown_in_spanish(players: int) -> None:
    for match in random_positions(players, games=1):
        for seat in (0, None):
            shown = GAME.words.show(view(match.state, seat), partial(say, language="es"))
            assert f"asiento {players - 1}, hoja " in shown
            assert not ENGLISH.search(shown)


@pytest.mark.rule("T1-6")
def test_words_give_no_sealed_decision_away() -> None:
    words = []
    for text in ("cross", "write W6", f"write {ALL_EXACT}"):
        state = rolled(ALL_EXACT, players=3)
        state.play(0, text)
        seen = [(ask(state, seat), remark(state, seat)) for seat in (1, 2, None)]
        words.append((seen, [seat_note(state, seat) for seat in range(3)]))
    assert words[0] == words[1] == words[2]
    assert words[0][1][:2] == [
        ("sheet A · row 1 · has decided", "hoja A · fila 1 · ha decidido"),
        ("sheet B · row 1", "hoja B · fila 1"),
    ]


# --- What happened ---


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("stand", "Ana stands", "Ana se planta"),
        ("reroll", "Ana rerolls the dice", "Ana vuelve a tirar los dados"),
        ("write R2", "Ana writes red 2", "Ana anota rojo 2"),
        ("write B5 K4", "Ana writes blue 5 and black 4", "Ana anota azul 5 y negro 4"),
        (
            "write W3 Y4 G1",
            "Ana writes white 3, yellow 4 and green 1",
            "Ana anota blanco 3, amarillo 4 y verde 1",
        ),
        ("cross", "Ana crosses out a box", "Ana tacha una casilla"),
    ],
)
def test_a_decision_is_told_with_the_name(text: str, english: str, spanish: str) -> None:
    assert tell(text) == (english, spanish)


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("start 1", "seat 2 rolls first", "Tira primero el asiento 2"),
        (
            "sheets B D A",
            "Sheets, in the order of the seats: B, D, A",
            "Hojas, por orden de asiento: B, D, A",
        ),
        (
            "roll W3 Y4 R1 G2 B3 K4",
            "The six dice show white 3, yellow 4, red 1, green 2, blue 3 and black 4",
            "Salen blanco 3, amarillo 4, rojo 1, verde 2, azul 3 y negro 4",
        ),
        (
            "roll W3 K4",
            "The 2 rerolled dice show white 3 and black 4",
            "Segunda tirada, 2 dados: salen blanco 3 y negro 4",
        ),
        ("roll G6", "The rerolled die shows green 6", "Segunda tirada: sale verde 6"),
    ],
)
def test_dice_and_sheets_are_told_without_a_name(text: str, english: str, spanish: str) -> None:
    assert tell(text, who="") == (english, spanish)


def test_a_name_with_braces_is_left_as_it_is() -> None:
    assert tell("stand", who="{who}") == ("{who} stands", "{who} se planta")


# --- Buttons ---


@pytest.mark.rule("T1-2")
@pytest.mark.parametrize(
    ("dice", "english", "spanish"),
    [
        ("W2 Y2 R3 G4 B5 K6", "Reroll all six dice", "Volver a tirar los seis dados"),
        (
            "W1 Y2 R3 G4 B5 K6",
            "Reroll 5 dice; the 1 stays",
            "Volver a tirar 5 dados; el 1 se queda",
        ),
        (
            "W1 Y1 R3 G4 B5 K6",
            "Reroll 4 dice; the 1s stay",
            "Volver a tirar 4 dados; los 1 se quedan",
        ),
        (
            "W1 Y1 R1 G1 B5 K1",
            "Reroll 1 die; the 1s stay",
            "Volver a tirar 1 dado; los 1 se quedan",
        ),
    ],
)
def test_the_button_says_how_many_dice_are_rolled_again(
    dice: str, english: str, spanish: str
) -> None:
    state = on_the_table(dice)
    assert offer(state, "reroll") == (english, spanish)
    assert offer(state, "stand") == ("Stand with these dice", "Plantarme con estos dados")


def test_the_button_says_which_dice_are_written() -> None:
    state = rolled(ALL_EXACT)
    assert offer(state, "write W6 K1") == (
        "Write white 6 and black 1",
        "Anotar blanco 6 y negro 1",
    )


@pytest.mark.rule("T1-5")
def test_the_button_says_which_box_is_crossed_out() -> None:
    state = rolled(ALL_EXACT)
    assert offer(state, "cross") == ("Cross out the 6", "Tachar el 6")
    state.play(0, "write W6 R4")
    state.play(1, "cross")
    state.play(CHANCE, f"roll {ALL_EXACT}")
    state.play(1, "stand")
    assert offer(state, "cross", 0) == offer(state, "cross", 1)
    assert offer(state, "cross") == ("Cross out the 5", "Tachar el 5")


# --- What is to be done ---


def test_nothing_is_asked_while_dice_roll_and_after_the_end() -> None:
    state = fifth_row()
    assert ask(state) == ("", "")
    take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", "cross")
    assert state.over
    assert ask(state) == ("", "")
    assert remark(state) == (
        "The fifth row is full: that was the last turn",
        "Quinta fila completa: era el último turno",
    )
    assert seat_note(state, 0) == (
        "sheet A · all rows full",
        "hoja A · todas las filas completas",
    )


@pytest.mark.parametrize(
    ("dice", "spanish"),
    [
        ("W2 Y2 R3 G4 B5 K6", "Plántate o vuelve a tirar los dados."),
        ("W1 Y2 R3 G4 B5 K6", "Plántate o vuelve a tirar todo menos el 1."),
        ("W1 Y1 R3 G4 B5 K6", "Plántate o vuelve a tirar todo menos los 1."),
    ],
)
def test_the_active_player_is_asked_to_stand_or_roll(dice: str, spanish: str) -> None:
    state = on_the_table(dice)
    assert ask(state, 0)[1] == ask(state, 1)[1] == ask(state)[1] == spanish


def test_a_player_who_writes_is_asked_for_their_own_row() -> None:
    state = started()
    take_turn(state, ALL_EXACT, f"write {ALL_EXACT}", "write K1")
    take_turn(state, ALL_EXACT, "cross", "write W6 Y5 R4 G3")
    state.play(CHANCE, "roll W6 Y6 R6 G3 B6 K1")
    state.play(0, "stand")
    assert ask(state, 0)[1] == "Elige dados para tu fila 2, o tacha una casilla."
    assert ask(state, 1) == (
        "No die fits in your row 1: cross out the 2.",
        "Ningún dado encaja en tu fila 1: tacha el 2.",
    )
    assert ask(state) == (
        "Everyone writes in their row or crosses out a box.",
        "Cada cual anota en su fila o tacha una casilla.",
    )
    state.play(1, "cross")
    assert ask(state, 1) == ask(state)
    assert ask(state) == (
        "Write in your row or cross out a box.",
        "Anota en tu fila o tacha una casilla.",
    )


# --- What else counts, and the seats ---


def test_the_small_line_follows_the_turn() -> None:
    state = GAME.new(3, material=sheets_like())
    assert seat_note(state, 0) == ("", "")
    lines = [remark(state)[1]]
    for by, text in (
        (CHANCE, "start 2"),
        (CHANCE, "sheets A B C"),
        (CHANCE, "roll W1 Y1 R1 G4 B5 K6"),
        (2, "reroll"),
        (CHANCE, "roll G4 B5 K6"),
        (1, "cross"),
        (0, "cross"),
    ):
        state.play(by, text)
        lines.append(remark(state)[1])
    assert lines == [
        "Se sortea quién tira primero",
        "Se sortean las hojas",
        "Primera tirada",
        "Primera tirada · queda otra",
        "Segunda tirada: 3 dados",
        "Ya no se tira más · nadie ha decidido todavía",
        "Ya no se tira más · ha decidido 1 de 3",
        "Ya no se tira más · han decidido 2 de 3",
    ]
    assert remark(state)[0] == "No more rolls · 2 of 3 have decided"
    assert seat_note(state, 2) == ("sheet C · row 1", "hoja C · fila 1")


def test_a_single_die_is_rolled_again() -> None:
    state = on_the_table("W1 Y1 R1 G1 B1 K6")
    state.play(0, "reroll")
    assert remark(state) == ("Second roll: 1 die", "Segunda tirada: 1 dado")


@pytest.mark.rule("T1-8")
def test_the_small_line_tells_how_near_the_end_is() -> None:
    state = fifth_row()
    assert remark(state) == (
        "First roll · 6 boxes from the end",
        "Primera tirada · a 6 casillas del final",
    )
    take_turn(state, ALL_EXACT, "write W6 Y5 R4 G3 B2", "cross")
    assert remark(state) == (
        "First roll · 1 box from the end",
        "Primera tirada · a 1 casilla del final",
    )


# --- The position as text ---


def test_the_position_is_shown_in_the_language_asked_for() -> None:
    state = started()
    fill_row(state, 6, 3, 0, 3, 2, 1)
    state.play(CHANCE, "roll W6 Y1 R1 G2 B3 K4")
    state.play(0, "stand")
    state.play(0, "write W6 Y1")
    in_spanish = partial(say, language="es")
    lines = GAME.words.show(view(state, 0), in_spanish).splitlines()
    assert lines[:4] == [
        "asiento 1, hoja A, puntos 25",
        "      6   5   4   3   2   1",
        "  1  W6* Y3  Rx  G3* B2* K1*  = 25",
        "> 2  W.  Y.  R.  G.  B.  K.   =  0",
    ]
    assert lines[-6:] == [
        "W blanco, Y amarillo, R rojo, G verde, B azul, K negro",
        "* exacto, x tachada, > fila actual",
        "",
        "tira el asiento 1",
        "dados en la mesa: W6 Y1 R1 G2 B3 K4",
        "decidido: anotar W6 Y1",
    ]
    state = rolled(ALL_EXACT)
    state.play(1, "cross")
    assert GAME.words.show(view(state, 1)).endswith("decided: cross out a box")
    assert GAME.words.show(view(state, 1), in_spanish).endswith("decidido: tachar una casilla")


# --- Refusals ---


@pytest.mark.rule("T1-3")
@pytest.mark.parametrize(
    ("text", "spanish"),
    [
        ("write B3", "El dado azul muestra un 2, no un 3. (T1-3)"),
        ("write W6", "La casilla de color blanco de la fila 1 ya está ocupada. (T1-3)"),
        (
            "write K4",
            "La casilla de color negro de la fila 1 admite como mucho un 1, no un 4. (T1-3)",
        ),
    ],
)
def test_a_refusal_names_the_colour(text: str, spanish: str) -> None:
    state = started()
    take_turn(state, ALL_EXACT, "write W6", "cross")
    roll(state, "W6 Y5 R4 G3 B2 K4")
    assert explain(refused(state, 0, text), "es") == spanish
