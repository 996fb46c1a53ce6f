"""The text of an answer as it is streamed."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style

from ragtui_core import Citation
from ragtui_tui.markdown_view.blocks import TextBlock
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
        self._drawn_width = 0
        """The width of the rows; 0 if they have to be made."""

    def on_mount(self) -> None:
        """Write pending text at intervals."""
        self._timer = self.set_interval(WRITE_SECONDS, self.write)

    def feed(self, text: str) -> None:
        """Take a piece, which must be safe to show."""
        self._pending += text

    def cite(self, citation: Citation) -> None:
        """A citation is known; its mark may be on the screen already."""
        self._citations[citation.number] = citation
        self._draw()

    def remark(self, text: str) -> None:
        """Take words that ragtui adds, which must be safe to show."""
        self._remarks.add(text.strip())
        self.feed(text)

    def finish(self) -> None:
        """The stream is complete."""
        self._timer.stop()
        self.write()

    def write(self) -> None:
        """Show the pending text."""
        if self._pending:
            self._draw()

    def _draw(self) -> None:
        """Show all that is known; the screen is laid out if the height changes."""
        self._text += self._pending
        self._pending = ""
        self._drawn_width = 0
        is_as_high = self.size.height == self._height(self.size.width)
        self.refresh(layout=not is_as_high)

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
        """All rows, read from the text as it is now (10 ms for 2,000 words)."""
        if self._drawn_width != width:
            wide_width = max(12, width - self.margin - 1)
            prose = min(wide_width, PROSE_CELLS)
            self._rows = [
                row
                for number, block in enumerate(self._blocks())
                for row in rows_of_block(number, block, prose, wide_width)
            ]
            self._drawn_width = width
        return self._rows

    def _blocks(self) -> Sequence[TextBlock]:
        text = _ESCAPED_MARK.sub("[\u200b", self._text)
        lines = text.strip("\n").split("\n")
        return rendered(lines, 1, transform=self._annotated).blocks if lines[0] else ()

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
"""The begin of a number in brackets in the words of a file. What is no mark once it is
drawn has a space without width behind the bracket."""

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
