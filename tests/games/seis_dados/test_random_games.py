"""Whole random games, compared with the slow rules and checked by `check_game`."""

from collections import Counter

import pytest

from cubilete.core.check import check_game
from cubilete.core.match import Match, replay
from cubilete.core.playout import playouts
from cubilete.core.record import read_record
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, State
from cubilete.games.seis_dados import GAME
from cubilete.games.seis_dados.rules import SeisDados

from .games import some_categories
from .oracle import ALL_CATEGORIES, SlowGame
from .table import view


def some_action(state: State, seat: int, rng: Rng) -> str:
    """A legal action; assignments more often than if all were equally likely."""
    texts = state.legal_texts(seat)
    if rng.below(3) == 0:
        texts = [text for text in texts if text.startswith("assign")]
    return texts[rng.below(len(texts))]


def agree(state: SeisDados, slow: SlowGame) -> None:
    assert state.over == slow.over
    assert state.to_act == slow.to_act
    assert state.scores() == slow.scores()
    assert view(state).jokers == tuple(slow.jokers)
    for seat in slow.to_act:
        assert state.legal_texts(seat) == slow.legal_texts()


def compare_one_game(rng: Rng) -> SlowGame:
    """Plays a game with random options with both, and compares them at each step."""
    players = 2 + rng.below(2)
    categories = some_categories(rng)
    lowest_wins = players == 2 and rng.below(2) == 0
    end_at = None if rng.below(2) == 0 else 1 + rng.below(8)
    slow = SlowGame(players, categories, lowest_wins, end_at)
    options: dict[str, object] = {"categories": categories, "lowest_wins": lowest_wins}
    if end_at is not None:
        options["end_at"] = end_at
    state = GAME.new(players, options)
    while not state.over:
        agree(state, slow)
        if state.turn() == CHANCE:
            by, text = CHANCE, state.text(CHANCE, state.sample(rng))
        else:
            by = state.to_act[0]
            text = some_action(state, by, rng)
        state.play(by, text)
        slow.follow(text)
    agree(state, slow)
    assert state.winners() == slow.winners()
    return slow


def kind_of(slow: SlowGame) -> tuple[int, str]:
    full = all(len(sheet) > len(slow.assigned) for sheet in slow.sheets)
    return slow.players, "to the end" if full else "early end"


def test_random_games_go_as_the_slow_rules_say() -> None:
    kinds: Counter[tuple[int, str]] = Counter()
    for number in range(80):
        kinds[kind_of(compare_one_game(seeded("oracle", number)))] += 1
    # The seeds must give some games of every kind.
    assert set(kinds) == {(p, end) for p in (2, 3) for end in ("to the end", "early end")}
    assert min(kinds.values()) >= 5


@pytest.mark.parametrize(
    ("players", "options"),
    [
        ([2, 3], {}),
        ([2, 3], {"categories": ALL_CATEGORIES}),
        ([2, 3], {"categories": ["jokers", "sevens"]}),
        ([2, 3], {"categories": ALL_CATEGORIES[18:], "end_at": 2}),
        ([2, 3], {"end_at": 1}),
        ([2], {"lowest_wins": True}),
        ([2], {"lowest_wins": True, "end_at": 5, "categories": ALL_CATEGORIES}),
        ([3], {"lowest_wins": False}),
    ],
)
def test_it_keeps_to_the_contract_of_all_games(
    players: list[int], options: dict[str, object]
) -> None:
    check_game(GAME, games=1, players=players, options=options)


@pytest.mark.parametrize("players", [2, 3])
def test_its_own_playout_plays_the_same_as_that_of_all_games(players: int) -> None:
    start = GAME.new(players, {"categories": ALL_CATEGORIES})
    untouched = start.fingerprint()
    own, common = start.copy(), start.copy()
    one, other = seeded("playout"), seeded("playout")
    assert own.playout(one) == State.playout(common, other)
    assert own.over
    assert own.fingerprint() == common.fingerprint()
    assert one.state == other.state
    playouts(start, 2, one)
    assert start.fingerprint() == untouched


def test_the_record_of_a_game_reads_as_the_notation_says() -> None:
    match = Match(GAME, ["Ana", "Luis"], {"categories": ["ones", "double-pair"]}, with_legal=True)
    for by, text in [
        (CHANCE, "start 1"),
        (CHANCE, "roll 1 1 1 1 1 1"),
        (1, "assign ones 6"),
        (CHANCE, "roll 1 2 2 3 4 4"),
        (0, "assign double-pair 4,2"),
        (CHANCE, "roll 2 2 2 2 2 2"),
        (1, "assign double-pair 2,2"),
        (CHANCE, "roll 1 1 1 1 1 1"),
        (0, "reroll 1 1 1"),
        (CHANCE, "roll 1 1 2"),
        (0, "assign ones 5"),
    ]:
        match.play(by, text)
    lines = match.record().to_text().splitlines()
    assert lines[0] == (
        '{"format":"cubilete-record/1","game":"seis-dados","edition":1,"players":["Ana","Luis"],'
        '"options":{"categories":["ones","double-pair"]},"material":{}}'
    )
    assert lines[1] == '{"n":1,"by":"chance","text":"start 1"}'
    assert lines[3] == (
        '{"n":3,"by":1,"text":"assign ones 6","legal":["assign double-pair 1,1","assign ones 6",'
        '"reroll 1","reroll 1 1","reroll 1 1 1","reroll 1 1 1 1","reroll 1 1 1 1 1",'
        '"reroll 1 1 1 1 1 1"]}'
    )
    assert lines[9] == (
        '{"n":9,"by":0,"text":"reroll 1 1 1","legal":["assign ones 6",'
        '"reroll 1","reroll 1 1","reroll 1 1 1","reroll 1 1 1 1","reroll 1 1 1 1 1",'
        '"reroll 1 1 1 1 1 1"]}'
    )
    assert lines[-1] == '{"result":{"scores":[2,2],"winners":[0,1]}}'
    text = match.record().to_text()
    assert replay(read_record(text)).record().header == match.record().header
