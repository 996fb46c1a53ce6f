"""Texts in Org, reStructuredText and AsciiDoc: their headings, and their words."""

import re
from collections.abc import Sequence
from itertools import pairwise

from ragtui_core.documents.decoding import BYTE_ORDER_MARK, decode
from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted, OwnExtractor

_ASCIIDOC = re.compile(r"(={1,6})\s+(\S.*)")
_ORG = re.compile(r"(\*{1,6})\s+(\S.*)")
_NONE = re.compile(r"(?!)()()")
_UNDERLINE = re.compile(r"([=\-`:'\"~^_*+#<>.])\1{2,}\s*")
_TITLE = re.compile(r"#\+title:\s*(.+)", re.I)


class MarkedTextExtractor(OwnExtractor, kind="markup"):
    """Extracts texts with headings of their own syntax; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The headings, and all else as paragraphs."""
        decoded = decode(data)
        writer, title = CanonicalWriter(), ""
        paragraph, signs = list[str](), list[str]()
        lines = decoded.text.removeprefix(BYTE_ORDER_MARK).splitlines()
        marked = _headings(lines)
        for line in lines:
            sign = _UNDERLINE.fullmatch(line)
            above = paragraph[-1] if paragraph and marked is _NONE else ""
            heading = marked.fullmatch(line)
            if named := _TITLE.match(line):
                title = title or named[1]
            elif sign and not above.strip():  # a line above a title, or a border
                continue
            elif sign and len(line.rstrip()) >= len(above.rstrip()):
                signs += [sign[1]] if sign[1] not in signs else []
                writer.paragraph("\n".join(paragraph[:-1]))
                writer.heading(min(signs.index(sign[1]) + 1, 6), above)
                paragraph = []
            elif heading:
                writer.paragraph("\n".join(paragraph))
                writer.heading(len(heading[1]), heading[2].rstrip(" ="))
                paragraph = []
            else:
                paragraph.append(line)
        writer.paragraph("\n".join(paragraph))
        return writer.extracted(title, decoded.problems).required()


def _headings(lines: Sequence[str]) -> re.Pattern[str]:
    """What begins a heading: in reStructuredText only a line below makes one."""
    if any(map(_ASCIIDOC.fullmatch, lines)):
        return _ASCIIDOC
    is_underlined = any(
        above.strip()
        and not _UNDERLINE.fullmatch(above)
        and _UNDERLINE.fullmatch(line)
        and len(line.rstrip()) >= len(above.rstrip())
        for above, line in pairwise(lines)
    )
    return _NONE if is_underlined else _ORG
