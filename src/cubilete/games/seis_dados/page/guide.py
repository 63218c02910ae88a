"""For people who don't know Seis dados: the card of one minute, and the guided first game."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card, Falls, Lesson, Plays, Step
from cubilete.games.seis_dados.view import SeisDadosView

CARD = Card(
    want=Message(
        N_("In each category the better value takes the point (among three, the middle one).")
    ),
    turn=Message(N_("Roll six dice, reroll any of them up to twice, and score one category.")),
    end=Message(N_("When all sheets are full, the most points win. Each section gives one extra.")),
)


def fours(view: SeisDadosView) -> int:
    return view.roll.count(4)


def noted(view: SeisDadosView, section: str, category: str) -> str:
    """What Lola has in a category."""
    return view.sheet[section][category][1]


def sum_of_dice(view: SeisDadosView) -> int:
    return sum(view.roll)


LESSON = Lesson(
    bots=("Lola",),
    options={"categories": ["fours", "pair", "max-sum"]},
    course=(
        Falls("start 1"),
        Falls("roll 1 2 4 4 4 6"),
        Plays(1, "assign fours 3"),
        Falls("roll 4 4 4 5 5 6"),
        Step(
            "reroll 5 5 6",
            N_(
                "You have {count} fours, and so have I. One more and the point is yours: tap the"
                " other dice to reroll them."
            ),
            {"count": fours},
            N_("Keep the {count} fours and reroll only the others."),
        ),
        Falls("roll 1 4 6"),
        Step(
            "assign fours 4",
            N_(
                "{count} fours, and I have {lola}! Tap the category of the fours, then the brass"
                " button."
            ),
            {"count": fours, "lola": lambda view: noted(view, "numbers", "fours")},
            N_("With {count} fours you beat my {lola}: score them there."),
        ),
        Falls("roll 1 2 3 5 5 6"),
        Plays(1, "assign pair 5"),
        Falls("roll 1 1 2 3 6 6"),
        Step(
            "assign pair 6",
            N_(
                "For a pair, the number counts. You have two pairs and may choose: the {best} beats"
                " my {lola}."
            ),
            {
                "best": lambda view: max(view.roll),
                "lola": lambda view: noted(view, "groups", "pair"),
            },
            N_("The pair of {best} beats my {lola}: score that one."),
        ),
        Falls("roll 2 3 4 5 5 6"),
        Plays(1, "assign max-sum 25"),
        Falls("roll 1 4 5 6 6 6"),
        Step(
            "reroll 1",
            N_(
                "Only the sum is left, the higher the better. You have {sum} and I have {lola}:"
                " reroll the lowest die to be safe."
            ),
            {"sum": sum_of_dice, "lola": lambda view: noted(view, "totals", "max-sum")},
            N_("Only the lowest die: the others are high."),
        ),
        Falls("roll 2"),
        Step(
            "reroll 2",
            N_("A {low}. You have {free} free reroll left: try again."),
            {"low": lambda view: min(view.roll), "free": lambda view: view.free_repetitions},
            N_("Reroll the {low} once more: it's free."),
        ),
        Falls("roll 1"),
        Step(
            "joker 1",
            N_(
                "Bad luck, a {low}. Now each reroll costs a joker; you have {jokers} for the whole"
                " game. Spend one."
            ),
            {"low": lambda view: min(view.roll), "jokers": lambda view: view.jokers[0]},
            N_("Try a joker once: reroll the {low}."),
        ),
        Falls("roll 6"),
        Step(
            "assign max-sum 33",
            N_("{sum}! Score it: with it your sheet is full, and the game ends."),
            {"sum": sum_of_dice},
        ),
    ),
    farewell=Message(
        N_(
            "That was a whole game on a small sheet. The usual one has more categories; a joker"
            " that you keep counts at the end."
        )
    ),
)
