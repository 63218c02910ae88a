"""Documents: small pieces of JSON that are not tables, kept by kind and key.

People's settings, evenings, results of a day and home-made material are documents. Each kind has
one module that knows what its documents hold. A document may belong to a person, who can list and
forget what is theirs.

Two processes may change a document at once: `replace` succeeds only for the revision that the
caller has read, and raises Conflict otherwise; the caller reads again and repeats its change.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

LAST_LETTER = "\U0010ffff"
"""Keys are compared by their bytes: those with a prefix sort before the prefix and this letter."""


@dataclass(frozen=True)
class Document:
    """A document as it is stored."""

    kind: str
    key: str
    content: str
    """JSON."""
    owner: str = ""
    """The person whose document it is (`Person.owner`); empty: nobody's."""
    revision: int = 1
    """Counts the changes of this document."""


class DocumentStore(Protocol):
    """Every method may raise Unavailable."""

    async def add(self, document: Document) -> None:
        """Stores a new document; raises Conflict if there is one of this kind and key."""

    async def find(self, kind: str, key: str) -> Document | None:
        """None if there is no such document."""

    async def replace(self, read: Document, content: str) -> Document:
        """Changes the content of a document, and returns it as it is stored now.

        Raises Conflict if it has been changed or removed since it was read.
        """

    async def remove(self, kind: str, key: str) -> None:
        """Removes a document; one that is not there is no error."""

    async def owned(self, owner: str, kind: str, most: int) -> Sequence[Document]:
        """A person's documents of a kind, the latest changed first."""

    async def beginning(self, kind: str, prefix: str, most: int) -> Sequence[Document]:
        """The documents of a kind whose keys begin with `prefix`, in the order of their keys."""

    async def note_use(self, kind: str, key: str) -> None:
        """Notes the day, so that housekeeping does not remove a document that is in use. A change
        of the document notes it too."""

    async def remove_owned(self, owner: str) -> None:
        """Removes all documents of a person, of every kind."""
