"""What the graph of notes and links answers with."""

from dataclasses import dataclass

from ragtui_core.types import Lines, Span

WHOLE = Span(0, 0)
"""Where a note as a whole stands."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads: a note, or a heading in it."""

    path: str
    heading_path: tuple[str, ...] = ()
    """Empty for a note as a whole."""
    span: Span = WHOLE
    """The heading's text, without what marks it as a heading."""


@dataclass(frozen=True, slots=True)
class Backlink:
    """A link to a note, where it stands."""

    path: str
    span: Span
    lines: Lines
    heading_path: tuple[str, ...]
    """The headings that the link stands under."""
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
    """The heading's text, without what marks it as a heading."""


@dataclass(frozen=True, slots=True)
class NoteName:
    """What a note is called."""

    path: str
    title: str
    aliases: tuple[str, ...]
    modified: float
    """The file's modification time, seconds since the epoch."""
    summary: str


@dataclass(frozen=True, slots=True)
class RelatedNote:
    """A note like another one."""

    path: str
    title: str
    score: float
    """0..1"""
    summary: str
    why: str
    """In short words, such as `alike in meaning, 2 links`."""
