"""A position: what it waits for, what it offers, how it is copied and told apart."""

from collections.abc import Iterator, Sequence

from cubilete.core.check.fault import GameFault, hold
from cubilete.core.check.sentences import Sentences
from cubilete.core.errors import CubileteError
from cubilete.core.game import AnyGame
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, OVER, SEATS, TABLE, State, pick_seat
from cubilete.core.view import to_json

MANY_WAYS = 2_000
"""Where chance has more ways than this, its outcomes are not listed."""


def some(codes: Sequence[int], rng: Rng, most: int) -> Iterator[int]:
    """All codes, or as many of them at random as are wanted at most."""
    if len(codes) <= most:
        yield from codes
    else:
        for _ in range(most):
            yield codes[rng.below(len(codes))]


# --- What the state waits for ---


def check_waiting(state: State) -> None:
    turn = state.turn()
    hold(turn in (SEATS, CHANCE, TABLE, OVER), f"turn() is {turn}")
    hold(bool(state.acting()) == (turn == SEATS), "acting() does not agree with turn()")
    hold(state.acting() >> state.seat_count() == 0, "acting() names a seat that there is not")
    for seat in range(state.seat_count()):
        if seat not in state.to_act:
            hold(state.legal(seat) == [], f"legal({seat}) is not empty, and it may not act")
    hold(len(state.scores()) >= state.seat_count(), "scores() misses a seat")


# --- Chance ---


def check_chance(state: State, rng: Rng) -> int:
    """Looks at the chance that is due; returns the outcome that shall happen."""
    sizes = state.draws()
    hold(len(sizes) > 0 and all(size >= 1 for size in sizes), f"draws() gives {sizes}")
    before = rng.copy()
    code = state.sample(rng)
    expected = state.outcome(before.draw(sizes))
    hold(code == expected, "sample() does not agree with draws() and outcome()")
    hold(before.state == rng.state, "sample() draws more or less than draws() says")
    hold(state.is_possible(code), f"sample() gives {code}, which is_possible() refuses")
    check_text(state, CHANCE, code)
    return code


def possible_codes(state: State) -> list[int] | None:
    """Every outcome that is due now; None where there are too many."""
    ways = 1
    for size in state.draws():
        ways *= size
        if ways > MANY_WAYS:
            return None
    counts = state.distribution()
    hold(sum(counts.values()) == ways, "distribution() does not count the ways of draws()")
    return list(counts)


def check_outcomes(
    state: State, known: Sequence[int], sentences: Sentences, rng: Rng, tries: int
) -> None:
    """Every outcome due now is possible and has a text of its own; others are refused.
    `known` are outcomes of this and other positions; so many of each are tried."""
    codes = possible_codes(state)
    if codes is None:
        return
    for code in codes:
        hold(state.is_possible(code), f"is_possible() refuses {code}, which draws() can give")
    texts = [state.text(CHANCE, code) for code in codes]
    hold(len(set(texts)) == len(texts), "two outcomes have the same text")
    for code in some(codes, rng, tries):
        check_text(state, CHANCE, code)
    for code in some([code for code in known if code not in codes], rng, tries):
        hold(not state.is_possible(code), f"is_possible() accepts {code}, which can't be drawn")
        check_refused(state, CHANCE, code, sentences)


# --- Decisions ---


def check_decisions(
    state: State, known: Sequence[int], sentences: Sentences, rng: Rng, tries: int
) -> None:
    """The legal lists. `known` are codes that are legal in this or other positions; so many of
    each are tried."""
    for seat in state.to_act:
        codes = state.legal(seat)
        hold(len(codes) > 0, f"seat {seat} may act and has nothing to do")
        hold(len(set(codes)) == len(codes), f"legal({seat}) has a code twice")
        texts = [state.text(seat, code) for code in codes]
        hold(len(set(texts)) == len(texts), f"two codes of legal({seat}) have the same text")
        hold(state.legal_texts(seat) == sorted(texts), f"legal_texts({seat}) is not sorted")
        for code in some(codes, rng, tries):
            hold(state.is_legal(seat, code), f"is_legal() refuses {state.text(seat, code)}")
            check_text(state, seat, code)
            state.copy().apply(seat, code)
        for code in some([code for code in known if code not in codes], rng, tries):
            hold(
                not state.is_legal(seat, code),
                f"is_legal({seat}, {code}) does not agree with legal()",
            )
            check_refused(state, seat, code, sentences)


