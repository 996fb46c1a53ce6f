"""The passage behind a mark of an answer: beside it, or below on a small screen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ragtui_core import (
    Citation,
    Document,
    Lines,
    RagtuiError,
    Span,
    Vault,
    Verdict,
)
from ragtui_core.documents import without_escapes
from ragtui_core.text import LineIndex, line_count, span_of_lines
from ragtui_tui import formatting
from ragtui_tui.chat_view.passage_list import Row
from ragtui_tui.formatting import MUTED
from ragtui_tui.markdown_view.blocks import TextBlock
from ragtui_tui.markdown_view.rendered_document import rendered
from ragtui_tui.markdown_view.row_widget import PROSE_CELLS, RowHighlights, draw_row
from ragtui_tui.markdown_view.rows import rows_of_block
from ragtui_tui.messages import OpenPassage
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.verdict_badges import badge_of

BEFORE, AFTER = 400, 4_000
"""Characters of the file that are shown around the passage."""

_BORDER = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+>#]|\d+[.)]\s))|\|")
"""Between two blocks of a text, or two cells of a table."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a file around a passage, to be rendered as the reader does."""

    lines: Sequence[str]
    """Safe to show."""
    first: int
    """The line of the file that the first one is."""
    passage: Lines
    """What is marked."""
    words: Sequence[re.Pattern[str]] = ()
    """Find the words of a quotation in the passage, block by block."""
    style: str = ""
    """The style of these words."""

    def drawn(self, width: int) -> tuple[list[Content], int]:
        """The rows of the screen, and the number of the first one of the passage.

        The passage's rows are marked at the left; the number is 0 if there are none.
        """
        marks = RowHighlights(passage=self.passage)
        available = max(12, width - marks.margin)
        prose = min(available, PROSE_CELLS)
        rows = [
            row
            for number, block in enumerate(rendered(self.lines, self.first).blocks)
            for row in rows_of_block(number, self._highlighted(block), prose, available)
        ]
        inside = (
            at for at, row in enumerate(rows) if _overlap(row.lines, self.passage)
        )
        return [draw_row(row, marks, width) for row in rows], next(inside, 0)

    def _highlighted(self, block: TextBlock) -> TextBlock:
        if not _overlap(block.lines, self.passage):
            return block
        cells = tuple(self._with_words(cell) for cell in block.cells)
        return replace(block, cells=cells)

    def _with_words(self, cell: Content) -> Content:
        for words in self.words:
            for match in words.finditer(cell.plain):
                cell = cell.stylize(self.style, *match.span())
        return cell


def _overlap(one: Lines, other: Lines) -> bool:
    return one.first <= other.last and one.last >= other.first


@dataclass(frozen=True, slots=True)
class Quotation:
    """What to show of a row, and where it leads by now."""

    row: Row
    head: Content
    """What is said about it."""
    excerpt: Excerpt | None
    """None if there is no file to show."""

    def drawn(self, width: int) -> tuple[Content, int]:
        """All of it, for so many cells, and the number of the passage's first row."""
        rows, first = self.excerpt.drawn(width) if self.excerpt else ([], 0)
        head = len(self.head.wrap(width))
        return Content("\n").join([self.head, *rows]), head + first


def quotation_of(vault: Vault, row: Row) -> Quotation:
    """Read the file as it is now, and compare the quotation with it; blocks."""
    try:
        if row.citation is None:
            head = [_location(row), Content("")]
            return Quotation(row, _lines(head), _source(vault, row))
        return _cited(vault, row, row.citation)
    except RagtuiError as error:
        said = _muted(formatting.one_line(str(error)))
        return Quotation(row, _lines([_location(row), Content(""), said]), None)


