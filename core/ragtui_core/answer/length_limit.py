"""Keeps an answer to a number of characters, and says so where it was cut.

A number that is cut is another number, so the last word is held back until it is
known to be whole.
"""

import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

from ragtui_core.answer_events import AnswerEvent, Done, Notice, Text
from ragtui_core.citations.citation import Citation

_SENTENCE_END = re.compile(r"[.!?](?=\s)|[\u3002\uff01\uff1f\n]")
_WORD_END = re.compile(r"\S(?=\s)")
_LAST_WORD = re.compile(r"\S{1,20}\Z")
"""Held back; no more of it, since not every language has spaces."""


async def limited(
    events: AsyncGenerator[AnswerEvent, None], max_chars: int
) -> AsyncGenerator[AnswerEvent, None]:
    """The events, with no more than `max_chars` characters of text.

    The text ends with a sentence, if one ends in what still fits, else with a word.
    Citations of text that was cut are left out. `Done` still comes, so that the tokens
    are counted.
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
    """Passes text on until there is no more room.

    Attributes:
        is_made: Whether something was cut.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._held = ""
        self._has_begun = False
        self.is_made = False

    def feed(self, piece: str) -> Iterator[str]:
        """What of the text so far is certain."""
        if self.is_made:
            return
        text, self._held = self._held + piece, ""
        if len(text) > self._room:
            self.is_made = True
            yield from self._passed(self._fitting(text))
            return
        word = _LAST_WORD.search(text)
        self._held = word[0] if word else ""
        yield from self._passed(text.removesuffix(self._held))

    def finish(self) -> Iterator[str]:
        """What was held back."""
        held, self._held = self._held, ""
        yield from self._passed(held)

    def _passed(self, text: str) -> Iterator[str]:
        if text:
            self._room -= len(text)
            self._has_begun = True
            yield text

    def _fitting(self, text: str) -> str:
        """The sentences that fit; if none does, the words; if none does, no word."""
        for ending in (_SENTENCE_END, _WORD_END):
            ends = [m.end() for m in ending.finditer(text) if m.end() <= self._room]
            if ends:
                return text[: ends[-1]]
        return "" if self._has_begun else text[: self._room]
