"""What the parts of a reader share, and each store has in its own way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from ragtui_core.store.tables.meta import meta_values

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Sequence

    from ragtui_core.store.matching import Matching
    from ragtui_core.store.records import IndexCounts
    from ragtui_core.store.selection import Filter, SelectedChunks
    from ragtui_core.store.session import Condition, Session
    from ragtui_core.types import ChunkId

T = TypeVar("T")


@dataclass(slots=True)
class Cache:
    """Values that are cached until the index changes."""

    version: object = None
    _made: dict[Hashable, Any] = field(default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` returned when the key was asked for first."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made


class ReaderState(ABC):
    """The tables of an index, and what was read of them since it changed."""

    everything: SelectedChunks
    """Every chunk."""

    def __init__(self, tables: Session) -> None:
        self.tables = tables
        self.cache = Cache()
        """Valid since the last `refresh`."""

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return self.cache.once("meta", lambda: meta_values(self.tables)).get(key, "")

    @abstractmethod
    def counts(self) -> IndexCounts:
        """How much the index contains."""

    @abstractmethod
    def condition(self, column: str, within: SelectedChunks | None) -> Condition:
        """A condition that keeps the chunks of a selection; None keeps all.

        It is on the chunk id in `column`, and begins with AND or is empty.
        """

    @abstractmethod
    def with_words(self, matching: Matching) -> Condition:
        """A condition on rows of `document`: a chunk matches."""

    @abstractmethod
    def like_path(self, glob: str) -> Condition:
        """A condition on `document.path` by a pattern in which `*` crosses folders."""

    @abstractmethod
    def satisfying(self, filters: Sequence[Filter]) -> SelectedChunks:
        """The chunks that satisfy every filter; there is at least one."""

    @abstractmethod
    def without(
        self, selection: SelectedChunks, chunks: Collection[ChunkId]
    ) -> SelectedChunks:
        """The chunks of `selection` except `chunks`."""
