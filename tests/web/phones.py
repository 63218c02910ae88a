"""What a phone must show: the decisions of each game, positions to see them in, and the checks.

`GAMES` has an entry a game: the kinds of decisions, and what whoever decides must see without
scrolling. The positions come from seeded games and are stored before the server starts, so every
run has the same ones. Each test gets copies of its own, because it plays on.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from cubilete import find_game
from cubilete.core.json_types import JsonObject
from cubilete.core.view import View
from cubilete.games.dizzle.view import DizzleView
from cubilete.games.pa_fuera.view import PaFueraView
from cubilete.games.seis_dados.tables import CATEGORIES
from cubilete.games.twenty_one.view import TwentyOneView
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.http.identity import COOKIE, Identities, Person
from cubilete.web.storage import FILE

from .devices import CARDS_SEEN, FLAT
from .visitor import Visitor
from .waiting import TIMEOUT

SIZES = {"360x740": (360, 740), "390x844": (390, 844)}
TOLERANCE = 8
"""Pixels that something looked at may move."""
LARGEST_SHIFT = 0.02
"""The layout shift (as browsers measure it) that all moves of others together may cause."""
FINGER = 400
"""Milliseconds in which controls stay where they are after an update."""
WANTED = 2
"""Positions of each kind of decision: the first and the last one of the games."""
MOVES_OF_OTHERS = 6
AT_REST = """() => {
  for (const rolling of document.querySelectorAll(".rolling"))
    for (const motion of rolling.parentElement.getAnimations({ subtree: true })) motion.finish();
  return !document.querySelector(".rolling");
}"""
"""No dice roll any more: their animations are led to their ends, and nobody waits for them."""

CONTROLS = (
    ".stage button[form=pick]:not([value=''])",
    ".stage label:has(> input[name=part])",
    ".stage label:has(> input[name=verb])",
    ".stage .actions .btn",
)
"""The controls of a decision, in every game. Those that are not drawn do not count."""


@dataclass(frozen=True)
class Decision:
    """A kind of decision, and what one must see together to take it."""

    kind: str
    verbs: str
    """Words of the notation: actions with all of these verbs are legal then, …"""
    see: tuple[str, ...]
    """Selectors. Each must match something, and all that it matches must be in sight."""
    without: str = ""
    """… and actions with these are not."""
    when: Callable[[View], bool] = lambda view: True
    controls: tuple[str, ...] = CONTROLS
    """Selectors of the controls of the decision: all that are drawn must be in sight."""

    def fits(self, view: View) -> bool:
        legal = {text.split(" ")[0] for text in view.legal}
        return (
            legal >= set(self.verbs.split())
            and not legal & set(self.without.split())
            and self.when(view)
        )


@dataclass(frozen=True)
class PhoneGame:
    """How a game is tried on a phone."""

    slug: str
    players: int
    decisions: tuple[Decision, ...]
    options: JsonObject = field(default_factory=dict)
    places: tuple[str, ...] = (".status", ".stage .felt", ".sheet.yours", ".stage > .actions")
    """Selectors of what people look at: their tops stay within the tolerance."""
    dice: str = ""
    """The dice that can be rolled again, as labels with a checkbox; "" where there are none."""
    name: str = ""
    """Where a game is tried in several ways."""

    @property
    def id(self) -> str:
        return self.name or self.slug


def one_proposal(view: View) -> bool:
    assert isinstance(view, PaFueraView)
    return len(view.proposals) == 1


# --- Positions ---


@dataclass(frozen=True)
class Position:
    """A stored table in which a seat has a decision of some kind."""

    game: PhoneGame
    decision: Decision
    table: str
    seat: int


def person(seat: int) -> Person:
    return Person(f"{seat + 1:032x}", known=True)


def new_table(game: PhoneGame, seed: int) -> tuple[Table, list[Entry]]:
    """A table that has just begun, with the entries so far."""
    setup = find_game(game.slug).setup(game.players, dict(game.options))
    kinds = (PERSON,) * game.players
    secret = f"{seed:02x}" * 32
    table = Table(
        Plan("t", game.slug, kinds, {**game.options}, setup.material, "random", False, secret)
    )
    entries: list[Entry] = []
    for seat, name in zip(range(game.players), NAMES, strict=False):
        entries.append(changes.sit(table, seat, name, person(seat).owner, f"{seat:032x}"))
        table.apply(entries[-1])
    entries.append(changes.start(table))
    table.apply(entries[-1])
    return table, entries


NAMES = ("Ana", "Luis", "Marta", "Maximiliano", "Inés", "Óscar")


def some_move(view: View, seen: Counter[str], rng: random.Random) -> str:
    """A legal move: of any verb, or of the one that was played least, so that games have everything
    in them."""
    verbs = sorted({text.split(" ")[0] for text in view.legal})
    verb = rng.choice([min(verbs, key=seen.__getitem__), rng.choice(verbs)])
    seen[verb] += 1
    return rng.choice([text for text in view.legal if text.split(" ")[0] == verb])


def walk(game: PhoneGame, seed: int) -> Iterator[tuple[Table, list[Entry]]]:
    """A seeded game, in every position in which somebody must decide."""
    table, entries = new_table(game, seed)
    rng = random.Random(f"{game.id} {seed}")
    seen: Counter[str] = Counter()
    while not table.over and len(entries) < 400:
        yield table, entries
        seat = rng.choice(table.state.to_act)
        text = some_move(table.view(seat), seen, rng)
        entries.append(changes.move(table, seat, text, table.last_event(seat), f"{len(entries)}"))
        table.apply(entries[-1])


Found = dict[str, list[tuple[int, Plan, list[Entry]]]]
"""For each kind of decision some positions: the seat, the plan and the entries."""


def find_positions(game: PhoneGame) -> Found:
    found: Found = {}
    for seed in range(1, 9):
        for table, entries in walk(game, seed):
            for seat in table.state.to_act:
                view = table.view(seat)
                for decision in game.decisions:
                    if decision.fits(view):
                        some = found.setdefault(decision.kind, [])
                        some.append((seat, table.plan, list(entries)))
        if all(len(found.get(decision.kind, ())) >= WANTED for decision in game.decisions):
            break
    missing = {decision.kind for decision in game.decisions} - set(found)
    assert not missing, f"{game.id}: no position for {missing}"
    return {kind: [some[0], some[-1]] for kind, some in found.items()}


class Positions:
    """Positions of all games in the store of a server that has not started, several copies of
    each."""

    def __init__(self, folder: Path, games: Sequence[PhoneGame], copies: Sequence[str]) -> None:
        self._found: dict[tuple[str, str, str], list[Position]] = {}
        self._tables = 0
        found = [(game, find_positions(game)) for game in games]
        # In a thread: playwright runs an event loop in this one.
        with ThreadPoolExecutor() as thread:
            filling = thread.submit(lambda: asyncio.run(self._fill(folder, found, copies)))
        self.identities = filling.result()

    async def _fill(
        self, folder: Path, found: list[tuple[PhoneGame, Found]], copies: Sequence[str]
    ) -> Identities:
        store = SqliteStore(folder / FILE)
        await store.open()
        for game, kinds in found:
            decisions = {decision.kind: decision for decision in game.decisions}
            for kind, positions in kinds.items():
                for copy in copies:
                    self._found[game.id, kind, copy] = [
                        Position(
                            game, decisions[kind], await self._keep(store, plan, entries), seat
                        )
                        for seat, plan, entries in positions
                    ]
        identities = Identities(await store.secret())
        await store.close()
        return identities

    async def _keep(self, store: SqliteStore, plan: Plan, entries: list[Entry]) -> str:
        """Stores a table under a name of its own, and returns it."""
        self._tables += 1
        name = f"{self._tables:016x}"
        await store.create(name, plan.game, json.dumps({**plan.to_json(), "table": name}))
        await asyncio.gather(
            *(store.append(name, n, json.dumps(entry)) for n, entry in enumerate(entries, 1))
        )
        return name

    def of(self, game: PhoneGame, decision: Decision, copy: str) -> list[Position]:
        return self._found[game.id, decision.kind, copy]


# --- A phone at a table ---

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


class Phone:
    """A phone on which seats of stored tables are played, one after the other.

    It has one page for all of them: a new context takes more than twice the processor time of
    opening a table. Whose seat it is, its cookie says.
    """

    def __init__(self, browser: Browser, server: str, positions: Positions) -> None:
        self.server = server
        self.positions = positions
        self.context = browser.new_context(locale="es", has_touch=True, service_workers="block")
        self.context.set_default_timeout(TIMEOUT * 1000)
        self.context.add_init_script(SCRIPT)
        self.context.add_init_script("localStorage.setItem('cubilete-throws', 'off')")
        self.context.add_init_script(CARDS_SEEN)
        self.context.add_init_script(FLAT)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: pytest.fail(str(error)))

    def resize(self, size: str) -> None:
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})

    def open(self, position: Position, seat: int | None = None) -> Page:
        """Opens a table as one of its seats, with motion, where nothing moves any more."""
        owner = person(position.seat if seat is None else seat)
        cookie = self.positions.identities.cookie_of(owner)
        self.context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.server}])
        self.page.goto(f"{self.server}/t/{position.table}")
        self.page.wait_for_selector("main.game")
        self.page.wait_for_load_state()
        self.page.wait_for_function(AT_REST)
        return self.page

    def visitor(self, seat: int) -> Visitor:
        return Visitor(self.server, self.positions.identities.api_token(person(seat)))

    def view(self, position: Position, seat: int) -> tuple[list[str], object]:
        """What a seat may do, and the event that it knows."""
        look = self.visitor(seat).ask(f"/tables/{position.table}?after=999999")
        view = look["view"]
        assert isinstance(view, dict)
        return view["legal"], look["on"]

    def play(self, position: Position, seat: int, text: str, on: object) -> int:
        """Another seat plays; returns the table's revision."""
        body = {"text": text, "on": on}
        look = self.visitor(seat).ask(f"/tables/{position.table}/moves", body)
        return int(str(look["revision"]))


