"""What is seen of a position of Seis dados: everything is open to everybody."""

from dataclasses import dataclass

from cubilete.core.state import CHANCE
from cubilete.core.view import View, basics
from cubilete.games.seis_dados.rules import FREE_REPETITIONS, SeisDados
from cubilete.games.seis_dados.scoring import NOBODY, extra_point, point_of, points_in
from cubilete.games.seis_dados.tables import (
    CATEGORIES,
    CATEGORY_COUNT,
    CATEGORY_SLOTS,
    JOKERS,
    SECTIONS,
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
        sheet={
            section: {name: noted(state, name) for name in names if in_use(state, name)}
            for section, names in SECTIONS.items()
            if any(in_use(state, name) for name in names)
        },
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
        if any(in_use(state, name) for name in names):
            here = points_in(number, state.values, state.seats, state.in_use, completed)
            extra = extra_point(number, here, state.in_use, completed)
            found[section] = SectionPoints(tuple(here), None if extra == NOBODY else extra)
    return found


def in_use(state: SeisDados, name: str) -> bool:
    return bool(state.in_use >> PLACES[name] & 1)


def noted(state: SeisDados, name: str) -> tuple[str, ...]:
    """What each seat has noted in a category, "" while it is free."""
    place = PLACES[name]
    if place == JOKERS:
        return tuple(str(state.jokers_of(seat)) for seat in range(state.seats))
    return tuple(
        ""
        if state.free(seat) & CATEGORY_SLOTS[place]
        else value_text(name, state.values[seat * CATEGORY_COUNT + place])
        for seat in range(state.seats)
    )
