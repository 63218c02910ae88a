"""What is seen of a position of Seis dados: everything is open to everybody."""

from dataclasses import dataclass

from cubilete.core.state import CHANCE, SEATS
from cubilete.core.view import View, basics
from cubilete.games.seis_dados.rules import FREE_REPETITIONS, STARTING_JOKERS, SeisDados, new_game
from cubilete.games.seis_dados.scoring import NOBODY, extra_point, point_of, points_in
from cubilete.games.seis_dados.tables import (
    CATEGORIES,
    CATEGORY_COUNT,
    CATEGORY_SLOTS,
    JOKERS,
    SECTIONS,
    pack,
    pack_parts,
    unpack,
    value_text,
)

PLACES = {name: place for place, name in enumerate(CATEGORIES)}


@dataclass(frozen=True)
class SectionPoints:
    """The points of a section: of each seat, and which seat has the extra one (SD-S3)."""

    points: tuple[int, ...]
    extra: int | None


@dataclass(frozen=True, kw_only=True)
class SeisDadosView(View):
    first: int | None
    """The seat that began; None until it is drawn."""
    current: int | None
    """The seat whose turn it is; None before the first turn and after the last."""
    roll: tuple[int, ...]
    """The dice on the table, ascending; those about to be rolled again are not among them."""
    free_repetitions: int
    jokers: tuple[int, ...]
    sheet: dict[str, dict[str, tuple[str, ...]]]
    """Sections, their categories in use, and what each seat has noted there, "" while free."""
    lowest_wins: bool
    end_at: int | None
    """The points that end the game early; None where it was not agreed."""

    won: dict[str, int]
    """The seat that has the point of each category that all have completed, ties left out."""
    sections: dict[str, SectionPoints]


def view_of(state: SeisDados, seat: int | None) -> SeisDadosView:
    return SeisDadosView(
        **basics(state, seat),
        first=state.first if state.first >= 0 else None,
        current=state.current if state.first >= 0 and not state.over else None,
        roll=tuple(unpack(state.kept if state.turn() == CHANCE else state.roll)),
        free_repetitions=FREE_REPETITIONS - state.repetitions,
        jokers=tuple(state.jokers_of(seat) for seat in range(state.seats)),
        sheet=sheet(state),
        lowest_wins=state.lowest_wins,
        end_at=state.end_at or None,
        won=won(state),
        sections=sections(state),
    )


def won(state: SeisDados) -> dict[str, int]:
    completed = state.completed()
    takers = {
        name: int(point_of(place, state.values, state.seats))
        for place, name in enumerate(CATEGORIES)
        if completed >> place & 1
    }
    return {name: seat for name, seat in takers.items() if seat != NOBODY}


def sections(state: SeisDados) -> dict[str, SectionPoints]:
    found: dict[str, SectionPoints] = {}
    completed = state.completed()
    for number, (section, names) in enumerate(SECTIONS.items()):
        if any([state.in_use >> PLACES[name] & 1 for name in names]):
            here = points_in(number, state.values, state.seats, state.in_use, completed)
            extra = extra_point(number, here, state.in_use, completed)
            found[section] = SectionPoints(tuple(here), None if extra == NOBODY else extra)
    return found


def sheet(state: SeisDados) -> dict[str, dict[str, tuple[str, ...]]]:
    """What each seat has noted in the categories in use, "" while one is free."""
    free = [int(state.free(seat)) for seat in range(state.seats)]
    values = state.values
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for section, names in SECTIONS.items():
        noted: dict[str, tuple[str, ...]] = {}
        for name in names:
            place = PLACES[name]
            if not state.in_use >> place & 1:
                continue
            if place == JOKERS:
                noted[name] = tuple([str(state.jokers_of(seat)) for seat in range(state.seats)])
                continue
            slots = CATEGORY_SLOTS[place]
            row: list[str] = []
            for seat, slots_free in enumerate(free):
                value = values[seat * CATEGORY_COUNT + place]
                row.append("" if slots_free & slots else value_text(name, value))
            noted[name] = tuple(row)
        if noted:
            found[section] = noted
    return found


def position_of(view: SeisDadosView) -> SeisDados:
    """The position that a seat that may act sees. Which dice lay there before the last roll is not
    part of it: no rule asks for that."""
    assert view.first is not None
    assert view.current is not None
    sheet = {PLACES[name]: row for rows in view.sheet.values() for name, row in rows.items()}
    in_use = sum(1 << place for place in sheet)
    state = new_game(len(view.scores), in_use, view.lowest_wins, view.end_at or 0)
    state.first = view.first
    state.current = view.current
    state.waits = SEATS
    state.roll = pack(list(view.roll))
    state.repetitions = FREE_REPETITIONS - view.free_repetitions
    state.jokers -= sum(
        (STARTING_JOKERS - left) << 3 * seat for seat, left in enumerate(view.jokers)
    )
    for place, row in sheet.items():
        for seat, text in enumerate(row):
            if text and place != JOKERS:
                value = pack_parts([int(part) for part in text.split(",")])
                state.values[seat * CATEGORY_COUNT + place] = value
                state.fill(seat, CATEGORY_SLOTS[place])
    # A round ends with the turn of the seat before the first one.
    last = view.first - 1
    state.rounds_left = sum([row[last] == "" for row in sheet.values()])
    return state
