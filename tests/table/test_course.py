"""Any position of a game that is over, compared with the game played again from its beginning."""

import pytest

from cubilete import AnyGame, all_games
from cubilete.core.match import Match
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.table.proof import play_again
from cubilete.table.replay.course import EVERY, Course

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def random_match(game: AnyGame, players: int, rng: Rng, most: int = 10**6) -> Match:
    match = Match(game, [f"P{seat}" for seat in range(players)])
    while not match.state.over and len(match.events) < most:
        by = CHANCE if match.state.turn() == CHANCE else pick_seat(match.state.acting(), rng)
        code = match.state.sample(rng) if by == CHANCE else match.state.choose(by, rng)
        match.apply(by, code)
    return match


@GAMES
@pytest.mark.parametrize("most", [10**6, 2 * EVERY, 45])
def test_every_position_is_that_of_the_game_played_again(game: AnyGame, most: int) -> None:
    match = random_match(game, min(3, game.about.players[-1]), seeded("course", game.slug), most)
    course = Course(match)
    again = Match(match.game, match.players, None, match.setup.material)
    for n in range(len(match.events) + 1):
        if n:
            play_again(again, [match.events[n - 1]])
        assert course.state_at(n).fingerprint() == again.state.fingerprint()
        for seat in (None, *range(len(match.players))):
            known = [event for event in again.seen_by(seat) if event.n <= n]
            last = course.last_events(seat, n, 30)
            shown = [(event.n, event.text) for event in last]
            assert shown == [(event.n, event.text) for event in known[:-31:-1]]


@GAMES
def test_turns_are_where_another_seat_decides(game: AnyGame) -> None:
    match = random_match(game, min(3, game.about.players[-1]), seeded("turns", game.slug))
    course = Course(match)
    deciding = [event.by for event in match.events if isinstance(event.by, int)]
    changes = [by for index, by in enumerate(deciding) if index == 0 or by != deciding[index - 1]]
    assert [match.events[turn].by for turn in course.turns] == changes
    end = len(match.events)
    for n in (0, 1, end // 2, end - 1, end):
        assert course.turn_before(n) == max((turn for turn in course.turns if turn < n), default=0)
        after = [turn for turn in course.turns if turn > n]
        assert course.turn_after(n, end) == min(after, default=end)
