"""Helpers that play a match to a situation, in notation."""

from cubilete.core.errors import CubileteError
from cubilete.core.match import Match
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, pick_seat
from cubilete.games.pa_fuera import GAME
from cubilete.games.pa_fuera.view import PaFueraView

NAMES = ("Ana", "Beto", "Caro", "Dani")


def sit_down(players: int, first: str) -> Match:
    """A match after the roll for the start; `first` has the faces."""
    match = Match(GAME, NAMES[:players], with_legal=True)
    match.play(CHANCE, f"first {first}")
    return match


def shake(match: Match, *cups: str) -> None:
    """The dice of a round, one text for each seat that has dice."""
    for cup in cups:
        match.play(CHANCE, f"shake {cup}")


def round_open(players: int, *cups: str) -> Match:
    """Seat 0 starts, and these dice lie under the cups; five 1s where none are given."""
    match = sit_down(players, " ".join(["6", *["1"] * (players - 1)]))
    shake(match, *(cups or ["1 1 1 1 1"] * players))
    return match


def play(match: Match, *moves: str) -> None:
    """Moves such as "0 call 5" and "2 pass"."""
    for move in moves:
        match.play(int(move[0]), move[2:])


def shake_ones(match: Match) -> None:
    """All dice of the round show 1, so that only a call of 1 costs dice."""
    for count in view(match).dice:
        if count:
            shake(match, " ".join(["1"] * count))


def all_pass(match: Match) -> None:
    """All seats that may act pass, until the cups are lifted."""
    said = len(match.events)
    while match.state.to_act and match.events[-1].by != "table":
        match.play(match.state.to_act[0], "pass")
    assert said == len(match.events) or match.events[-1].by == "table"


def view(match: Match, seat: int | None = None) -> PaFueraView:
    shown = match.view(seat)
    assert isinstance(shown, PaFueraView)
    return shown


def refused(match: Match, seat: int, text: str) -> tuple[str, str]:
    """The code and the rule of the refusal; the match stays as it was."""
    before = match.state.fingerprint()
    try:
        match.play(seat, text)
    except CubileteError as error:
        assert match.state.fingerprint() == before
        return error.code, error.rule
    raise AssertionError(f"“{text}” was not refused")


def lively_text(texts: list[str], rng: Rng) -> str:
    """A random text: first its verb, all verbs equally likely, then the rest.

    This gives far more alliances than if all texts were equally likely.
    """
    words = sorted({text.split(" ")[0] for text in texts})
    word = words[rng.below(len(words))]
    chosen = [text for text in texts if text.split(" ")[0] == word]
    return chosen[rng.below(len(chosen))]


def lively_step(match: Match, rng: Rng) -> None:
    """Plays the next event at random."""
    state = match.state
    if state.turn() == CHANCE:
        match.apply(CHANCE, state.sample(rng))
    else:
        seat = pick_seat(state.acting(), rng)
        match.play(seat, lively_text(state.legal_texts(seat), rng))


def lively_game(players: int, rng: Rng) -> Match:
    match = Match(GAME, NAMES[:players], with_legal=True)
    while not match.state.over:
        lively_step(match, rng)
    return match
