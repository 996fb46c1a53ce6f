"""RTF files, read by striprtf: paragraphs, without headings."""

import re
from typing import Any

from ragtui_core import UnreadableFile
from ragtui_core.documents import CanonicalWriter, Extracted, OwnExtractor, struck
from ragtui_files.raised_text import raised

_HEADER = b"{\\rtf"
_TOKEN = re.compile(
    r"\\(?P<word>[a-z]{1,32})(?P<number>-?[0-9]{1,10})? ?"
    r"|\\'[0-9a-f]{2}|\\[^a-z]|[{}]|[^\\{}]+|\\",
    re.IGNORECASE | re.DOTALL,
)
_NO_TEXT = {"{", "}", "\\*", "\\\n", "\\\r"}
_STRIKES = frozenset({"strike", "striked", "strikedl", "deleted"})
_RAISES = frozenset({"super", "up"})
_EFFECTS = _STRIKES | _RAISES | {"v"}
_ENDS = {"plain": _EFFECTS, "nosupersub": _RAISES}
_CHARACTERS = frozenset(
    (
        *("u", "tab", "emdash", "endash", "emspace", "enspace", "qmspace", "bullet"),
        *("lquote", "rquote", "ldblquote", "rdblquote"),
    )
)
"""Control words that are text."""
_BEGIN, _CELL, _ROW = "\ufdd4", "\ufdd5", "\ufdd6"
"""Where a row begins, where a cell ends, and where a row does; Unicode reserves these
characters for the inside of programs."""
_TABLES = {"trowd": _BEGIN, "cell": _CELL, "row": _ROW, "nestcell": " ", "nestrow": " "}
_LEFT_OUT = (
    (re.compile(rb"\\footnote(?![a-z])"), "notes"),
    (re.compile(rb"\\annotation(?![a-z])"), "comments"),
    (re.compile(rb"\\shptxt(?![a-z])"), "text boxes"),
    (re.compile(rb"\\(?:header|footer)[lrf]?(?![a-z])"), "headers and footers"),
)
"""Control words of what is not read, and its name."""


class RtfExtractor(OwnExtractor, kind="rtf"):
    """Extracts RTF files; see `Extractor`. Objects and pictures in them are ignored."""

    def extract(self, data: bytes) -> Extracted:
        """The text of the document, one line per paragraph."""
        if not data.lstrip().startswith(_HEADER):
            raise UnreadableFile("not an RTF file: it does not begin with {\\rtf")
        writer = CanonicalWriter()
        _write(writer, _text(data))
        writer.add_problems(
            f"{what} were left out" for sign, what in _LEFT_OUT if sign.search(data)
        )
        return writer.extracted().required()


def _text(data: bytes) -> str:
    """The lines of an RTF file; cells of tables end with `_CELL`, rows with `_ROW`."""
    from striprtf import striprtf

    to_text: Any = striprtf.rtf_to_text  # has no types
    text: str = to_text(_with_marks(_ascii(data)), errors="replace")
    # Characters beyond U+FFFF are written as two numbers.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _write(writer: CanonicalWriter, text: str) -> None:
    """Write lines as paragraphs, and rows that follow each other as a table."""
    rows = list[list[str]]()
    for part in text.split(_ROW):
        before, _, row = part.partition(_BEGIN)
        if before.strip():
            writer.table(rows)
            rows = []
        for line in before.replace(_CELL, " ").splitlines():
            writer.paragraph(line)
        if _CELL in row:
            cells = row.replace(_BEGIN, "").split(_CELL)[:-1]
            rows.append([" ".join(cell.split()) for cell in cells])
    writer.table(rows)


def _ascii(data: bytes) -> str:
    """The file with each byte that is not ASCII in the form it should have."""
    data = re.sub(rb"[\x80-\xff]", lambda found: b"\\'%02x" % found[0][0], data)
    return data.decode("ascii")


def _with_marks(rtf: str) -> str:
    """The file without hidden words, with marks around those that are struck.

    Control words say which: `v` hides, `strike` and others strike, `super` and `up`
    raise; with 0 they end, and with their group.
    """
    kept, text = list[str](), list[str]()
    state, outer = frozenset[str](), list[frozenset[str]]()
    for match in _TOKEN.finditer(rtf):
        word = match["word"]
        token = _TABLES.get(word, match[0])
        if word in _CHARACTERS or (word is None and token not in _NO_TEXT):
            text.append(token)
            continue
        kept.append(_shown("".join(text), state))
        text.clear()
        if token == "{":
            outer.append(state)
        elif token == "}":
            state = outer.pop() if outer else frozenset()
        elif word in _ENDS:
            state -= _ENDS[word]
        elif word in _EFFECTS:
            state = state - {word} if match["number"] == "0" else state | {word}
        kept.append(token)
    return "".join([*kept, *text])


def _shown(text: str, state: frozenset[str]) -> str:
    """A piece of text as the control words in `state` show it."""
    if "v" in state:
        return ""
    text = raised(text) if state & _RAISES else text
    return struck(text) if state & _STRIKES else text
