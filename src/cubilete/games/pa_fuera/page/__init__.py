"""How the table of Pa' fuera looks in the browser."""

from collections.abc import Iterator

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
)
from cubilete.games.pa_fuera.page.reveal import lifted_cups
from cubilete.games.pa_fuera.view import PaFueraView

PaFueraScene = Scene[PaFueraView]

ANSWERS = ("accept", "decline", "withdraw")


class PaFueraPage(Page[PaFueraView]):
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
        splits = splits_of(view)
        if playing and scene.seat is not None:
            chunks += own_call(scene, scene.seat, preview)
            if splits:
                chunks += alliance(scene, scene.seat, splits)
            elif acts and view.call:
                why = scene.say(why_no_alliance(view, scene.seat))
                chunks.append(scene.fragment("no_alliance", why))
        chunks.append('</div><div class="counts">')
        if view.last_call:
            chunks.append(scene.piece("lifted", scene.names, view.last_call, view.last_cups))
        chunks.append(
            scene.piece("left", scene.names, view.dice, view.tokens, dice_lost(view), view.pot)
        )
        chunks.append("</div>")
        if acts and view.call and not scene.picked:
            chunks.append(actions(scene, splits))
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


def own_call(scene: PaFueraScene, seat: int, preview: Preview) -> list[str]:
    view = scene.view
    why = why_no_call(view, seat, scene.names)
    picked = 0 if preview.proposal else preview.face
    said = "" if why is None else scene.say(why)
    return [scene.piece("solo", view.call is not None, view.cost, said, picked)]


def alliance(scene: PaFueraScene, seat: int, splits: tuple[str, ...]) -> list[str]:
    """Radio buttons of one name are one choice: the face goes with the verb, the split is the
    part."""
    return [
        f'<details class="sheet ally" id="ally-{seat}">',
        scene.fragment("ally_summary", scene.view.cost),
        scene.form('id="ally"'),
        scene.piece("face_choice"),
        "</form>",
        scene.piece("split_choice", splits, scene.names, seat),
        scene.fragment("ally_note"),
        "</details>",
    ]


def actions(scene: PaFueraScene, splits: tuple[str, ...]) -> str:
    """The buttons at the edge: propose, answer the only proposal that waits, pass."""
    waiting = [each for each in scene.view.proposals if is_waiting(each, scene.seat)]
    texts = [f"{verb} #{waiting[0].number}" for verb in ANSWERS[:2]] if len(waiting) == 1 else []
    return scene.piece(
        "actions",
        splits,
        scene.names,
        scene.seat,
        tuple((text, scene.offer(text)) for text in (*texts, "pass")),
    )
