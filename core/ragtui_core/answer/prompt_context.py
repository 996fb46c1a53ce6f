"""The documents for a provider: the best ones in full, further ones as metadata."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ragtui_core.answer_events import Sent, Source
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.errors import RagtuiError
from ragtui_core.types import Document, Fields, Hit, SearchResult, Span

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


@dataclass(slots=True)
class _Builder:
    """Adds documents until the character budget is used up."""

    chars_left: int
    texts: list[Excerpted] = field(default_factory=list)
    metadata: list[tuple[Source, Fields]] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)

    def add_text(self, hit: Hit, read: Read, share: int) -> None:
        """Add the hit's current document, as far as it fits, in `share` characters."""
        try:
            document = read(hit.path)
        except RagtuiError as error:
            self.unreadable.append(str(error))
            return
        passages = passages_of(document)
        chars = min(share, self.chars_left)
        sent_passages = tuple(_fitting(passages, hit.span, chars))
        if not sent_passages:
            self.add_metadata(hit)
            return
        sent = Sent.FULL if len(sent_passages) == len(passages) else Sent.PASSAGES
        self.texts.append(Excerpted(_source(hit, sent), document, sent_passages))
        self.chars_left -= sum(len(passage.span) for passage in sent_passages)

    def add_metadata(self, hit: Hit) -> None:
        """Add only the metadata of the hit's document."""
        self.metadata.append((_source(hit, Sent.METADATA), hit.fields))


def build_prompt_context(
    result: SearchResult, read: Read, *, full: int, max_chars: int
) -> PromptContext:
    """The context for a question from the hits that its search found.

    Of a list of all documents with some words, each has the same share of the
    characters, for the passages around these words. At most `full` documents are sent
    in full, and `max_chars` characters of all. They are read again, since the index may
    be out of date.
    """
    builder, share = _Builder(max_chars), max_chars
    if result.total is not None and len(result.hits) > full:
        full = len(result.hits)
        share = max(MIN_CHARS, max_chars // full)
    for hit in result.hits:
        if hit.rank <= full and builder.chars_left >= MIN_CHARS:
            builder.add_text(hit, read, share)
        elif result.total is None or len(builder.metadata) < MAX_METADATA:
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
        location=hit.location,
        state=hit.state,
        date=hit.fields.date,
        changed=hit.fields.changed,
    )


def _fitting(passages: list[Passage], hit: Span, chars_left: int) -> Iterator[Passage]:
    """The passages nearest to the hit that fit into `chars_left` characters.

    With rows of a table goes its head.
    """
    chosen = set[int]()
    heads = list(_heads(passages))
    for index in sorted(
        range(len(passages)), key=lambda i: _gap(passages[i].span, hit)
    ):
        added = {index, heads[index]} - chosen
        chars_left -= sum(len(passages[each].span) for each in added)
        if chars_left < 0:
            break
        chosen |= added
    return (passage for i, passage in enumerate(passages) if i in chosen)


def _heads(passages: list[Passage]) -> Iterator[int]:
    """The index of each passage, or of a row of a table that of its head."""
    head = 0
    for index, passage in enumerate(passages):
        head = index if passage.is_column_heads or not passage.column_heads else head
        yield head


def _gap(span: Span, hit: Span) -> int:
    """Characters between two spans; 0 if they touch."""
    return max(span.start - hit.end, hit.start - span.end, 0)
