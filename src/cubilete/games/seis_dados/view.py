"""What a seat sees of Seis dados: everything is open. And the score sheet (SD-5)."""

from dataclasses import dataclass

from cubilete.core.state import CHANCE
from cubilete.core.view import View, basics
from cubilete.games.seis_dados.rules import FREE_REPETITIONS, STARTING_JOKERS, SeisDados
from cubilete.games.seis_dados.tables import (
    CATEGORIES,
    CATEGORY_COUNT,
    CATEGORY_SLOTS,
    JOKERS,
    SECTIONS,
    unpack,
    value_text,
)


@dataclass(frozen=True, kw_only=True)
class SeisDadosView(View):
    roll: tuple[int, ...]
    """The dice on the table, ascending; those about to be rolled again are not among them."""
    free_repetitions: int
    jokers: tuple[int, ...]
    sheet: dict[str, dict[str, tuple[str, ...]]]
    """Sections, their categories in use, and what each seat has noted there, "" while free."""


def view_of(state: SeisDados, seat: int | None) -> SeisDadosView:
    return SeisDadosView(
        **basics(state, seat),
        roll=tuple(unpack(state.kept if state.turn() == CHANCE else state.roll)),
        free_repetitions=FREE_REPETITIONS - state.repetitions,
        jokers=tuple(state.jokers_of(seat) for seat in range(state.seats)),
        sheet={
            section: {name: noted(state, name) for name in names if in_use(state, name)}
            for section, names in SECTIONS.items()
            if any(in_use(state, name) for name in names)
        },
    )


def in_use(state: SeisDados, name: str) -> bool:
    return bool(state.in_use >> CATEGORIES.index(name) & 1)


def noted(state: SeisDados, name: str) -> tuple[str, ...]:
    place = CATEGORIES.index(name)
    if place == JOKERS:
        return tuple(str(state.jokers_of(seat)) for seat in range(state.seats))
    return tuple(
        ""
        if state.free(seat) & CATEGORY_SLOTS[place]
        else value_text(name, state.values[seat * CATEGORY_COUNT + place])
        for seat in range(state.seats)
    )


def score_sheet(view: SeisDadosView) -> str:
    """The sheet as the rulebook prints it: players in columns, categories in rows (SD-5)."""
    seats = range(len(view.jokers))
    lines = [row("", [f"J{seat}" for seat in seats])]
    for section, rows in view.sheet.items():
        lines.append(section.upper())
        for name, values in rows.items():
            if name == "jokers":
                marks = ["o" * n + "." * (STARTING_JOKERS - n) for n in view.jokers]
                lines.append(row(name, marks))
            else:
                lines.append(row(name, list(values)))
    lines.append(row("POINTS", [str(score) for score in view.scores]))
    if view.roll:
        lines.append("dice: " + " ".join(str(face) for face in view.roll))
    return "\n".join(lines)


def row(name: str, cells: list[str]) -> str:
    return f"{name:<22}" + "".join(f"{cell:>8}" for cell in cells)
