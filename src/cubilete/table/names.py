"""Names of people: what may be a name, which names look alike, and how a name stands in a text.

Two names look alike if one of their skeletons is the same. A skeleton has letters without their
differences that a reader may miss: compatible forms, case, spaces, punctuation, and letters of
other scripts that look the same (the data of Unicode's UTS 39, from the package
confusable_homoglyphs).

Names are checked when somebody sits down. Stored tables may have names that this version refuses.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from cubilete.core.errors import BadOption
from cubilete.core.message import N_

LONGEST_NAME = 24
MOST_MARKS = 3
"""Accents and other marks on one letter. Vietnamese, Hebrew and Thai need up to three."""
BLANK_LETTERS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Characters that count as printable and show nothing."""
VARIATION_SELECTORS = (
    ("\u180b", "\u180f"),
    ("\ufe00", "\ufe0f"),
    ("\U000e0100", "\U000e01ef"),
)
"""First and last of each range. They choose a form of the letter before, often the usual one."""
NAMELESS = {"es": "Visitante", "en": "Guest"}
"""What a person is called who has said no name, by language. Sentences speak of people by their
names, so it must be one of which a sentence can speak."""
YOU = frozenset(("Tú", "You"))
"""What earlier versions called a person without a name."""
BOT_WORDS = ("Bot", "Robot")
MOST_BOTS = 100
"""Numbers up to this one are recognised in any writing, such as `Bot II`, larger ones in digits."""
NUMBER_AT_END = re.compile(r"[\d\s]+$")
CACHED = 1 << 12
LEFT_TO_RIGHT_MARK = "\u200e"
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def is_nameless(name: str) -> bool:
    """Whether a person has said no name."""
    return name in NAMELESS.values() or name in YOU


# --- What may be a name ---


def clean_name(text: str) -> str:
    """The name with single spaces, in composed form; BadOption if it can't be a name."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadOption("bad-name", "", N_("A name has 1 to {most} characters."), most=LONGEST_NAME)
    if not name.isprintable() or not BLANK_LETTERS.isdisjoint(name) or has_loose_marks(name):
        raise BadOption("bad-name", "", N_("A name can only have letters people can see and read."))
    return name


def has_loose_marks(name: str) -> bool:
    """Whether marks stand without a letter, or too many on one letter."""
    marks = MOST_MARKS  # a mark at the start is one too many
    for letter in name:
        if unicodedata.category(letter) in ("Mn", "Me"):
            marks += 1
        else:
            marks = MOST_MARKS if letter == " " else 0
        if marks > MOST_MARKS:
            return True
    return False


# --- Names that look alike ---


def check_unlike(name: str, others: Iterable[str], bots: Iterable[str]) -> None:
    """Raises BadOption if a name looks like that of somebody else at the table, or like what bots
    are called; `bots` are what they are called at this table besides."""
    own = skeletons(name)
    for other in others:
        if other == name:
            raise BadOption(
                "same-name",
                "",
                N_("Someone at this table is already called {name}."),
                name=isolated(name),
            )
        if not own.isdisjoint(skeletons(other)):
            raise BadOption(
                "similar-name",
                "",
                N_("{name} looks too much like {other}, who is at this table."),
                name=isolated(name),
                other=isolated(other),
            )
    bare = bare_skeletons(name) | bare_skeletons(NUMBER_AT_END.sub("", name))
    if not bare.isdisjoint(skeletons_of_bots()) or any(bare & bare_skeletons(bot) for bot in bots):
        raise BadOption("bot-name", "", N_("That is a bot's name: choose another one."))


@lru_cache(CACHED)
def skeletons(name: str) -> frozenset[str]:
    """Two skeletons, because case and shape depend on each other: I looks like l, but i doesn't."""
    compatible = unicodedata.normalize("NFKC", name)
    return frozenset((skeleton(compatible.casefold()), skeleton(compatible).casefold()))


@lru_cache(CACHED)
def bare_skeletons(name: str) -> frozenset[str]:
    """Skeletons without accents."""
    decomposed = unicodedata.normalize("NFD", name)
    return skeletons("".join(letter for letter in decomposed if not unicodedata.combining(letter)))


@cache
def skeletons_of_bots() -> frozenset[str]:
    """Of the names that bots have or could have, with and without a number."""
    numbers = ("", *map(str, range(MOST_BOTS)))
    names = [f"{word} {number}" for word in BOT_WORDS for number in numbers]
    return frozenset().union(*map(skeletons, names))


def skeleton(text: str) -> str:
    seen = "".join(map(digit_as_ascii, filter(is_significant, text)))
    decomposed = unicodedata.normalize("NFD", seen or text)
    shapes = prototypes()
    mapped = "".join(shapes.get(letter, letter) for letter in decomposed)
    return unicodedata.normalize("NFD", mapped)


def is_significant(letter: str) -> bool:
    """False for spaces, punctuation and what shows nothing, such as variation selectors."""
    selector = any(first <= letter <= last for first, last in VARIATION_SELECTORS)
    return unicodedata.category(letter)[0] not in "CPZ" and not selector


def digit_as_ascii(letter: str) -> str:
    """The digits of all scripts are one number to a reader."""
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


@cache
def prototypes() -> dict[str, str]:
    """For each letter that looks like another one: the one that stands for all of them.

    It takes a moment, so a server calls it when it starts.
    """
    # The package reads its data when it is imported.
    from confusable_homoglyphs.confusables import confusables_data

    def plain(text: str) -> str:
        return text.replace(LEFT_TO_RIGHT_MARK, "")  # put around letters of scripts to the left

    alike = {
        plain(text): [plain(found["c"]) for found in homoglyphs]
        for text, homoglyphs in confusables_data.items()
    }
    # The data lists each letter with its prototype, and each prototype with all its letters. Of a
    # pair that has only each other the longer one is the prototype.
    return {
        letter: prototype
        for letter, homoglyphs in alike.items()
        for prototype in homoglyphs
        if prototype_rank(alike, prototype) > prototype_rank(alike, letter)
    }


def prototype_rank(alike: dict[str, list[str]], text: str) -> tuple[int, int, str]:
    return len(alike[text]), len(text), text


# --- Names in a text ---


@lru_cache(CACHED)
def isolated(name: str) -> str:
    """A name for a sentence: letters that run from right to left turn only the name around, not
    the words beside it. Other names stay as they are."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}" if turns else name
