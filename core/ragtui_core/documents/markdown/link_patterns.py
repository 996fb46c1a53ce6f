r"""Patterns of links in a text without literals (`without_literals`).

In it a backslash occurs only before `|`: in tables it keeps a wiki link's label from
ending the cell. No pattern tries the same character more than a few times.
"""

import re
from urllib.parse import unquote

from ragtui_core.text.folding import NOTE_EXTENSIONS
from ragtui_core.text.line_marks import BLOCK_MARK

MAX_TEXT_CHARS = 1_000
"""Maximum number of characters between the brackets of a link."""

MAX_NAME_CHARS = 999
"""Maximum number of characters of a reference's name (CommonMark)."""

WIKI_LINK = re.compile(
    r"\[\["
    r"(?P<target>(?P<note>[^\[\]\r\n|#]*?)(?:#(?P<heading>[^\[\]\r\n|]*?))?)"
    r"(?:\\?\|(?P<label>[^\[\]\r\n]*+))?\]\]"
)

_GAP = r"[ \t]*+(?:\r\n?+|\n)?+[ \t]*+"
_TITLE = rf"""(?:\s{_GAP}(?:"[^"]*+"|'[^']*+'|\([^()]*+\)))?+"""
_TARGET = (
    r"(?:<(?P<angled>[^<>\r\n]++)>"
    r"|(?P<bare>(?!<)(?:[^\s()]|\((?:[^\s()]|\([^\s()]*+\))*+\))++))"
)
INLINE = re.compile(rf"\({_GAP}{_TARGET}{_TITLE}{_GAP}\)")
"""What follows the text of `[text](destination "title")`."""
NAMED = re.compile(r"\[(?P<name>[^\[\]]*+)\]")
"""What follows the text of `[text][name]`."""
DEFINITION = re.compile(
    rf"\[(?P<name>(?!\^)[^\[\]\r\n]++)\]:{_GAP}{_TARGET}{_TITLE}(?=[ \t]*+(?![^\r\n]))"
)
"""`[name]: destination "title"` at the start of a line; not a footnote."""
LINE_START = re.compile(r"(?<![^\r\n]) {0,3}\Z")

BRACKET = re.compile(r"[\[\]]")
BORDER = re.compile(rf"[\r\n][ \t>]*+(?=[\r\n|]|{BLOCK_MARK}[ \t])")
"""The end of a block, which closes all open brackets."""

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:(?!\s)|//")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}\Z")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def is_external(target: str) -> bool:
    """Whether a target as written is a URL. `Project: plan` is not."""
    return bool(_URL.match(target))


def is_note(target: str) -> bool:
    """Whether a target has the file extension of a note."""
    return target.lower().endswith(NOTE_EXTENSIONS)


def is_attachment(target: str) -> bool:
    """Whether a target has a file extension that is not a note's."""
    return bool(_EXTENSION.search(target)) and not is_note(target)


def decode_target(written: str) -> str:
    """A destination without backslash escapes and percent-encoding."""
    if "\\" in written:
        written = _ESCAPE.sub(r"\1", written)
    return unquote(written).strip() if "%" in written else written.strip()


def normal_name(name: str) -> str:
    """A reference's name with case and white space normalized."""
    return " ".join(name.split()).casefold()
