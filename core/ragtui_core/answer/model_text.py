"""Rewrites a provider's text before it becomes part of an answer.

It is made safe to display, and cannot imitate a citation mark. The result does not
depend on how the stream is chunked.

In an answer `[1]` is a mark: it refers to a citation that was verified against its
file, and front ends show it with its verdict. Only ragtui may write one. So in a
model's text the same characters are rewritten to a form that no front end treats as a
mark:

- a number in brackets of any kind, `[1]`, `[^2]`, `【3】`, also with emphasis, tags,
  escapes or a sign inside, becomes `(1)`; in code `[ 1 ]`, which is equivalent in most
  languages, and as the text of a link `[(1)](…)`; so do numbers in circles and the
  like, `①`;
- check marks, `✓`, become `(tick)`, and a paragraph sign after a number `(par.)`;
- words in brackets that read as a remark, `[not in the file]`, get parentheses;
- the digest of a saved citation, `ragtui:` and hex digits, gets a backslash.
"""

import re
import unicodedata
from collections.abc import Iterator
from html import unescape

from ragtui_core.answer.code_state import CodeState
from ragtui_core.answer.remark_words import reads_as_remark
from ragtui_core.answer_events import AnswerEvent, Done, Mark, Remark, Text
from ragtui_core.text.sanitizing import SanitizedStream, sanitize

_NO_BRACKETS = "({)}\u201a\u201e"
"""Characters that open or close something, but are none of the brackets of marks."""

_ROOT = "\u221a"
_PARAGRAPH = "\u00b6"
_CHECKS = ("CHECK MARK", "WITH CHECK", "WITH BOLD CHECK")
"""Parts of the Unicode names of check marks."""

_ENCLOSED = ("CIRCLED", "PARENTHESIZED", "FULL STOP", "COMMA", "SQUARED")
"""Parts of the Unicode names of numbers with something around them."""

TICK = "(tick)"
PARAGRAPH = "(par.)"
MAX_BRACKET_CHARS = 160
"""Maximum length of a bracket; longer ones are not marks."""

_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,31});")
_UNFINISHED_REFERENCE = re.compile(
    r"&(?:#?|#\d{1,7}|#[xX][0-9a-fA-F]{0,6}|[a-zA-Z]{1,31})\Z"
)
_VARIANTS = "\ufe0e\ufe0f"
_MARKUP = "`*_\\^<>&:"
_DIGEST = re.compile(r"ragtui:(?=[0-9a-fA-F])", re.I)
_PARTIAL_DIGEST = re.compile(r"(?:r|ra|rag|ragt|ragtu|ragtui|ragtui:)\Z", re.I)
_TAG = re.compile(r"<[^<>]*>")
_UNFINISHED_TAG = re.compile(r"<[^<>]*\Z")
_NOISE = re.compile(r"[*_`~\\^!?\s\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f\u00b6\u00d7]")
_SYMBOLS = ("So", "Sm", "Me")
"""Categories of characters that may be signs beside a number."""

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
        self._follows_number = False

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
            self._code.read(text[place:following])
            self._follows_number = _is_number_end(text[following - 1])
            out.append(shown)
            place = following
        self._buffer = text[place:]
        return "".join(out)

    def _step(self, text: str, place: int, *, is_end: bool) -> tuple[str, int] | None:
        """The rewritten text at an offset, and the next offset; None: needs more."""
        character = text[place]
        if not character.isascii() and not _is_opening(character):
            return self._symbol(text, place, is_end=is_end)
        if character == "&":
            return self._reference(text, place, is_end=is_end)
        if character in "rR":
            return self._digest(text, place, is_end=is_end)
        if _is_opening(character):
            return self._bracket(text, place, is_end=is_end)
        return character, place + 1

    def _symbol(self, text: str, place: int, *, is_end: bool) -> tuple[str, int] | None:
        """Rewrites a sign or number that looks like a part of a mark."""
        character, following = text[place], text[place + 1 : place + 2]
        if _is_tick(character) or character == _ROOT:
            if not (following or is_end):
                return None
            if character == _ROOT and (following.isalnum() or following == "("):
                return character, place + 1
            return TICK, place + 1 + (following in _VARIANTS and bool(following))
        if character == _PARAGRAPH and self._follows_number:
            return PARAGRAPH, place + 1
        if not self._code.is_inside:
            if number := _enclosed(character):
                return f"({number})", place + 1
            if unicodedata.category(character) == "Me":
                return "", place + 1
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
        is_relevant = decoded != found[0] and any(map(_is_part_of_mark, decoded))
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
        while end < min(len(text), place + MAX_BRACKET_CHARS) and not _is_closing(
            text[end]
        ):
            if _is_opening(text[end]):
                return text[place], place + 1
            end += 1
        inside = text[place + 1 : end]
        is_open = end == len(text) and end < place + MAX_BRACKET_CHARS
        if is_open:
            # Outside code it may become a remark.
            may_become = not self._code.is_inside or _PART_OF_NUMBERS.fullmatch(
                _numbers(inside, is_open=True)
            )
            return None if may_become and not is_end else (text[place], place + 1)
        numbers = _numbers(inside)
        if end == place + MAX_BRACKET_CHARS:
            return ("(" if self._is_remark(inside) else text[place]), place + 1
        if not _NUMBERS.fullmatch(numbers):
            if not self._is_remark(inside):
                return text[place], place + 1
            numbers = literal(inside)
        if end + 1 == len(text) and not is_end:
            return None  # a link may follow
        if text[end + 1 : end + 2] == "(":
            return f"[({numbers})]", end + 1
        return (f"[ {numbers} ]" if self._code.is_inside else f"({numbers})"), end + 1

    def _is_remark(self, inside: str) -> bool:
        """Whether text between brackets reads as a remark of ragtui."""
        return not self._code.is_inside and reads_as_remark(_displayed(inside))


