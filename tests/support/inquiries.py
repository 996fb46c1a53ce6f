"""Inquiries about a few notes, without a vault, an index or a search."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragtui_core.answer import Sent, Source
from ragtui_core.answer.context import Context, Excerpted
from ragtui_core.answer.files_now import FilesNow
from ragtui_core.answer.history import History
from ragtui_core.answer.inquiry import Inquiry
from ragtui_core.answer.passages import passages_of
from ragtui_core.errors import DocumentNotFound
from ragtui_core.model import (
    Confidence,
    Document,
    Lines,
    Mode,
    SearchResult,
)
from ragtui_core.sources.document import parse_document

FOUND = SearchResult("pump", Mode.KEYWORD, (), None, Confidence.HIGH)


def excerpted(path: str, text: str, number: int = 1) -> Excerpted:
    """A note that is sent in full."""
    document = parse_document(path, text.encode())
    source = Source(
        number, path, document.fields.title, Lines(1, 1), (), 0.9, Sent.FULL
    )
    return Excerpted(source, document, tuple(passages_of(document)))


def inquiry_about(notes: Mapping[str, str], **others: Any) -> Inquiry:
    """A question about `notes`, path to text, all of them sent."""
    texts = [
        excerpted(path, text, number)
        for number, (path, text) in enumerate(notes.items(), 1)
    ]
    values: dict[str, Any] = {
        "question": "pump",
        "standalone": "pump",
        "result": FOUND,
        "context": Context(tuple(texts)),
        "history": History(),
    }
    return Inquiry(**(values | others))


def files_of(notes: Mapping[str, str]) -> FilesNow:
    """The same notes as files; what is taken out of `notes` is gone."""

    def read(path: str) -> Document:
        if path not in notes:
            raise DocumentNotFound(path)
        return parse_document(path, notes[path].encode())

    return FilesNow(Path("/nowhere"), read)
