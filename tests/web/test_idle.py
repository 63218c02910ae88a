"""A server that nobody uses gives its memory back."""

import asyncio

import pytest

from cubilete.games.dizzle.page.drawing import other_sheet, own_sheet
from cubilete.store.sqlite import SqliteStore
from cubilete.web import idle
from cubilete.web.app import Settings
from cubilete.web.html.pieces import draw_fragment, draw_piece

from .asgi import call, open_table, running


def drawings() -> int:
    kept = (draw_piece, draw_fragment, own_sheet, other_sheet)
    return sum(drawing.cache_info().currsize for drawing in kept)


def test_drawings_are_forgotten_with_the_last_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "INTERVAL", 0.01)

    async def run() -> None:
        async with running(SqliteStore(":memory:"), Settings(pace=0, forgotten_after=0)) as app:
            host = app.state.host
            seated = await open_table(app)
            assert (await call(app, "GET", f"/t/{seated['table']}")).status == 200
            await asyncio.sleep(0.1)
            assert drawings() > 0  # the table is still there
            host.forget(asyncio.get_running_loop().time() + 1000)
            assert not host.tables
            while drawings():
                await asyncio.sleep(0.01)
            assert (await call(app, "GET", f"/t/{seated['table']}")).status == 200

    asyncio.run(run())
