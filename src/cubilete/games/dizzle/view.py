"""What a seat sees of Dizzle: everything is open. And the sheets as plain text."""

from dataclasses import dataclass
from functools import lru_cache

from cubilete.core.message import N_, Message, Say
from cubilete.core.view import View, basics
from cubilete.games.dizzle.rules import ROUNDS, Dizzle
from cubilete.games.dizzle.scoring import SOLO_BOMB, flags_taken
from cubilete.games.dizzle.tables import (
    COLUMNS,
    LETTERS,
    WORD,
    Plan,
    Sheet,
    spell_position,
    unpack,
)
from cubilete.games.dizzle.words import SYMBOL_WORDS, points_text, symbol_name

STEPS = ("start", "roll", "choice", "reroll", "forced", "return", "steal", "planet", "over")


@dataclass(frozen=True)
class PrintedSheet:
    """What is printed on everybody's sheet."""

    name: str
    grid: tuple[tuple[str, ...], ...]
    gems: dict[str, int]
    puzzles: dict[str, int]
    bomb: int
    pile: int
    flag: tuple[int, ...]
    rows: dict[str, int]
    columns: dict[str, int]
    frame: tuple[str, ...]
    frame_points: int

    def __hash__(self) -> int:
        return hash((self.name, self.grid))


@dataclass(frozen=True, kw_only=True)
class DizzleView(View):
    sheet: PrintedSheet
    step: str
    """One of STEPS: the next event. “forced” is the placement after a reroll."""
    dice: tuple[int, ...]
    """On the table, ascending."""
    round: int
    rounds: int
    turns_left: int
    """Those that are not yet over, this one included."""
    first: int
    """The starting player of the turn; in the very beginning not yet known, and 0."""
    current: int
    active: tuple[int, ...]
    """The seats still in the turn."""
    last_choice: bool
    """The seat to act has only this choice left (DZ-9)."""
    crossed: tuple[tuple[str, ...], ...]
    exploded: tuple[tuple[str, ...], ...]
    placed: tuple[tuple[str, ...], ...]
    """For each seat its cells; a die placed in this turn shows the face of its cell."""
    flags: dict[str, tuple[int, ...]]
    """For each colour the points that each seat has circled, 0 without."""
    flags_left: dict[str, tuple[int, ...]]
    """For each colour the numbers that are still to be had."""


