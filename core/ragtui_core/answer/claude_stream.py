"""Events of Claude's stream -> events of an answer.

Citations may come before the text that they belong to, so they are kept until their
block ends; then their marks follow its text. What a future service adds is passed over.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from ragtui_core.answer.citations import cite
from ragtui_core.answer.events import AnswerEvent, Citation, Notice, Text, Verdict
from ragtui_core.answer.request import Sendable
from ragtui_core.model import Lines, Span
from ragtui_core.untrusted import printable

_ENDINGS = {
    "max_tokens": "The answer reached its length limit and was cut.",
    "model_context_window_exceeded": "The answer was cut: the context is full.",
    "refusal": "The model declined to answer.",
    "": "The answer broke off: the stream ended early. Ask again to retry.",
}


class StreamReader:
    """Reads one answer. `usage` counts tokens, `model` is what the service says."""

    def __init__(self, sent: list[Sendable]) -> None:
        """Read an answer about what was `sent`."""
        self._sent = [item for item in sent if item.blocks]
        self._pending: dict[int, list[Any]] = defaultdict(list)
        self._numbers: dict[tuple[str, Span], int] = {}
        self._stop_reason = ""
        self.has_text = False
        self.model = ""
        self.usage: dict[str, int] = {}

    def read(self, raw: Any) -> Iterator[AnswerEvent]:
        """What one event of the stream means."""
        match raw.type:
            case "message_start":
                self.model = raw.message.model
                self._count(raw.message.usage)
            case "content_block_delta":
                yield from self._delta(raw.index, raw.delta)
            case "content_block_stop":
                yield from self._cite(self._pending.pop(raw.index, []))
            case "message_delta":
                self._stop_reason = raw.delta.stop_reason or self._stop_reason
                self._count(raw.usage)

    def closing_notices(self) -> Iterator[Notice]:
        """What the end of the stream has to tell."""
        if self._stop_reason in _ENDINGS:
            yield Notice(_ENDINGS[self._stop_reason])

    def _delta(self, index: int, delta: Any) -> Iterator[AnswerEvent]:
        if delta.type == "text_delta" and delta.text:
            self.has_text = True
            yield Text(printable(delta.text))
        elif delta.type == "citations_delta":
            self._pending[index].append(delta.citation)

    def _cite(self, citations: list[Any]) -> Iterator[AnswerEvent]:
        """Marks and citations of a block of text, each passage once."""
        seen: set[int] = set()
        for raw in citations:
            if getattr(raw, "type", "") != "search_result_location":
                continue
            citation, is_new = self._citation(raw)
            if citation.number in seen:
                continue
            seen.add(citation.number)
            yield Text(f" [{citation.number}]")
            if is_new:
                yield citation

    def _citation(self, raw: Any) -> tuple[Citation, bool]:
        """The checked citation, and whether its passage was not cited before."""
        place = self._place(raw)
        if place is None:
            return self._unknown(raw)
        item, first, last = place
        span = Span(item.passages[first].span.start, item.passages[last].span.end)
        document = item.text.document
        number, is_new = self._number(document.path, span)
        said = "".join(item.blocks[first : last + 1])
        # The service repeats what was sent; if so, the file itself is the quotation.
        quote = span.of(document.text) if raw.cited_text == said else raw.cited_text
        headings = item.passages[first].heading_path
        return cite(number, quote, span, headings, document), is_new

    def _place(self, raw: Any) -> tuple[Sendable, int, int] | None:
        """The document and its first and last passage, if they were sent."""
        first, last = raw.start_block_index, raw.end_block_index - 1
        if not 0 <= raw.search_result_index < len(self._sent):
            return None
        item = self._sent[raw.search_result_index]
        return (item, first, last) if 0 <= first <= last < len(item.blocks) else None

    def _unknown(self, raw: Any) -> tuple[Citation, bool]:
        number, is_new = self._number(str(raw.source), Span(0, len(self._numbers)))
        citation = Citation(
            number=number,
            path=str(raw.source),
            span=Span(0, 0),
            lines=Lines(1, 1),
            heading_path=(),
            quote=raw.cited_text,
            verdict=Verdict.NOT_SENT,
        )
        return citation, is_new

    def _number(self, path: str, span: Span) -> tuple[int, bool]:
        is_new = (path, span) not in self._numbers
        return self._numbers.setdefault((path, span), len(self._numbers) + 1), is_new

    def _count(self, usage: Any) -> None:
        for name in ("input_tokens", "output_tokens", "cache_read_input_tokens"):
            count = getattr(usage, name, None)
            if count is not None:
                self.usage[name] = count
