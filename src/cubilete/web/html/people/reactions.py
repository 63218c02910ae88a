"""Quick reactions: lines of chat that pages draw, and say in the reader's language."""

from cubilete.core.message import N_

REACTIONS = {
    ":bravo:": N_("Well played!"),
    ":luck:": N_("What luck!"),
    ":laugh:": N_("Ha ha!"),
    ":oof:": N_("Oof…"),
}
