"""The sentences about every event, action and position, in English and in Spanish."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from cubilete.core.match import Match
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.games.pa_fuera import GAME
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.language import LANGUAGES, say

from .table import NAMES, all_pass, lively_step, play, round_open, shake, shake_ones, sit_down, view

WORDS = GAME.words
NOTATION = re.compile(
    r"\b(first|shake|call|propose|accept|decline|withdraw|pass|reveal)\b|[#{}]|[0-9]:[0-9]| - "
)


def uniform_step(match: Match, rng: Rng) -> None:
    state = match.state
    if state.turn() == CHANCE:
        match.apply(CHANCE, state.sample(rng))
    else:
        seat = pick_seat(state.acting(), rng)
        match.apply(seat, state.choose(seat, rng))


def both(told: str, *others: str) -> None:
    for text in (told, *others):
        assert text
        assert text == text.strip()
        assert not re.search("[{}]", text)
    for text in others:
        assert not NOTATION.search(text)


def check_events(match: Match) -> None:
    for event in match.events:
        who = match.players[event.by] if isinstance(event.by, int) else ""
        message = WORDS.tell(who, event.by, event.text)
        both(say(message, "en"), say(message, "es"))
        assert who in say(message, "es")


def check_offers(match: Match) -> None:
    for seat in match.state.to_act:
        seen = view(match, seat)
        for language in LANGUAGES:
            offers = [say(WORDS.offer(seen, text), language) for text in seen.legal]
            assert len(set(offers)) == len(seen.legal)
        for text in seen.legal:
            message = WORDS.offer(seen, text)
            both(say(message, "en"), say(message, "es"))


def check_sentences(match: Match) -> None:
    for seat in (None, *range(len(match.players))):
        seen = view(match, seat)
        messages = [WORDS.remark(seen)]
        messages += [WORDS.seat_note(seen, other) for other in range(len(match.players))]
        if seen.turn == "seats":
            messages.append(WORDS.ask(seen))
        else:
            assert say(WORDS.ask(seen), "es") == ""
        for message in messages:
            both(say(message, "en"), say(message, "es"))
        for line in WORDS.show(seen, partial(say, language="es")).splitlines():
            assert not re.search(r"\b(seat|dice|tokens|pot|out|waits|blind|your)\b|[{}]", line)


@pytest.mark.parametrize("step", [uniform_step, lively_step])
@pytest.mark.parametrize("players", [3, 4])
def test_whole_games_are_told_in_both_languages(
    players: int, step: Callable[[Match, Rng], None]
) -> None:
    for number in range(4):
        rng = seeded("telling", players, number)
        match = Match(GAME, NAMES[:players])
        while not match.state.over:
            check_offers(match)
            check_sentences(match)
            step(match, rng)
        check_sentences(match)
        check_events(match)


@pytest.mark.parametrize(
    ("who", "by", "text", "english", "spanish"),
    [
        (
            "",
            "chance",
            "first 6 1 1",
            "To see who starts: 6 1 1. The 6 starts",
            "Para ver quién empieza: 6 1 1. Empieza el 6",
        ),
        (
            "",
            "chance",
            "first 4 4 1",
            "To see who starts: 4 4 1. The 4s roll again",
            "Para ver quién empieza: 4 4 1. Los 4 vuelven a tirar",
        ),
        ("", "chance", "shake 1 2 2", "Under the cup: 1 2 2", "Bajo el vaso: 1 2 2"),
        ("Ana", "chance", "shake 5", "Ana shakes and looks: 5", "Ana agita y mira: 5"),
        ("Ana", 0, "call 5", "Ana calls: out with the 5s!", "Ana canta: ¡pa' fuera los 5!"),
        (
            "Caro",
            2,
            "propose 3 0:1 2:2",
            "Caro proposes: out with the 3s; Caro pays 2, seat 1 pays 1",
            "Caro propone: pa' fuera los 3; Caro paga 2, el asiento 1 paga 1",
        ),
        (
            "Ana",
            0,
            "propose 3 0:1 2:2 3:1",
            "Ana proposes: out with the 3s; Ana pays 1, seat 3 pays 2, seat 4 pays 1",
            "Ana propone: pa' fuera los 3; Ana paga 1, el asiento 3 paga 2, el asiento 4 paga 1",
        ),
        ("Ana", 0, "accept #13", "Ana accepts proposal #13", "Ana acepta la propuesta n.º 13"),
        ("Ana", 0, "decline #13", "Ana declines proposal #13", "Ana rechaza la propuesta n.º 13"),
        ("Ana", 0, "withdraw #9", "Ana withdraws proposal #9", "Ana retira la propuesta n.º 9"),
        ("{who}", 1, "pass", "{who} passes", "{who} pasa"),
        (
            "",
            "table",
            "reveal 2 2 4 / 3 3 5 / - / 1",
            "Cups up! 2 2 4 · 3 3 5 · no dice · 1",
            "¡Arriba los vasos! 2 2 4 · 3 3 5 · sin dados · 1",
        ),
    ],
)
def test_what_happened(who: str, by: int | str, text: str, english: str, spanish: str) -> None:
    message = WORDS.tell(who, by, text)
    assert say(message, "en") == english
    assert say(message, "es") == spanish


def offers(match: Match, seat: int, *texts: str) -> list[str]:
    seen = view(match, seat)
    assert set(texts) <= set(seen.legal)
    return [say(WORDS.offer(seen, text), "es") for text in texts]


def test_buttons_say_what_they_cost_and_do() -> None:
    match = round_open(4)
    assert say(WORDS.offer(view(match, 0), "call 5"), "en") == "Pay 1 and call: out with the 5s"
    assert offers(match, 0, "call 5") == ["Pagar 1 y cantar: pa' fuera los 5"]
    play(match, "0 call 5")
    assert offers(match, 1, "call 2", "propose 2 1:1 2:1", "pass") == [
        "Pagar 2 y anular: pa' fuera los 2",
        "Proponer «pa' fuera los 2»: pago 1, el asiento 3 paga 1",
        "Pasar",
    ]
    play(match, "1 propose 2 1:1 2:1")
    n = match.events[-1].n
    assert offers(match, 1, f"withdraw #{n}", "pass") == [
        "Retirar mi propuesta",
        "Pasar y retirar mi propuesta",
    ]
    assert offers(match, 2, f"accept #{n}", f"decline #{n}", "pass") == [
        "Aceptar: pa' fuera los 2, pago 1",
        "Rechazar",
        "Pasar",
    ]
    accept = WORDS.offer(view(match, 2), f"accept #{n}")
    assert say(accept, "en") == "Accept: out with the 2s, I pay 1"


def test_buttons_tell_two_equal_proposals_apart() -> None:
    match = round_open(4)
    play(match, "0 call 5", "1 propose 2 1:1 2:1", "3 propose 2 2:1 3:1")
    n = match.events[-1].n
    assert offers(match, 2, f"accept #{n - 1}", f"accept #{n}", f"decline #{n}") == [
        "Aceptar lo que propone el asiento 2: pa' fuera los 2, pago 1",
        "Aceptar lo que propone el asiento 4: pa' fuera los 2, pago 1",
        "Rechazar lo que propone el asiento 4",
    ]
    assert asked(match, 2) == "2 propuestas esperan tu respuesta."


def test_passing_says_which_agreement_it_ends() -> None:
    match = round_open(4)
    play(match, "0 call 5", "1 call 5", "0 propose 2 0:1 2:1 3:1")
    n = match.events[-1].n
    play(match, f"2 accept #{n}")
    assert offers(match, 2, "pass") == ["Pasar y acabar con lo que propuso el asiento 1"]
    assert asked(match, 2) == "Ya has aceptado: espera a los demás o pasa."
    play(match, "2 propose 1 2:2 3:1")
    assert offers(match, 2, "pass") == ["Pasar y acabar con 2 propuestas"]


def asked(match: Match, seat: int | None, language: str = "es") -> str:
    return say(WORDS.ask(view(match, seat)), language)


def test_each_is_asked_what_they_can_do() -> None:
    match = round_open(3)
    assert asked(match, 0) == "Canta un número: cuesta 1 ficha."
    assert asked(match, None, "en") == "Call a number: it costs 1 token."
    play(match, "0 call 5")
    assert asked(match, 1) == "Anula por 2 fichas, propón una alianza o pasa."
    assert asked(match, 0) == asked(match, None) == "¿Anular por 2 fichas o pasar?"
    play(match, "1 propose 3 1:1 2:1")
    assert asked(match, 1) == "Espera respuesta a tu propuesta, retírala o pasa."
    assert asked(match, 2) == "Contesta: el asiento 2 propone «pa' fuera los 3», y tú pagas 1."
    play(match, f"2 decline #{match.events[-1].n}", "2 pass")
    assert asked(match, 1) == "Anula por 2 fichas o pasa."


def test_who_cannot_pay_alone_is_asked_for_an_alliance() -> None:
    match = round_open(3)
    play(match, "0 call 5", "1 call 5", "0 call 5", "1 pass", "2 pass")
    shake_ones(match)
    play(match, "1 call 5", "2 call 5")
    assert asked(match, 0) == "Propón una alianza para anular, o pasa."
    for _ in range(3):
        play(match, "0 propose 3 0:1 1:2")
        play(match, f"0 withdraw #{match.events[-1].n}")
    assert asked(match, 0) == "Espera una propuesta o pasa."
    assert asked(match, 0, "en") == "Wait for a proposal, or pass."


def remarked(match: Match, language: str = "es") -> str:
    return say(WORDS.remark(view(match)), language)


def noted(match: Match) -> list[str]:
    seen = view(match)
    return [say(WORDS.seat_note(seen, seat), "es") for seat in range(len(seen.dice))]


def test_what_else_counts() -> None:
    assert remarked(Match(GAME, NAMES[:3])) == "Cada cual tira un dado: empieza el más alto"
    assert remarked(sit_down(3, "6 6 1")) == "Empate en lo más alto: vuelve a tirar quien empata"
    match = round_open(4)
    assert remarked(match) == "El pote está vacío"
    assert noted(match) == ["5 fichas · empieza la ronda", "5 fichas", "5 fichas", "5 fichas"]
    play(match, "0 call 5", "1 propose 3 1:1 2:1", "3 pass")
    assert (
        remarked(match) == "Último canto (el asiento 1): pa' fuera los 5 · anular cuesta 2 fichas"
    )
    assert noted(match) == [
        "4 fichas · canto: 5",
        "5 fichas · propone: 3",
        "5 fichas",
        "5 fichas · pasa",
    ]
    play(match, f"2 accept #{match.events[-2].n}")
    assert (
        remarked(match)
        == "Último canto (el asiento 2 y el asiento 3): pa' fuera los 3 · anular cuesta 3 fichas"
    )
    assert remarked(match, "en") == (
        "Called by seat 2 and seat 3: out with the 3s · raising costs 3 tokens"
    )


def test_pot_counts_tokens_and_dice() -> None:
    match = round_open(3, "1 1 2 3 4", "2 2 2 2 2", "3 4 5 6 6")
    play(match, "0 call 5")
    all_pass(match)
    assert remarked(match) == "En el pote: 1 ficha y 1 dado"
    assert remarked(match, "en") == "In the pot: 1 token and 1 die"


@pytest.mark.rule("PF-12")
def test_blind_bet_is_said() -> None:
    match = round_open(3)
    while not view(match).blind:
        play(match, f"{match.state.to_act[0]} call 6")
        all_pass(match)
        if not view(match).blind:
            shake_ones(match)
    shake_ones(match)
    assert asked(match, 2) == "La última ficha: canta un número a ciegas."
    assert remarked(match) == ("Apuesta a ciegas: nadie mira sus dados · En el pote: 14 fichas")
    assert noted(match) == ["sin fichas", "sin fichas", "1 ficha · empieza la ronda"]
    assert "apuesta a ciegas: nadie mira" in WORDS.show(view(match, 2), partial(say, language="es"))


@pytest.mark.rule("PF-13")
def test_end_without_dice_is_said() -> None:
    match = round_open(3)
    play(match, "0 call 1")
    all_pass(match)
    assert asked(match, 0) == ""
    assert remarked(match) == "A nadie le quedan dados: la victoria es de todos"


def test_lifting_the_cups_is_nobodys_turn() -> None:
    """A match lifts the cups at once; only a bare state stops before that."""
    state = PaFuera(3)
    for by, text in [(CHANCE, "first 6 1 1"), *[(CHANCE, "shake 1 1 1 1 1")] * 3]:
        state.play(by, text)
    for by, text in [(0, "call 5"), (1, "pass"), (2, "pass")]:
        state.play(by, text)
    seen = GAME.rules.view(state, 0)
    assert say(WORDS.ask(seen), "es") == ""
    assert say(WORDS.remark(seen), "es") == "Último canto (el asiento 1): pa' fuera los 5"
    assert say(WORDS.seat_note(seen, 0), "es") == "4 fichas"


def test_table_is_shown_in_spanish() -> None:
    match = round_open(3, "1 1 2 3 4", "2 2 2 2 5", "3 4 5 6 6")
    play(match, "0 call 5")
    all_pass(match)
    shake(match, "1 1 2 3 4", "2 2 2 2", "3 3 4 5")
    play(match, "1 call 1", "0 propose 2 0:1 2:1")
    assert WORDS.show(view(match, 2), partial(say, language="es")).splitlines() == [
        "asiento  dados  fichas",
        "J1       ooooo  ****    le toca",
        "J2       oooo   ****    empieza, canta",
        "J3       oooo   *****   le toca",
        "pote: 2 fichas",
        "última ronda, pa' fuera los 5: 1 1 2 3 4 / 2 2 2 2 5 / 3 4 5 6 6",
        "pa' fuera los 1, canta J2; anular cuesta 2",
        "n.º 13: J1 propone los 2: J1 paga 1, J3 paga 1; a la espera de J3",
        "tus dados: 3 3 4 5",
    ]
