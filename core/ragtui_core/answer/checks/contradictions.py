"""Contradictions: those a model declares, and those found in the files, as notices.

Two claims of two files contradict each other if they differ in a number, day or
negation. This is optimized for precision, not recall: both sentences must have the same
words but for one, and the same subject: they share a name, or their files have the same
title. Files with different numbers in their titles (`Price list 2025`) have different
subjects. The false positive rate is in docs/benchmarks.md.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ragtui_core.answer.checks.claims import Claim, claim_of
from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer_events import Notice, NoticeKind
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.normalization import plain
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.errors import RagtuiError
from ragtui_core.text.function_words import FUNCTION_WORDS
from ragtui_core.text.line_index import LineIndex
from ragtui_core.text.line_marks import BLOCK_MARK
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.text.stemming import stems
from ragtui_core.types import BlockKind, Document

MIN_DISTINCTIVE_TERMS = 3
"""Minimum number of shared words and units, without function words."""

MAX_SENTENCE_CHARS = 600
"""Longer passages are ignored."""

_CLAIM_KINDS = frozenset(
    {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.TABLE_ROW}
)


@dataclass(frozen=True)
class QuotedClaim:
    """A passage of a document, with its claim."""

    document: Document
    passage: Passage

    @property
    def quote(self) -> str:
        """The passage, word for word."""
        return self.passage.span.of(self.document.text)

    @cached_property
    def claim(self) -> Claim:
        """The claim; for a table row, the column headers are included."""
        claim = claim_of(self.quote)
        if heads := self.passage.column_heads:
            claim.distinctive |= claim_of(heads).distinctive
        return claim


def claims_in(document: Document, passages: Iterable[Passage]) -> Iterator[QuotedClaim]:
    """The passages of a document that may make a claim."""
    for passage in passages:
        said = QuotedClaim(document, passage)
        if (
            passage.kind in _CLAIM_KINDS
            and len(passage.span) <= MAX_SENTENCE_CHARS
            and not passage.is_column_heads
            and not _is_code(said.quote)
        ):
            yield said


def contradictions(
    these: Iterable[QuotedClaim], others: Sequence[QuotedClaim]
) -> Iterator[tuple[QuotedClaim, QuotedClaim]]:
    """Each of `these` with the claims of other files that contradict it."""
    for one in these:
        if len(one.claim.distinctive) >= MIN_DISTINCTIVE_TERMS:
            yield from ((one, other) for other in others if _conflict(one, other))


def _is_code(quote: str) -> bool:
    bare = quote.strip("-*+ ")
    return bare.startswith("`") and bare.endswith("`")


def _conflict(one: QuotedClaim, other: QuotedClaim) -> bool:
    return (
        one.document.path != other.document.path
        and one.passage.column_heads == other.passage.column_heads
        and _differ(one.claim, other.claim)
        and _same_subject(one, other)
    )


def _differ(one: Claim, other: Claim) -> bool:
    """Whether one quantity differs in similar claims, or the same claim is negated."""
    if len(one.quantities) != len(other.quantities):
        return False
    shared = one.distinctive & other.distinctive
    unlike = len(one.distinctive ^ other.distinctive)
    if len(shared) < MIN_DISTINCTIVE_TERMS or unlike > 1:
        return False
    pairs = [
        (a, b) for a, b in zip(one.quantities, other.quantities, strict=True) if a != b
    ]
    if (one.negations - other.negations) % 2:
        return not pairs and one.words == other.words
    return len(pairs) == 1 and pairs[0][0].measure == pairs[0][1].measure


def _same_subject(one: QuotedClaim, other: QuotedClaim) -> bool:
    words, numbers = _titled(one.document)
    other_words, other_numbers = _titled(other.document)
    if words and (words <= other_words or other_words <= words):
        return numbers == other_numbers
    a, b = one.claim, other.claim
    if a.has_open_reference or b.has_open_reference:
        return False
    return bool(a.names & b.names) or _is_whole(a, b)


def _is_whole(one: Claim, other: Claim) -> bool:
    """Whether both have identical words and something is measured or negated."""
    is_measured = one.negations != other.negations or any(
        a.measure for a in one.quantities
    )
    return is_measured and one.words == other.words


def _titled(document: Document) -> tuple[set[str], set[str]]:
    """The words and the numbers of a document's title."""
    found = stems(document.fields.title)
    words = {stem for word, stem in found if word.lower() not in FUNCTION_WORDS}
    numbers = {word for word in words if any(c.isdigit() for c in word)}
    return words - numbers, numbers


OPENING = "The notes disagree:"
"""Models start a paragraph on a contradiction with these words, in any language."""

MAX_NOTICES = 3
"""Maximum number of notices, one per pair of files."""

MAX_QUOTED_CHARS = 100
"""Maximum length of each quoted sentence in a notice."""

_DECLARED = re.compile(
    rf"^[ \t]*(?:{BLOCK_MARK}[ \t]+)?[*_]{{0,3}}{OPENING[:-1]}\b",
    re.MULTILINE | re.IGNORECASE,
)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_NUMBER = re.compile(r"\d[\d.,:]*")
_WORD = re.compile(r"\S+")
_MARK = re.compile(r"\[(\d{1,3})\]")


