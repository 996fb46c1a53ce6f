"""The documents for a provider: the best ones in full, further ones as metadata."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ragtui_core.answer_events import Sent, Source
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.errors import RagtuiError
from ragtui_core.search_results import Hit, SearchResult
from ragtui_core.types import Document, Fields, Span

MIN_CHARS = 400
"""With fewer characters left, a document is sent as metadata only."""

MAX_METADATA = 200
"""Documents of a list that are sent as metadata only, at about 100 characters each."""


@dataclass(frozen=True, slots=True)
class Excerpted:
    """A document of the context, with the passages that are sent."""

    source: Source
    document: Document
    passages: tuple[Passage, ...]

    @property
    def length(self) -> int:
        """Total length of the passages, in characters."""
        return sum(len(passage.span) for passage in self.passages)


@dataclass(frozen=True, slots=True)
class PromptContext:
    """The documents that an answer may use.

    `unreadable` are error messages on files that could not be read.
    """

    texts: tuple[Excerpted, ...] = ()
    metadata: tuple[tuple[Source, Fields], ...] = ()
    unreadable: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        """Total length of the texts, in characters."""
        return sum(text.length for text in self.texts)

    def without(self, paths: frozenset[str]) -> "PromptContext":
        """A copy without the texts of some documents, which are part of the history."""
        texts = tuple(text for text in self.texts if text.source.path not in paths)
        return replace(self, texts=texts)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every document, in the order of the hits."""
        listed = [text.source for text in self.texts]
        listed += [source for source, _ in self.metadata]
        return tuple(sorted(listed, key=lambda source: source.number))


def build_prompt_context(
    result: SearchResult,
    read: Read,
    *,
    full: int,
    max_chars: int,
    shares: bool = False,
) -> PromptContext:
    """The context for a question from the hits that its search found.

    Of a list of all documents with some words, and if the context `shares`, each has
    the same share of the characters, for the passages around these words. At most
    `full` documents are sent in full, and `max_chars` characters of all. They are read
    again, since the index may be out of date.
    """
    share = max_chars
    if result.total is not None and len(result.hits) > full:
        full = len(result.hits)
        shares = True
    if shares:
        share = max(MIN_CHARS, max_chars // max(1, min(full, len(result.hits))))
    texts, unreadable = list[Excerpted](), list[str]()
    metadata: list[tuple[Source, Fields]] = []
    spans = dict[str, list[Span]]()
    for hit in result.hits:
        spans.setdefault(hit.path, []).append(hit.span)
    for hit in result.hits:
        beside = spans[hit.path] if result.by_date else [hit.span]
        if hit.span != beside[0]:
            continue
        passages: tuple[Passage, ...] = ()
        if hit.rank <= full and max_chars >= MIN_CHARS:
            try:
                document = read(hit.path)
            except RagtuiError as error:
                unreadable.append(str(error))
                continue
            every = passages_of(document)
            passages = tuple(_fitting(every, beside, min(share, max_chars)))
        if passages:
            sent = Sent.FULL if len(passages) == len(every) else Sent.PASSAGES
            texts.append(Excerpted(_source(hit, sent), document, passages))
            max_chars -= texts[-1].length
        elif result.total is None or len(metadata) < MAX_METADATA:
            metadata.append((_source(hit, Sent.METADATA), hit.fields))
    return PromptContext(tuple(texts), tuple(metadata), tuple(unreadable))


def _source(hit: Hit, sent: Sent) -> Source:
    return Source(
        number=hit.rank,
        path=hit.path,
        title=hit.title,
        lines=hit.lines,
        heading_path=hit.heading_path,
        score=hit.score,
        sent=sent,
        location=hit.location,
        state=hit.state,
        date=hit.fields.date,
        changed=hit.fields.changed,
    )


def _fitting(
    passages: list[Passage], hits: list[Span], chars_left: int
) -> Iterator[Passage]:
    """The passages nearest to the hits that fit into `chars_left` characters.

    Of those that are equally near, the ones of the better hit.
    With rows of a table goes its head.
    """
    chosen = set[int]()
    heads = list(table_heads(passages))
    gaps = [
        min(
            (max(p.span.start - hit.end, hit.start - p.span.end, 0), rank)
            for rank, hit in enumerate(hits)
        )
        for p in passages
    ]
    for index in sorted(range(len(passages)), key=gaps.__getitem__):
        added = {index, heads[index]} - chosen
        chars_left -= sum(len(passages[index].span) for index in added)
        if chars_left < 0:
            break
        chosen |= added
    return (passage for i, passage in enumerate(passages) if i in chosen)


def table_heads(passages: Iterable[Passage]) -> Iterator[int]:
    """The index of each passage, or of a row of a table that of its head."""
    head = 0
    for index, passage in enumerate(passages):
        head = index if passage.is_column_heads or not passage.column_heads else head
        yield head
