"""Limits the length of an answer; a truncated number would be a different number."""

import re
from collections.abc import Iterator

from ragtui_core.answer_events import AnswerEvent, Done, Mark, Notice, Remark, Text
from ragtui_core.citations.citation import Citation

_SENTENCE_END = re.compile(r"[.!?](?=\s)|[\u3002\uff01\uff1f\n]")
_WORD_END = re.compile(r"\S(?=\s)")
_LAST_WORD = re.compile(r"\S{1,20}\Z")
"""The buffered word; limited, since not every language has spaces."""


class LengthLimit:
    """Cuts an answer after a number of characters of text.

    That is after the last whole sentence that fits, else after the last word, so the
    last word is buffered until it is complete. Citations after the cut are dropped.
    """

    def __init__(self, max_chars: int) -> None:
        """Pass `max_chars` characters on."""
        self._max_chars = self._chars_left = max_chars
        self._word = ""
        self._is_cut = False

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The events within the limit."""
        match event:
            case Mark() | Remark():
                # Its brackets end it: it need not wait for what follows.
                yield from self._rest()
                if not self._is_cut and len(event.text) <= self._chars_left:
                    self._chars_left -= len(event.text)
                    yield event
                else:
                    self._is_cut = True
            case Text(text):
                yield from self._passed(self._fitting(self._word + text))
            case _:
                yield from self._rest()
                if self._is_cut and isinstance(event, Done):
                    yield Notice(f"The answer was cut at {self._max_chars} characters.")
                if not (self._is_cut and isinstance(event, Citation)):
                    yield event

    def _rest(self) -> Iterator[AnswerEvent]:
        word, self._word = self._word, ""
        yield from self._passed(word)

    def _passed(self, text: str) -> Iterator[AnswerEvent]:
        if text:
            self._chars_left -= len(text)
            yield Text(text)

    def _fitting(self, text: str) -> str:
        """The text up to its last word; of what is too long, what fits.

        That is sentences; if none fits, words; if none fits, as much as does, unless
        there is an answer already.
        """
        self._word = ""
        if self._is_cut:
            return ""
        if len(text) <= self._chars_left:
            word = _LAST_WORD.search(text)
            self._word = word[0] if word else ""
            return text.removesuffix(self._word)
        self._is_cut = True
        for ending in (_SENTENCE_END, _WORD_END):
            ends = [match.end() for match in ending.finditer(text)]
            if fitting := [end for end in ends if end <= self._chars_left]:
                return text[: fitting[-1]]
        has_begun = self._chars_left < self._max_chars
        return "" if has_begun else text[: self._chars_left]
