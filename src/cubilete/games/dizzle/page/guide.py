"""For people who don't know Dizzle: the card of one minute, and the guided first game."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card, Falls, Lesson, Plays, Step
from cubilete.games.dizzle.view import DizzleView

CARD = Card(
    want=Message(
        N_("Crosses on your sheet that reach gems, flags and puzzle pieces: those are the points.")
    ),
    turn=Message(
        N_(
            "One by one, take a die from the table and place it next to a cross,"
            " then next to your own dice."
        )
    ),
    end=Message(N_("After the last round the most points win; bombs and brown piles cost points.")),
)


def needed(view: DizzleView, space: str) -> int:
    """The number that a space asks for, such as “D5”."""
    return int(view.sheet.grid[int(space[1:]) - 1]["ABCDEFGH".index(space[0])][0])


LESSON = Lesson(
    bots=("Lola",),
    course=(
        Falls("start 0"),
        Falls("roll 1 2 2 2 3 3 6"),
        Step(
            "place D5",
            N_(
                "You take one die from the table. The first goes next to a cross: a {number}"
                " fits here, on a gem. Tap the space, then the brass button."
            ),
            {"number": lambda view: needed(view, "D5")},
            N_("Take the {number} for the gem: gems are points."),
            at='.dz [value="place D5"]',
        ),
        Plays(1, "place E5"),
        Step(
            "place C5",
            N_("The next die goes next to the one you have placed. A {number} fits here."),
            {"number": lambda view: needed(view, "C5")},
            N_("Place the {number} here, next to your die."),
            at='.dz [value="place C5"]',
        ),
        Plays(1, "place E4"),
        Step(
            "reroll",
            N_(
                "None of the {count} dice on the table fits any more. Reroll them all, or drop"
                " out of the turn: try your luck!"
            ),
            {"count": lambda view: len(view.dice)},
            N_("It's too early to drop out: try a reroll."),
        ),
        Falls("roll 2 3 4"),
        Step(
            "place D4",
            N_(
                "A {number} came up! Place it here: it completes the column, which is worth"
                " {points} points."
            ),
            {
                "number": lambda view: needed(view, "D4"),
                "points": lambda view: view.sheet.columns["D"],
            },
            N_("The {number} completes the column: place it there."),
            at='.dz [value="place D4"]',
        ),
        Plays(1, "place F5"),
        Step(
            "quit",
            N_(
                "Only a {number} is left, and it doesn't fit. If a reroll fails you give back"
                " a die: drop out, and keep what you have."
            ),
            {"number": lambda view: view.dice[0]},
            N_("A failed reroll would cost you a die: drop out."),
        ),
        Plays(1, "place D5"),
        Falls("roll 1 1 3 4 5 6 6"),
        Plays(1, "place D4"),
        Step(
            "place C4",
            N_(
                "Your dice have become crosses, and you have {points} points. From each cross"
                " you can go on: a {number} here leads to the next gem."
            ),
            {"points": lambda view: view.scores[0], "number": lambda view: needed(view, "C4")},
            N_("Go towards the gem: place the {number} here."),
            at='.dz [value="place C4"]',
        ),
    ),
    farewell=Message(
        N_(
            "Flags, bombs and puzzles wait on the way: tap the key below the sheet to"
            " see what they are worth. After the last round the most points win."
        )
    ),
)