def out_of_sight(page: Page, decision: Decision) -> list[str]:
    found: list[str] = page.evaluate(
        "([needed, controls]) => phone.outOfSight(needed, controls)",
        [list(decision.see), list(decision.controls)],
    )
    return found


@dataclass(frozen=True)
class Movement:
    """What moved on a page while it was watched."""

    scrolled: float
    shift: float
    shifted: list[str]
    """What a browser says of the layout shifts: for whoever looks for their cause."""
    moved: dict[str, int]

    @property
    def faults(self) -> list[str]:
        """What moved farther than it may, or the page where it scrolled."""
        found = [f"{key}: {far} px" for key, far in self.moved.items() if far > TOLERANCE]
        return [*found, f"scrolled {self.scrolled}"] if self.scrolled else found


@contextmanager
def watching(page: Page, game: PhoneGame) -> Iterator[list[Movement]]:
    """Watches a page until nothing has changed on it for as long as a finger needs; the list
    then has the movement."""
    page.evaluate("places => phone.watch(places)", list(game.places))
    found: list[Movement] = []
    yield found
    found.append(Movement(**page.evaluate("time => phone.ended(time)", FINGER)))


def tap(page: Page, selector: str, number: int = 0) -> None:
    """Touches what is in sight there, the first one from the left; unlike a click it never
    scrolls."""
    spot = page.evaluate(
        "([selector, number]) => phone.touchable(selector)[number]", [selector, number]
    )
    page.touchscreen.tap(*spot)


