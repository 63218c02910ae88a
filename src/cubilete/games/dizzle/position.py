"""The position of Dizzle as plain text: all sheets, a legend and the dice."""

from cubilete.core.message import N_, Message, Say
from cubilete.games.dizzle.scoring import SOLO_BOMB
from cubilete.games.dizzle.tables import COLUMNS, LETTERS, spell_position
from cubilete.games.dizzle.terms import SYMBOL_WORDS, points_text, sheet_name, symbol_name
from cubilete.games.dizzle.view import DizzleView


def show_table(view: DizzleView, say: Say = str) -> str:
    now = Message(N_("Round {round} of {rounds}"), {"round": view.round, "rounds": view.rounds})
    lines = [f"{say(sheet_name(view.sheet.name))} · {say(now)}"]
    for seat in range(len(view.scores)):
        lines += ["", seat_title(view, seat, say), *draw_sheet(view, seat)]
    lines += ["", *legend(view, say)]
    if view.dice:
        dice = " ".join(str(face) for face in view.dice)
        lines.append(say(Message(N_("Dice on the table: {dice}"), {"dice": dice})))
    return "\n".join(lines)


def seat_title(view: DizzleView, seat: int, say: Say) -> str:
    """The seat (counted from 1), its points and its part in the turn."""
    score = view.scores[seat]
    parts = [
        Message(N_("Seat {seat}"), {"seat": seat + 1}),
        Message(N_("{points} point", "{points} points"), {"points": points_text(score)}, score),
    ]
    if seat in view.winners and len(view.scores) > 1:
        parts.append(Message(N_("has won")))
    if view.turn != "over" and seat == view.first and view.step != "start":
        parts.append(Message(N_("starts")))
    if seat in view.to_act:
        parts.append(Message(N_("to play")))
    return " · ".join(say(part) for part in parts)


def draw_sheet(view: DizzleView, seat: int) -> list[str]:
    """A seat's sheet: ## is crossed, ** exploded, (5) a die; points of lines at the edges."""
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
    """The meaning of the marks, and the symbols of the sheet with their points."""
    sheet = view.sheet
    marks = [
        "## " + say(Message(N_("crossed off"))),
        "** " + say(Message(N_("exploded"))),
        "(5) " + say(Message(N_("die placed this turn"))),
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
    """The points of a symbol; for a flag, the numbers that are left."""
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
