"""Patterns of links: wiki links, destinations as written, definitions of references."""

import re
from urllib.parse import unquote

from ragtui_core.text.folding import NOTE_EXTENSIONS
from ragtui_core.text.line_marks import LIST_MARK

WIKI_LINK = re.compile(
    r"\[\["
    r"(?P<target>(?P<note>[^\[\]\r\n|#]*?)(?:#(?P<heading>[^\[\]\r\n|]*?))?)"
    r"(?:\\?\|(?P<label>[^\[\]\r\n]*+))?\]\]"
)

_TARGET = (
    r"(?:<(?P<angled>(?>(?:\\.|[^<>\\\r\n]++)+))>|(?P<bare>(?!<)[^\0-\x20\x7f]++))"
)
DESTINATION = re.compile(rf"\s*+(?:(?<=[\r\n])>[ \t>]*+)?{_TARGET}")
"""What follows `[text](`, in a text that ends before the last bracket of the link."""

_GAP = r"[ \t]*+(?>(?:\r\n?+|\n)?)[ \t>]*+"
_TITLE = (
    r'(?:"(?>(?:\\.|[^"\\]++)*)"'
    r"|'(?>(?:\\.|[^'\\]++)*)'"
    r"|\((?>(?:\\.|[^()\\]++)*)\))"
)
_END = r"(?=[ \t]*+(?![^\r\n]))"
DEFINITION = re.compile(
    rf"(?:(?<![^\r\n])(?>(?:[ \t>]|{LIST_MARK}[ \t])*))"
    rf"(?P<definition>\[(?P<name>(?!\^)(?>(?:\\.|[^\[\]\\\r\n]++)+))\]:{_GAP}{_TARGET}"
    rf"(?>(?:(?:[ \t]|[\r\n]){_GAP}{_TITLE}{_END})?){_END})"
)
"""`[name]: destination "title"` in a line of its own; not a footnote."""

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:(?!\s)|//")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}\Z")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
"""A backslash with which Markdown makes punctuation no markup."""

_ESCAPED_QUOTE = re.compile(r"\\([\"\\/])")

CHARACTER_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,31});")
"""`&amp;`, `&#38;` or `&#x26;`: a character by its name or number."""


def is_external(target: str) -> bool:
    """Whether a target as written is a URL. `Project: plan` is not."""
    return bool(_URL.match(target))


def is_note(target: str) -> bool:
    """Whether a target has the file extension of a note."""
    return target.lower().endswith(NOTE_EXTENSIONS)


def is_attachment(target: str) -> bool:
    """Whether a target has a file extension that is not a note's."""
    return bool(_EXTENSION.search(target)) and not is_note(target)


def unescaped(written: str) -> str:
    """A destination as written, without backslash escapes."""
    return ESCAPED.sub(r"\1", written) if "\\" in written else written


def unquoted(written: str, quotes: str) -> str:
    """A part of a value of front matter in such quotes, without their escapes."""
    if quotes == "'":
        return written.replace("''", "'")
    return _ESCAPED_QUOTE.sub(r"\1", written) if "\\" in written else written


def quoted(target: str, quotes: str) -> str:
    """What `unquoted` reads as `target`."""
    if quotes == "'":
        return target.replace("'", "''")
    return re.sub(r"([\"\\])", r"\\\1", target) if quotes else target


def decode_target(destination: str) -> str:
    """A destination without escapes, or a part of one, without percent-encoding."""
    return (unquote(destination) if "%" in destination else destination).strip()
