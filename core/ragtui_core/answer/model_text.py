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

from ragtui_core.answer.marks.code_state import CodeState
from ragtui_core.answer.remarks.remark_words import reads_as_remark
from ragtui_core.answer_events import AnswerEvent, Caption, Done, Mark, Remark, Text
from ragtui_core.documents.markdown.link_patterns import CHARACTER_REFERENCE
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

_VARIANTS = "\ufe0e\ufe0f"
_MARKUP = "`*_\\^<>&:"
_DIGEST = re.compile(r"ragtui:(?=[0-9a-fA-F])", re.I)
_UNFINISHED = re.compile(
    r"&(?:#?|#\d{1,7}|#[xX][0-9a-fA-F]{0,6}|[a-zA-Z]{1,31})\Z"
    r"|(?:r|ra|rag|ragt|ragtu|ragtui|ragtui:)\Z",
    re.I,
)
"""A reference or a digest that may be completed."""
_TAG = re.compile(r"<[^<>]*>")
_NOISE = re.compile(r"[*_`~\\^!?\s\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f\u00b6\u00d7]")
_SYMBOLS = ("So", "Sm", "Me")
"""Categories of characters that may be signs beside a number."""

_NUMBERS = re.compile(
    r"(?:(?:notes?|source|citation|ref)?\.?)?\d{1,4}(?:[,;\-\u2013]\d{1,4})*", re.I
)
_POSSIBLE = re.compile(r"[&rR\[]|[^\x00-\x7f]")
"""What may begin something that is rewritten."""


class LiteralMarks:
    """Rewrites one streamed text: call `feed` for each part, then `finish`."""

    def __init__(self) -> None:
        """Start at the beginning of a line, outside code."""
        self._code = CodeState()
        self._buffer = ""
        self._follows_number = False

    def feed(self, piece: str) -> str:
        """The text that is final by now; what may become a mark is buffered."""
        text = self._buffer + piece
        end = _decided_until(text)
        self._buffer = text[end:]
        return self._rewritten(text[:end])

    def finish(self) -> str:
        """The buffered text. More may follow."""
        text, self._buffer = self._buffer, ""
        return self._rewritten(text)

    def _rewritten(self, text: str) -> str:
        out, position = list[str](), 0
        while position < len(text):
            match = _POSSIBLE.search(text, position)
            start = match.start() if match else len(text)
            self._pass(text[position:start])
            out.append(text[position:start])
            if match:
                shown, position = self._step(text, start)
                self._pass(text[start:position])
                out.append(shown)
            else:
                position = start
        return "".join(out)

    def _pass(self, text: str) -> None:
        self._code.read(text)
        if text:
            last = text[-1]
            self._follows_number = last.isdigit() or _is_closing(last) or last == ")"

    def _step(self, text: str, position: int) -> tuple[str, int]:
        """The rewritten text at an offset, and the next offset."""
        character = text[position]
        if _is_opening(character):
            return self._bracket(text, position)
        if character == "&":
            return self._reference(text, position)
        if digest := _DIGEST.match(text, position):
            return f"{digest[0][:-1]}\\:", digest.end()
        return self._symbol(text, position)

    def _symbol(self, text: str, position: int) -> tuple[str, int]:
        """Rewrites a sign or number that looks like a part of a mark."""
        character, following = text[position], text[position + 1 : position + 2]
        if _is_tick(character) or character == _ROOT:
            if character == _ROOT and (following.isalnum() or following == "("):
                return character, position + 1
            return TICK, position + 1 + (following in _VARIANTS and bool(following))
        if character == _PARAGRAPH and self._follows_number:
            return PARAGRAPH, position + 1
        if not self._code.is_inside:
            if number := _enclosed(character):
                return f"({number})", position + 1
            if unicodedata.category(character) == "Me":
                return "", position + 1
        return character, position + 1

    def _reference(self, text: str, position: int) -> tuple[str, int]:
        """A character reference that would be rendered as a character of a mark."""
        reference = CHARACTER_REFERENCE.match(text, position)
        if not reference or self._code.is_inside:
            return "&", position + 1
        decoded = unescape(reference[0])
        # Escape the ampersand, so that the reference is rendered as written.
        is_relevant = decoded != reference[0] and any(map(_is_part_of_mark, decoded))
        return ("&amp;" if is_relevant else "&"), position + 1

    def _bracket(self, text: str, position: int) -> tuple[str, int]:
        """Rewrites a number in brackets; any other bracket is unchanged."""
        end = position + 1
        while end < min(len(text), position + MAX_BRACKET_CHARS):
            if _is_opening(text[end]):
                return text[position], position + 1
            if _is_closing(text[end]):
                break
            end += 1
        inside = text[position + 1 : end]
        is_too_long = end == position + MAX_BRACKET_CHARS
        if is_too_long or end == len(text):
            is_remark = is_too_long and self._is_remark(inside)
            return ("(" if is_remark else text[position]), position + 1
        numbers = _numbers(inside)
        if not _NUMBERS.fullmatch(numbers):
            if not self._is_remark(inside):
                return text[position], position + 1
            numbers = literal(inside)
        if text[end + 1 : end + 2] == "(":
            return f"[({numbers})]", end + 1
        return (f"[ {numbers} ]" if self._code.is_inside else f"({numbers})"), end + 1

    def _is_remark(self, inside: str) -> bool:
        """Whether text between brackets reads as a remark of ragtui."""
        return not self._code.is_inside and reads_as_remark(_displayed(inside))


def _decided_until(text: str) -> int:
    """Where what may still become something else begins, at the end of a text.

    That is an open bracket, one after which a link may follow, a sign with a variant,
    or a part of a reference or a digest.
    """
    end, unfinished = len(text), _UNFINISHED.search(text)
    if unfinished:
        end = unfinished.start()
    elif text and (_is_tick(text[-1]) or text[-1] == _ROOT):
        end -= 1
    for position in range(
        len(text) - 1, max(-1, len(text) - 1 - MAX_BRACKET_CHARS), -1
    ):
        if _is_opening(text[position]):
            return min(end, position)
        if _is_closing(text[position]) and position < len(text) - 1:
            break
    return end


def _displayed(inside: str) -> str:
    """The text between brackets as rendered."""
    seen = _TAG.sub("", inside)
    return unescape(seen) if "&" in seen else seen


def _numbers(inside: str) -> str:
    """The numbers between brackets, without signs."""
    seen = _NOISE.sub("", _displayed(inside))
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
            case Caption(text):
                yield from self._shown(self._literal.finish())
                yield Caption(self._literal.feed(text) + self._literal.finish())
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