def contradiction_notices(
    answer: str, cited: Sequence[Citation], texts: Iterable[Excerpted], read: Read
) -> Iterator[Notice]:
    """Notices on contradictions in an answer and among its files.

    Args:
        answer: Markdown, with marks like `[1]`.
        cited: Its citations; only verified ones count.
        texts: Documents that were sent.
        read: Reads cited documents that are not among them.
    """
    verified = [citation for citation in cited if citation.verdict.verified]
    reported: set[frozenset[str]] = set()
    for paths in _declared(answer, verified):
        reported.add(frozenset(paths))
        yield _declaration(paths)
    for one, other in _conflicting(verified, list(texts), read):
        pair = frozenset((one.document.path, other.document.path))
        if not any(pair <= known for known in reported) and len(reported) < MAX_NOTICES:
            reported.add(pair)
            yield _notice(one, other, _numbers_of(verified, (one, other)))


def _declared(answer: str, cited: Sequence[Citation]) -> Iterator[list[str]]:
    """The files that are cited in each paragraph that says they disagree."""
    for match in _DECLARED.finditer(answer):
        claim = _paragraph(answer[match.start() :])
        numbers = set(map(int, _MARK.findall(claim)))
        yield list(dict.fromkeys(c.path for c in cited if c.number in numbers))


def _paragraph(text: str) -> str:
    """The first paragraph, and what follows as long as a colon announces it."""
    claim = ""
    for part in _BLANK_LINE.split(text):
        claim += f"{part}\n"
        if not part.rstrip(" \t\n*_").endswith(":"):
            break
    return claim


def _declaration(paths: Sequence[str]) -> Notice:
    named = " and ".join(sanitize(path, one_line=True) for path in paths)
    if len(paths) < 2:
        words = "The answer says that notes disagree, but quotes no two of them."
    else:
        words = f"The answer says that files disagree: compare {named}."
    return Notice(words, kind=NoticeKind.DISAGREEMENT, paths=tuple(paths))


def _conflicting(
    cited: Iterable[Citation], texts: Sequence[Excerpted], read: Read
) -> Iterator[tuple[QuotedClaim, QuotedClaim]]:
    """Cited passages, each with a passage of another file that contradicts it."""
    documents = {text.document.path: text.document for text in texts}
    these = [
        claim for c in cited for claim in _claims_of(c, documents.get(c.path), read)
    ]
    others = [
        claim for text in texts for claim in claims_in(text.document, text.passages)
    ]
    yield from contradictions(these, [*these, *others])


def _claims_of(
    citation: Citation, document: Document | None, read: Read
) -> Iterator[QuotedClaim]:
    try:
        document = document or read(citation.path)
    except RagtuiError:
        return
    for claim in claims_in(document, passages_of(document)):
        if citation.span.overlaps(claim.passage.span):
            yield claim


def _numbers_of(
    cited: Iterable[Citation], claims: Sequence[QuotedClaim]
) -> tuple[int, ...]:
    """The numbers of the citations that overlap one of the claims."""
    return tuple(
        citation.number
        for citation in cited
        if any(
            citation.path == claim.document.path
            and citation.span.overlaps(claim.passage.span)
            for claim in claims
        )
    )


def _notice(one: QuotedClaim, other: QuotedClaim, citations: tuple[int, ...]) -> Notice:
    newest_first = sorted((one, other), key=_updated, reverse=True)
    reported = ", ".join(map(_described, newest_first, _quotes(*newest_first)))
    paths = tuple(claim.document.path for claim in newest_first)
    return Notice(
        f"Files disagree: {reported}.",
        kind=NoticeKind.DISAGREEMENT,
        paths=paths,
        citations=citations,
    )


def _updated(claim: QuotedClaim) -> str:
    return claim.document.fields.updated[:10]


def _described(claim: QuotedClaim, quote: str) -> str:
    line = LineIndex(claim.document.text).line(claim.passage.span.start)
    updated = f" (updated {_updated(claim)})" if _updated(claim) else ""
    path = sanitize(claim.document.path, one_line=True)
    return f"{path}:{line}{updated} says \u201c{quote}\u201d"


def _quotes(one: QuotedClaim, other: QuotedClaim) -> Iterator[str]:
    """Excerpts of both sentences around their first difference."""
    a, b = (
        sanitize(plain(claim.quote), one_line=True).rstrip(".")
        for claim in (one, other)
    )
    yield _cut(a, _differs_at(a, b))
    yield _cut(b, _differs_at(b, a))


def _differs_at(text: str, other: str) -> int:
    """Offset of the first number, or else word, that the other text lacks."""
    for pattern in (_NUMBER, _WORD):
        present = set(pattern.findall(other))
        for match in pattern.finditer(text):
            if match[0] not in present:
                return match.start()
    return 0


def _cut(text: str, place: int) -> str:
    """An excerpt of a text around an offset."""
    if len(text) <= MAX_QUOTED_CHARS:
        return text
    first = text.rfind(" ", 0, max(place - MAX_QUOTED_CHARS // 2, 0)) + 1
    cut = text[first : first + MAX_QUOTED_CHARS]
    beginning = "\u2026 " if first else ""
    if text.endswith(cut):
        return beginning + cut
    return f"{beginning}{cut.rpartition(' ')[0]} \u2026"