def _cited(vault: Vault, row: Row, cited: Citation) -> Quotation:
    citation = _compared(vault, cited)
    if row.passage:
        row = replace(row, passage=replace(row.passage, lines=citation.lines))
    badge = badge_of(citation)
    head = Content.assemble(
        (f"[{citation.number}] ", "bold $text-accent"),
        (f"{badge.sign} {badge.words}", f"bold {badge.style}"),
    )
    parts = [head, _location(row), Content("")]
    if not citation.verdict.verified:
        parts += [_muted("The answer quotes:"), _quoted(citation.quote), Content("")]
    try:
        excerpt = _around(vault, citation)
    except RagtuiError as error:
        return Quotation(row, _lines([*parts, _muted(str(error))]), None)
    if excerpt and not citation.verdict.verified:
        parts.append(_muted("The file has:"))
    return Quotation(row, _lines(parts), excerpt)


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


def _around(vault: Vault, citation: Citation) -> Excerpt | None:
    """The file's own text around the quotation; None if there is nothing quoted."""
    span = citation.span
    if not len(span):
        return None
    document = vault.documents.read(citation.path)
    start = document.text.rfind("\n", 0, max(0, span.start - BEFORE)) + 1
    if document.front_matter and document.front_matter.end <= span.start:
        start = max(start, document.front_matter.end)
    style = f"on {badge_of(citation).style.replace('text-', '')} 25%"
    found = _excerpt(document, start, span, citation.lines)
    words = map(_pattern, _BORDER.split(span.of(document.text)))
    return replace(found, words=[word for word in words if word], style=style)


def _pattern(text: str) -> re.Pattern[str] | None:
    """Finds the words of a text however it is marked up; None if it has none."""
    words = map(re.escape, _WORD.findall(formatting.without_markup(text)))
    pattern = r"[\W_]+".join(words)
    return re.compile(rf"(?<!\w){pattern}(?!\w)\W?") if pattern else None


def _source(vault: Vault, row: Row) -> Excerpt:
    """A source's passage, and what follows it."""
    document = vault.documents.read(row.path)
    whole = Lines(1, max(1, line_count(document.text)))
    where = row.passage.lines if row.passage else whole
    span = span_of_lines(where, document.text)
    return _excerpt(document, span.start, span, where)


def _excerpt(document: Document, start: int, span: Span, passage: Lines) -> Excerpt:
    """A document from `start` to some text after a span."""
    shown = document.text[start : span.end + AFTER]
    first = LineIndex(document.text).line(start)
    return Excerpt(formatting.safe_lines(shown), first, passage)


def _quoted(quote: str) -> Content:
    lines = formatting.safe_lines(without_escapes(quote))
    return Content.styled("\n".join(lines), "italic")


def _muted(text: str) -> Content:
    return Content.styled(formatting.one_line(text), MUTED)


class QuotationView(VerticalScroll, BackgroundWork):
    """Shows one passage at a time, as its file has it now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,o", "open_passage", "Open the passage"),
        Binding("j", "scroll_down", "Down a line", show=False),
        Binding("k", "scroll_up", "Up a line", show=False),
    ]

    def __init__(self, vault: Vault) -> None:
        super().__init__(id="quotation")
        self._vault = vault
        self.row: Row | None = None
        self._quotation: Quotation | None = None
        self._drawn_width = self._passage_row = 0

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
        self.border_title = _title(row)
        self.row = row
        self.load(partial(quotation_of, self._vault, row), self._show_read, "quotation")

    def _show_read(self, quotation: Quotation) -> None:
        self.row = quotation.row
        self._quotation = quotation
        # Before the view is laid out there is no width; its size then draws it.
        self._drawn_width = 0
        self._draw()

    def on_resize(self) -> None:
        """Break the rows again for another width; the passage may be out of view."""
        if self._width != self._drawn_width:
            self._draw()
        else:
            self._bring_into_view()

    def _draw(self) -> None:
        if self._quotation and (width := self._width):
            self._drawn_width = width
            content, self._passage_row = self._quotation.drawn(width)
            self.query_one(Static).update(content)
            self.call_after_refresh(self._bring_into_view)

    @property
    def _width(self) -> int:
        """Cells of a row; one more is between the text and the scroll bar."""
        return max(0, self.scrollable_content_region.width - 1)

    def _bring_into_view(self) -> None:
        """Begin at the top, unless the passage would then be below the end."""
        height, row = self.size.height, self._passage_row
        if self._quotation and height and self._width:
            is_below = row > height - 2
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
