"""The page of Seis dados: the felt with six dice, the score sheet (SD-5), the points by section."""

from collections.abc import Iterator, Sequence

from cubilete.core.parts.ending import Breakdown, Moment, Past, Throw
from cubilete.core.parts.outcome_form import OutcomeForm, roll, roll_again, who_begins
from cubilete.core.parts.page import Page, Scene, places_of
from cubilete.core.record import Event
from cubilete.games.seis_dados.page import ending
from cubilete.games.seis_dados.rules import FREE_REPETITIONS
from cubilete.games.seis_dados.terms import CATEGORY_WORDS, SECTION_WORDS
from cubilete.games.seis_dados.view import SeisDadosView


class SeisDadosPage(Page[SeisDadosView]):
    same_for_viewers = True

    def stage(self, scene: Scene[SeisDadosView]) -> list[str]:
        turn = scene.seat in scene.view.to_act and not scene.over
        verb = repetition_verb(scene.view) if turn else ""
        chunks = felt(scene, turn, verb) if scene.view.turn != "over" else []
        chunks += score_sheet(scene, turn)
        chunks += points(scene)
        if verb and not scene.picked:
            chunks.append(scene.piece("roll_again", verb))
        return chunks

    def choice_form(self, view: SeisDadosView) -> str:
        return "again" if repetition_verb(view) else ""

    def elements(self, view: SeisDadosView, text: str) -> tuple[str, ...]:
        verb, *faces = text.split(" ")
        if verb == "assign":
            return ()
        places = places_of(view.roll, [int(face) for face in faces])
        return tuple(f"#again > label:nth-of-type({place + 1})" for place in places)

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
    chunks = [scene.fragment("felt", turn)]
    if verb:
        chunks.append(scene.form(scene.fragment("again"), verb))
        chunks.append(scene.fragment("boxes", view.roll))
        chunks.append("</form>")
    else:
        chunks.append(scene.fragment("dice", view.roll, turn))
    if view.current is not None:
        chunks.append(scene.fragment("tries", view.free_repetitions, view.jokers[view.current]))
    if verb and scene.picked:
        chunks.append(scene.fragment("besides", verb))
    return [*chunks, "</section>"]


def score_sheet(scene: Scene[SeisDadosView], turn: bool) -> list[str]:
    names = scene.names
    writer = scene.seat if turn else None
    offers = assignments(scene.view) if turn else {}
    chunks = [scene.fragment("sheet", turn, len(names))]
    first = True
    for section, categories in scene.view.sheet.items():
        chunks.append(scene.fragment("columns", section, len(names)))
        chunks.append(scene.piece("heading", section, SECTION_WORDS[section], names, first))
        chunks.append("<tbody>")
        chunks += scene.pieces(
            "row",
            [
                (
                    name,
                    CATEGORY_WORDS[name],
                    values,
                    scene.view.won.get(name),
                    writer,
                    offers.get(name, ()),
                    scene.picked if scene.picked.startswith(f"assign {name} ") else "",
                )
                for name, values in categories.items()
            ],
        )
        chunks.append("</tbody></table>")
        first = False
    return [*chunks, "</div>", scene.piece("note", len(names)), "</section>"]


def assignments(view: SeisDadosView) -> dict[str, tuple[str, ...]]:
    """The values that the viewer may note now, by category."""
    found: dict[str, tuple[str, ...]] = {}
    for text in view.legal:
        if text.startswith("assign "):
            _, name, value = text.split(" ")
            found[name] = (*found.get(name, ()), value)
    return found


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
