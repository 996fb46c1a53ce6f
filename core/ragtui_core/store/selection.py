"""Filters on documents and passages, and the chunks that they select for a search."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ragtui_core.types import ChunkId


class FilterField(StrEnum):
    """The fields of filters, as named in the query language."""

    TAG = "tag"
    FOLDER = "folder"
    PATH = "path"
    TYPE = "type"
    KIND = "kind"
    STATUS = "status"
    COMPANY = "company"
    CATEGORY = "category"
    FROM = "from"
    TO = "to"
    SUBJECT = "subject"
    HAS = "has"
    THREAD = "thread"
    LINKS = "links"
    """A note that is linked to, by its name, title or an alias."""
    AFTER = "after"
    BEFORE = "before"
    DATE = "date"
    CHANGED = "changed"
    IS = "is"
    """The state of an item."""
    DUE = "due"
    YEAR = "year"
    WORDS = "words"
    """A phrase that some chunk contains."""
    FILE = "file"
    """One document, by its path."""
    BULK = "bulk"
    """Mails of these categories, and their attachments."""
    INSIDE = "inside"
    """A folder by its whole path; "" is the vault."""


INTERNAL_FIELDS = frozenset(
    {FilterField.WORDS, FilterField.FILE, FilterField.BULK, FilterField.INSIDE}
)
"""The fields that are not in the query language."""

ATTACHMENT = "attachment"
"""The value of the field `has`."""

ValueCounts = tuple[tuple[str, int], ...]
"""Values as written with their number of documents, most frequent first."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Documents or passages whose `field` is one of `values`; if negated, the others.

    Dates are ISO 8601, a day or less precise; folders and paths relative to the
    vault. `path` is a glob in which `*` crosses folders.
    """

    field: FilterField
    values: tuple[str, ...]
    negated: bool = False


class SelectedChunks(Protocol):
    """The chunks that a search may find, in a form that only its store knows."""

    @property
    def is_everything(self) -> bool:
        """Whether nothing is excluded."""

    @property
    def is_nothing(self) -> bool:
        """Whether everything is excluded for certain."""

    def narrowed(self, chunks: frozenset[ChunkId]) -> "SelectedChunks":
        """The selection, restricted to `chunks`."""
