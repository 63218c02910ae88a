"""`check_game`: what every game must keep to, checked over random games.

Anybody who writes a game runs it on theirs:

    from cubilete import check_game
    from my_package import GAME

    check_game(GAME)

It holds a game to its contract (`State`): texts and codes mean each other; the legal list
is complete, free of repetitions and agrees with `is_legal`, `choose` and `apply`; what is
refused changes nothing; copies are equal and independent; chance gives what it announces, and
people who roll their own dice can say it;
what a seat may not know is in no view of it and in no event that it is sent; a record
replays to the same bytes, whole and cut off; scores are final when the game is over.
"""

from collections.abc import Iterator, Mapping, Sequence

from cubilete.core.errors import CubileteError
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.match import Match, replay
from cubilete.core.record import Record, read_record
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, EVERYBODY, OVER, SEATS, TABLE, State, pick_seat
from cubilete.core.view import to_json

NONSENSE = ("", " ", "roll", "pass ", "REROLL 1", "claim", "place A0", "call 7", "write", "\x00")
TOO_LONG = 100_000
MANY_LEGAL = 40
"""Where more actions than this are legal, a sample of them is tried."""


class GameFault(AssertionError):
    """A game does not keep to its contract; the sentence says where."""


def check_game(
    game: AnyGame,
    *,
    games: int = 5,
    seed: int | str = 0,
    players: Sequence[int] | None = None,
    options: Mapping[str, object] | None = None,
    material: JsonObject | None = None,
) -> None:
    """Plays random games and raises GameFault at the first thing that does not hold."""
    for count in players or game.about.players:
        for number in range(games):
            rng = seeded("check", game.slug, seed, count, number)
            where = f"{game.slug}, {count} players, seed {seed}, game {number + 1}"
            names = [f"player {seat + 1}" for seat in range(count)]
            match = Match(game, names, options, material, with_legal=True)
            try:
                check_one_game(match, rng)
            except CubileteError as error:
                raise GameFault(f"{where}, event {len(match.events) + 1}: {error}") from error
            except GameFault as fault:
                raise GameFault(f"{where}, event {len(match.events) + 1}: {fault}") from None


def hold(condition: bool, fault: str) -> None:
    if not condition:
        raise GameFault(fault)


def check_one_game(match: Match, rng: Rng) -> None:
    twins: list[Twin] = []
    known: dict[int, None] = {}
    check_waiting(match.state)
    while not match.state.over:
        state = match.state
        hold(len(match.events) < TOO_LONG, "the game does not end")
        if state.turn() == CHANCE:
            by, code = CHANCE, check_chance(state, rng)
            check_outcome_form(match, code)
        else:
            by = pick_seat(state.acting(), rng)
            check_decisions(state, known, rng)
            code = check_choice(state, by, rng)
        check_nonsense(state)
        for twin in twins:
            twin.follow(by, state.text(by, code))
        twins += twins_of(match, by, code, rng)
        match.apply(by, code)
        check_waiting(match.state)
        check_copy(match.state)
        twins = [twin for twin in twins if twin.still_secret(match)][-8:]
        for twin in twins:
            check_twin(match, twin)
    check_end(match)
    check_records(match, rng)


# --- What the state waits for ---


def check_waiting(state: State) -> None:
    turn = state.turn()
    hold(turn in (SEATS, CHANCE, TABLE, OVER), f"turn() is {turn}")
    hold(bool(state.acting()) == (turn == SEATS), "acting() does not agree with turn()")
    hold(state.acting() >> state.seat_count() == 0, "acting() names a seat that there is not")
    for seat in range(state.seat_count()):
        if seat not in state.to_act:
            hold(state.legal(seat) == [], f"legal({seat}) is not empty, and it may not act")


