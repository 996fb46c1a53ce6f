"""Orders the candidates of a query by their scores, and selects those of a result."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.errors import AnswerError
from ragtui_core.search.candidates import Candidates, Found, without_copies
from ragtui_core.search.listing import WholeList
from ragtui_core.search.options import Sort
from ragtui_core.search.query import Query
from ragtui_core.search.scoring import (
    Scores,
    by_ranks,
    logistic,
    merged,
    satisfied,
    scored,
    weights,
)
from ragtui_core.search_results import (
    LOW_CONFIDENCE,
    OF_OTHER_TIMES,
    WEAKER,
    Confidence,
    Mode,
    SearchedTime,
    listed_count,
)
from ragtui_core.settings.schema import FusionMethod
from ragtui_core.store.matching import AnyOf, Phrase
from ragtui_core.store.names.note_states import conflict_copies
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import CandidateInfo
from ragtui_core.store.selection import FilterField
from ragtui_core.store.tables.filters import matching_values
from ragtui_core.text.folding import name_key
from ragtui_core.types import ChunkId, DocumentId, NoteState

if TYPE_CHECKING:
    from ragtui_core.search.reranker import Reranker

STEP = 1e-6
"""How much a superseded note is below the one that replaces it."""

ALIKE, ALIKE_WITH_WORDS = 1.5, 4.0
"""Distance from the best log-odds within which a passage counts as equally good: one
with some of the words, and one with all of them."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A chunk of the result; `additional` if its document has an earlier slot."""

    chunk: ChunkId
    additional: bool = False
    group: str = ""
    """As `Hit.group`."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ordered result of a search, to which `present` adds the texts."""

    query: Query
    found: Found
    scores: Scores
    slots: Sequence[Slot]
    states: Mapping[str, NoteState] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    whole: WholeList | None = None
    """The list of all documents that the line asked for, if it asked for one."""
    copies: Mapping[DocumentId, Collection[str]] = field(default_factory=dict)
    """For documents of the result, the paths of their copies."""

    @property
    def candidates(self) -> Candidates:
        """The candidates of the line itself."""
        found = self.found.candidates
        return found[0] if found else Candidates(self.query.words)

    @property
    def confidence(self) -> Confidence:
        """High if any hit is likely to be relevant."""
        odds = [self.scores.odds[slot.chunk] for slot in self.slots]
        is_high = odds and logistic(max(odds)) >= LOW_CONFIDENCE
        return Confidence.HIGH if is_high else Confidence.LOW

    def has_first(self, time: SearchedTime) -> bool:
        """Whether the first passage is a good match of a time."""
        if not self.slots or self.scores.shown(self.slots[0].chunk) < LOW_CONFIDENCE:
            return False
        first = self.found.info[self.slots[0].chunk]
        return time.has_days(first.day, first.until)

    @property
    def is_dated(self) -> bool:
        """Whether the best document has a date."""
        return bool(self.slots) and bool(self.found.info[self.slots[0].chunk].latest)


def rank(
    found: Found,
    query: Query,
    reader: Reader,
    states: Mapping[str, NoteState],
    reranker: "Reranker | None" = None,
) -> Ranking:
    """Order the candidates, and select the chunks of the result."""
    settings, options, info = query.settings, query.options, found.info
    fusion = options.fusion or settings.fusion
    lists = []
    for candidates in found.candidates:
        scores = scored(candidates, found, query)
        if fusion is FusionMethod.RRF and candidates.cosines:
            scores = by_ranks(scores, settings.rrf_k)
        lists.append(scores)
    scores, notes = merged(lists), tuple[str, ...]()
    if reranker:
        scores, notes = reranked(scores, query, reader, reranker)
    copies: Mapping[DocumentId, Set[str]] = {}
    conflicts = reader.once(conflict_copies)
    contents = {it.document: it.content for it in info.values()}
    if options.dedup and (conflicts or len({*contents.values()}) < len(contents)):
        # A conflict copy is kept if it alone has all words; of copies that are equally
        # good, that with the shortest path.
        complete = {c for candidates in found.candidates for c in candidates.complete}
        best = sorted(
            (c not in complete, info[c].path in conflicts, -odds, len(info[c].path), c)
            for c, odds in scores.odds.items()
        )
        kept, copies = without_copies([chunk for *_, chunk in best], info, conflicts)
        scores = scores.among(kept)
    if states:
        scores = with_states(scores, info, states)
    slots, scores = slots_of(scores, found, query)
    return Ranking(query, found, scores, slots, states, notes, copies=copies)


