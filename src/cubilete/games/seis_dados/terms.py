"""What people call sections, categories and numbers, by their names in the notation.

The rules need these words for their errors, so this module must not import them.
"""

from cubilete.core.message import N_

SECTION_WORDS = {
    "numbers": N_("Numbers"),
    "groups": N_("Groups"),
    "straights": N_("Straights"),
    "totals": N_("Totals"),
    "groupings": N_("Combinations"),
    "extravagances": N_("Oddities"),
}

CATEGORY_WORDS = {
    "ones": N_("ones"),
    "twos": N_("twos"),
    "threes": N_("threes"),
    "fours": N_("fours"),
    "fives": N_("fives"),
    "sixes": N_("sixes"),
    "pair": N_("pair"),
    "three": N_("three of a kind"),
    "four": N_("four of a kind"),
    "five": N_("five of a kind"),
    "six": N_("six of a kind"),
    "straight-3": N_("straight of 3"),
    "straight-4": N_("straight of 4"),
    "straight-5": N_("straight of 5"),
    "straight-6": N_("straight of 6"),
    "max-sum": N_("highest sum"),
    "min-sum": N_("lowest sum"),
    "jokers": N_("jokers"),
    "double-pair": N_("two pairs"),
    "triple-pair": N_("three pairs"),
    "three-and-pair": N_("three and a pair"),
    "double-three": N_("two sets of three"),
    "four-and-pair": N_("four and a pair"),
    "straight-3-and-pair": N_("straight of 3 and a pair"),
    "straight-4-and-pair": N_("straight of 4 and a pair"),
    "three-and-straight-3": N_("three of a kind and straight of 3"),
    "sevens": N_("sevens"),
}

NUMBER_WORDS = {2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five"), 6: N_("six")}
