"""Views: what a seat may know, as pages, bots and programs get it."""

from cubilete.core.check.fault import GameFault, guarded, hold
from cubilete.core.check.hidden import called
from cubilete.core.game import AnyGame
from cubilete.core.state import State
from cubilete.core.view import View, basics, to_json, view_for_seat


def views_of(game: AnyGame, state: State) -> list[View]:
    """The views of a spectator and of every seat, checked."""
    copy = state.copy()
    views: list[View] = []
    for viewer in (None, *range(state.seat_count())):
        with guarded(f"view() of {called(viewer)}"):
            view = game.rules.view(state, viewer)
        check_view(view, state, viewer)
        hold(
            to_json(game.rules.view(copy, viewer)) == to_json(view),
            f"the view of {called(viewer)} is another of a copy",
        )
        if viewer is not None and game.rules.all_open:
            shared = view_for_seat(views[0], state, viewer)
            hold(shared == view, f"all_open is true, but the view of {called(viewer)} differs")
        views.append(view)
    return views


def check_view(view: View, state: State, viewer: int | None) -> None:
    where = f"the view of {called(viewer)}"
    hold(isinstance(view, View), f"{where} is a {type(view).__name__}, which is not a View")
    try:
        to_json(view).encode()
    except (TypeError, ValueError) as error:
        raise GameFault(f"{where} can't be written as JSON: {error}") from error
    for name, value in basics(state, viewer).items():
        hold(getattr(view, name) == value, f"{where}: {name} is not that of the state")


class KeptViews:
    """Views of a position that is past: nothing that happens later may change them."""

    def __init__(self, views: list[View]) -> None:
        self.views = views
        self.texts = [to_json(view) for view in views]

    def check(self) -> None:
        for view, text in zip(self.views, self.texts, strict=True):
            hold(
                to_json(view) == text,
                f"the view of {called(view.seat)} changes with the state: copy its lists",
            )
