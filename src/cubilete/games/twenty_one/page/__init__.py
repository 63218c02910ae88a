"""The page of Twenty One: six dice, the viewer's own sheet, and the sheets of the others.

Each die lies above its own box of the row that the viewer fills: felt and row have the same six
columns. A die that can be written is a checkbox with two labels, the die and its box. Both can be
touched; the style sheet shows the choice in the row, in the sum and in the button.

The bar has two places, which never move: crossing out or rolling again, and writing or standing.
"""

from collections.abc import Iterator, Sequence

from cubilete.core.message import N_, Listing, Message
from cubilete.core.parts.ending import Breakdown, Moment, Past, Throw
from cubilete.core.parts.outcome_form import OutcomeForm, Row, Side, die, who_begins
from cubilete.core.parts.page import Page, Scene
from cubilete.core.record import Event
from cubilete.games.twenty_one.page import ending
from cubilete.games.twenty_one.page.drawing import Drawing, drawn, forget_drawings
from cubilete.games.twenty_one.page.guide import CARD, LESSON
from cubilete.games.twenty_one.page.printout import TwentyOnePrintout
from cubilete.games.twenty_one.page.workshop import SheetsWorkshop
from cubilete.games.twenty_one.refusals import COLOUR_WORDS
from cubilete.games.twenty_one.tables import BOXES, ROWS, SHEETS
from cubilete.games.twenty_one.view import TwentyOneView


class TwentyOnePage(Page[TwentyOneView]):
    confirms = True
    card = CARD
    lesson = LESSON
    printout = TwentyOnePrintout()
    workshop = SheetsWorkshop()

    def stage(self, scene: Scene[TwentyOneView]) -> list[str]:
        view = scene.view
        if not view.sheets[0].name:
            return [scene.piece("before_sheets")]
        drawing = drawn(view, scene.picked)
        chunks: list[str] = []
        if view.turn != "over":
            chunks.append(felt(scene, drawing))
        elif not scene.summed_up:
            chunks.append(end(scene))
        if scene.seat is not None:
            chunks += own_sheet(scene, drawing, scene.seat)
            if not scene.over:
                chunks += actions(scene, drawing)
        return chunks + other_sheets(scene, drawing)

    def forget(self) -> None:
        forget_drawings()

    def choice_form(self, view: TwentyOneView) -> str:
        return "write" if view.writing and view.legal else ""

    def elements(self, view: TwentyOneView, text: str) -> tuple[str, ...]:
        verb, *dice = text.split(" ")
        if verb != "write":
            return ()
        boxes = [f"#write-{die[0]}" for die in dice]
        return tuple(f'.die:has({box}), [for="{box[1:]}"]' for box in boxes)

    def outcome_form(
        self, view: TwentyOneView, draws: Sequence[int], names: Sequence[str]
    ) -> OutcomeForm:
        if view.active is None:
            return who_begins(names)
        if not view.sheets[0].name:
            return draw_sheets(names)
        rows = [die(Message(COLOUR_WORDS[colour]), colour) for colour in view.to_roll]
        return OutcomeForm(ask_to_roll(view, names[view.active]), "roll", tuple(rows))

    def breakdown(self, view: TwentyOneView, past: Past[TwentyOneView]) -> Breakdown:
        return ending.breakdown(view)

    def throws(self, past: Past[TwentyOneView]) -> Iterator[Throw]:
        return ending.throws(past)

    def moments(self, view: TwentyOneView, event: Event) -> tuple[Moment, ...]:
        return ending.moments(view, event)


# --- The stage ---


def felt(scene: Scene[TwentyOneView], drawing: Drawing) -> str:
    """The dice. Rolls hardly ever repeat but single dice do, so that each die is drawn, and
    cached, by itself."""
    view = scene.view
    row = row_number(drawing)
    again = scene.offer("reroll") if "reroll" in view.legal else ""
    return scene.piece(
        "felt",
        tuple([scene.fragment("die", *die, row, again) for die in drawing.dice]),
        row,
        drawing.sum,
        drawing.exacts,
        "" if view.active is None else scene.names[view.active],
        2 if view.rolled_again else 1 if view.writing else 0,
        not view.writing and 1 in view.dice.values(),
    )


def row_number(drawing: Drawing) -> int:
    """The number of the row that the viewer fills, from 1; 0 where there is none."""
    return 0 if drawing.row is None else drawing.row + 1


