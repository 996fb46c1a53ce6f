"""The text of a paragraph, heading or table cell as it is displayed.

Markup is removed, entities and escapes are resolved, and white space is one space, as
in HTML. What the markup said is kept as marks, and where each run of the text is in
the source.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from ragtui_core.documents.markdown.link_patterns import WIKI_LINK, is_external
from ragtui_core.documents.markdown.parser_events import ByteRange, tag_of
from ragtui_core.text.line_index import ByteOffsets
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.types import Span


class MarkKind(StrEnum):
    """What a part of a text is."""

    EMPHASIS = "emphasis"
    STRONG = "strong"
    STRUCK = "struck"
    CODE = "code"
    LINK = "link"
    WIKI_LINK = "wiki_link"
    IMAGE = "image"
    HTML = "html"
    """A tag, as it is written."""


class Mark(NamedTuple):
    """Characters `start` to `end` of a displayed text, and what they are."""

    kind: MarkKind
    start: int
    end: int
    target: str = ""
    """The destination of a link or an image, without escapes, not decoded."""


class Run(NamedTuple):
    """Characters of a displayed text, from `start` up to the next run."""

    start: int
    source: Span
    """The characters of the source that they display; what follows them there may be
    hidden."""


class BareLink(NamedTuple):
    """Characters `start` to `end` of a text, and the URL that they link to."""

    start: int
    end: int
    target: str


@dataclass(frozen=True, slots=True)
class InlineText:
    """A displayed text. `marks` are in the order in which they end."""

    text: str
    marks: tuple[Mark, ...] = ()
    runs: tuple[Run, ...] = ()

    def source_of(self, offset: int) -> int:
        """The character of the source that a character of the text displays."""
        at = bisect_right(self.runs, offset, key=lambda run: run.start) - 1
        start, source = self.runs[at]
        return min(source.start + offset - start, source.end - 1)

    def displayed(self, source: int) -> int:
        """The first character that displays the source from a character on."""
        at = bisect_right(self.runs, source, key=lambda run: run.source.start) - 1
        if at < 0:
            return 0
        start, shown = self.runs[at]
        after = self.runs[at + 1].start if at + 1 < len(self.runs) else len(self.text)
        return min(start + source - shown.start, after)

    def keeping(self, offsets: Sequence[int], text: str) -> "InlineText":
        """Only the characters at some offsets, in order; `text` shows one for each."""

        def position(offset: int) -> int:
            return bisect_right(offsets, offset - 1)

        marks = (
            mark._replace(start=position(mark.start), end=position(mark.end))
            for mark in self.marks
        )
        return InlineText(
            text,
            tuple(mark for mark in marks if mark.start < mark.end),
            tuple(_kept_runs(self, offsets)),
        )


_ADDRESS_LEADS = ("://", "www.", "@")
_ADDRESS = re.compile(
    r"(?<![\w/])(?:https?://|(?P<site>www\.))(?=\w)[^\s<>]+"
    r"|(?<![\w.+/@-])(?P<mail>[\w.+-]++@\w[\w-]*+(?>(?:\.\w[\w-]*+)+))",
    re.IGNORECASE,
)
_AFTER_ADDRESS = "?!.,:;*_~'\""
"""Punctuation that belongs to the sentence if the address ends with it."""
_OPENED_BY = {")": "(", "]": "["}

_IMAGE_LEAD = "[image: "
"""Marks an image, before its description."""

_TAGS = {
    "Emphasis": MarkKind.EMPHASIS,
    "Strong": MarkKind.STRONG,
    "Strikethrough": MarkKind.STRUCK,
    "Link": MarkKind.LINK,
    "Image": MarkKind.IMAGE,
}
INLINE_TAGS = frozenset(_TAGS)
"""The parser's names of what is within a text."""

_WITHOUT_LINKS = {
    MarkKind.LINK,
    MarkKind.WIKI_LINK,
    MarkKind.IMAGE,
    MarkKind.CODE,
    MarkKind.HTML,
}

