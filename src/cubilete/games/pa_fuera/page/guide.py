"""For people who don't know Pa' fuera: the card of one minute, and the guided first game."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card, Falls, Lesson, Plays, Step
from cubilete.games.pa_fuera.view import PaFueraView

CARD = Card(
    want=Message(N_("Keep your dice while everyone else's go out.")),
    turn=Message(
        N_(
            "Pay a token to call a number; the others can pay more and call another."
            " Cups up, and it goes out!"
        )
    ),
    end=Message(N_("When the tokens run out, the most dice win.")),
)


def hit(view: PaFueraView) -> int:
    """How many dice the learner would lose by the standing call."""
    return (view.cup or ()).count(view.call or 0)


def missing(view: PaFueraView) -> list[int]:
    """The numbers that the learner's dice don't show."""
    return [number for number in range(1, 7) if number not in (view.cup or ())]


def call(view: PaFueraView) -> int | None:
    return view.call


def cost(view: PaFueraView) -> int:
    return view.cost


LESSON = Lesson(
    bots=("Lola", "Faro"),
    course=(
        Falls("first 2 6 3"),
        Falls("shake 1 2 2 5 6"),
        Falls("shake 1 3 4 4 6"),
        Falls("shake 2 3 4 5 6"),
        Plays(1, "call 2"),
        Step(
            "call 4",
            N_(
                "I want the {call}s out, and you have {hit} of them! Raise: pay {cost} tokens"
                " and call a number that you don't have, the {safe}."
            ),
            {"call": call, "hit": hit, "cost": cost, "safe": lambda view: missing(view)[1]},
            N_("You would lose dice: call the {safe}, which you don't have."),
        ),
        Plays(1, "pass"),
        Plays(2, "pass"),
        Falls("shake 1 3 3 5 6"),
        Falls("shake 2 2 5"),
        Falls("shake 1 4 4 6"),
        Plays(2, "call 3"),
        Plays(1, "propose 4 0:1 1:1"),
        Step(
            "accept #14",
            N_(
                "Everyone else lost their {last}s, and you none! Now it's the {call}s, and you"
                " have {hit}. I propose the {face}s: one token each. Accept."
            ),
            {
                "last": lambda view: view.last_call,
                "call": call,
                "hit": hit,
                "face": lambda view: view.proposals[0].face,
            },
            N_("Accept: you share the cost and keep your {call}s."),
        ),
        Plays(2, "pass"),
        Falls("shake 1 2 2 5 6"),
        Falls("shake 3 3 6"),
        Falls("shake 1 6"),
        Step(
            "call 3",
            N_(
                "You start this round. Call a number that you don't have, the {safe}: it costs"
                " {cost} token."
            ),
            {"safe": lambda view: missing(view)[0], "cost": cost},
            N_("You have no {safe}: call that one."),
        ),
        Plays(1, "call 5"),
        Step(
            "pass",
            N_(
                "I raise with the {call}s: you would lose {hit}. Raising costs {cost}, and you"
                " have {own} token left: pass."
            ),
            {"call": call, "hit": hit, "cost": cost, "own": lambda view: view.tokens[0]},
            N_("Keep your last token for later: pass."),
        ),
        Plays(2, "pass"),
        Falls("shake 1 2 2 6"),
        Falls("shake 4 4 6"),
        Falls("shake 3 6"),
        Plays(1, "call 2"),
        Step(
            "propose 4 0:1 2:1",
            N_(
                "Out with the {call}s, I say, and you have {hit}. You can't pay {cost} alone:"
                " propose the {safe} to Faro, one token each."
            ),
            {"call": call, "hit": hit, "cost": cost, "safe": lambda view: missing(view)[1]},
            N_("Propose the {safe} to Faro: you have none."),
        ),
        Plays(2, "accept #30"),
    ),
    farewell=Message(
        N_(
            "Faro accepted, and my dice went out! It goes on until all tokens are in the"
            " pot; the last one is played blind. The most dice win."
        )
    ),
)
