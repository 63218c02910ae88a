"""For people who don't know 216: the card of one minute."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card

CARD = Card(
    want=Message(N_("Dice that do what a card asks: its points are yours.")),
    turn=Message(N_("Roll three dice and reroll once any you like. Help cards change a die.")),
    end=Message(
        N_("When someone reaches 100 points, the round is completed and the most points win.")
    ),
)
