"""Limits the length of an answer, with a notice if it was cut.

A truncated number would be a different number, so the last word is buffered until it is
complete.
"""

import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

from ragtui_core.answer_events import AnswerEvent, Done, Notice, Text
from ragtui_core.citations.citation import Citation

_SENTENCE_END = re.compile(r"[.!?](?=\s)|[\u3002\uff01\uff1f\n]")
_WORD_END = re.compile(r"\S(?=\s)")
_LAST_WORD = re.compile(r"\S{1,20}\Z")
"""The buffered word; limited, since not every language has spaces."""


async def limited(
    events: AsyncGenerator[AnswerEvent, None], max_chars: int
) -> AsyncGenerator[AnswerEvent, None]:
    """The events, with no more than `max_chars` characters of text.

    The text is cut after the last whole sentence that fits, else after the last word.
    Citations after the cut are dropped. `Done` is still passed on, with the token
    counts.
    """
    cut = _Cut(max_chars)
    async with aclosing(events):
        async for event in events:
            if isinstance(event, Text):
                whole = event.text
                for text in cut.feed(whole):
                    yield event if text == whole else Text(text)
                continue
            for text in cut.finish():
                yield Text(text)
            if isinstance(event, Done) and cut.is_made:
                yield Notice(f"The answer was cut at {max_chars} characters.")
            if not (cut.is_made and isinstance(event, Citation)):
                yield event


class _Cut:
    """Passes text on until the limit is reached.

    Attributes:
        is_made: Whether something was cut.
    """

    def __init__(self, chars_left: int) -> None:
        self._chars_left = chars_left
        self._held = ""
        self._has_begun = False
        self.is_made = False

    def feed(self, piece: str) -> Iterator[str]:
        """The text that can be passed on by now."""
        if self.is_made:
            return
        text, self._held = self._held + piece, ""
        if len(text) > self._chars_left:
            self.is_made = True
            yield from self._passed(self._fitting(text))
            return
        word = _LAST_WORD.search(text)
        self._held = word[0] if word else ""
        yield from self._passed(text.removesuffix(self._held))

    def finish(self) -> Iterator[str]:
        """The buffered text."""
        held, self._held = self._held, ""
        yield from self._passed(held)

    def _passed(self, text: str) -> Iterator[str]:
        if text:
            self._chars_left -= len(text)
            self._has_begun = True
            yield text

    def _fitting(self, text: str) -> str:
        """The sentences that fit; if none does, the words; if none does, nothing."""
        for ending in (_SENTENCE_END, _WORD_END):
            ends = [
                m.end() for m in ending.finditer(text) if m.end() <= self._chars_left
            ]
            if ends:
                return text[: ends[-1]]
        return "" if self._has_begun else text[: self._chars_left]
