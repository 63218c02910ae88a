"""Why an action of Dizzle is illegal: the error with the rule that forbids it."""

from typing import TYPE_CHECKING

from cubilete.core.errors import CubileteError, IllegalAction
from cubilete.core.message import N_
from cubilete.games.dizzle.tables import (
    BIT,
    FORCED,
    PLANET,
    PLANET_CODE,
    POSITION_MASK,
    REROLL_CODE,
    RETURN,
    RETURN_CODE,
    WORD,
    spell_position,
)

if TYPE_CHECKING:
    from cubilete.games.dizzle.rules import Dizzle


def refuse(state: "Dizzle", seat: int, code: int) -> CubileteError:
    if state.step == PLANET:
        return refuse_planet(state, code)
    if state.step == RETURN:
        return refuse_return(code)
    if code >= REROLL_CODE:
        if state.step == FORCED:
            return IllegalAction(
                "must-place", "DZ-7", N_("After the reroll one of the dice fits: place it.")
            )
        return IllegalAction("must-place", "DZ-4", N_("Who can place a die must."))
    if code >= PLANET_CODE:
        return IllegalAction(
            "no-rocket", "DZ-E3", N_("Planets are chosen at the end of a turn, for rockets.")
        )
    if code >= RETURN_CODE:
        return IllegalAction(
            "nothing-to-return",
            "DZ-7",
            N_("A die is returned only after a reroll in which no die fits."),
        )
    return refuse_place(state, seat, code)


def refuse_place(state: "Dizzle", seat: int, code: int) -> CubileteError:
    sheet = state.sheet
    name = spell_position(code & POSITION_MASK)
    cell = state.cell_of(code)
    if cell < 0:
        return no_such_cell(name)
    base = seat * sheet.stride
    bit = BIT[cell % WORD]
    w = cell // WORD
    if state.board[base + w] & bit:
        return IllegalAction("crossed", "DZ-2", N_("{cell} is already crossed."), cell=name)
    if state.board[base + sheet.dice + w] & bit:
        return IllegalAction("die-there", "DZ-2", N_("A die lies on {cell}."), cell=name)
    if state.board[base + sheet.exploded + w] & bit:
        return IllegalAction("exploded", "DZ-E2", N_("The bomb on {cell} has exploded."), cell=name)
    if not state.board[base + sheet.open + w] & bit:
        return IllegalAction(
            "locked",
            "DZ-E1",
            N_("{cell} is locked until a key of its colour was crossed in an earlier turn."),
            cell=name,
        )
    if not state.board[state.reach + w] & bit:
        return refuse_distance(state, base, name)
    return IllegalAction(
        "wrong-face",
        "DZ-2",
        N_("No die on the table shows the {face} of {cell}."),
        face=sheet.face_of[cell],
        cell=name,
    )


def refuse_distance(state: "Dizzle", base: int, name: str) -> CubileteError:
    sheet = state.sheet
    if state.reach == base + sheet.beside_dice:
        return IllegalAction(
            "not-beside-a-die",
            "DZ-3",
            N_("{cell} is not next to a die that you placed in this turn."),
            cell=name,
        )
    for w in range(sheet.words):
        if state.board[base + sheet.dice + w]:
            return IllegalAction(
                "not-beside-a-cross",
                "DZ-5",
                N_("Your dice are enclosed: you jump next to a cross, and {cell} is not."),
                cell=name,
            )
    return IllegalAction(
        "not-beside-a-cross",
        "DZ-3",
        N_("Your first die goes next to a cross, and {cell} is not."),
        cell=name,
    )


def refuse_return(code: int) -> CubileteError:
    if code & ~POSITION_MASK != RETURN_CODE:
        return IllegalAction(
            "must-return", "DZ-7", N_("No die fits after the reroll: return one of yours.")
        )
    return IllegalAction(
        "no-die-there",
        "DZ-7",
        N_("No die of yours lies on {cell}."),
        cell=spell_position(code & POSITION_MASK),
    )


def refuse_planet(state: "Dizzle", code: int) -> CubileteError:
    name = spell_position(code & POSITION_MASK)
    cell = state.cell_of(code)
    if code & ~POSITION_MASK != PLANET_CODE:
        return IllegalAction(
            "must-choose-planet", "DZ-E3", N_("Your rocket flies: choose a planet.")
        )
    if cell < 0:
        return no_such_cell(name)
    if not state.sheet.planets[cell // WORD] & BIT[cell % WORD]:
        return IllegalAction("no-planet", "DZ-E3", N_("{cell} is no planet."), cell=name)
    return IllegalAction("crossed", "DZ-E3", N_("{cell} is already crossed."), cell=name)


def no_such_cell(name: str) -> CubileteError:
    return IllegalAction(
        "no-such-cell", "DZ-2", N_("There is no cell {cell} on this sheet."), cell=name
    )
