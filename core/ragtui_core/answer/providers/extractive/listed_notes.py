"""The answers that list notes: by date, what changed, and rows with their sum."""

from collections.abc import Iterator, Sequence
from itertools import islice

from ragtui_core.answer.column_sums import cells_of, column_of_amounts, sums_of
from ragtui_core.answer.passages.abstention import is_nameless
from ragtui_core.answer.passages.passage_candidates import (
    Candidate,
    find_candidates,
    of_hits,
    row_candidates,
)
from ragtui_core.answer.passages.passage_scores import (
    MAX_EMBEDDED,
    ScoredPassage,
    overlap_of,
    ranked,
)
from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.answer.providers.extractive.extracts import (
    BEST,
    BY_DATE,
    MAX_PASSAGES,
    NAME,
    NOTHING,
    heading,
)
from ragtui_core.answer.providers.extractive.shown_passages import (
    distinct,
    named_notes,
    quoted_passages,
)
from ragtui_core.answer.request import AnswerContext, AnswerRequest
from ragtui_core.answer_events import AnswerEvent, Done, Text
from ragtui_core.language.question_words import distinctive_terms, terms_of_text
from ragtui_core.language.requests import asks_what_changed, without_vague
from ragtui_core.language.wanted_answers import Wanted, wanted_by
from ragtui_core.search.options import Sort
from ragtui_core.search_results import Confidence, Hit, SearchResult, Selects
from ragtui_core.text.sanitizing import sanitize

MAX_QUOTED = 20
"""Notes of a list that are quoted; the others are named."""


def dated_answer(
    question: str, answer_request: AnswerRequest, answer_context: AnswerContext
) -> Iterator[AnswerEvent]:
    """Quote passages of each of the first notes, in the order of the hits.

    For questions that the order of the notes answers: "the newest price list", "notes
    of last week". A list or a count, such as "how many notes are about pumps?", begins
    with the number of notes, and names those that are not quoted. Of many notes one
    passage each is quoted, of a few notes several that are as good.
    """
    result, context = answer_request.result, answer_request.context
    hits = result.hits if result.total is not None else result.hits[: result.listed]
    candidates = of_hits(find_candidates(context, (), None), hits, result)
    most = MAX_PASSAGES if result.total is None else MAX_QUOTED
    if result.selects is Selects.ITEMS:
        shown = _items(hits, candidates)[:MAX_QUOTED]
    else:
        shown = _of_each_note(question, result, hits, candidates, answer_context)[:most]
    if not shown:
        yield from NOTHING
        return
    if result.counted:
        yield heading("", answer_context)
        yield Text(f"{sanitize(result.counted, one_line=True)}\n\n")
    else:
        days = [passage.candidate.day for passage in shown]
        ordered = sorted(days, reverse=result.order == Sort.NEWEST)
        is_by_date = not result.order or days == ordered
        yield heading(BY_DATE if is_by_date else BEST, answer_context)
    yield from quoted_passages(shown)
    if result.total is not None:
        quoted = {passage.candidate.document.path for passage in shown}
        yield from named_notes([hit for hit in result.hits if hit.path not in quoted])
    yield Done(NAME, "", result.confidence)


def sum_answer(
    question: str, answer_request: AnswerRequest, answer_context: AnswerContext
) -> Iterator[AnswerEvent]:
    """Quote the rows of a table that a question is about, below the sum of a column.

    Nothing unless a table of the best note, with those of other notes that have its
    heads, has two rows or more that have more words of the question than the others,
    its names among them, and a column that can be added. Of many rows the first are
    quoted.
    """
    context, result = answer_request.context, answer_request.result
    wanted, texts = wanted_by(question), context.texts
    best = {p.column_heads for text in texts[:1] for p in text.passages} - {""}
    is_number = wanted is Wanted.NUMBER or (wanted is None and result.total is None)
    if not (is_number and best):
        return
    time = result.time
    undated = time.without_words(question) if time else question
    terms = frozenset(distinctive_terms(undated))
    alike = (it for it in texts if any(p.column_heads in best for p in it.passages))
    tables = row_candidates([text.document for text in alike], best, time)
    for heads, rows in tables.items():
        shared = [terms & row.own for row in rows]
        most = max(shared, key=len)
        others = {words for words in shared if len(words) == len(most)} - {most}
        rows = [
            row
            for row, words in zip(rows, shared, strict=True)
            if words == most
            # The whole table is added up only if all words are around it.
            and (most or (wanted and terms <= row.surroundings))
        ]
        names = [head for head in cells_of(heads) if terms & terms_of_text(head)]
        summed = column_of_amounts(cells_of(heads), (row.quote for row in rows), names)
        if summed is None or len(rows) < 2 or others or is_nameless(undated, rows):
            continue
        head, amounts = summed
        yield heading("", answer_context)
        quoted = [ScoredPassage(row, 0.0, 0.0) for row in rows[:MAX_QUOTED]]
        said = f"Sum of “{head}” of {len(rows)} rows: {sums_of(amounts)}."
        if len(quoted) < len(rows):
            said += f" The first {len(quoted)} are quoted."
        yield Text(f"{sanitize(said, one_line=True)}\n\n")
        yield from quoted_passages(quoted)
        yield Done(NAME, "", Confidence.HIGH)  # Words select the rows, as in a list.
        return


