"""Games to break: two examples and a game of sealed bids, each with some methods replaced."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from liars_cup import GAME as CUP
from liars_cup.policy import LiarsCupPolicy
from liars_cup.rules import LiarsCup, LiarsCupRules
from liars_cup.words import LiarsCupWords
from pig import GAME as PIG
from pig import Pig, PigRules

from cubilete import (
    OVER,
    SEATS,
    About,
    AnyGame,
    CubileteError,
    Game,
    IllegalAction,
    Page,
    Policy,
    Rules,
    Setup,
    State,
    Study,
    View,
    basics,
    unreadable,
)

Parts = dict[str, object]


def variant(base: type, methods: Parts) -> type:
    """A subclass that counts as defined beside its base, so that it finds the same files."""
    return type(base.__name__, (base,), {"__module__": base.__module__, **methods})


def pig(
    state: Parts | None = None,
    rules: Parts | None = None,
    about: Parts | None = None,
    page: Callable[[], Page[View]] | None = None,
    policy: Policy[Any, View] | None = None,
) -> AnyGame:
    """Pig for two; nothing is hidden in it."""
    state_class = variant(Pig, state or {})
    start = {"start": lambda _self, setup: state_class(setup.players)}
    changed: Parts = {"players": range(2, 3)} | (about or {})
    rules_class = variant(PigRules, start | (rules or {}))
    named = replace(PIG.about, **changed)  # type: ignore[arg-type]
    return Game(named, rules_class(), page=page, policy=policy)


def cup(
    state: Parts | None = None,
    rules: Parts | None = None,
    words: Parts | None = None,
    policy: Parts | None = None,
    study: Parts | None = None,
) -> AnyGame:
    """Liar's Cup for two and three; the dice are hidden."""
    state_class = variant(LiarsCup, state or {})
    start = {"start": lambda _self, setup: state_class(setup.players, setup.agreed["lives"])}
    rules_class = variant(LiarsCupRules, start | (rules or {}))
    words_class = variant(LiarsCupWords, words or {})
    policy_class = variant(LiarsCupPolicy, policy or {})
    about = replace(CUP.about, players=range(2, 4))
    study_class = variant(Study, study or {})
    return Game(about, rules_class(), words_class(), policy=policy_class(), study=study_class())


# --- A game with sealed decisions ---


class Bids(State):
    """Everybody bids 1 to 3 once, at the same time; the highest bid wins."""

    def __init__(self, seats: int) -> None:
        self.bids = [0] * seats

    def turn(self) -> int:
        return SEATS if 0 in self.bids else OVER

    def acting(self) -> int:
        return sum(1 << seat for seat, bid in enumerate(self.bids) if not bid)

    def seat_count(self) -> int:
        return len(self.bids)

    def legal(self, seat: int) -> list[int]:
        return [1, 2, 3] if self.acting() >> seat & 1 else []

    def refusal(self, seat: int, code: int) -> CubileteError:
        return IllegalAction("bad-bid", "", "Bid 1 to 3.")

    def advance(self, by: int, code: int) -> None:
        self.bids[by] = code

    def text(self, by: int, code: int) -> str:
        return f"bid {code}"

    def parse(self, by: int, text: str) -> int:
        if text in ("bid 1", "bid 2", "bid 3"):
            return int(text[-1])
        raise unreadable(by, text)

    def audience(self, by: int, code: int) -> int:
        return 1 << by

    def sealed(self) -> bool:
        return not self.over

    def scores(self) -> list[int]:
        return list(self.bids) if self.over else [0] * len(self.bids)

    def winners(self) -> list[int]:
        return [seat for seat, bid in enumerate(self.bids) if bid == max(self.bids)]

    def copy(self) -> "Bids":
        new = type(self)(len(self.bids))
        new.bids = list(self.bids)
        return new

    def fingerprint(self) -> tuple[object, ...]:
        return tuple(self.bids)


@dataclass(frozen=True, kw_only=True)
class BidsView(View):
    own: int


class BidsRules(Rules[Bids, BidsView]):
    def start(self, setup: Setup) -> Bids:
        return Bids(setup.players)

    def view(self, state: Bids, seat: int | None) -> BidsView:
        own = 0 if seat is None or state.over else state.bids[seat]
        return BidsView(own=own, **basics(state, seat))

    def has_secrets(self, view: BidsView) -> bool:
        return view.turn == "seats"


def bids(state: Parts | None = None) -> AnyGame:
    """Sealed bids for two and three."""
    state_class = variant(Bids, state or {})
    rules: Parts = {"start": lambda _self, setup: state_class(setup.players)}
    about = About(slug="bids", name="Bids", players=range(2, 4), minutes=1)
    return Game(about, variant(BidsRules, rules)())
