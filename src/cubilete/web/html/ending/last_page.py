"""The last page: who won, the points as on paper, the throw of the game, luck and skill, a picture
to share, and the rematch.

What the game tells of itself (`Told`) is computed once for each match, because it plays the game
again; only its words depend on the reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from weakref import WeakKeyDictionary

from cubilete.bots.positions import has_levels
from cubilete.bots.report import Report
from cubilete.core.match import Match
from cubilete.core.message import N_, Listing, Message, SeatName
from cubilete.core.parts.chronicle import Chronicle
from cubilete.core.parts.ending import Breakdown, Throw, rarest
from cubilete.language import capital, say
from cubilete.table.names import is_nameless, isolated
from cubilete.table.opening import Draft
from cubilete.table.plan import BOT, Plan
from cubilete.table.replay.past import MatchPast
from cubilete.table.retelling import verdict_of
from cubilete.table.table import Table
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.pieces import draw_fragment, draw_piece
from cubilete.web.html.templates import macro
from cubilete.web.html.viewer import Viewer

MACROS = "last-page-pieces.html"

Player = tuple[str, int, bool]
"""A name, the number of its score, and whether it has won."""


@dataclass(frozen=True)
class Told:
    """What a game tells of itself when it is over."""

    breakdown: Breakdown
    throw: Throw | None
    length: tuple[Message, ...]
    """How many rounds and moves it had."""


_told: WeakKeyDictionary[Match, Told] = WeakKeyDictionary()


def told_of(table: Table) -> Told:
    match = table.match
    assert match is not None
    found = _told.get(match)
    if found is None:
        page, past = table.game.page, MatchPast(match)
        found = Told(
            page.breakdown(table.view(None), past),
            rarest(page.throws(past)),
            length_of(table, match),
        )
        _told[match] = found
    return found


def length_of(table: Table, match: Match) -> tuple[Message, ...]:
    chronicle: Chronicle = table.game.words.chronicle(table.names(), match.setup)
    titles = [chronicle.hear(event).round for event in match.events]
    rounds = {title.values["number"] for title in titles if title and "number" in title.values}
    moves = sum(isinstance(event.by, int) for event in match.events)
    return (
        *([Message(chronicle.counted, count=len(rounds))] if rounds else []),
        Message(N_("1 move", "{count} moves"), count=moves),
    )


def time_words(seconds: int) -> Message:
    """Minutes; hours and days for games that lie for a while."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return Message(N_("less than a minute"))
    if minutes < 100:
        return Message(N_("1 minute", "{count} minutes"), count=minutes)
    hours = round(minutes / 60)
    if hours < 36:
        return Message(N_("1 hour", "{count} hours"), count=hours)
    return Message(N_("1 day", "{count} days"), count=round(hours / 24))


def has_last_page(table: Table) -> bool:
    """An abandoned game has no winner, and its points mean nothing."""
    return table.match is not None and table.over and not table.match.abandoned


