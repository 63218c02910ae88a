"""A table as one viewer sees it: from which seat, and what they are about to do."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import escape

from cubilete.bots.report import Report
from cubilete.core.parts.outcome_form import OutcomeForm
from cubilete.core.record import Event
from cubilete.core.view import View
from cubilete.host.live import Aside
from cubilete.table.names import isolated
from cubilete.table.opening import Draft
from cubilete.table.table import Table
from cubilete.web.html.addresses import Address


@dataclass(frozen=True)
class Gathering:
    """What a viewer can do at a table that waits for people."""

    opens: bool
    """Whether the viewer opened the table."""
    open_seats: tuple[int, ...]
    """The seats that the viewer may take."""
    invitation: str
    """The code of the personal link that brought the viewer here; "" for none."""
    invited: bool
    """Whether that code is right for an open seat."""
    address: Address
    """The address of the table for others."""
    links: tuple[tuple[int, Address], ...]
    """For the opener, the personal link of each free seat."""
    picture: Address
    """The picture that messengers show beside the link."""
    inviter: str = ""
    """The name of the person who opened the table."""
    own_name: str = ""
    """The name that the viewer's browser remembers."""
    may_list: bool = False
    """Whether this server lists tables that are open to everybody."""


@dataclass(frozen=True)
class Perspective:
    table: Table
    mine: tuple[int, ...]
    """The seats of the viewer; several on one device."""
    seat: int | None
    pick: str = ""
    absent: tuple[int, ...] = ()
    """The absent people whom the table waits for."""
    answers: tuple[str, ...] = ()
    """What was said of dice that people rolled, where it was refused."""
    complaint: str = ""
    asked: tuple[int, ...] = ()
    """Who is to take the device that several people share; until then no seat is shown."""
    others: tuple[int, ...] = ()
    """To whom the device can be passed."""
    elapsed: float = 0.0
    """Seconds since the present decision began, where there is a clock."""
    next_table: Draft | None = None
    """The draft of the next game; its dice are committed before anybody asks for it."""
    gathering: Gathering | None = None
    """None once the game has begun."""
    muted: tuple[int, ...] = ()
    """The seats whose talk the viewer does not want to read."""
    aside: Aside | None = None
    """What the viewer alone is told: hints, or what the coach says."""
    coached: bool = False
    """Whether the viewer wants a coach; only where hints are allowed."""
    report: Report | None = None
    """The analysis of a game that is over, where it is in memory."""

    @property
    def view(self) -> View:
        return self.table.view(self.seat)


def refresh_seconds(seen: Perspective) -> int:
    """After how many seconds a page without script loads itself again; 0 for never: whoever has
    something to decide or to type is left alone."""
    table, gathering = seen.table, seen.gathering
    if table.over or table.cancelled or seen.pick or seen.asked:
        return 0
    if gathering is not None:
        types_name = bool(gathering.open_seats) and not seen.mine
        return 0 if types_name else 20 if gathering.opens else 5
    decides = set(seen.mine) & set(table.people_to_act())
    types_dice = bool(seen.mine) and table.awaits_real_dice()
    return 0 if decides or types_dice else 4


def outcome_form_of(table: Table, view: View) -> OutcomeForm | None:
    """What people who roll their own dice are asked now; None also where they write the
    notation."""
    if not table.awaits_real_dice():
        return None
    form: OutcomeForm | None = table.game.page.outcome_form(
        view, table.state.draws(), [isolated(name) for name in table.names()]
    )
    return form


@dataclass(frozen=True)
class SeedFingerprint:
    """What all are shown of a seat's seed."""

    name: str
    fingerprint: str
    own: bool
    """Whether the person brought it."""


Commitment = tuple[str, str, tuple[SeedFingerprint, ...], tuple[str, ...], bool]


def commitment_of(table: Table) -> Commitment | None:
    """The values of the macro that shows the commitment; None without fair dice."""
    if not table.provable:
        return None
    seeds = tuple(
        SeedFingerprint(seat.name, seat.fingerprint, seat.own_seed)
        for seat in table.seats
        if seat.taken
    )
    begun = table.match is not None
    prepared = () if begun else table.prepared
    return table.plan.table, table.commitment, seeds, prepared, begun


def latest_outcomes(history: Sequence[Event]) -> list[Event]:
    """Of a history, the latest first: the events of chance and the table that came together
    last, in their order."""
    found: list[Event] = []
    for event in history:
        if not isinstance(event.by, int):
            found.append(event)
        elif found:
            break
    return found[::-1]


def outcomes_for_script(table: Table, outcomes: Sequence[Event]) -> str:
    """Attributes for the script that animates dice and cards; none where people roll their own."""
    if not outcomes or table.plan.real_dice:
        return ""
    texts = escape(",".join([event.text for event in outcomes]))
    return f' data-outcome="{outcomes[-1].n}" data-outcomes="{texts}"'
