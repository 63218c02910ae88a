"""Words: every event, action, position and refusal, in both languages."""

import pickle
from collections.abc import Iterator
from functools import partial

import pytest

from cubilete.core.match import Match
from cubilete.core.message import Message
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, State
from cubilete.games.seis_dados import GAME
from cubilete.games.seis_dados.rules import SeisDados
from cubilete.games.seis_dados.view import SeisDadosView
from cubilete.language import explain, say

from .oracle import ALL_CATEGORIES
from .table import JUNK, refusal_of, repeat, rolled, spend_jokers, started, take_turn

NAMES = ("Ana", "Luis", "Eva")
NOTATION = {"start", "roll", "reroll", "joker", "assign", *ALL_CATEGORIES}
OPTIONS: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (3, {"categories": ALL_CATEGORIES}),
    (2, {"categories": ["ones", "pair", "sevens"], "lowest_wins": True}),
    (3, {"categories": ["ones", "twos", "pair", "double-pair"], "end_at": 1}),
    (2, {"categories": ALL_CATEGORIES, "end_at": 5}),
]

english = partial(say, language="en")
spanish = partial(say, language="es")


def both(message: Message) -> tuple[str, str]:
    return english(message), spanish(message)


def told(text: str, who: str = "Ana") -> tuple[str, str]:
    return both(GAME.words.tell(who, 0 if who else "chance", text))


def offered(text: str) -> tuple[str, str]:
    return both(GAME.words.offer(GAME.rules.view(rolled(JUNK), 0), text))


def asked(state: SeisDados) -> tuple[str, str]:
    return both(GAME.words.ask(GAME.rules.view(state, None)))


def remarked(state: SeisDados) -> tuple[str, str]:
    return both(GAME.words.remark(GAME.rules.view(state, None)))


def noted(state: SeisDados, seat: int) -> tuple[str, str]:
    return both(GAME.words.seat_note(GAME.rules.view(state, None), seat))


def is_plain(sentence: str) -> bool:
    """No braces, no line ends and no blanks around it."""
    return not set(sentence) & set("{}\n") and sentence == sentence.strip()


def is_spanish(sentence: str) -> bool:
    """Plain, and without words of the notation."""
    words = {word.strip(".,:·") for word in sentence.split()}
    return is_plain(sentence) and not words & NOTATION


def positions(rng: Rng) -> Iterator[Match]:
    """A random game of each kind, before every event and at its end."""
    for players, options in OPTIONS:
        match = Match(GAME, NAMES[:players], options)
        yield match
        while not match.state.over:
            state = match.state
            if state.turn() == CHANCE:
                match.apply(CHANCE, state.sample(rng))
            else:
                match.apply(state.to_act[0], state.choose(state.to_act[0], rng))
            yield match


def views(state: State) -> Iterator[SeisDadosView]:
    assert isinstance(state, SeisDados)
    for seat in (None, *range(state.seat_count())):
        yield GAME.rules.view(state, seat)


# --- Whole games ---


def test_every_event_is_told_in_both_languages() -> None:
    words: set[str] = set()
    for match in positions(seeded("told")):
        for event in match.events[-1:]:
            words.add(event.text.split()[0])
            who = NAMES[event.by] if isinstance(event.by, int) else ""
            in_english, in_spanish = both(GAME.words.tell(who, event.by, event.text))
            assert is_plain(in_english)
            assert is_spanish(in_spanish)
            assert in_english != in_spanish
            assert in_english.startswith(who)
            assert in_spanish.startswith(who)
    assert words == {"start", "roll", "reroll", "joker", "assign"}


def test_every_legal_action_has_an_offer_of_its_own() -> None:
    for match in positions(seeded("offered")):
        for view in views(match.state):
            offers = [both(GAME.words.offer(view, text)) for text in view.legal]
            assert all(is_plain(in_english) for in_english, _ in offers)
            assert all(is_spanish(in_spanish) for _, in_spanish in offers)
            for language in (0, 1):
                assert len({offer[language] for offer in offers}) == len(view.legal)


def test_every_position_has_its_words_for_every_seat_and_spectator() -> None:
    for match in positions(seeded("asked")):
        for view in views(match.state):
            asking, remark = both(GAME.words.ask(view)), both(GAME.words.remark(view))
            assert all(asking) == any(asking) == (view.turn == "seats")
            assert all(remark) or view.turn == "over"
            notes = [both(GAME.words.seat_note(view, seat)) for seat in range(len(view.scores))]
            for in_english, in_spanish in (asking, remark, *notes):
                assert is_plain(in_english)
                assert is_spanish(in_spanish)
                assert in_english != in_spanish or not in_english
            assert all(in_english for in_english, _ in notes)


