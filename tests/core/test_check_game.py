"""`check_game` holds the five games to the contract, and finds what breaks it."""

from collections.abc import Callable, Sequence

import pytest
from high_die import GAME as HIGH_DIE
from high_die import HighDie, HighDieGame

from cubilete import Game, State, all_games, check_game
from cubilete.core import check
from cubilete.core.check import GameFault
from cubilete.core.message import Message
from cubilete.core.outcome_form import OutcomeForm, dice
from cubilete.core.rules import Setup
from cubilete.core.view import View


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_each_game_keeps_to_the_contract(game: Game) -> None:
    check_game(game, games=2)


def test_game_written_elsewhere_in_plain_python_keeps_to_it() -> None:
    check_game(HIGH_DIE, games=20)


def faulty(**methods: Callable[..., object]) -> Game:
    """The example with some methods replaced."""
    state_class = type("Faulty", (HighDie,), dict(methods))

    class FaultyGame(HighDieGame):
        players = range(2, 3)

        def start(self, setup: Setup) -> State:
            state = state_class(setup.players)
            assert isinstance(state, State)
            return state

    return FaultyGame()


def never_ends_alike() -> Callable[[object], list[int]]:
    calls: list[int] = []

    def scores(_: object) -> list[int]:
        calls.append(1)
        return [len(calls), 0]

    return scores


@pytest.mark.parametrize(
    ("methods", "fault"),
    [
        ({"legal": lambda self, seat: [0, 0] if self.acting() >> seat & 1 else []}, "twice"),
        ({"legal": lambda _self, _seat: [0]}, "may not act"),
        ({"is_legal": lambda _self, _seat, _code: True}, "is_legal|does not list"),
        ({"choose": lambda _self, _seat, rng: rng.below(1)}, "choose"),
        ({"sample": lambda _self, rng: 1 + rng.below(3)}, "sample"),
        ({"sample": lambda _self, rng: 1 + rng.below(6) * rng.below(1)}, "sample"),
        ({"copy": lambda self: self}, "copy"),
        ({"acting": lambda _self: 1}, "acting|not the turn"),
        ({"winners": lambda _self: []}, "nobody"),
        ({"winners": lambda _self: [1, 0]}, "ascending"),
        ({"scores": lambda _self: []}, "misses"),
        ({"scores": never_ends_alike()}, "result|final|replay|resumed"),
        ({"acting": lambda _self: 0}, "acting"),
        ({"read": lambda _self, _by, _text: 0}, "is read as|taken for"),
        ({"draws": lambda _self: [0]}, "draws"),
    ],
)
def test_fault_is_found(methods: dict[str, Callable[..., object]], fault: str) -> None:
    with pytest.raises(GameFault, match=fault):
        check_game(faulty(**methods), games=10)


def test_view_that_shows_a_secret_is_found() -> None:
    def audience(_self: State, _by: int, _code: int) -> int:
        return 1

    game = faulty(audience=audience)
    with pytest.raises(GameFault, match="may not know"):
        check_game(game, games=10)


@pytest.mark.parametrize(
    ("verb", "count", "fault"),
    [("roll", 2, "does not offer"), ("throw", 1, "does not offer")],
)
def test_form_for_real_dice_that_does_not_fit_is_found(verb: str, count: int, fault: str) -> None:
    class AskingGame(HighDieGame):
        def fall_form(
            self, view: View, draws: Sequence[int], names: Sequence[str]
        ) -> OutcomeForm | None:
            return dice(Message("Roll."), verb, count)

    with pytest.raises(GameFault, match=fault):
        check_game(AskingGame())


def test_game_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "TOO_LONG", 50)
    with pytest.raises(GameFault, match="does not end"):
        check_game(faulty(advance=lambda _self, _by, _code: None))
