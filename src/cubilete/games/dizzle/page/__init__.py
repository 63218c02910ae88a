"""How Dizzle looks in the browser: dice on felt, the own sheet, and the sheets of the others.

Spectators see all sheets in full size; players see those of the others in small. The bar has three
places, which never move: rolling again, what is done with a cell, and leaving the turn.
"""

from collections.abc import Iterator, Sequence

from cubilete.core.message import N_, Message
from cubilete.core.parts.ending import Breakdown, Moment, Past, Throw
from cubilete.core.parts.outcome_form import OutcomeForm, dice, roll, roll_again, who_begins
from cubilete.core.parts.page import Page, Scene
from cubilete.core.record import Event
from cubilete.games.dizzle.layout import layout_of
from cubilete.games.dizzle.page import ending
from cubilete.games.dizzle.page.drawing import (
    column_arrows,
    forget_drawings,
    hindrance,
    marks_of,
    places,
    returned_face,
    sheet_runs,
    small_sheet,
    table_dice,
)
from cubilete.games.dizzle.page.guide import CARD, LESSON
from cubilete.games.dizzle.page.points import legend, tally
from cubilete.games.dizzle.page.printout import DizzlePrintout
from cubilete.games.dizzle.page.workshop import LevelWorkshop
from cubilete.games.dizzle.terms import sheet_name
from cubilete.games.dizzle.view import DizzleView


class DizzlePage(Page[DizzleView]):
    confirms = True
    card = CARD
    lesson = LESSON
    printout = DizzlePrintout()
    workshop = LevelWorkshop()

    def stage(self, scene: Scene[DizzleView]) -> list[str]:
        view, me = scene.view, scene.seat
        solo = len(scene.names) == 1
        # A game that was given up is over for the scene, but its last turn is still shown.
        ended = view.turn == "over"
        chunks = [] if ended else [felt(scene)]
        if me is not None:
            chunks.append(
                scene.fragment(
                    "own_title", me, scene.say(sheet_name(view.sheet.name)), view.scores[me]
                )
            )
            chunks += [*full_sheet(scene, me), "</section>"]
            if solo or not ended:
                chunks += symbols(scene, "sheet yours key")
        if ended and not solo and not scene.summed_up:
            crosses = tuple(map(len, view.crossed))
            chunks.append(scene.fragment("tally_title"))
            chunks += [scene.piece("tally", scene.names, tally(view), view.scores, crosses)]
            chunks.append("</section>")
        if me is None:
            chunks += all_sheets(scene)
        elif not solo:
            chunks += other_sheets(scene, me)
        if me is not None and not scene.over:
            chunks += actions(scene)
        return chunks

    def forget(self) -> None:
        forget_drawings()

    def elements(self, view: DizzleView, text: str) -> tuple[str, ...]:
        """Of an action that places a die: the die. The space is a button of its own."""
        if not text.startswith("place "):
            return ()
        layout = layout_of(view.sheet)
        face = layout.faces[layout.index[text[6:]]]
        return (f'.felt .dice > :nth-child(1 of [data-face="{face}"])',)

    def outcome_form(
        self, view: DizzleView, draws: Sequence[int], names: Sequence[str]
    ) -> OutcomeForm:
        if view.step == "start":
            return who_begins(names)
        if view.step == "roll":
            return roll(names[view.first], len(draws))
        name = names[view.current]
        if view.step == "steal":  # DZ-17
            ask = Message(N_("{name}, roll the two extra dice."), {"name": name})
            return dice(ask, "steal", len(draws), N_("Extra die {number}"))
        return roll_again(name, len(draws))

    def breakdown(self, view: DizzleView, past: Past[DizzleView]) -> Breakdown:
        return ending.breakdown(view)

    def throws(self, past: Past[DizzleView]) -> Iterator[Throw]:
        return ending.throws(past)

    def moments(self, view: DizzleView, event: Event) -> tuple[Moment, ...]:
        return ending.moments(view, event)


def felt(scene: Scene[DizzleView]) -> str:
    view = scene.view
    latest = scene.history[0].text if scene.history else ""
    stolen = latest.split()[1:] if latest.startswith("steal ") else []
    return scene.fragment(
        "felt",
        table_dice(view, places(view, scene.history), scene.picked, scene.over),
        returned_face(view, scene.picked),
        view.step == "planet",
        tuple(stolen),
        len(scene.names) == 1,
    )


def actions(scene: Scene[DizzleView]) -> list[str]:
    """The buttons of everything that can be done, each in its place."""
    view, picked = scene.view, scene.picked
    step = view.step if view.legal else "wait"
    if "reroll" in view.legal:
        step = "reroll"
    label = scene.offer(picked) if picked else ""
    return [
        scene.form('class="actions slots"'),
        scene.fragment("places", step, picked, label, len(view.dice)),
        "</form>",
    ]


# --- Sheets ---


def full_sheet(scene: Scene[DizzleView], seat: int) -> list[str]:
    view = scene.view
    columns = len(view.sheet.grid[0])
    why = ""
    if seat == scene.seat and not scene.over:
        why = hindrance(view, seat, seat in view.to_act)
    chunks = [
        scene.fragment("sheet_opening", scene.names[seat], columns, len(view.sheet.grid), why),
        scene.piece("column_names", columns),
        *scene.pieces("run", sheet_runs(view, seat, scene.picked, scene.over)),
    ]
    arrows = column_arrows(view, seat, scene.picked)
    if arrows:
        chunks.append(scene.piece("column_arrows", arrows))
    return [*chunks, "</div>"]


def all_sheets(scene: Scene[DizzleView]) -> list[str]:
    """The sheets as a spectator sees them."""
    chunks = [scene.fragment("all_sheets_opening")]
    for seat in range(len(scene.names)):
        chunks += [seat_title(scene, seat), *full_sheet(scene, seat), "</section>"]
    return [*chunks, *symbols(scene, "sheet"), "</section>"]


def other_sheets(scene: Scene[DizzleView], me: int) -> list[str]:
    """The sheets of the others, from the next seat on, as a player sees them."""
    view, players = scene.view, len(scene.names)
    chunks = [scene.fragment("other_sheets_opening")]
    for seat in [*range(me + 1, players), *range(me)]:
        chunks += [
            seat_title(scene, seat),
            scene.fragment("small_sheet_opening", len(view.sheet.grid[0])),
            *scene.pieces("small_row", small_sheet(view.sheet, marks_of(view, seat))),
            "</div>",
            scene.piece("listed", view.crossed[seat], view.placed[seat], view.exploded[seat]),
            "</section>",
        ]
    return [*chunks, "</section>"]


def seat_title(scene: Scene[DizzleView], seat: int) -> str:
    return scene.fragment("seat_title", seat, scene.names[seat], scene.view.scores[seat])


def symbols(scene: Scene[DizzleView], css_class: str) -> list[str]:
    """What the symbols are worth, and what they have given the viewer so far."""
    lines = scene.pieces("count_line", legend(scene.view, scene.seat))
    return [scene.fragment("legend_opening", css_class), *lines, "</dl></section>"]
