"""What the games tell of their positions and endings. `check_game` holds the columns together."""

import pytest

from cubilete import CHANCE, AnyGame, Match, all_games, find_game
from cubilete.core.rng import Rng
from cubilete.study.simulate import Simulation


def played(game: AnyGame, players: int, seed: int) -> Match:
    return Simulation(game, ("random",) * players, seed).match(1)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_game_has_features_and_a_summary(game: AnyGame) -> None:
    state = game.new(game.about.players[0])
    rng = Rng(1)
    while not state.to_act:
        state.advance(CHANCE, state.sample(rng))
    assert len(game.study.features(state, state.to_act[0])) > 5
    state.playout(rng)
    assert game.study.summary(state)


@pytest.mark.parametrize("slug", ["216", "dizzle", "seis-dados", "twenty-one"])
def test_summary_names_the_seat_that_started(slug: str) -> None:
    game = find_game(slug)
    for players in game.about.players:
        if players == 1:
            continue
        starters = set()
        for seed in range(4 * players):
            match = played(game, players, seed)
            starter = int(match.events[0].text.removeprefix("start "))
            assert game.study.summary(match.state)["starter"] == starter
            starters.add(starter)
        assert len(starters) > 1


def test_features_of_seis_dados_read_the_table() -> None:
    match = Match(find_game("seis-dados"), ["Ana", "Luis"])
    for text in ("start 1", "roll 1 1 3 4 6 6"):
        match.play(CHANCE, text)
    assert match.game.study.features(match.state, 1) | {"free_categories": ""} == {
        "round": 1,
        "dice": "1 1 3 4 6 6",
        "dice_sum": 21,
        "most_alike": 2,
        "different_faces": 4,
        "free_repetitions": 2,
        "jokers": 6,
        "free_categories": "",
        "free_category_count": 17,
    }
    match.play(1, "assign ones 2")
    match.play(CHANCE, "roll 2 2 2 2 2 2")
    found = match.game.study.features(match.state, 0)
    assert (found["round"], found["most_alike"], found["free_category_count"]) == (1, 6, 17)


def test_features_of_pa_fuera_count_the_own_dice_of_the_call() -> None:
    match = Match(find_game("pa-fuera"), ["Ana", "Luis", "Eva"])
    for text in ("first 6 1 2", "shake 1 2 2 2 6", "shake 1 1 1 1 1", "shake 2 2 3 3 4"):
        match.play(CHANCE, text)
    match.play(0, "call 2")
    found = match.game.study.features(match.state, 2)
    assert found["cup"] == "2 2 3 3 4"
    assert (found["call"], found["own_dice_of_the_call"], found["all_dice"]) == (2, 2, 15)


def test_features_of_216_name_the_objectives_that_are_met() -> None:
    match = played(find_game("216"), 2, 1)
    state = match.game.new(2)
    for event in match.events:
        if event.by == 0 and event.text.startswith("claim"):
            found = match.game.study.features(state, 0)
            assert event.text.split()[1] in str(found["met"]).split()
            assert set(str(found["met"]).split()) <= set(str(found["offer"]).split())
            return
        state.play(CHANCE if isinstance(event.by, str) else event.by, event.text)
    raise AssertionError("nobody claimed anything")


def test_features_of_twenty_one_count_the_dice_that_can_be_written() -> None:
    match = played(find_game("twenty-one"), 2, 1)
    state = match.game.new(2)
    for event in match.events:
        if isinstance(event.by, int) and event.text.startswith("write"):
            found = match.game.study.features(state, event.by)
            dice = str(found["dice"]).split()
            assert found["stage"] == "write"
            assert set(event.text.split()[1:]) <= set(dice)
            assert len(event.text.split()) - 1 <= int(found["writable_dice"])
        state.play(CHANCE if isinstance(event.by, str) else event.by, event.text)


def test_features_of_dizzle_count_the_places() -> None:
    match = played(find_game("dizzle"), 2, 1)
    state = match.game.new(2)
    for event in match.events:
        if isinstance(event.by, int):
            found = match.game.study.features(state, event.by)
            legal = state.legal_texts(event.by)
            assert found["places"] == (0 if "quit" in legal else len(legal))
        state.play(CHANCE if isinstance(event.by, str) else event.by, event.text)
