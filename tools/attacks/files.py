"""Point 14: files that other users of the machine can read."""

import stat
from pathlib import Path

from attacks.arena import Arena
from attacks.client import Client
from attacks.report import NotFromOutside, attack, expect

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def mode_of(path: Path) -> str:
    return f"{path.name} {stat.S_IMODE(path.stat().st_mode):04o}"


@attack(14, "the database read by another user of the machine")
def point_14_modes(arena: Arena) -> str:
    if arena.database:
        raise NotFromOutside("made with SQLite: PostgreSQL keeps its files itself")
    Client(arena.server).ask("/tables", {"game": "dizzle", "bots": 0})
    files = [arena.data, *arena.data.iterdir()]
    open_files = [mode_of(path) for path in files if path.stat().st_mode & OTHERS]
    expect(not open_files, f"others can read: {', '.join(open_files)}")
    return ", ".join(mode_of(path) for path in files)


@attack(14, "a database that an earlier version left readable")
def point_14_older(arena: Arena) -> str:
    if arena.database:
        raise NotFromOutside("made with SQLite: PostgreSQL keeps its files itself")
    folder = arena.folder / "older"
    arena.start(data=folder).stop()
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    server = arena.start(data=folder)
    Client(server).ask("/tables", {"game": "dizzle", "bots": 0})
    open_files = [mode_of(path) for path in folder.iterdir() if path.stat().st_mode & OTHERS]
    expect(not open_files, f"others can still read: {', '.join(open_files)}")
    return "closed at the next start"