class LastPage:
    """The result of one table for one viewer; `seats` are the viewer's own."""

    def __init__(self, table: Table, language: str, seats: Sequence[int] = ()) -> None:
        self.table = table
        self.language = language
        self.own = seats
        self.names = tuple(map(isolated, table.names()))
        self.say = partial(say, language=language, names=self.names)
        view = table.view(None)
        self.scores, self.winners = view.scores, view.winners
        everybody = table.game.words.score_names(self.names, len(self.scores))
        self.players: tuple[Player, ...] = tuple(
            (name, number, number in self.winners) for number, name in enumerate(everybody)
        )

    @property
    def alone(self) -> bool:
        """Whether nobody could be beaten."""
        return len(self.scores) == 1

    def headline(self) -> str:
        """Who won, said to the viewer: a device that several share is told by names."""
        winners, seats = self.winners, len(self.names)
        values: dict[str, object]
        if self.alone:
            points = self.scores[0]
            values = {"points": signed(points), "name": self.names[0]}
            told = N_("{points} point, {name}!", "{points} points, {name}!")
            if is_nameless(self.names[0]):
                told = N_("{points} point!", "{points} points!")
            return self.say(Message(told, values, points))
        if len(self.own) == 1 and winners == tuple(self.own):
            if is_nameless(self.names[winners[0]]):
                return self.say(Message(N_("You won!")))
            return self.say(Message(N_("You won, {name}!"), {"name": self.names[winners[0]]}))
        opponent = self.table.game.words.extra_player_said
        if len(winners) == 1 and winners[0] >= seats:
            values = {"name": opponent(winners[0] - seats)}
            return capital(self.say(Message(N_("{name} wins."), values)))
        names = Listing(
            SeatName(winner) if winner < seats else opponent(winner - seats) for winner in winners
        )
        won = Message(N_("{names} won!", "{names} won!"), {"names": names}, len(winners))
        return capital(self.say(won))

    def result(self) -> str:
        """The points in a row, those of the winners first."""
        if self.alone:
            return ""
        points = " – ".join(signed(self.scores[number]) for _, number, _ in self.ranking())
        shared = self.say(Message(N_("a shared win")))
        return f"{points} · {shared}" if len(self.winners) > 1 else points

    def ranking(self) -> list[Player]:
        """The winners first, then the others by how near they came."""
        best = self.scores[self.winners[0]]
        return sorted(
            self.players, key=lambda player: (not player[2], abs(self.scores[player[1]] - best))
        )

    def remark(self) -> str:
        """What else counts: the rank of a solo score, the last round."""
        return capital(self.say(self.table.game.words.remark(self.table.view(None))))

    def length(self) -> str:
        """How long it took."""
        seconds, parts = self.table.duration.seconds, told_of(self.table).length
        if seconds is not None:
            parts = (time_words(seconds), *parts)
        return self.say(Message(N_("It took {parts}."), {"parts": Listing(parts)}))

    def rows(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """Labels, and what each player has there, with bonuses apart."""
        return tuple(
            (self.say(row.label), tuple((cell.text, cell.extra) for cell in row.cells))
            for row in told_of(self.table).breakdown.rows
        )

    def totals(self) -> tuple[str, tuple[str, ...], str]:
        """The label of the last row, the points, and what is to be known about the bonuses."""
        breakdown = told_of(self.table).breakdown
        return (
            self.say(breakdown.total),
            tuple(map(signed, self.scores)),
            self.say(breakdown.note),
        )

    def throw(self) -> tuple[tuple[tuple[int, str, bool], ...], str, str] | None:
        """The dice of the throw of the game, what happened, and its odds."""
        throw = told_of(self.table).throw
        if throw is None:
            return None
        dice = tuple((die.face, die.colour, die.hot) for die in throw.dice)
        return dice, self.say(throw.told), self.say(odds_words(throw.odds))


def signed(points: int) -> str:
    return str(points).replace("-", "−")


def odds_words(odds: Fraction) -> Message:
    """Exact odds; a fraction that is not one in a whole number also has the nearest one."""
    if odds.numerator == 1:
        return Message(N_("1 in {count}."), {"count": odds.denominator})
    return Message(
        N_("{ways} in {count}: about 1 in {near}."),
        {"ways": odds.numerator, "count": odds.denominator, "near": round(1 / odds)},
    )


class LastPagePart:
    """The chunks of the last page for one viewer."""

    def __init__(self, viewer: Viewer, perspective: Perspective) -> None:
        self.viewer = viewer
        self.perspective = perspective
        self.table = perspective.table
        self.path = f"/t/{self.table.plan.table}"
        self.page = LastPage(self.table, viewer.language, perspective.mine)

    def _piece(self, name: str, *values: object) -> str:
        return draw_piece(macro(self.viewer.language, MACROS, name), *values)

    def _fragment(self, name: str, *values: object) -> str:
        return draw_fragment(macro(self.viewer.language, MACROS, name), *values)

    def draw(self, stage: Sequence[str]) -> list[str]:
        """The page, with the final position behind a switch."""
        page = self.page
        headline, result = page.headline(), page.result()
        chunks = [
            '<div class="last">',
            self._piece(
                *("result", headline, result, page.remark(), page.players, page.rows()),
                *(*page.totals(), page.length()),
            ),
        ]
        throw = page.throw()
        if throw is not None:
            chunks.append(self._piece("throw", *throw))
        if has_levels(self.table.game):
            chunks.append(self._luck())
        if not self.table.plan.cup:  # it shows dice, which others are yet to throw
            chunks.append(self._piece("picture", self.path, f"{headline} {result}"))
        chunks.append(self._fragment("more", self.path, bool(self.table.commitment)))
        chunks += [self._fragment("position"), *stage, "</div></details>"]
        chunks.append(way_back(self.viewer.language, self.table.plan) or self._rematch())
        return [*chunks, "</div>"]

    # --- Luck and skill ---

    def _luck(self) -> str:
        report = self.perspective.report
        if report is None:
            return self._fragment("ask_luck", self.path, self.viewer.form_token)
        seat = self.perspective.mine[0] if self.perspective.mine else self.page.winners[0]
        names = [name for name, _, _ in self.page.players]
        verdict = verdict_of(report, self.page.winners, names, self.viewer.language)
        values = bar_of(report, seat)
        return self._piece("luck", self.path, names[seat], values, self.page.say(verdict))

    # --- The rematch ---

    def _rematch(self) -> str:
        table, mine = self.table, self.perspective.mine
        answers = tuple(
            (name, seat, self._answer(seat)) for seat, name in enumerate(self.page.names)
        )
        missing = [SeatName(seat) for _, seat, said in answers if said == "open"]
        waiting = Message(N_("Waiting for {names}"), {"names": Listing(missing)})
        return self._fragment(
            "rematch",
            self.path,
            self.viewer.form_token,
            mine[0] if mine else None,
            answers if len(answers) > 1 else (),
            self.page.say(waiting) if missing else "",
            all(seat in table.rematch_yes for seat in mine),
            *next_game(table, self.perspective.next_table),
        )

    def _answer(self, seat: int) -> str:
        """What a seat says to a rematch."""
        if seat in self.table.rematch_yes:
            return "yes"
        if self.table.seats[seat].kind == BOT:
            return "always"
        if self.table.seats[seat].forgotten:
            return "gone"
        return "you" if seat in self.perspective.mine else "open"


def bar_of(report: Report, seat: int) -> tuple[int, int, int, int] | tuple[()]:
    """Start, skill, luck and end in percent, adding up; nothing for a game that is played alone,
    which is measured in points."""
    if report.alone:
        return ()
    found = report.seat(seat)
    start, skill, end = (round(100 * each) for each in (found.initial, found.skill, found.final))
    return start, skill, end - start - skill, end


def way_back(language: str, plan: Plan) -> str:
    """The link to the page that a game belongs to, which leads to the next one; "" for most tables,
    where there may be a rematch."""
    if plan.cup:
        address, words = "/cup", Message(N_("Back to the cup of the day"))
    elif plan.evening:
        address, words = f"/evening/{plan.evening}", Message(N_("Back to the evening"))
    else:
        return ""
    return draw_fragment(macro(language, MACROS, "back"), address, say(words, language))


def next_game(table: Table, draft: Draft | None) -> tuple[str, str, tuple[str, ...], str]:
    """The table of the next game, what its dice are bound to, and the ticket of its draft while it
    is not open."""
    if table.rematch:
        return table.rematch, table.rematch_commitment, table.rematch_prepared, ""
    if draft is None:
        return "", "", (), ""
    return draft.table, draft.commitment, draft.prepared(len(table.seats)), draft.ticket
