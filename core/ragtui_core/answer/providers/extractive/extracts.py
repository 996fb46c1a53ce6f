"""The answers that quote passages: to a question, about a selection, by date."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import NamedTuple

from ragtui_core.answer.column_sums import cells_of, column_of_amounts, sums_of
from ragtui_core.answer.passages.passage_candidates import (
    Candidate,
    find_candidates,
    of_hits,
    row_candidates,
)
from ragtui_core.answer.passages.passage_scores import (
    MAX_EMBEDDED,
    ScoredPassage,
    as_written,
    newest_first,
    overlap_of,
    ranked,
    reordered,
)
from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.answer.providers.extractive.abstention import (
    AnswerQuality,
    features_of,
    quality_of,
)
from ragtui_core.answer.providers.extractive.shown_passages import (
    by_file,
    distinct,
    named_notes,
    quoted_passages,
)
from ragtui_core.answer.request import (
    SELECTION_CHARS,
    SELECTION_QUESTIONS,
    AnswerContext,
    AnswerRequest,
)
from ragtui_core.answer_events import (
    NO_ANSWER,
    WEAK_EVIDENCE,
    AnswerEvent,
    Caption,
    Done,
    Notice,
    Text,
    doubt,
)
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.selected_text import Selection, query_of
from ragtui_core.errors import ModelError, RagtuiError
from ragtui_core.language.question_words import (
    Overlap,
    distinctive_terms,
    terms_of_text,
)
from ragtui_core.language.requests import asks_what_changed, take_sum, without_vague
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.language.verb_forms import tells_what_was_done
from ragtui_core.language.wanted_answers import Wanted, names, wanted_by
from ragtui_core.search_results import (
    Confidence,
    Hit,
    SearchResult,
    no_note_has,
)
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Span

NAME = "extractive"
NO_MODEL = "No language model is configured."
BEST, NEAREST, BY_DATE, OF_OTHER_TIMES = (
    "Best matching passages:",
    "Nearest passages:",
    "The notes by date:",
    "Of other dates, or without a date:",
)
"""What introduces passages."""
NOTHING = Text(NO_ANSWER), Done(NAME, "", Confidence.LOW)
"""The answer if no passage answers."""


MIN_PASSAGES, MAX_PASSAGES = 3, 5
SCORE_MARGIN = 0.06
"""After the first three, only passages with a score this close to the best; of all but
the first, only those that would be an answer if they were the only passage."""


def extractive_answer(
    question: str,
    answer_request: AnswerRequest,
    chunks: Sequence[Hit],
    answer_context: AnswerContext,
) -> Iterator[AnswerEvent]:
    """Quote at most five passages, or say that there is no information.

    For a question such as "how often is the impeller changed?". The passages of the
    best `chunks` are compared with it, several of a document, or, without chunks,
    those of the context. A passage that only repeats the question, as a list of
    questions does, is not quoted, nor is one without a word of the question beside
    one with all of them. Without an embedder, words alone are compared. The
    cross-encoder, which reorders the best passages, is loaded only if there is an
    answer and an embedder.
    """
    compared = _compared(question, answer_request, chunks, answer_context.files.read)
    embedder = answer_context.load_embedder()
    scored = ranked(question, compared.candidates, compared.overlap, embedder)
    quality = compared.quality(*scored)
    result = answer_request.result
    if quality is AnswerQuality.NONE:
        said, done = NOTHING
        yield said
        yield from _lacking(result)
        yield done
        return
    best, failures = _best(answer_request.question, scored), tuple[Notice, ...]()
    threshold = scored[0].score - SCORE_MARGIN
    count = max(MIN_PASSAGES, sum(passage.score >= threshold for passage in best))
    if embedder:
        best, failures = _read_again(question, best, answer_context)
    further = [
        passage
        for passage in best[1:count]
        if compared.quality(passage) is not AnswerQuality.NONE
    ]
    current = newest_first(question, [best[0], *further])
    shown = [*distinct(as_written(by_file(current), scored))]
    is_told = _tells_what_is_wanted(answer_request.question, shown)
    if not is_told:
        yield Text(f"{NO_ANSWER}\n\n")
    time = result.time
    is_of_all = time is not None and time.is_dropped
    of_time = [p for p in shown if is_of_all and p.candidate.is_of(time)]
    shown = [*of_time, *(passage for passage in shown if passage not in of_time)]
    yield heading(BEST if is_told else NEAREST, answer_context)
    yield from quoted_passages(of_time)
    if of_time and len(of_time) < len(shown):
        yield Caption(f"{OF_OTHER_TIMES}\n\n")
    yield from quoted_passages(shown[len(of_time) :], len(of_time) + 1)
    yield from failures
    is_doubtful = (
        quality is AnswerQuality.WEAK
        or result.confidence is Confidence.LOW
        or is_of_all  # What is of another time than that asked for is doubtful.
    )
    if is_told and is_doubtful:
        weak = _weak(map(compared.quality, shown))
        yield Notice(doubt(result.missing), citations=weak)
    elif not is_told:
        yield from _lacking(result)
    is_good = is_told and not is_doubtful
    yield Done(NAME, "", result.confidence if is_good else Confidence.LOW)


def _lacking(result: SearchResult) -> Iterator[Notice]:
    """The words of a question without an answer that no note has."""
    if result.missing:
        yield Notice(f"{no_note_has(result.missing)}.")


def heading(words: str, answer_context: AnswerContext) -> Caption:
    """What introduces passages; at the first answer ever, why there are only these."""
    is_first = answer_context.audit_log.is_empty()
    end = "\n\n" if words else ""
    return Caption(f"{NO_MODEL} {words}{end}" if is_first else f"{words}{end}")


def _tells_what_is_wanted(question: str, shown: Sequence[ScoredPassage]) -> bool:
    """Whether a passage names a person, time or number, if the question wants one.

    It has the words of the question that the best one has, so that it is of the same.
    """
    wanted = wanted_by(question)
    if wanted is None:
        return True
    best = max(shown, key=lambda passage: passage.score).candidate
    said = {*distinctive_terms(question)} & (best.own | best.around)
    for candidate in (passage.candidate for passage in shown):
        text = candidate.shown_text
        if wanted is not Wanted.NUMBER:
            text = "\n".join((text, *candidate.above))
        is_dated = wanted is Wanted.TIME and candidate.document.fields.date
        is_named = is_dated or names(wanted, text, question)
        if is_named and said <= candidate.own | candidate.around:
            return True
    return False


class _Compared(NamedTuple):
    """A question without its time, its candidates, and the notes that ask the same."""

    question: str
    candidates: Sequence[Candidate]
    overlap: Overlap
    hits: Sequence[Hit]
    asking: Set[str]

    def quality(self, *passages: ScoredPassage) -> AnswerQuality:
        """How well the first of some passages answers.

        That another note asks the same does not count.
        """
        question, candidates, overlap, hits, asking = self
        others = asking - {p.candidate.document.path for p in passages[:1]}
        hits = [hit for hit in hits if hit.path not in others]
        return quality_of(features_of(question, passages, overlap, candidates, hits))


def _compared(
    question: str, request: AnswerRequest, chunks: Sequence[Hit], read: Read
) -> _Compared:
    candidates, asking = list[Candidate](), set[str]()
    of_chunks = find_candidates(request.context, chunks, read)
    for candidate in of_hits(of_chunks, chunks, request.result.time):
        if _is_same_question(candidate.quote, request.question):
            asking.add(candidate.document.path)
        else:
            candidates.append(candidate)
    overlap = overlap_of(question, candidates, request.question)
    time, hits = request.result.time, request.result.hits
    undated = time.without_words(question) if time else question
    return _Compared(undated, candidates, overlap, hits, asking)


def _best(question: str, scored: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """The best passages; if one has all words of the question, those with any.

    One that has them only in the headings above it stays if it names what is wanted.
    """
    best = scored
    if any(passage.own > 1 - 1e-6 for passage in best[:MAX_PASSAGES]):
        wanted = wanted_by(question)
        best = [
            passage
            for passage in best
            if passage.own
            or (
                passage.is_under_name
                and (not wanted or names(wanted, passage.candidate.quote, question))
            )
        ]
    return [*islice(distinct(best), MAX_PASSAGES)]


def _read_again(
    question: str, best: list[ScoredPassage], answer_context: AnswerContext
) -> tuple[list[ScoredPassage], tuple[Notice, ...]]:
    """The best passages as the cross-encoder orders them, or why it does not."""
    try:
        return reordered(question, best, answer_context.load_cross_encoder()), ()
    except ModelError as error:
        return best, (Notice(str(error)),)


def _weak(qualities: Iterable[AnswerQuality]) -> tuple[int, ...]:
    """The numbers of the passages that are not good evidence."""
    return tuple(
        number
        for number, quality in enumerate(qualities, 1)
        if quality is not AnswerQuality.GOOD
    )


def _is_same_question(text: str, asked: str) -> bool:
    """Whether a text is only what is asked, with any punctuation and markup."""
    words, others = (re.findall(r"\w+", each.casefold()) for each in (text, asked))
    return words == others and "?" in text + asked


def answer_about(
    selection: Selection, answer_request: AnswerRequest, answer_context: AnswerContext
) -> Iterator[AnswerEvent]:
    """Quote from each of the best notes what is closest to a sentence of a selection.

    A selected `It leaks.` in the note `Pump` is compared as `Pump It leaks.`, since
    the passages of the notes are compared under their titles, too. A selection asks
    nothing that could be left unanswered, so passages that are hardly similar are
    quoted where there are no others.
    """
    result, read = answer_request.result, answer_context.files.read
    hits = result.hits
    candidates = find_candidates(answer_request.context, hits, read)
    embedder = answer_context.load_embedder()
    best: dict[str, tuple[ScoredPassage, AnswerQuality]] = {}
    for about in _sentences(selection, answer_request.question, read):
        overlap = overlap_of(about, candidates)
        for passage in ranked(about, candidates, overlap, embedder):
            path = passage.candidate.document.path
            if path not in best or passage.score > best[path][0].score:
                features = features_of("", [passage], overlap, candidates, hits)
                best[path] = passage, quality_of(features)
    if not best:
        yield from NOTHING
        return
    ordered = sorted(best.values(), key=lambda each: each[0].score, reverse=True)
    lowest = ordered[0][0].score - SCORE_MARGIN
    shown = [
        (passage, quality)
        for passage, quality in ordered
        if quality is not AnswerQuality.NONE or passage.score >= lowest
    ][:MAX_PASSAGES]
    yield heading(BEST, answer_context)
    yield from quoted_passages([passage for passage, _ in shown])
    if weak := _weak(quality for _, quality in shown):
        yield Notice(WEAK_EVIDENCE, citations=weak)
    yield Done(NAME, "", Confidence.LOW if 1 in weak else result.confidence)


def _sentences(selection: Selection, question: str, read: Read) -> list[str]:
    """The sentences of a selection, after the title of its note and what is asked."""
    try:
        title = read(selection.path).fields.title if selection.path else ""
    except RagtuiError:
        title = ""
    asked = "" if question in SELECTION_QUESTIONS else question
    text = selection.text[:SELECTION_CHARS]
    spans = sentence_spans(text, Span(0, len(text)))
    return [f"{title} {asked} {query_of(span.of(text))}".strip() for span in spans]


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
    candidates = of_hits(find_candidates(context, (), None), hits, result.time)
    most = MAX_PASSAGES if result.total is None else MAX_QUOTED
    if hits and all(hit.entry.state for hit in hits):
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
        yield heading(BY_DATE, answer_context)
    yield from quoted_passages(shown)
    if result.total is not None:
        quoted = {passage.candidate.document.path for passage in shown}
        yield from named_notes([hit for hit in result.hits if hit.path not in quoted])
    yield Done(NAME, "", result.confidence)


def sum_answer(
    question: str, result: SearchResult, answer_context: AnswerContext
) -> Iterator[AnswerEvent]:
    """Quote the rows of a table that a question asks to add up, below their sum.

    Nothing without a table among the hits of which two rows or more have all words of
    the question, and a column that can be added. Of many rows the first are quoted.
    """
    time = result.time
    undated = time.without_words(question) if time else question
    subject, is_asked = take_sum(undated)
    terms = frozenset(distinctive_terms(subject))
    if not (is_asked and terms) or wanted_by(question) not in {None, Wanted.NUMBER}:
        return
    for path in dict.fromkeys(hit.path for hit in result.hits):
        try:
            document = answer_context.files.read(path)
        except RagtuiError:  # The context has a notice.
            continue
        for heads, rows in row_candidates(document, time, terms).items():
            names = [head for head in cells_of(heads) if terms & terms_of_text(head)]
            texts = [row.quote for row in rows]
            summed = column_of_amounts(cells_of(heads), texts, names)
            if summed is None or len(rows) == 1:
                continue
            head, amounts = summed
            yield heading("", answer_context)
            quoted = [ScoredPassage(row, 0.0, 0.0) for row in rows[:MAX_QUOTED]]
            said = f"Sum of “{head}” of {len(rows)} rows: {sums_of(amounts)}."
            if len(quoted) < len(rows):
                said += f" The first {len(quoted)} are quoted."
            yield Text(f"{sanitize(said, one_line=True)}\n\n")
            yield from quoted_passages(quoted)
            yield Done(NAME, "", result.confidence)
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
    first = (
        next(
            (
                candidate
                for candidate in by_path.get(hit.path, ())
                if hit.span.overlaps(candidate.passage.span)
            ),
            None,
        )
        for hit in hits
    )
    return [ScoredPassage(candidate, 0.0, 0.0) for candidate in first if candidate]


def _of_each_note(
    question: str,
    result: SearchResult,
    hits: Sequence[Hit],
    candidates: Sequence[Candidate],
    answer_context: AnswerContext,
) -> list[ScoredPassage]:
    """The best passages of each note, in the order of the hits.

    Where a time alone is asked, as in "notes of last week", no words are left to
    compare: passages that tell what was done come first, in the order of the note. With
    more than `MAX_EMBEDDED` passages, or for an overview such as "what changed last
    week?", words are compared, and no vectors.
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
    margins = dict.fromkeys(best, math.inf if is_open else SAME)
    further = dict.fromkeys(best, max(1, MAX_PASSAGES // max(1, len(listed))))
    for path, passages in best.items():
        is_titled = all(p.is_under_name for p in passages)
        is_named = {(p.own, p.around) for p in passages} == {(0.0, passages[0].around)}
        if is_titled:
            margins[path] = math.inf
            most = MAX_PASSAGES if result.total is None else MAX_QUOTED
            further[path] = max(1, most // len(listed))
        # A note that is asked for by its sender or title is quoted from its beginning.
        if is_titled or (is_named and result.total is not None):
            passages.sort(key=lambda passage: passage.candidate.passage.span.start)
        if is_open:
            passages.sort(key=lambda p: not tells_what_was_done(p.candidate.quote))
    return [
        passage
        for path in listed
        for alike in [distinct(_alike(best[path], margins[path]))]
        for passage in islice(alike, further[path])
    ]


SAME = 0.01
"""How much lower the score of a passage is that answers as well as another one."""


def _alike(passages: Sequence[ScoredPassage], margin: float) -> list[ScoredPassage]:
    """The passages, best first, with a score close to that of the best one."""
    lowest = passages[0].score - margin
    return [passage for passage in passages if passage.score >= lowest]
