"""Whether a note is to be relied on, and which note replaces it.

A search reads these types from the index; `succession` recognises them in notes, with
patterns that take longer to load.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Validity(StrEnum):
    """Why a note is not to be relied on."""

    SUPERSEDED = "superseded"
    DEPRECATED = "deprecated"
    OBSOLETE = "obsolete"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class Succession:
    """What a note says of its validity, and which notes it names.

    `validity` is None if it says nothing for certain: `Replaced by Tom` says it only if
    there is a note of that name. The names are those of links, or words that may be
    the name of a note.
    """

    validity: Validity | None = None
    replaced_by: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return bool(self.validity or self.replaced_by or self.replaces)

    def as_json(self) -> list[Any]:
        """The value that an index has among a document's metadata."""
        return [self.validity or "", list(self.replaced_by), list(self.replaces)]

    @classmethod
    def from_json(cls, value: Any) -> "Succession":
        """What `as_json` made a value of."""
        validity, by, replaces = value
        return cls(Validity(validity) if validity else None, tuple(by), tuple(replaces))
