r"""Rewrites a provider's text, so that it cannot imitate a citation mark.

In an answer `[1]` is a mark: it refers to a citation that was verified against its
file, and front ends show it with its verdict. Only ragtui may write one. An extract is
shown in the words of its file: there a backslash tells a number in brackets, `\[1]`,
from a mark. In a model's text, outside of code, where no front end looks for marks:

- a number in brackets, `[1]`, `[^2]`, `[note 3]`, also with emphasis, tags or signs
  inside, becomes `(1)`, and as the text of a link `[(1)](…)`; words that read as a
  remark, `[not in the file]`, get parentheses;
- a check mark becomes `(tick)`;
- a reference to a character of a mark or of markup, `&#91;`, is shown as written.

In any text the digest of a saved citation, `ragtui:` and hex digits, gets a backslash.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import replace
from html import unescape

from ragtui_core.answer.remarks.remark_words import reads_as_remark
from ragtui_core.answer_events import AnswerEvent, Mark, Remark, Text
from ragtui_core.citations.shown.quotations_shown import shown_text
from ragtui_core.documents.markdown.link_patterns import CHARACTER_REFERENCE
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Span

_OPENING, _CLOSING = r"\[\uff3b\u3010", r"\]\uff3d\u3011"
_CHECKS = "\u2705\u2611\u2713\u2714\U0001f5f8\U0001f5f9"
_IMITATION = re.compile(
    rf"[{_OPENING}](?P<inside>[^{_OPENING}{_CLOSING}]+)[{_CLOSING}]"
    rf"|(?P<reference>{CHARACTER_REFERENCE.pattern})"
    rf"|(?P<tick>[{_CHECKS}]\ufe0f?)"
    r"|(?P<digest>ragtui)(?=:[0-9a-f])",
    re.I,
)
_BEGINNING = re.compile(rf"[{_OPENING}&]|[{_CHECKS}]\Z")
"""What may begin something that is rewritten with what follows."""
_PART = re.compile(rf"[\d{_OPENING}{_CLOSING}{_CHECKS}`*_\\^<>&:]")
"""A character of a mark, or of markup that may be within one."""
_CODE = re.compile(r"[`\t]|~~~| {4}")
"""What code in Markdown begins with."""
_TAG = re.compile(r"<[^<>]*>")
_NOISE = re.compile(r"[^\w.,;\u2013-]|_")
_NUMBERS = re.compile(
    r"(?!\d{4}-\d\d(?:-\d\d)?$)"  # A date, as in a link to a daily note, is no mark.
    r"(?:(?:notes?|source|citation|ref)?\.?)?\d{1,4}(?:[,;\-\u2013]\d{1,4})*",
    re.I,
)


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
    done, end = (0, len(text)) if span is None else (span.start, span.end)
    code = _code(text) if code is None else code
    out = list[str]()
    for found in _IMITATION.finditer(text, done, end):
        out += text[done : found.start()], _instead(found, found.start() in code)
        done = found.end()
    return "".join((*out, text[done:end]))


def _code(text: str) -> Collection[int]:
    """The characters of a text that are displayed as code."""
    return shown_text(text).code if _CODE.search(text) else ()


def unchanged_until(text: str, start: int, end: int) -> int:
    """Where something may begin that is rewritten with later text; else `end`."""
    found = _BEGINNING.search(text, start, end)
    return found.start() if found else end


def _instead(found: re.Match[str], is_code: bool) -> str:
    """What is written instead of something that may look like a mark."""
    if found["digest"]:
        return f"{found[0]}\\"
    if is_code:
        return found[0]
    if reference := found["reference"]:
        shown = unescape(reference)
        is_part = shown != reference and _PART.search(shown)
        return f"&amp;{reference[1:]}" if is_part else reference
    if found["tick"]:
        return "(tick)"
    displayed = unescape(_TAG.sub("", found["inside"]))
    numbers = _NOISE.sub("", unicodedata.normalize("NFKC", displayed))
    if _NUMBERS.fullmatch(numbers):
        is_link = found.string.startswith("(", found.end())
        return f"[({numbers})]" if is_link else f"({numbers})"
    is_remark = reads_as_remark(displayed)
    return f"({literal(found['inside'], code=())})" if is_remark else found[0]


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
