"""Converts Claude's stream to an answer with citations of spans of files.

Citations may arrive before the text that they belong to, so they are buffered until
their block ends; then their marks follow its text.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from ragtui_core.answer.providers.messages_api.message_reader import (
    MessageReader,
    part,
    words,
)
from ragtui_core.answer.providers.messages_api.prompt_sanitizer import (
    PromptDocument,
)
from ragtui_core.answer_events import AnswerEvent, Mark, Text
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer
from ragtui_core.types import Span


class ClaudeReader(MessageReader):
    """Reads one answer about the `search_result` blocks of a request."""

    def __init__(self, sent: Sequence[PromptDocument], citer: Citer) -> None:
        """Read an answer about the `sent` documents, in the order of the request."""
        super().__init__()
        self._sent = sent
        self._citer = citer
        self._pending: dict[int, list[Any]] = defaultdict(list)

    def _text(self, text: str) -> Iterator[AnswerEvent]:
        if text:
            yield Text(text)

    def _citation(self, index: int, citation: Any) -> None:
        self._pending[index].append(citation)

    def _block_end(self, index: int) -> Iterator[AnswerEvent]:
        """Marks and citations of a text block, each passage once."""
        seen: set[int] = set()
        for raw in self._pending.pop(index, []):
            if part(raw, "type") != "search_result_location":
                continue
            citation, is_new = self._cited(raw)
            if citation.number in seen:
                continue
            seen.add(citation.number)
            yield Mark(f" [{citation.number}]")
            if is_new:
                yield citation

    def _cited(self, raw: Any) -> tuple[Citation, bool]:
        """The checked citation, and whether its passage is newly cited."""
        quoted = words(raw, "cited_text")
        place = self._place(raw)
        if place is None:
            return self._citer.not_sent(words(raw, "source"), quoted)
        item, first, last = place
        span = Span(item.passages[first].span.start, item.passages[last].span.end)
        document = item.text.document
        sent = "".join(item.blocks[first : last + 1])
        # If the service repeats the sent text, quote the file itself.
        quote = span.of(document.text) if quoted == sent else quoted
        headings = item.passages[first].heading_path
        return self._citer.at(quote, span, headings, document)

    def _place(self, raw: Any) -> tuple[PromptDocument, int, int] | None:
        """The document and its first and last passage, if they were sent."""
        names = ("search_result_index", "start_block_index", "end_block_index")
        named = tuple(part(raw, name) for name in names)
        if not all(isinstance(index, int) for index in named):
            return None
        index, first, end = named
        if not 0 <= index < len(self._sent):
            return None
        item = self._sent[index]
        return (item, first, end - 1) if 0 <= first < end <= len(item.blocks) else None
