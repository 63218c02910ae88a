"""Hints and coach at live tables: told to one seat only, and dropped when nobody needs them."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from cubilete.bots.hints import Advice, Hint, HintQuestion
from cubilete.core.registry import find_game
from cubilete.host.hints import Seen, decision_of
from cubilete.host.host import Host
from cubilete.host.live import Aside, LiveTable
from cubilete.host.thinking import Thinkers, ThinkingHere, Workers
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.opening import new_plan
from cubilete.table.plan import BOT, PERSON
from cubilete.table.table import Table

from .hosting import eventually, first_legal, open_host, say


class Asked(ThinkingHere):
    """Notes what it is asked and waits until the test answers; bots are answered at once."""

    def __init__(self) -> None:
        self.questions: list[HintQuestion] = []
        self.answers: list[asyncio.Future[Any]] = []

    async def ask(self, table: str, answer: Callable[[Any], Any], question: Any) -> Any:
        if not isinstance(question, HintQuestion):
            return answer(question)
        self.questions.append(question)
        self.answers.append(asyncio.get_running_loop().create_future())
        return await self.answers[-1]


def advice(*actions: str, behind: float = 0.3) -> Advice:
    """The first action is the best, all others are as bad."""
    hints = [
        Hint(action, 0.5 - behind * bool(place), 0.01, behind * bool(place), 0.01)
        for place, action in enumerate(actions)
    ]
    return Advice(tuple(hints), False, 100, False)


Play = Callable[[Host, LiveTable], Coroutine[None, None, None]]


def run(
    path: Path, play: Play, thinkers: Thinkers, *kinds: str, game: str = "seis-dados", **plan: Any
) -> None:
    """Plays at a table of these seats at which hints are allowed by its plan, if it says so."""

    async def main() -> None:
        async with open_host(SqliteStore(path / "s.sqlite"), thinkers=thinkers) as host:
            made = new_plan(
                find_game(game), kinds, table="t", secret="ab" * 32, bot="random", **plan
            )
            live = await host.create(made)
            for seat, kind in enumerate(kinds):
                if kind == PERSON:
                    await host.sit_down(live, seat, f"P{seat}", f"owner{seat}", "")
            await eventually(lambda: bool(live.table.people_to_act()))
            await play(host, live)

    asyncio.run(main())


def acting(live: LiveTable) -> int:
    return live.table.people_to_act()[0]


def legal(live: LiveTable) -> tuple[str, ...]:
    return live.table.view(acting(live)).legal


async def ask(host: Host, live: LiveTable, seat: int, wanted: str = "") -> Aside:
    return await host.hints.ask(live, Seen(seat, live.table.last_event(seat)), wanted)


def test_hint_is_for_the_seat_that_asked_while_it_knows_nothing_new(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        seat = acting(live)
        revision = live.table.revision
        asking = asyncio.create_task(ask(host, live, seat))
        await eventually(lambda: bool(thinkers.answers))
        assert thinkers.questions[0].view == live.table.view(seat)
        thinkers.answers[0].set_result(advice(*legal(live)[:3]))
        aside = await asking
        assert live.aside_for(seat) is aside
        assert live.aside_for(1 - seat) is None
        assert live.aside_for(None) is None
        assert live.table.revision == revision
        await host.change(live, say("hello"))
        assert live.aside_for(seat) is aside
        await host.change(live, first_legal)
        assert live.aside_for(seat) is None

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, PERSON, hints=True)


def test_what_is_known_already_is_not_computed_again(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        seat, (one, two, three, *_) = acting(live), legal(live)
        asking = asyncio.create_task(ask(host, live, seat))
        await eventually(lambda: bool(thinkers.answers))
        thinkers.answers[0].set_result(advice(one, two))
        await asking
        assert (await ask(host, live, seat, two)).action == two
        assert len(thinkers.questions) == 1
        asking = asyncio.create_task(ask(host, live, seat, three))
        await eventually(lambda: len(thinkers.answers) == 2)
        assert thinkers.questions[1].wanted == (three,)
        thinkers.answers[1].set_result(advice(one, three))
        assert (await asking).action == three
        host.hints.hide(live, seat)
        assert live.aside_for(seat) is None

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, BOT)


def test_answer_is_dropped_when_the_position_changes_meanwhile(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        seat = acting(live)
        asking = asyncio.create_task(ask(host, live, seat))
        await eventually(lambda: bool(thinkers.answers))
        await host.change(live, say("I think"))
        await asyncio.sleep(0)
        assert not asking.done()
        await host.change(live, first_legal)
        with pytest.raises(TooLate):
            await asking
        assert thinkers.answers[0].cancelled()
        assert not live.asides

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, PERSON, hints=True)


def test_answer_is_dropped_when_hints_are_switched_off_or_the_person_leaves(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        seat = acting(live)
        for other in (seat, 1 - seat):
            await host.change(live, lambda t: changes.agree_on_hints(t, other, agrees=True))  # noqa: B023
        asking = asyncio.create_task(ask(host, live, seat))
        await eventually(lambda: bool(thinkers.answers))
        await host.change(live, lambda t: changes.agree_on_hints(t, 1 - seat, agrees=False))
        with pytest.raises(NotYours):
            await asking
        assert thinkers.answers[0].cancelled()
        with pytest.raises(NotYours):
            await ask(host, live, seat)

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, PERSON)


def test_question_is_cancelled_with_the_request(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        asking = asyncio.create_task(ask(host, live, acting(live)))
        await eventually(lambda: bool(thinkers.answers))
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await eventually(thinkers.answers[0].cancelled)

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, BOT)


def test_hint_does_not_come_back_with_the_number_of_an_event_that_was_undone(
    tmp_path: Path,
) -> None:
    """In Pa' fuera a pass can be undone while others may act; the next event has its number."""

    async def play(host: Host, live: LiveTable) -> None:
        await host.change(live, lambda table: move(table, acting(live), "call 1", "call"))
        passing, asker = live.table.people_to_act()
        await host.change(live, lambda table: move(table, passing, "pass", "pass"))
        asking = asyncio.create_task(ask(host, live, asker))
        await eventually(lambda: bool(thinkers.answers))
        thinkers.answers[0].set_result(advice("pass", "call 2"))
        await asking
        before = live.table.last_event(asker)
        await host.change(live, lambda table: changes.undo(table, passing))
        assert live.aside_for(asker) is None
        text = next(text for text in live.table.view(passing).legal if text.startswith("propose"))
        await host.change(live, lambda table: move(table, passing, text, "propose"))
        assert live.table.last_event(asker) == before
        assert live.aside_for(asker) is None

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, PERSON, PERSON, game="pa-fuera", hints=True)


