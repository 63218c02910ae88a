"""Opening a table: its draft, and its plan once it is known what the table shall be."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cubilete.bots.levels import is_bot, usual_bot
from cubilete.core.errors import BadOption
from cubilete.core.fair import RECIPE_2, commitment_of, prepared_fingerprints
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.table.clock import check_clock
from cubilete.table.plan import Plan


@dataclass(frozen=True)
class Draft:
    """A table that is not open yet: its name and the secret of its dice are fixed already."""

    table: str
    ticket: str
    """Signed by the server: proves that it made this draft."""
    secret: str

    @property
    def commitment(self) -> str:
        return commitment_of(bytes.fromhex(self.secret))

    def prepared(self, seats: int) -> tuple[str, ...]:
        """The fingerprints of the seeds that the table will bring itself where a seat has none."""
        return prepared_fingerprints(RECIPE_2, bytes.fromhex(self.secret), self.table, seats)


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
    invited_only: bool = False,
    hints: bool | None = None,
) -> Plan:
    """The plan of a new table, or the error that says why it can't be opened.

    A seat is "person", "local" or "bot", and "bot greedy" names the bot that plays there. `bot`
    is for bots without a name and for absent people; "" is the strongest. `table` is the name of
    the table, `secret` that of its fair dice, in hexadecimal. With `invited_only` a seat can be
    taken only by its personal link. `hints` allows hints to all, or to nobody for good; without
    it people may agree on them during the game.
    """
    setup = game.setup(len(seats), options)
    chosen = [(kind, name) for kind, _, name in (seat.partition(" ") for seat in seats)]
    for name in (bot, *(name for _, name in chosen)):
        if name and not is_bot(game, name):
            raise BadOption(
                "unknown-bot", "", N_("{game} has no bot “{bot}”."), game=game.name, bot=name
            )
    if real_dice and not game.rules.real_dice:
        raise BadOption(
            "secret-dice",
            "",
            N_("{game} has hidden dice or cards, so the table rolls."),
            game=game.name,
        )
    checked: JsonObject = json.loads(json.dumps(setup.options))
    return Plan(
        table=table,
        game=game.slug,
        kinds=tuple(kind for kind, _ in chosen),
        options=checked,
        material=setup.material,
        bot=bot or usual_bot(game),
        real_dice=real_dice,
        secret=secret,
        bots=tuple(name for _, name in chosen),
        clock=check_clock(clock),
        edition=game.rules.edition,
        recipe=RECIPE_2,
        invited_only=invited_only,
        hints=hints,
    )
