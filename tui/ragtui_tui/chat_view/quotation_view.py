"""The passage behind a mark of an answer: beside it, or below on a small screen."""

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from ragtui_core import (
    BlockKind,
    Citation,
    Document,
    Lines,
    RagtuiError,
    Span,
    Vault,
    Verdict,
)
from ragtui_core.documents import without_escapes
from ragtui_tui import formatting
from ragtui_tui.chat_view.passage_list import Row
from ragtui_tui.formatting import MUTED
from ragtui_tui.messages import OpenPassage
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.verdict_badges import badge_of

BEFORE, AFTER = 400, 4_000
"""Characters of the file that are shown around the passage."""

_BREAK = re.compile(r"\r?\n(?=[^\s>])")
"""The end of a line within a paragraph, unless it is a quotation's."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """What to show of a row, and where it leads by now."""

    row: Row
    text: Content
    above: int = 0
    """Characters of `text` before the passage."""


def quotation_of(vault: Vault, row: Row) -> Quotation:
    """Read the file as it is now, and compare the quotation with it; blocks."""
    if row.citation is None:
        return Quotation(row, Content("\n").join([_place(row), *_source(vault, row)]))
    citation = _compared(vault, row.citation)
    if row.passage:
        row = replace(row, passage=replace(row.passage, lines=citation.lines))
    badge = badge_of(citation.verdict)
    head = Content.assemble(
        (f"[{citation.number}] ", "bold $text-accent"),
        (f"{badge.sign} {badge.words}", f"bold {badge.style}"),
    )
    parts = [head, _place(row), Content("")]
    if not citation.verdict.verified:
        parts += [_said("The answer quotes:"), _quoted(citation.quote), Content("")]
    before, passage, after = _around(vault, citation)
    above = Content("\n").join([*parts, before])
    return Quotation(row, above + passage + after, len(above))


def _compared(vault: Vault, citation: Citation) -> Citation:
    if citation.verdict is Verdict.NOT_SENT:
        return citation
    # Spares the first paint 20 ms.
    from ragtui_core.citations import compare_with_file

    return compare_with_file(citation, vault.documents.read)


def _place(row: Row) -> Content:
    lines = row.passage.lines if row.passage else None
    where = row.passage.heading_path if row.passage else ()
    parts = [(formatting.location(row.path, lines), "$text-accent")]
    if where:
        parts.append((f"  {formatting.heading_path(where, '')}", MUTED))
    return Content.assemble(*parts)


def _around(vault: Vault, citation: Citation) -> tuple[Content, Content, Content]:
    """The file's own text before the quotation, the quotation, and what follows."""
    nothing = Content("")
    if not len(citation.span):
        return nothing, nothing, nothing
    try:
        document = vault.documents.read(citation.path)
    except RagtuiError as error:
        return _said(formatting.one_line(str(error))), nothing, nothing
    span = citation.span
    start = document.text.rfind("\n", 0, max(0, span.start - BEFORE)) + 1
    if document.front_matter and document.front_matter.end <= span.start:
        start = max(start, document.front_matter.end)
    before, passage, after = _flowing(document, start, span)
    style = f"on {badge_of(citation.verdict).style.replace('text-', '')} 25%"
    shown = "" if citation.verdict.verified else "The file has:\n"
    return (
        Content.styled(shown + _safe(before.lstrip()), MUTED),
        Content.styled(_safe(passage), style),
        Content.styled(_safe(after), MUTED),
    )


def _source(vault: Vault, row: Row) -> list[Content]:
    """A source's passage, and what follows it."""
    try:
        document = vault.documents.read(row.path)
    except RagtuiError as error:
        return [Content(""), _said(formatting.one_line(str(error)))]
    lines = document.text.splitlines(keepends=True)
    where = row.passage.lines if row.passage else Lines(1, len(lines))
    start = sum(map(len, lines[: where.first - 1]))
    end = start + sum(map(len, lines[where.first - 1 : where.last]))
    _, passage, after = _flowing(document, start, Span(start, end))
    return [Content(""), Content(_safe(passage)), Content.styled(_safe(after), MUTED)]


