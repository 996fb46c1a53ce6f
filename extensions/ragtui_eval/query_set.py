"""Judged queries: what is asked, and which documents or words answer it.

A document is named by its path relative to the vault, with forward slashes. A grade
is a whole number above 0; the higher, the better the document answers. What has no
grade counts as not relevant.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from random import Random

from ragtui_core import CurrentLocation, Document, EvaluationError, Span

SPLITS = ("dev", "test")
"""The halves of questions with answers: weights may be tuned on `dev` alone."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Words of a file that answer.

    A passage is right that overlaps them; if they are only the `gist`, a name or a
    number that may occur in many locations, it must contain all of it.
    """

    path: str
    quote: str
    gist: bool = False

    def is_at(self, span: Span, document: Document) -> bool:
        """Whether `span` of `document` contains this answer, or a part of it."""
        if self.path != document.path:
            return False
        if self.gist:
            return self.quote.casefold() in span.of(document.text).casefold()
        return any(words.overlaps(span) for words in locations(self.quote, document))


@dataclass(frozen=True, slots=True)
class EvaluationQuery:
    """One query and its judgements: either `relevant` or `unanswerable` says much."""

    id: str
    text: str
    relevant: Mapping[str, int] = field(default_factory=dict)
    """Document to grade; only grades above 0."""
    unanswerable: bool = False
    """Whether the vault is known to contain no answer."""
    filters: tuple[str, ...] = ()
    """Further filters in the query's own language, such as `tag:oxygen`."""
    at: CurrentLocation | None = None
    """The current location of the user."""
    split: str = "test"
    """One of SPLITS."""
    answers: tuple[Answer, ...] = ()
    """All that answer it, if the set quotes them."""

    def is_answered_at(self, span: Span, document: Document) -> bool:
        """Whether `span` of `document` contains an answer, or a part of one."""
        return any(answer.is_at(span, document) for answer in self.answers)


@dataclass(frozen=True, slots=True)
class QuerySet:
    """Queries that are measured together; their ids differ."""

    name: str
    queries: tuple[EvaluationQuery, ...]
    today: date | None = None
    """What "last week" is measured from; None is the day of the evaluation."""
    files: tuple[Path, ...] = ()
    """What the result depends on, beside the vault."""
    split: str | None = None
    """The part of the set that the queries are; None is all of it."""
    collection: Path | None = None
    """The BEIR folder that has the documents, if it is one."""

    def of_split(self, split: str) -> "QuerySet":
        """The queries of one of SPLITS.

        Raises:
            EvaluationError: There are none.
        """
        chosen = tuple(query for query in self.queries if query.split == split)
        if not chosen:
            raise EvaluationError(
                f"{self.name} has no questions of the split {split!r}: --split is "
                f"{' or '.join(SPLITS)}"
            )
        return replace(self, queries=chosen, split=split)

    def sample(self, size: int | None) -> "QuerySet":
        """At most `size` of the queries, in their order; the same ones at every call.

        None is all of them.
        """
        if size is None or size >= len(self.queries):
            return self
        chosen = sorted(Random(0).sample(range(len(self.queries)), size))
        return replace(self, queries=tuple(self.queries[at] for at in chosen))

    def missing_documents(self, paths: Iterable[str]) -> list[str]:
        """The judged documents that are not among `paths`, sorted."""
        judged = {document for query in self.queries for document in query.relevant}
        return sorted(judged.difference(paths))


def locations(quote: str, document: Document) -> list[Span]:
    """The spans of `quote` in a document, ignoring line breaks."""
    pattern = r"\s+".join(map(re.escape, quote.split()))
    return [Span(*match.span()) for match in re.finditer(pattern, document.text)]
