"""What every part of a reader shares: the connection, and what may be found."""

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
    """Answers that hold as long as the index does not change."""

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
        """Take over `connection`."""
        self._connection = connection
        self._selection = EVERYTHING
        self._memory = SelectionCache()
        connection.create_scalar_function("keep", self._keep, 1)

    def close(self) -> None:
        """Close the connection."""
        close(self._connection)

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self._connection, key)

    @contextmanager
    def restricted(self, selection: Selection) -> Iterator[None]:
        """Let matches and nearest chunks come from `selection` alone."""
        self._selection = selection
        try:
            yield
        finally:
            self._selection = EVERYTHING

    def _keep(self, *chunk: Any) -> bool:
        return self._selection.keeps(ChunkId(chunk[0]))

    def select(self, filters: Sequence[Filter]) -> Selection:
        """The chunks of documents that satisfy every filter.

        Remembered until the index changes, since most searches ask for the same.
        """
        known = self._remembered().selections
        key = tuple(filters)
        if key not in known:
            known[key] = select(self._connection, key)
        return known[key]

    @property
    def corrections(self) -> dict[str, str | None]:
        """Words that occur nowhere and what they were taken for; to be added to."""
        return self._remembered().corrections

    def _remembered(self) -> "SelectionCache":
        """What was learnt of the index since it last changed."""
        version = int(self._connection.pragma("data_version"))
        if version != self._memory.version:
            self._memory = SelectionCache(version)
        return self._memory

    def value_counts(
        self,
        field: FilterField,
        filters: Sequence[Filter] = (),
        among: Collection[DocumentId] | None = None,
    ) -> ValueCounts:
        """The values of `field` and how many documents have each, most first.

        Args:
            field: One of `facet_rows.COUNTED`.
            filters: Only documents that satisfy all of these count.
            among: Only these count. Without them the answer is remembered until the
                index changes.
        """
        if among is not None:
            return value_counts(self._connection, field, filters, among)
        known, key = self._remembered().counts, (field, tuple(filters))
        if key not in known:
            known[key] = value_counts(self._connection, field, filters)
        return known[key]

    def nearest_value(self, field: FilterField, value: str) -> str | None:
        """A value of `field` that looks like `value`, for who mistyped it."""
        return nearest_value(self._connection, field, value)
