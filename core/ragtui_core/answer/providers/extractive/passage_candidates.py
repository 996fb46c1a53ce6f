"""The passages that may be quoted: those of the chunks that a search found best."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.errors import RagtuiError
from ragtui_core.search.options import SearchOptions
from ragtui_core.text.question_words import terms_of_text
from ragtui_core.types import BlockKind, Document, Hit

CLOSEST_CHUNKS = SearchOptions(limit=15, dedup=False)
"""The search for the chunks whose passages are looked at: about a hundred."""

_MARKUP = re.compile(r"</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>|<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may be quoted, and what stands around it.

    `prior` is the fused score of its chunk, `before` and `after` the passages beside
    it under the same heading. Words are stems.
    """

    document: Document
    passage: Passage
    prior: float
    before: str
    after: str
    own: frozenset[str]
    around: frozenset[str]
    """Of the title, the headings above and the heads of the columns."""

    @property
    def quote(self) -> str:
        """The passage, word for word."""
        return self.passage.span.of(self.document.text)

    @property
    def headings(self) -> str:
        """The title, the heading it stands under, and column heads, if it has any."""
        title, path = self.document.fields.title, self.passage.heading_path
        above = " > ".join(dict.fromkeys((title, *path[-1:])))
        return "\n".join(filter(None, (above, self.passage.column_heads)))

    @property
    def words_before(self) -> frozenset[str]:
        """The words of the passage before."""
        return terms_of_text(self.before)

    @property
    def surroundings(self) -> frozenset[str]:
        """The words of all that tells what the passage is about."""
        fields = self.document.fields
        told = [fields.company, fields.category, fields.summary, *fields.tags]
        texts = [*told, self.document.path, self.before, self.after]
        return self.own | self.around | terms_of_text("\n".join(texts))


@dataclass(frozen=True, slots=True)
class _Cut:
    """A document and all of its passages."""

    document: Document
    passages: Sequence[Passage]


def candidates(
    context: PromptContext, chunks: Sequence[Hit], read: Read | None
) -> list[Candidate]:
    """The passages within `chunks`, each once, best chunk first.

    Args:
        context: Documents that were read just now; all of their passages, if there
            are no chunks.
        chunks: Hits, best first; more than one a document.
        read: Reads the documents that the context lacks.
    """
    if not chunks:
        return list(_of_context(context))
    known = {text.document.path: text.document for text in context.texts}
    cuts = {path: _cut(known.get(path), path, read) for path in _paths(chunks)}
    found: dict[tuple[str, int], Candidate] = {}
    for hit in chunks:
        if cut := cuts[hit.path]:
            for candidate in _within(cut, hit):
                found.setdefault((hit.path, candidate.passage.span.start), candidate)
    return list(found.values())


def _paths(chunks: Iterable[Hit]) -> Iterable[str]:
    return dict.fromkeys(hit.path for hit in chunks)


def _cut(document: Document | None, path: str, read: Read | None) -> _Cut | None:
    """None for what cannot be read; the context tells of it if it is among the best."""
    try:
        document = document or (read(path) if read else None)
    except RagtuiError:
        return None
    return _Cut(document, passages_of(document)) if document else None


def _of_context(context: PromptContext) -> Iterator[Candidate]:
    for text in context.texts:
        cut = _Cut(text.document, text.passages)
        yield from (_made(cut, place, 0.0) for place in _quotable(cut))


def _within(cut: _Cut, hit: Hit) -> Iterator[Candidate]:
    for place in _quotable(cut):
        if hit.span.start <= cut.passages[place].span.start < hit.span.end:
            yield _made(cut, place, hit.fused)


def _quotable(cut: _Cut) -> Iterator[int]:
    for place, passage in enumerate(cut.passages):
        is_head = passage.kind is BlockKind.HEADING or passage.is_column_heads
        if not is_head and _says_something(passage.span.of(cut.document.text)):
            yield place


def _says_something(quote: str) -> bool:
    """Whether there are words beside tags and comments of HTML."""
    return any(char.isalnum() for char in _MARKUP.sub("", quote))


def _made(cut: _Cut, place: int, prior: float) -> Candidate:
    document, passage = cut.document, cut.passages[place]
    around = [document.fields.title, *passage.heading_path, passage.column_heads]
    return Candidate(
        document=document,
        passage=passage,
        prior=prior,
        before=_beside(cut, place - 1),
        after=_beside(cut, place + 1),
        own=terms_of_text(passage.span.of(document.text)),
        around=terms_of_text("\n".join(around)),
    )


def _beside(cut: _Cut, place: int) -> str:
    """The passage at `place`, unless it is a heading."""
    if not 0 <= place < len(cut.passages):
        return ""
    passage = cut.passages[place]
    heading = passage.kind is BlockKind.HEADING
    return "" if heading else passage.span.of(cut.document.text)
