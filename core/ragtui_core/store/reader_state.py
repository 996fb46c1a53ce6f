"""What the parts of a reader share: the session, the selection, a cache."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ragtui_core.store.matching import Matching
    from ragtui_core.store.selection import (
        Filter,
        FilterField,
        Selection,
        ValueCounts,
    )
    from ragtui_core.store.session import Condition, Session
    from ragtui_core.store.text_languages import TextLanguages
    from ragtui_core.store.title_names import SortedNames
    from ragtui_core.types import ChunkId, DocumentId


@dataclass(slots=True)
class Cache:
    """Results that are valid as long as the index does not change."""

    version: int = -1
    meta: dict[str, str] | None = None
    totals: tuple[int, int, int] | None = None
    """Numbers of documents, of chunks, and of chunks with a vector."""
    selections: dict[tuple[Filter, ...], Selection] = field(default_factory=dict)
    values: dict[FilterField, list[str]] = field(default_factory=dict)
    """The values of fields, as written."""
    corrections: dict[str, str | None] = field(default_factory=dict)
    languages: dict[str, TextLanguages] = field(default_factory=dict)
    made: dict[Any, Any] = field(default_factory=dict)
    """What functions made of the index, by function."""
    counts: dict[tuple[FilterField, tuple[Filter, ...]], ValueCounts] = field(
        default_factory=dict
    )
    aliases: dict[str, list[DocumentId]] | None = None
    names: SortedNames | None = None
    """The names of notes, for those that are being typed."""


class ReaderState(Protocol):
    """The part of a reader that each store has in its own way."""

    everything: Selection
    """Every chunk."""
    selection: Selection
    """What matches and nearest chunks are restricted to."""

    @property
    def tables(self) -> Session:
        """The tables of the index."""

    @property
    def cache(self) -> Cache:
        """The cache, emptied if the index changed."""

    def totals(self) -> tuple[int, int, int]:
        """Numbers of documents, of chunks, and of chunks with a vector."""

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""

    def condition(self, column: str) -> Condition:
        """A condition on the chunk id in `column`, which begins with AND or is empty.

        It keeps the chunks of the selection.
        """

    @property
    def embedded(self) -> str:
        """SQL for a row of `chunk`: 1 if it has a vector, else 0."""

    def documents_named(
        self, matching: Matching
    ) -> Iterable[tuple[DocumentId, str, str]]:
        """The documents that match in title and file name together, and these.

        There may be others among them.
        """

    def with_words(self, matching: Matching) -> Condition:
        """A condition on rows of `document`: a chunk matches. Its parameter is one."""

    def like_path(self, glob: str) -> Condition:
        """A condition on `document.path` by a pattern in which `*` crosses folders."""

    def select(self, filters: Sequence[Filter]) -> Selection:
        """The chunks of documents that satisfy every filter; there is at least one."""

    def narrowed(self, selection: Selection, matching: Matching) -> Selection:
        """The chunks of `selection` whose words match."""

    def without(self, selection: Selection, chunks: Collection[ChunkId]) -> Selection:
        """The chunks of `selection` except `chunks`."""
