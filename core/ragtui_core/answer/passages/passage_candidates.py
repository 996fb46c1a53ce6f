"""Candidate passages for extracts: those of the best chunks of a search."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from ragtui_core.answer.passages.displayed_passages import DisplayedPassages
from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.chunking.named_texts import is_contents
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.errors import RagtuiError
from ragtui_core.language.question_words import terms_of_text
from ragtui_core.search.options import SearchOptions, Sort
from ragtui_core.search_results import (
    Hit,
    SearchedTime,
    SearchResult,
    Selects,
    TimeEffect,
)
from ragtui_core.store.names.note_keys import stored_aliases
from ragtui_core.types import Document, Entry, Span

CLOSEST_CHUNKS = 15
"""Chunks whose passages may answer; they have about a hundred passages."""


def chunk_options(search: SearchOptions) -> SearchOptions:
    """For the closest chunks, found as `search` says: by relevance, with all scores."""
    return replace(
        search,
        limit=CLOSEST_CHUNKS,
        also=(),
        dedup=False,
        fill=True,
        question=True,
        min_score=0.0,
        sort=Sort.RELEVANCE,
        front_end="",
    )


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may be quoted, with its surroundings.

    `prior` is the evidence of its chunk relative to the best one's, 1 for that. Words
    are stems. `state` and `successor` are those of its note, as in `Hit`.
    """

    document: Document
    passage: Passage
    passages: Sequence[Passage]
    """All displayed passages of the document, in order."""
    prior: float
    shown: Span
    """The span that is quoted, with the rest of its paragraph or list."""
    above: tuple[str, ...]
    """What is displayed above it and says what it is."""
    own: frozenset[str]
    around: frozenset[str]
    """Words of the title, aliases, a mail's sender, and of what is displayed above."""
    state: str = ""
    successor: str = ""

    @property
    def day(self) -> str:
        """The day of the passage, else the date of its document; may be empty."""
        return self.passage.entry.day or self.document.fields.date

    def is_of(self, time: SearchedTime | None) -> bool:
        """Whether it is of a time, by its day."""
        until = self.passage.entry.until or self.day
        return bool(time and self.day and time.has_days(self.day, until))

    @property
    def quote(self) -> str:
        """The passage, verbatim."""
        return self.passage.span.of(self.document.text)

    @property
    def shown_text(self) -> str:
        """The text of `shown`."""
        return self.shown.of(self.document.text)

    @property
    def is_question(self) -> bool:
        """Whether it asks something."""
        return self.quote.endswith("?")

    @property
    def headings(self) -> str:
        """The title, the heading above, and column headers, if any."""
        title, path = self.document.fields.title, self.passage.heading_path
        above = " > ".join(dict.fromkeys((title, *path[-1:])))
        return "\n".join(filter(None, (above, self.passage.column_heads)))

    @property
    def surroundings(self) -> frozenset[str]:
        """The words of the passage, its surroundings and the document's fields."""
        fields = self.document.fields
        values = [fields.company, fields.category, fields.summary, *fields.tags]
        texts = "\n".join([*values, self.document.path])
        return self.own | self.around | terms_of_text(texts)


def of_hits(
    candidates: Sequence[Candidate], hits: Sequence[Hit], result: SearchResult
) -> list[Candidate]:
    """The candidates whose entry matches that of a hit of their note.

    Of notes that are listed without regard to their days, every candidate. If a time
    restricts the search, a day of the time matches that of any hit, and a state only if
    items are asked for. A candidate of the time has its words, such as "last week",
    among those around it.
    """
    time, selects = result.time, result.selects
    are_whole = selects is Selects.NOTES and result.total is not None
    by_path = dict[str, set[Entry]]()
    for hit in hits:
        by_path.setdefault(hit.path, set()).add(hit.entry)
    kept = []
    for candidate in candidates:
        own = candidate.passage.entry
        entries = by_path.get(candidate.document.path, {own})
        if time and own.day and time.effect is TimeEffect.RESTRICTED:
            is_of_state = own.state in {entry.state for entry in entries}
            is_of_days = time.has_days(own.day, own.until)
            is_kept = is_of_days and (is_of_state or selects is not Selects.ITEMS)
        else:
            is_kept = are_whole or any(map(own.fits, entries))
        if is_kept and time and candidate.is_of(time):
            around = candidate.around | terms_of_text(time.words)
            candidate = replace(candidate, around=around)
        if is_kept:
            kept.append(candidate)
    return kept


PRIOR_SCALE = 15.0
"""Log-odds below the best chunk at which a chunk has a prior of 0."""


