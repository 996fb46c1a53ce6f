"""Candidate passages for extracts: those of the best chunks of a search."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.citations.withdrawn_text import stated_text
from ragtui_core.errors import RagtuiError
from ragtui_core.search.options import SearchOptions
from ragtui_core.text.question_words import terms_of_text
from ragtui_core.types import BlockKind, Document, Hit

CLOSEST_CHUNKS = SearchOptions(limit=15, dedup=False)
"""Options of the search for chunks; they have about a hundred passages."""

_MARKUP = re.compile(
    r"""</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>  # an HTML tag
    |<!--.*?-->
    |\{\{[#%<].*?\}\}                      # a directive of mdBook or Hugo
    |^[ ]{0,3}\[[^\]\n]+\]:[ \t]*\S[^\n]*  # a link definition
    |^[ ]{0,3}(?:```|~~~)[^\n]*        # a code fence
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
"""What says nothing itself: it formats, or names other files."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may be quoted, with its surroundings.

    `prior` is the fused score of its chunk, `before` and `after` are the adjacent
    passages under the same heading. Words are stems.
    """

    document: Document
    passage: Passage
    prior: float
    before: str
    after: str
    own: frozenset[str]
    around: frozenset[str]
    """Words of the title, the headings above and the column headers."""

    @property
    def quote(self) -> str:
        """The passage, verbatim."""
        return self.passage.span.of(self.document.text)

    @property
    def headings(self) -> str:
        """The title, the heading above, and column headers, if any."""
        title, path = self.document.fields.title, self.passage.heading_path
        above = " > ".join(dict.fromkeys((title, *path[-1:])))
        return "\n".join(filter(None, (above, self.passage.column_heads)))

    @property
    def words_before(self) -> frozenset[str]:
        """The words of the passage before."""
        return terms_of_text(self.before)

    @property
    def surroundings(self) -> frozenset[str]:
        """The words of the passage, its surroundings and the document's fields."""
        fields = self.document.fields
        values = [fields.company, fields.category, fields.summary, *fields.tags]
        texts = [*values, self.document.path, self.before, self.after]
        return self.own | self.around | terms_of_text("\n".join(texts))


@dataclass(frozen=True, slots=True)
class _SplitDocument:
    """A document, all of its passages, and its text without what it withdraws."""

    document: Document
    passages: Sequence[Passage]
    stated: str

    @classmethod
    def of(
        cls, document: Document, passages: Sequence[Passage] | None = None
    ) -> "_SplitDocument":
        """A document as it is split, or is to be."""
        if passages is None:
            passages = passages_of(document)
        return cls(document, passages, stated_text(document))


def candidates(
    context: PromptContext, chunks: Sequence[Hit], read: Read | None
) -> list[Candidate]:
    """The passages within `chunks`, each once, best chunk first.

    Args:
        context: Current documents; all of their passages, if no
            chunks are given.
        chunks: Hits, best first; more than one a document.
        read: Reads documents that are not in the context.
    """
    if not chunks:
        return list(_of_context(context))
    known = {text.document.path: text.document for text in context.texts}
    paths = dict.fromkeys(hit.path for hit in chunks)
    cuts = {path: _split(known.get(path), path, read) for path in paths}
    found: dict[tuple[str, int], Candidate] = {}
    for hit in chunks:
        if cut := cuts[hit.path]:
            for candidate in _within(cut, hit):
                found.setdefault((hit.path, candidate.passage.span.start), candidate)
    return list(found.values())


def _split(
    document: Document | None, path: str, read: Read | None
) -> _SplitDocument | None:
    """None if it cannot be read; the context has a notice if it is among the best."""
    try:
        document = document or (read(path) if read else None)
    except RagtuiError:
        return None
    return _SplitDocument.of(document) if document else None


def _of_context(context: PromptContext) -> Iterator[Candidate]:
    for text in context.texts:
        cut = _SplitDocument.of(text.document, text.passages)
        yield from (_candidate(cut, place, 0.0) for place in _quotable(cut))


def _within(cut: _SplitDocument, hit: Hit) -> Iterator[Candidate]:
    for place in _quotable(cut):
        if hit.span.start <= cut.passages[place].span.start < hit.span.end:
            yield _candidate(cut, place, hit.fused)


def _quotable(cut: _SplitDocument) -> Iterator[int]:
    for place, passage in enumerate(cut.passages):
        is_head = passage.kind is BlockKind.HEADING or passage.is_column_heads
        words = _MARKUP.sub("", passage.span.of(cut.stated))
        if not is_head and any(char.isalnum() for char in words):
            yield place


def _candidate(cut: _SplitDocument, place: int, prior: float) -> Candidate:
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


def _beside(cut: _SplitDocument, place: int) -> str:
    """The passage at `place`, unless it is a heading."""
    if not 0 <= place < len(cut.passages):
        return ""
    passage = cut.passages[place]
    heading = passage.kind is BlockKind.HEADING
    return "" if heading else passage.span.of(cut.document.text)