def own_sheet(scene: Scene[TwentyOneView], drawing: Drawing, seat: int) -> list[str]:
    """The row that is being filled in large, what it would be worth, and the whole sheet."""
    view = scene.view
    name = view.sheets[seat].name
    chunks = [
        f'<section class="sheet yours" id="hoja-{seat}" aria-labelledby="t-mine">',
        scene.piece("own_header", name, view.scores[seat], view.turn == "over"),
    ]
    if drawing.boxes:
        # Like the dice, single boxes repeat much more often than rows.
        boxes = tuple([scene.fragment("open_box", *box) for box in drawing.boxes])
        sealed = bool(view.decision) and not scene.picked
        chunks += [
            scene.piece("row_to_fill", row_number(drawing), boxes),
            scene.piece("gain", drawing.ladder, drawing.choosing, sealed),
        ]
    return [
        *chunks,
        '<table class="t21 own">',
        scene.fragment("caption", name),
        scene.piece("columns", False),
        "<tbody>",
        *scene.pieces("row", drawing.sheets[seat]),
        "</tbody></table></section>",
    ]


# --- The bar ---


def actions(scene: Scene[TwentyOneView], drawing: Drawing) -> list[str]:
    """The buttons of everything that can be done, each in its place."""
    view, picked = scene.view, scene.picked
    if drawing.choosing:
        chunks = [scene.form(scene.fragment("write_attributes"), "write")]
        chunks.append(scene.fragment("cross_place", scene.offer("cross"), False))
        if drawing.fitting:
            chunks.append(scene.fragment("write_or_choose", drawing.fitting))
        else:
            chunks.append(scene.fragment("nothing_fits"))
        return [*chunks, "</form>"]
    chunks = [scene.form('class="actions slots"')]
    if picked.startswith("write "):
        chunks.append(scene.fragment("cross_place", scene.offer("cross"), False))
        chunks.append(scene.fragment("write_place", picked, scene.offer(picked)))
    elif picked == "cross":
        chunks.append(scene.fragment("cross_place", scene.offer("cross"), True))
        chunks.append(scene.fragment("return_to_dice"))
    elif view.legal:
        again = sum(face > 1 for face in view.dice.values())
        labels = scene.offer("reroll"), scene.offer("stand")
        chunks.append(scene.fragment("roll_or_stand", *labels, again, picked))
    else:
        waits = ", ".join(scene.names[seat] for seat in view.to_act)
        chunks.append(scene.fragment("waiting", view.writing, bool(view.decision), waits))
    return [*chunks, "</form>"]


# --- The others ---


def other_sheets(scene: Scene[TwentyOneView], drawing: Drawing) -> list[str]:
    view = scene.view
    chunks = [scene.fragment("others", scene.seat is None)]
    for seat, sheet in enumerate(view.sheets):
        if seat != scene.seat:
            chunks += [
                f'<section class="sheet" id="hoja-{seat}" aria-labelledby="t-sheet-{seat}">',
                scene.piece("header", scene.names[seat], seat, sheet.name, view.scores[seat]),
                '<table class="t21 small">',
                scene.fragment("caption", sheet.name),
                scene.piece("columns", True),
                "<tbody>",
                *scene.pieces("row", drawing.sheets[seat]),
                "</tbody></table>",
            ]
            kind = state_of(view, seat)
            if kind:
                chunks.append(scene.piece("note", kind))
            chunks.append("</section>")
    return [*chunks, "</div>"]


def state_of(view: TwentyOneView, seat: int) -> str:
    """The note below the sheet of another seat: see `note` in pieces.html."""
    if view.writing and view.turn != "over":
        return "deciding" if seat in view.to_act else "decided"
    return "stand or roll" if seat in view.to_act else ""


def end(scene: Scene[TwentyOneView]) -> str:
    view = scene.view
    rows = tuple(
        [
            tuple([(sheet.points[number], sheet.exacts[number]) for sheet in view.sheets])
            for number in range(ROWS)
        ]
    )
    return scene.piece("end", scene.names, rows, view.scores, view.winners)


# --- Real dice ---


def draw_sheets(names: Sequence[str]) -> OutcomeForm:
    """T1-1: each player gets a sheet at random."""
    sides = tuple(Side(sheet, Message("{sheet}", {"sheet": sheet})) for sheet in SHEETS)
    return OutcomeForm(
        Message(N_("Draw lots: a sheet for each player.")),
        "sheets",
        tuple(Row(Message("{name}", {"name": name}), sides) for name in names),
        Message(N_("Everyone has their own sheet: no two are the same.")),
    )


def ask_to_roll(view: TwentyOneView, name: str) -> Message:
    if not view.rolled_again:
        return Message(N_("{name}, roll the six dice."), {"name": name})
    if len(view.to_roll) == BOXES:
        return Message(N_("{name}, reroll the six dice."), {"name": name})
    colours = Listing(Message(COLOUR_WORDS[colour]) for colour in view.to_roll)
    values: dict[str, object] = {"name": name, "colours": colours}
    if len(view.to_roll) == 1:
        return Message(N_("{name}, reroll the {colours} die."), values)
    return Message(N_("{name}, reroll these: {colours}."), values)
