"""Takes the pictures of the README: python tools/screenshots.py [FOLDER]

Bots play each game to its middle with dice from a fixed secret, so the positions are the same each
time. The tables are stored as a server stores them; then the server is started, and Chromium opens
its pages.
"""

import argparse
import asyncio
import hashlib
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from chromium import CHROMIUM
from playwright.sync_api import Browser, sync_playwright

from cubilete import find_game
from cubilete.core.json_types import JsonObject
from cubilete.core.rng import Rng, seeded
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.http.identity import COOKIE, Identities, Person
from cubilete.web.storage import FILE

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
ME = Person("5" * 32, known=True)
NAMES = ("Ana", "Luis", "Eva", "Leo")
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
QUALITY = 66


@dataclass(frozen=True)
class Scene:
    """A game in its middle, at a moment when only Ana may act."""

    slug: str
    players: int
    after: int
    """The least number of decisions before the picture."""
    talk: tuple[tuple[int, str], ...]


SCENES = (
    Scene("216", 3, 24, ((1, "A triple at last!"), (2, "What luck!"))),
    Scene("twenty-one", 3, 30, ((2, "All of them blue, of course."),)),
    Scene("seis-dados", 3, 36, ((1, "Well played!"),)),
    Scene("dizzle", 2, 60, ((1, "Mind the bomb."),)),
    Scene("pa-fuera", 4, 12, ((3, "Nobody has sixes. Trust me."), (1, "Oof…"))),
)


@dataclass(frozen=True)
class Picture:
    name: str
    path: str
    size: Literal["phone", "desktop"]
    theme: Literal["light", "dark"] = "light"
    language: str = "en"


def pictures() -> Iterator[Picture]:
    for scene in SCENES:
        yield Picture(f"{scene.slug}-phone", f"/t/{scene.slug}", "phone")
        yield Picture(f"{scene.slug}-desktop", f"/t/{scene.slug}", "desktop")
    yield Picture("home-desktop", "/", "desktop")
    yield Picture("home-phone", "/", "phone", language="es")
    yield Picture("new-table-desktop", "/new?game=dizzle", "desktop")
    yield Picture("216-phone-dark", "/t/216", "phone", "dark", "es")
    yield Picture("dizzle-desktop-dark", "/t/dizzle", "desktop", "dark", "es")


# --- The tables ---


def play(scene: Scene) -> tuple[Table, list[JsonObject]]:
    """Plays a game up to its scene; returns the table and its entries."""
    game = find_game(scene.slug)
    setup = game.setup(scene.players, {})
    table = Table(
        Plan(
            table=scene.slug,
            game=scene.slug,
            kinds=(PERSON,) * scene.players,
            options=json.loads(json.dumps(setup.options)),
            material=setup.material,
            bot="greedy" if "greedy" in game.policy.bots() else "random",
            real_dice=False,
            secret=hashlib.sha256(scene.slug.encode()).hexdigest(),
        )
    )
    entries: list[JsonObject] = []

    def happen(entry: JsonObject) -> None:
        entries.append(entry)
        table.apply(entry)

    for seat in range(scene.players):
        owner = ME.owner if seat == 0 else f"friend {seat}"
        happen(
            changes.sit(
                table, seat, NAMES[seat], owner, hashlib.sha256(f"{seat}".encode()).hexdigest()
            )
        )
    happen(changes.start(table))
    rng = seeded("pictures", scene.slug)
    made = 0
    while made < scene.after or table.state.to_act != [0]:
        assert table.playing, f"{scene.slug} is over before its picture is taken"
        seat = table.state.to_act[0]
        if table.plan.bot == "random":
            happen(
                changes.move(
                    table, seat, sensible(table, seat, rng), table.last_event(seat), f"{made}"
                )
            )
        else:
            happen(changes.bot_move(table, seat, rng, f"{made}"))
        made += 1
    for seat, text in scene.talk:
        happen(changes.chat(table, seat, text))
    return table, entries


def sensible(table: Table, seat: int, rng: Rng) -> str:
    """A random move; where possible none that scores nothing or uses a joker."""
    legal = table.state.legal_texts(seat)
    worth = [text for text in legal if text.startswith("assign") and not text.endswith("0")]
    choice = worth or legal
    return choice[rng.below(len(choice))]


async def keep(folder: Path) -> str:
    """Stores all scenes as the server does; returns Ana's cookie."""
    store = SqliteStore(folder / FILE)
    await store.open()
    identities = Identities(await store.secret())
    for scene in SCENES:
        table, entries = play(scene)
        await store.create(scene.slug, scene.slug, json.dumps(table.plan.to_json()))
        for n, entry in enumerate(entries, start=1):
            await store.append(scene.slug, n, json.dumps(entry), owner=str(entry.get("owner", "")))
    await store.close()
    return identities.cookie_of(ME)


# --- The server and the browser ---


@contextmanager
def server(folder: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    options = ["--host", "127.0.0.1", "--port", str(port), "--data", str(folder), "--no-browser"]
    process = subprocess.Popen(
        [sys.executable, "-m", "cubilete.cli", "play", *options], stdout=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            if process.poll() is not None:
                sys.exit("The server stopped.")
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except OSError:  # it does not listen yet
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)


def take(browser: Browser, picture: Picture, address: str, cookie: str, folder: Path) -> int:
    """Takes one picture; returns its size in bytes."""
    width, height = SIZES[picture.size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=picture.language,
        color_scheme=picture.theme,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": COOKIE, "value": cookie, "url": address}])
    page = context.new_page()
    page.goto(f"{address}{picture.path}")
    page.evaluate("document.fonts.ready")
    file = folder / f"{picture.name}.jpg"
    page.screenshot(path=file, type="jpeg", quality=QUALITY)
    context.close()
    return file.stat().st_size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="where they are put")
    folder: Path = parser.parse_args().folder
    if CHROMIUM is None:
        sys.exit("No Chromium: install the package chromium.")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        cookie = asyncio.run(keep(Path(data)))
        with server(Path(data)) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            total = 0
            for picture in pictures():
                size = take(browser, picture, address, cookie, folder)
                total += size
                print(f"{picture.name}.jpg  {size // 1024} KB")
            browser.close()
    print(f"{total // 1024} KB together")


if __name__ == "__main__":
    main()
