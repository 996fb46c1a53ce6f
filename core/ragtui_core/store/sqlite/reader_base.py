"""The common base of readers: the connection and the selection."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import apsw

from ragtui_core.store.selection import EVERYTHING, Filter, FilterField, Selection
from ragtui_core.store.sqlite.connection import close
from ragtui_core.store.sqlite.facet_rows import ValueCounts, value_counts
from ragtui_core.store.sqlite.filter_rows import nearest_value, select
from ragtui_core.store.sqlite.meta_rows import meta_value
from ragtui_core.types import ChunkId, DocumentId


@dataclass(slots=True)
class SelectionCache:
    """Results that are valid as long as the index does not change."""

    version: int = -1
    selections: dict[tuple[Filter, ...], Selection] = field(default_factory=dict)
    frequencies: dict[tuple[str, str], int] = field(default_factory=dict)
    corrections: dict[str, str | None] = field(default_factory=dict)
    counts: dict[tuple[FilterField, tuple[Filter, ...]], ValueCounts] = field(
        default_factory=dict
    )


class ReaderBase:
    """A read-only connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Use `connection`."""
        self._connection = connection
        self._selection = EVERYTHING
        self._cached = SelectionCache()
        connection.create_scalar_function("keep", self._keep, 1)

    def close(self) -> None:
        """Close the connection."""
        close(self._connection)

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self._connection, key)

    @contextmanager
    def restricted(self, selection: Selection) -> Iterator[None]:
        """Restrict matches and nearest chunks to `selection`."""
        self._selection = selection
        try:
            yield
        finally:
            self._selection = EVERYTHING

    def _keep(self, *chunk: Any) -> bool:
        return self._selection.keeps(ChunkId(chunk[0]))

    def select(self, filters: Sequence[Filter]) -> Selection:
        """The chunks of documents that satisfy every filter.

        Cached until the index changes, since most searches use the same filters.
        """
        known = self._cache().selections
        key = tuple(filters)
        if key not in known:
            known[key] = select(self._connection, key)
        return known[key]

    @property
    def corrections(self) -> dict[str, str | None]:
        """A cache of terms that are not in the index and their corrections."""
        return self._cache().corrections

    def _cache(self) -> "SelectionCache":
        """The cache, emptied if the index changed."""
        version = int(self._connection.pragma("data_version"))
        if version != self._cached.version:
            self._cached = SelectionCache(version)
        return self._cached

    def value_counts(
        self,
        field: FilterField,
        filters: Sequence[Filter] = (),
        among: Collection[DocumentId] | None = None,
    ) -> ValueCounts:
        """The values of `field` with their number of documents, most frequent first.

        Args:
            field: One of `facet_rows.COUNTED`.
            filters: Only documents that satisfy all of these count.
            among: Only these count. Without them the result is cached until the
                index changes.
        """
        if among is not None:
            return value_counts(self._connection, field, filters, among)
        known, key = self._cache().counts, (field, tuple(filters))
        if key not in known:
            known[key] = value_counts(self._connection, field, filters)
        return known[key]

    def nearest_value(self, field: FilterField, value: str) -> str | None:
        """The value of `field` most similar to `value`, as a suggestion."""
        return nearest_value(self._connection, field, value)
