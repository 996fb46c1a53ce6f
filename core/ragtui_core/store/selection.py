"""Filters on documents, and the chunks that they select for a search."""

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
    AFTER = "after"
    BEFORE = "before"
    DATE = "date"
    CHANGED = "changed"
    YEAR = "year"
    WORDS = "words"
    """Not in the query language: a phrase that some chunk contains."""
    FILE = "file"
    """Not in the query language: one document, by its path."""
    BULK = "bulk"
    """Not in the query language: mails of these categories, and their attachments."""
    INSIDE = "inside"
    """Not in the query language: a folder by its whole path; "" is the vault."""


COUNTED_FIELDS = frozenset(
    {
        FilterField.TAG,
        FilterField.TYPE,
        FilterField.KIND,
        FilterField.STATUS,
        FilterField.COMPANY,
        FilterField.CATEGORY,
        FilterField.FROM,
        FilterField.TO,
        FilterField.HAS,
        FilterField.YEAR,
        FilterField.FOLDER,
    }
)
"""The fields whose values can be counted."""

ATTACHMENT = "attachment"
"""The value of the field `has`."""

ValueCounts = tuple[tuple[str, int], ...]
"""Values as written with their number of documents, most frequent first."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Documents whose `field` is one of `values`; or, if negated, none of them.

    Dates are ISO 8601, a day or less precise; folders and paths relative to the
    vault. `path` is a glob in which `*` crosses folders.
    """

    field: FilterField
    values: tuple[str, ...]
    negated: bool = False


class Selection(Protocol):
    """The chunks that a search may find, in a form that only its store knows."""

    @property
    def is_everything(self) -> bool:
        """Whether nothing is excluded."""

    @property
    def is_nothing(self) -> bool:
        """Whether everything is excluded for certain."""

    def narrowed(self, chunks: frozenset[ChunkId]) -> "Selection":
        """The selection, restricted to `chunks`."""
