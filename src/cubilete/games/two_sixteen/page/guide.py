"""For people who don't know 216: the card of one minute, and the guided first game."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card, Falls, Lesson, Plays, Step
from cubilete.games.two_sixteen.view import Objective, TwoSixteenView

CARD = Card(
    want=Message(N_("Dice that do what a card asks: its points are yours.")),
    turn=Message(N_("Roll three dice and reroll once any you like. Help cards change a die.")),
    end=Message(
        N_("When someone reaches 100 points, the round is completed and the most points win.")
    ),
)


def met(view: TwoSixteenView) -> Objective:
    """The objective that the dice meet."""
    return next(card for card in view.offer if card is not None and card.met)


def sum_wanted(view: TwoSixteenView) -> str:
    """The least sum that an objective of the offer asks for."""
    return next(
        card.when for card in view.offer if card and card.when.startswith("sum >=")
    ).split()[-1]


def score(view: TwoSixteenView) -> int:
    return met(view).score


def sum_of_dice(view: TwoSixteenView) -> int:
    return sum(view.dice)


LESSON = Lesson(
    bots=("Lola",),
    course=(
        Falls("start 0"),
        Falls("offer G09"),
        Falls("offer O08"),
        Falls("offer R07"),
        Falls("offer V15"),
        Falls("roll 3 3 5"),
        Step(
            "claim G09 help",
            N_(
                "Your first roll meets an objective: it's served! You score its {score}"
                " points, and as a bonus {bonus} more or a help card. Take the help card."
            ),
            {"score": score, "bonus": lambda view: met(view).bonus},
            N_("This time take the help card: you will need it."),
        ),
        Falls("help shift1"),
        Falls("offer G04"),
        Falls("roll 3 3 4"),
        Plays(1, "claim V15 points"),
        Falls("offer G12"),
        Falls("roll 2 5 5"),
        Step(
            "reroll 2",
            N_(
                "Nothing yet. The dice add up to {sum}, and one objective asks for {least}"
                " or more: reroll the {low}."
            ),
            {"sum": sum_of_dice, "least": sum_wanted, "low": lambda view: min(view.dice)},
            N_("Only the {low}: the others are high."),
        ),
        Falls("roll 4"),
        Step(
            "claim O08",
            N_(
                "Now they add up to {sum}! Tap the objective and claim it: {score} points."
                " After the second roll there is no bonus."
            ),
            {"sum": sum_of_dice, "score": score},
            N_("Claim the objective with the sum: you meet it."),
        ),
        Falls("offer O12"),
        Falls("roll 2 5 6"),
        Plays(1, "reroll 2 5"),
        Falls("roll 2 4"),
        Plays(1, "pass"),
        Falls("help reroll"),
        Falls("roll 3 4 6"),
        Step(
            "help -1 6",
            N_(
                "Almost a straight. Your help card can turn the {high} into a {lower}: open"
                " it, choose that and confirm."
            ),
            {"high": lambda view: max(view.dice), "lower": lambda view: max(view.dice) - 1},
            N_("Use the help card on the {high}: one less makes a straight."),
        ),
        Step(
            "claim R07",
            N_(
                "A straight! Claim it for {score} points. With help cards an objective is"
                " never served."
            ),
            {"score": score},
            N_("Claim the straight: you have it."),
        ),
        Falls("offer O10"),
        Falls("roll 1 1 6"),
        Plays(1, "reroll 6"),
        Falls("roll 3"),
        Plays(1, "claim O12"),
        Falls("offer O07"),
        Falls("roll 2 3 5"),
        Step(
            "reroll 2 3 5",
            N_("Nothing here, and nothing near. Reroll all {count} dice."),
            {"count": lambda view: len(view.dice)},
            N_("All {count} of them this time."),
        ),
        Falls("roll 2 4 5"),
        Step(
            "pass",
            N_("No luck. If you pass you take a help card, so no turn is in vain."),
            {},
        ),
        Falls("help set6"),
    ),
    farewell=Message(
        N_(
            "That is all: claim, reroll, help cards. When someone reaches the target, the"
            " round is completed and the most points win."
        )
    ),
)
