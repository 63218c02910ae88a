"""Tables on phones, measured in Chromium: everything of a decision is on one screen, and nothing
moves by itself.

What each game must show is in phones.GAMES; a new game adds an entry there.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route

from .phones import (
    AT_REST,
    GAMES,
    LARGEST_SHIFT,
    MOVES_OF_OTHERS,
    SIZES,
    Decision,
    Phone,
    PhoneGame,
    Position,
    Positions,
    out_of_sight,
    tap,
    watching,
)
from .running import Server
from .test_browser import CHANGED, CHANGED_OR_ASKED

KINDS = [(game, decision) for game in GAMES for decision in game.decisions]
TOGETHER = [(game, decision) for game, decision in KINDS if game.players > 1]


def id_of(kind: tuple[PhoneGame, Decision]) -> str:
    game, decision = kind
    return f"{game.id}-{decision.kind.replace(' ', '-')}"


IDS = [id_of(kind) for kind in KINDS]
PLAYED = ("own", "others")
"""Tests that play on: they need copies of their own."""


Sized = tuple[tuple[PhoneGame, Decision], str]


def sized(kinds: list[tuple[PhoneGame, Decision]], first: int) -> list[Sized]:
    """The decisions with the sizes in turn: those that follow each other have other sizes."""
    return list(zip(kinds, islice(cycle(SIZES), first, None), strict=False))


def id_with_size(value: str | tuple[PhoneGame, Decision]) -> str:
    return value if isinstance(value, str) else id_of(value)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Positions]]:
    """A server with the positions of all games."""
    folder = tmp_path_factory.mktemp("phones")
    positions = Positions(folder, GAMES, ["look", "dice", "late", *PLAYED])
    server = Server(folder / "log", "--data", str(folder))
    try:
        server.start()
        yield server.address, positions
    finally:
        server.stop()


@pytest.fixture(scope="module")
def phone(chromium: Browser, tables: tuple[str, Positions]) -> Iterator[Phone]:
    """For all tests: each opens tables of its own on it."""
    phone = Phone(chromium, *tables)
    yield phone
    phone.context.close()


@pytest.mark.parametrize(("game", "decision"), KINDS, ids=IDS)
def test_all_of_a_decision_is_on_one_screen(
    phone: Phone, game: PhoneGame, decision: Decision
) -> None:
    faults: dict[tuple[str, str], list[str]] = {}
    for position in phone.positions.of(game, decision, "look"):
        page = phone.open(position)
        for size in SIZES:
            phone.resize(size)
            faults[size, position.table] = out_of_sight(page, decision)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not any(faults.values()), faults


@pytest.mark.parametrize(("kind", "size"), sized(KINDS, 0), ids=id_with_size)
def test_nothing_moves_after_an_action_of_mine(
    kind: tuple[PhoneGame, Decision], size: str, phone: Phone
) -> None:
    game, decision = kind
    _, position = played(phone, game, decision, "own", size)
    page = phone.open(position)
    for seed in range(2):
        if page.locator("main[data-turn='1']").count():
            decide(page, game, random.Random(seed))


def played(
    phone: Phone, game: PhoneGame, decision: Decision, test: str, size: str
) -> tuple[int, Position]:
    """A position to play on from, another one for each size, on a screen of this size."""
    phone.resize(size)
    number = list(SIZES).index(size)
    positions = phone.positions.of(game, decision, test)
    return number, positions[number % len(positions)]


def decide(page: Page, game: PhoneGame, rng: random.Random) -> None:
    """Previews one thing after the other and confirms the last, always without a movement."""
    seen = page.locator("main.game").get_attribute("data-revision") or ""
    confirm = ".actions button.primary[name=text]"
    for _ in range(2):
        count = page.evaluate("selector => phone.touchable(selector).length", PICKS)
        if not count:
            return
        with watching(page, game) as movements:
            tap(page, PICKS, rng.randrange(count))
            page.wait_for_function(CHANGED_OR_ASKED, arg=seen)
        assert movements[0].faults == []
    with watching(page, game) as movements:
        if page.locator(confirm).count():
            tap(page, confirm)
            page.wait_for_function(CHANGED, arg=seen)
    if page.locator("main.game[data-over]").count() == 0:
        assert movements[0].faults == []


PICKS = ".stage button[form=pick]:not([value=''], [aria-pressed=true])"


@pytest.mark.parametrize(("kind", "size"), sized(TOGETHER, 1), ids=id_with_size)
def test_nothing_moves_while_others_play(
    kind: tuple[PhoneGame, Decision], size: str, phone: Phone
) -> None:
    game, decision = kind
    number, position = played(phone, game, decision, "others", size)
    rng = random.Random(f"{game.id} {decision.kind} {number}")
    seat = watcher(phone, position)
    page = phone.open(position, seat)
    page.evaluate(f"scrollTo(0, {number * 90})")  # also where somebody has scrolled
    shift = 0.0
    for _ in range(MOVES_OF_OTHERS):
        with watching(page, game) as movements:
            goes_on = one_plays(phone, position, seat, page, rng)
        if not goes_on or page.locator("main.game[data-over]").count():
            break
        assert movements[0].faults == []
        shift += movements[0].shift
        assert shift <= LARGEST_SHIFT, movements[0].shifted


def watcher(phone: Phone, position: Position) -> int:
    """The seat that looks on: the one that decides where others may act too, else its neighbour."""
    others = [seat for seat in range(position.game.players) if seat != position.seat]
    if any(phone.view(position, seat)[0] for seat in others):
        return position.seat
    return others[0]


def one_plays(
    phone: Phone, position: Position, watcher: int, page: Page, rng: random.Random
) -> bool:
    """One of the others plays, and the page shows it; False if none of them has to."""
    for seat in range(position.game.players):
        legal, on = phone.view(position, seat) if seat != watcher else ([], None)
        if legal:
            verb = rng.choice(sorted({text.split(" ")[0] for text in legal}))
            text = rng.choice([text for text in legal if text.split(" ")[0] == verb])
            revision = phone.play(position, seat, text, on)
            page.wait_for_function(
                "revision => Number(document.querySelector('main.game').dataset.revision) >="
                " revision",
                arg=revision,
            )
            return True
    return False


WITH_DICE = [game for game in GAMES if game.dice]


@pytest.mark.parametrize("game", WITH_DICE, ids=[game.id for game in WITH_DICE])
def test_kept_dice_keep_their_places(game: PhoneGame, phone: Phone) -> None:
    # The order of the dice does not depend on the screen, so one size is enough.
    phone.resize(next(iter(SIZES)))
    tried: Counter[int] = Counter()
    for decision in game.decisions:
        for position in phone.positions.of(game, decision, "dice"):
            page = phone.open(position)
            dice = page.locator(game.dice)
            count = dice.count()
            for lifted in ([0, 2], [count - 1]):
                if dice.count() != count or not count:
                    break
                before = faces(page)
                for number in lifted:
                    tap(page, game.dice, number)
                seen = page.locator("main.game").get_attribute("data-revision")
                tap(page, ".actions button.primary")
                page.wait_for_function(CHANGED, arg=seen)
                page.wait_for_function(AT_REST)
                after = faces(page)
                for place in range(min(len(after), count)):
                    if place not in lifted:
                        assert after[place] == before[place]
                        tried[place] += 1
    assert tried


def test_kept_dice_keep_their_places_where_the_stream_is_first(phone: Phone) -> None:
    phone.resize(next(iter(SIZES)))
    game = WITH_DICE[0]
    held: list[tuple[Route, APIResponse]] = []
    for position in phone.positions.of(game, game.decisions[0], "late"):
        page = phone.open(position)
        before = faces(page)
        again = [place for place, face in enumerate(before) if face in before[:place]]
        if again:
            break
    page.route("**/move", lambda route: held.append((route, route.fetch())))
    tap(page, game.dice, again[0])
    seen = page.locator("main.game").get_attribute("data-revision")
    tap(page, ".actions button.primary")
    page.wait_for_function(CHANGED, arg=seen)
    page.wait_for_function(AT_REST)
    after = faces(page)
    [(route, response)] = held
    route.fulfill(response=response)
    page.unroute_all()
    kept = [place for place in range(len(before)) if place != again[0]]
    assert [after[place] for place in kept] == [before[place] for place in kept]


def faces(page: Page) -> list[str]:
    """What the dice show, from left to right."""
    found: list[str] = page.evaluate("phone.faces('.felt .dice > .die')")
    return found
