"""Two files of which one says what the other says with another number, day or `not`.

Made to be quiet rather than complete: both sentences must hold the same words but for
one, and speak of the same thing: they share a name, or stand in files of one title.
Files that differ in a number of their titles (`Price list 2025`) speak of different
things. What that costs in false alarms: docs/benchmarks.md.
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
"""Words and units, other than function words, that both sentences must share."""

MAX_SENTENCE_CHARS = 600
"""Characters of a passage that is looked at."""

_SAYING = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.TABLE_ROW})


@dataclass(frozen=True)
class QuotedClaim:
    """A passage of a document that states something."""

    document: Document
    passage: Passage

    @property
    def quote(self) -> str:
        """The passage, word for word."""
        return self.passage.span.of(self.document.text)

    @cached_property
    def statement(self) -> Claim:
        """What it says; a row of a table also tells the heads of its columns."""
        statement = claim_of(self.quote)
        if heads := self.passage.column_heads:
            statement.telling |= claim_of(heads).telling
        return statement


def claims_in(document: Document, passages: Iterable[Passage]) -> Iterator[QuotedClaim]:
    """Those of a document's passages that may state something."""
    for passage in passages:
        said = QuotedClaim(document, passage)
        if (
            passage.kind in _SAYING
            and len(passage.span) <= MAX_SENTENCE_CHARS
            and not passage.is_column_heads
            and not _is_code(said.quote)
        ):
            yield said


def contradictions(
    these: Iterable[QuotedClaim], others: Sequence[QuotedClaim]
) -> Iterator[tuple[QuotedClaim, QuotedClaim]]:
    """Each of `these` with those of the others, in other files, that contradict it."""
    for one in these:
        if len(one.statement.telling) >= MIN_DISTINCTIVE_TERMS:
            yield from ((one, other) for other in others if _conflict(one, other))


def _is_code(quote: str) -> bool:
    bare = quote.strip("-*+ ")
    return bare.startswith("`") and bare.endswith("`")


def _conflict(one: QuotedClaim, other: QuotedClaim) -> bool:
    return (
        one.document.path != other.document.path
        and one.passage.column_heads == other.passage.column_heads
        and _differ(one.statement, other.statement)
        and _same_subject(one, other)
    )


def _differ(one: Claim, other: Claim) -> bool:
    """Whether nearly the same is said with one other amount, or the same is denied."""
    if len(one.amounts) != len(other.amounts):
        return False
    shared = one.telling & other.telling
    unlike = len(one.telling ^ other.telling)
    if len(shared) < MIN_DISTINCTIVE_TERMS or unlike > 1:
        return False
    pairs = [(a, b) for a, b in zip(one.amounts, other.amounts, strict=True) if a != b]
    if (one.denials - other.denials) % 2:
        return not pairs and one.words == other.words
    return len(pairs) == 1 and pairs[0][0].measure == pairs[0][1].measure


def _same_subject(one: QuotedClaim, other: QuotedClaim) -> bool:
    words, numbers = _titled(one.document)
    other_words, other_numbers = _titled(other.document)
    if words and (words <= other_words or other_words <= words):
        return numbers == other_numbers
    a, b = one.statement, other.statement
    if a.is_pointing or b.is_pointing:
        return False
    return bool(a.names & b.names) or _is_whole(a, b)


def _is_whole(one: Claim, other: Claim) -> bool:
    """Whether it is said in the very same words, and of something that is measured."""
    is_measured = one.denials != other.denials or any(a.measure for a in one.amounts)
    return is_measured and one.words == other.words


def _titled(document: Document) -> tuple[set[str], set[str]]:
    """The words and the numbers of a document's title."""
    found = stems(document.fields.title)
    words = {stem for word, stem in found if word.lower() not in FUNCTION_WORDS}
    numbers = {word for word in words if any(c.isdigit() for c in word)}
    return words - numbers, numbers
