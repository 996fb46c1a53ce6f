"""What a line is parsed for: the options of its search, the day, and an index."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ragtui_core.search.filters import Filters, build_filters
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.query_language import Clause
from ragtui_core.search.query_times import time_filters
from ragtui_core.search.words import Words, words_of
from ragtui_core.search_results import SearchedTime
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import Filter, SelectedChunks
from ragtui_core.types import ChunkId


@dataclass(frozen=True, slots=True)
class LineContext:
    """A line, and what its words and filters depend on."""

    line: str
    options: SearchOptions
    settings: SearchSettings
    today: date
    reader: Reader
    excluded: tuple[Filter, ...]
    """The words and phrases that passages must not have."""

    def filters(
        self, clauses: Iterable[Clause], time: SearchedTime | None = None
    ) -> Filters:
        """The filters of clauses, of the options and of a time."""
        return with_time(build_filters(clauses, self.options, self.today), time)

    def selected(self, filters: Filters) -> SelectedChunks:
        """The chunks that satisfy filters, without those with excluded words."""
        return self.reader.select((*filters.all(), *self.excluded))

    def has(self, clauses: Iterable[Clause]) -> bool:
        """Whether the index has a chunk that satisfies clauses and the options."""
        return not self.selected(self.filters(clauses)).is_nothing

    def words(self, text: str, source: Sequence[ChunkId] = ()) -> Words:
        """The words of a text; their counts are without those of the `source`."""
        return words_of(
            text,
            self.reader,
            self.settings,
            beside=self.line,
            typed=self.options.as_you_type and not self.line[-1:].isspace(),
            elsewhere=self.reader.keywords.terms_in(source) if source else {},
        )


def with_time(filters: Filters, time: SearchedTime | None) -> Filters:
    """The filters with those of a time, if it restricts the search."""
    if time is None:
        return filters
    return replace(filters, wanted=(*filters.wanted, *time_filters(time)))
