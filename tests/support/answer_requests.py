"""Requests for answers about a few notes, without a vault, an index or a search."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from ragtui_core import Sent, Source, Sources
from ragtui_core.answer.prompt_context import Excerpted, PromptContext
from ragtui_core.answer.request import AnswerRequest, AskOptions
from ragtui_core.answer.sent_history import History
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.passages import passages_of
from ragtui_core.documents.parser import parse_document
from ragtui_core.errors import DocumentNotFound
from ragtui_core.search_results import Confidence, Mode, SearchResult
from ragtui_core.types import Document, Lines

FOUND = SearchResult("pump", Mode.KEYWORD, (), None, Confidence.HIGH)


def excerpted(path: str, text: str, number: int = 1) -> Excerpted:
    """A note that is sent in full."""
    document = parse_document(path, text.encode())
    source = Source(
        number, path, document.fields.title, Lines(1, 1), (), 0.9, Sent.FULL
    )
    return Excerpted(source, document, tuple(passages_of(document)))


def request_about(notes: Mapping[str, str], **others: Any) -> AnswerRequest:
    """A question about `notes`, path to text, all of them sent."""
    texts = [
        excerpted(path, text, number)
        for number, (path, text) in enumerate(notes.items(), 1)
    ]
    values: dict[str, Any] = {
        "question": "pump",
        "standalone": "pump",
        "result": FOUND,
        "context": PromptContext(tuple(texts)),
        "history": History(),
        "options": AskOptions(),
        "sources": Sources(tuple(text.source for text in texts)),
        "today": date(2026, 11, 27),
        "notices": (),
    }
    return AnswerRequest(**(values | others))


def files_of(notes: Mapping[str, str]) -> CurrentFiles:
    """The same notes as files; what is taken out of `notes` is gone."""

    def read(path: str) -> Document:
        if path not in notes:
            raise DocumentNotFound(path)
        return parse_document(path, notes[path].encode())

    return CurrentFiles(Path("/nowhere"), read)
