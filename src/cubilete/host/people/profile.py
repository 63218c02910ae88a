"""What a person has chosen about themselves: a document of the kind `person`, one for each.

The browser has the same in cookies, which every page reads. The document brings it to the person's
other devices.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field

from cubilete.store.base import Conflict, Store
from cubilete.store.documents import Document

KIND = "person"


@dataclass(frozen=True)
class Profile:
    name: str = ""
    """"" where none was chosen."""
    face: str = ""
    """The word of a drawing; "" for none."""
    settings: dict[str, str] = field(default_factory=dict)
    """The person's settings, such as language and theme."""


def profile_from(content: str) -> Profile:
    """Keys that this version does not know are left out."""
    found = json.loads(content)
    settings = {str(name): str(value) for name, value in found.get("settings", {}).items()}
    return Profile(str(found.get("name", "")), str(found.get("face", "")), settings)


async def find_profile(store: Store, owner: str) -> Profile:
    found = await store.documents.find(KIND, owner)
    return Profile() if found is None else profile_from(found.content)


async def keep_profile(store: Store, owner: str, profile: Profile) -> None:
    """Of two devices that choose at the same time, either may win."""
    content = json.dumps(asdict(profile))
    found = await store.documents.find(KIND, owner)
    with suppress(Conflict):
        if found is None:
            await store.documents.add(Document(KIND, owner, content, owner))
        elif found.content != content:
            await store.documents.replace(found, content)
