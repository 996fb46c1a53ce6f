"""The statistics view: questions, latencies, and what answers quote."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.widgets import Static

from ragtui_core import RagtuiError, Vault
from ragtui_tui import formatting
from ragtui_tui.messages import GoBack
from ragtui_tui.pane import Pane

if TYPE_CHECKING:
    from ragtui_core.history import Statistics


RANGES: tuple[int | None, ...] = (7, 30, 90, None)
"""Days that count; None counts all."""

PADDING = 5
"""Cells beside the page: two on the left, two and a scroll bar on the right."""


class StatisticsPage(VerticalScroll):
    """The page itself, which scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Down a line", show=False),
        Binding("k", "scroll_up", "Up a line", show=False),
        Binding("space,f", "page_down", "Down a page", show=False),
        Binding("b", "page_up", "Up a page", show=False),
        Binding("g", "scroll_home", "To the top", show=False),
        Binding("G", "scroll_end", "To the end", show=False),
    ]


class StatisticsPane(Pane):
    """Shows a summary of the audit log."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "range", "Days"),
        Binding("v", "vaults", "Vaults"),
        Binding("r", "read", "Refresh"),
        Binding("escape", "leave", "Back"),
    ]

    @dataclass
    class Counted(Message, bubble=False):
        """The log was counted."""

        found: "Statistics"

    def __init__(self, vault: Vault) -> None:
        """Summarise the log that `vault` writes to."""
        super().__init__(id="stats")
        self._vault = vault
        self._days: int | None = 30
        self._every_vault = False
        self._found: Statistics | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static(id="stats-range", markup=False)
        with StatisticsPage(can_focus=True):
            yield Static("counting …", id="stats-page", markup=False)

    def take_focus(self) -> None:
        """Focus the page, and count again."""
        self.query_one(StatisticsPage).focus()
        self.action_read()

    def remember(self) -> dict[str, Any]:
        """What counts."""
        return {"days": self._days, "every_vault": self._every_vault}

    def restore(self, state: dict[str, Any]) -> None:
        """Let the same count again."""
        days = state.get("days", self._days)
        self._days = days if days in RANGES else self._days
        self._every_vault = state.get("every_vault") is True

    def action_read(self) -> None:
        """Count the log as it is now."""
        span = f"the last {self._days} days" if self._days else "all days"
        whose = "all vaults" if self._every_vault else "this vault"
        self.query_one("#stats-range", Static).update(
            Content.styled(f"{span} · {whose}", "bold")
        )
        self.in_thread(partial(self._count, self._days, self._every_vault), "count")

    def _count(self, days: int | None, every_vault: bool) -> None:
        try:
            only = None if every_vault else self._vault.root
            found = self._vault.audit_log.statistics(only, days=days)
        except RagtuiError as error:
            reason = formatting.one_line(str(error))
            self.app.call_from_thread(
                self.notify, reason, severity="error", markup=False
            )
        else:
            self.post_message(self.Counted(found))

    @on(Counted)
    def _show_counted(self, message: Counted) -> None:
        self._found = message.found
        self._draw()

    def on_resize(self, _: Resize) -> None:
        """Draw the bars again for another width."""
        self._draw()

    def _draw(self) -> None:
        if self._found is None:
            return
        from ragtui_tui.statistics_view.statistics_charts import empty, page

        if self._found.is_empty:
            drawn = empty(self._found, logs=self._vault.settings.log.answers)
        else:
            width = max(30, self.size.width - PADDING)
            parts = []
            for head, body in page(self._found, width):
                parts += [Content.styled(head, "bold $text-primary"), body, Content("")]
            drawn = Content("\n").join(parts)
        self.query_one("#stats-page", Static).update(drawn)

    def action_range(self) -> None:
        """Let more days count, or again few."""
        self._days = RANGES[(RANGES.index(self._days) + 1) % len(RANGES)]
        self.action_read()

    def action_vaults(self) -> None:
        """Let all vaults count, or this one alone."""
        self._every_vault = not self._every_vault
        self.action_read()

    def action_leave(self) -> None:
        """Go back."""
        self.post_message(GoBack())
