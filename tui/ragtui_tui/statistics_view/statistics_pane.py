"""The statistics view: questions, latencies, and what answers quote."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, zip_longest
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from ragtui_core import Vault
from ragtui_core.history import BAR, Section, Statistics, is_empty, page_sections
from ragtui_tui import formatting
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.pane import Pane

RANGES: tuple[int | None, ...] = (7, 30, 90, None)
"""Days that count; None counts all."""

PADDING = 6
"""Cells beside the page: two on the left, three and a scroll bar on the right."""


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

    def __init__(self, vault: Vault, _: IndexingProgress) -> None:
        super().__init__(id="stats")
        self._vault = vault
        self._days: int | None = 30
        self._every_vault = False
        self._counts: Statistics | None = None

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
        only = None if self._every_vault else self._vault.root
        count = partial(self._vault.audit_log.statistics, only, days=self._days)
        self.load(count, self._show_counts, "count")

    def _show_counts(self, counts: Statistics) -> None:
        self._counts = counts
        self._draw()

    def on_resize(self, _: Resize) -> None:
        """Draw the bars again for another width."""
        self._draw()

    def _draw(self) -> None:
        if self._counts is None:
            return
        if is_empty(self._counts):
            drawn = empty(self._counts, logs=self._vault.settings.log.answers)
        else:
            drawn = page(self._counts, max(30, self.size.width - PADDING))
        self.query_one("#stats-page", Static).update(drawn)

    def action_range(self) -> None:
        """Let more days count, or again few."""
        self._days = RANGES[(RANGES.index(self._days) + 1) % len(RANGES)]
        self.action_read()

    def action_vaults(self) -> None:
        """Let all vaults count, or this one alone."""
        self._every_vault = not self._every_vault
        self.action_read()


TWO_COLUMNS, GAP = 110, 4
"""Width from which sections are in two columns, and the cells between these."""

SHOWN = 8
"""Items of each list; `ragtui stats --json` has all."""

BARS = re.compile(f"{BAR}+")

EMPTY = """\
Nothing is logged {here} yet.

Each question that you ask in the chat (F4), with `ragtui ask` or in an editor is \
noted in the audit log, on this machine alone: when, how long the answer took, which \
files it quotes and whether the quotations were found there. A day of questions is \
enough to see something here. Searches are noted once `log.searches` is on (F7).{off}"""

OFF = "\n\nThe log is turned off now: `log.answers` in the settings (F7) is false."


def empty(counts: Statistics, *, logs: bool) -> Content:
    """Why there is nothing to see, and what would change that."""
    here = "of this vault in this time" if counts["vault"] else "in this time"
    return Content(EMPTY.format(here=here, off="" if logs else OFF))


def page(counts: Statistics, width: int) -> Content:
    """All sections, at most `width` cells wide; in two columns if that is wide."""
    if width < TWO_COLUMNS:
        return Content("\n").join(_lines(_sections(counts, width)))
    column = (width - GAP) // 2
    sections = _sections(counts, column)
    split = _balanced([len(rows) + 1 for rows in sections])
    left, right = _lines(sections[:split]), _lines(sections[split:])
    return Content("\n").join(
        first.pad_right(column + GAP - first.cell_length) + second
        for first, second in zip_longest(left, right, fillvalue=Content(""))
    )


def _sections(counts: Statistics, width: int) -> list[list[Content]]:
    """The sections, each as rows of `width` cells.

    What is long goes on below: cut, names of files and models would be the same.
    """
    return [
        [*chain.from_iterable(_rows(section, width))]
        for section in page_sections(counts, width, max_items=SHOWN)
    ]


def _rows(section: Section, width: int) -> Iterator[Iterable[Content]]:
    heading = Content.styled(section.heading, "bold $text-primary")
    yield formatting.folded(heading, 0, width)
    for line in section.lines:
        head = Content(line.head).highlight_regex(BARS, style="$text-accent")
        yield formatting.folded(head + line.label, len(line.head), width)


def _balanced(heights: Sequence[int]) -> int:
    """The number of sections in the left column of two that are equally high."""
    total = sum(heights)
    sums = [*accumulate(heights, initial=0)]
    return min(range(len(sums)), key=lambda at: (abs(total - 2 * sums[at]), at))


def _lines(sections: Iterable[list[Content]]) -> Iterator[Content]:
    for rows in sections:
        yield from rows
        yield Content("")
