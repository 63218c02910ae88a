"""Why an action of 216 is illegal: the error with the rule that forbids it."""

from dataclasses import dataclass

from cubilete.core.errors import IllegalAction
from cubilete.core.message import N_
from cubilete.games.two_sixteen.notation import faces_text
from cubilete.games.two_sixteen.scoring import Cards
from cubilete.games.two_sixteen.tables import (
    CLAIM_FOR_POINTS,
    HELP,
    IA_TAKES,
    KIND_OF_USE,
    KINDS,
    NOTHING,
    PASS,
    REROLL,
    REROLL_ALL,
    rest_of,
)
from cubilete.games.two_sixteen.terms import condition, help_name


@dataclass(frozen=True)
class Position:
    """The part of a state that decides the reason."""

    cards: Cards
    dice: int
    offer: list[int]
    hand: int
    stage: str
    """“first” or “second” roll, or “ia” for the IA's turn."""
    helped: bool


def why_not(position: Position, code: int) -> IllegalAction:
    """The error for a code that is not legal in this position."""
    if position.stage == "ia" or IA_TAKES <= code < REROLL:
        return why_not_ia(position, code)
    if code >= PASS:
        return IllegalAction(
            "must-reroll",
            "216-6",
            N_("You can't pass after the first roll: claim an objective or reroll."),
        )
    if code >= HELP:
        return why_not_help(position, code - HELP)
    if code >= REROLL:
        return why_not_reroll(position, code - REROLL)
    return why_not_claim(position, code)


def why_not_ia(position: Position, code: int) -> IllegalAction:
    if position.stage != "ia":
        return IllegalAction(
            "not-the-ia", "216-15", N_("The AI takes its objective after your turn.")
        )
    if not IA_TAKES <= code < REROLL:
        return IllegalAction("ia-first", "216-15", N_("First choose which objective the AI takes."))
    objective = code - IA_TAKES
    if objective not in position.offer:
        return not_on_offer(position, objective, "216-15")
    return IllegalAction(
        "not-the-lowest",
        "216-15",
        N_("The AI takes the objective with the fewest points, and “{objective}” has more."),
        objective=condition(position.cards.whens[objective]),
    )


def why_not_help(position: Position, use: int) -> IllegalAction:
    kind = KIND_OF_USE[use // 8]
    face = use % 8
    if not position.hand >> 5 * kind & 31:
        return IllegalAction(
            "not-in-hand",
            "216-10",
            N_("You don't have the help card “{help}”."),
            help=help_name(KINDS[kind]),
        )
    if use // 8 != REROLL_ALL and rest_of(position.dice, face) == NOTHING:
        return IllegalAction(
            "no-such-die",
            "216-4" if position.stage == "first" else "216-7",
            N_("No die on the table shows {faces}."),
            faces=face,
        )
    return IllegalAction(
        "already-shown",
        "216-M5",
        N_("The die already shows {faces}: “{use}” would change nothing."),
        faces=face,
        use=help_name(KINDS[kind]),
    )


def why_not_reroll(position: Position, dice: int) -> IllegalAction:
    if position.stage == "second":
        return IllegalAction(
            "no-roll-left", "216-2", N_("You have already rolled twice this turn.")
        )
    return IllegalAction(
        "no-such-dice",
        "216-6",
        N_("The dice {faces} aren't all on the table."),
        faces=faces_text(dice),
    )


def why_not_claim(position: Position, code: int) -> IllegalAction:
    objective = code % 128
    rule = claim_rule(position)
    if objective not in position.offer:
        return not_on_offer(position, objective, rule)
    if not position.cards.meets(position.dice, objective):
        return IllegalAction(
            "not-met",
            rule,
            N_("The dice ({faces}) don't meet “{when}”."),
            faces=faces_text(position.dice),
            when=condition(position.cards.whens[objective]),
        )
    if code < CLAIM_FOR_POINTS:
        return IllegalAction(
            "bonus-not-chosen",
            "216-3",
            N_("Served! Choose your bonus: points or a help card."),
        )
    if position.stage == "second":
        return IllegalAction(
            "not-served", "216-7", N_("Only the first roll can be served: no bonus now.")
        )
    return IllegalAction(
        "not-served", "216-4", N_("After a help card nothing is served: no bonus.")
    )


def claim_rule(position: Position) -> str:
    if position.stage == "second":
        return "216-7"
    return "216-4" if position.helped else "216-3"


def not_on_offer(position: Position, objective: int, rule: str) -> IllegalAction:
    return IllegalAction(
        "not-on-offer",
        rule,
        N_("“{objective}” isn't on offer."),
        objective=condition(position.cards.whens[objective]),
    )
