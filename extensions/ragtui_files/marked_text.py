"""Texts in Org, reStructuredText and AsciiDoc: headings, properties and words."""

import re
import shlex
from collections.abc import Sequence
from itertools import pairwise

from ragtui_core.documents import (
    BYTE_ORDER_MARK,
    CanonicalWriter,
    Extracted,
    OwnExtractor,
    decode,
)

_ASCIIDOC = re.compile(r"(={1,6})\s+(\S.*)")
_ORG = re.compile(r"(\*{1,6})\s+(\S.*)")
_NONE = re.compile(r"(?!)()()")
_UNDERLINE = re.compile(r"([=\-`:'\"~^_*+#<>.])\1{2,}\s*")
_PROPERTY = re.compile(r"(?:#\+|[ \t]*:)([A-Za-z][\w -]*):(?:[ \t]+(.*))?")
"""`#+date: x` of Org, and `:date: x` of its drawers and of the others."""
_ITEM = re.compile(r"[ \t]*(?:[-+*]|(\d{1,9}[.)]))[ \t]+(\S.*)")
_ASCIIDOC_ITEM = re.compile(r"[ \t]*(?:-|\*{1,5}|\.{1,5}|(\d{1,9}[.)]))[ \t]+(\S.*)")
_AUTHOR = re.compile(r"([^<>:]+?)[ \t]*<[^<>\s]+@[^<>\s]+>")
_REVISION = re.compile(r"(?:v\S+,[ \t]*)?([^:]*\d{4}[^:]*)(?::[ \t].*)?")
"""The lines below the title of AsciiDoc."""
_HEADING_TAGS = re.compile(r"\s+:((?:[\w@#%]+:)+)$")
_COMMENTS = {
    _ASCIIDOC: r"^(?P<fence>/{4,})[ \t]*$.*?(?:^(?P=fence)[ \t]*$|\Z)|^//(?!/)[^\n]*$",
    _ORG: r"^[ \t]*#\+begin_comment\b.*?(?:^[ \t]*#\+end_comment\b[^\n]*$|\Z)"
    r"|^[ \t]*#(?:[ \t][^\n]*)?$",
    # An explicit block other than a directive, target, footnote or substitution.
    _NONE: r"^(?P<indent>[ \t]*)\.\.(?:[ \t]+(?![\w:.+-]+::|_|\[|\|)[^\n]*)?$"
    r"(?:\n(?:(?P=indent)[ \t]+[^\n]*|[ \t]*$))*",
}
"""Comments, which are not shown, by what begins a heading."""
_KEYS = {
    **dict.fromkeys(("filetags", "roam_tags"), "tags"),
    "roam_aliases": "aliases",
    "revdate": "date",
}
"""Names of properties that front matter has under others."""


class MarkedTextExtractor(OwnExtractor, kind="markup"):
    """Extracts texts with headings of their own syntax; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The headings, the properties of the file, its items and paragraphs."""
        decoded = decode(data)
        text = _MarkedText(decoded.text.removeprefix(BYTE_ORDER_MARK).splitlines())
        text.read()
        return text.writer.extracted(text.title, decoded.problems).required()


class _MarkedText:
    """Writes the lines of a text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.writer, self.title = CanonicalWriter(), ""
        self._marked = _headings(lines)
        self._items = _ASCIIDOC_ITEM if self._marked is _ASCIIDOC else _ITEM
        comments = re.compile(_COMMENTS[self._marked], re.M | re.S | re.I)
        self._lines = comments.sub("", "\n".join(lines)).split("\n")
        self._paragraph = list[str]()
        self._marker = ""
        """The mark of the item that the paragraph is, if it is one."""
        self._properties = dict[str, str | list[str]]()
        self._tags = list[str]()
        self._is_head = True
        """Whether properties are of the file: nothing but its title is above."""

    def read(self) -> None:
        signs = list[str]()
        for line in self._lines:
            sign = _UNDERLINE.fullmatch(line)
            above = ""
            if self._paragraph and self._marked is _NONE:
                above = self._paragraph[-1]
            heading = self._marked.fullmatch(line)
            if found := _PROPERTY.fullmatch(line):
                self._property(found[1].strip(), (found[2] or "").strip())
            elif sign and not above.strip():  # a line above a title, or a border
                continue
            elif sign and len(line.rstrip()) >= len(above.rstrip()):
                signs += [sign[1]] if sign[1] not in signs else []
                del self._paragraph[-1]
                self._heading(min(signs.index(sign[1]) + 1, 6), above)
            elif heading:
                self._heading(len(heading[1]), heading[2].rstrip(" ="))
            else:
                self._words(line)
        self._flush()
        tags = self._properties.get("tags", [])
        listed = re.split(r"[\s,:]+", tags) if isinstance(tags, str) else tags
        if kept := dict.fromkeys(filter(None, (*listed, *self._tags))):
            self._properties["tags"] = list(kept)
        self.writer.properties(self._properties)

    def _heading(self, level: int, title: str) -> None:
        is_first = self._is_head and not any(map(str.strip, self._paragraph))
        self._flush()
        if self._marked is _ORG and (found := _HEADING_TAGS.search(title)):
            title = title[: found.start()]
            self._tags += found[1].split(":")
        is_entry = self._marked is _ORG  # None is the title of the file.
        self.writer.heading(min(level + is_entry, 6), title)
        self._is_head = is_first and level == 1 and not is_entry

    def _property(self, name: str, value: str) -> None:
        """A property of the file, or a line `name: value` below its heading."""
        if not self._is_head or any(map(str.strip, self._paragraph)):
            self._paragraph += [f"{name}: {value}"] if value else []
            return
        key = name.lower()
        key = _KEYS.get(key, key)
        if key == "title":
            self.title = self.title or value
        elif key == "aliases":
            self._properties[key] = _quoted_words(value)
        elif value:
            self._properties[key] = value.strip("<>[]")

    def _words(self, line: str) -> None:
        """A line of an item or a paragraph; an item goes on in indented lines."""
        if item := self._items.fullmatch(line):
            self._flush()
            self._marker, self._is_head = item[1] or "-", False
            self._paragraph.append(item[2])
        elif not self._is_of_head(line):
            if self._marker and not line[:1].isspace():
                self._flush()
            self._paragraph.append(line)

    def _is_of_head(self, line: str) -> bool:
        """Whether a line is the author or the revision below a title of AsciiDoc."""
        is_below = self._is_head and self.writer.position and not self._paragraph
        if not (is_below and self._marked is _ASCIIDOC):
            return False
        if found := _AUTHOR.fullmatch(line.strip()):
            self._property("author", found[1])
        elif "author" in self._properties and (found := _REVISION.fullmatch(line)):
            self._property("date", found[1].strip())
        return bool(found)

    def _flush(self) -> None:
        if self._marker:
            self.writer.item(" ".join(self._paragraph), self._marker)
        else:
            self.writer.paragraph("\n".join(self._paragraph))
        self._paragraph.clear()
        self._marker = ""


def _quoted_words(text: str) -> list[str]:
    """Words, of which those between quotation marks belong together."""
    try:
        return shlex.split(text)
    except ValueError:
        return [text]


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
