"""For people who don't know Dizzle: the card of one minute."""

from cubilete.core.message import N_, Message
from cubilete.core.parts.learning import Card

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
