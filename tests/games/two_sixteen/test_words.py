"""The words of 216: cards, history, buttons and remarks, in English and Spanish."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement

import pytest

from cubilete.core.match import Match
from cubilete.core.message import Message
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, SEATS
from cubilete.games.two_sixteen import GAME
from cubilete.games.two_sixteen.conditions import RELATIONS, count_of, family_of
from cubilete.games.two_sixteen.material import cards_of
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.tables import KINDS
from cubilete.games.two_sixteen.terms import condition, help_name
from cubilete.games.two_sixteen.view import TwoSixteenView
from cubilete.language import LANGUAGES, say
from yardsticks.two_sixteen import GreedyBot

from .table import begin, draw, legal, play, view

NAMES = ("Ana", "Luis", "Faro", "Eva", "Leo", "Sol")

NOTATION = re.compile(
    r"[{}?]|\b(start|offer|roll|reroll|claim|points|help|pass|ia|sum|two|pair|different"
    r"|triple|opposite|straight|no [1-6]|all|shift[12]|set[1-6])\b"
)
"""Parts of the notation, which a Spanish sentence must not contain."""


def in_both(message: Message) -> tuple[str, str]:
    """A sentence in Spanish and in English, both checked for parts without translation."""
    spanish, english = say(message, "es"), say(message, "en")
    assert not NOTATION.search(spanish), spanish
    assert not re.search(r"[{}]", english), english
    for sentence in (spanish, english):
        assert sentence == " ".join(sentence.split())
    return spanish, english


# --- Cards ---


def all_conditions() -> list[str]:
    """All conditions that a deck can have."""
    exact = combinations_with_replacement("123456?", 3)
    sums = [
        f"{dice} {sign} {number}"
        for dice in ("sum", "two")
        for sign in ("=", ">=", "<=")
        for number in range(20)
    ]
    absent = [
        "no " + " ".join(str(face) for face in range(1, 7) if chosen >> face & 1)
        for chosen in range(2, 128, 2)
    ]
    candidates = [*(" ".join(faces) for faces in exact), *sums, *RELATIONS, *absent]
    return [when for when in candidates if family_of(when) and 0 < count_of(when) < 216]


def test_every_objective_of_our_deck_has_its_own_words() -> None:
    whens = cards_of(GAME.rules.default_material({})).whens
    assert len({in_both(condition(when))[0] for when in whens}) == len(whens) == 70
    assert len({in_both(condition(when))[1] for when in whens}) == 70


def test_every_possible_condition_has_its_own_words() -> None:
    whens = all_conditions()
    assert len(whens) > 200
    assert len({in_both(condition(when))[0] for when in whens}) == len(whens)
    assert len({in_both(condition(when))[1] for when in whens}) == len(whens)


@pytest.mark.rule("216-M2")
@pytest.mark.parametrize(
    ("when", "spanish", "english"),
    [
        ("3 3 3", "trío de 3", "three 3s"),
        ("1 3 5", "un 1, un 3 y un 5", "a 1, a 3 and a 5"),
        ("2 5 5", "pareja de 5 y un 2", "a pair of 5s and a 2"),
        ("2 2 5", "pareja de 2 y un 5", "a pair of 2s and a 5"),
        ("1 1 ?", "pareja de 1", "a pair of 1s"),
        ("1 2 ?", "un 1 y un 2", "a 1 and a 2"),
        ("6 ? ?", "un 6", "a 6"),
        ("sum = 10", "suma 10", "a sum of 10"),
        ("sum >= 14", "suma 14 o más", "a sum of 14 or more"),
        ("sum <= 6", "suma 6 o menos", "a sum of 6 or less"),
        ("two = 9", "dos dados suman 9", "two dice add up to 9"),
        ("two >= 11", "dos dados suman 11 o más", "two dice add up to 11 or more"),
        ("two <= 3", "dos dados suman 3 o menos", "two dice add up to 3 or less"),
        ("pair", "pareja", "a pair"),
        ("pair different", "pareja y otro distinto", "a pair and one different"),
        ("triple", "trío", "three of a kind"),
        ("different", "todos distintos", "all different"),
        ("pair opposite", "pareja y su opuesta", "a pair and its opposite"),
        ("two opposite", "dos caras opuestas", "two opposite faces"),
        ("straight", "escalera", "a straight"),
        ("no 1", "sin 1", "no 1"),
        ("no 1 2", "sin 1 ni 2", "no 1 or 2"),
        ("no 1 2 5 6", "sin 1, 2, 5 ni 6", "no 1, 2, 5 or 6"),
    ],
)
def test_a_condition_in_words(when: str, spanish: str, english: str) -> None:
    assert in_both(condition(when)) == (spanish, english)


@pytest.mark.rule("216-M5")
def test_the_eleven_helps_have_names() -> None:
    assert [in_both(help_name(card)) for card in KINDS] == [
        ("±1 en un dado", "±1 on a die"),
        ("±2 en un dado", "±2 on a die"),
        ("cara opuesta", "opposite face"),
        ("volver a tirar un dado", "reroll one die"),
        ("volver a tirar los tres", "reroll all three"),
        *((f"poner un {face}", f"set a die to {face}") for face in range(1, 7)),
    ]


# --- Whole games ---


def games() -> Iterator[Match]:
    """Random games, solo and with others, yielded after every event."""
    for seats, seed in ((1, 1), (2, 1), (4, 1)):
        rng = seeded("telling", seats, seed)
        match = Match(GAME, NAMES[:seats])
        yield match
        while not match.state.over:
            if match.state.turn() == SEATS:
                seat = match.state.to_act[0]
                match.apply(seat, match.state.choose(seat, rng))
            else:
                match.apply(CHANCE, match.state.sample(rng))
            yield match


def seen_of(match: Match, seat: int | None) -> TwoSixteenView:
    assert isinstance(match.state, TwoSixteen)
    return view(match.state, seat)


def test_every_event_and_action_of_random_games_is_said_in_both_languages() -> None:
    told: set[str] = set()
    offered: set[str] = set()
    for match in games():
        for event in match.events[-1:]:
            who = match.players[event.by] if isinstance(event.by, int) else ""
            for sentence in in_both(GAME.words.tell(who, event.by, event.text)):
                assert sentence.startswith(who)
            told.add(f"{event.by == 'chance'} {event.text.split(' ')[0]}")
        for seat in match.state.to_act:
            seen = seen_of(match, seat)
            offers = [in_both(GAME.words.offer(seen, text)) for text in seen.legal]
            for one_language in zip(*offers, strict=True):
                assert len(set(one_language)) == len(seen.legal)
            offered |= {text.split(" ")[0] for text in seen.legal}
    assert offered == {"claim", "help", "reroll", "pass", "ia"}
    assert told == {
        *("True start", "True offer", "True roll", "True help"),
        *("False claim", "False help", "False reroll", "False pass", "False ia"),
    }


def test_every_seat_and_spectator_of_random_games_is_told_what_counts() -> None:
    stages: set[tuple[str, str]] = set()
    for match in games():
        everybody: list[int | None] = [None, *range(len(match.players))]
        for seat in everybody:
            seen = seen_of(match, seat)
            asked = in_both(GAME.words.ask(seen))
            assert all(sentence.endswith(".") == (seen.turn == "seats") for sentence in asked)
            assert all(in_both(GAME.words.remark(seen)))
            for other in range(len(seen.scores)):
                assert all(in_both(GAME.words.seat_note(seen, other)))
            for language in LANGUAGES:
                assert GAME.words.show(seen, partial(say, language=language))
            stages.add((seen.turn, seen.stage))
    assert {"deal", "first", "second", "ia"} == {stage for _, stage in stages}
    assert {"seats", "chance", "over"} == {turn for turn, _ in stages}


@pytest.mark.rule("216-12")
def test_helps_in_hand_change_no_word_for_the_others() -> None:
    one, other = (play(draw(begin(2), card, "shift2"), "roll 2 2 4") for card in ("shift1", "set6"))
    for seat in (1, None):
        seen, alike = view(one, seat), view(other, seat)
        assert GAME.words.ask(seen) == GAME.words.ask(alike)
        assert GAME.words.remark(seen) == GAME.words.remark(alike)
        assert GAME.words.seat_note(seen, 0) == GAME.words.seat_note(alike, 0)
        assert GAME.words.show(seen) == GAME.words.show(alike)


# --- Sentences ---


@pytest.mark.parametrize(
    ("by", "text", "spanish", "english"),
    [
        ("chance", "start 1", "Empieza el asiento 2", "seat 2 starts"),
        ("chance", "offer R05", "R05 entra en la oferta", "R05 comes into the offer"),
        ("chance", "roll 2 2 5", "Salen 2 2 5", "The dice show 2 2 5"),
        ("chance", "roll 4", "Sale un 4", "The die shows 4"),
        ("chance", "help set6", "Nueva ayuda: poner un 6", "Help card drawn: set a die to 6"),
        (0, "reroll 5", "Ana vuelve a tirar un dado: 5", "Ana rerolls a die: 5"),
        (0, "reroll 1 6", "Ana vuelve a tirar dos dados: 1 6", "Ana rerolls two dice: 1 6"),
        (
            *(0, "reroll 4 5 6"),
            *("Ana vuelve a tirar los tres dados: 4 5 6", "Ana rerolls all three dice: 4 5 6"),
        ),
        (0, "claim R05", "Ana se lleva R05", "Ana claims R05"),
        (
            *(0, "claim R05 points", "Ana se lleva R05, servido, con los puntos extra"),
            "Ana claims R05, served, for the extra points",
        ),
        (
            *(0, "claim R05 help", "Ana se lleva R05, servido, con una ayuda"),
            "Ana claims R05, served, for a help card",
        ),
        (
            *(0, "pass", "Ana no se lleva nada"),
            "Ana claims nothing",
        ),
        (0, "ia G21", "Ana le deja G21 a la IA", "Ana leaves G21 to the AI"),
        (
            *(0, "help -1 1", "Ana juega «−1»: un 1 pasa a 6"),
            "Ana plays “−1”: a 1 becomes a 6",
        ),
        (
            *(0, "help +2 5", "Ana juega «+2»: un 5 pasa a 1"),
            "Ana plays “+2”: a 5 becomes a 1",
        ),
        (
            *(0, "help opposite 2", "Ana juega «cara opuesta»: un 2 pasa a 5"),
            "Ana plays “opposite face”: a 2 becomes a 5",
        ),
        (
            *(0, "help set6 2", "Ana juega «poner un 6»: un 2 pasa a 6"),
            "Ana plays “set a die to 6”: a 2 becomes a 6",
        ),
        (
            *(0, "help reroll 3", "Ana juega una ayuda y vuelve a tirar un 3"),
            "Ana plays a help card and rerolls a 3",
        ),
        (
            *(0, "help reroll-all", "Ana juega una ayuda y vuelve a tirar los tres dados"),
            "Ana plays a help card and rerolls all three dice",
        ),
    ],
)
def test_what_happened(by: int | str, text: str, spanish: str, english: str) -> None:
    told = (
        GAME.words.tell("Ana", by, text)
        if isinstance(by, int)
        else GAME.words.tell("", "chance", text)
    )
    assert in_both(told) == (spanish, english)


def offers(state: TwoSixteen) -> dict[str, str]:
    seen = view(state, state.to_act[0])
    return {text: in_both(GAME.words.offer(seen, text))[0] for text in seen.legal}


def asked(state: TwoSixteen, seat: int | None = 0) -> str:
    return in_both(GAME.words.ask(view(state, seat)))[0]


def remarked(state: TwoSixteen) -> str:
    return in_both(GAME.words.remark(view(state, None)))[0]


@pytest.mark.rule("216-3")
def test_a_served_claim_says_what_the_bonus_is() -> None:
    state = play(begin(2, ("R05", "G01", "G02", "G03")), "roll 2 2 5")
    assert offers(state) == {
        "claim R05 help": "Llevármelo por 8 y una ayuda: pareja y su opuesta",
        "claim R05 points": "Llevármelo por 8 + 3: pareja y su opuesta",
        "reroll 2": "Volver a tirar un dado: 2",
        "reroll 2 2": "Volver a tirar dos dados: 2 2",
        "reroll 2 2 5": "Volver a tirar los tres dados",
        "reroll 2 5": "Volver a tirar dos dados: 2 5",
        "reroll 5": "Volver a tirar un dado: 5",
    }
    assert asked(state) == "Llévate un objetivo o vuelve a tirar."
    assert remarked(state) == "Ronda 1 · primera tirada: va servido, con premio"
    assert in_both(GAME.words.offer(view(state, 0), "claim R05 points"))[1] == (
        "Claim for 8 + 3: a pair and its opposite"
    )


@pytest.mark.rule("216-4")
def test_after_a_help_nothing_is_said_to_be_served() -> None:
    state = draw(begin(2, ("R05", "G01", "G02", "G03")), "shift1", "shift1")
    play(state, "roll 2 2 6")
    assert offers(state)["help -1 6"] == "Jugar «−1»: un 6 pasa a 5"
    assert (
        asked(state)
        == "Ningún objetivo todavía: juega una ayuda o elige qué dados vuelves a tirar."
    )
    assert remarked(state) == "Ronda 2 · primera tirada"
    play(state, "help -1 6")
    assert offers(state)["claim R05"] == "Llevármelo por 8: pareja y su opuesta"
    assert asked(state) == "Llévate un objetivo o vuelve a tirar."
    assert remarked(state) == "Ronda 2 · primera tirada, con ayudas: sin premio"


@pytest.mark.rule("216-7")
def test_passing_is_renouncing_where_an_objective_is_met() -> None:
    state = play(begin(2, ("R05", "G01", "G02", "G03")), "roll 2 2 4", "reroll 4", "roll 5")
    assert offers(state)["pass"] == "Renunciar y tomar una ayuda"
    assert asked(state) == "Llévate un objetivo o renuncia."
    assert remarked(state) == "Ronda 1 · segunda tirada: sin premio"


@pytest.mark.rule("216-8")
def test_passing_is_passing_where_no_objective_is_met() -> None:
    state = play(begin(2), "roll 2 2 4", "reroll 4", "roll 4")
    assert offers(state) == {"pass": "Pasar y tomar una ayuda"}
    assert asked(state) == asked(state, 1) == "Pasa: no cumples ningún objetivo."


@pytest.mark.rule("216-11")
def test_no_button_promises_a_help_that_is_not_there() -> None:
    state = begin(2, ("R05", "G01", "G02", "G03"))
    while view(state, None).help_deck:
        play(state, "roll 2 2 4", "reroll 4", "roll 4", "pass")
        state.apply(CHANCE, min(state.distribution()))
    served = play(state.copy(), "roll 2 2 5")
    assert (
        offers(served)["claim R05 help"]
        == "Llevármelo por 8 (no quedan ayudas): pareja y su opuesta"
    )
    assert offers(play(served, "reroll 5", "roll 5"))["pass"] == "Renunciar (no quedan ayudas)"
    failed = play(state, "roll 2 2 4", "reroll 4", "roll 4")
    assert offers(failed)["pass"] == "Pasar (no quedan ayudas)"
    assert asked(failed) == "Juega una ayuda o pasa."
    assert in_both(GAME.words.seat_note(view(failed, None), 1)) == ("15 ayudas", "15 help cards")


@pytest.mark.rule("216-M5")
def test_a_help_that_can_do_nothing_is_not_asked_for() -> None:
    state = play(draw(begin(2), "set2", "set3"), "roll 2 2 2")
    assert not [text for text in legal(state) if text.startswith("help")]
    assert asked(state) == "Ningún objetivo todavía: elige qué dados vuelves a tirar."
    assert (
        asked(state, 1)
        == "Ningún objetivo todavía: juega una ayuda o elige qué dados vuelves a tirar."
    )


@pytest.mark.rule("216-15")
def test_the_ia_has_its_turn_in_words() -> None:
    state = begin(1, ("G21", "V01", "G01", "R05"))
    play(state, "roll 2 2 5", "claim R05 points", "offer G02")
    assert offers(state) == {
        "ia G21": "La IA se lleva 3: un 1",
        "ia V01": "La IA se lleva 3: sin 1",
    }
    assert asked(state) == "Elige qué objetivo se lleva la IA."
    assert remarked(state) == "Ronda 1 · turno de la IA"
    seen = view(state, 0)
    assert in_both(GAME.words.seat_note(seen, 0)) == ("sin ayudas", "no help cards")
    assert in_both(GAME.words.seat_note(seen, 1))[0] == "se lleva el objetivo de menos puntos"


@pytest.mark.rule("216-13")
def test_the_round_that_may_be_the_last_is_announced() -> None:
    state = GAME.new(2)
    assert remarked(state) == "A 100 puntos · se descubre la oferta"
    rng = seeded("last round")
    while not state.over:
        reached = max(state.scores()) >= 100
        assert ("quizá la última" in remarked(state)) == reached
        if state.turn() == SEATS:
            seat = state.to_act[0]
            state.play(seat, GreedyBot().choose(GAME.rules.view(state, seat), rng))
        else:
            state.advance(CHANCE, state.sample(rng))
    assert remarked(state) == f"Partida terminada en la ronda {state.rounds}"
    assert asked(state) == ""


# --- The position as text ---


def test_the_table_is_shown_in_spanish() -> None:
    state = play(draw(begin(2, ("R05", "G01", "O08", "V04")), "set4", "reroll"), "roll 2 2 5")
    assert GAME.words.show(view(state, 0), partial(say, language="es")) == (
        "Ronda 2, a 100 puntos\n"
        "> asiento 1  puntos:   0, ayudas: 1\n"
        "  asiento 2  puntos:   0, ayudas: 1\n"
        "Oferta\n"
        "* R05    pareja y su opuesta   8 +3    18/216\n"
        "  G01    trío de 1            17 +7     1/216\n"
        "  O08    suma 14 o más         6 +2    35/216\n"
        "  V04    sin 1 ni 2            5 +2    64/216\n"
        "Objetivos en el mazo: 66, descartados: 0\n"
        "Ayudas en el mazo: 28, descartadas: 0\n"
        "Mano: poner un 4\n"
        "Dados: 2 2 5 (primera tirada)"
    )


def test_no_word_of_the_table_stays_english() -> None:
    for match in games():
        if match.state.over or match.state.turn() == SEATS:
            shown = GAME.words.show(seen_of(match, 0), partial(say, language="es"))
            assert not NOTATION.search(shown), shown
