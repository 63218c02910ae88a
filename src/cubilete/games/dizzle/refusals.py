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
                "must-place", "DZ-7", N_("A die fits after the reroll: place one.")
            )
        return IllegalAction("must-place", "DZ-4", N_("If you can place a die, you must."))
    if code >= PLANET_CODE:
        return IllegalAction(
            "no-rocket",
            "DZ-E3",
            N_("You choose planets at the end of a turn, one for each rocket."),
        )
    if code >= RETURN_CODE:
        return IllegalAction(
            "nothing-to-return",
            "DZ-7",
            N_("You return a die only if none fits after a reroll."),
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
        return IllegalAction("crossed", "DZ-2", N_("{cell} is already crossed off."), cell=name)
    if state.board[base + sheet.dice + w] & bit:
        return IllegalAction(
            "die-there", "DZ-2", N_("There is already a die on {cell}."), cell=name
        )
    if state.board[base + sheet.exploded + w] & bit:
        return IllegalAction("exploded", "DZ-E2", N_("The bomb on {cell} has exploded."), cell=name)
    if not state.board[base + sheet.open + w] & bit:
        return IllegalAction(
            "locked",
            "DZ-E1",
            N_("{cell} is locked: you need a key of its colour, crossed off in an earlier turn."),
            cell=name,
        )
    if not state.board[state.reach + w] & bit:
        return refuse_distance(state, base, name)
    return IllegalAction(
        "wrong-face",
        "DZ-2",
        N_("{cell} needs a {face}, and no die on the table shows one."),
        face=sheet.face_of[cell],
        cell=name,
    )


def refuse_distance(state: "Dizzle", base: int, name: str) -> CubileteError:
    sheet = state.sheet
    if state.reach == base + sheet.beside_dice:
        return IllegalAction(
            "not-beside-a-die",
            "DZ-3",
            N_("{cell} isn't next to a die you placed this turn."),
            cell=name,
        )
    for w in range(sheet.words):
        if state.board[base + sheet.dice + w]:
            return IllegalAction(
                "not-beside-a-cross",
                "DZ-5",
                N_("Your dice are boxed in: jump next to any cross; {cell} isn't next to one."),
                cell=name,
            )
    return IllegalAction(
        "not-beside-a-cross",
        "DZ-3",
        N_("Your first die goes next to a cross; {cell} isn't next to one."),
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
        N_("You have no die on {cell}."),
        cell=spell_position(code & POSITION_MASK),
    )


def refuse_planet(state: "Dizzle", code: int) -> CubileteError:
    name = spell_position(code & POSITION_MASK)
    cell = state.cell_of(code)
    if code & ~POSITION_MASK != PLANET_CODE:
        return IllegalAction(
            "must-choose-planet", "DZ-E3", N_("Your rocket takes off: choose a planet.")
        )
    if cell < 0:
        return no_such_cell(name)
    if not state.sheet.planets[cell // WORD] & BIT[cell % WORD]:
        return IllegalAction("no-planet", "DZ-E3", N_("{cell} is not a planet."), cell=name)
    return IllegalAction("crossed", "DZ-E3", N_("{cell} is already crossed off."), cell=name)


def no_such_cell(name: str) -> CubileteError:
    return IllegalAction(
        "no-such-cell", "DZ-2", N_("There is no space {cell} on this sheet."), cell=name
    )
