"""A link and a tag of a note, as written."""

from dataclasses import dataclass
from enum import StrEnum

from ragtui_core.types import Span


class LinkKind(StrEnum):
    """How a link is written."""

    WIKI = "wiki"
    """`[[note]]`, as in Obsidian, Foam and zk."""
    MARKDOWN = "markdown"
    """`[label](note.md)`, and the definition `[name]: note.md`."""
    REFERENCE = "reference"
    """`[label][name]`, `[name][]` or `[name]`, with a definition elsewhere.

    Its `target_span` is the name of the reference, which is not the note's name.
    """


@dataclass(frozen=True, slots=True)
class Link:
    """One link. The note that it names need not exist."""

    kind: LinkKind
    span: Span
    """The whole link, brackets and an embed's `!` included."""
    target_span: Span
    """The part of `span` that names the note and the heading."""
    target: str
    """The note, decoded; "" for the file that contains the link."""
    heading: str
    """The heading, decoded; "" if none is named."""
    label: str
    """The displayed text of the link; the name of a definition."""
    quotes: str = ""
    """The quotes, `'` or `"`, of the value of front matter that it is in."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag. `span` covers the name and, in the body, the `#` before it."""

    name: str
    span: Span
