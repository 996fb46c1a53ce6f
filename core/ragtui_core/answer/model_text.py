"""Sanitizes a provider's text before it becomes part of an answer.

All text of a provider passes through here: it is made safe to display, and cannot
imitate a citation mark. The result does not depend on how the stream is chunked.
"""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field

from ragtui_core.answer.literal_marks import LiteralMarks
from ragtui_core.answer_events import AnswerEvent, Done, Mark, Text
from ragtui_core.text.sanitizing import SanitizedStream


async def without_forged_marks(
    events: AsyncGenerator[AnswerEvent, None],
) -> AsyncGenerator[AnswerEvent, None]:
    """The events of a provider; only its `Mark`s are marks.

    Args:
        events: `Text` is from a model or a file, and untrusted.
    """
    words = ModelText()
    async with aclosing(events):
        async for event in events:
            for each in words.take(event):
                yield each
    for each in words.rest():
        yield each


@dataclass(slots=True)
class ModelText:
    """Rewrites the text of one answer."""

    _printable: SanitizedStream = field(default_factory=SanitizedStream)
    _literal: LiteralMarks = field(default_factory=LiteralMarks)
    _follows_mark: bool = False

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The sanitized events; text may be buffered until more has arrived."""
        match event:
            case Mark():
                yield from self.rest()
                yield event
                self._follows_mark = True
            case Text(text):
                yield from self._shown(self._literal.feed(self._printable.feed(text)))
            case Done():
                yield from self.rest()
                yield event
            case _:
                yield event

    def rest(self) -> Iterator[Text]:
        """The buffered text."""
        text = self._literal.feed(self._printable.finish()) + self._literal.finish()
        yield from self._shown(text)

    def _shown(self, text: str) -> Iterator[Text]:
        if not text:
            return
        # Otherwise the mark would become the text of a link.
        is_link = self._follows_mark and text[0] == "("
        self._follows_mark = False
        yield Text(f" {text}" if is_link else text)
