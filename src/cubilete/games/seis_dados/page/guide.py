"""For people who don't know Seis dados: the card of one minute."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card

CARD = Card(
    want=Message(
        N_("In each category the better value takes the point (among three, the middle one).")
    ),
    turn=Message(N_("Roll six dice, reroll any of them up to twice, and score one category.")),
    end=Message(N_("When all sheets are full, the most points win. Each section gives one extra.")),
)
