"""Checks what a new table shall be and makes its plan."""

import json
from collections.abc import Mapping, Sequence

from cubilete.core.errors import BadOption
from cubilete.core.fair import RECIPE_2
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.table.clock import check_clock
from cubilete.table.plan import Plan


def new_plan(
    game: AnyGame,
    seats: Sequence[str],
    *,
    table: str,
    secret: str,
    options: Mapping[str, object] | None = None,
    bot: str = "",
    real_dice: bool = False,
    clock: str = "",
) -> Plan:
    """The plan of a new table, or the error that says why it can't be opened.

    A seat is "person", "local" or "bot", and "bot greedy" names the bot that plays there. `bot`
    is for bots without a name and for absent people; "" is the strongest. `table` is the name of
    the table, `secret` that of its fair dice, in hexadecimal.
    """
    setup = game.setup(len(seats), options)
    chosen = [(kind, name) for kind, _, name in (seat.partition(" ") for seat in seats)]
    for name in (bot, *(name for _, name in chosen)):
        if name and name not in game.policy.bots():
            raise BadOption(
                "unknown-bot", "", N_("{game} has no bot “{bot}”."), game=game.name, bot=name
            )
    if real_dice and not game.rules.real_dice:
        raise BadOption(
            "secret-dice", "", N_("{game} has secret dice: the table rolls them."), game=game.name
        )
    checked: JsonObject = json.loads(json.dumps(setup.options))
    return Plan(
        table=table,
        game=game.slug,
        kinds=tuple(kind for kind, _ in chosen),
        options=checked,
        material=setup.material,
        bot=bot or game.policy.strongest(),
        real_dice=real_dice,
        secret=secret,
        bots=tuple(name for _, name in chosen),
        clock=check_clock(clock),
        edition=game.rules.edition,
        recipe=RECIPE_2,
    )