def check_choice(state: State, rng: Rng) -> tuple[int, int]:
    """One of the seats that may act, and what it does now."""
    seat = pick_seat(state.acting(), rng)
    before = rng.copy()
    code = state.choose(seat, rng)
    codes = state.legal(seat)
    hold(code == codes[before.below(len(codes))], "choose() does not agree with legal()")
    hold(before.state == rng.state, "choose() draws more than one number")
    return seat, code


def check_refused(state: State, by: int, code: int, sentences: Sentences) -> None:
    before = state.fingerprint()
    try:
        state.apply(by, code)
    except CubileteError as error:
        sentences.check_error(error)
    else:
        raise GameFault(f"apply({by}, {code}) does what can't be done now")
    hold(state.fingerprint() == before, "a refused action changed the state")


def check_text(state: State, by: int, code: int) -> None:
    text = state.text(by, code)
    hold(text == " ".join(text.split()), f"“{text}” has blanks that it should not have")
    hold(text.isprintable() and text != "", f"“{text}” is empty or has control characters")
    try:
        read = state.read(by, text)
    except CubileteError as error:
        raise GameFault(f"“{text}” can't be read again: {error}") from error
    hold(read == code, f"“{text}” is read as something else")
    hold(state.copy().text(by, code) == text, f"“{text}” is another in a copy")


# --- Copies and fingerprints ---


def step(state: State, rng: Rng) -> None:
    """Lets something happen, at random."""
    turn = state.turn()
    if turn == SEATS:
        seat = pick_seat(state.acting(), rng)
        hold(len(state.legal(seat)) > 0, f"seat {seat} may act and has nothing to do")
        state.advance(seat, state.choose(seat, rng))
    elif turn == CHANCE:
        state.advance(CHANCE, state.sample(rng))
    else:
        state.advance(TABLE, 0)


def check_copy(state: State, steps: int) -> None:
    """A copy is equal, and what happens to it does not touch the original."""
    before = state.fingerprint()
    copy = state.copy()
    hold(type(copy) is type(state), f"copy() makes a {type(copy).__name__}")
    hold(copy.fingerprint() == before, "a copy is not equal")
    rng = Rng(1)
    for _ in range(steps):
        if copy.over:
            break
        step(copy, rng)
    hold(state.fingerprint() == before, "playing on a copy changed the original")


def check_playout(start: State) -> None:
    """A faster loop of the game's own plays the same as the loop of `State`."""
    mine, plain = start.copy(), start.copy()
    mine_rng, plain_rng = Rng(2), Rng(2)
    same = mine.playout(mine_rng) == State.playout(plain, plain_rng)
    same = same and mine.fingerprint() == plain.fingerprint()
    hold(same and mine_rng.state == plain_rng.state, "playout() does not play as the rules do")


class Fingerprints:
    """The positions of one setup that were seen, by fingerprint: positions that can be told
    apart must not share one."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.seen: dict[tuple[object, ...], dict[str, int]] = {}

    def check(self, state: State) -> None:
        found = state.fingerprint()
        shown = self.shown(state)
        try:
            before = self.seen.setdefault(found, shown)
        except TypeError as error:
            raise GameFault(f"fingerprint() can't be hashed: {error}") from error
        for name, value in shown.items():
            hold(
                before[name] == value,
                f"positions with different {name} have the same fingerprint",
            )

    def shown(self, state: State) -> dict[str, int]:
        """All that can be told of a position from outside, as hashes: there are many."""
        seats = range(state.seat_count())
        return {
            "turns": hash((state.turn(), state.acting(), state.sealed())),
            "legal actions": hash(tuple(tuple(state.legal_texts(seat)) for seat in state.to_act)),
            "scores": hash(tuple(state.scores())),
            "draws": hash(tuple(state.draws()) if state.turn() == CHANCE else ()),
            "views": hash(
                tuple(to_json(self.game.rules.view(state, seat)) for seat in (None, *seats))
            ),
        }


def settle(state: State) -> None:
    """Lets the table say what is due, as a match does by itself."""
    while state.turn() == TABLE:
        state.advance(TABLE, 0)
