"""How the table of Pa' fuera looks in the browser."""

from collections.abc import Iterator

from cubilete.core.message import N_, Message
from cubilete.core.parts.ending import Breakdown, Past, Throw
from cubilete.core.parts.page import Page, Scene
from cubilete.games.pa_fuera.page import ending
from cubilete.games.pa_fuera.page.drawing import (
    Preview,
    dice_lost,
    is_waiting,
    others,
    pot,
    preview_of,
    proposals_in_order,
    splits_of,
    why_no_alliance,
    why_no_call,
    why_nothing_chosen,
)
from cubilete.games.pa_fuera.page.guide import CARD, LESSON
from cubilete.games.pa_fuera.page.printout import PaFueraPrintout
from cubilete.games.pa_fuera.page.reveal import lifted_cups
from cubilete.games.pa_fuera.view import PaFueraView

PaFueraScene = Scene[PaFueraView]

ANSWERS = ("accept", "decline", "withdraw")


class PaFueraPage(Page[PaFueraView]):
    confirms = True
    card = CARD
    lesson = LESSON
    printout = PaFueraPrintout()

    def stage(self, scene: PaFueraScene) -> list[str]:
        view = scene.view
        preview = preview_of(view, scene.picked)
        playing = view.turn == "seats" and not scene.over
        acts = playing and scene.seat in view.to_act
        chunks = [
            '<div class="play">',
            scene.fragment("felt_opening"),
            *own_cup(scene, preview),
            scene.piece(
                "pot", view.pot, dice_lost(view), *pot(view, scene.names, preview, scene.over)
            ),
            '<ul class="around">',
            *scene.pieces(
                "other", others(view, scene.names, playing, scene.over, lifted_at(scene))
            ),
            '</ul></section><div class="deals">',
            *scene.pieces("deal", deals(scene, preview, acts)),
            "</div>",
        ]
        if scene.summed_up:
            return [*chunks, "</div>"]
        if scene.seat is not None:
            chunks += own_call(scene, scene.seat, preview, playing)
        chunks.append('</div><div class="counts">')
        if view.last_call:
            chunks.append(scene.piece("lifted", scene.names, view.last_call, view.last_cups))
        chunks.append(
            scene.piece("left", scene.names, view.dice, view.tokens, dice_lost(view), view.pot)
        )
        chunks.append("</div>")
        if acts and scene.seat is not None:
            chunks += edge(scene, scene.seat, preview)
        return chunks

    def reveal(self, scene: PaFueraScene) -> list[str]:
        number = lifted_at(scene)
        if not number or not scene.view.last_call:
            return []
        rows = lifted_cups(scene.view, scene.names, scene.history, scene.say)
        return [scene.piece("reveal", number, scene.view.last_call, rows)]

    def choice_form(self, view: PaFueraView) -> str:
        return "ally" if splits_of(view) else ""

    def elements(self, view: PaFueraView, text: str) -> tuple[str, ...]:
        verb, _, rest = text.partition(" ")
        if verb != "propose":
            return ()
        face, _, split = rest.partition(" ")
        parts = [f'label:has(> [value="{part}"])' for part in (f"propose {face}", split)]
        return (f"#ally-{view.seat} > summary", *parts)

    def breakdown(self, view: PaFueraView, past: Past[PaFueraView]) -> Breakdown:
        return ending.breakdown(view)

    def throws(self, past: Past[PaFueraView]) -> Iterator[Throw]:
        return ending.throws(past)


def lifted_at(scene: PaFueraScene) -> int:
    """The number of the event that lifted the cups if nobody has acted since, else 0."""
    return max((event.n for event in scene.outcomes if event.by == "table"), default=0)


def own_cup(scene: PaFueraScene, preview: Preview) -> list[str]:
    view, seat = scene.view, scene.seat
    if seat is None:
        return []
    if scene.over and view.last_cups and view.turn == "over":
        cup = scene.fragment("kept", view.last_cups[seat], view.last_call)
    elif view.blind:
        cup = scene.fragment("blind", view.dice[seat])
    elif not view.cup:
        cup = scene.fragment("unseen", view.dice[seat])
    else:
        cup = scene.fragment("seen", view.cup, preview.face or view.call, scene.over)
    return [
        f'<div class="own" id="hoja-{seat}">',
        cup,
        scene.piece("own_tokens", view.tokens[seat]),
        "</div>",
    ]


def deals(scene: PaFueraScene, preview: Preview, acts: bool) -> Iterator[tuple[object, ...]]:
    """The open proposals, each with the answers that this seat can give."""
    view = scene.view
    for proposal in proposals_in_order(view):
        texts = [f"{verb} #{proposal.number}" for verb in ANSWERS] if acts else []
        yield (
            proposal.number,
            scene.names[proposal.by],
            proposal.by == scene.seat,
            is_waiting(proposal, scene.seat),
            proposal.face,
            preview.proposal == proposal.number,
            proposal.shares,
            proposal.accepted,
            scene.names,
            scene.seat,
            view.cup.count(proposal.face) if view.cup else None,
            tuple((text, scene.offer(text)) for text in texts if text in view.legal),
            scene.picked,
        )


def own_call(scene: PaFueraScene, seat: int, preview: Preview, playing: bool) -> list[str]:
    """The six dice to call, each with the dice that the viewer would lose by it."""
    view = scene.view
    why = why_no_call(view, seat, scene.names) if playing else Message(N_("Nobody calls now."))
    picked = 0 if preview.proposal else preview.face
    said = "" if why is None else scene.say(why)
    losses = tuple(view.cup.count(face) for face in range(1, 7)) if view.cup else ()
    return [scene.piece("solo", view.call is not None, view.cost, said, picked, losses)]


def edge(scene: PaFueraScene, seat: int, preview: Preview) -> list[str]:
    """The places at the table's edge: propose, what is confirmed, pass."""
    view, picked = scene.view, scene.picked
    splits = splits_of(view)
    chunks = [scene.fragment("edge")]
    if splits:
        chunks += alliance(scene, seat, splits, preview.face)
    else:
        why = scene.say(why_no_alliance(view, seat))
        chunks.append(scene.fragment("no_alliance", why))
    chunks.append(scene.form('class="slot"'))
    label = scene.offer(picked) if picked else ""
    why = "" if picked else scene.say(why_nothing_chosen(view, seat, scene.names))
    chunks.append(scene.fragment("confirm", picked, label, why))
    chunks.append("</form>")
    if "pass" in view.legal:
        chunks.append(scene.piece("passing", scene.offer("pass"), picked))
    else:
        chunks.append(scene.piece("no_pass"))
    return [*chunks, "</div>"]


def alliance(scene: PaFueraScene, seat: int, splits: tuple[str, ...], face: int) -> list[str]:
    """Radio buttons of one name are one choice: the face goes with the verb, the split is the
    part. The face of a call that is previewed is chosen already."""
    return [
        f'<details class="ally slot" id="ally-{seat}">',
        scene.fragment("ally_summary"),
        '<div class="sheet terms">',
        scene.form('id="ally"'),
        scene.piece("face_choice", face),
        "</form>",
        scene.piece("split_choice", splits, scene.names, seat),
        scene.fragment("ally_note", scene.view.cost),
        scene.piece("propose_button", splits, scene.names, seat, not scene.picked),
        "</div></details>",
    ]
