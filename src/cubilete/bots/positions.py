"""Positions that a seat holds possible: what bots, hints and analysis think about.

A game that can `imagine` draws them for the view of a seat. In an open game without `imagine` there
is no way from a view to a position, so the position itself is given besides the view, as an
`OpenPosition`. It tells nothing that is hidden: only `open_position` makes one, and only for rules
that are `all_open`. `check_game` holds such a game to views that are the same for all seats and to
events that everybody is told, so the position follows from what the seat knows.

Between processes the events travel, because a state need not be picklable.
"""

from collections.abc import Callable, Iterable
from typing import Any, NewType

from cubilete.core.game import AnyGame
from cubilete.core.match import CODES, Match
from cubilete.core.parts.policy import Policy
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.view import View

Imagine = Callable[[Rng], State]
"""Draws a position that is consistent with what the seat knows. It must be copied before it is
changed."""

OpenPosition = NewType("OpenPosition", State)
"""A position of a game in which nothing is hidden from anybody."""

OpenEvents = tuple[tuple[int, str], ...]
"""All events of such a game so far: by whom, and the text. Empty for every other game."""


def can_imagine(game: AnyGame) -> bool:
    return type(game.policy).imagine is not Policy.imagine


def needs_position(game: AnyGame) -> bool:
    """Whether bots of this game are given the position besides the view."""
    return game.rules.all_open and not can_imagine(game)


def has_levels(game: AnyGame) -> bool:
    """Whether positions can be had for a view: without them there is nothing to think about."""
    return game.rules.all_open or can_imagine(game)


def open_position(game: AnyGame, state: State) -> OpenPosition:
    """The position, if everybody may know all of it; otherwise a ValueError."""
    if not game.rules.all_open:
        raise ValueError(f"{game.slug} hides something")
    return OpenPosition(state.copy())


def open_events(match: Match) -> OpenEvents:
    """What `position_after` needs, for a game that needs it."""
    if not needs_position(match.game):
        return ()
    return tuple(
        (CODES[event.by] if isinstance(event.by, str) else event.by, event.text)
        for event in match.events
    )


def position_after(
    game: AnyGame, setup: Setup, events: Iterable[tuple[int, str]]
) -> OpenPosition | None:
    """The position after these events; None if the game does not need it."""
    if not needs_position(game):
        return None
    state: State = game.rules.start(setup)
    for by, text in events:
        state.play(by, text)
    return open_position(game, state)


def imagination(
    game: AnyGame, setup: Setup, view: View, position: OpenPosition | None = None
) -> Imagine:
    """Draws positions by the law of what is hidden. `position` is needed if `needs_position`."""
    policy: Policy[Any, Any] = game.policy
    return drawing(policy.imagine, setup, view, position)


def supposition(
    game: AnyGame, setup: Setup, view: View, position: OpenPosition | None = None
) -> Imagine:
    """The same, weighted by what the others' decisions tell."""
    policy: Policy[Any, Any] = game.policy
    return drawing(policy.suppose, setup, view, position)


def drawing(
    draw: Callable[[Setup, View, Rng], State],
    setup: Setup,
    view: View,
    position: OpenPosition | None,
) -> Imagine:
    if position is not None:
        known: State = position
        return lambda rng: known
    return lambda rng: draw(setup, view, rng)