# --- The games ---

SEIS_DADOS = (".status", ".felt .dice .die", ".sd tbody tr")
PA_FUERA = (".status", ".around li", ".pot .shout", ".own", ".solo .faces > *", ".slots .btn")
TWO_SIXTEEN = (".felt .dice .die", ".cards .card", ".hand", ".met-line")
TWENTY_ONE = (".felt .dice .die", ".felt .letter", ".t21-row .box", ".gain", ".t21.own .box")
DIZZLE = (".felt .dice .die", ".sheet.yours .dz .cell", ".sheet.yours .dz .arrow")


def goes_on(view: View) -> bool:
    """Whether the game goes on after the turn: the page of one that is over has another order."""
    if isinstance(view, TwentyOneView):
        return all(sheet.row < 4 for sheet in view.sheets)
    return isinstance(view, DizzleView) and view.turns_left > 1


GAMES = (
    PhoneGame(
        "seis-dados",
        3,
        (
            Decision("roll again", "assign reroll", SEIS_DADOS),
            Decision("spend a joker", "assign joker", SEIS_DADOS),
        ),
        dice="#again label.die",
    ),
    PhoneGame(
        "seis-dados",
        2,
        (
            Decision(
                "roll again",
                "assign reroll",
                (".status", ".felt .dice .die"),
                controls=(".felt label.die", ".actions .btn"),
            ),
        ),
        {"categories": list(CATEGORIES)},
        dice="#again label.die",
        name="seis-dados-six-sections",
    ),
    PhoneGame(
        "pa-fuera",
        4,
        (
            Decision("call first", "call", PA_FUERA, without="pass"),
            Decision("cancel", "call propose pass", PA_FUERA, without="accept"),
            Decision("answer", "accept decline pass", (*PA_FUERA, ".deal"), when=one_proposal),
            Decision("withdraw", "withdraw pass", (*PA_FUERA, ".deal"), when=one_proposal),
            Decision("only an alliance", "propose pass", PA_FUERA, without="call accept"),
        ),
        places=(".status", ".stage .felt", ".pot", ".own", ".solo", ".stage > .actions"),
    ),
    PhoneGame(
        "216",
        3,
        (
            Decision("claim or reroll", "claim reroll", TWO_SIXTEEN),
            Decision("reroll", "reroll", TWO_SIXTEEN, without="claim"),
            Decision("help card", "help reroll", (*TWO_SIXTEEN, ".hand .help")),
            Decision("claim or give up", "claim pass", TWO_SIXTEEN),
            Decision("pass", "pass", TWO_SIXTEEN, without="claim help"),
        ),
        dice="#reroll label.die",
    ),
    PhoneGame(
        "216",
        1,
        (
            Decision("objective of the AI", "ia", (".cards .card", ".actions .btn")),
            Decision("alone", "reroll", TWO_SIXTEEN),
        ),
        name="216-alone",
    ),
    PhoneGame(
        "twenty-one",
        3,
        (
            Decision("roll or stand", "reroll stand", TWENTY_ONE, when=goes_on),
            Decision("write", "write cross", TWENTY_ONE, when=goes_on),
            Decision("cross out", "cross", TWENTY_ONE, without="write", when=goes_on),
        ),
    ),
    *(
        PhoneGame(
            "dizzle",
            players,
            (
                Decision("place", "place", DIZZLE, when=goes_on),
                Decision("reroll", "reroll quit", DIZZLE, when=goes_on),
                *((Decision("return", "return", DIZZLE, when=goes_on),) if players < 4 else ()),
                *((Decision("planet", "planet", DIZZLE, when=goes_on),) if level > 2 else ()),
            ),
            {"level": level},
            name=f"dizzle-{players}",
        )
        for players, level in ((1, 2), (2, 3), (4, 4))
    ),
)
