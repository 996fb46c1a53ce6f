"""The types of search results: hits, their scores, and the time of a query.

Scores are floats in 0..1 unless noted otherwise.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from ragtui_core.types import NO_ENTRY, Entry, Fields, Lines, Location, Span


class Mode(StrEnum):
    """Which evidence a search uses."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    SEMANTIC = "semantic"


class Relaxation(StrEnum):
    """How a search departed from the query as written; values of JSON `relaxed`."""

    CORRECTED = "corrected"
    """A term that is not in the index was treated as a typo for another."""
    PHRASE = "phrase"
    """No chunk contains the quoted phrase: its words were searched for."""
    SOME_WORDS = "some_words"
    """No chunk contains every word: the informative ones sufficed."""
    SEMANTIC = "meaning"
    """No chunk contains any of the words: only vectors were used."""


class Confidence(StrEnum):
    """Whether the best hit is likely to be about the query at all."""

    HIGH = "high"
    LOW = "low"


LOW_CONFIDENCE = 0.5
"""A hit whose score is below is not a good match: probably not about the query."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result: a chunk, its document, its scores.

    `keyword` is the BM25 score relative to the best candidate's; `similarity` is
    the raw cosine in -1..1, None while the chunk has no vector; `fused` determines the
    order; `score` is displayed. `matches` are spans within `excerpt`.
    `additional` marks a further chunk of a document that already has a hit.
    `copies` are the other paths of a mail, or of its attachment, in several files, and
    those with the same content, title and date, and conflict copies, without hits.
    """

    rank: int
    score: float
    path: str
    heading_path: tuple[str, ...]
    lines: Lines
    span: Span
    excerpt: str
    matches: tuple[Span, ...]
    keyword: float | None
    similarity: float | None
    fused: float
    fields: Fields
    modified: float
    """The file's modification time, seconds since the epoch."""
    additional: bool = False
    location: Location | None = None
    """The page, slide or section of most matches; None if the file is text."""
    explanation: "Explanation | None" = None
    copies: tuple[str, ...] = ()
    state: str = ""
    """The words of the document's state, such as `superseded by price-list-2026` or
    `draft`; empty if it may be relied on."""
    successor: str = ""
    """The path of the note that replaces it, if one does."""
    entry: Entry = NO_ENTRY
    group: str = ""
    """A line above the first hit that has it, such as `OF_OTHER_TIMES`."""

    @property
    def day(self) -> str:
        """The day of the passage, else the date of the document; may be empty."""
        return self.entry.day or self.fields.date

    @property
    def title(self) -> str:
        """The document's title."""
        return self.fields.title

    @property
    def is_weak(self) -> bool:
        """Whether it is not a good match."""
        return self.score < LOW_CONFIDENCE

    @property
    def copied(self) -> str:
        """`also in 2 other files`, or empty."""
        number = len(self.copies)
        files = f"{number} other files" if number > 1 else "another file"
        return f"also in {files}" if number else ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How the rank and the score of a hit were computed.

    `matched` has, by field, the words of the query found there. `parts` are the
    summands of the log-odds by name, without those that are 0: their sum is `fused`,
    its logistic function the score. `words` are the informative words of the query.
    """

    matched: Mapping[str, tuple[str, ...]]
    parts: Mapping[str, float]
    words: tuple[str, ...] = ()


class TimeEffect(StrEnum):
    """What a time in the query did to the search."""

    RESTRICTED = "restricted"
    """Only documents of these days were searched."""
    PREFERRED = "preferred"
    """Documents of these days rank higher: the words may mean something else."""
    DROPPED = "dropped"
    """No document of these days answers: all were searched."""


TIMES_SEPARATOR = " … "
"""Separates the words of several times."""


@dataclass(frozen=True, slots=True)
class SearchedTime:
    """A time in the query: its days (None is an open end), and its `words`.

    `words` are empty if a question has the time of the question before. `shown` is the
    range for the user, such as `16–22 Nov 2026`.
    """

    first: date | None
    last: date | None
    words: str
    shown: str
    effect: TimeEffect

    @property
    def of_days(self) -> str:
        """Its days behind a noun, such as `of Nov 2026` or `since 16 Nov 2026`."""
        return f"of {self.shown}" if self.first and self.last else self.shown

    @property
    def is_day(self) -> bool:
        """Whether it is one day."""
        return self.first is not None and self.first == self.last

    @property
    def is_dropped(self) -> bool:
        """Whether all dates were searched, since none of these days answers."""
        return self.effect is TimeEffect.DROPPED

    def has_days(self, first: str, last: str) -> bool:
        """Whether it has one of the days from `first` to `last`, as YYYY-MM-DD."""
        begin, end = self.first or date.min, self.last or date.max
        return begin.isoformat() <= last and first <= end.isoformat()

    def without_words(self, text: str) -> str:
        """A text without the words of the time.

        Letters beyond ASCII begin and end anywhere: some scripts have no spaces.
        """
        border = r"(?!(?<=\w)(?=\w))"
        for words in filter(None, self.words.split(TIMES_SEPARATOR)):
            said = f"{border}{re.escape(words)}{border}"
            text = re.sub(said, " ", text, flags=re.ASCII)
        return text


OF_OTHER_TIMES = "Of other dates, or without a date:"
"""The line between passages of the time asked for and the others."""

WEAKER = "Weaker results:"
"""The line between these and hits that are no good matches, of any time."""

NEAREST = 5
"""The number of hits that are listed at most if none is a good match."""


NEAR = 0.25
"""The lowest score of these that is listed, relative to the highest."""


def listed_count(scores: Sequence[float], relaxed: Relaxation | None = None) -> int:
    """How many of the hits with these scores a list has; see `SearchResult.listed`."""
    least = LOW_CONFIDENCE
    if max(scores, default=0.0) < least:
        scores = () if relaxed is Relaxation.SEMANTIC else scores[:NEAREST]
        least = max(scores, default=0.0) * NEAR
    ranks = (rank for rank, score in enumerate(scores, 1) if score >= least)
    return max(ranks, default=0)


def with_lines(hits: Iterable[Hit]) -> Iterator[tuple[str, Hit]]:
    """Each hit with the line above it, the name of its group: mostly empty."""
    before = ""
    for hit in hits:
        yield (hit.group if hit.group != before else ""), hit
        before = hit.group


def no_note_has(words: Sequence[str]) -> str:
    """That no note has some words, without a full stop."""
    return f"No note has {' or '.join(f'“{word}”' for word in words)}"


class Selects(StrEnum):
    """What the filters of a search select."""

    NOTES = "notes"
    PASSAGES = "passages"
    """The passages with a day, of which a note may have others."""
    ITEMS = "items"


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits in order of rank, with notes for the user.

    `relaxed` is None if the words were found as written; `corrected` is the query
    with corrected typos. `notes` are sentences. `hidden` is the number of hits that
    were left out because of their scores. `time` is the time that the query names.
    `by_date` is whether the line asked for the newest or the oldest, for all notes with
    some words, or for nothing but the notes of a time. In the two last cases `total` is
    the number of all these documents, of which `hits` has as many as the limit allows;
    it is None if the hits are the most relevant ones. `counted` is the sentence that
    says which documents they are, such as `8 notes contain “swim” in any form.` `found`
    is `total`, or how many passages are good matches, in digits: `100+` if there may be
    more.
    """

    query: str
    mode: Mode
    hits: tuple[Hit, ...]
    relaxed: Relaxation | None = None
    confidence: Confidence = Confidence.HIGH
    corrected: str = ""
    notes: tuple[str, ...] = ()
    hidden: int = 0
    time: SearchedTime | None = None
    by_date: bool = False
    order: str = ""
    """`newest` or `oldest` if the line asks for what that is; else empty."""
    total: int | None = None
    counted: str = ""
    selects: Selects = Selects.NOTES
    missing: tuple[str, ...] = ()
    """Words of the query that no document has."""
    found: str = ""

    @property
    def listed(self) -> int:
        """Number of leading hits that a list has: up to the last good match.

        If none is good, the nearest few with some of the words. The weaker ones follow
        on demand.
        """
        return listed_count([hit.score for hit in self.hits], self.relaxed)

    @property
    def weaker(self) -> str:
        """The name of what follows the listed hits, without a number; empty if nothing.

        How many there are is up to the limit: of passages, none is without a score.
        """
        return "weaker results" if self.listed < len(self.hits) else ""

    def cut(self, how: str) -> "SearchResult":
        """The listed hits alone; a note says that weaker ones follow, and `how`."""
        notes = [*self.notes]
        if self.total and len(self.hits) < self.total and self.counted not in notes:
            notes.append(self.counted)
        if self.weaker and self.listed:
            notes.append(f"There are {self.weaker}: {how}.")
        return replace(self, hits=self.hits[: self.listed], notes=tuple(notes))
