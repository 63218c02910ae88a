"""The last page of Dizzle: what gave points, and the throw of the game."""

from collections.abc import Iterator
from fractions import Fraction

from cubilete.core.message import N_, Message, SeatName
from cubilete.core.parts.ending import (
    Breakdown,
    Cell,
    Moment,
    Past,
    SumRow,
    Throw,
    ThrownDie,
    equal_faces,
)
from cubilete.core.record import Event
from cubilete.games.dizzle.layout import bits, layout_of
from cubilete.games.dizzle.page.points import Count, tally
from cubilete.games.dizzle.terms import points_text, symbol_name
from cubilete.games.dizzle.view import DizzleView


def breakdown(view: DizzleView) -> Breakdown:
    """What has given somebody points, in the order of the legend."""
    rows = [
        SumRow(
            label_of(count), tuple(Cell(points_text(points) if points else "·") for points in row)
        )
        for count, row in tally(view)
        if any(row)
    ]
    return Breakdown(tuple(rows))


def label_of(count: Count) -> Message:
    if count.key == "arrows":
        return Message(N_("rows and columns"))
    if count.key == "frame":
        return Message(N_("framed block"))
    return Message(N_("exploded bomb")) if count.drawing == "boom" else symbol_name(count.key)


# --- The throw of the game ---


def throws(past: Past[DizzleView]) -> Iterator[Throw]:
    """Rolls with many equal faces, and rerolls by their chance to give a die that fits."""
    for event in past:
        word, *rest = event.text.split(" ")
        if word != "roll" or event.by != "chance":
            continue
        view = event.before
        faces = tuple(map(int, rest))
        yield equal_throw(faces) if view.step == "roll" else rerolled(view, faces)


def equal_throw(faces: tuple[int, ...]) -> Throw:
    """All dice are rolled for a new turn."""
    most = max(faces, key=faces.count)
    count = faces.count(most)
    values: dict[str, object] = {"count": count, "dice": len(faces), "face": most}
    return Throw(
        tuple(ThrownDie(face, hot=face == most) for face in faces),
        equal_faces(count, len(faces)),
        Message(N_("{count} of {dice} dice fall on the {face} at once."), values),
    )


def rerolled(view: DizzleView, faces: tuple[int, ...]) -> Throw:
    """DZ-7: all dice on the table are rolled, and one must fit."""
    printed = layout_of(view.sheet).faces
    fitting = {printed[cell] for cell in bits(view.reach(view.current))}
    none = Fraction((6 - len(fitting)) ** len(faces), 6 ** len(faces))
    hit = any(face in fitting for face in faces)
    name: dict[str, object] = {"name": SeatName(view.current)}
    told = N_("{name} rerolls the table and finds a die that fits.")
    if not hit:
        told = N_("{name} rerolls the table, and again no die fits.")
    return Throw(
        tuple(ThrownDie(face, hot=face in fitting or not hit) for face in faces),
        1 - none if hit else none,
        Message(told, name),
    )


# --- Small moments ---


def moments(view: DizzleView, event: Event) -> tuple[Moment, ...]:
    """A die on a bomb or a rocket."""
    word, _, cell = event.text.partition(" ")
    if word not in ("place", "planet") or not isinstance(event.by, int):
        return ()
    name: dict[str, object] = {"name": SeatName(event.by)}
    if word == "planet":
        return (Moment("rocket", Message(N_("{name}'s rocket lands on a planet!"), name)),)
    layout = layout_of(view.sheet)
    symbol = layout.tokens[layout.index[cell]][1:2]
    if symbol == "B":
        return (Moment("bomb", Message(N_("{name} lights a bomb!"), name)),)
    if symbol == "R":
        return (Moment("rocket", Message(N_("{name} reaches a rocket!"), name)),)
    return ()