_UNSAFE = re.compile(
    r"(?:javascript|vbscript|file|data(?!:image/(?:gif|jpeg|png|webp))):", re.IGNORECASE
)
"""Destinations whose links are displayed as they are written, so that the destination
can be seen: those that the reference implementation of CommonMark calls unsafe."""

_BREAKS = {"SoftBreak": " ", "HardBreak": "\n"}
_UNEVEN_SPACE = re.compile(r"\s\s|[^\S ]")
_PIECE = re.compile(r"\S+(?: \S+)*|\s+")
_SPACES = re.compile(r"\s+")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class _OpenTag(NamedTuple):
    """A tag that is open: where its text starts, and its destination."""

    kind: MarkKind
    start: int
    target: str


class InlineReader:
    """Collects one text from the events within it."""

    def __init__(self, source: str, char: ByteOffsets) -> None:
        """Begin a text of `source`, in which `char` finds characters."""
        self._source = source
        self._char = char
        self._parts: list[str] = []
        self._length = 0
        self._marks: list[Mark] = []
        self._runs: list[Run] = []
        self._open: list[_OpenTag] = []
        self._images = 0
        self._skipped = 0
        self._literals: list[tuple[int, int]] = []
        self._is_decoded = False

    @property
    def end(self) -> int:
        """The character of the source after the last one that was read."""
        return self._runs[-1].source.end if self._runs else 0

    def read(self, event: Any, position: ByteRange) -> None:
        """Read an event and its range of bytes in the source."""
        kind, value = tag_of(event)
        if kind == "Start":
            self._opened(*tag_of(value), position)
        elif kind == "End":
            self._closed(position)
        elif not self._skipped:
            start = self._char(position["start"])
            self._read_text(kind, value, start, self._char(position["end"]))

    def _read_text(self, kind: str, value: Any, start: int, end: int) -> None:
        first = self._length
        match kind:
            case "Text":
                self._text(value, start, end)
            case "InlineHtml":
                self._text(value, start, end)
                self._mark(MarkKind.HTML, first)
            case "Code":
                self._code(value, start, end)
                self._mark(MarkKind.CODE, first)
            case _:
                self.add(_BREAKS.get(kind, ""), start, end)

    def add(self, text: str, start: int, end: int) -> None:
        """Add text as it is."""
        if text:
            self._runs.append(Run(self._length, Span(start, end)))
            self._parts.append(text)
            self._length += len(text)

    def as_written(self) -> InlineText:
        """The text that was added, which has no markup."""
        return InlineText("".join(self._parts), runs=tuple(self._runs))

    def finish(self) -> InlineText:
        """The text that was read."""
        text = "".join(self._parts)
        links = _outside(_bare_links(text), self._literals)
        marks = [*self._marks, *(Mark(MarkKind.LINK, *link) for link in links)]
        found = InlineText(text, tuple(marks), tuple(self._runs))
        return _sanitized(found) if self._is_decoded else found

    def _code(self, code: str, start: int, end: int) -> None:
        """Add the code between its ticks, whose line ends are spaces."""
        at = self._source.find(code, start, end)
        if at >= 0:
            start, end = at, at + len(code)
        self.add(code, start, end)

    def _text(self, text: str, start: int, end: int) -> None:
        if text != self._source[start:end]:
            self._is_decoded = True
            self.add(_SPACES.sub(" ", _CONTROL.sub("\ufffd", text)), start, end)
        elif _UNEVEN_SPACE.search(text):
            for piece in _PIECE.finditer(text):
                shown = " " if piece[0].isspace() else piece[0]
                self.add(shown, start + piece.start(), start + piece.end())
        else:
            self.add(text, start, end)

    def _opened(self, name: str, data: Any, position: ByteRange) -> None:
        if self._skipped:
            self._skipped += 1
            return
        target, link_type = "", ""
        if data is not None:
            link_type, target = data["link_type"], data["dest_url"]
        if "WikiLink" in link_type or _UNSAFE.match(target):
            self._skipped = 1
            start, end = self._char(position["start"]), self._char(position["end"])
            if "WikiLink" in link_type:
                self._wiki_link(start, end)
            else:
                self._text(self._source[start:end], start, end)
            return
        if link_type == "Email":
            target = f"mailto:{target}"
        kind = _TAGS[name]
        self._open.append(_OpenTag(kind, self._length, target))
        if kind is MarkKind.IMAGE:
            self._images += 1
            start = self._char(position["start"])
            self.add(_IMAGE_LEAD, start, start + len("!["))

    def _closed(self, position: ByteRange) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        kind, start, target = self._open.pop()
        if kind is MarkKind.IMAGE:
            self._images -= 1
            if self._length == start + len(_IMAGE_LEAD):  # without a description
                self._parts[-1] = _IMAGE_LEAD.rstrip(": ")
                self._length = start + len(self._parts[-1])
            self.add("]", self.end, self._char(position["end"]))
        self._mark(kind, start, target)

    def _wiki_link(self, start: int, end: int) -> None:
        """Read a link to a note whole; its label has no markup.

        What the parser takes for one may be none by the rules for links: then it is
        text.
        """
        bracket = start + self._source.startswith("!", start)
        found = WIKI_LINK.fullmatch(self._source, bracket, end)
        target = found["target"].strip() if found else ""
        if found is None or not target or is_external(found["note"]):
            self._text(self._source[start:end], start, end)
            return
        first = self._length
        label = "label" if (found["label"] or "").strip() else "target"
        self.add(found[label].strip(), *found.span(label))
        self._mark(MarkKind.WIKI_LINK, first, target)

    def _mark(self, kind: MarkKind, start: int, target: str = "") -> None:
        """Mark what was added since `start`, except in the description of an image."""
        if start == self._length or self._images:
            return
        self._marks.append(Mark(kind, start, self._length, target))
        if kind in _WITHOUT_LINKS:
            self._literals.append((start, self._length))