def check_chance(state: State, rng: Rng) -> int:
    """Looks at the chance that is due; returns what shall fall."""
    sizes = state.draws()
    hold(all(size >= 1 for size in sizes), f"draws() gives {sizes}")
    before = rng.copy()
    code = state.sample(rng)
    expected = state.outcome(before.draw(sizes))
    hold(code == expected, "sample() does not agree with draws() and outcome()")
    hold(before.state == rng.state, "sample() draws more or less than draws() says")
    hold(state.is_possible(code), f"sample() gives {code}, which is_possible() refuses")
    check_text(state, CHANCE, code)
    return code


def check_outcome_form(match: Match, code: int) -> None:
    """Whatever falls can be said by people who roll their own dice, in any order."""
    state = match.state
    view = match.game.rules.view(state, None)
    form = match.game.page.outcome_form(view, state.draws(), match.players)
    if form is None or not match.game.rules.real_dice:
        return
    text = state.text(CHANCE, code)
    hold(form.offers(text), f"fall_form() does not offer “{text}”")
    if form.rows[0].sides[0].face:
        mixed = form.text(text.split(" ")[:0:-1])
        hold(state.parse(CHANCE, mixed) == code, f"“{mixed}” is not read as “{text}”")


def check_decisions(state: State, known: dict[int, None], rng: Rng) -> None:
    """`known` are the codes that have been legal so far, at whatever moment."""
    for seat in state.to_act:
        known |= dict.fromkeys(state.legal(seat))
    for seat in state.to_act:
        codes = state.legal(seat)
        hold(len(codes) > 0, f"seat {seat} may act and has nothing to do")
        hold(len(set(codes)) == len(codes), f"legal({seat}) has a code twice")
        texts = [state.text(seat, code) for code in codes]
        hold(len(set(texts)) == len(texts), f"two codes of legal({seat}) have the same text")
        for code in some(codes, rng):
            hold(state.is_legal(seat, code), f"is_legal() refuses {state.text(seat, code)}")
            check_text(state, seat, code)
            state.copy().apply(seat, code)
        for code in some([code for code in known if code not in codes], rng):
            check_refused(state, seat, code)


def some(codes: list[int], rng: Rng) -> Iterator[int]:
    if len(codes) <= MANY_LEGAL:
        yield from codes
    else:
        for _ in range(MANY_LEGAL):
            yield codes[rng.below(len(codes))]


def check_choice(state: State, seat: int, rng: Rng) -> int:
    before = rng.copy()
    code = state.choose(seat, rng)
    codes = state.legal(seat)
    hold(code == codes[before.below(len(codes))], "choose() does not agree with legal()")
    hold(before.state == rng.state, "choose() draws more than one number")
    return code


# --- Texts and refusals ---


def check_text(state: State, by: int, code: int) -> None:
    text = state.text(by, code)
    hold(text == " ".join(text.split()), f"“{text}” has blanks that it should not have")
    hold(state.read(by, text) == code, f"“{text}” is read as something else")
    hold(state.copy().text(by, code) == text, f"“{text}” is another in a copy")


def check_refused(state: State, seat: int, code: int) -> None:
    hold(not state.is_legal(seat, code), f"is_legal({seat}, {code}) does not agree with legal()")
    before = state.fingerprint()
    try:
        state.apply(seat, code)
    except CubileteError as error:
        hold(bool(error.code) and bool(str(error)), "a refusal has no code or no sentence")
    else:
        raise GameFault(f"apply({seat}, {code}) does what legal() does not list")
    hold(state.fingerprint() == before, "a refused action changed the state")


def check_nonsense(state: State) -> None:
    before = state.fingerprint()
    for by in (CHANCE, TABLE, *range(state.seat_count())):
        for text in NONSENSE:
            try:
                state.copy().play(by, text)
            except CubileteError:
                continue
            raise GameFault(f"“{text}” is taken for an event")
    hold(state.fingerprint() == before, "a text that can't be read changed the state")


