"""Detects contradictions: claims of two files that differ in a number, day or negation.

Optimized for precision, not recall: both sentences must have the same words but for
one, and the same subject: they share a name, or their files have the same title. Files
with different numbers in their titles (`Price list 2025`) have different subjects. The
false positive rate is in docs/benchmarks.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ragtui_core.answer.checks.claims import Claim, claim_of
from ragtui_core.citations.passages import Passage
from ragtui_core.text.function_words import FUNCTION_WORDS
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