def test_everybody_reads_the_same() -> None:
    for match in positions(seeded("same")):
        everybody = list(views(match.state))
        assert len({str(GAME.words.ask(view)) for view in everybody}) == 1
        assert len({str(GAME.words.remark(view)) for view in everybody}) == 1


# --- What happened ---


@pytest.mark.parametrize(
    ("text", "in_english", "in_spanish"),
    [
        ("start 1", "seat 2 starts", "Empieza el asiento 2"),
        ("roll 1 1 2 3 4 4", "The dice show 1 1 2 3 4 4", "Salen 1 1 2 3 4 4"),
        ("roll 6", "The die shows 6", "Sale 6"),
    ],
)
def test_chance_is_told(text: str, in_english: str, in_spanish: str) -> None:
    assert told(text, who="") == (in_english, in_spanish)


@pytest.mark.parametrize(
    ("text", "in_english", "in_spanish"),
    [
        ("reroll 4 5 6", "Ana rerolls three dice: 4 5 6", "Ana vuelve a tirar tres dados: 4 5 6"),
        ("reroll 2", "Ana rerolls one die: 2", "Ana vuelve a tirar un dado: 2"),
        (
            "joker 2",
            "Ana spends a joker and rerolls one die: 2",
            "Ana gasta un comodín y vuelve a tirar un dado: 2",
        ),
        (
            "joker 1 1 2 3 4 4",
            "Ana spends a joker and rerolls six dice: 1 1 2 3 4 4",
            "Ana gasta un comodín y vuelve a tirar seis dados: 1 1 2 3 4 4",
        ),
        ("assign three 5", "Ana scores 5 in three of a kind", "Ana anota 5 en trío"),
        ("assign straight-3 6", "Ana scores 6 in straight of 3", "Ana anota 6 en escalera de 3"),
        (
            "assign triple-pair 6,5,1",
            "Ana scores 6,5,1 in three pairs",
            "Ana anota 6,5,1 en pareja triple",
        ),
    ],
)
def test_decisions_are_told(text: str, in_english: str, in_spanish: str) -> None:
    assert told(text) == (in_english, in_spanish)


def test_a_name_is_said_as_it_is() -> None:
    assert told("reroll 2", who="{dice}") == (
        "{dice} rerolls one die: 2",
        "{dice} vuelve a tirar un dado: 2",
    )


# --- What can be done ---


@pytest.mark.parametrize(
    ("text", "in_english", "in_spanish"),
    [
        ("reroll 1 1 3", "Reroll 3 dice: 1 1 3", "Volver a tirar 3 dados: 1 1 3"),
        ("reroll 4", "Reroll 1 die: 4", "Volver a tirar 1 dado: 4"),
        ("joker 1 1 3", "Spend a joker: reroll 1 1 3", "Gastar un comodín: volver a tirar 1 1 3"),
        ("joker 4", "Spend a joker: reroll the 4", "Gastar un comodín: volver a tirar el 4"),
        ("assign fours 4", "Score 4 in fours", "Anotar 4 en cuatros"),
        ("assign max-sum 29", "Score 29 in highest sum", "Anotar 29 en suma máxima"),
        ("assign double-pair 0,0", "Score 0,0 in two pairs", "Anotar 0,0 en pareja doble"),
    ],
)
def test_a_button_says_what_it_does(text: str, in_english: str, in_spanish: str) -> None:
    assert offered(text) == (in_english, in_spanish)


@pytest.mark.rule("SD-1")
def test_what_is_asked_depends_on_the_repetitions_left() -> None:
    state = rolled(JUNK)
    free = (
        "Reroll any dice, or score this roll.",
        "Vuelve a tirar los dados que quieras, o anota.",
    )
    assert asked(state) == free
    repeat(state, "1", "6")
    assert asked(state) == free
    repeat(state, "1", "6")
    assert asked(state) == (
        "Spend a joker to reroll, or score this roll.",
        "Gasta un comodín para volver a tirar, o anota.",
    )
    for _ in range(6):
        repeat(state, "6", "6")
    assert asked(state) == (
        "Score the roll in a free category.",
        "Anota la tirada en una casilla libre.",
    )


def test_nobody_is_asked_while_dice_roll_and_at_the_end() -> None:
    state = GAME.new(2, {"categories": ["ones"]})
    assert asked(state) == ("", "")
    state.play(CHANCE, "start 0")
    assert asked(state) == ("", "")
    take_turn(state, JUNK, "ones 2")
    take_turn(state, JUNK, "ones 2")
    assert asked(state) == ("", "")


# --- What else counts ---


