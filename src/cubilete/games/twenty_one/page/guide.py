"""For people who don't know Twenty One: the card of one minute, and the guided first game."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card, Falls, Lesson, Plays, Step
from cubilete.games.twenty_one.view import PRINTED, TwentyOneView

CARD = Card(
    want=Message(
        N_("Rows of numbers as near as you can to the printed ones: exact hits give extra points.")
    ),
    turn=Message(
        N_(
            "One player rolls, everyone plays: each die goes to the box of its colour,"
            " never above its number."
        )
    ),
    end=Message(N_("When someone completes a fifth row the game ends; the most points win.")),
)


def exact_dice(view: TwentyOneView) -> list[int]:
    """The dice that show exactly what is printed on a free box of the learner's row."""
    sheet = view.sheets[0]
    colours = sheet.colours[sheet.row]
    return [number for number in free_boxes(view) if view.dice.get(colours[-number]) == number]


def first(view: TwentyOneView) -> int:
    return exact_dice(view)[0]


def second(view: TwentyOneView) -> int:
    return exact_dice(view)[1]


def free_boxes(view: TwentyOneView) -> list[int]:
    """The numbers printed on the free boxes of the learner's row, from the left."""
    sheet = view.sheets[0]
    return [
        int(number)
        for number, box in zip(PRINTED, sheet.boxes[sheet.row], strict=True)
        if box == "."
    ]


LESSON = Lesson(
    bots=("Lola",),
    course=(
        Falls("start 0"),
        Falls("sheets A B"),
        Falls("roll W6 Y5 R5 G6 B4 K1"),
        Step(
            "stand",
            N_(
                "You roll for both of us. Two dice are exactly what your row asks for, the"
                " {first} and the {second}: stand."
            ),
            {"first": first, "second": second},
            N_("Better not: a reroll takes all dice except the ones."),
        ),
        Step(
            "write Y5 G6",
            N_(
                "Each die goes to the box of its colour, never above the number printed there."
                " Tap the {first} and the {second}: two exact hits!"
            ),
            {"first": first, "second": second},
            N_("Only those two: the others would fill boxes with less than they ask for."),
            at=".die:has(#write-Y), .die:has(#write-G)",
        ),
        Plays(1, "write R5 B4"),
        Falls("roll W4 Y2 R3 G3 B5 K4"),
        Plays(1, "stand"),
        Step(
            "write W4 R3",
            N_(
                "I rolled, and you play too, with the same dice. Two more exact hits: the"
                " {first} and the {second}."
            ),
            {"first": first, "second": second},
            N_("Take the {first} and the {second}: exact hits give extra points."),
            at=".die:has(#write-W), .die:has(#write-R)",
        ),
        Plays(1, "write G3 K4"),
        Falls("roll W3 Y6 R4 G2 B6 K5"),
        Step(
            "reroll",
            N_(
                "Your row has {points} points already. Its free boxes take at most {most} and"
                " {least}, and no die fits: reroll, you may once."
            ),
            {
                "points": lambda view: view.sheets[0].points[0],
                "most": lambda view: free_boxes(view)[0],
                "least": lambda view: free_boxes(view)[1],
            },
            N_("Reroll: with these dice you could only cross out a box."),
        ),
        Falls("roll W2 Y3 R5 G1 B4 K3"),
        Step(
            "cross",
            N_(
                "Still nothing fits. Then you cross out your leftmost free box, the {most}: it"
                " scores nothing, but the row goes on."
            ),
            {"most": lambda view: free_boxes(view)[0]},
        ),
        Plays(1, "write W2"),
    ),
    farewell=Message(
        N_(
            "Once a row is full, the next one begins. When someone completes the fifth,"
            " the game ends and the most points win."
        )
    ),
)
