"""Two servers with one PostgreSQL: forgetting, open tables, the daily cup and evenings agree."""

import re
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from .running import two_servers
from .visitor import Visitor
from .waiting import TIMEOUT, wait_until

Servers = tuple[str, str]


@pytest.fixture
def server(fresh_database: Callable[[], str], tmp_path: Path) -> Iterator[Servers]:
    """The addresses of both."""
    with two_servers(fresh_database(), tmp_path, "--open-tables") as (one, other):
        yield one.address, other.address


def person(address: str, name: str) -> Visitor:
    """A person who can use pages and the API: they have a seat at a table that waits."""
    new = {"game": "216", "name": name, "people": 2, "bots": 0}
    visitor = Visitor(address, str(Visitor(address).ask("/tables", new)["token"]))
    visitor.sit_in_browser()
    return visitor


def at(visitor: Visitor, address: str) -> Visitor:
    """The same browser, which asks the server of this address from now on."""
    visitor.address = address
    return visitor


def play_out(table: str, people: list[Visitor]) -> None:
    while True:
        for visitor in people:
            look = visitor.ask(f"/tables/{table}")
            if look["over"]:
                return
            view = look["view"]
            assert isinstance(view, dict)
            if view["legal"]:
                move = {"text": view["legal"][-1], "on": look["on"]}
                status, answer = visitor.try_to_ask(f"/tables/{table}/moves", move)
                assert status in (200, 409), answer  # the other server may be ahead


def opened(address: str, **fields: object) -> tuple[str, Visitor, Visitor]:
    """A table of Zulema and Luis, at which both sit."""
    new = {"game": "seis-dados", "name": "Zulema", "people": 2, "bots": 0, **fields}
    seated = Visitor(address).ask("/tables", new)
    zulema = Visitor(address, str(seated["token"]))
    table = str(seated["table"])
    answer = Visitor(address).ask(f"/tables/{table}/sit", {"name": "Luis", "seat": 1})
    return table, zulema, Visitor(address, str(answer["token"]))


# --- Forgetting ---


