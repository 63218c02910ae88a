"""The page of Seis dados: the felt with six dice, the score sheet (SD-5), the points by section."""

from collections.abc import Iterator, Sequence

from librt.vecs import vec
from mypy_extensions import i16

from cubilete.core.message import N_
from cubilete.core.parts.ending import Breakdown, Moment, Past, Throw
from cubilete.core.parts.outcome_form import OutcomeForm, roll, roll_again, who_begins
from cubilete.core.parts.page import Page, Scene, dice_in_place
from cubilete.core.record import Event
from cubilete.games.seis_dados.page import ending
from cubilete.games.seis_dados.page.guide import CARD, LESSON
from cubilete.games.seis_dados.page.printout import SeisDadosPrintout
from cubilete.games.seis_dados.rules import FREE_REPETITIONS
from cubilete.games.seis_dados.scoring import point_of
from cubilete.games.seis_dados.tables import CATEGORIES, CATEGORY_COUNT, SECTIONS, pack_parts
from cubilete.games.seis_dados.terms import CATEGORY_WORDS, SECTION_WORDS
from cubilete.games.seis_dados.view import SeisDadosView

REPETITIONS = ("reroll", "joker")
FIRST_STRONG_ISOLATE = "\u2068"
"""What a name for sentences begins with."""
SHORT_WORDS = {
    "three": N_("3 alike"),
    "four": N_("4 alike"),
    "five": N_("5 alike"),
    "six": N_("6 alike"),
    "straight-3": N_("of 3"),
    "straight-4": N_("of 4"),
    "straight-5": N_("of 5"),
    "straight-6": N_("of 6"),
    "max-sum": N_("max. sum"),
    "min-sum": N_("min. sum"),
    "straight-3-and-pair": N_("of 3 and pair"),
    "straight-4-and-pair": N_("of 4 and pair"),
    "three-and-straight-3": N_("3 alike and of 3"),
}
"""What fits on a tile on a phone, below the title of the section. Numbers are drawn as dice."""
FACES = {name: face for face, name in enumerate(SECTIONS["numbers"], 1)}
ROW_WORDS = {
    name: (name, word, FACES.get(name) or SHORT_WORDS.get(name, word))
    for name, word in CATEGORY_WORDS.items()
}
"""What a row of the sheet begins with: the category, its word, and what fits on a phone."""
MOST_COLUMNS = 6
"""Boxes beside each other on a phone."""

Offer = tuple[tuple[str, ...], tuple[str, ...], str]
"""The values that the viewer may note in a category, those of them that take the point at once, and
the decision that they have picked."""
NONE: Offer = ((), (), "")


class SeisDadosPage(Page[SeisDadosView]):
    same_for_viewers = True
    confirms = True
    card = CARD
    lesson = LESSON
    printout = SeisDadosPrintout()

    def stage(self, scene: Scene[SeisDadosView]) -> list[str]:
        turn = scene.seat in scene.view.to_act and not scene.over
        verb = repetition_verb(scene.view) if turn else ""
        chunks = felt(scene, turn, verb)
        chunks += score_sheet(scene, turn)
        chunks += points(scene)
        if turn:
            label = scene.offer(scene.picked) if scene.picked else ""
            chunks.append(scene.form('class="actions slots"'))
            chunks.append(scene.fragment("slots", verb, scene.picked, label))
            chunks.append("</form>")
        return chunks

    def choice_form(self, view: SeisDadosView) -> str:
        return "again" if repetition_verb(view) else ""

    def elements(self, view: SeisDadosView, text: str) -> tuple[str, ...]:
        verb, *faces = text.split(" ")
        if verb == "assign":
            return ()
        return tuple(
            f'#again > :nth-child({faces[:n].count(face) + 1} of label:has([value="{face}"]))'
            for n, face in enumerate(faces)
        )

    def outcome_form(
        self, view: SeisDadosView, draws: Sequence[int], names: Sequence[str]
    ) -> OutcomeForm:
        if view.current is None:
            return who_begins(names)
        # All six dice may be rolled again too, so their number does not tell.
        ask = roll if view.free_repetitions == FREE_REPETITIONS else roll_again
        return ask(names[view.current], len(draws))

    def breakdown(self, view: SeisDadosView, past: Past[SeisDadosView]) -> Breakdown:
        return ending.breakdown(view)

    def throws(self, past: Past[SeisDadosView]) -> Iterator[Throw]:
        return ending.throws(past)

    def leader(self, view: SeisDadosView) -> int | None:
        if not view.lowest_wins:
            return super().leader(view)
        best = min(view.scores)  # SD-S5
        return view.scores.index(best) if view.scores.count(best) == 1 else None

    def moments(self, view: SeisDadosView, event: Event) -> tuple[Moment, ...]:
        return ending.moments(view, event)


