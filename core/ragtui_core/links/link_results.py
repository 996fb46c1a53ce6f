"""The results of queries to the link graph."""

from dataclasses import dataclass

from ragtui_core.types import Lines, Span

BLOCK, PAGE = "^", "page="
"""How the part of a target begins that names a block of a note, a page of a PDF."""

WHOLE = Span(0, 0)
"""The span of a target that is a whole note."""


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a link: a note, or a heading in it."""

    path: str
    heading_path: tuple[str, ...] = ()
    """Empty for a whole note."""
    span: Span = WHOLE
    """The heading's text, without heading markers."""
    line: int = 0
    """The line of the heading, from 1; 0 for a whole note."""


@dataclass(frozen=True, slots=True)
class Backlink:
    """A link to a note, with its location."""

    path: str
    span: Span
    lines: Lines
    heading_path: tuple[str, ...]
    """The headings above the link."""
    excerpt: str
    """The text around the link, on one line."""
    heading: str
    """The heading that the link names, as written; "" if it names the note."""


@dataclass(frozen=True, slots=True)
class HeadingEntry:
    """A heading of the vault. `lines` are those of its section."""

    path: str
    title: str
    heading_path: tuple[str, ...]
    lines: Lines
    level: int
    """1..6"""
    span: Span
    """The heading's text, without heading markers."""


@dataclass(frozen=True, slots=True)
class RelatedNote:
    """A note related to another one."""

    path: str
    title: str
    score: float
    """0..1"""
    summary: str
    """What the note states, else its first words."""
