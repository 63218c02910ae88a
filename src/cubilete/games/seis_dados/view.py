"""What a seat sees of Seis dados: everything is open. And the score sheet (SD-5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.core.message import N_, Message, Say
from cubilete.core.state import CHANCE
from cubilete.core.view import View, basics
from cubilete.games.seis_dados.rules import FREE_REPETITIONS, STARTING_JOKERS, SeisDados
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
from cubilete.games.seis_dados.words import CATEGORY_WORDS, SECTION_WORDS

PLACES = {name: place for place, name in enumerate(CATEGORIES)}


@dataclass(frozen=True)
class SectionPoints:
    """The points of a section: of each seat, and who has the extra one (SD-S3)."""

    points: tuple[int, ...]
    extra: int | None


@dataclass(frozen=True, kw_only=True)
class SeisDadosView(View):
    first: int | None
    """Who began; None until it is drawn."""
    current: int | None
    """Whose turn it is; None before the first turn and after the last."""
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
    """Who has the point of each category that all have completed and somebody has won."""
    sections: dict[str, SectionPoints]

    def drawn(
        self, game: object, turn: bool, picked: str
    ) -> list[tuple[str, list[tuple[object, ...]]]]:
        """Each section of the sheet, with the values that its rows are drawn with: see `row` in
        pieces.html."""
        mine = self.seat if turn else None
        offers = self.assignable()
        return [
            (
                section,
                [
                    (
                        game,
                        name,
                        values,
                        self.won.get(name),
                        mine,
                        offers.get(name, ()),
                        picked if picked in offers.get(name, ()) else "",
                    )
                    for name, values in categories.items()
                ],
            )
            for section, categories in self.sheet.items()
        ]

    def tallied(self) -> tuple[tuple[str, tuple[int, ...], int | None], ...]:
        """The points of each section, and who has one more: see `tally` in pieces.html."""
        return tuple([(name, here.points, here.extra) for name, here in self.sections.items()])

    def assignable(self) -> dict[str, tuple[str, ...]]:
        """What this seat may write now, by category."""
        found: dict[str, tuple[str, ...]] = {}
        for text in self.legal:
            if text.startswith("assign "):
                name = text.split(" ")[1]
                found[name] = (*found.get(name, ()), text)
        return found


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
    place = PLACES[name]
    if place == JOKERS:
        return tuple(str(state.jokers_of(seat)) for seat in range(state.seats))
    return tuple(
        ""
        if state.free(seat) & CATEGORY_SLOTS[place]
        else value_text(name, state.values[seat * CATEGORY_COUNT + place])
        for seat in range(state.seats)
    )


# --- As text ---


def position_text(view: SeisDadosView, say: Say = str) -> str:
    """The score sheet, and below it what is going on."""
    names = [say(Message(N_("seat {seat}"), {"seat": seat})) for seat in range(len(view.jokers))]
    lines = [score_sheet(view, names, say), ""]
    if view.winners:
        winners = ", ".join(names[seat] for seat in view.winners)
        lines.append(say(Message(N_("Won by: {players}"), {"players": winners})))
    elif view.current is None:
        lines.append(say(Message(N_("The first player is being drawn."))))
    else:
        dice = " ".join(str(face) for face in view.roll) or "-"
        left = view.free_repetitions
        lines.append(say(Message(N_("Turn of: {player}"), {"player": names[view.current]})))
        lines.append(say(Message(N_("Dice on the table: {dice}"), {"dice": dice})))
        lines.append(say(Message(N_("Free repetitions left: {number}"), {"number": left})))
    return "\n".join(lines)


def score_sheet(view: SeisDadosView, players: Sequence[str], say: Say = str) -> str:
    """SD-5: the players in columns, the categories in rows by section, jokers and points.

    The jokers are six marks for each player, crossed as they are spent.
    """
    jokers = ["o" * left + "x" * (STARTING_JOKERS - left) for left in view.jokers]
    rows: list[tuple[str, Sequence[str]]] = [("", players)]
    for section, categories in view.sheet.items():
        rows.append((say(Message(SECTION_WORDS[section])), ()))
        for name, values in categories.items():
            cells = jokers if name == "jokers" else values
            rows.append(("  " + say(Message(CATEGORY_WORDS[name])), cells))
    if "jokers" not in view.sheet.get("totals", {}):
        rows.append((say(Message(N_("Jokers"))), jokers))
    rows.append((say(Message(N_("Points"))), [str(score) for score in view.scores]))
    label_width = max(len(label) for label, _ in rows)
    cell_width = max(len(cell) for _, cells in rows for cell in cells) + 2
    return "\n".join(
        (label.ljust(label_width) + "".join(cell.rjust(cell_width) for cell in cells)).rstrip()
        for label, cells in rows
    )
