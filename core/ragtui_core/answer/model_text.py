"""Sanitizes a provider's text before it becomes part of an answer.

All text of a provider passes through here: it is made safe to display, and cannot
imitate a citation mark. The result does not depend on how the stream is chunked.

In an answer `[1]` is a mark: it refers to a citation that was verified against its
file, and front ends show it with its verdict. Only ragtui may write one. So in a
model's text the same characters are rewritten to a form that no front end treats as a
mark:

- a number in brackets, `[1]`, `[^2]`, `【3】`, also with emphasis, tags, escapes or a
  check mark inside, becomes `(1)`; in code `[ 1 ]`, which is equivalent in most
  languages, and as the text of a link `[(1)](…)`;
- check marks, `✓`, become `(tick)`;
- the digest of a saved citation, `ragtui:` and hex digits, gets a backslash.
"""

import re
import unicodedata
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from html import unescape

from ragtui_core.answer.providers.compatible.markers import CodeState
from ragtui_core.answer_events import AnswerEvent, Done, Mark, Remark, Text
from ragtui_core.text.sanitizing import SanitizedStream

_OPENING = "[\u3010\uff3b\u27e6\u3014\u2045\u27ee\u301a\u298b\uff62"
_CLOSING = "]\u3011\uff3d\u27e7\u3015\u2046\u27ef\u301b\u298c\uff63"
_TICKS = "\u2713\u2714\u2611\u2705\U0001f5f8\U0001f5f9\u237b"
TICK = "(tick)"
MAX_BRACKET_CHARS = 160
"""Maximum length of a bracket; longer ones are not marks."""

_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,31});")
_UNFINISHED_REFERENCE = re.compile(
    r"&(?:#?|#\d{1,7}|#[xX][0-9a-fA-F]{0,6}|[a-zA-Z]{1,31})\Z"
)
_DECODED = re.compile(f"[{re.escape(_OPENING + _CLOSING)}{_TICKS}\\d`*_\\\\^<>&:]")
_DIGEST = re.compile(r"ragtui:(?=[0-9a-fA-F])", re.I)
_PARTIAL_DIGEST = re.compile(r"(?:r|ra|rag|ragt|ragtu|ragtui|ragtui:)\Z", re.I)
_TAG = re.compile(r"<[^<>]*>")
_UNFINISHED_TAG = re.compile(r"<[^<>]*\Z")
_NOISE = re.compile(
    "[*_`~\\\\^!\\s\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f"
    + _TICKS
    + "\u2717\u2718\u00d7]"
)
_NUMBERS = re.compile(
    r"(?:(?:notes?|source|citation|ref)?\.?)?\d{1,4}(?:[,;\-\u2013]\d{1,4})*", re.I
)
_PART_OF_NUMBERS = re.compile(r"[a-z]{0,8}\.?(?:\d{1,4}[,;\-\u2013])*\d{0,4}", re.I)


class LiteralMarks:
    """Rewrites one streamed text: call `feed` for each part, then `finish`."""

    def __init__(self) -> None:
        """Start at the beginning of a line, outside code."""
        self._code = CodeState()
        self._buffer = ""

    def feed(self, piece: str) -> str:
        """The text that is final by now; an open bracket is buffered."""
        self._buffer += piece
        return self._released(is_end=False)

    def finish(self) -> str:
        """The buffered text. More may follow."""
        return self._released(is_end=True)

    def _released(self, *, is_end: bool) -> str:
        out: list[str] = []
        text, place = self._buffer, 0
        while place < len(text):
            step = self._step(text, place, is_end=is_end)
            if step is None:
                break
            shown, following = step
            for character in text[place:following]:
                self._code.take(character)
            out.append(shown)
            place = following
        self._buffer = text[place:]
        return "".join(out)

    def _step(self, text: str, place: int, *, is_end: bool) -> tuple[str, int] | None:
        """The rewritten text at an offset, and the next offset; None: needs more."""
        character = text[place]
        if character in _TICKS:
            if place + 1 == len(text) and not is_end:
                return None
            variant = text[place + 1 : place + 2] in ("\ufe0e", "\ufe0f")
            return TICK, place + 1 + variant
        if character == "&":
            return self._reference(text, place, is_end=is_end)
        if character in "rR":
            return self._digest(text, place, is_end=is_end)
        if character in _OPENING:
            return self._bracket(text, place, is_end=is_end)
        return character, place + 1

    def _reference(
        self, text: str, place: int, *, is_end: bool
    ) -> tuple[str, int] | None:
        """A character reference that would be rendered as a character of a mark."""
        if _UNFINISHED_REFERENCE.match(text, place) and not is_end:
            return None
        found = _REFERENCE.match(text, place)
        if not found or self._code.is_inside:
            return "&", place + 1
        decoded = unescape(found[0])
        # Escape the ampersand, so that the reference is rendered as written.
        is_relevant = decoded != found[0] and _DECODED.search(decoded)
        return ("&amp;" if is_relevant else "&"), place + 1

    def _digest(self, text: str, place: int, *, is_end: bool) -> tuple[str, int] | None:
        found = _DIGEST.match(text, place)
        if found:
            return f"{found[0][:-1]}\\:", found.end()
        if _PARTIAL_DIGEST.match(text, place) and not is_end:
            return None
        return text[place], place + 1

    def _bracket(
        self, text: str, place: int, *, is_end: bool
    ) -> tuple[str, int] | None:
        """Rewrites a number in brackets; any other bracket is unchanged."""
        end = place + 1
        while (
            end < min(len(text), place + MAX_BRACKET_CHARS)
            and text[end] not in _CLOSING
        ):
            if text[end] in _OPENING:
                return text[place], place + 1
            end += 1
        inside = text[place + 1 : end]
        is_open = end == len(text) and end < place + MAX_BRACKET_CHARS
        if is_open:
            may_become = _PART_OF_NUMBERS.fullmatch(_numbers(inside, is_open=True))
            return None if may_become and not is_end else (text[place], place + 1)
        numbers = _numbers(inside)
        if end == place + MAX_BRACKET_CHARS or not _NUMBERS.fullmatch(numbers):
            return text[place], place + 1
        if end + 1 == len(text) and not is_end:
            return None  # a link may follow
        if text[end + 1 : end + 2] == "(":
            return f"[({numbers})]", end + 1
        return (f"[ {numbers} ]" if self._code.is_inside else f"({numbers})"), end + 1


def _numbers(inside: str, *, is_open: bool = False) -> str:
    """The text between brackets as rendered."""
    seen = _TAG.sub("", inside)
    if is_open:
        seen = _UNFINISHED_REFERENCE.sub("", _UNFINISHED_TAG.sub("", seen))
    seen = unescape(seen) if "&" in seen else seen
    seen = _NOISE.sub("", seen)
    return "".join(map(_digit, unicodedata.normalize("NFKC", seen)))


def _digit(character: str) -> str:
    value = unicodedata.digit(character, None)
    return character if value is None else str(value)


def literal(text: str) -> str:
    """A whole text with everything rewritten that looks like a mark."""
    marks = LiteralMarks()
    return marks.feed(text) + marks.finish()


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
            case Mark() | Remark():
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
