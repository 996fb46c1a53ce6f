"""Whether a note is to be relied on, and which note replaces it."""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any


class Validity(StrEnum):
    """Why a note is not to be relied on."""

    SUPERSEDED = "superseded"
    DEPRECATED = "deprecated"
    OBSOLETE = "obsolete"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class Succession:
    """What a note says of its validity, and the names of the notes that replace it."""

    validity: Validity | None = None
    replaced_by: tuple[str, ...] = ()

    def as_json(self) -> list[Any]:
        """The value that an index has among a document's metadata."""
        return [self.validity, list(self.replaced_by)]

    @classmethod
    def from_json(cls, value: Any) -> "Succession":
        """What `as_json` made a value of; indexes of 0.2 have a third part."""
        validity, by, *_ = value
        return cls(Validity(validity) if validity else None, tuple(by))


_CONFLICT = re.compile(
    r"(?:\.sync-conflict-\d{8}-\d{6}-\w{7}|-(?:DESKTOP|LAPTOP)-\w{7}"
    r"|\s*\([^()]*(?:[ck]onfli[ck]t|conflit)[^()]*\))$",
    re.IGNORECASE,
)
"""What Syncthing, OneDrive, Dropbox and Nextcloud add to names of conflict copies."""


def original_name(path: str) -> str:
    """The name of a file without its ending; of a conflict copy, that of its note."""
    return _CONFLICT.sub("", PurePosixPath(path).stem)


def copied_name(path: str) -> str:
    """The name of the file that a conflict copy is one of; of others, empty."""
    file = PurePosixPath(path)
    original = _CONFLICT.sub("", file.stem)
    return "" if original == file.stem else f"{original}{file.suffix}"
