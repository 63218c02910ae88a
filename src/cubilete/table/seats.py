"""Seats of a table: for whom each one is, and who sits there."""

from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.core.fair import fingerprint_of, made_seed
from cubilete.table.entry import Entry, texts, whole_number
from cubilete.table.plan import BOT, Plan, Reservation


@dataclass
class Seat:
    kind: str
    """PERSON, LOCAL or BOT."""
    name: str = ""
    owner: str = ""
    """Identifies the person who sits here; empty while the seat is free, and for bots."""
    seed: str = ""
    """This seat's share of the fair dice. It stays secret until the game is over."""
    own_seed: bool = False
    """Whether the person sent the seed; otherwise the table derived it from its secret."""
    stand_in: bool = False
    """A bot plays for the person until they take the seat back."""
    left: bool = False
    """The person has left the game; a bot plays for them. They may come back."""
    bot: str = ""
    """The name of the bot that plays here, where it is a bot's seat or plays for a person."""
    reserved: Reservation | None = None
    """The person whom the free seat waits for."""
    face: str = ""
    """The drawing that the person has chosen; "" for their initial."""
    forgotten: bool = False
    """The person asked to be forgotten: nobody comes back to this seat."""
    vacated: int = 0
    """How often the opener has freed the seat: each time its personal link changes."""

    @property
    def taken(self) -> bool:
        return self.kind == BOT or bool(self.owner)

    @property
    def played_by_bot(self) -> bool:
        return self.kind == BOT or self.stand_in

    @property
    def fingerprint(self) -> str:
        """The hash of the seed, which everybody may see before the game is over."""
        return fingerprint_of(self.seed)


def prepared_seed(plan: Plan, seat: int) -> str:
    """The seed of a seat for which nobody brings one; its fingerprint is shown from the start."""
    return made_seed(plan.recipe, bytes.fromhex(plan.secret), plan.dice_name, seat)


def new_seats(plan: Plan) -> list[Seat]:
    """The seats of a new table: free, except those of bots."""
    return [
        Seat(
            kind,
            name=plan.bot_name(number) if kind == BOT else "",
            seed=prepared_seed(plan, number),
            bot=plan.bot_of(number),
            reserved=plan.reserved[number] if plan.reserved else None,
        )
        for number, kind in enumerate(plan.kinds)
    ]


def vacate(seats: list[Seat], plan: Plan, number: int) -> Seat:
    """Frees a seat: it has the seed again that the table made for it."""
    before, seat = seats[number], new_seats(plan)[number]
    seat.vacated, seat.reserved = before.vacated, before.reserved
    seats[number] = seat
    return seat


def seat_bots(seats: list[Seat], entry: Entry) -> None:
    """Gives free seats to bots, as an entry `fill` says."""
    numbers, bot = entry["seats"], str(entry["bot"])
    assert isinstance(numbers, list)
    for number, name in zip(numbers, texts(entry["names"]), strict=True):
        seat = seats[whole_number(number)]
        seat.kind, seat.name, seat.bot = BOT, name, bot


def rename(seats: Sequence[Seat], owner: str, names: Sequence[str]) -> None:
    """Gives other names to the seats of a person, in their order, and no longer waits for them."""
    theirs = [seat for seat in seats if seat.owner == owner]
    for seat, name in zip(theirs, names, strict=False):
        seat.name, seat.face, seat.forgotten = name, "", True
    for seat in seats:
        if seat.reserved is not None and seat.reserved.owner == owner:
            seat.reserved = None