def test_forgotten_name_is_gone_at_both_servers(server: Servers) -> None:
    one, other = server
    over, zulema, luis = opened(one, options={"end_at": 1})
    play_out(over, [zulema, luis])
    zulema.sit_in_browser()
    luis.sit_in_browser()
    _, where = luis.send("/tables", game="216", name="Luis", seat1="person")
    running = where.removeprefix("/t/")
    zulema.send(f"/t/{running}/sit", seat=1, name="Zulema", seed="")
    kept = (f"/t/{over}/replay", f"/t/{over}/record", f"/t/{over}/picture.svg", "/you")
    pages = (f"/t/{over}", f"/t/{running}", "/", *kept)
    for address in server:
        for path in pages:
            at(luis, address).page(path)
            if path != "/":  # the home page names the others of games that wait for one
                assert "Zulema" in luis.page(path), path
    cookie = "; ".join(f"{each.name}={each.value}" for each in luis.cookies)
    request = urllib.request.Request(
        f"{other}/t/{running}/stream?seen=0", headers={"Cookie": cookie}
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as stream:
        update_with(stream, "Zulema")
        at(zulema, one).send("/you/forget", sure="yes")
        assert "Zulema" not in update_with(stream, "Somebody")

    def is_gone(path: str) -> bool:
        return "Zulema" not in luis.page(path)

    for address in server:
        at(luis, address)
        for path in pages:
            wait_until(partial(is_gone, path), path)
        assert "Somebody" in luis.page(f"/t/{over}")
        assert "Somebody" in luis.page(f"/t/{over}/record")


def update_with(stream: object, word: str) -> str:
    """The next update of a stream that has this word."""
    for line in stream:  # type: ignore[attr-defined]
        if line.startswith(b"data: ") and word in line.decode():
            return str(line.decode())
    raise AssertionError("the stream ended")


# --- Open tables ---


def test_open_table_is_listed_by_both_servers_while_it_waits(server: Servers) -> None:
    one, other = server
    zulema, luis, eva = (person(address, "X") for address in (one, other, other))

    def is_listed(path: str) -> list[bool]:
        return [path in at(eva, address).page("/") for address in server]

    def open_table() -> str:
        _, path = zulema.send("/tables", game="seis-dados", name="Zulema", seat1="person")
        assert is_listed(path) == [False, False]
        zulema.send(f"{path}/open", open="1")
        wait_until(lambda: is_listed(path) == [True, True], "both list it")
        return path

    path = open_table()
    luis.send(f"{path}/sit", seat=1, name="Luis", seed="")  # it is full, and begins
    wait_until(lambda: is_listed(path) == [False, False], "nobody lists a game that began")
    path = open_table()
    at(zulema, other).send(f"{path}/cancel")
    at(zulema, one)
    wait_until(lambda: is_listed(path) == [False, False], "nobody lists a table that is closed")
    path = open_table()
    at(zulema, other).send(f"{path}/open", open="0")
    wait_until(lambda: is_listed(path) == [False, False], "nobody lists a private table")


# --- The daily cup ---


def cup_lines(page: str) -> list[tuple[str, str]]:
    return re.findall(r'<td class="num">(\d+)</td><th scope="row"><bdi>(\w+)</bdi>', page)


def test_both_servers_have_one_cup(server: Servers) -> None:
    ana, luis = person(server[0], "Ana"), person(server[1], "Luis")
    pages = [at(luis, address).page("/cup") for address in server]
    commitments = [re.findall("<code>([0-9a-f]{64})", page) for page in pages]
    assert len(commitments[0]) == 4  # of two games today, and of two tomorrow
    assert commitments[0] == commitments[1]
    day = re.search(r'name="day" value="([\d-]+)"', pages[0])
    assert day

    def begin(address: str) -> str:
        again = Visitor(address)
        again.cookies, again.opener = ana.cookies, ana.opener
        again.form_token = ana.form_token
        return again.send("/cup/dizzle", day=day[1], name="Ana")[1]

    with ThreadPoolExecutor() as pool:  # both servers are asked at once
        tables = set(pool.map(begin, server * 2))
    assert len(tables) == 1
    play_out(tables.pop().removeprefix("/t/"), [at(ana, server[1])])
    _, path = at(luis, server[0]).send("/cup/dizzle", day=day[1], name="Luis")
    play_out(path.removeprefix("/t/"), [luis])
    lines = [cup_lines(at(luis, address).page("/cup")) for address in server]
    assert {name for _, name in lines[0]} == {"Ana", "Luis"}
    assert lines[0] == lines[1]
    assert begin(server[0]) == begin(server[1])


# --- Evenings ---


def standings(page: str) -> list[str]:
    table = re.search(r"<table.*?</table>", page, re.DOTALL)
    assert table
    rows = re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows]


def test_evening_is_the_same_at_both_servers(server: Servers) -> None:
    one, other = server
    ana, luis = person(one, "Ana"), person(other, "Luis")
    _, evening = ana.send("/evening", choice="lot", name="Ana")
    luis.send(f"{evening}/join", name="Luis")
    for number in range(2):
        with ThreadPoolExecutor() as pool:  # both choose at once: one game begins
            sent = [
                pool.submit(each.send, f"{evening}/choose", number=number, game="twenty-one")
                for each in (ana, luis)
            ]
            assert all(each.result() for each in sent)
        games = set(re.findall(r'href="/t/([\w-]+)"', ana.page(evening)))
        assert len(games) == number + 1
        current = str(ana.ask_page(f"{evening}/state")["table"])
        assert current == luis.ask_page(f"{evening}/state")["table"]
        play_out(current, [ana, luis])
        lines = [standings(at(ana, address).page(evening)) for address in (other, one)]
        assert lines[0] == lines[1]
    at(ana, other).send(f"{evening}/end")
    for address in server:
        page = at(ana, address).page(evening)
        assert standings(page) == lines[0]
        assert "wins the evening" in page or "win the evening" in page
