r"""What links look like, in a text without literals (`without_literals`).

There a backslash stands only before `|`: in tables it keeps a wiki link's label from
ending the cell. No pattern tries the same character more than a few times.
"""

import re
from urllib.parse import unquote

from ragtui_core.text.folding import NOTE_EXTENSIONS

MAX_TEXT_CHARS = 1_000
"""Characters between the brackets of a link; those of a longer one are none."""

MAX_NAME_CHARS = 999
"""Characters of a reference's name, as CommonMark has it."""

WIKI_LINK = re.compile(
    r"\[\["
    r"(?P<target>(?P<note>[^\[\]\r\n|#]*?)(?:#(?P<heading>[^\[\]\r\n|]*?))?)"
    r"(?:\\?\|(?P<label>[^\[\]\r\n]*+))?\]\]"
)

_GAP = r"[ \t]*+(?:\r\n?+|\n)?+[ \t]*+"
_TITLE = rf"""(?:\s{_GAP}(?:"[^"]*+"|'[^']*+'|\([^()]*+\)))?+"""
_PLACE = (
    r"(?:<(?P<angled>[^<>\r\n]++)>"
    r"|(?P<bare>(?!<)(?:[^\s()]|\((?:[^\s()]|\([^\s()]*+\))*+\))++))"
)
INLINE = re.compile(rf"\({_GAP}{_PLACE}{_TITLE}{_GAP}\)")
"""What follows the text of `[text](place "title")`."""
NAMED = re.compile(r"\[(?P<name>[^\[\]]*+)\]")
"""What follows the text of `[text][name]`."""
DEFINITION = re.compile(
    rf"\[(?P<name>(?!\^)[^\[\]\r\n]++)\]:{_GAP}{_PLACE}{_TITLE}(?=[ \t]*+(?![^\r\n]))"
)
"""`[name]: place "title"`, if a line starts there; not that of a footnote."""
LINE_START = re.compile(r"(?<![^\r\n]) {0,3}\Z")

BRACKET = re.compile(r"[\[\]]")
BORDER = re.compile(
    r"[\r\n][ \t>]*+(?=[\r\n|]|[-*+][ \t]|\#{1,6}[ \t]|\d{1,9}[.)][ \t])"
)
"""Where a block ends, and all brackets that are open."""

_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:(?!\s)|//")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}\Z")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def is_external(target: str) -> bool:
    """Whether a target as written is a URL. `Project: plan` is none."""
    return bool(_ELSEWHERE.match(target))


def is_note(target: str) -> bool:
    """Whether a target ends as notes do."""
    return target.lower().endswith(NOTE_EXTENSIONS)


def is_attachment(target: str) -> bool:
    """Whether a target ends as files do that are no notes."""
    return bool(_ENDING.search(target)) and not is_note(target)


def decode_target(written: str) -> str:
    """What a place stands for: without backslashes and percent signs."""
    if "\\" in written:
        written = _ESCAPE.sub(r"\1", written)
    return unquote(written).strip() if "%" in written else written.strip()


def normal_name(name: str) -> str:
    """A reference's name without regard to case and white space."""
    return " ".join(name.split()).casefold()
