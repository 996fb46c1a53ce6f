"""What a question takes from its conversation: words for its query, and the history.

A follow-up question is rewritten to a query that needs no conversation; a provider
receives the earlier exchanges within a token budget.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from ragtui_core.answer.prompt_context import Excerpted, PromptContext
from ragtui_core.answer.remark_words import remarks_in
from ragtui_core.answer_events import Remark, Sent, Source
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.passages import passages_of
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.errors import RagtuiError
from ragtui_core.history.conversation import SentText, Turn
from ragtui_core.search.times.query_times import is_of_any_time, time_in
from ragtui_core.text.question_words import distinctive_terms
from ragtui_core.types import Document, SearchedTime, TimeEffect

_MARK = re.compile(r"[ \t]?\[\d{1,3}\]")


@dataclass(frozen=True, slots=True)
class PastTurn:
    """An earlier exchange, with the documents first sent in it.

    `answer` has no citation marks, since their numbers are no longer valid.
    """

    question: str
    answer: str
    texts: tuple[Excerpted, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """Earlier exchanges, the oldest first."""

    turns: tuple[PastTurn, ...] = ()

    @property
    def texts(self) -> tuple[Excerpted, ...]:
        """Every document that was sent before and is re-sent."""
        return tuple(text for turn in self.turns for text in turn.texts)

    @property
    def paths(self) -> frozenset[str]:
        """Paths of those documents."""
        return frozenset(text.source.path for text in self.texts)


@dataclass(slots=True)
class _Documents:
    """Re-reads documents that were sent before, once each, within the budget."""

    files: CurrentFiles
    again: frozenset[str]
    chars_left: int
    taken: set[str] = field(default_factory=set)


def build_history(
    turns: Sequence[Turn],
    context: PromptContext,
    files: CurrentFiles,
    *,
    tokens: int,
    max_chars: int,
) -> History:
    """The last exchanges that fit, with the documents to re-send.

    A document that was sent in full keeps its position in the conversation, even if the
    new question finds it again: the service's cache requires an unchanged prefix. At
    most `tokens` of questions and answers, and `max_chars` characters of documents,
    those of the new `context` included.
    """
    kept = _within(turns, tokens)
    again = frozenset(text.source.path for text in context.texts)
    reading = _Documents(files, again, max_chars - context.length)
    # Newest first, since the budget may be used up.
    texts = [tuple(_texts(turn, reading)) for turn in reversed(kept)][::-1]
    return History(
        tuple(
            PastTurn(turn.question, without_marks(turn), found)
            for turn, found in zip(kept, texts, strict=True)
        )
    )


def _within(turns: Sequence[Turn], tokens: int) -> list[Turn]:
    """The last answered turns with at most `tokens` tokens."""
    if not turns:
        return []
    count = bundled_token_counter()
    kept: list[Turn] = []
    for turn in reversed(turns):
        tokens -= count(turn.question) + count(turn.answer)
        if tokens < 0:
            break
        if without_marks(turn):
            kept.append(turn)
    return kept[::-1]


def without_marks(turn: Turn) -> str:
    """An answer without marks and remarks, which a model would imitate."""
    own = (part.text for part in turn.texts if not isinstance(part, Remark))
    return _MARK.sub("", "".join(own)).strip()


def _texts(turn: Turn, reading: _Documents) -> Iterator[Excerpted]:
    sources = {source.path: source for source in turn.sources}
    for sent in turn.sent:
        source = sources.get(sent.path)
        if source is None or sent.path in reading.taken:
            continue
        found = sent.path in reading.again
        length = 0 if found else sum(len(span) for span in sent.spans)
        if length > reading.chars_left or (found and source.sent is not Sent.FULL):
            continue
        try:
            document = reading.files.read(sent.path)
        except RagtuiError:
            continue  # deleted: the earlier answer still quotes it
        text = _excerpted(source, document, sent)
        if text.passages:
            reading.taken.add(sent.path)
            reading.chars_left -= length
            yield text


def _excerpted(source: Source, document: Document, sent: SentText) -> Excerpted:
    """The passages that were sent, or all if the whole document was."""
    passages = passages_of(document)
    if source.sent is not Sent.FULL:
        passages = [
            passage
            for passage in passages
            if any(
                span.start <= passage.span.start and passage.span.end <= span.end
                for span in sent.spans
            )
        ]
    date, changed = document.fields.date, document.fields.changed
    source = replace(source, date=date, changed=changed)
    return Excerpted(source, document, tuple(passages))


FEW_WORDS = 2
"""A question with at most this many distinctive terms is treated as a follow-up."""

MAX_CARRIED_TERMS = 12
"""Maximum number of terms added from the conversation."""

_OPENING = re.compile(
    r"^(?:and|but|so|or|also|what about|how about|why|why not|when|where|und|aber|oder"
    r"|auch|was ist mit|et|mais|ou|y|pero|o|e|ma|mas|en|maar|of)\b\W*",
    re.I,
)
_REFERS = re.compile(
    r"\b(it|its|they|them|their|theirs|this|that|these|those|he|him|his|she|her|hers"
    r"|there|then|same|one|ones|former|latter|else|above|both|instead|more|other)\b"
    rf"|{_OPENING.pattern}",
    re.I,
)


def standalone(question: str, turns: Sequence[Turn]) -> str:
    """The question, with terms of the last query added if it refers to them.

    No model is used: it would delay the first source by a second. Terms carry over from
    turn to turn, since each turn stores its rewritten query.
    """
    if not turns or not _refers(question):
        return question
    carried = _words(_query_without_time(turns[-1]), distinctive_terms(question))
    return " ".join([question, *carried[:MAX_CARRIED_TERMS]])


def _refers(question: str) -> bool:
    return bool(
        _REFERS.search(question) or len(distinctive_terms(question)) <= FEW_WORDS
    )


def _query_without_time(turn: Turn) -> str:
    query = turn.query or turn.question
    return turn.searched_time.without_words(query) if turn.searched_time else query


def kept_time(question: str, turns: Sequence[Turn], today: date) -> SearchedTime | None:
    """The time of the last question, if it has one that this question refers to.

    "And in October?" names its own; "ever" none; so does a question that needs no
    conversation.
    """
    before = turns[-1].searched_time if turns else None
    if not before or before.effect is TimeEffect.DROPPED or is_of_any_time(question):
        return None
    if own := time_in(_OPENING.sub("", question), today):
        return own
    return replace(before, words="") if _refers(question) else None


def turns_of(exchanges: Sequence[tuple[str, str]], today: date) -> tuple[Turn, ...]:
    """Questions and answers as turns, with the queries that they would have had.

    Their answers need no sources: later ones are searched for again. Remarks are
    recognised by their words.
    """
    turns: list[Turn] = []
    for question, text in exchanges:
        query = standalone(question, turns)
        remarks = tuple(remarks_in(text))
        time = time_in(question, today) or kept_time(question, turns, today)
        turn = Turn("", question, query=query, answer=text, remarks=remarks)
        turns.append(replace(turn, searched_time=time))
    return tuple(turns)


def _words(query: str, known: Sequence[str]) -> list[str]:
    """The distinctive terms of a query as written, without the known ones."""
    written = re.findall(r"\w+(?:[.,:/-]\w+)*", query)
    taken = set(known)
    found = []
    for word in written:
        stems = distinctive_terms(word)
        if stems and stems[0] not in taken:
            taken.add(stems[0])
            found.append(word)
    return found