def repetition_verb(view: SeisDadosView) -> str:
    """The word of the notation for a repetition now; "" where none is left (SD-1)."""
    if view.free_repetitions:
        return "reroll"
    return "joker" if view.current is not None and view.jokers[view.current] else ""


def felt(scene: Scene[SeisDadosView], turn: bool, verb: str) -> list[str]:
    """The dice, which the player in turn can choose to roll again, and the repetitions left."""
    view = scene.view
    dice = list(enumerate(dice_in_place(scene.history, view.roll, REPETITIONS), 1))
    chunks = [scene.fragment("felt", turn)]
    if verb:
        chunks.append(scene.form(scene.fragment("again"), verb))
        chunks += [scene.fragment("box", number, face) for number, face in dice]
        chunks.append("</form>")
    elif dice:
        chunks.append('<div class="dice">')
        chunks += [scene.fragment("lying", number, face, turn) for number, face in dice]
        chunks.append("</div>")
    else:
        chunks.append(scene.fragment("in_the_cup"))
    if view.current is not None:
        chunks.append(scene.fragment("tries", view.free_repetitions, view.jokers[view.current]))
    return [*chunks, "</section>"]


def score_sheet(scene: Scene[SeisDadosView], turn: bool) -> list[str]:
    names = scene.names
    writer = scene.seat if turn else None
    offers = offered(scene.view, scene.picked) if turn else {}
    initials = tuple(f"{ord(name.lstrip(FIRST_STRONG_ISOLATE).upper()[0]):06x}" for name in names)
    chunks = [scene.fragment("sheet", turn, initials)]
    first = True
    for section, categories in scene.view.sheet.items():
        lines = -(-len(categories) // MOST_COLUMNS)
        boxes = -(-len(categories) // lines)
        chunks.append(scene.fragment("columns", section, len(names), boxes))
        chunks.append(scene.piece("heading", section, SECTION_WORDS[section], names, first))
        chunks.append("<tbody>")
        chunks += scene.pieces(
            "row",
            [
                (
                    *ROW_WORDS[name],
                    values,
                    scene.view.won.get(name),
                    writer,
                    *offers.get(name, NONE),
                )
                for name, values in categories.items()
            ],
        )
        chunks.append("</tbody></table>")
        first = False
    legend = scene.fragment("legend", names)
    return [*chunks, "</div>", legend, scene.piece("note", len(names)), "</section>"]


def offered(view: SeisDadosView, picked: str) -> dict[str, Offer]:
    """What the viewer may note now, by category."""
    assert view.current is not None
    values: dict[str, tuple[str, ...]] = {}
    for text in view.legal:
        if text.startswith("assign "):
            _, name, value = text.split(" ")
            values[name] = (*values.get(name, ()), value)
    noted = {name: row for rows in view.sheet.values() for name, row in rows.items()}
    return {
        name: (
            found,
            tuple([value for value in found if wins(view.current, name, value, noted[name])]),
            picked if picked.startswith(f"assign {name} ") else "",
        )
        for name, found in values.items()
    }


def wins(seat: int, category: str, value: str, noted: Sequence[str]) -> bool:
    """Whether a seat takes the point of a category at once if it notes this value: all the others
    have completed it."""
    row = [*noted[:seat], value, *noted[seat + 1 :]]
    if not all(row):
        return False
    place = CATEGORIES.index(category)
    values = vec[i16]([0] * (len(row) * CATEGORY_COUNT))
    for number, text in enumerate(row):
        values[number * CATEGORY_COUNT + place] = pack_parts(
            [int(part) for part in text.split(",")]
        )
    return point_of(place, values, len(row)) == seat


def points(scene: Scene[SeisDadosView]) -> list[str]:
    """The points by section. The jokers are there where the sheet has no row for them."""
    view = scene.view
    rows = [
        (SECTION_WORDS[section], here.points, here.extra) for section, here in view.sections.items()
    ]
    jokers = () if "jokers" in view.sheet.get("totals", {}) else view.jokers
    return [
        scene.fragment("points"),
        scene.piece("tally", scene.names, tuple(rows), jokers, view.scores, view.winners),
        "</section>",
    ]