def find_candidates(
    context: PromptContext, chunks: Sequence[Hit], read: Read | None
) -> list[Candidate]:
    """The passages within `chunks`, each once, best chunk first.

    Without chunks, all passages of the context. Of documents with equal text, only the
    one with the shortest path counts. `read` reads those that are not in the context.
    """
    known = {text.document.path: text.document for text in context.texts}
    if not chunks:
        return [
            _candidate(note, number, text.source.state)
            for text in context.texts
            if (note := DisplayedPassages(text.document, text.passages))
            for number in _quotable(note, range(len(note.placed)))
        ]
    by_place: dict[tuple[str, int], Candidate] = {}
    documents = dict[str, Document]()
    for path in dict.fromkeys(hit.path for hit in chunks):
        if document := _read(path, known, read):
            same = documents.get(document.text, document)
            documents[document.text] = min(same, document, key=lambda it: len(it.path))
    notes = {
        document.path: DisplayedPassages(document, passages_of(document))
        for document in documents.values()
    }
    found = [(hit, notes[hit.path]) for hit in chunks if hit.path in notes]
    numbers: dict[str, set[int]] = {}
    for hit, note in found:
        numbers.setdefault(hit.path, set()).update(note.within(hit.span))
    quotable = {path: {*_quotable(notes[path], its)} for path, its in numbers.items()}
    for hit, note in found:
        prior = 1 + (hit.fused - chunks[0].fused) / PRIOR_SCALE
        for number in note.within(hit.span):
            if number not in quotable[hit.path]:
                continue
            candidate = _candidate(note, number, hit.state, hit.successor, prior)
            place = hit.path, candidate.passage.span.start
            by_place.setdefault(place, candidate)
    return list(by_place.values())


def row_candidates(
    documents: Iterable[Document], heads: Set[str], time: SearchedTime | None
) -> dict[str, list[Candidate]]:
    """The rows of tables with these heads, by them; with a time, those of it.

    A row that an earlier document has, as exports do that overlap, is left out.
    """
    found = dict[str, list[Candidate]]()
    for document in documents:
        note = DisplayedPassages(document, passages_of(document))
        known = {row.quote for rows in found.values() for row in rows}
        for number, (passage, _) in enumerate(note.placed):
            if passage.column_heads not in heads or passage.is_column_heads:
                continue
            row = _candidate(note, number, "")
            is_of_time = not time or (passage.entry.day and row.is_of(time))
            if is_of_time and row.quote not in known:
                found.setdefault(passage.column_heads, []).append(row)
    return found


def _read(
    path: str, known: Mapping[str, Document], read: Read | None
) -> Document | None:
    """None if it cannot be read; the context has a notice if it is among the best."""
    try:
        return known.get(path) or (read(path) if read else None)
    except RagtuiError:
        return None


def _quotable(note: DisplayedPassages, numbers: Iterable[int]) -> Sequence[int]:
    """Those of some passages of a document that may answer.

    Headings and the heads of tables never may. These are left out too, unless a
    document has nothing else: a table of contents, links, dates, salutations; the head
    of a mail, and what it quotes.
    """
    may = [number for number in numbers if note.is_statement(number)]
    telling = [number for number in may if not _is_empty(note, number)]
    is_told = telling or any(
        note.is_statement(number) and not _is_empty(note, number)
        for number in range(len(note.placed))
    )
    return telling if is_told else may


def _is_empty(note: DisplayedPassages, number: int) -> bool:
    passage, document = note.placed[number].passage, note.document
    return (
        note.is_beside_text(number)
        or is_contents(passage.span.of(document.text))
        or (bool(_sender(document)) and _is_beside_text(passage, document))
    )


def _is_beside_text(passage: Passage, mail: Document) -> bool:
    """Whether a passage is of a mail's head, a signature, or quoted from another."""
    title, head, *_ = (*mail.text.split("\n\n", 2), "")
    start = passage.span.start
    return start < len(title) + len(head) + 2 or any(
        span.start <= start < span.end for span in mail.quoted
    )


def _sender(document: Document) -> str:
    """The sender of a mail; "" for other documents."""
    is_mail = document.encoding.startswith("mail/")
    return str(document.metadata.get("from", "")) if is_mail else ""


def _candidate(
    note: DisplayedPassages,
    number: int,
    state: str,
    successor: str = "",
    prior: float = 0.0,
) -> Candidate:
    document, passage = note.document, note.placed[number].passage
    names = (document.fields.title, stored_aliases(document.metadata))
    above = note.above(number)
    around = [*names, _sender(document), *above]
    return Candidate(
        document=document,
        passage=passage,
        passages=note.passages,
        prior=prior,
        shown=note.together(number),
        above=above,
        own=terms_of_text(passage.span.of(document.text)),
        around=terms_of_text("\n".join(around)),
        state=state,
        successor=successor,
    )
