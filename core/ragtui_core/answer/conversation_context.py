"""What a provider is told of the conversation so far, cut to a number of tokens."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ragtui_core.answer.prompt_context import Excerpted, PromptContext
from ragtui_core.answer_events import Sent, Source
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.passages import passages_of
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.errors import RagtuiError
from ragtui_core.history.conversations.turns import SentText, Turn
from ragtui_core.types import Document

_MARK = re.compile(r"[ \t]?\[\d{1,3}\]")


@dataclass(frozen=True, slots=True)
class PastTurn:
    """An earlier exchange, and the documents that were sent with it and not before.

    `answer` is without the marks of its citations, whose numbers hold no more.
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
        """Every document that was sent before and is sent again."""
        return tuple(text for turn in self.turns for text in turn.texts)

    @property
    def paths(self) -> frozenset[str]:
        """Of those documents."""
        return frozenset(text.source.path for text in self.texts)


@dataclass(slots=True)
class _Documents:
    """Reads what was sent before, each document once, as long as there is room."""

    files: CurrentFiles
    again: frozenset[str]
    room: int
    taken: set[str] = field(default_factory=set)


def build_history(
    turns: Sequence[Turn],
    context: PromptContext,
    files: CurrentFiles,
    *,
    tokens: int,
    room: int,
) -> History:
    """The last exchanges that fit, and what of their documents is still to be sent.

    A document that was sent in full stays where it was in the conversation, also if the
    new question found it again: a service's cache holds what does not move.

    Args:
        turns: Of the conversation, the oldest first.
        context: What the new question found.
        files: Documents are read anew, since citations count their characters now.
        tokens: Of questions and answers together, at most.
        room: Characters of documents, those of `context` included, at most.
    """
    kept = _within(turns, tokens)
    again = frozenset(text.source.path for text in context.texts)
    reading = _Documents(files, again, room - context.length)
    # The newest first, since room may end.
    texts = [tuple(_texts(turn, reading)) for turn in reversed(kept)][::-1]
    return History(
        tuple(
            PastTurn(turn.question, without_marks(turn.answer), found)
            for turn, found in zip(kept, texts, strict=True)
        )
    )


def _within(turns: Sequence[Turn], tokens: int) -> list[Turn]:
    """The last of the answered turns that have no more than so many tokens."""
    if not turns:
        return []
    count = bundled_token_counter()
    kept: list[Turn] = []
    for turn in reversed(turns):
        tokens -= count(turn.question) + count(turn.answer)
        if tokens < 0:
            break
        if without_marks(turn.answer):
            kept.append(turn)
    return kept[::-1]


def without_marks(answer: str) -> str:
    """An answer without `[1]`, which a model would imitate."""
    return _MARK.sub("", answer).strip()


def _texts(turn: Turn, reading: _Documents) -> Iterator[Excerpted]:
    sources = {source.path: source for source in turn.sources}
    for sent in turn.sent:
        source = sources.get(sent.path)
        if source is None or sent.path in reading.taken:
            continue
        found = sent.path in reading.again
        length = 0 if found else sum(len(span) for span in sent.spans)
        if length > reading.room or (found and source.sent is not Sent.FULL):
            continue
        try:
            document = reading.files.read(sent.path)
        except RagtuiError:
            continue  # gone: what was said about it stays in the answer
        text = _excerpted(source, document, sent)
        if text.passages:
            reading.taken.add(sent.path)
            reading.room -= length
            yield text


def _excerpted(source: Source, document: Document, sent: SentText) -> Excerpted:
    """The passages that were sent, or all if that was the whole document."""
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
    return Excerpted(source, document, tuple(passages))