@pytest.mark.rule("SD-1")
def test_the_remark_counts_the_repetitions_left() -> None:
    state = GAME.new(2)
    assert remarked(state) == ("Drawing lots to see who starts", "Se sortea quién empieza")
    state.play(CHANCE, "start 0")
    before_rolling = remarked(state)
    state.play(CHANCE, f"roll {JUNK}")
    assert remarked(state) == before_rolling
    assert remarked(state) == (
        "Turn 1 of 17 · 2 free rerolls left",
        "Turno 1 de 17 · quedan 2 repeticiones gratis",
    )
    repeat(state, "1", "6")
    assert remarked(state) == (
        "Turn 1 of 17 · 1 free reroll left",
        "Turno 1 de 17 · queda 1 repetición gratis",
    )
    repeat(state, "1", "6")
    assert remarked(state) == (
        "Turn 1 of 17 · a reroll costs a joker",
        "Turno 1 de 17 · volver a tirar cuesta un comodín",
    )
    for _ in range(6):
        repeat(state, "6", "6")
    assert remarked(state) == (
        "Turn 1 of 17 · no rerolls left",
        "Turno 1 de 17 · no quedan repeticiones",
    )


@pytest.mark.rule("SD-2")
def test_the_remark_counts_the_turns_of_the_player_whose_turn_it_is() -> None:
    state = started(categories=["ones", "twos", "jokers"])
    turns: list[str] = []
    for category in ("ones 2", "ones 2", "twos 1", "twos 1"):
        turns.append(remarked(state)[1].split(" · ")[0])
        take_turn(state, JUNK, category)
    assert turns == ["Turno 1 de 2", "Turno 1 de 2", "Turno 2 de 2", "Turno 2 de 2"]
    assert remarked(state) == ("", "")


@pytest.mark.rule("SD-S5")
@pytest.mark.rule("SD-S6")
def test_the_remark_names_the_variants() -> None:
    in_english, in_spanish = remarked(started(lowest_wins=True, end_at=7))
    assert in_english.endswith(" · it ends at 7 points · fewest points wins")
    assert in_spanish.endswith(" · termina con 7 puntos · gana quien tenga menos puntos")
    assert remarked(started(end_at=1))[1].endswith(" · termina con 1 punto")


@pytest.mark.rule("SD-S6")
def test_the_remark_says_that_a_game_ended_early() -> None:
    state = started(categories=["ones", "twos"], end_at=1)
    take_turn(state, JUNK, "ones 2")
    take_turn(state, "1 1 1 3 5 5", "ones 3")
    assert state.over
    assert remarked(state) == (
        "The game ended early: someone reached the points agreed on",
        "Final anticipado: alguien llega a los puntos acordados",
    )


@pytest.mark.rule("SD-1")
@pytest.mark.parametrize(
    ("spent", "in_english", "in_spanish"),
    [
        (0, "6 jokers", "6 comodines"),
        (1, "5 jokers", "5 comodines"),
        (5, "1 joker", "1 comodín"),
        (6, "no jokers", "sin comodines"),
    ],
)
def test_everybody_sees_the_jokers_of_a_seat(spent: int, in_english: str, in_spanish: str) -> None:
    state = started()
    spend_jokers(state, spent)
    assert noted(state, 0) == (in_english, in_spanish)
    assert noted(state, 1) == ("6 jokers", "6 comodines")


# --- Refusals ---


@pytest.mark.parametrize(
    ("text", "in_english", "in_spanish"),
    [
        (
            "assign three 5",
            "This roll scores 0 in three of a kind, not 5. (SD-C2)",
            "Esta tirada vale 0 en trío, no 5. (SD-C2)",
        ),
        (
            "assign three-and-pair 5,1",
            "“three and a pair” is not in play. (SD-3)",
            "La casilla «trío y pareja» no está en juego. (SD-3)",
        ),
        (
            "assign max-sum 17",
            "“highest sum” is already filled. (SD-2)",
            "La casilla «suma máxima» ya está ocupada. (SD-2)",
        ),
    ],
)
def test_refusals_call_a_category_by_its_name_for_people(
    text: str, in_english: str, in_spanish: str
) -> None:
    state = started(categories=["three", "max-sum"])
    take_turn(state, JUNK, "max-sum 17")
    take_turn(state, JUNK, "max-sum 17")
    state.play(CHANCE, f"roll {JUNK}")
    error = refusal_of(lambda: state.play(0, text))
    assert error is not None
    assert str(error) == explain(error, "en") == in_english
    assert explain(error, "es") == in_spanish
    assert explain(pickle.loads(pickle.dumps(error)), "es") == in_spanish


# --- The rules for people ---


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_rules_credit_their_author(language: str) -> None:
    top = GAME.words.rules(language).split("## ")[0]
    assert "Jorge Alonso" in top
    assert "Jorge Alonso" in GAME.about.credit
