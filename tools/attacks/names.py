"""Point 9: names that look like somebody else's."""

import unicodedata

from attacks.arena import Arena
from attacks.client import Client
from attacks.report import attack, expect

HOST = "José Ana"
LOOK_ALIKES = {
    "composed otherwise": unicodedata.normalize("NFD", HOST),
    "a Cyrillic letter": "José Аna",
    "a Greek letter": "Jοsé Ana",
    "full width": "Ｊosé Ana",
    "mathematical letters": "𝐉osé Ana",
    "no-break space": "José\u00a0Ana",
    "a thin space": "José\u2009Ana",
    "a zero-width joiner": "José\u200d Ana",
    "a soft hyphen": "Jo\u00adsé Ana",
    "a Hangul filler": "José Ana\u3164",
    "a combining grapheme joiner": "José\u034f Ana",
    "a variation selector": "José\ufe0f Ana",
    "another case": "JOSÉ ana",
    "a trailing space": "José Ana ",
}
BLANK = {
    "a Hangul filler": "\u3164",
    "a half-width filler": "\uffa0",
    "a Braille blank": "\u2800",
    "a Khmer vowel that shows nothing": "\u17b4\u17b5",
    "a combining mark alone": "\u0301",
    "a zero-width space": "\u200b",
    "a word joiner": "\u2060",
}
RESERVED = {
    "a bot's name": "Bot 2",
    "a bot's name in Cyrillic": "Воt 2",
    "a bot's name in small letters": "bot 3",
    "direction turned": "\u202eanA ésoJ",
    "direction isolated": "\u2066Eve\u2069",
}


def accepted(arena: Arena, names: dict[str, str]) -> list[str]:
    """The names that somebody can sit down with beside HOST and a bot."""
    passed = []
    host = Client(arena.server, "127.0.0.2")
    for what, name in names.items():
        new = {"game": "dizzle", "name": HOST, "people": 2, "bots": 1}
        table = host.ask("/tables", new).json["table"]
        guest = Client(arena.server, "127.0.0.66")
        if guest.ask(f"/tables/{table}/sit", {"name": name, "seat": 1}).ok:
            passed.append(what)
    return passed


@attack(9, "a name that looks like the host's")
def point_9_look_alikes(arena: Arena) -> str:
    passed = accepted(arena, LOOK_ALIKES)
    expect(not passed, f"accepted beside {HOST}: {', '.join(passed)}")
    return f"{len(LOOK_ALIKES)} ways to write the host's name are refused"


@attack(9, "a name of nothing")
def point_9_blank(arena: Arena) -> str:
    passed = accepted(arena, BLANK)
    expect(not passed, f"accepted: {', '.join(passed)}")
    return f"{len(BLANK)} names that show nothing are refused"


@attack(9, "a bot's name, and a turned direction")
def point_9_reserved(arena: Arena) -> str:
    passed = accepted(arena, RESERVED)
    expect(not passed, f"accepted: {', '.join(passed)}")
    return f"{len(RESERVED)} names are refused"


@attack(9, "honest names refused")
def point_9_honest(arena: Arena) -> str:
    honest = ["Luis", "María José", "Zoë", "Ольга", "محمد", "小林", "Ana María", "Bo", "Jo"]
    passed = accepted(arena, {name: name for name in honest})
    expect(len(passed) == len(honest), f"refused: {', '.join(set(honest) - set(passed))}")
    return f"{len(honest)} names in five scripts can sit down"