def _displayed(inside: str, *, is_open: bool = False) -> str:
    """The text between brackets as rendered."""
    seen = _TAG.sub("", inside)
    if is_open:
        seen = _UNFINISHED_REFERENCE.sub("", _UNFINISHED_TAG.sub("", seen))
    return unescape(seen) if "&" in seen else seen


def _numbers(inside: str, *, is_open: bool = False) -> str:
    """The numbers between brackets, without signs."""
    seen = _NOISE.sub("", _displayed(inside, is_open=is_open))
    seen = "".join(map(_digits, seen))
    return unicodedata.normalize("NFKC", seen)


def _digits(character: str) -> str:
    """A digit of any script or form; nothing for a sign."""
    if character.isascii():
        return character
    if number := _enclosed(character):
        return number
    if unicodedata.category(character) in _SYMBOLS:
        return ""
    value = unicodedata.digit(character, None)
    return character if value is None else str(value)


def _is_opening(character: str) -> bool:
    return character == "[" or (
        not character.isascii()
        and unicodedata.category(character) == "Ps"
        and unicodedata.normalize("NFKC", character) not in _NO_BRACKETS
    )


def _is_closing(character: str) -> bool:
    return character == "]" or (
        not character.isascii()
        and unicodedata.category(character) == "Pe"
        and unicodedata.normalize("NFKC", character) not in _NO_BRACKETS
    )


def _is_tick(character: str) -> bool:
    if unicodedata.category(character) != "So":
        return False
    name = unicodedata.name(character, "")
    return any(part in name for part in _CHECKS)


def _enclosed(character: str) -> str:
    """The number that a character shows in a circle or the like; else nothing."""
    value = unicodedata.numeric(character, None)
    if value is None or unicodedata.category(character) != "No":
        return ""
    name = unicodedata.name(character, "")
    return f"{value:g}" if any(part in name for part in _ENCLOSED) else ""


def _is_number_end(character: str) -> bool:
    return character.isdigit() or _is_closing(character) or character == ")"


def _is_part_of_mark(character: str) -> bool:
    if character.isdigit() or character in _MARKUP or character == _PARAGRAPH:
        return True
    if _is_opening(character) or _is_closing(character):
        return True
    return unicodedata.category(character) in (*_SYMBOLS, "No")


def literal(text: str) -> str:
    """A whole text with everything rewritten that looks like a mark."""
    marks = LiteralMarks()
    return marks.feed(text) + marks.finish()


_NOT_PLAIN = re.compile(r"[\[\]|`*<>\\~^$#]|(?<!\w)_|_(?!\w)")


def plain_words(text: str) -> str:
    """A text as words for a remark: on one line, without marks and markup."""
    words = literal(sanitize(text, one_line=True))
    return " ".join(_NOT_PLAIN.sub(" ", words).split())


class PrintableText:
    """Makes the text of one answer safe to display, however it is split."""

    def __init__(self) -> None:
        """Begin at the start of the answer."""
        self._stream = SanitizedStream()

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The events; half an escape sequence is buffered."""
        match event:
            case Mark() | Remark() | Done():
                yield from _text(self._stream.finish())
                yield event
            case Text(text):
                yield from _text(self._stream.feed(text))
            case _:
                yield event


class ModelText:
    """Rewrites the printable text of one answer, so that only a `Mark` is a mark."""

    def __init__(self) -> None:
        """Begin at the start of the answer."""
        self._literal = LiteralMarks()
        self._follows_mark = False

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The events; what may become a mark is buffered."""
        match event:
            case Mark() | Remark() | Done():
                yield from self._shown(self._literal.finish())
                yield event
                self._follows_mark = True
            case Text(text):
                yield from self._shown(self._literal.feed(text))
            case _:
                yield event

    def _shown(self, text: str) -> Iterator[Text]:
        # Otherwise the mark would become the text of a link.
        is_link = self._follows_mark and text.startswith("(")
        self._follows_mark = self._follows_mark and not text
        yield from _text(f" {text}" if is_link else text)


def _text(text: str) -> Iterator[Text]:
    if text:
        yield Text(text)