def view_of(state: Dizzle, seat: int | None) -> DizzleView:
    sheet = state.sheet
    plan = sheet.plan
    rounds = ROUNDS[state.seats]
    turns_done = rounds * state.seats - state.turns_left
    colours = plan.colours("F")
    ranks = {
        colour: tuple(
            state.board[other * sheet.stride + sheet.flag_ranks + flag]
            for other in range(state.seats)
        )
        for flag, colour in enumerate(colours)
    }
    return DizzleView(
        **basics(state, seat),
        sheet=printed(plan),
        step=STEPS[state.step],
        dice=tuple(unpack(state.table)),
        round=min(turns_done // state.seats + 1, rounds),
        rounds=rounds,
        turns_left=state.turns_left,
        first=state.first,
        current=state.current,
        active=tuple(other for other in range(state.seats) if state.active >> other & 1),
        last_choice=state.last_choice,
        crossed=cells_of(state, 0),
        exploded=cells_of(state, sheet.exploded),
        placed=cells_of(state, sheet.dice),
        flags={
            colour: tuple(plan.flag[rank - 1] if rank else 0 for rank in seats)
            for colour, seats in ranks.items()
        },
        flags_left={
            colour: tuple(plan.flag[flags_taken(sheet, state.board, state.seats, flag) :])
            for flag, colour in enumerate(colours)
        },
    )


def cells_of(state: Dizzle, part: int) -> tuple[tuple[str, ...], ...]:
    """The names of the cells of each seat that are in one of the sets of its board."""
    return tuple(
        tuple(
            name
            for number, name in enumerate(names(state.sheet))
            if state.board[start + number // WORD] >> number % WORD & 1
        )
        for start in range(part, part + state.seats * state.sheet.stride, state.sheet.stride)
    )


@lru_cache(maxsize=64)
def names(sheet: Sheet) -> tuple[str, ...]:
    return tuple(spell_position(position) for position in sheet.plan.cells())


@lru_cache(maxsize=64)
def printed(plan: Plan) -> PrintedSheet:
    return PrintedSheet(
        name=plan.name,
        grid=tuple(tuple(row) for row in plan.grid),
        gems=plan.gems,
        puzzles=plan.puzzles,
        bomb=plan.bomb,
        pile=plan.pile,
        flag=tuple(plan.flag),
        rows={str(row + 1): points for row, points in plan.rows.items()},
        columns={LETTERS[column]: points for column, points in plan.columns.items()},
        frame=tuple(spell_position(position) for position in plan.frame),
        frame_points=plan.frame_points,
    )


# --- Plain text ---


def show_table(view: DizzleView, say: Say = str) -> str:
    """All sheets, one below the other, what the symbols are, and the dice on the table."""
    now = Message(N_("Round {round} of {rounds}"), {"round": view.round, "rounds": view.rounds})
    lines = [f"{view.sheet.name} · {say(now)}"]
    for seat in range(len(view.scores)):
        lines += ["", seat_title(view, seat, say), *draw_sheet(view, seat)]
    lines += ["", *legend(view, say)]
    if view.dice:
        dice = " ".join(str(face) for face in view.dice)
        lines.append(say(Message(N_("Dice on the table: {dice}"), {"dice": dice})))
    return "\n".join(lines)


def seat_title(view: DizzleView, seat: int, say: Say) -> str:
    """The seat, counted from 1, its points and its part in the turn."""
    score = view.scores[seat]
    points = N_("1 point") if score == 1 else N_("{points} points")
    parts = [
        Message(N_("Seat {seat}"), {"seat": seat + 1}),
        Message(points, {"points": points_text(score)}),
    ]
    if seat in view.winners and len(view.scores) > 1:
        parts.append(Message(N_("has won")))
    if view.turn != "over" and seat == view.first and view.step != "start":
        parts.append(Message(N_("starts")))
    if seat in view.to_act:
        parts.append(Message(N_("to act")))
    return " · ".join(say(part) for part in parts)


def draw_sheet(view: DizzleView, seat: int) -> list[str]:
    """A seat's sheet: ## crossed, ** exploded, (5) a die; arrows at the edges."""
    sheet = view.sheet
    width = len(sheet.grid[0])
    crossed, exploded = set(view.crossed[seat]), set(view.exploded[seat])
    placed = set(view.placed[seat])
    lines = [("    " + "".join(f"{letter:^5}" for letter in LETTERS[:width])).rstrip()]
    for row, tokens in enumerate(sheet.grid):
        line = f"{row + 1:>3} "
        for column, token in enumerate(tokens):
            name = spell_position(row * COLUMNS + column)
            if name in crossed:
                token = "##"
            elif name in exploded:
                token = "**"
            elif name in placed:
                token = f"({token[0]})"
            line += f"{'' if token == '.' else token:^5}"
        arrow = sheet.rows.get(str(row + 1))
        lines.append((line + (f"> {arrow}" if arrow is not None else "")).rstrip())
    if sheet.columns:
        arrows = [sheet.columns.get(letter, "") for letter in LETTERS[:width]]
        lines.append(("  v " + "".join(f"{arrow:^5}" for arrow in arrows)).rstrip())
    return lines


def legend(view: DizzleView, say: Say) -> list[str]:
    """What the marks mean, what the symbols of the sheet are, and what they are worth."""
    sheet = view.sheet
    marks = [
        "## " + say(Message(N_("crossed"))),
        "** " + say(Message(N_("exploded"))),
        "(5) " + say(Message(N_("die placed in this turn"))),
    ]
    there = sorted(
        {token[1:] for row in sheet.grid for token in row if len(token) > 1},
        key=lambda symbol: (list(SYMBOL_WORDS).index(symbol[0]), symbol),
    )
    symbols = [
        f"{symbol} {say(symbol_name(symbol))} {worth(view, symbol, say)}".rstrip()
        for symbol in there
    ]
    if sheet.frame:
        values = {"cells": " ".join(sheet.frame), "points": sheet.frame_points}
        symbols.append(say(Message(N_("framed block {cells}: {points}"), values)))
    return [" · ".join(line) for line in (marks, symbols) if line]


def worth(view: DizzleView, symbol: str, say: Say) -> str:
    """The points of a symbol; of a flag, those still to be had."""
    sheet = view.sheet
    kind, colour = symbol[0], symbol[1:]
    if kind == "G":
        return str(sheet.gems[colour])
    if kind == "Z":
        return say(Message(N_("(all: {points})"), {"points": sheet.puzzles[colour]}))
    if kind == "F":
        return " ".join(str(number) for number in view.flags_left[colour])
    if kind == "T":
        return points_text(sheet.pile)
    if kind == "B" and len(view.scores) == 1:  # DZ-18
        return str(SOLO_BOMB)
    if kind == "B":
        return say(Message(N_("(exploded: {points})"), {"points": points_text(sheet.bomb)}))
    return ""
