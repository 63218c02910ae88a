"""What the end of a solo game says of the score (DZ-19)."""

from dataclasses import replace

import pytest

from cubilete.core.json_types import JsonObject
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.material import read_file
from cubilete.games.dizzle.ranks import FOLDERS, level_of, ranks, ranks_of, read
from cubilete.games.dizzle.setup import LEVELS
from cubilete.games.dizzle.view import DizzleView
from cubilete.language import say


def end_of_solo_game(level: int, score: int, material: JsonObject | None = None) -> DizzleView:
    setup = GAME.setup(1, {"level": level}, material)
    view = GAME.rules.view(GAME.rules.start(setup), 0)
    return replace(view, turn="over", turns_left=0, scores=(score,), winners=(0,))


@pytest.mark.rule("DZ-19")
@pytest.mark.parametrize("level", LEVELS)
def test_end_of_a_solo_game_says_the_rank(level: int) -> None:
    least = ranks(level)[2].least
    assert least is not None
    remark = GAME.words.remark(end_of_solo_game(level, least))
    assert say(remark, "en") == "rank 3 of 7: Navigator"
    assert say(remark, "es") == "rango 3 de 7: Navegante"


@pytest.mark.rule("DZ-19")
def test_sheet_of_ones_own_and_games_of_several_have_no_rank() -> None:
    view = end_of_solo_game(1, 60)
    own = replace(view, sheet=replace(view.sheet, grid=view.sheet.grid[1:]))
    assert level_of(view.sheet) == 1
    assert level_of(own.sheet) is None
    assert ranks_of(own.sheet) == ()
    assert str(GAME.words.remark(own)) == ""
    of_two = replace(view, scores=(60, 50), crossed=((), ()), placed=((), ()))
    assert str(GAME.words.remark(of_two)) == ""


@pytest.mark.rule("DZ-19")
@pytest.mark.parametrize("level", LEVELS)
def test_game_on_an_earlier_sheet_keeps_its_rank(level: int) -> None:
    earlier = FOLDERS[1]
    view = end_of_solo_game(level, 0, read_file(read(f"{earlier}/level-{level}.txt")))
    assert level_of(view.sheet) == level
    assert ranks_of(view.sheet) == ranks(level, earlier) != ranks(level)
    least = ranks(level, earlier)[5].least
    assert least is not None
    remark = GAME.words.remark(replace(view, scores=(least,)))
    assert say(remark, "en") == "rank 6 of 7: Ace"
