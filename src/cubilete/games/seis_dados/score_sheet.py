"""The score sheet (SD-5) as plain text."""

from collections.abc import Sequence

from cubilete.core.message import N_, Message, Say
from cubilete.games.seis_dados.rules import STARTING_JOKERS
from cubilete.games.seis_dados.terms import CATEGORY_WORDS, SECTION_WORDS
from cubilete.games.seis_dados.view import SeisDadosView


def score_sheet(view: SeisDadosView, players: Sequence[str], say: Say = str) -> str:
    """The players in columns, the categories in rows by section, jokers and points.

    The jokers are six marks for each player, crossed as they are spent.
    """
    jokers = ["o" * left + "x" * (STARTING_JOKERS - left) for left in view.jokers]
    rows: list[tuple[str, Sequence[str]]] = [("", players)]
    for section, categories in view.sheet.items():
        rows.append((say(Message(SECTION_WORDS[section])), ()))
        for name, values in categories.items():
            cells = jokers if name == "jokers" else values
            rows.append(("  " + say(Message(CATEGORY_WORDS[name])), cells))
    if "jokers" not in view.sheet.get("totals", {}):
        rows.append((say(Message(N_("Jokers"))), jokers))
    rows.append((say(Message(N_("Points"))), [str(score) for score in view.scores]))
    label_width = max(len(label) for label, _ in rows)
    cell_width = max(len(cell) for _, cells in rows for cell in cells) + 2
    return "\n".join(
        (label.ljust(label_width) + "".join(cell.rjust(cell_width) for cell in cells)).rstrip()
        for label, cells in rows
    )