def _flowing(document: Document, start: int, span: Span) -> tuple[str, str, str]:
    """A text from `start`, the span, and what follows; each paragraph is one line."""
    window = Span(start, min(span.end + AFTER, len(document.text)))
    shown = window.of(document.text)
    for section in document.sections:
        for block in section.blocks:
            a = max(block.span.start, window.start) - start
            b = min(block.span.end, window.end) - start
            if block.kind is BlockKind.PARAGRAPH and a < b:
                flowing = _BREAK.sub(lambda found: " " * len(found[0]), shown[a:b])
                shown = shown[:a] + flowing + shown[b:]
    first, last = span.start - start, span.end - start
    return shown[:first], shown[first:last], shown[last:]


def _quoted(quote: str) -> Content:
    lines = formatting.safe_lines(without_escapes(quote))
    return Content.styled("\n".join(lines), "italic")


_said = partial(Content.styled, style=MUTED)


def _safe(text: str) -> str:
    return "\n".join(formatting.safe_lines(text))


class QuotationView(VerticalScroll, BackgroundWork):
    """Shows one passage at a time, as its file has it now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,o", "open_passage", "Open the passage"),
        Binding("j", "scroll_down", "Down a line", show=False),
        Binding("k", "scroll_up", "Up a line", show=False),
    ]

    @dataclass
    class Read(Message, bubble=False):
        """A thread has read the file."""

        quotation: Quotation
        """Safe to show."""

    def __init__(self, vault: Vault) -> None:
        """Read from `vault`."""
        super().__init__(id="quotation")
        self._vault = vault
        self.row: Row | None = None
        """What is shown."""
        self._quotation: Quotation | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static(markup=False)

    def on_mount(self) -> None:
        """Start closed."""
        self.display = False
        self.border_title = "Quotation"
        self.on_blur()

    def on_focus(self) -> None:
        """Enter opens the passage now."""
        self.border_subtitle = "Enter opens · Esc closes"

    def on_blur(self) -> None:
        """Keys go elsewhere."""
        self.border_subtitle = "F8 next · Esc closes"

    def show(self, row: Row) -> None:
        """Open, and show a row's passage."""
        self.display = True
        self.border_title = "Quotation" if row.citation else "Source"
        self.row = row
        self.in_thread(lambda: self._read(row), "quotation")

    def _read(self, row: Row) -> None:
        worker = get_current_worker()
        quotation = quotation_of(self._vault, row)
        if not worker.is_cancelled:
            self.post_message(self.Read(quotation))

    def on_quotation_view_read(self, event: Read) -> None:
        """Show what was read."""
        self.row = event.quotation.row
        self._quotation = event.quotation
        self.query_one(Static).update(event.quotation.text)
        self.call_after_refresh(self._bring_into_view)

    def on_resize(self) -> None:
        """The passage may have moved out of view, or may only fit now."""
        self._bring_into_view()

    def _bring_into_view(self) -> None:
        """Begin at the top, unless the passage would then be below the end."""
        height, width = self.size.height, self.query_one(Static).size.width
        if self._quotation and height and width:
            above = self._quotation.text[: self._quotation.above].wrap(width)
            row = len(above) - 1
            is_below = row > height - 3
            self.scroll_to(y=row - height // 3 if is_below else 0, animate=False)

    def close(self) -> None:
        """Show nothing."""
        self.display = False
        self.row = self._quotation = None

    def on_click(self) -> None:
        """Lead to the passage in its document."""
        self.action_open_passage()

    def action_open_passage(self) -> None:
        """Open the passage in the reader."""
        if self.row:
            self.post_message(OpenPassage(self.row.path, self.row.passage))
