"""Random games, compared event by event with a second implementation of the rules."""

import pytest

from cubilete.core.json_types import JsonObject
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, State
from cubilete.games.dizzle import GAME

from .dizzle_oracle import Chance, Decision, Due, Story, Tale
from .dizzle_sheets import random_sheet


def play_both(material: JsonObject, players: int, rng: Rng) -> None:
    state = GAME.new(players, None, material)
    tale = Tale(material, players)
    story = tale.tell()
    due: Due | None = next(story)
    while due is not None:
        text, by = choose_event(state, due, rng)
        state.play(by, text)
        due = go_on(story, text)
    assert state.over
    assert (state.scores(), state.winners()) == tale.result


def go_on(story: Story, text: str) -> Due | None:
    try:
        return story.send(text)
    except StopIteration:
        return None


def choose_event(state: State, due: Due, rng: Rng) -> tuple[str, int]:
    if isinstance(due, Chance):
        assert state.to_act == []
        assert len(state.draws()) == due.count
        text = state.text(CHANCE, state.sample(rng))
        assert text.split()[0] == due.word
        return text, CHANCE
    assert isinstance(due, Decision)
    assert state.to_act == [due.seat]
    assert state.legal_texts(due.seat) == due.legal
    return due.legal[rng.below(len(due.legal))], due.seat


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_levels_play_as_the_story_tells(level: int, players: int) -> None:
    material = GAME.setup(players, {"level": level}).material
    for number in range(4):
        play_both(material, players, seeded("story", level, players, number))


@pytest.mark.parametrize("number", range(160))
def test_odd_sheets_play_as_the_story_tells(number: int) -> None:
    rng = seeded("odd sheet", number)
    play_both(random_sheet(rng), 1 + number % 4, rng)
