"""The passage behind a mark of an answer: beside it, or below on a small screen."""

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ragtui_core import Citation, RagtuiError, Vault, Verdict
from ragtui_core.documents import without_escapes
from ragtui_tui import formatting
from ragtui_tui.chat_view.passage_list import Row
from ragtui_tui.document_page import Page
from ragtui_tui.formatting import MUTED
from ragtui_tui.messages import OpenPassage
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.reader_view.document_loader import DocumentLoader
from ragtui_tui.reader_view.document_view import DocumentView
from ragtui_tui.reader_view.reader_navigation import HistoryEntry
from ragtui_tui.verdict_badges import badge_of

_BORDER = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+>#]|\d+[.)]\s))|\|")
"""Between two blocks of a text, or two cells of a table."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Quotation:
    """What to show of a row, and where it leads by now."""

    row: Row
    head: Content
    page: Page | None = None
    """The file with the passage marked; None if there is nothing to show of it."""
    words: re.Pattern[str] | None = None
    """Finds the words of the quotation in the file, block by block."""


def quotation_of(vault: Vault, row: Row) -> Quotation:
    """Read the file as it is now, and compare the quotation with it; blocks."""
    try:
        if row.citation is None:
            return Quotation(row, _lines([_location(row)]), _page(vault, row))
        return _cited(vault, row, row.citation)
    except RagtuiError as error:
        said = _muted(formatting.one_line(str(error)))
        return Quotation(row, _lines([_location(row), Content(""), said]))


def _page(vault: Vault, row: Row) -> Page:
    entry = HistoryEntry(row.path, row.passage)
    return DocumentLoader(vault).load(entry, raw=False).page


def _cited(vault: Vault, row: Row, cited: Citation) -> Quotation:
    citation = _compared(vault, cited)
    if row.passage:
        row = replace(row, passage=replace(row.passage, lines=citation.lines))
    words, style = badge_of(citation)
    head = Content.assemble(
        (f"[{citation.number}] ", "bold $text-accent"),
        (words, f"bold {style}"),
    )
    parts = [head, _location(row)]
    if not citation.verdict.verified:
        parts += [_muted("The answer quotes:"), _quoted(citation.quote)]
    if not len(citation.span):
        return Quotation(row, _lines(parts))
    try:
        page = _page(vault, row)
    except RagtuiError as error:
        return Quotation(row, _lines([*parts, _muted(str(error))]))
    if not citation.verdict.verified:
        parts.append(_muted("The file has:"))
    quoted = citation.span.of(vault.documents.text(row.path))
    return Quotation(row, _lines(parts), page, _pattern(quoted))


_lines = Content("\n").join


def _compared(vault: Vault, citation: Citation) -> Citation:
    if citation.verdict is Verdict.NOT_SENT:
        return citation
    # Spares the first paint 20 ms.
    from ragtui_core.citations import compare_with_file

    return compare_with_file(citation, vault.documents.read)


def _title(row: Row) -> str:
    if row.citation is None:
        return "Source"
    return "Quotation" if row.citation.quoted else "Passage"


def _location(row: Row) -> Content:
    lines = row.passage.lines if row.passage else None
    where = row.passage.heading_path if row.passage else ()
    parts = [(formatting.location(row.path, lines), "$text-accent")]
    if where:
        parts.append((f"  {formatting.heading_path(where, '')}", MUTED))
    return Content.assemble(*parts)


def _pattern(text: str) -> re.Pattern[str] | None:
    """Finds the words of each block of a text however they are marked up."""
    blocks = (
        map(re.escape, _WORD.findall(formatting.without_markup(part)))
        for part in _BORDER.split(text)
    )
    parts = [part for part in map(r"[\W_]+".join, blocks) if part]
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)\W?") if parts else None


def _quoted(quote: str) -> Content:
    lines = formatting.safe_lines(without_escapes(quote))
    return Content.styled("\n".join(lines), "italic")


def _muted(text: str) -> Content:
    return Content.styled(formatting.one_line(text), MUTED)


class QuotationView(Vertical, BackgroundWork, can_focus=True):
    """Shows one passage at a time, as its file has it now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,o", "open_passage", "Open the passage"),
        Binding("down,j", "line(1)", "Down a line", show=False),
        Binding("up,k", "line(-1)", "Up a line", show=False),
        Binding("pagedown", "page(1)", "A page down", show=False),
        Binding("pageup", "page(-1)", "A page up", show=False),
    ]

    def __init__(self, vault: Vault) -> None:
        super().__init__(id="quotation")
        self._vault = vault
        self.row: Row | None = None
        self.view = DocumentView()
        self.view.can_focus = False

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static(markup=False)
        yield self.view

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
        self.border_title = _title(row)
        self.row = row
        self.load(partial(quotation_of, self._vault, row), self._show_read, "quotation")

    def _show_read(self, quotation: Quotation) -> None:
        self.row = quotation.row
        self.query_one(Static).update(quotation.head)
        if page := quotation.page:
            self.view.show_page(page, raw=page.is_long)
            self.view.mark(quotation.words)
        else:
            self.view.clear()

    def close(self) -> None:
        """Show nothing."""
        self.display = False
        self.row = None

    def on_click(self) -> None:
        """Lead to the passage in its document."""
        self.action_open_passage()

    def action_line(self, lines: int) -> None:
        """Scroll the text by lines."""
        self.view.action_line(lines)

    def action_page(self, pages: float) -> None:
        """Scroll the text by pages."""
        self.view.action_page(pages)

    def action_open_passage(self) -> None:
        """Open the passage in the reader."""
        if self.row:
            self.post_message(OpenPassage(self.row.path, self.row.passage))