def check_copy(state: State) -> None:
    before = state.fingerprint()
    copy = state.copy()
    hold(copy.fingerprint() == before, "a copy is not equal")
    rng = Rng(1)
    for _ in range(2):
        if copy.turn() == SEATS:
            seat = copy.to_act[0]
            copy.advance(seat, copy.choose(seat, rng))
        elif copy.turn() == CHANCE:
            copy.advance(CHANCE, copy.sample(rng))
        elif copy.turn() == TABLE:
            copy.advance(TABLE, 0)
    hold(state.fingerprint() == before, "playing on a copy changed the original")


# --- Hidden things ---


class Twin:
    """A game that differs from the one being checked only in what some seats can't see."""

    def __init__(self, state: State, unaware: list[int | None], of_sealed: bool) -> None:
        self.state = state
        self.unaware = unaware
        self.of_sealed = of_sealed
        self.alive = True

    def follow(self, by: int, text: str) -> None:
        """Does what the other game does, as long as that is possible here too."""
        try:
            self.state.play(by, text)
            while self.state.turn() == TABLE:
                self.state.advance(TABLE, 0)
        except CubileteError:
            self.alive = False

    def still_secret(self, match: Match) -> bool:
        """Not once seals are broken, or the table has said what was hidden."""
        if self.of_sealed and not match.state.sealed():
            return False
        return self.alive and match.events[-1].by != "table"


def twins_of(match: Match, by: int, code: int, rng: Rng) -> Iterator[Twin]:
    """Where an event is hidden from some, the games in which something else happened."""
    state = match.state
    audience = state.audience(by, code)
    if audience == EVERYBODY:
        return
    unaware: list[int | None] = [
        seat for seat in range(state.seat_count()) if not audience >> seat & 1
    ]
    if by == CHANCE:
        others = {state.sample(rng) for _ in range(4)}
    else:
        others = {state.choose(by, rng) for _ in range(4)}
    for other in sorted(others - {code}):
        hold(state.audience(by, other) == audience, "audience() gives away what it hides")
        twin = state.copy()
        twin.advance(by, other)
        yield Twin(twin, [*unaware, None], by != CHANCE)


def check_twin(match: Match, twin: Twin) -> None:
    for seat in twin.unaware:
        mine = to_json(match.game.rules.view(match.state, seat))
        theirs = to_json(match.game.rules.view(twin.state, seat))
        who = "a spectator" if seat is None else f"seat {seat}"
        hold(mine == theirs, f"the view of {who} shows what it may not know")


# --- The end ---


def check_end(match: Match) -> None:
    state = match.state
    before = state.fingerprint()
    scores, winners = state.scores(), state.winners()
    hold(len(scores) >= state.seat_count(), "scores() misses a seat")
    hold(len(winners) > 0, "nobody has won")
    hold(winners == sorted(set(winners)), "winners() is not ascending")
    hold(all(0 <= seat < len(scores) for seat in winners), "winners() names nobody")
    for by in (CHANCE, TABLE, *range(state.seat_count())):
        try:
            state.apply(by, 0)
        except CubileteError:
            continue
        raise GameFault("something can happen after the end")
    hold(state.fingerprint() == before, "the state changed after the end")
    hold((state.scores(), state.winners()) == (scores, winners), "the result is not final")


def check_records(match: Match, rng: Rng) -> None:
    text = match.record().to_text()
    record = read_record(text)
    hold(record.to_text() == text, "a record is not written again as it was read")
    again = replay(record, match.game)
    hold(again.state.fingerprint() == match.state.fingerprint(), "a replay ends elsewhere")
    cut = rng.below(len(record.events) + 1)
    resumed = replay(Record(record.header, record.events[:cut]), match.game)
    for event in record.events[len(resumed.events) :]:
        if event.by != "table":
            resumed.play(CHANCE if event.by == "chance" else int(event.by), event.text)
    hold(resumed.result == match.result, "a game that was cut off and resumed ends elsewhere")
