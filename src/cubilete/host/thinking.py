"""Bots think in worker processes, so that the server never waits for them.

What travels is a question: the view of a seat and the name of its bot. Compiled search holds the
interpreter's lock, so a thread would stop the whole server.

Tables take turns: one that asks much does not delay the others. A question that is cancelled while
it waits is never sent. Each worker is a pool of one process, so a process that dies takes only its
own question with it: it is replaced, and the question is asked again.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any, Protocol, TypeVar

from cubilete.bots.levels import make_bot, placed
from cubilete.bots.positions import OpenEvents, position_after
from cubilete.bots.turns import is_patient
from cubilete.core.parts.policy import Bot
from cubilete.core.parts.rules import Setup
from cubilete.core.registry import find_game
from cubilete.core.rng import Rng
from cubilete.core.view import View

TRIES = 2
"""How often a question is asked whose worker has died."""

logger = logging.getLogger(__name__)

Q = TypeVar("Q")
A = TypeVar("A")


@dataclass(frozen=True)
class Question:
    """What a bot needs to know for a decision. Nothing in it is hidden from its seat."""

    game: str
    setup: Setup
    view: View
    bot: str
    seed: int
    events: OpenEvents = ()
    """By `open_events`: empty, unless everybody knows all of them and the bot needs them."""


def bot_for(question: Question) -> Bot[Any]:
    game = find_game(question.game)
    bot = make_bot(game, question.setup, question.bot)
    position = position_after(game, question.setup, question.events)
    return bot if position is None else placed(bot, position)


def choose(question: Question) -> str:
    """The decision of the bot, in notation."""
    return bot_for(question).choose(question.view, Rng(question.seed))


def waits(question: Question) -> bool:
    """Whether the bot lets the others go first."""
    bot = bot_for(question)
    return is_patient(bot) and bot.waits(question.view, Rng(question.seed))


class Thinkers(Protocol):
    """Where questions are answered."""

    async def ask(self, table: str, answer: Callable[[Q], A], question: Q) -> A:
        """What `answer`, a function of a module, returns or raises for this question. `table` is
        the table that waits for it."""

    async def close(self) -> None: ...


class ThinkingHere:
    """Answers in the process of the server: for bots that take no time, and for tests."""

    async def ask(self, table: str, answer: Callable[[Q], A], question: Q) -> A:
        return answer(question)

    async def close(self) -> None:
        pass


class Workers:
    """Answers in worker processes, which are started when they are first needed."""

    def __init__(self, count: int) -> None:
        self._unstarted = count
        self._free: list[ProcessPoolExecutor] = []
        self._all: set[ProcessPoolExecutor] = set()
        self._waiting: dict[str, deque[asyncio.Future[ProcessPoolExecutor]]] = {}
        """For each table what waits for a worker. The first table gets the next free one, and
        then becomes the last."""

    async def ask(self, table: str, answer: Callable[[Q], A], question: Q) -> A:
        for _ in range(TRIES - 1):
            try:
                return await self._ask_once(table, answer, question)
            except BrokenProcessPool:
                logger.error("a worker process died over a question of table %s", table)
        return await self._ask_once(table, answer, question)

    async def _ask_once(self, table: str, answer: Callable[[Q], A], question: Q) -> A:
        worker = await self._borrow(table)
        loop = asyncio.get_running_loop()

        def finish(done: "Future[A]") -> None:
            died = not done.cancelled() and isinstance(done.exception(), BrokenProcessPool)
            loop.call_soon_threadsafe(self._replace if died else self._free_again, worker)

        try:
            running = worker.submit(answer, question)
        except BrokenProcessPool:  # it died while it was idle
            self._replace(worker)
            raise
        # The worker is free when it has finished, also if nobody waits for the answer then.
        running.add_done_callback(finish)
        return await asyncio.wrap_future(running)

    async def close(self) -> None:
        """Waits for the questions that are being answered; an expert takes a second."""
        for worker in list(self._all):
            await asyncio.to_thread(worker.shutdown, wait=True, cancel_futures=True)
        self._all.clear()

    # --- Workers ---

    async def _borrow(self, table: str) -> ProcessPoolExecutor:
        if self._free:
            return self._free.pop()
        if self._unstarted:
            self._unstarted -= 1
            return self._start()
        turn: asyncio.Future[ProcessPoolExecutor] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(table, deque()).append(turn)
        return await turn

    def _start(self) -> ProcessPoolExecutor:
        worker = ProcessPoolExecutor(1, mp_context=processes(), initializer=prepare)
        self._all.add(worker)
        return worker

    def _replace(self, worker: ProcessPoolExecutor) -> None:
        worker.shutdown(wait=False)
        self._all.discard(worker)
        self._free_again(self._start())

    def _free_again(self, worker: ProcessPoolExecutor) -> None:
        while self._waiting:
            table, turns = next(iter(self._waiting.items()))
            del self._waiting[table]
            turn = turns.popleft()
            if turns:
                self._waiting[table] = turns
            if not turn.done():
                turn.set_result(worker)
                return
        self._free.append(worker)


def processes() -> multiprocessing.context.BaseContext:
    """How workers are started: never by a fork of the server, which has threads."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")


def prepare() -> None:
    """Runs first in a worker: it ignores Ctrl+C, and ends when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    """Ends the process when the server was killed: a pool does not notice it, because the worker
    holds both ends of its queue."""
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(0)
