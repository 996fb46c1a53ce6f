"""RTF files, read by striprtf: paragraphs, without headings."""

import re
from typing import Any

from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version
from ragtui_core.errors import UnreadableFile

_HEADER = b"{\\rtf"
_TOKEN = re.compile(
    r"\\(?P<word>[a-z]{1,32})(?P<number>-?[0-9]{1,10})? ?"
    r"|\\'[0-9a-f]{2}|\\[^a-z]|[{}]|[^\\{}]+|\\",
    re.IGNORECASE | re.DOTALL,
)
_HIDES = re.compile(r"\\v(?![a-z])")
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
        text: str = to_text(_without_hidden(_ascii(data)), errors="replace")
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


def _without_hidden(rtf: str) -> str:
    """The file without hidden words, which the control word `v` begins."""
    if not _HIDES.search(rtf):
        return rtf
    kept: list[str] = []
    is_hidden, outer = False, list[bool]()
    for found in _TOKEN.finditer(rtf):
        token, word = found[0], found["word"]
        if token == "{":
            outer.append(is_hidden)
        elif token == "}":
            is_hidden = outer.pop() if outer else False
        elif word in {"v", "plain"}:
            is_hidden = word == "v" and found["number"] != "0"
        elif is_hidden and word in {None, "u"}:
            continue
        kept.append(token)
    return "".join(kept)
