"""Hidden things: views and audiences must hide the same from the same seats.

A *twin* is a game that differs from the one being checked only in an event that some viewers were
not told. As long as nothing opens it, their views of both must be equal.
"""

from collections.abc import Iterator
from dataclasses import replace

from cubilete.core.check.fault import hold
from cubilete.core.check.positions import settle
from cubilete.core.errors import CubileteError
from cubilete.core.game import AnyGame
from cubilete.core.match import Match
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, EVERYBODY, State
from cubilete.core.view import to_json

TWINS = 4
"""How many twins are followed at a time."""
TRIES = 4
"""How often another code is drawn in place of the one that happens."""


def called(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


class Twin:
    """A game in which something else happened, and the viewers who can't know."""

    def __init__(self, state: State, unaware: list[int | None], sealed: bool) -> None:
        self.state = state
        self.unaware = unaware
        self.sealed = sealed
        self.alive = True

    def follow(self, by: int, text: str) -> None:
        """Does what the other game does, as long as that is possible here too."""
        try:
            self.state.play(by, text)
        except CubileteError:
            self.alive = False
        settle(self.state)

    def still_secret(self, match: Match) -> bool:
        """Not once seals are broken, or the table has said what was hidden."""
        if self.sealed and not match.state.sealed():
            return False
        return self.alive and match.events[-1].by != "table"


class Looks:
    """The views of one position as text, each written once."""

    def __init__(self, game: AnyGame, state: State) -> None:
        self.game = game
        self.state = state
        self._texts: dict[int | None, str] = {}

    def text(self, viewer: int | None) -> str:
        if viewer not in self._texts:
            self._texts[viewer] = to_json(self.game.rules.view(self.state, viewer))
        return self._texts[viewer]

    def secrets_admitted(self) -> bool:
        return bool(self.game.rules.has_secrets(self.game.rules.view(self.state, None)))


def check_twin(mine: Looks, twin: Twin) -> None:
    theirs = Looks(mine.game, twin.state)
    for viewer in twin.unaware:
        same = mine.text(viewer) == theirs.text(viewer)
        hold(same, f"the view of {called(viewer)} shows what it may not know")
    aware = [seat for seat in range(mine.state.seat_count()) if seat not in twin.unaware]
    if len(twin.unaware) > 1 and not mine.secrets_admitted():
        hold(
            all(mine.text(seat) == theirs.text(seat) for seat in aware),
            "has_secrets() is false, but a seat knows what another may not know",
        )


def other_codes(state: State, by: int, code: int, rng: Rng) -> list[int]:
    """Codes that might have happened instead."""
    if by == CHANCE:
        others = {state.sample(rng) for _ in range(TRIES)}
    else:
        others = {state.choose(by, rng) for _ in range(TRIES)}
    return sorted(others - {code})


class Hidden:
    """The hidden events of one game so far, and who may not know them."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.twins: list[Twin] = []

    def before(self, by: int, code: int, rng: Rng) -> None:
        """Called when `code` is about to happen."""
        state = self.match.state
        text = state.text(by, code)
        audience = state.audience(by, code)
        rules = self.match.game.rules
        hold(
            not rules.all_open or audience == EVERYBODY,
            f"all_open is true, but “{text}” is hidden from some",
        )
        real_dice = rules.real_dice
        if by == CHANCE and audience != EVERYBODY:
            hold(not real_dice, f"real_dice is true, but “{text}” is hidden from some")
        others = other_codes(state, by, code, rng)
        for other in others[:1]:
            check_told(self.match.game, state, by, (code, other))
        for twin in self.twins:
            twin.follow(by, text)
        if audience != EVERYBODY:
            self.twins += twins_of(state, by, audience, others)

    def after(self) -> None:
        """Called when it has happened."""
        self.twins = [twin for twin in self.twins if twin.still_secret(self.match)][-TWINS:]
        mine = Looks(self.match.game, self.match.state)
        for twin in self.twins:
            check_twin(mine, twin)


def twins_of(state: State, by: int, audience: int, others: list[int]) -> Iterator[Twin]:
    unaware = [seat for seat in range(state.seat_count()) if not audience >> seat & 1]
    for other in others:
        hold(state.audience(by, other) == audience, "audience() gives away what it hides")
        twin = state.copy()
        twin.advance(by, other)
        settle(twin)
        yield Twin(twin, [*unaware, None], by != CHANCE)


def check_told(game: AnyGame, state: State, by: int, codes: tuple[int, int]) -> None:
    """The audience of an event sees it alike: if one seat's view tells two codes apart, the views
    of the whole audience do."""
    told = audience_of(state, by, codes[0])
    if told != audience_of(state, by, codes[1]):
        return
    seats = range(state.seat_count())
    viewers: list[int | None] = [seat for seat in seats if told == EVERYBODY or told >> seat & 1]
    if told == EVERYBODY:
        viewers.append(None)
    one, other = (state_after(state, by, code) for code in codes)
    see = [viewer for viewer in viewers if shown(game, one, viewer) != shown(game, other, viewer)]
    for viewer in viewers:
        hold(
            not see or viewer in see,
            f"“{state.text(by, codes[0])}” is told to {called(viewer)}, whose view hides it",
        )


def audience_of(state: State, by: int, code: int) -> int:
    """Who is told in the end: decisions that are not sealed are told to everybody at once."""
    audience = state.audience(by, code)
    if by >= 0 and audience != EVERYBODY and not state_after(state, by, code).sealed():
        return EVERYBODY
    return int(audience)


def state_after(state: State, by: int, code: int) -> State:
    after = state.copy()
    after.advance(by, code)
    settle(after)
    return after


def shown(game: AnyGame, state: State, viewer: int | None) -> str:
    """A view without what differs between viewers by nature."""
    return to_json(replace(game.rules.view(state, viewer), seat=None, legal=()))
