"""Converts a query line and options to a request, with notes for the user."""

from dataclasses import dataclass, fields, replace

from ragtui_core.language.function_words import function_words_in
from ragtui_core.search.options import LineRange, Sort
from ragtui_core.search.query.asked import MAX_LISTED
from ragtui_core.search.query.date_spellings import with_spellings
from ragtui_core.search.query.filters import filters_without_match
from ragtui_core.search.query.index_query import Query, phrase
from ragtui_core.search.query.readings import ParsedLine
from ragtui_core.search.query.word_forms import with_forms, with_irregular_forms
from ragtui_core.settings.schema import Stemmer
from ragtui_core.store.matching import TermKind
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import SelectedChunks
from ragtui_core.types import ChunkId, Mode, Relaxation, TimeEffect


@dataclass(frozen=True, slots=True)
class Request(ParsedLine):
    """A parsed line in terms of an index, whose words its queries may say otherwise.

    `limit` and `mode` are from the options, or else from the settings. `corrected` is
    the text after typos were corrected, if any; `relaxed` is how the words were changed
    before the search.
    """

    selection: SelectedChunks
    limit: int
    mode: Mode
    corrected: str
    relaxed: Relaxation | None

    @property
    def is_by_date(self) -> bool:
        """Whether it asks for an order, a list, or nothing but notes of a time."""
        restricts = self.time and self.time.effect is TimeEffect.RESTRICTED
        lists = (restricts or self.asked.by_sender) and self.queries[0].is_empty
        return bool(self.asked.order or self.asked.listing or lists)

    @property
    def sort(self) -> Sort:
        """The order that the line asks for, or else that of the options.

        A list is newest first.
        """
        if self.asked.listing and self.options.sort == Sort.RELEVANCE:
            return Sort(self.asked.order or Sort.NEWEST)
        return Sort(self.asked.order or self.options.sort)


def make_request(parsed: ParsedLine, reader: Reader) -> Request:
    """The request in terms of the index that `reader` reads.

    A question for a list is answered with all of it.
    """
    options, settings, notes = parsed.options, parsed.settings, list(parsed.notes)
    (query, *also), relaxed = parsed.queries, None
    if options.as_you_type:
        query = query.finished(parsed.line, reader)
    source = _chunks_at(options.exclude, reader)
    query = _with_all_forms(query, parsed, reader)
    if source:
        query = replace(query, source_counts=reader.keywords.terms_in(source))
    elif options.correct:
        query, relaxed = _corrected(query, reader, notes)
        if relaxed:
            query = _with_all_forms(query, parsed, reader)
    selection, without_phrase = _selection(parsed, query, reader, notes)
    is_whole = parsed.asked.listing and (options.question or not options.limit)
    if query.is_empty and not parsed.filters.wanted and not parsed.asked.listing:
        notes.append("The query contains no words to search for.")
    parsed = replace(parsed, queries=(query, *also), notes=tuple(notes))
    return Request(
        **{field.name: getattr(parsed, field.name) for field in fields(parsed)},
        selection=reader.without(selection, source) if source else selection,
        limit=MAX_LISTED if is_whole else options.limit or settings.limit,
        mode=Mode(options.mode or settings.mode),
        corrected=query.text if relaxed else "",
        relaxed=Relaxation.PHRASE if without_phrase else relaxed,
    )


def _with_all_forms(query: Query, parsed: ParsedLine, reader: Reader) -> Query:
    """The query, whose words and day know how else texts may say them."""
    settings = parsed.settings
    query = replace(query, stop_words=settings.stop_words)
    if settings.stemmer is Stemmer.LANGUAGE:
        query = with_forms(query, reader)
    query = with_irregular_forms(query, reader)
    time = parsed.mentioned
    return with_spellings(query, time, reader) if time else query


def _chunks_at(location: LineRange | None, reader: Reader) -> list[ChunkId]:
    """The chunks that overlap a range of lines."""
    if location is None:
        return []
    wanted = location.lines
    return [
        chunk.id
        for chunk in reader.chunks(reader.chunks_of(location.path)).values()
        if chunk.lines.first <= wanted.last and wanted.first <= chunk.lines.last
    ]


def _corrected(
    query: Query, reader: Reader, notes: list[str]
) -> tuple[Query, Relaxation | None]:
    """The query with likely typos corrected; adds a note if there are any."""
    stems = [term.stem for term in query.distinct()]
    counts = reader.keywords.document_frequencies(stems)
    absent = [stem for stem in stems if not counts[stem]]
    in_parts = reader.keywords.document_frequencies(absent, kind=TermKind.PART)
    as_typed = {t.stem for terms in (*query.phrases, *query.quoted) for t in terms}
    omitted = function_words_in(term.surface for term in query.terms)
    unknown = [
        term
        for term in query.distinct()
        if term.stem in absent
        and term.surface not in omitted
        and not (term.has_forms or in_parts[term.stem] or term.stem in as_typed)
    ]
    if not unknown:
        return query, None
    from ragtui_core.search.query.typo_correction import corrections

    better = corrections(unknown, reader)
    if not better:
        return query, None
    corrected = query.with_words(better)
    unknown_words = f"{' and '.join(better)} {'is' if len(better) == 1 else 'are'}"
    notes.append(
        f"Showing results for “{corrected.text}”: {unknown_words} not in the index."
    )
    return corrected, Relaxation.CORRECTED


def _selection(
    parsed: ParsedLine, query: Query, reader: Reader, notes: list[str]
) -> tuple[SelectedChunks, bool]:
    """The chunks to search; True if a phrase was dropped."""
    selection = reader.select(parsed.all_filters)
    if selection.is_nothing and parsed.filters.wanted:
        notes.append(filters_without_match(reader, parsed.filters))
    is_dropped = False
    for terms in query.phrases:
        narrowed = reader.narrowed(selection, phrase(terms))
        if narrowed.is_nothing and not selection.is_nothing:
            words = " ".join(term.surface for term in terms)
            notes.append(
                f'No passage contains the phrase "{words}": '
                "its words were searched for."
            )
            is_dropped = True
        else:
            selection = narrowed
    return selection, is_dropped