def rank_selected(
    query: Query,
    reader: Reader,
    states: Mapping[str, NoteState],
    whole: WholeList | None = None,
) -> Ranking:
    """Order a whole list, or everything that the filters select, by date."""
    is_oldest = query.sort == Sort.OLDEST
    if whole:
        chunks, by_day = list(whole.chunks), True
    elif not query.filters.wanted or query.within.is_nothing:
        chunks, by_day = [], True
    else:
        by_day = query.is_by_date
        if query.filters.are_of_items:
            is_latest = query.options.sort == Sort.NEWEST
            chunks = reader.items(
                query.limit, query.within, query.today, latest=is_latest
            )
        else:
            chunks = reader.newest_chunks(
                query.limit,
                oldest=is_oldest,
                by_day=by_day,
                once=query.options.dedup and query.sort != Sort.RELEVANCE,
                within=query.within,
            )
            chunks = _naming(chunks, query, reader)
    info = reader.candidate_info(chunks)
    order = [chunk for chunk in chunks if chunk in info]
    if whole:
        days = {chunk: info[chunk].day for chunk in order}
        order = by_date(order, days, oldest=is_oldest)
    found = Found((), info, Mode.KEYWORD if whole else query.mode)
    slots = _slots(dict.fromkeys(order, ""), info, query.limit)
    return Ranking(query, found, satisfied(order), slots, states, whole=whole)


def _slots(
    groups: Mapping[ChunkId, str], info: Mapping[ChunkId, CandidateInfo], limit: int
) -> list[Slot]:
    """The slots of the first chunks, each with the name of its group."""
    documents, slots = set[DocumentId](), list[Slot]()
    for chunk, group in islice(groups.items(), limit):
        document = info[chunk].document
        slots.append(Slot(chunk, additional=document in documents, group=group))
        documents.add(document)
    return slots


def _naming(chunks: Sequence[ChunkId], query: Query, reader: Reader) -> list[ChunkId]:
    """Of each document the first chunk that has the tag, or link, that is filtered by.

    If none has it, as a tag of front matter, the first with its words.
    """
    wanted = [
        (item.field, value)
        for _, item in query.filters.wanted
        if item.field in {FilterField.TAG, FilterField.LINKS} and not item.negated
        for value in item.values
    ]
    words = [
        Phrase(name_key(value) if field is FilterField.LINKS else value)
        for field, value in wanted
    ]
    every, within = reader.counts().chunks, query.within
    any_word = AnyOf(tuple(words))
    found = reader.keywords.match(any_word, every, within=within) if words else []
    info = reader.candidate_info([*chunks, *(chunk for chunk, _ in found)])
    there = [chunk for chunk in chunks if chunk in info]
    listed = {info[chunk].document for chunk in there}
    having = [chunk for chunk, _ in found if info[chunk].document in listed]
    first = dict[DocumentId, ChunkId]()
    for match in sorted(
        reader.chunks(having).values(),
        key=lambda it: (not _has_any(wanted, it.text), it.span.start),
    ):
        first.setdefault(match.document_id, match.id)
    return [*dict.fromkeys(first.get(info[chunk].document, chunk) for chunk in there)]


def _has_any(wanted: Sequence[tuple[FilterField, str]], text: str) -> bool:
    """Whether a text has any of these tags, or a link with one of these names."""
    from ragtui_core.documents.markdown.link_extraction import links_of
    from ragtui_core.documents.markdown.tags import tags_of_body

    tags = [tag.name for tag in tags_of_body(text, 0)]
    links = {name_key(link.target) for link in links_of(text, images=True)}
    return any(
        name_key(value) in links
        if field is FilterField.LINKS
        else any(matching_values(field, value, tags))
        for field, value in wanted
    )


def reranked(
    scores: Scores, query: Query, reader: Reader, reranker: "Reranker"
) -> tuple[Scores, tuple[str, ...]]:
    """The scores with the best ones reordered by a model, and a note if it failed.

    The model's scores are scaled to the range of the log-odds and weigh as much as
    `search.rerank_weight`: alone, one lowered SciFact's nDCG@10 from .727 to .692.
    """
    settings = query.settings
    top = scores.in_order()[: settings.rerank_candidates]
    texts = {
        chunk: embedding_text(match.fields.title, match.heading_path, match.searched)
        for chunk, match in reader.chunks(top).items()
    }
    try:
        judged = reranker.scores(query.words.text, list(texts.values()))
    except AnswerError as error:
        return scores, (f"The results were not reranked: {error}.",)
    if not judged:
        return scores, ()
    odds = [scores.odds[chunk] for chunk in texts]
    low, spread = min(judged), max(judged) - min(judged)
    changes = {}
    for chunk, value in zip(texts, judged, strict=True):
        share = (value - low) / spread if spread else 0.5
        wanted = min(odds) + share * (max(odds) - min(odds))
        changes[chunk] = settings.rerank_weight * (wanted - scores.odds[chunk])
    return scores.plus({"rerank": changes}), ()


