"""The note that others are compared with, saved or unsaved."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtui_core.links.name_map import NameMap
from ragtui_core.store.protocols import Reader

if TYPE_CHECKING:
    from ragtui_core.types import Document

EXCERPT_CHARS = 1_000
"""Characters at the start of a note that, with its fields, describe its topic."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One note. `document` is its unsaved content, if there is any."""

    path: str
    document: "Document | None"
    reader: Reader
    names: NameMap

    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        if self.document:
            return self.document.fields.tags
        return self.reader.tags_of(self.path)

    def targets(self) -> Iterable[str]:
        """The targets of its links."""
        if self.document:
            from ragtui_core.documents.markdown.link_extraction import links_of

            return (link.target for link in links_of(self.document.text))
        return (link.target for link in self.reader.links.of_document(self.path))

    def descriptive_texts(self) -> Sequence[str]:
        """Texts that describe its topic: names, tags and the first characters."""
        if self.document:
            front = self.document.front_matter
            start = front.end if front else 0
            fields = self.document.fields
            beginning = self.document.text[start : start + EXCERPT_CHARS]
            return [*self.tags(), fields.title, fields.summary, beginning]
        note = self.names.notes.get(self.path)
        if note is None:
            return self.tags()
        first = self.reader.chunks(self.reader.chunks_of(self.path)[:1])
        beginnings = [chunk.text[:EXCERPT_CHARS] for chunk in first.values()]
        return [*self.tags(), note.title, note.summary, *beginnings]


def subject(path: str, text: str | None, reader: Reader, names: NameMap) -> Subject:
    """The note at `path`, with the unsaved `text` if given."""
    document = None if text is None else _parsed(path, text)
    return Subject(path, document, reader, names)


def _parsed(path: str, text: str) -> "Document | None":
    from ragtui_core.documents.parser import parse_document
    from ragtui_core.errors import UnreadableFile

    try:
        return parse_document(path, text.encode("utf-8", "replace"))
    except UnreadableFile:
        return None
