"""Facets of a search: field values with document counts.

A document counts if the search lists it, or if it satisfies the filters and contains
all query words (some of them, if no document contains all). A semantic search, and one
that hides hits by their scores, count what they list. The filter on the counted field
itself is ignored, since its values are alternatives; except for tags, of which a
document may have several.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ragtui_core.search.query import Query
from ragtui_core.search.query_language import Clause
from ragtui_core.search_results import Mode
from ragtui_core.store.matching import AnyOf, TermKind
from ragtui_core.store.names.note_states import conflict_copies
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import Filter, FilterField, ValueCounts
from ragtui_core.store.tables.value_counts import value_counts_among
from ragtui_core.text.folding import folded
from ragtui_core.types import DocumentId

FIELDS = (
    FilterField.FOLDER,
    FilterField.TAG,
    FilterField.COMPANY,
    FilterField.CATEGORY,
    FilterField.TYPE,
    FilterField.KIND,
    FilterField.STATUS,
    FilterField.FROM,
    FilterField.HAS,
    FilterField.YEAR,
)
"""Counted fields, in display order."""

MAX_VALUES = 12
"""Maximum number of values per field, besides the selected ones."""


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value, its document count, and whether a filter selects it."""

    value: str
    count: int
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    """A field's most frequent values. `total` is the number of distinct values."""

    field: FilterField
    values: tuple[FacetValue, ...]
    total: int

    def clause(self, value: str) -> Clause:
        """The filter that selects a value."""
        return Clause(self.field, value)


def facets(
    query: Query, reader: Reader, listed: Collection[DocumentId]
) -> tuple[Facet, ...]:
    """The facets of a search; fields without values are omitted.

    So is the kind if all documents found are of one.
    """
    among = _matching_documents(query, reader)
    among = None if among is None else {*among, *listed}
    counts = _counts(query, reader, among)
    with_counts = (_facet(field, query, counts[field]) for field in FIELDS)
    least = {FilterField.KIND: 2}
    return tuple(f for f in with_counts if len(f.values) >= least.get(f.field, 1))


def _counts(
    query: Query, reader: Reader, among: Collection[DocumentId] | None
) -> dict[FilterField, ValueCounts]:
    """The values of each field, of documents that satisfy the other filters."""
    fields = defaultdict[tuple[Filter, ...], list[FilterField]](list)
    paths = tuple(reader.once(conflict_copies))
    copies = (Filter(FilterField.FILE, paths, negated=True),) if paths else ()
    for field in FIELDS:
        fields[(*_others(field, query), *copies)].append(field)
    counts: dict[FilterField, ValueCounts] = {}
    for filters, alike in fields.items():
        if among is None:
            counts |= {field: reader.value_counts(field, filters) for field in alike}
        else:
            counts |= value_counts_among(reader, alike, filters, among)
    return counts


def _matching_documents(query: Query, reader: Reader) -> Collection[DocumentId] | None:
    """The documents that contain the query's words; None if there are no words."""
    words = query.words
    if words.is_empty:
        return None
    if query.mode is Mode.SEMANTIC or query.options.min_score > 0:
        return ()
    matching = reader.keywords.documents_matching
    some = {
        kind: tuple(form for word in words.wanted for form in word.matching(kind))
        for kind in (TermKind.GRAM, TermKind.WORD)
    }
    if some[TermKind.GRAM]:
        return matching(AnyOf(some[TermKind.GRAM]), TermKind.GRAM)
    if (every := words.every) and (found := matching(every)):
        return found
    return matching(AnyOf(some[TermKind.WORD])) if some[TermKind.WORD] else ()


def _facet(field: FilterField, query: Query, counts: ValueCounts) -> Facet:
    asked = [value for item in _own(field, query) for value in item.values]
    match field:
        case FilterField.FOLDER:
            counts = _folders(counts, asked)
        case FilterField.YEAR:
            counts = tuple(sorted(counts, reverse=True))
        case _:
            counts = _merged(counts)
    return _of(field, counts, {folded(value.strip("/")) for value in asked})


def _of(field: FilterField, counts: ValueCounts, asked: Collection[str]) -> Facet:
    values = [
        FacetValue(value, count, folded(value) in asked) for value, count in counts
    ]
    others = [item for item in values if not item.chosen]
    if field is not FilterField.YEAR:
        others.sort(key=lambda item: -item.count)
    shown = others[:MAX_VALUES]
    kept = tuple(item for item in values if item.chosen or item in shown)
    return Facet(field, kept, len(values))


def _own(field: FilterField, query: Query) -> Iterator[Filter]:
    """The filters that select a value of `field`."""
    for _, item in query.filters.wanted:
        if item.field is field and not item.negated:
            yield item


def _others(field: FilterField, query: Query) -> Iterator[Filter]:
    """The filters that apply when the values of `field` are counted."""
    for item in (*query.filters.all(), *query.phrases):
        if item.field is not field or item.negated or field is FilterField.TAG:
            yield item


def _merged(counts: ValueCounts) -> ValueCounts:
    """Values that differ only in case or accents merged, in the commoner spelling."""
    spellings: dict[str, tuple[str, int]] = {}
    for value, count in counts:
        spelling, before = spellings.get(folded(value), (value, 0))
        spellings[folded(value)] = spelling, before + count
    return tuple(sorted(spellings.values(), key=lambda pair: (-pair[1], pair[0])))


def _folders(counts: ValueCounts, asked: Sequence[str]) -> ValueCounts:
    """Top-level folders, and the children of the selected ones.

    If all documents are in one folder, also its children.
    """
    known = [tuple(path.split("/")) for path, _ in counts]
    above = {tuple(value.strip("/").split("/")) for value in asked}
    tops = {parts[:1] for parts in known}
    while len(tops) == 1 and (below := _below(known, tops)):
        above |= tops
        tops = below
    shown = {parts[:1] for parts in known} | {
        parts[: depth + 1]
        for parts in known
        for depth in range(1, len(parts))
        if parts[:depth] in above
    }
    return folder_counts(counts, ["/".join(parts) for parts in sorted(shown)])


def _below(
    known: Sequence[tuple[str, ...]], tops: Collection[tuple[str, ...]]
) -> set[tuple[str, ...]]:
    """The children of `tops`; none if a document is directly in one of them."""
    if any(parts in tops for parts in known):
        return set()
    depth = len(next(iter(tops))) + 1
    return {parts[:depth] for parts in known}


def folder_counts(counts: ValueCounts, folders: Sequence[str]) -> ValueCounts:
    """How many documents `folder:` finds for each of `folders`.

    Args:
        counts: Document counts of the folders that directly contain documents.
        folders: Relative to the vault; as in a filter, at any depth.
    """
    known = [(f"/{folded(path)}/", count) for path, count in counts]
    wanted = ((folder, f"/{folded(folder)}/") for folder in folders)
    return tuple(
        (folder, sum(count for path, count in known if inside in path))
        for folder, inside in wanted
    )


def all_folders(counts: ValueCounts) -> ValueCounts:
    """Every folder that contains documents, at any depth, most documents first."""
    totals: dict[str, int] = {}
    for path, count in counts:
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            folder = "/".join(parts[:depth])
            totals[folder] = totals.get(folder, 0) + count
    return tuple(sorted(totals.items(), key=lambda pair: (-pair[1], pair[0])))
