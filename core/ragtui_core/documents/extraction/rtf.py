"""RTF files, read by striprtf: paragraphs, without headings."""

import re
from typing import Any

from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter, struck
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.extraction.raised_text import lowered, raised
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version
from ragtui_core.errors import UnreadableFile

_HEADER = b"{\\rtf"
_TOKEN = re.compile(
    r"\\(?P<word>[a-z]{1,32})(?P<number>-?[0-9]{1,10})? ?"
    r"|\\'[0-9a-f]{2}|\\[^a-z]|[{}]|[^\\{}]+|\\",
    re.IGNORECASE | re.DOTALL,
)
_NO_TEXT = {"{", "}", "\\*", "\\\n", "\\\r"}
_MARKS = re.compile(r"\\(?:v|striked?l?|deleted|super|sub)(?![a-z])")
_STRIKES = frozenset({"strike", "striked", "strikedl", "deleted"})
_SCRIPTS = frozenset({"super", "sub"})
_EFFECTS = _STRIKES | _SCRIPTS | {"v"}
_ENDS = {"plain": _EFFECTS, "nosupersub": _SCRIPTS}
_NUMBERED = re.compile(r"\\u(-?\d{1,5}) ?\??")
_CHARACTERS = frozenset(
    (
        *("u", "tab", "emdash", "endash", "emspace", "enspace", "qmspace", "bullet"),
        *("lquote", "rquote", "ldblquote", "rdblquote"),
    )
)
"""Control words that are text."""
_CELL_END = re.compile(r"\n\|(?P<last>\n|$)?")
"""striprtf writes `|` after a cell; on the next line if it ends with a paragraph."""


class RtfExtractor:
    """Extracts RTF files; see `Extractor`. Objects and pictures in them are ignored."""

    endings = OWN_ENDINGS["rtf"]

    @property
    def version(self) -> str:
        """Our version and those of the libraries."""
        return own_version("rtf")

    def extract(self, data: bytes) -> Extracted:
        """The text of the document, one line per paragraph."""
        if not data.lstrip().startswith(_HEADER):
            raise UnreadableFile("not an RTF file: it does not begin with {\\rtf")
        from striprtf import striprtf

        to_text: Any = striprtf.rtf_to_text  # has no types
        text: str = to_text(_with_marks(_ascii(data)), errors="replace")
        # Characters beyond U+FFFF are written as two numbers.
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        text = _CELL_END.sub(lambda f: " | " if f["last"] is None else "\n", text)
        writer = CanonicalWriter()
        for line in text.splitlines():
            writer.paragraph(line)
        found = writer.extracted()
        if not found.text:
            raise UnreadableFile("no text")
        return found


def _ascii(data: bytes) -> str:
    """The file with each byte that is not ASCII in the form it should have."""
    data = re.sub(rb"[\x80-\xff]", lambda found: b"\\'%02x" % found[0][0], data)
    return data.decode("ascii")


def _with_marks(rtf: str) -> str:
    """The file without hidden words, with marks around those that are struck.

    Control words say which: `v` hides, `strike` and others strike, `super` and `sub`
    raise and lower; with 0 they end, and with their group.
    """
    if not _MARKS.search(rtf):
        return rtf
    kept: list[str] = []
    state, outer, begin = frozenset[str](), list[frozenset[str]](), -1
    before = ""
    for found in _TOKEN.finditer(rtf):
        token, word = found[0], found["word"]
        is_text = word in _CHARACTERS or (word is None and token not in _NO_TEXT)
        if is_text and "v" in state:
            continue
        if begin >= 0 and not is_text:
            kept[begin:] = [_shown("".join(kept[begin:]), state, before)]
            begin = -1
        elif is_text and begin < 0 and state:
            begin = len(kept)
        before = token if is_text and begin < 0 else before
        if token == "{":
            outer.append(state)
        elif token == "}":
            state = outer.pop() if outer else frozenset()
        elif word in _ENDS:
            state -= _ENDS[word]
        elif word in _EFFECTS:
            state = state - {word} if found["number"] == "0" else state | {word}
        kept.append(token)
    return "".join(kept)


def _shown(text: str, state: frozenset[str], before: str) -> str:
    """Words of the file after `before`, as the control words in `state` show them."""
    if state & _SCRIPTS:
        text = _NUMBERED.sub(lambda code: chr(int(code[1]) % 65_536), text)
        text = raised(text, before) if "super" in state else lowered(text)
    return struck(text) if state & _STRIKES else text
