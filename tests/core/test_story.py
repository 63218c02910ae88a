"""What is told of a game: every event, its round, and the same after an undo."""

import pytest

from cubilete import AnyGame, all_games, find_game
from cubilete.core.match import Match, Story
from cubilete.core.message import Dice, Message, plain_dice
from cubilete.core.parts.chronicle import Chronicle, Told
from cubilete.core.record import Event
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.language import LANGUAGES, say

NAMES = ("Ana", "Luis", "Eva")


def new_match(game: AnyGame, players: int) -> Match:
    return Match(game, NAMES[:players])


def step(match: Match, seed: str) -> None:
    rng = seeded("story", seed, len(match.events))
    by = CHANCE if match.state.turn() == CHANCE else pick_seat(match.state.acting(), rng)
    code = match.state.sample(rng) if by == CHANCE else match.state.choose(by, rng)
    match.apply(by, code)


def title_of(told: Told) -> str:
    assert told.round is not None
    return say(told.round, "en", NAMES)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_story_that_follows_a_game_is_the_story_of_the_whole_game(game: AnyGame) -> None:
    match = new_match(game, max(2, game.about.players[0]))
    story = Story(match, match.players)
    while not match.finished:
        step(match, "whole")
        assert len(story.told()) == len(match.events)
    assert list(story.told()) == list(Story(match, match.players).told())
    for told in story.told():
        for line in told.lines:
            for language in LANGUAGES:
                assert say(line.message, language, NAMES)


def test_story_after_an_undo_tells_what_was_played_instead() -> None:
    match = new_match(find_game("seis-dados"), 2)
    story = Story(match, match.players)
    step(match, "undo")
    step(match, "undo")
    for text in ("assign sixes", "assign ones"):
        before = match.state.copy()
        seat = match.state.to_act[0]
        legal = match.state.legal_texts(seat)
        match.play(seat, next(each for each in legal if each.startswith(text)))
        told = story.told()
        assert len(told) == len(match.events)
        category = text.removeprefix("assign ")
        assert category in say(told[-1].lines[0].message, "en").lower()
        match.take_back(before)
    assert len(story.told()) == len(match.events)


@pytest.mark.parametrize("slug", ["216", "dizzle"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_rounds_of_the_story_are_those_of_the_view(slug: str, players: int) -> None:
    match = new_match(find_game(slug), players)
    story = Story(match, match.players)
    while not match.finished:
        step(match, "rounds")
        if match.state.turn() != CHANCE and not match.finished:
            number = vars(match.view(None))["round"]
            assert title_of(story.told()[-1]) == f"Round {number}"


def test_turn_of_twenty_one_names_the_active_player() -> None:
    match = new_match(find_game("twenty-one"), 3)
    story = Story(match, match.players)
    while not match.finished:
        step(match, "turns")
        active = vars(match.view(None))["active"]
        if match.state.turn() != CHANCE and not match.finished:
            assert title_of(story.told()[-1]).endswith(f"{NAMES[active]} rolls")


def test_roll_is_told_as_the_doing_of_the_seat_whose_turn_it_is() -> None:
    match = new_match(find_game("seis-dados"), 3)
    while not match.finished:
        step(match, "rollers")
    told = Story(match, match.players).told()
    for event, following in zip(match.events, match.events[1:], strict=False):
        if event.text.startswith("roll "):
            assert told[event.n - 1].lines[0].by == following.by


def test_round_of_pa_fuera_ends_when_the_cups_are_lifted() -> None:
    match = new_match(find_game("pa-fuera"), 3)
    while not match.finished:
        step(match, "cups")
    number, titles = 1, [title_of(told) for told in Story(match, match.players).told()]
    for event, title in zip(match.events, titles, strict=True):
        if event.text.startswith("first "):
            assert title == "The start"
            continue
        assert title == f"Round {number}"
        number += event.by == "table"
    assert number > 2


def test_answers_to_a_proposal_name_who_proposed() -> None:
    words = find_game("pa-fuera").words
    chronicle = words.chronicle(NAMES, new_match(find_game("pa-fuera"), 3).setup)
    chronicle.hear(Event(9, 2, "propose 5 0:1 2:1"))
    for kind, english, spanish in (
        ("accept", "Ana accepts", "Ana acepta"),
        ("decline", "Ana declines", "Ana rechaza"),
    ):
        message = chronicle.hear(Event(10, 0, f"{kind} #9")).lines[0].message
        for language, begins in (("en", english), ("es", spanish)):
            said = say(message, language, NAMES)
            assert said.startswith(begins)
            assert "Eva" in said
            assert "9" not in said


def test_game_that_tells_no_rounds_has_one_group() -> None:
    def tell(who: str, by: int | str, text: str) -> Message:
        return Message("{who} {text}", {"who": who, "text": text})

    told = Chronicle(tell, NAMES).hear(Event(1, 1, "pass"))
    assert told.round is None
    assert [(str(line.message), line.by) for line in told.lines] == [("Luis pass", 1)]


def test_dice_in_a_sentence_are_words_and_faces() -> None:
    dice = plain_dice("1 1 4")
    assert isinstance(dice, Dice)
    assert say(Message("{dice}!", {"dice": dice}), "es") == "1 1 4!"
    assert dice.shown == (("", 1), ("", 1), ("", 4))
