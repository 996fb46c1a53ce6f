"""Filters on documents, and the chunks that they select for a search."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

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
    AFTER = "after"
    BEFORE = "before"
    YEAR = "year"
    WORDS = "words"
    """Not in the query language: an FTS5 expression that some chunk matches."""
    FILE = "file"
    """Not in the query language: one document, by its path."""
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
        FilterField.YEAR,
        FilterField.FOLDER,
    }
)
"""The fields whose values can be counted."""

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


@dataclass(frozen=True, slots=True)
class Selection:
    """The chunks that a search may find: only `chunks`, or all others."""

    chunks: frozenset[ChunkId] = frozenset()
    included: bool = False

    def keeps(self, chunk: ChunkId) -> bool:
        """Whether `chunk` may be found."""
        return (chunk in self.chunks) is self.included

    @property
    def is_everything(self) -> bool:
        """Whether nothing is excluded."""
        return not self.included and not self.chunks

    @property
    def is_nothing(self) -> bool:
        """Whether everything is excluded for certain."""
        return self.included and not self.chunks

    def narrowed(self, chunks: Collection[ChunkId]) -> "Selection":
        """Those of `chunks` that are kept."""
        return Selection(frozenset(filter(self.keeps, chunks)), included=True)

    def without(self, chunks: Collection[ChunkId]) -> "Selection":
        """The selection without `chunks`."""
        left = self.chunks.difference(chunks)
        kept = left if self.included else self.chunks.union(chunks)
        return Selection(kept, self.included)


EVERYTHING = Selection()