def changes_answer(
    question: str, result: SearchResult, answer_context: AnswerContext
) -> Iterator[AnswerEvent]:
    """Quote the best passage of each note that is a good match, the newest first.

    For a question such as "what changed at the harbour in 2026?". A note that does not
    name its subject is left out, unless none does.
    """
    hits = sorted(
        result.hits[: result.listed], key=lambda hit: hit.fields.date, reverse=True
    )
    candidates = find_candidates(PromptContext(), hits, answer_context.files.read)
    subject = distinctive_terms(without_vague(question))
    naming = [c for c in candidates if not c.surroundings.isdisjoint(subject)]
    paths = {candidate.document.path for candidate in naming or candidates}
    hits = [hit for hit in hits if hit.path in paths]
    shown = _of_each_note(question, result, hits, candidates, answer_context)
    yield heading(BY_DATE, answer_context)
    yield from quoted_passages(shown)
    yield Done(NAME, "", result.confidence)


def _items(hits: Sequence[Hit], candidates: Sequence[Candidate]) -> list[ScoredPassage]:
    """The first passage of each item, in the order of the hits."""
    by_path = dict[str, list[Candidate]]()
    for candidate in candidates:
        by_path.setdefault(candidate.document.path, []).append(candidate)
    items = list[ScoredPassage]()
    for hit in hits:
        own = (
            c for c in by_path.get(hit.path, ()) if c.passage.span.overlaps(hit.span)
        )
        items += [ScoredPassage(candidate, 0.0, 0.0) for candidate in islice(own, 1)]
    return items


SAME = 0.01
"""How much lower the score of a passage is that answers as well as another one."""


def _of_each_note(
    question: str,
    result: SearchResult,
    hits: Sequence[Hit],
    candidates: Sequence[Candidate],
    answer_context: AnswerContext,
) -> list[ScoredPassage]:
    """The best passages of each note, in the order of the hits.

    A note that is asked for by its time, sender or title is quoted from its beginning,
    since no words tell its passages apart. With more than `MAX_EMBEDDED` passages, or
    for an overview such as "what changed last week?", words are compared, and no
    vectors.
    """
    notes = dict.fromkeys(hit.path for hit in hits)
    candidates = [c for c in candidates if c.document.path in notes]
    time = result.time
    topic = time.without_words(question) if time else question
    subject = without_vague(topic) if time else question
    is_open = not subject
    is_overview = is_open or bool(time and asks_what_changed(topic))
    is_read = not is_overview and len(candidates) <= MAX_EMBEDDED
    if is_overview:  # Questions report no event.
        candidates = [c for c in candidates if not c.is_question] or candidates
    overlap = overlap_of(subject, candidates)
    embedder = answer_context.load_embedder() if is_read else None
    scored = ranked(question, candidates, overlap, embedder)
    best: dict[str, list[ScoredPassage]] = {}
    for passage in scored:
        best.setdefault(passage.candidate.document.path, []).append(passage)
    listed = [path for path in notes if path in best]
    is_list = result.total is not None
    most = MAX_QUOTED if is_list else MAX_PASSAGES
    shown = list[ScoredPassage]()
    for path in listed:
        passages = best[path]
        said, lowest = passages[0].words, passages[0].score - SAME
        is_even = not passages[0].own and all(p.words == said for p in passages)
        is_titled = all(p.is_under_name for p in passages)
        is_whole = is_titled or (is_even and (is_list or is_open))
        if is_whole:
            passages.sort(key=lambda passage: passage.candidate.passage.span.start)
        alike = distinct(
            p
            for p in passages
            if is_whole or p.score >= lowest or (is_list and p.words == said)
        )
        shown += islice(alike, max(1, most // len(listed)))
    return shown
