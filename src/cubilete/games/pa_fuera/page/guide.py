"""For people who don't know Pa' fuera: the card of one minute."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card

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
