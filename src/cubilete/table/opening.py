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
from cubilete.table.names import clean_name
from cubilete.table.plan import BOT, Plan, Reservation
from cubilete.table.seating.bots import name_of_face, seated_names


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


def fewest_seats(game: AnyGame) -> int:
    """Two, or as many as the game needs: nobody plays alone who has not asked for it."""
    return max(game.about.players[0], min(2, game.about.players[-1]))


def new_plan(
    game: AnyGame,
    seats: Sequence[str],
    *,
    table: str,
    secret: str,
    options: Mapping[str, object] | None = None,
    material: JsonObject | None = None,
    bot: str = "",
    real_dice: bool = False,
    clock: str = "",
    invited_only: bool = False,
    hints: bool | None = None,
    people: Sequence[str] = (),
    meant_for: Mapping[int, str] | None = None,
) -> Plan:
    """The plan of a new table, or the error that says why it can't be opened.

    A seat is "person", "local" or "bot"; "bot expert" says how well it plays, and "bot expert
    lola" who it is. `bot` is for bots without a level and for absent people; "" is the strongest.
    `table` is the name of the table, `secret` that of its fair dice, in hexadecimal. With
    `invited_only` a seat can be taken only by its personal link. `hints` allows hints to all, or
    to nobody for good; without it people may agree on them during the game. `people` are the names
    of those who sit down at once, which no bot gets; `meant_for` are those whom seats are meant
    for, by seat. `material` is a deck, sheets or a level of people's own.
    """
    setup = game.setup(len(seats), options, material)
    words = [[*seat.split(" ", 2), "", ""] for seat in seats]
    chosen = [(kind, name) for kind, name, *_ in words]
    expected = meant_for or {}
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
        reserved=tuple(
            Reservation("", clean_name(expected[seat])) if expected.get(seat) else None
            for seat in range(len(seats))
        )
        if expected
        else (),
        bot_names=seated_names(
            [name_of_face(face) if kind == BOT else None for kind, _, face, *_ in words],
            [*people, *expected.values()],
        ),
        hints=hints,
    )
