"""What a provider is given: the best documents in full, the next as metadata."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ragtui_core.answer_events import Sent, Source
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.errors import RagtuiError
from ragtui_core.types import Document, Fields, Hit, SearchResult, Span

MIN_CHARS = 400
"""With less room than this a document is given as metadata only."""


@dataclass(frozen=True, slots=True)
class Excerpted:
    """A document of the context and those of its passages that are given."""

    source: Source
    document: Document
    passages: tuple[Passage, ...]

    @property
    def length(self) -> int:
        """Characters of the passages."""
        return sum(len(passage.span) for passage in self.passages)


@dataclass(frozen=True, slots=True)
class PromptContext:
    """All that an answer may use.

    `unreadable` are sentences on files that could not be read again.
    """

    texts: tuple[Excerpted, ...] = ()
    metadata: tuple[tuple[Source, Fields], ...] = ()
    unreadable: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        """Characters of documents that are sent."""
        return sum(text.length for text in self.texts)

    def without(self, paths: frozenset[str]) -> "PromptContext":
        """The same without the texts of some documents, which are sent elsewhere."""
        texts = tuple(text for text in self.texts if text.source.path not in paths)
        return replace(self, texts=texts)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every document, in the order of the hits."""
        listed = [text.source for text in self.texts]
        listed += [source for source, _ in self.metadata]
        return tuple(sorted(listed, key=lambda source: source.number))


@dataclass(slots=True)
class _Builder:
    """Fills a context until its room is used up."""

    room: int
    texts: list[Excerpted] = field(default_factory=list)
    metadata: list[tuple[Source, Fields]] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)

    def add_text(self, hit: Hit, read: Read) -> None:
        """Give the hit's document, as it is now, as far as there is room."""
        try:
            document = read(hit.path)
        except RagtuiError as error:
            self.unreadable.append(str(error))
            return
        passages = passages_of(document)
        given = tuple(_fitting(passages, hit.span, self.room))
        if not given:
            self.add_metadata(hit)
            return
        sent = Sent.FULL if len(given) == len(passages) else Sent.PASSAGES
        self.texts.append(Excerpted(_source(hit, sent), document, given))
        self.room -= sum(len(passage.span) for passage in given)

    def add_metadata(self, hit: Hit) -> None:
        """Give only what is known of the hit's document."""
        self.metadata.append((_source(hit, Sent.METADATA), hit.fields))


def build_prompt_context(
    result: SearchResult, read: Read, *, full: int, max_chars: int
) -> PromptContext:
    """The context for a question from the hits that its search found.

    Args:
        result: Hits, best first; their order is kept.
        read: Reads documents anew, since an index may be behind its files.
        full: How many documents are given in full, if they fit.
        max_chars: Characters of documents in all.
    """
    builder = _Builder(max_chars)
    for hit in result.hits:
        if hit.rank <= full and builder.room >= MIN_CHARS:
            builder.add_text(hit, read)
        else:
            builder.add_metadata(hit)
    return PromptContext(
        tuple(builder.texts), tuple(builder.metadata), tuple(builder.unreadable)
    )


def _source(hit: Hit, sent: Sent) -> Source:
    return Source(
        number=hit.rank,
        path=hit.path,
        title=hit.title,
        lines=hit.lines,
        heading_path=hit.heading_path,
        score=hit.score,
        sent=sent,
    )


def _fitting(passages: list[Passage], hit: Span, room: int) -> Iterator[Passage]:
    """Passages that fit into `room` characters, nearest to the hit first chosen."""
    chosen = set()
    for index in sorted(
        range(len(passages)), key=lambda i: _gap(passages[i].span, hit)
    ):
        room -= len(passages[index].span)
        if room < 0:
            break
        chosen.add(index)
    return (passage for i, passage in enumerate(passages) if i in chosen)


def _gap(span: Span, hit: Span) -> int:
    """Characters between two spans; 0 if they touch."""
    return max(span.start - hit.end, hit.start - span.end, 0)
