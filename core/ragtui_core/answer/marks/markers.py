"""Finds marks such as `[1]` or `[2, 3]` in streamed text.

Only an open bracket is buffered, so that the text streams. Marks in links (`[1](...)`)
and in definitions (`[1]: ...` where a line begins) are text, and so are those in code,
which is known when their paragraph is complete. The result does not depend on how the
text is split.
"""

import re
from collections.abc import Iterator, Sequence

from ragtui_core.answer.message_reader import MessageReader
from ragtui_core.answer_events import AnswerEvent, DocumentMark, Text

_MARK = re.compile(
    r"[\[\u3010]\^?(?:notes? )?(\d{1,3}(?:, ?\d{1,3}){0,7})[\]\u3011](?!\()", re.I
)
_UNFINISHED = re.compile(
    r"[\[\u3010](?:\^?(?:n(?:o(?:t(?:es? ?)?)?)?)?"
    r"|\^?(?:notes? )?[\d, ]{1,40}[\]\u3011]?)\Z",
    re.I,
)
"""What may become a mark, or is one unless a bracket or colon follows."""


class MarkerReader(MessageReader):
    """Reads one answer, in which marks name notes by their numbers."""

    def __init__(self, paths: Sequence[str]) -> None:
        """Read an answer about the notes with these paths, numbered from 1."""
        super().__init__()
        self._paths = paths
        self._buffer = ""
        self._last = "\n"
        """The last character that was read."""

    def _text(self, text: str) -> Iterator[AnswerEvent]:
        text = self._buffer + text
        held = _UNFINISHED.search(text)
        end = held.start() if held else len(text)
        self._buffer = text[end:]
        yield from self._parts(text[:end])

    def _buffered_events(self) -> Iterator[AnswerEvent]:
        yield from self._parts(self._buffer)
        self._buffer = ""

    def _parts(self, text: str) -> Iterator[AnswerEvent]:
        """The marks of a text, and what is between them."""
        done = 0
        for mark in _MARK.finditer(text):
            before = text[mark.start() - 1] if mark.start() else self._last
            if before == "\n" and text[mark.end() : mark.end() + 1] == ":":
                continue
            yield from map(Text, filter(None, [text[done : mark.start()]]))
            numbers = dict.fromkeys(map(int, mark[1].split(",")))
            yield DocumentMark(mark[0], tuple(map(self._named, numbers)))
            done = mark.end()
        self._last = text[-1:] or self._last
        yield from map(Text, filter(None, [text[done:]]))

    def _named(self, number: int) -> str:
        """The path of a note; the mark itself if there is no such note."""
        is_sent = 1 <= number <= len(self._paths)
        return self._paths[number - 1] if is_sent else f"[{number}]"