def move(table: Table, seat: int, text: str, key: str) -> Entry:
    return changes.move(table, seat, text, table.last_event(seat), key)


def process_of(_question: object) -> int:
    return os.getpid()


def test_hint_is_answered_though_its_worker_was_killed(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        os.kill(await workers.ask("t", process_of, None), signal.SIGKILL)
        aside = await ask(host, live, acting(live))
        assert {hint.action for hint in aside.advice.hints} <= set(legal(live))

    workers = Workers(1)
    run(tmp_path, play, workers, PERSON, BOT)


# --- The coach ---


async def decide(host: Host, live: LiveTable, key: str = "k") -> int:
    """Plays the first legal move of a person and lets the coach think about it."""
    seat, text = acting(live), legal(live)[0]
    decision = decision_of(live.table, seat, text)
    assert decision is not None
    await host.change(live, lambda table: first_legal(table, key))
    host.hints.review(live.name, decision)
    return seat


def test_coach_tells_the_seat_alone_what_would_have_been_better(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        seen, better, played = live.table.view(acting(live)), legal(live)[1], legal(live)[0]
        with live.listening(f"owner{acting(live)}") as own, live.listening("another") as other:
            seat = await decide(host, live)
            await eventually(lambda: bool(thinkers.answers))
            assert thinkers.questions[0].wanted == (played,)
            assert thinkers.questions[0].view == seen
            own.clear()
            other.clear()
            thinkers.answers[0].set_result(advice(better, played))
            await eventually(own.is_set)
            assert not other.is_set()
        aside = live.aside_for(seat)
        assert aside is not None
        assert (aside.by_coach, aside.action, aside.view) == (True, played, seen)

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, PERSON, hints=True)


def test_coach_says_nothing_of_a_good_choice(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        played, other = legal(live)[:2]
        seat = await decide(host, live)
        await eventually(lambda: bool(thinkers.answers))
        thinkers.answers[0].set_result(advice(other, played, behind=0.05))
        await eventually(lambda: not live.reviews)
        assert live.aside_for(seat) is None

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, PERSON, hints=True)


def test_coach_stops_thinking_when_the_seat_decides_again(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        seat = await decide(host, live)
        await eventually(lambda: bool(thinkers.answers))
        number = 0
        while acting(live) != seat or not legal(live):
            number += 1
            await host.change(live, lambda table: first_legal(table, f"o{number}"))  # noqa: B023
        await host.change(live, lambda table: first_legal(table, "again"))
        await eventually(thinkers.answers[0].cancelled)
        assert not live.reviews

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, PERSON, hints=True)


def test_coach_who_fails_is_logged_and_disturbs_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        seat = await decide(host, live)
        await eventually(lambda: bool(thinkers.answers))
        thinkers.answers[0].set_exception(LookupError("the hidden card"))
        await eventually(lambda: not live.reviews)
        assert live.aside_for(seat) is None
        assert "LookupError" in caplog.text
        assert "the hidden card" not in caplog.text

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, PERSON, hints=True)


def test_host_closes_while_a_coach_is_thinking(tmp_path: Path) -> None:
    async def play(host: Host, live: LiveTable) -> None:
        await decide(host, live)
        await eventually(lambda: bool(thinkers.answers))

    thinkers = Asked()
    run(tmp_path, play, thinkers, PERSON, PERSON, hints=True)
    assert thinkers.answers[0].cancelled()
