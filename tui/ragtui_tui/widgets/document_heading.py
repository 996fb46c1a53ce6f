"""The heading of a document: title, path and front matter, in a few lines."""

from textual.content import Content
from textual.widgets import Static

from ragtui_tui import formatting
from ragtui_tui.document_page import Page, best_line
from ragtui_tui.formatting import MUTED

FACT_LINES = 2
"""About what the fields may take of the screen; the raw view has all of them."""

NAME_CELLS, VALUE_CELLS = 24, 48
"""What such a field may take of a line; the raw view has it in full."""

PADDING = 4
"""Cells beside the lines: two on each side, as in reader.tcss."""


class DocumentHeading(Static):
    """The heading of the page that is shown."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._page: Page | None = None

    def show_page(self, page: Page) -> None:
        """Show the heading of a page, and where its passage is."""
        self._page = page
        width = self.size.width or self.app.size.width - PADDING
        self._say(Content("\n").join(_parts(page, width)))

    def clear(self, words: str = "") -> None:
        """Show no heading, but perhaps a message."""
        self._page = None
        self._say(Content(words))

    def on_resize(self) -> None:
        """Have as much in a line as fits."""
        if self._page and self._page.further:
            self.show_page(self._page)

    def _say(self, content: Content) -> None:
        height = content.get_height({}, max(1, self.size.width))
        self.update(content, layout=height != self.size.height)


def _parts(page: Page, width: int) -> list[Content]:
    title = Content.styled(formatting.one_line(page.fields.title), "bold $foreground")
    known = Content.styled(" · ".join(formatting.field_summary(page.fields)), MUTED)
    fields = [known, *(_field(*field) for field in page.further)]
    facts = Content.styled(" · ", MUTED).join(field for field in fields if field)
    lines = facts.truncate(FACT_LINES * width, ellipsis=True).wrap(width)
    summary = Content.styled(
        formatting.one_line(page.fields.summary), "italic $foreground 85%"
    )
    parts = (title, _location(page), *lines, summary)
    return [part for part in parts if part]


def _location(page: Page) -> Content:
    passage = page.passage
    if passage is None:
        return Content.styled(formatting.location(page.path), "$text-accent")
    line = best_line(page)
    if found := page.location_at(line):
        where = formatting.location(page.path, named=found)
        if pictured := page.pictured_at(line):
            where = f"{where}, {pictured}"
    else:
        lines = page.cited or passage.lines
        where = f"{formatting.location(page.path)}:{lines.numbers}"
    path = formatting.heading_path(passage.heading_path, page.fields.title)
    return Content.assemble(
        (where, "$text-accent"), ("  " + path if path else "", MUTED)
    )


def _field(name: str, value: str) -> Content:
    parts = Content(formatting.one_line(name)).truncate(NAME_CELLS, ellipsis=True)
    text = Content(formatting.one_line(value)).truncate(VALUE_CELLS, ellipsis=True)
    return (parts + ": ").stylize(MUTED) + text.stylize("$foreground 85%")
