"""All finished games of a person as one file: a ZIP archive of records.

It is made while it is sent, game by game, so its size does not matter to the server.
"""

import io
import json
import time
import zipfile
from collections.abc import AsyncIterator
from dataclasses import asdict

from cubilete.host.finished.records import record_text
from cubilete.host.host import Host
from cubilete.host.people.history import finished_game, finished_tables
from cubilete.host.people.profile import find_profile

UNKNOWN_DAY = "0000-00-00"


class Outbox(io.RawIOBase):
    """Collects what is written until it is taken. An archive that is sent can't seek."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        assert isinstance(data, (bytes, bytearray, memoryview))
        self._written += data
        return len(data)

    def take(self) -> bytes:
        taken = bytes(self._written)
        self._written.clear()
        return taken


async def export(host: Host, owner: str) -> AsyncIterator[bytes]:
    """The archive, part by part: `person.json` with what the person has chosen, and a record for
    each finished game, `records/DAY-GAME-TABLE.jsonl`."""
    box = Outbox()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as archive:
        profile = asdict(await find_profile(host.store, owner))
        archive.writestr("person.json", json.dumps(profile, ensure_ascii=False, indent=2) + "\n")
        for each in await finished_tables(host, owner):
            table = await finished_game(host, each.table)
            if table is None or table.match is None or not table.over:
                continue
            ended = table.duration.ended
            day = UNKNOWN_DAY if ended is None else time.strftime("%Y-%m-%d", time.gmtime(ended))
            text = await record_text(host, table)
            archive.writestr(f"records/{day}-{each.game}-{each.table}.jsonl", text)
            yield box.take()
    yield box.take()
