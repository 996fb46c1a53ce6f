"""A query line and options -> what to look for, where, and what to say about it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from ragtui_core.search.options import LineRange, SearchOptions
from ragtui_core.search.query.filters import (
    Filters,
    build_filters,
    filters_without_match,
)
from ragtui_core.search.query.index_query import (
    MAX_QUERY_CHARS,
    Query,
    build_query,
    phrase,
    quoted,
)
from ragtui_core.search.query.query_language import (
    ParsedQuery,
    first_different,
    parse_clause,
    parse_line,
)
from ragtui_core.store.selection import Filter, FilterField, Selection
from ragtui_core.store.sqlite.reader import Reader
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.types import ChunkId, Mode, Relaxation


@dataclass(frozen=True, slots=True)
class Request:
    """A search as understood.

    `queries` are the main one and those asked along with it. `limit` and `mode` are
    those asked for, or else the settings'. `corrected` is what was looked for
    in place of words with slips; `relaxed` tells what was done to the words before any
    search.
    """

    line: str
    queries: tuple[Query, ...]
    filters: Filters
    selection: Selection
    options: SearchOptions
    limit: int
    mode: Mode
    today: date
    corrected: str = ""
    relaxed: Relaxation | None = None
    notes: tuple[str, ...] = ()


def make_request(
    line: str,
    options: SearchOptions,
    reader: Reader,
    *,
    limit: int,
    mode: Mode,
    today: date,
) -> Request:
    """Understand a query line, in the words of the index that `reader` reads."""
    line = without_surrogates(line)  # as its parts are read
    parsed = parse_line(line)
    given = [parse_clause(text) for text in options.filters]
    notes = [note for part in (parsed, *given) for note in part.notes]
    clauses = [clause for part in (parsed, *given) for clause in part.clauses]
    clauses = first_different(clauses, "filters", notes)
    filters = build_filters(clauses, options, today)
    notes += [*filters.notes, *_about_length(parsed)]
    query, relaxed = build_query(parsed, reader), None
    if options.as_you_type and line.endswith(query.last_word or "\n"):
        query = query.finished(reader)
    own = _chunks_at(options.besides, reader)
    if own:
        query = replace(query, own=reader.terms_in(own))
    elif options.correct:
        query, relaxed = _corrected(query, reader, notes)
    selection, without_phrase = _selection(query, filters, reader, notes)
    if query.is_empty and not filters.wanted:
        notes.append("The query holds no words to search for.")
    also = (build_query(parse_line(text), reader) for text in options.also)
    return Request(
        line=line,
        queries=(query, *also),
        filters=filters,
        selection=selection.without(own),
        options=options,
        limit=limit,
        mode=mode,
        today=today,
        corrected=query.text if relaxed else "",
        relaxed=Relaxation.PHRASE if without_phrase else relaxed,
        notes=tuple(notes),
    )


def _about_length(parsed: ParsedQuery) -> Iterable[str]:
    if len(parsed.text) > MAX_QUERY_CHARS:
        yield (
            f"The query is long: only its first {MAX_QUERY_CHARS} characters were used."
        )


def _chunks_at(stretch: LineRange | None, reader: Reader) -> list[ChunkId]:
    """The chunks that lie in some lines, in part or as a whole."""
    if stretch is None:
        return []
    wanted = stretch.lines
    return [
        chunk.id
        for chunk in reader.chunks(reader.chunks_of(stretch.path)).values()
        if chunk.lines.first <= wanted.last and wanted.first <= chunk.lines.last
    ]


def _corrected(
    query: Query, reader: Reader, notes: list[str]
) -> tuple[Query, Relaxation | None]:
    """The query with likely slips mended, which a note tells."""
    stems = [term.stem for term in query.distinct()]
    counts = reader.document_frequencies(stems)
    absent = [stem for stem in stems if not counts[stem]]
    in_parts = reader.document_frequencies(absent, vocabulary="part_vocabulary")
    unknown = [
        term
        for term in query.distinct()
        if term.stem in absent and not (term.parts or in_parts[term.stem])
    ]
    if not unknown:
        return query, None
    from ragtui_core.search.query.typo_correction import corrections

    better = corrections(unknown, reader)
    if not better:
        return query, None
    mended = query.with_words(better, reader)
    notes.append(f"Showing results for “{mended.text}”: {_slips(better)}.")
    return mended, Relaxation.CORRECTED


def _slips(better: dict[str, str]) -> str:
    words = list(better)
    occur = "occurs" if len(words) == 1 else "occur"
    return f"{' and '.join(words)} {occur} nowhere"


def _selection(
    query: Query, filters: Filters, reader: Reader, notes: list[str]
) -> tuple[Selection, bool]:
    """The chunks to search; True if a phrase had to be given up."""
    left_out = (
        Filter(FilterField.WORDS, (phrase(terms),), negated=True)
        for terms in query.left_out
    )
    selection = reader.select((*filters.all(), *left_out))
    if selection.is_nothing and filters.wanted:
        notes.append(filters_without_match(reader, filters))
    given_up = False
    for terms in query.phrases:
        narrowed = selection.narrowed(reader.matching(phrase(terms)))
        if narrowed.is_nothing and not selection.is_nothing:
            words = " ".join(term.surface for term in terms)
            notes.append(
                f"No passage holds the phrase {quoted(words)}: "
                "its words were looked for."
            )
            given_up = True
        else:
            selection = narrowed
    return selection, given_up
