"""What stands above a document: title, place and front matter, in a few lines."""

from textual.content import Content
from textual.widgets import Static

from ragtui_tui import wording
from ragtui_tui.passage import Page


class DocumentHeading(Static):
    """The heading of the page that is shown."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(markup=False)

    def show_page(self, page: Page) -> None:
        """Tell of a page."""
        self._say(Content("\n").join(_parts(page)))

    def clear(self, words: str = "") -> None:
        """Tell of no page."""
        self._say(Content(words))

    def _say(self, content: Content) -> None:
        height = content.get_height({}, max(1, self.size.width))
        self.update(content, layout=height != self.size.height)


def _parts(page: Page) -> list[Content]:
    title = Content.styled(wording.line(page.fields.title), "bold $foreground")
    parts = [title, _place(page)]
    if facts := wording.facts(page.fields):
        parts.append(Content.styled(" · ".join(facts), "$foreground 60%"))
    if page.fields.summary:
        parts.append(
            Content.styled(wording.line(page.fields.summary), "italic $foreground 85%")
        )
    return parts


def _place(page: Page) -> Content:
    passage = page.passage
    if passage is None:
        return Content.styled(wording.place(page.path), "$text-accent")
    where = f"{wording.place(page.path)}:{passage.lines.first}-{passage.lines.last}"
    path = wording.headings(passage.heading_path, page.fields.title)
    return Content.assemble(
        (where, "$text-accent"), ("  " + path if path else "", "$foreground 60%")
    )
