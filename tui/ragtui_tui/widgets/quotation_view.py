"""The passage behind a mark of an answer: beside it, or below on a small screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from ragtui_core.vault import Vault
from ragtui_tui.messages.open_passage import OpenPassage
from ragtui_tui.quotation import Quotation, quotation_of
from ragtui_tui.widgets.background import Background
from ragtui_tui.widgets.passage_list import Row


class QuotationView(VerticalScroll, Background):
    """Shows one passage at a time, as its file has it now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,o", "open_passage", "Open the passage"),
        Binding("j", "scroll_down", "Down a line", show=False),
        Binding("k", "scroll_up", "Up a line", show=False),
    ]

    class Read(Message, bubble=False):
        """A thread has read the file."""

        def __init__(self, quotation: Quotation) -> None:
            """Take what to show."""
            super().__init__()
            self.quotation = quotation
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
        """The passage may have moved out of view, or there is room only now."""
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