def with_states(
    scores: Scores,
    info: Mapping[ChunkId, CandidateInfo],
    states: Mapping[str, NoteState],
) -> Scores:
    """The scores, in which a superseded note is below what replaces it.

    A note that has words of the query is only below those that have any, too: the words
    of a conflict copy may be in no other file.
    """
    worded = {info[chunk].path for chunk in scores.words.keys() & scores.odds}
    best: dict[str, float] = {}
    for chunk, odds in scores.odds.items():
        path = info[chunk].path
        if path not in best or odds > best[path]:
            best[path] = odds
    changes: dict[str, float] = {}
    marked = [path for path in best if path in states]
    for path in sorted(marked, key=lambda path: len(_successors(path, states))):
        there = worded if path in worded else best
        by = next((it for it in _successors(path, states) if it in there), None)
        changes[path] = weights()["set"]["unreliable"]
        if by is not None:
            above = best[by] + changes.get(by, 0.0)
            changes[path] = min(0.0, above - STEP - best[path])
    if not changes:
        return scores
    paths = {chunk: info[chunk].path for chunk in scores.odds}
    column = {c: changes[path] for c, path in paths.items() if path in changes}
    return scores.plus({"state": column})


def _successors(path: str, states: Mapping[str, NoteState]) -> list[str]:
    """What replaces a note, what replaces that, and so on; each once."""
    chain = [path]
    while (state := states.get(chain[-1])) and state.successor not in {"", *chain}:
        chain.append(state.successor)
    return chain[1:]


def slots_of(scores: Scores, found: Found, query: Query) -> tuple[list[Slot], Scores]:
    """The slots of the result, and the scores, lowered for further passages."""
    options, info = query.options, found.info
    order = scores.in_order()
    if query.sort != Sort.RELEVANCE:
        order = _dated(order, scores, found, query)
    first: dict[DocumentId, ChunkId] = {}
    for chunk in order:
        if (document := info[chunk].document) not in first:
            first[document] = chunk
    chosen = {*first.values()} if options.dedup else {*order}
    listed = [chunk for chunk in order if chunk in chosen]
    further = [chunk for chunk in order if chunk not in chosen]
    if options.fill and further and query.sort == Sort.RELEVANCE:
        # By date, further passages would look older than they are.
        scores = scores.plus(
            {"further": dict.fromkeys(further, weights()["set"]["further"])}
        )
        listed = scores.in_order()
    groups = dict.fromkeys(listed, "")
    if query.time and query.of_time:
        shown = [scores.shown(chunk) for chunk in listed]
        count = listed_count(shown, found.relaxation)
        groups = _of_time_first(listed[:count], listed[count:], query.time, info)
    return _slots(groups, info, query.limit), scores


def _of_time_first(
    listed: Sequence[ChunkId],
    weaker: Sequence[ChunkId],
    time: SearchedTime,
    info: Mapping[ChunkId, CandidateInfo],
) -> dict[ChunkId, str]:
    """The chunks with the names of their groups: those listed of a time come first."""
    days = {chunk: (info[chunk].day, info[chunk].until) for chunk in listed}
    groups = {chunk: "" for chunk, day in days.items() if time.has_days(*day)}
    if not groups:
        return dict.fromkeys([*listed, *weaker], "")
    groups |= {c: OF_OTHER_TIMES for c in days if c not in groups}
    return groups | dict.fromkeys(weaker, WEAKER)


def _dated(
    order: Sequence[ChunkId], scores: Scores, found: Found, query: Query
) -> list[ChunkId]:
    """The good matches by date; if the line asks for an order, then the others.

    For `newest`, future dates come after those up to today.
    """
    complete, info = found.candidates[0].complete, found.info
    odds = scores.odds
    among = [chunk for chunk in order if chunk in complete]
    named = [chunk for chunk in among if found.candidates[0].is_in_fields(chunk)]
    if query.order == Sort.NEWEST and not query.asks_when and len(named) > 1:
        among = named  # Versions have the words in title or name; others mention them.
    if query.order:
        least = odds[(among or order)[0]] if order else 0.0
        least -= ALIKE_WITH_WORDS if among else ALIKE
        good = [chunk for chunk in among or order if odds[chunk] >= least]
    else:
        known = {*among}
        good = [c for c in order if c in known or odds[c] >= 0] or list(order)
    days = {
        chunk: info[chunk].day if query.order else info[chunk].latest for chunk in order
    }
    dated = by_date(good, days, oldest=query.sort == Sort.OLDEST)
    if query.order == Sort.NEWEST:
        today = query.today.isoformat()
        dated.sort(key=lambda chunk: days[chunk] > today)
    others = set(order).difference(dated) if query.order else ()
    return [*dated, *(chunk for chunk in order if chunk in others)]


def by_date(
    order: Iterable[ChunkId], days: Mapping[ChunkId, str], *, oldest: bool = False
) -> list[ChunkId]:
    """The chunks newest or oldest first; those without a date last."""
    listed = list(order)
    dated = [chunk for chunk in listed if days[chunk]]
    dated.sort(key=days.__getitem__, reverse=not oldest)
    return [*dated, *(chunk for chunk in listed if not days[chunk])]
