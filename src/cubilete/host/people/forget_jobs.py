"""Forgetting a person with many games: a job that is worked off in slices and survives a restart.

A job is a document of the kind `forgetting`, under an unguessable key. It belongs to nobody, since
the documents of its person are removed at its end. The request that asks for it does the first
slice, which is all there is for most people; the rest is done in the background.

Every process looks for jobs. The one that works on a slice notes itself and the time in the job,
and takes that back after the slice; another process goes on then, or if the time is long ago since
the first one was killed. Slices may be repeated without harm.
"""

import asyncio
import json
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace

from cubilete.host.faults import outline
from cubilete.host.host import Host
from cubilete.host.people.forgetting import count_traces, forget_some
from cubilete.store.base import Conflict, Unavailable
from cubilete.store.documents import Document

KIND = "forgetting"
AT_ONCE = 20
"""Tables and evenings of one slice."""
TOGETHER = 50
"""Jobs that are read at once."""
INTERVAL = 30.0
"""Seconds between two looks for jobs that other processes have left."""
CLAIM = 120.0
"""Seconds after which another process may take over a job. Clocks of machines differ a little."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    owner: str
    word: str
    """What the person is called from now on."""
    total: int
    """Tables and evenings that had the name at the beginning."""
    done: int = 0
    worker: str = ""
    """The process that works on a slice; empty between two slices."""
    seen: float = 0.0
    """The Unix time at which the worker began its slice."""

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> "Job":
        return cls(**json.loads(text))


class Forgetting:
    """The jobs of one process."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._documents = host.store.documents
        self._worker = secrets.token_hex(8)
        self._one_at_a_time = asyncio.Lock()
        self._asked = asyncio.Event()

    async def ask(self, owner: str, word: str) -> str:
        """Stores the job, which is done from now on whatever happens; returns its key."""
        key = secrets.token_urlsafe(12)
        job = Job(owner, word, await count_traces(self.host.store, owner))
        await self._documents.add(Document(KIND, key, job.to_text()))
        self._asked.set()
        return key

    async def find(self, key: str) -> Job | None:
        """How far a job is; None if it is finished."""
        found = await self._documents.find(KIND, key)
        return None if found is None else Job.from_text(found.content)

    async def step(self, key: str) -> bool:
        """Does a slice. True if this process has nothing more to do for the job: it is finished, or
        another process works on it."""
        async with self._one_at_a_time:
            found = await self._documents.find(KIND, key)
            if found is None:
                return True
            job = Job.from_text(found.content)
            if job.worker not in ("", self._worker) and time.time() - job.seen < CLAIM:
                return True
            try:
                job = replace(job, worker=self._worker, seen=time.time())
                found = await self._documents.replace(found, job.to_text())
            except Conflict:  # another process was faster
                return True
            done = await forget_some(self.host, job.owner, job.word, AT_ONCE)
            if done < AT_ONCE:
                await self._documents.remove(KIND, key)
                return True
            job = replace(job, done=job.done + done, worker="")
            with suppress(Conflict):  # this slice took so long that another process goes on
                await self._documents.replace(found, job.to_text())
            return False

    async def run(self) -> None:
        """Works off the jobs, also those that a stopped server has left; endless."""
        while True:
            self._asked.clear()
            with suppress(Unavailable):  # it answers later
                for document in await self._documents.beginning(KIND, "", TOGETHER):
                    await self._work_off(document.key)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), INTERVAL)

    async def _work_off(self, key: str) -> None:
        """A job that fails is tried again later, and does not hold up the others."""
        try:
            while not await self.step(key):
                pass
        except (Unavailable, Conflict):
            logger.debug("the store does not answer; forgetting waits")
        except Exception as error:
            logger.error("a person could not be forgotten yet:\n%s", outline(error))
