"""The history of 216: objectives by what they ask, and everything that the IA takes."""

import re
from copy import deepcopy

import pytest

from cubilete.core.match import Match, Story
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.games.two_sixteen import GAME
from cubilete.language import LANGUAGES, say

CODE = re.compile(r"\b[GORV]\d\d\b|\bshift\d|\bset\d|[<>=]")


def played(players: int, seed: str, material: dict[str, object] | None = None) -> Match:
    match = Match(GAME, ("Ana", "Luis")[:players], {}, material)  # type: ignore[arg-type]
    rng = seeded("chronicle", seed)
    while not match.finished:
        by = CHANCE if match.state.turn() == CHANCE else pick_seat(match.state.acting(), rng)
        match.apply(by, match.state.sample(rng) if by == CHANCE else match.state.choose(by, rng))
    return match


def sentences(match: Match, language: str) -> list[str]:
    told = Story(match, match.players).told()
    return [say(line.message, language, match.players) for each in told for line in each.lines]


@pytest.mark.rule("216-15")
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_takings_add_up_to_the_scores(seed: str) -> None:
    """Those of the IA without a decision too, and those that the player chose among equals."""
    match = played(1, seed)
    totals = [0, 0]
    for told in Story(match, match.players).told():
        for line in told.lines:
            if line.by is not None:
                totals[line.by] += line.points
                assert (line.takes is None) == (line.points == 0)
    assert totals == match.state.scores()


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_has_a_code(players: int, language: str) -> None:
    match = played(players, "codes")
    for sentence in sentences(match, language):
        assert not CODE.search(sentence), sentence


@pytest.mark.parametrize(
    ("language", "taken", "claimed"),
    [("es", "La IA se lleva «", "Ana se lleva «"), ("en", "The AI takes “", "Ana claims “")],
)
def test_takings_name_what_the_card_asks_and_its_points(
    language: str, taken: str, claimed: str
) -> None:
    said = sentences(played(1, "names"), language)
    points = r"(puntos?|points?)"
    for beginning in (taken, claimed):
        lines = [sentence for sentence in said if sentence.startswith(beginning)]
        assert lines
        assert all(re.search(rf"[»”].*: \d+.* {points}", line) for line in lines)


def test_deck_of_ones_own_is_told_by_its_conditions() -> None:
    material = deepcopy(GAME.rules.default_material({}))
    objectives = material["objectives"]
    assert isinstance(objectives, list)
    for number, card in enumerate(objectives):
        assert isinstance(card, dict)
        card["id"] = f"carta{number}"
    match = played(1, "own", dict(material))
    for language in LANGUAGES:
        assert not [line for line in sentences(match, language) if "carta" in line]
