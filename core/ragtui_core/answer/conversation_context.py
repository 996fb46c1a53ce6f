"""The conversation history for a provider, within a token budget."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ragtui_core.answer.prompt_context import Excerpted, PromptContext
from ragtui_core.answer_events import Sent, Source
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.passages import passages_of
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.errors import RagtuiError
from ragtui_core.history.conversation import SentText, Turn
from ragtui_core.types import Document

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
    new question finds it again: the service's cache requires an unchanged prefix.

    Args:
        turns: Of the conversation, oldest first.
        context: The context of the new question.
        files: Documents are re-read, since citations refer to the current text.
        tokens: Maximum tokens of questions and answers together.
        max_chars: Maximum characters of documents, including those of `context`.
    """
    kept = _within(turns, tokens)
    again = frozenset(text.source.path for text in context.texts)
    reading = _Documents(files, again, max_chars - context.length)
    # Newest first, since the budget may be used up.
    texts = [tuple(_texts(turn, reading)) for turn in reversed(kept)][::-1]
    return History(
        tuple(
            PastTurn(turn.question, without_marks(turn.answer), found)
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
    return Excerpted(source, document, tuple(passages))
