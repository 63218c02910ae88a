"""The second part of a game: what people read.

Every method has a default, so a game without words is told in its notation. Translations of the
sentences are in `locale/<language>.po` and the rules for people in `rules.<language>.md`, both in
the folder of the package in which the class of the words is defined.
"""

from collections.abc import Sequence
from typing import Generic

from cubilete.core.message import N_, Message, Say
from cubilete.core.parts.chronicle import Chronicle
from cubilete.core.parts.rules import Setup
from cubilete.core.record import By
from cubilete.core.resources import package_file
from cubilete.core.view import V

BOT_WORDS = {
    "random": N_("random"),
    "novice": N_("novice"),
    "normal": N_("normal"),
    "expert": N_("expert"),
    "greedy": N_("strong"),
}
RULES_LANGUAGES = ("es", "en")


class Words(Generic[V]):
    """Sentences about one game. Seats in them are `SeatName` values."""

    feel: Message = Message("")
    """What it feels like to play, in one line."""

    def tell(self, who: str, by: By, text: str) -> Message:
        """What happened, for the history; `who` is the name of the player who did it."""
        if by == "chance" or by == "table":
            return Message("{text}", {"text": text})
        return Message("{who}: {text}", {"who": who, "text": text})

    def chronicle(self, names: Sequence[str], setup: Setup) -> Chronicle:
        """Tells the history of one game; `names` are those of the seats. By default what `tell`
        says, without rounds."""
        return Chronicle(self.tell, names)

    def offer(self, view: V, text: str) -> Message:
        """The label of a button that does this."""
        return Message("{text}", {"text": text})

    def ask(self, view: V) -> Message:
        """What the acting players have to do now, in one short sentence."""
        return Message("")

    def remark(self, view: V) -> Message:
        """What else counts now, in one line: the round, what is left."""
        return Message("")

    def rule_now(self, view: V) -> str:
        """The number of the rule that matters most now; "" for none."""
        return ""

    def seat_note(self, view: V, seat: int) -> Message:
        """What everybody sees of a seat besides its points."""
        return Message("")

    def extra_player(self, number: int) -> str:
        """The name of a score beyond those of the seats, counted from 0: 216's solo opponent."""
        return f"+{number + 1}"

    def extra_note(self, view: V, number: int) -> Message:
        """What everybody sees of such a player besides its points."""
        return Message("")

    def extra_player_said(self, number: int) -> Message:
        """What sentences call it: “the AI”."""
        return Message("{name}", {"name": self.extra_player(number)})

    def score_names(self, names: Sequence[str], count: int, say: Say | None = None) -> list[str]:
        """One name for each of `count` scores: `names` of the seats, then those of scores beyond
        them, as sentences call them where `say` is given."""
        extra = range(count - len(names))
        if say is None:
            return [*names, *map(self.extra_player, extra)]
        return [*names, *(say(self.extra_player_said(number)) for number in extra)]

    def choice(self, option: str, choice: str) -> Message:
        """What people call one of the names of an option."""
        return Message("{choice}", {"choice": choice})

    def group(self, option: str, group: str) -> Message:
        """What people call a group of an option's names."""
        return Message("{group}", {"group": group})

    def turns(self, option: str, choice: str) -> int:
        """How many turns of each player one of the names of an option adds to a game."""
        return 1

    def bot(self, name: str) -> Message:
        """What people call a bot of this name: how well it plays."""
        return Message(BOT_WORDS.get(name, "{bot}"), {"bot": name})

    def show(self, view: V, say: Say = str) -> str:
        """The position as plain text."""
        return "\n".join(f"{name}: {value}" for name, value in vars(view).items())

    def rules(self, language: str) -> str:
        """The rules for people, in Markdown; in another language where this one is missing, and
        "" where there are none."""
        for each in (language, *RULES_LANGUAGES):
            text = package_file(self, f"rules.{each}.md")
            if text is not None:
                return text
        return ""
