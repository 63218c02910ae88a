"""A position of a game that is over, as one viewer saw it: for its replay and its analysis."""

from dataclasses import dataclass, replace
from functools import partial

from markupsafe import Markup

from cubilete.bots.positions import has_levels
from cubilete.core.parts.chronicle import Told
from cubilete.core.view import View
from cubilete.host.finished.replays import Replay
from cubilete.language import capital, say
from cubilete.table.names import isolated
from cubilete.web.html.perspective import latest_outcomes, outcomes_for_script
from cubilete.web.html.scene import TableScene
from cubilete.web.html.side.history import HistoryPen, with_dice
from cubilete.web.html.table_part import HISTORY
from cubilete.web.html.viewer import Viewer


@dataclass(frozen=True)
class Links:
    """The addresses of a replay."""

    root: str
    """Below it are its record, its analysis and the proof of its dice."""
    address: str
    """Of the replay itself."""

    @property
    def analysis(self) -> str:
        return f"{self.root}/analysis"


def links_of_table(name: str) -> Links:
    return Links(f"/t/{name}", f"/t/{name}/replay")


def links_of_record(name: str) -> Links:
    return Links(f"/r/{name}", f"/r/{name}")


@dataclass(frozen=True)
class Moment:
    """A position of a replay, and from which seat it is seen."""

    n: int
    """How many events have happened."""
    eyes: int | None
    """The seat whose view it is; None is what everybody saw."""


def can_analyse(replay: Replay) -> bool:
    """Whether it is a whole game, of a kind that can be analysed."""
    result = replay.result
    finished = result is not None and not result.abandoned
    return finished and has_levels(replay.table.game)


class Position:
    """A moment of a replay for one viewer."""

    def __init__(self, viewer: Viewer, replay: Replay, moment: Moment) -> None:
        self.viewer = viewer
        self.replay = replay
        self.moment = moment
        self.game = replay.table.game
        self.names = tuple(map(isolated, replay.table.names()))
        self.say = partial(say, language=viewer.language, names=self.names)
        state = replay.course.state_at(moment.n)
        self.view: View = replace(self.game.rules.view(state, moment.eyes), legal=())
        self.history = replay.course.last_events(moment.eyes, moment.n, HISTORY)
        self.told = replay.course.told(self.names)
        self.outcomes = latest_outcomes(self.history)

    @property
    def last(self) -> Markup:
        """What has just happened; empty where these eyes don't see it."""
        history = self.history
        if not history or history[0].n != self.moment.n:
            return Markup("")
        lines = self.told[history[0].n - 1].lines
        return Markup(" · ").join(with_dice(line.message, self.say) for line in lines)

    def drawn_history(self, links: Links) -> Markup:
        """The last events; each leads to its position."""
        pen = HistoryPen(self.viewer, self.names, self.say)
        eyes = "" if self.moment.eyes is None else f"&eyes={self.moment.eyes}"
        drawn = [
            pen.draw(
                event,
                self.told[event.n - 1],
                f"{links.address}?n={event.n}{eyes}",
                event.n == self.moment.n,
            )
            for event in self.history
        ]
        return Markup("").join(map(Markup, pen.rounds(drawn)))

    def _told_so_far(self) -> list[Told]:
        """What is told of all events that these eyes have seen."""
        n = self.moment.n
        seen = self.replay.course.last_events(self.moment.eyes, n, n)
        return [self.told[event.n - 1] for event in reversed(seen)]

    @property
    def outcomes_for_script(self) -> str:
        return outcomes_for_script(self.replay.table, self.outcomes)

    def stage(self) -> Markup:
        scene = TableScene(
            self.game,
            self.viewer.language,
            self.view,
            self.moment.eyes,
            self.names,
            None,
            over=self.replay.table.over,
            history=self.history,
            outcomes=self.outcomes,
            tell=self._told_so_far,
            details=self.viewer.details,
        )
        return Markup("").join(map(Markup, self.game.page.stage(scene)))


def replay_part(viewer: Viewer, replay: Replay, links: Links, moment: Moment) -> str:
    """The inner part of a replay's page: the game after some of its events."""
    position = Position(viewer, replay, moment)
    game, names, view = position.game, position.names, position.view
    course, n = replay.course, moment.n
    return viewer.page(
        "replay-part.html",
        game=game,
        view=view,
        names=names,
        notes=[position.say(game.words.seat_note(view, seat)) for seat in range(len(names))],
        extras=[
            (
                capital(position.say(game.words.extra_player_said(number))),
                position.say(game.words.extra_note(view, number)),
            )
            for number in range(len(view.scores) - len(names))
        ],
        replay=replay,
        links=links,
        analysis=links.analysis if can_analyse(replay) else "",
        moment=moment,
        turn_before=course.turn_before(n),
        turn_after=course.turn_after(n, replay.end),
        last=position.last,
        history=position.drawn_history(links),
        outcomes=position.outcomes_for_script,
        stage=position.stage(),
    )
