"""The history of 216: objectives are called by what they ask, and the IA's takings are told.

Where a single objective has the lowest score, the IA takes it without a decision (216-15), and a
record has no event for that. It shows in the next card: an offer that is full takes a fifth one
only after the IA has taken its own.
"""

from collections.abc import Sequence

from cubilete.core.message import N_, Message
from cubilete.core.parts.chronicle import Line, RoundsOfTurns, Tell
from cubilete.core.record import Event
from cubilete.games.two_sixteen.scoring import Cards
from cubilete.games.two_sixteen.tables import OFFER_SIZE
from cubilete.games.two_sixteen.terms import condition

CLAIMS = {
    "": N_("{who} claims “{objective}”: {points}"),
    "points": N_("{who} claims “{objective}”, served: {points}"),
    "help": N_("{who} claims “{objective}”, served: {points} and a help card"),
}


class TwoSixteenChronicle(RoundsOfTurns):
    def __init__(self, tell: Tell, names: Sequence[str], cards: Cards) -> None:
        super().__init__(tell, names, again=("reroll", "help reroll"))
        self._cards = cards
        self._offer: list[int] = []
        """The objectives on offer."""
        self._ia = len(self.names)

    def lines(self, event: Event) -> tuple[Line, ...]:
        word, _, rest = event.text.partition(" ")
        name, _, bonus = rest.partition(" ")
        if event.by == "chance" and word == "offer":
            return self._offered(self._cards.number[name])
        if word == "claim" and isinstance(event.by, int):
            return (self._claimed(event.by, self._cards.number[name], bonus),)
        if word == "ia" and isinstance(event.by, int):
            return (self._taken(self._cards.number[name], self.names[event.by]),)
        return super().lines(event)

    def _offered(self, objective: int) -> tuple[Line, ...]:
        before: tuple[Line, ...] = ()
        if len(self._offer) == OFFER_SIZE:
            before = (self._taken(min(self._offer, key=lambda each: self._cards.scores[each])),)
        self._offer.append(objective)
        asked = {"objective": self._asked_for(objective)}
        return (*before, Line(Message(N_("New on offer: “{objective}”"), {**asked})))

    def _claimed(self, seat: int, objective: int, bonus: str) -> Line:
        self._offer.remove(objective)
        asked, score = self._asked_for(objective), int(self._cards.scores[objective])
        worth = points(score)
        if bonus == "points":  # 216-3
            more = int(self._cards.bonuses[objective])
            worth = Message(N_("{score} + {bonus} points"), {"score": score, "bonus": more})
            score += more
        values: dict[str, object] = {"who": self.names[seat], "objective": asked, "points": worth}
        return Line(Message(CLAIMS[bonus], values), seat, asked, score)

    def _taken(self, objective: int, chosen_by: str = "") -> Line:
        """What the IA takes. `chosen_by` had the choice among several of the lowest score."""
        self._offer.remove(objective)
        asked, score = self._asked_for(objective), int(self._cards.scores[objective])
        values: dict[str, object] = {"objective": asked, "points": points(score)}
        if chosen_by:
            template = N_("The AI takes “{objective}”, chosen by {who}: {points}")
            values["who"] = chosen_by
        else:
            template = N_("The AI takes “{objective}”: {points}")
        return Line(Message(template, values), self._ia, asked, score)

    def _asked_for(self, objective: int) -> Message:
        return condition(self._cards.whens[objective])


def points(number: int) -> Message:
    return Message(N_("1 point", "{count} points"), count=number)
