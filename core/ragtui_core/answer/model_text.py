r"""Rewrites a provider's text, so that it cannot imitate a citation mark.

In an answer `[1]` is a mark: it refers to a citation that was verified against its
file, and front ends show it with its verdict. Only ragtui may write one. An extract is
shown in the words of its file: there a backslash tells a number in brackets, `\[1]`,
from a mark. In a model's text the same characters are rewritten to a form that no
front end treats as a mark:

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
from collections.abc import Collection, Iterator
from dataclasses import replace
from html import unescape

from ragtui_core.answer.remarks.remark_words import reads_as_remark
from ragtui_core.answer_events import AnswerEvent, Mark, Remark, Text
from ragtui_core.citations.shown.quotations_shown import shown_text
from ragtui_core.citations.verdict_wording import PASSAGE_SIGN
from ragtui_core.documents.markdown.link_patterns import CHARACTER_REFERENCE
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Span

_NO_BRACKETS = "({)}\u201a\u201e"
"""Brackets and quotation marks that never enclose a mark."""

_ROOT = "\u221a"
_PARAGRAPH = PASSAGE_SIGN
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
_TAG = re.compile(r"<[^<>]*>")
_NOISE = re.compile(r"[*_`~\\^!?\s\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f\u00b6\u00d7]")
_SYMBOLS = ("So", "Sm", "Me")
"""Categories of characters that may be signs beside a number."""

_NUMBERS = re.compile(
    r"(?!\d{4}-\d\d(?:-\d\d)?$)"  # A date, as in a link to a daily note, is no mark.
    r"(?:(?:notes?|source|citation|ref)?\.?)?\d{1,4}(?:[,;\-\u2013]\d{1,4})*",
    re.I,
)
_POSSIBLE = re.compile(r"[&\[]|[^\x00-\x7f]|ragtui:(?=[0-9a-f])", re.I)
"""What may begin something that is rewritten."""
_CODE = re.compile(r"[`\t]|~~~| {4}")
"""What code in Markdown begins with."""


def literal(
    text: str, span: Span | None = None, code: Collection[int] | None = None
) -> str:
    """A text with everything rewritten that looks like a mark.

    Args:
        text: Complete paragraphs.
        span: The part of them to rewrite; None is all. It must not end within
            anything that is rewritten.
        code: The characters that are displayed as code, if that is known.
    """
    position, end = (0, len(text)) if span is None else (span.start, span.end)
    code = _code(text) if code is None else code
    out = list[str]()
    for found in _POSSIBLE.finditer(text, position, end):
        if found.start() >= position:
            out.append(text[position : found.start()])
            shown, position = _rewritten(text, found.start(), end, code)
            out.append(shown)
    return "".join((*out, text[position:end]))


def _code(text: str) -> Collection[int]:
    """The characters of a text that are displayed as code."""
    return shown_text(text).code if _CODE.search(text) else ()


def unchanged_until(text: str, start: int, end: int) -> int:
    """Where something may begin that is rewritten with later text; else `end`."""
    for found in _POSSIBLE.finditer(text, start, end):
        # What follows a sign decides what it is, or belongs to it.
        is_last = found.end() == end and not found[0].isascii()
        if is_last or found[0] == "&" or _is_opening(found[0]):
            return found.start()
    return end


def _rewritten(text: str, at: int, end: int, code: Collection[int]) -> tuple[str, int]:
    """The rewritten text at a character, and the next character."""
    character, following = text[at], text[at + 1 : min(at + 2, end)]
    if _is_opening(character):
        return _bracket(text[at:end], at, is_code=at in code)
    if character == "&":
        reference = CHARACTER_REFERENCE.match(text, at, end)
        is_reference = reference and at not in code and _shows_part(reference[0])
        # Escape the ampersand, so that the reference is rendered as written.
        return ("&amp;" if is_reference else "&"), at + 1
    if character in "rR":
        name = len("ragtui")
        return f"{text[at : at + name]}\\", at + name
    if character == _ROOT and (following.isalnum() or following == "("):
        return character, at + 1
    if (sign := _sign(text, at)) is not None:
        has_variant = sign == TICK and following and following in _VARIANTS
        return sign, at + 1 + bool(has_variant)
    if at not in code:
        if number := _enclosed(character):
            return f"({number})", at + 1
        if unicodedata.category(character) == "Me":
            return "", at + 1
    return character, at + 1


def _sign(text: str, at: int) -> str | None:
    """What a sign that looks like that of a verdict becomes; None for others."""
    character, before = text[at], text[at - 1 : at]
    if _is_check(character):
        return TICK
    if character in _VARIANTS and before and _is_check(before):
        return ""
    if character == _PARAGRAPH and before and _ends_number(before):
        return PARAGRAPH
    return None


def _ends_number(character: str) -> bool:
    return character.isdigit() or character == ")" or _is_closing(character)


def _shows_part(reference: str) -> bool:
    """Whether a character reference is rendered as a character of a mark."""
    decoded = unescape(reference)
    return decoded != reference and any(map(_is_part_of_mark, decoded))


def _bracket(text: str, at: int, *, is_code: bool) -> tuple[str, int]:
    """Rewrites a number in the bracket that begins a text; other brackets stay.

    Returns:
        The rewritten text, and the character after it; the text begins at `at`.
    """
    reached = min(len(text), MAX_BRACKET_CHARS)
    borders = (n for n in range(1, reached) if _is_border(text[n]))
    end = next(borders, reached)
    inside = text[1:end]
    if end == reached:
        is_remark = reached == MAX_BRACKET_CHARS and _is_remark(inside, is_code=is_code)
        return ("(" if is_remark else text[0]), at + 1
    if _is_opening(text[end]):
        return text[0], at + 1
    numbers = _numbers(inside)
    if not _NUMBERS.fullmatch(numbers):
        if not _is_remark(inside, is_code=is_code):
            return text[0], at + 1
        numbers = literal(inside, code=())
    if text[end + 1 : end + 2] == "(":
        return f"[({numbers})]", at + end + 1
    return (f"[ {numbers} ]" if is_code else f"({numbers})"), at + end + 1


def _is_remark(inside: str, *, is_code: bool) -> bool:
    """Whether text between brackets reads as a remark of ragtui."""
    return not is_code and reads_as_remark(_displayed(inside))


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
    """The digit that a character shows, else itself; empty for other symbols."""
    if character.isascii():
        return character
    if number := _enclosed(character):
        return number
    if unicodedata.category(character) in _SYMBOLS:
        return ""
    value = unicodedata.digit(character, None)
    return character if value is None else str(value)


def _is_opening(character: str) -> bool:
    return _is_bracket(character, "[", "Ps")


def _is_closing(character: str) -> bool:
    return _is_bracket(character, "]", "Pe")


def _is_bracket(character: str, plain: str, category: str) -> bool:
    """Whether a character is a square bracket, or one of a category that looks so."""
    if character.isascii():
        return character == plain
    return unicodedata.category(character) == category and (
        unicodedata.normalize("NFKC", character) not in _NO_BRACKETS
    )


def _is_border(character: str) -> bool:
    return _is_opening(character) or _is_closing(character)


def _is_check(character: str) -> bool:
    """Whether a character is a check mark, or looks like one."""
    if unicodedata.category(character) != "So":
        return character == _ROOT
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
    if _is_border(character):
        return True
    return unicodedata.category(character) in (*_SYMBOLS, "No")


_NOT_PLAIN = re.compile(r"[\[\]|`*<>\\~^$#]|(?<!\w)_|_(?!\w)")


def plain_words(text: str) -> str:
    """A text as words for a remark: on one line, without marks and markup."""
    words = literal(sanitize(text, one_line=True), code=())
    return " ".join(_NOT_PLAIN.sub(" ", words).split())


_MARK_OR_DIGEST = re.compile(
    r"(?<!\\)(?P<bracket>\[)(?=\d+\](?!\())|ragtui(?=:[0-9a-f])", re.I
)


def escaped_marks(text: str) -> str:
    """Markdown in which nothing is a mark or the digest of a saved citation.

    It is displayed as before. Front ends look for no marks in code, which stays.
    """
    code = _code(text)

    def escaped(found: re.Match[str]) -> str:
        if not found["bracket"]:
            return f"{found[0]}\\"
        return found[0] if found.start() in code else f"\\{found[0]}"

    return _MARK_OR_DIGEST.sub(escaped, text)


class EscapedExtracts:
    """Escapes the texts of extracts, so that only a `Mark` is a mark."""

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The event; a text in the words of a file."""
        if isinstance(event, Text) and not isinstance(event, Mark | Remark):
            event = replace(event, text=escaped_marks(event.text))
        yield event
