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

    Its `target_span` is the name, which is not what the note is called.
    """


@dataclass(frozen=True, slots=True)
class Link:
    """One link. Nothing tells yet whether there is such a note."""

    kind: LinkKind
    span: Span
    """The whole link, brackets and an embed's `!` included."""
    target_span: Span
    """What names the note and the heading, inside `span`."""
    target: str
    """The note, decoded; "" for the file that the link stands in."""
    heading: str
    """The heading, decoded; "" if none is named."""
    label: str
    """What is shown of the link; of a definition its name."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag. `span` covers the name and, in the body, the `#` before it."""

    name: str
    span: Span
