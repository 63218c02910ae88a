"""The tables of an evening: the group is seated without being asked again, and results are noted.

A table is opened first, then it is the evening's next round, then the people are seated: where the
server stops in between, `settle` does the rest when somebody looks.
"""

from dataclasses import replace

from cubilete.core.game import AnyGame
from cubilete.host.gatherings.evening import Evening, Round, StoredEvening
from cubilete.host.gatherings.places import points_by_place
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.store.base import Conflict
from cubilete.table.errors import NotYours
from cubilete.table.opening import Draft, new_plan
from cubilete.table.plan import PERSON, Plan, Reservation
from cubilete.table.table import Table


def plan_of_round(name: str, evening: Evening, game: AnyGame, draft: Draft) -> Plan:
    """A seat for everybody who is there, kept for them."""
    guests = evening.present
    plan = new_plan(game, [PERSON] * len(guests), table=draft.table, secret=draft.secret)
    reserved = tuple(Reservation(guest.owner, guest.name) for guest in guests)
    return replace(plan, reserved=reserved, evening=name)


async def open_round(
    host: Host,
    stored: StoredEvening,
    game: AnyGame,
    number: int,
    chosen_by: tuple[str, str],
    draft: Draft,
) -> None:
    """Opens the table of the evening's game of this number and seats everybody. `chosen_by` is the
    owner who chose and the seed of their browser; the others' seeds are made by the table."""
    plan = plan_of_round(stored.name, stored.evening, game, draft)
    try:
        live = await host.create(plan)
    except Conflict:  # the same form was sent twice
        return
    owners = tuple(each.owner for each in plan.reserved if each is not None)
    played = Round(draft.table, game.slug, owners)
    await host.evenings.change(stored.name, lambda now: now.with_round(played, number))
    owner, seed = chosen_by
    await seat(host, live, owners.index(owner), seed)
    await seat_all(host, live)


async def seat_all(host: Host, live: LiveTable) -> None:
    """Everybody whom a seat waits for sits down."""
    for number in range(len(live.table.seats)):
        if live.table.match is None:
            await seat(host, live, number, "")


async def seat(host: Host, live: LiveTable, number: int, seed: str) -> None:
    chair = live.table.seats[number]
    if chair.taken or chair.reserved is None:
        return
    try:
        await host.sit_down(live, number, chair.reserved.name, chair.reserved.owner, seed)
    except NotYours:
        if not live.table.seats[number].taken:  # somebody else's request has seated them
            raise


async def settle(host: Host, stored: StoredEvening) -> StoredEvening:
    """Seats people and notes the result of the game that is played, where that is due."""
    current = stored.evening.current
    if current is None:
        return stored
    live = await host.find(current.table)
    if live is not None and live.table.match is None and not live.table.cancelled:
        await seat_all(host, live)
    if live is not None and not live.table.over and not live.table.cancelled:
        return stored
    points = points_of(live.table) if live is not None else []
    await host.evenings.change(stored.name, lambda now: now.with_result(current.table, points))
    return await host.evenings.find(stored.name) or stored


def points_of(table: Table) -> list[float]:
    """The points by place of a game that is over; none if it was given up or cancelled."""
    result = table.match.result if table.match is not None else None
    if result is None or result.abandoned:
        return []
    return points_by_place(result.scores, result.winners)[: len(table.seats)]
