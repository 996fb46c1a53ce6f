"""The table of contents of a note: a list of links between two comments."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragtui_core.documents.markdown.headings import Heading, headings_of
from ragtui_core.types import BlockKind, Document, Span

START = "<!-- toc -->"
END = "<!-- tocstop -->"

_START = re.compile(r"<!--[ \t]*toc(?::start)?[ \t]*-->", re.IGNORECASE)
_END = re.compile(r"<!--[ \t]*(?:tocstop|toc:end|/toc)[ \t]*-->", re.IGNORECASE)
_BRACKET = re.compile(r"[\[\]\\]")
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")
INDENT = "  "
MAX_HEADINGS = 1_000
"""A longer list would not help a reader."""


@dataclass(frozen=True, slots=True)
class ContentsEdit:
    """A change that makes the table of contents what the headings are.

    Attributes:
        span: The characters that are replaced: none if the table is new.
        text: What replaces them.
        is_update: Whether there is a table already.
    """

    span: Span
    text: str
    is_update: bool


def contents_edit(document: Document) -> ContentsEdit | None:
    """The change of the table of contents, or None if it is right or there is none.

    An existing one is between `<!-- toc -->` and `<!-- tocstop -->` (or `toc:start`,
    `toc:end`); a new one follows the first heading. It has every other heading. Links
    have the form of GitHub and of VS Code: `#second-heading`, `#second-heading-1`.
    Applying the change leaves nothing to be changed.
    """
    # A heading of HTML alone has no text, and perhaps no path.
    headings = [heading for heading in headings_of(document) if heading.heading_path]
    headings = headings[:MAX_HEADINGS]
    if len(headings) < 2:
        return None
    text = document.text
    end = "\r\n" if "\r\n" in text else "\n"
    rows = end.join(_rows(headings))
    if found := _existing(document):
        between = f"{end}{end}{rows}{end}{end}"
        return (
            ContentsEdit(found, between, is_update=True)
            if found.of(text) != between
            else None
        )
    at = _below(document)
    table = end.join(["", START, "", rows, "", END, ""])
    lead = "" if text[:at].endswith(("\n", "\r")) else end
    return ContentsEdit(Span(at, at), lead + table, is_update=False)


def _rows(headings: list[Heading]) -> list[str]:
    """A list item for each heading but the first, which is the title of the note."""
    rows: list[str] = []
    top = min(heading.level for heading in headings[1:])
    for heading, anchor in zip(headings, anchors_of(headings), strict=True):
        words = _BRACKET.sub(r"\\\g<0>", heading.heading_path[-1])
        rows.append(f"{INDENT * (heading.level - top)}- [{words}](#{anchor})")
    return rows[1:]


def anchors_of(headings: Sequence[Heading]) -> list[str]:
    """What a link to each heading has after `#`, as on GitHub and in VS Code.

    Args:
        headings: All headings of a note, in order, each with a path.
    """
    return numbered_anchors(heading.heading_path[-1] for heading in headings)


def numbered_anchors(names: Iterable[str]) -> list[str]:
    """The anchors of headings with these texts, in order."""
    counts: Counter[str] = Counter()
    anchors: list[str] = []
    for anchor in map(anchor_of, names):
        number = counts[anchor]
        counts[anchor] += 1
        anchors.append(f"{anchor}-{number}" if number else anchor)
    return anchors


def anchor_of(name: str) -> str:
    """The anchor of a heading, unless another one before it has the same."""
    return _NOT_IN_ANCHORS.sub("", name.lower()).replace(" ", "-")


def _existing(document: Document) -> Span | None:
    """What is between the comments, unless they are shown as code."""
    code = [
        block.span
        for section in document.sections
        for block in section.blocks
        if block.kind is BlockKind.CODE
    ]
    for start in _START.finditer(document.text):
        if not any(span.start <= start.start() < span.end for span in code):
            end = _END.search(document.text, start.end())
            return Span(start.end(), end.start()) if end else None
    return None


def _below(document: Document) -> int:
    """The start of the line below the first heading."""
    section = next(section for section in document.sections if section.level)
    end = section.blocks[0].span.end
    while end < len(document.text) and document.text[end - 1] not in "\r\n":
        end += 1
    return end + (document.text[end - 1 : end + 1] == "\r\n")
