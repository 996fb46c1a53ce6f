"""A scrolling view of a rendered page, with its passage in view."""

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget

from ragtui_tui.passage import Page
from ragtui_tui.widgets.background import Background
from ragtui_tui.widgets.marked_markdown import MarkedMarkdown


class DocumentView(VerticalScroll, Background):
    """Shows one page at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Down a line", show=False),
        Binding("k", "scroll_up", "Up a line", show=False),
        Binding("space,f", "page_down", "Down a page", show=False),
        Binding("b", "page_up", "Up a page", show=False),
        Binding("g", "scroll_home", "To the top", show=False),
        Binding("G", "scroll_end", "To the end", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield MarkedMarkdown()

    _page: Page | None = None
    _target: Widget | None = None

    def show_page(self, page: Page) -> None:
        """Render a page; a later one replaces one that is still being rendered."""
        if page == self._page:
            return
        self._page = page
        self.in_loop(partial(self._render_page, page), "page")

    def clear(self) -> None:
        """Show nothing."""
        self._page = None
        self.in_loop(self._clear, "page")

    async def _clear(self) -> None:
        await self.query_one(MarkedMarkdown).update("")

    async def _render_page(self, page: Page) -> None:
        markdown = self.query_one(MarkedMarkdown)
        await markdown.update(page.text)
        markdown.hide_title(page.fields.title)
        self._target = markdown.mark(page)
        if self._target is None:
            self.scroll_home(animate=False)
        else:
            self.call_after_refresh(self._bring_into_view)

    def watch_virtual_size(self) -> None:
        """The page was laid out: its passage may have a place now."""
        self.call_after_refresh(self._bring_into_view)

    def _bring_into_view(self) -> None:
        """Scroll, once, so that a third of the view is left above the passage."""
        target = self._target
        if target is not None and target.region.size:
            self._target = None
            below_top = target.region.y - self.region.y + self.scroll_offset.y
            self.scroll_to(y=max(0, below_top - self.size.height // 3), animate=False)
