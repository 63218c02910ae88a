"""For people who don't know Twenty One: the card of one minute."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card

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
