"""Texts that mean nothing now: each is refused, and changes nothing.

The texts are made from what is legal, so that no word of anybody's notation is among them by
accident: a text counts as nonsense only if the position does not list it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from cubilete.core.check.fault import GameFault, hold
from cubilete.core.check.positions import possible_codes
from cubilete.core.check.sentences import Sentences
from cubilete.core.errors import CubileteError
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, TABLE, State

STRANGE = ("", " ", "\x00", "\n", "-", "0", "-1", "9" * 40, "é", "🎲", "\ud800", "x" * 5_000)
EXAMPLES = 2
"""How many legal texts are misspelt in a position."""
OTHERS = 6
"""How many texts of other moments are tried in a position."""


def misspellings(text: str) -> Iterator[str]:
    """Texts that look like this one."""
    yield f"{text} "
    yield f" {text}"
    yield f"{text}\n"
    yield f"\x00{text}"
    yield f"{text} {text}"
    yield f"{text} 1"
    yield text.replace(" ", "  ")
    yield text.replace(" ", "\t")
    yield text.swapcase()
    yield text[:-1]
    yield text[::-1]
    yield text.translate({ord("0") + digit: ord("０") + digit for digit in range(10)})
    yield re.sub(r"(\d+)", r"0\1", text)
    yield re.sub(r"(\d+)", r"+\1", text)
    yield re.sub(r"(\d+)", r"-\1", text)
    yield re.sub(r"\d+", "9" * 40, text)


def check_nonsense(state: State, texts: Sequence[str], sentences: Sentences, rng: Rng) -> None:
    """`texts` are those of this game so far, of seats, chance and table."""
    bystanders = [seat for seat in range(state.seat_count()) if seat not in state.to_act]
    for by in (CHANCE, TABLE, *state.to_act, *bystanders[:1]):
        right = right_texts(state, by)
        tried = list(STRANGE)
        for example in drawn(sorted(right or ()) or texts, EXAMPLES, rng):
            tried += misspellings(example)
        tried += drawn(texts, OTHERS, rng)
        if right is None:
            check_unread(state, by, filter(is_malformed, tried), sentences)
        else:
            check_unread(state, by, (text for text in tried if text not in right), sentences)


def right_texts(state: State, by: int) -> set[str] | None:
    """All that `by` can do now; None where there is too much to list it."""
    if by == CHANCE and state.turn() == CHANCE:
        codes = possible_codes(state)
        return None if codes is None else {state.text(CHANCE, code) for code in codes}
    return set(state.legal_texts(by)) if by in state.to_act else set()


def is_malformed(text: str) -> bool:
    """Whether no notation has such a text: `check_text` refuses it."""
    return text != " ".join(text.split()) or not text.isprintable() or text == ""


def drawn(texts: Sequence[str], count: int, rng: Rng) -> list[str]:
    return [texts[rng.below(len(texts))] for _ in range(count)] if texts else []


def check_unread(state: State, by: int, texts: Iterable[str], sentences: Sentences) -> None:
    """Plays on one copy, which stays as it was for as long as everything is refused."""
    before = state.fingerprint()
    copy = state.copy()
    for text in texts:
        shown = repr(text if len(text) <= 60 else text[:60] + "…")
        try:
            copy.play(by, text)
        except CubileteError as error:
            sentences.check_error(error)
        except Exception as error:
            raise GameFault(f"{shown} raises {type(error).__name__}: {error}") from error
        else:
            raise GameFault(f"{shown} is taken for an event")
        hold(copy.fingerprint() == before, f"{shown} is refused and changed the state all the same")
