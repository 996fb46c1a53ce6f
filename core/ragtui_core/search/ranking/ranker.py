"""Turns candidates into slots: reranked, boosted, grouped."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.errors import AnswerError
from ragtui_core.search.options import CurrentLocation, Level, Sort
from ragtui_core.search.query.search_request import Request
from ragtui_core.search.ranking import grouping
from ragtui_core.search.ranking.grouping import Slot
from ragtui_core.search.ranking.succession import States, current_first
from ragtui_core.search.ranking.translations import translations_last
from ragtui_core.search.retrieval.documents_with_words import WholeList
from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.search.retrieval.keyword_stage import KeywordResult
from ragtui_core.search.retrieval.typed_names import named_first, typed_names
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.reader import Reader
from ragtui_core.store.records import ChunkMatch, ChunkPlace
from ragtui_core.text.function_words import function_word_language
from ragtui_core.types import ChunkId, DocumentId, Mode, SearchedTime, TimeEffect

SAME_FOLDER = 1.2
"""Factor for documents in the folder of the current file."""

SAME_FILE = 1.1
"""Additional factor for the current file itself."""


OF_TIME = 1.2
"""Factor for documents of a time that the query may name, such as a bare year: as
much as for the folder of the current file."""

QUOTED = 0.5
"""Factor for what the sender of a mail did not write: quotations and signatures, so
that the mail which they quote is found first (docs/benchmarks.md, threads)."""


LINK_LIST = 0.25
"""Factor for passages that only name other files, such as `SUMMARY.md`."""

MAX_READ = 30
"""Number of the best candidates that are read to find such passages, and translations
of one page."""


def adjusted(
    evidence: Mapping[ChunkId, Evidence],
    places: Mapping[ChunkId, ChunkPlace],
    settings: SearchSettings,
    today: date,
    at: CurrentLocation | None,
    time: SearchedTime | None = None,
) -> dict[ChunkId, Evidence]:
    """The evidence of the chunks with known locations, with every factor applied."""
    found = {}
    for chunk, item in evidence.items():
        if place := places.get(chunk):
            if place.is_quoted:
                item = item.adjusted("quoted", QUOTED)
            recent = recency(place.latest, today, settings.recency_days)
            if factor := settings.recency_weight * recent:
                item = item.adjusted("recency", 1.0 + factor)
            if time and _is_preferred(place, time):
                item = item.adjusted("time", OF_TIME)
            found[chunk] = _near(item, place.path, at) if at else item
    return found


def _is_preferred(place: ChunkPlace, time: SearchedTime) -> bool:
    """Whether a document has a day of a time that the query may name."""
    if not place.day or time.effect is not TimeEffect.PREFERRED:
        return False
    first, last = time.first or date.min, time.last or date.max
    return first.isoformat() <= place.until and place.day <= last.isoformat()


def _near(evidence: Evidence, path: str, at: CurrentLocation) -> Evidence:
    if path.rpartition("/")[0] == at.path.rpartition("/")[0]:
        evidence = evidence.adjusted("same folder", SAME_FOLDER)
    if path == at.path:
        evidence = evidence.adjusted("same file", SAME_FILE)
    return evidence


@lru_cache(maxsize=4096)
def recency(day: str, today: date, days: int) -> float:
    """1 for today, falling to 0 over `days` days before; 0 if not a date.

    It is 1 for a later day, too, such as that of a plan, but 0 for one more than `days`
    later: the clock was wrong.
    """
    try:
        age = (today - date.fromisoformat(day)).days
    except ValueError:
        return 0.0
    return min(1.0, max(0.0, 1.0 - age / days)) if age >= -days else 0.0


LINK_LINES = 0.7
"""From this ratio of its lines on, a text is a list of links."""

_LINK_LINE = re.compile(
    r"""
    \s*(?:
        (?:(?:[-*+]|\d{1,9}[.)])\s+)?                      # a list item, or none
        (?:\[[ xX]\]\s+)?
        (?:!?\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\]|<https?://[^>]*>|https?://\S+)
        [\s,;.|]*
        |
        \{\{[#%<]?[^}]*\}\}                                # {{#include path}}
        |
        \{%[^%]*%\}
        |
        \[[^\]]+\]:\s*\S+(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?   # a definition
    )\s*
    """,
    re.VERBOSE,
)
"""A link, an include directive or the definition of a link."""


def is_link_list(text: str) -> bool:
    """Whether most lines of `text` only name other files.

    Headings and blank lines do not count.
    """
    lines = [
        line for line in text.splitlines() if line.strip() and not line.startswith("#")
    ]
    named = sum(_LINK_LINE.fullmatch(line) is not None for line in lines)
    return bool(named) and named >= LINK_LINES * len(lines)


def _without_link_lists(
    evidence: dict[ChunkId, Evidence],
    keyword: KeywordResult,
    texts: Mapping[ChunkId, str],
) -> dict[ChunkId, Evidence]:
    """Lower the candidates that only name other files, unless named itself."""
    lists = {
        chunk: evidence[chunk].adjusted("list of links", LINK_LIST)
        for chunk, text in texts.items()
        if chunk not in keyword.named and is_link_list(text)
    }
    return evidence | lists


if TYPE_CHECKING:
    from ragtui_core.search.ranking.reranker import Reranker

DUPLICATE_SIMILARITY = 0.85
"""Chunks of a document with a higher cosine are near-duplicates."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The result of a search before texts are added.

    `mode` is the one used, `model_failure` why it is not the requested one, if the
    embedding model failed.
    """

    request: Request
    mode: Mode
    keyword: KeywordResult
    evidence: Mapping[ChunkId, Evidence]
    places: Mapping[ChunkId, ChunkPlace]
    texts: Mapping[ChunkId, ChunkMatch]
    slots: Sequence[Slot]
    notes: tuple[str, ...] = ()
    model_failure: str = ""
    states: States = field(default_factory=dict)
    whole: WholeList | None = None
    """The list of all documents that the line asked for, if it asked for one."""

    @property
    def documents(self) -> int:
        """Number of documents that the candidates belong to."""
        return len({place.document for place in self.places.values()})

    @property
    def is_dated(self) -> bool:
        """Whether the best document has a date."""
        return bool(self.slots) and bool(self.places[self.slots[0].chunk].latest)


class Ranker:
    """Orders the candidates of one request."""

    def __init__(
        self,
        reader: Reader,
        settings: SearchSettings,
        request: Request,
        reranker: "Reranker | None",
        states: States,
    ) -> None:
        """Rank for `request`, with a `reranker` if there is one, by notes' `states`."""
        self._reader = reader
        self._settings = settings
        self._request = request
        self._reranker = reranker
        self._states = states
        self._scores: dict[ChunkId, float] | None = None
        self._problem = ""

    def rank(
        self,
        evidence: dict[ChunkId, Evidence],
        keyword: KeywordResult,
        mode: Mode,
        model_failure: str = "",
    ) -> Ranking:
        """Select the chunks of the result, in order."""
        request = self._request
        typed = typed_names(request, self._reader)
        evidence = {chunk: Evidence(None, None, 0.0) for chunk in typed} | evidence
        keyword = replace(keyword, named=keyword.named.union(typed))
        evidence = self._reranked(evidence)
        places = self._reader.places(evidence)
        documents = {chunk: place.document for chunk, place in places.items()}
        evidence = adjusted(
            evidence,
            places,
            self._settings,
            request.today,
            request.options.at,
            request.time,
        )
        order = grouping.in_order(evidence)
        found = self._read(order, places)
        texts = {
            chunk: found[chunk].text for chunk in order[:MAX_READ] if chunk in found
        }
        evidence = _without_link_lists(evidence, keyword, texts)
        if request.options.level == Level.DOCUMENT:
            evidence = grouping.pooled(evidence, documents)
        if self._states:
            evidence = current_first(evidence, places, keyword, self._states)
        evidence = named_first(evidence, [each for each in typed if each in evidence])
        slots = self._slots(evidence, places, keyword, texts)
        notes = (self._problem,) if self._problem else ()
        return Ranking(
            request,
            mode,
            keyword,
            evidence,
            places,
            found,
            slots,
            notes,
            model_failure,
            self._states,
        )

    def listed(self, whole: WholeList) -> Ranking:
        """All documents of a list by their dates, as many as the limit allows."""
        request = self._request
        keyword = KeywordResult(complete=frozenset(whole.evidence))
        places = self._reader.places(whole.evidence)
        order = [
            chunk for chunk in grouping.in_order(whole.evidence) if chunk in places
        ]
        days = {chunk: place.day for chunk, place in places.items() if place.day}
        order = grouping.by_date(order, days, oldest=request.sort == Sort.OLDEST)
        slots = [Slot(chunk) for chunk in order[: request.limit]]
        return Ranking(
            request,
            Mode.KEYWORD,
            keyword,
            whole.evidence,
            places,
            {},
            slots,
            states=self._states,
            whole=whole,
        )

    def _read(
        self, order: Sequence[ChunkId], places: Mapping[ChunkId, ChunkPlace]
    ) -> dict[ChunkId, ChunkMatch]:
        """The best candidates, and those that will be shown, as far as is known."""
        options = self._request.options
        ranked = [(chunk, places[chunk].document) for chunk in order]
        slots = grouping.one_of_each_document(
            ranked, self._request.limit, fill=options.fill
        )
        shown = [slot.chunk for slot in slots]
        best = list(dict.fromkeys((*order[:MAX_READ], *shown)))
        return self._reader.chunks(best)

    def _reranked(self, evidence: dict[ChunkId, Evidence]) -> dict[ChunkId, Evidence]:
        if self._reranker is None:
            return evidence
        from ragtui_core.search.ranking.reranker import blended

        if (
            self._scores is None
        ):  # once, even if the search is widened: it may be paid for
            self._scores = self._rerank_scores(self._reranker, evidence)
        reranked = {c: score for c, score in self._scores.items() if c in evidence}
        return blended(evidence, reranked, self._settings.rerank_weight)

    def _rerank_scores(
        self, reranker: "Reranker", evidence: dict[ChunkId, Evidence]
    ) -> dict[ChunkId, float]:
        """The reranker's scores of the best candidates; none if it failed."""
        top = grouping.in_order(evidence)[: self._settings.rerank_candidates]
        texts = {
            chunk: embedding_text(
                match.fields.title, match.heading_path, match.searched
            )
            for chunk, match in self._reader.chunks(top).items()
        }
        try:
            scores = reranker.scores(
                self._request.queries[0].text, list(texts.values())
            )
        except AnswerError as error:
            self._problem = f"The results were not reranked: {error}."
            return {}
        return dict(zip(texts, scores, strict=True))

    def _slots(
        self,
        evidence: Mapping[ChunkId, Evidence],
        places: Mapping[ChunkId, ChunkPlace],
        keyword: KeywordResult,
        texts: Mapping[ChunkId, str],
    ) -> Sequence[Slot]:
        request = self._request
        options, limit = request.options, request.limit
        order = grouping.in_order(evidence)
        days = {
            chunk: day
            for chunk, place in places.items()
            if (day := place.day if request.asked.order else place.latest)
        }
        by_date = request.sort != Sort.RELEVANCE and bool(days)
        if by_date:
            relevant = (
                grouping.best_matches(order, evidence, keyword.complete)
                if request.asked.order
                else grouping.relevant(order, keyword.complete, limit)
            )
            sorted_ = grouping.by_date(
                relevant, days, oldest=request.sort == Sort.OLDEST
            )
            if request.asked.order == Sort.NEWEST:
                sorted_ = grouping.past_first(sorted_, days, request.today.isoformat())
            others = set(order).difference(relevant) if request.asked.order else ()
            order = [*sorted_, *(chunk for chunk in order if chunk in others)]
        ranked: grouping.Ranked = [(c, places[c].document) for c in order]
        if not options.dedup:
            return grouping.every_chunk(ranked, limit)
        if not by_date:
            ranked = self._grouped(ranked, places, texts, keyword.named)
        if options.diverse:
            return grouping.diverse(ranked, limit, alike=self._near_duplicates(order))
        # Further passages would follow all dates, and look older than they are.
        fill = options.fill and not by_date
        return grouping.one_of_each_document(ranked, limit, fill=fill)

    def _grouped(
        self,
        ranked: grouping.Ranked,
        places: Mapping[ChunkId, ChunkPlace],
        texts: Mapping[ChunkId, str],
        named: Collection[ChunkId],
    ) -> grouping.Ranked:
        """With one translation of each page at its place.

        It is the one whose name is the query, else the one in the query's language.
        """
        query = self._request.queries[0]
        language = function_word_language([term.surface for term in query.terms])
        read: dict[str, tuple[DocumentId, str]] = {}
        for chunk, _ in ranked:
            if chunk in texts:
                place = places[chunk]
                read.setdefault(place.path, (place.document, texts[chunk]))
        paths = (place.path for place in places.values())
        documents = {places[chunk].document for chunk in named if chunk in places}
        return translations_last(
            ranked, read, paths, language, documents, unspaced=bool(query.grams)
        )

    def _near_duplicates(
        self, chunks: Sequence[ChunkId]
    ) -> Callable[[ChunkId, ChunkId], bool]:
        vectors = self._reader.vectors.of(chunks)

        def alike(one: ChunkId, other: ChunkId) -> bool:
            if one not in vectors or other not in vectors:
                return True
            return float(vectors[one] @ vectors[other]) > DUPLICATE_SIMILARITY

        return alike
