"""Whether hints are allowed at a table: alone always, among people if all of them agree.

The plan may allow them, which everybody sees before sitting down, or forbid them for good. Where it
says nothing, people agree during the game, each by an entry of their own; who agrees first asks the
others. A no settles the question, and switches hints off again.
"""

from collections.abc import Sequence

from cubilete.bots.positions import has_levels
from cubilete.core.game import AnyGame
from cubilete.table.plan import Plan
from cubilete.table.seats import Seat


class HintsAgreement:
    """Folded from the entries of a table; `on` says whether hints are allowed now."""

    def __init__(self, plan: Plan, game: AnyGame) -> None:
        self.possible = plan.hints is not False and has_levels(game)
        """False where nobody can allow them."""
        self.by_plan = plan.hints is True
        self.on = False
        self.among_people = False
        """Whether several people play."""
        self.agreed: tuple[str, ...] = ()
        """The owners who agree, the one who asked first."""
        self.refused: dict[str, int] = {}
        """For each owner whose question was refused, the number of events then."""

    @property
    def needs_agreement(self) -> bool:
        return self.among_people and not self.by_plan

    @property
    def asked_by(self) -> str:
        """The owner who has asked the others to allow hints; "" if there is no open question."""
        return self.agreed[0] if self.agreed and not self.on else ""

    def answer(self, owner: str, agrees: bool, events: int) -> None:
        """`events` is the number of events so far."""
        if agrees:
            self.agreed = (*(each for each in self.agreed if each != owner), owner)
            return
        if self.agreed[0] != owner:
            self.refused[self.agreed[0]] = events
        self.agreed = ()

    def settle(self, seats: Sequence[Seat]) -> None:
        """Concludes whether hints are on, after a seat or an answer has changed. People who have
        left the game are not asked; one who comes back is."""
        people = [seat.owner for seat in seats if seat.owner and not seat.left]
        self.among_people = len(people) > 1
        agreed = not self.needs_agreement or set(people) <= set(self.agreed)
        self.on = self.possible and agreed