def _outside(
    links: Iterator[BareLink], taken: list[tuple[int, int]]
) -> Iterator[BareLink]:
    """The links that no range of `taken` touches."""
    ranges = sorted(taken)
    at = 0
    for link in links:
        while at < len(ranges) and ranges[at][1] <= link.start:
            at += 1
        if at == len(ranges) or link.end <= ranges[at][0]:
            yield link


def _sanitized(found: InlineText) -> InlineText:
    """A text safe to show: entities may decode to characters that its source lacks."""
    offsets = kept_offsets(found.text)
    return found if offsets is None else found.keeping(offsets, sanitize(found.text))


def _kept_runs(found: InlineText, offsets: Sequence[int]) -> Iterator[Run]:
    """The runs of a text of which only the characters at some offsets are kept."""
    starts = {run.start for run in found.runs}
    before = -1
    for at, offset in enumerate(offsets):
        if offset != before + 1 or offset in starts:
            index = bisect_right(found.runs, offset, key=lambda run: run.start) - 1
            source = found.runs[index].source
            yield Run(at, Span(found.source_of(offset), source.end))
        before = offset


def _bare_links(text: str) -> Iterator[BareLink]:
    """The addresses written without markup, as GitHub finds them, in order.

    A bare domain (`x.org`) is none, since many names of files look like one
    (`plan.md`). Linear time.
    """
    if not any(lead in text for lead in _ADDRESS_LEADS):
        return
    for match in _ADDRESS.finditer(text):
        address = match[0] if match["mail"] else _trimmed_address(match[0])
        scheme = "mailto:" if match["mail"] else "http://" if match["site"] else ""
        yield BareLink(match.start(), match.start() + len(address), scheme + address)


def _trimmed_address(address: str) -> str:
    """An address without the punctuation and brackets of the sentence around it."""
    closing = {mark: address.count(mark) for mark in "()[]"}
    end = len(address)
    while end:
        last = address[end - 1]
        if last in _OPENED_BY and closing[last] > closing[_OPENED_BY[last]]:
            closing[last] -= 1
        elif last not in _AFTER_ADDRESS:
            break
        end -= 1
    return address[:end]
