"""Adds remarks to an answer, after the sentences that say more than their passages.

A sentence ends where its block of Markdown ends, too; marks after its full stop belong
to it. What follows a mark is buffered until then; all other
text is passed on at once. In a table, a row is a sentence, and the remark follows its
last mark. The result does not depend on how the stream is split.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ragtui_core.answer.marks.code_state import CodeState
from ragtui_core.answer_events import AnswerEvent, Mark, Remark, Text
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.types import Span

FENCE = "```"

_NUMBER = re.compile(r"\d{1,4}")
_IN_LINK = re.compile(r"\[[^\]\n]*\Z|\]\([^)\n]*\Z")
_CJK_END = re.compile(r"[\u3002\uff01\uff1f\uff61]\S?\Z")
_BLOCK_STARTS = "-*+>#|`~\u2022"
_ENDS_AT_LINE = ("#", "|", FENCE)
"""What begins a line that is a block of its own."""


@dataclass(slots=True)
class ClaimRemarks:
    """Splits one answer into sentences, and adds the remarks.

    Attributes:
        check: Gives the remark on a sentence and the numbers of its citations.
    """

    check: Callable[[str, list[int]], str]
    _sentence: str = ""
    _numbers: list[int] = field(default_factory=list)
    _held: list[AnswerEvent] = field(default_factory=list)
    """From the sentence's first mark on."""
    _code: CodeState = field(default_factory=CodeState)

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The events that are final by now."""
        match event:
            case Mark(text):
                if "\n" in self._space():
                    yield from self._closed()
                self._numbers += map(int, _NUMBER.findall(text))
                self._held.append(event)
            case Remark():
                yield from self._passed(event)
            case Text(text):
                yield from self._words(text)
            case _:
                yield from self._passed(event)

    def finish(self) -> Iterator[AnswerEvent]:
        """The buffered events, at the end of the answer."""
        yield from self._closed()

    def _words(self, text: str) -> Iterator[AnswerEvent]:
        start = 0
        for position, character in enumerate(text):
            if self._begins_another(character):
                yield from self._passed_text(text[start:position])
                start = position
                yield from self._closed(character)
            self._sentence += character
            self._code.take(character)
        yield from self._passed_text(text[start:])

    def _passed_text(self, text: str) -> Iterator[AnswerEvent]:
        if text:
            yield from self._passed(Text(text))

    def _passed(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        if self._held:
            self._held.append(event)
        else:
            yield event

    def _space(self) -> str:
        return self._sentence[len(self._sentence.rstrip()) :]

    def _begins_another(self, character: str) -> bool:
        """Whether a character begins another sentence."""
        text = self._sentence
        if character.isspace() or self._code.is_inside or not text.strip():
            return False
        if _CJK_END.search(text) and _splits(text, character):
            return True
        space = self._space()
        if "\n" in space and self._begins_block(space, character):
            return True
        if not space or _IN_LINK.search(text):
            return False
        return _splits(text, character)

    def _begins_block(self, space: str, character: str) -> bool:
        last_line = self._sentence.rstrip().rpartition("\n")[2].lstrip()
        return (
            space.count("\n") > 1
            or character in _BLOCK_STARTS
            or character.isdigit()
            or last_line.startswith(_ENDS_AT_LINE)
        )

    def _closed(self, following: str = "") -> Iterator[AnswerEvent]:
        """The buffered events, with a remark where it belongs."""
        sentence, self._sentence = self._sentence, ""
        numbers, self._numbers = self._numbers, []
        held, self._held = self._held, []
        if not numbers:
            yield from held
            return
        words = "" if self._code.is_inside else self.check(sentence, numbers)
        if not words:
            yield from held
            return
        # Before a bracket the remark would become the text of a link.
        remark = Remark(f" [{words}]{' ' if following in {'(', '['} else ''}")
        is_row = sentence.lstrip().startswith("|")
        yield from _with_remark(held, remark, after_mark=is_row)


def _splits(text: str, character: str) -> bool:
    """Whether a character begins a sentence after some text."""
    both = text + character
    spans = list(sentence_spans(both, Span(0, len(both))))
    return len(spans) > 1 and spans[-1].start == len(text)


def _with_remark(
    events: list[AnswerEvent], remark: Remark, *, after_mark: bool
) -> Iterator[AnswerEvent]:
    """The events with a remark after the last word, or after the last mark."""
    last = max(
        index
        for index, event in enumerate(events)
        if isinstance(event, Mark)
        or (isinstance(event, Text) and event.text.strip() and not after_mark)
    )
    yield from events[:last]
    event = events[last]
    if isinstance(event, Text) and not isinstance(event, Mark | Remark):
        words = event.text.rstrip()
        yield Text(words)
        yield remark
        if space := event.text[len(words) :]:
            yield Text(space)
    else:
        yield event
        yield remark
    yield from events[last + 1 :]
