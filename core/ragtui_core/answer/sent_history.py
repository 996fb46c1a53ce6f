"""The earlier exchanges that are sent with a question, and the documents in them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ragtui_core.answer.prompt_context import Excerpted, PromptContext
from ragtui_core.answer_events import Remark, Sent
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.passages import passages_of
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.errors import RagtuiError
from ragtui_core.history.conversation import SentText, Turn

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
    again = frozenset(text.source.path for text in context.texts)
    chars_left, taken = max_chars - context.length, set[str]()
    history: list[PastTurn] = []
    # Newest first, since the budget may be used up.
    for turn in reversed(_within(turns, tokens)):
        texts = list[Excerpted]()
        for sent in turn.sent:
            is_again = sent.path in again
            length = 0 if is_again else sum(len(span) for span in sent.spans)
            text = None
            if length <= chars_left and sent.path not in taken:
                text = _sent_again(turn, sent, files)
            if text and not (is_again and text.source.sent is not Sent.FULL):
                texts.append(text)
                taken.add(sent.path)
                chars_left -= length
        history.append(PastTurn(turn.question, without_marks(turn), tuple(texts)))
    return History(tuple(history[::-1]))


def _within(turns: Sequence[Turn], tokens: int) -> list[Turn]:
    """The last answered turns with at most `tokens` tokens."""
    count = bundled_token_counter()
    fitting: list[Turn] = []
    for turn in reversed(turns):
        tokens -= count(turn.question) + count(turn.answer)
        if tokens < 0:
            break
        if without_marks(turn):
            fitting.append(turn)
    return fitting[::-1]


def without_marks(turn: Turn) -> str:
    """An answer without marks and remarks, which a model would imitate."""
    own = (part.text for part in turn.texts if not isinstance(part, Remark))
    return _MARK.sub("", "".join(own)).strip()


def _sent_again(turn: Turn, sent: SentText, files: CurrentFiles) -> Excerpted | None:
    """The passages that were sent, or all if the whole document was.

    None if they are gone: the earlier answer still quotes them.
    """
    source = next((source for source in turn.sources if source.path == sent.path), None)
    try:
        document = files.read(sent.path)
    except RagtuiError:
        return None
    if source is None:
        return None
    passages = tuple(
        passage
        for passage in passages_of(document)
        if source.sent is Sent.FULL
        or any(span.covers(passage.span) for span in sent.spans)
    )
    date, changed = document.fields.date, document.fields.changed
    source = replace(source, date=date, changed=changed)
    return Excerpted(source, document, passages) if passages else None
