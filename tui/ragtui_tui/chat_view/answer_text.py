"""The text of an answer as it is streamed."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style

from ragtui_core import Citation
from ragtui_tui.markdown_view.blocks import Kind
from ragtui_tui.markdown_view.inline_content import CODE
from ragtui_tui.markdown_view.rendered_document import rendered
from ragtui_tui.markdown_view.row_widget import (
    PROSE_CELLS,
    RowHighlights,
    RowWidget,
    draw_row,
)
from ragtui_tui.markdown_view.rows import Row, rows_of_block
from ragtui_tui.verdict_badges import badge_of

WRITE_SECONDS = 0.1
"""Interval between writes, each of which may move everything below."""

_UNMARKED = RowHighlights()

_PROSE = Kind.TEXT, Kind.HEADING
"""What ends all before it, after an empty line and outside of lists and quotations."""


class AnswerText(RowWidget):
    """Streams Markdown: `feed` each piece, then `finish`."""

    margin = _UNMARKED.margin

    @dataclass
    class MarkChosen(Message):
        """A mark in the text was clicked."""

        number: int

    def __init__(self) -> None:
        super().__init__()
        self._citations: dict[int, Citation] = {}
        self._remarks: set[str] = set()
        self._text = ""
        self._pending = ""
        self._rows: list[Row] = []
        self._read = "", 0
        """The text and the width that the rows are made of."""
        self._last = 0, 0
        """The row and the line that the last paragraph or heading begins with."""

    def on_mount(self) -> None:
        """Write pending text at intervals."""
        self._timer = self.set_interval(WRITE_SECONDS, self.write)

    def feed(self, text: str) -> None:
        """Take a piece, which must be safe to show."""
        self._pending += text

    def cite(self, citation: Citation) -> None:
        """A citation is known; its mark may be on the screen already."""
        self._citations[citation.number] = citation
        self._draw_again()

    def remark(self, text: str) -> None:
        """Take words that ragtui adds, which must be safe to show."""
        self._remarks.add(text.strip())
        self.feed(text)

    def finish(self) -> None:
        """The stream is complete; its last line may define links of the first one."""
        self._timer.stop()
        self._draw_again()

    def write(self) -> None:
        """Show the pending text."""
        if self._pending:
            self._draw()

    def _draw_again(self) -> None:
        self._read, self._last = ("", 0), (0, 0)
        self._draw()

    def _draw(self) -> None:
        """Show all that is known; the screen is laid out if the height changes."""
        self._text += self._pending
        self._pending = ""
        changed = Region(0, self._last[0], *self.size)
        is_as_high = self.size.height == self._height(self.size.width)
        self.refresh(changed, layout=not is_as_high)

    # --- rows ---

    @property
    def row_count(self) -> int:
        """The number of rows of the answer."""
        return len(self._rows_of(self.size.width))

    def row_at(self, y: int) -> Row | None:
        """A row of the answer."""
        rows = self._rows_of(self.size.width)
        return rows[y] if 0 <= y < len(rows) else None

    def _rows_of(self, width: int) -> list[Row]:
        """All rows; where the text has grown, they are made of its end alone."""
        if self._read != (self._text, width):
            first, line = self._last if self._read[1] == width else (0, 0)
            self._read, self._last = (self._text, width), (first, line)
            wide_width = max(12, width - self.margin - 1)
            prose = min(wide_width, PROSE_CELLS)
            del self._rows[first:]
            text = _ESCAPED_MARK.sub("[\u200b", self._text)
            lines = text.strip("\n").split("\n")
            read = rendered(lines[line:], line + 1, transform=self._annotated)
            for number, block in enumerate(read.blocks):
                start = block.lines.first - 1
                is_within = block.indent or block.is_blank or lines[start - 1]
                if block.kind in _PROSE and not is_within:
                    self._last = len(self._rows), start
                self._rows += rows_of_block(number, block, prose, wide_width)
        return self._rows

    def _annotated(self, text: Content) -> Content:
        return annotate(text, self._citations, self._remarks)

    def _height(self, width: int) -> int:
        """A row is left below the answer."""
        rows = len(self._rows_of(width)) if width else 0
        return rows + 1 if rows else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """All rows: what is below depends on the height."""
        return self._height(width)

    def render_line(self, y: int) -> Strip:
        """Draw a row."""
        row, width = self.row_at(y), self.size.width
        if row is None:
            return Strip.blank(width, self.rich_style)
        content = draw_row(row, _UNMARKED, width)
        return self.strip_of(content, y, width).apply_offsets(0, y)

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw what is selected."""
        self.refresh()

    def on_click(self, event: Click) -> None:
        """Show a quotation; other links of an answer lead nowhere."""
        number = event.style.meta.get(NUMBER)
        if number is not None:
            event.stop()
            self.post_message(self.MarkChosen(number))


MARK = re.compile(r"\[(\d{1,3})\]")

_ESCAPED_MARK = re.compile(r"(?<!\\)\\\[(?=\d+\])")
"""The beginning of a number in brackets in the words of a file. It is drawn with a
space without width behind the bracket, so that it is not taken for a mark."""

NUMBER = "citation"
"""The name of a mark's number in the style's meta data, which a click reads."""

_BRACKET = re.compile(rf"{MARK.pattern}|\[[^\[\]\n]+\]")
"""A mark or perhaps a remark."""


def annotate(
    content: Content, citations: Mapping[int, Citation], remarks: Collection[str]
) -> Content:
    """The text with signs at marks of known citations, and remarks that stand out."""
    parts, end = [], 0
    for match in _BRACKET.finditer(content.plain):
        if _is_code(content, match.start()):
            continue
        if citation := citations.get(int(match[1] or 0)):
            shown = badge(citation)
        elif match[0] in remarks:
            shown = content[match.start() : match.end()].stylize("$text-warning")
        else:
            continue
        parts += [content[end : match.start()], shown]
        end = match.end()
    return Content("").join([*parts, content[end:]]) if parts else content


def badge(citation: Citation) -> Content:
    """`[1✓]`, which leads to the quotation."""
    verdict, style = badge_of(citation)
    number = citation.number
    text = Content.styled(f"[{number}{verdict[0]}]", f"bold {style}")
    return text.stylize(Style.from_meta({NUMBER: number}))


def _is_code(content: Content, offset: int) -> bool:
    return any(
        span.style == CODE and span.start <= offset < span.end for span in content.spans
    )
