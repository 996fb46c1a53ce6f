"""The statistics view: questions, latencies, and what answers quote."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, zip_longest
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.widgets import Static

from ragtui_core import RagtuiError, Vault
from ragtui_core.history import (
    Figure,
    Statistics,
    StatisticsView,
    day_plot,
    latency_figures,
    latency_text,
)
from ragtui_tui import formatting
from ragtui_tui.messages import GoBack
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

    @dataclass
    class Counted(Message, bubble=False):
        """The log was counted."""

        found: Statistics

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
        if self._found.is_empty:
            drawn = empty(self._found, logs=self._vault.settings.log.answers)
        else:
            drawn = page(self._found, max(30, self.size.width - PADDING))
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


TWO_COLUMNS, GAP = 110, 4
"""Width from which sections are in two columns, and the cells between these."""

SHOWN = 8
"""Items of each list; `ragtui stats --json` has all."""

EMPTY = """\
Nothing is logged {here} yet.

Each question that you ask in the chat (F4), with `ragtui ask` or in an editor is \
noted in the audit log, on this machine alone: when, how long the answer took, which \
files it quotes and whether the quotations were found there. A day of questions is \
enough to see something here. Searches are noted once `log.searches` is on (F7).{off}"""

OFF = "\n\nThe log is turned off now: `log.answers` in the settings (F7) is false."


def empty(found: Statistics, *, logs: bool) -> Content:
    """Why there is nothing to see, and what would change that."""
    here = "of this vault in this time" if found.vault else "in this time"
    return Content(EMPTY.format(here=here, off="" if logs else OFF))


def page(found: Statistics, width: int) -> Content:
    """All sections, at most `width` cells wide; in two columns if that is wide."""
    if width < TWO_COLUMNS:
        return Content("\n").join(_lines(_sections(found, width)))
    column = (width - GAP) // 2
    sections = [*_sections(found, column)]
    split = _balanced([len([*_lines([each])]) for each in sections])
    left, right = [*_lines(sections[:split])], [*_lines(sections[split:])]
    return Content("\n").join(
        first.pad_right(column + GAP - first.cell_length) + second
        for first, second in zip_longest(left, right, fillvalue=Content(""))
    )


def _balanced(heights: Sequence[int]) -> int:
    """The number of sections in the left column of two that are equally high."""
    total = sum(heights)
    sums = [*accumulate(heights, initial=0)]
    return min(range(len(sums)), key=lambda at: (abs(total - 2 * sums[at]), at))


def _lines(sections: Iterable[tuple[str, Content]]) -> Iterator[Content]:
    for heading, body in sections:
        yield Content.styled(heading, "bold $text-primary")
        yield from body.split("\n")
        yield Content("")


def _sections(found: Statistics, width: int) -> Iterator[tuple[str, Content]]:
    """The heading of each section, and its content, at most `width` cells wide."""
    view = StatisticsView(found, max_items=SHOWN)
    questions = found.outcomes.questions
    yield view.questions, _outcomes(view, width)
    if found.by_day:
        columns = "\n".join(day_plot(found.by_day, width))
        yield "Questions by day (UTC)", Content.styled(columns, "$text-accent")
    if found.providers:
        yield "Time until the answer is complete", _latencies(found, view, width)
        if tokens := [*view.tokens()]:
            yield "Tokens", bars(tokens, width)
    if found.verdicts:
        yield "Quotations by verdict", bars([*view.verdicts()], width, whole=1.0)
    if found.cited:
        heading, files = view.cited()
        yield heading, bars(files, width, whole=questions)
    for listed in view.lists():
        rows = ["  ›  ".join(lines) for lines in listed.items]
        yield listed.heading, _cut(rows, width)
    if view.searches:
        yield view.searches, _searches(found, view)
    if view.damaged:
        yield "Lines", Content(f"{view.damaged}.")


def _outcomes(view: StatisticsView, width: int) -> Content:
    first, *others = view.outcomes()
    rows = [first, *(each for each in others if each.amount)]
    drawn = bars(rows, width, whole=sum(row.amount for row in rows))
    if view.failures:
        drawn += Content(f"\nfailures: {view.failures}")
    return drawn


def _latencies(found: Statistics, view: StatisticsView, width: int) -> Content:
    rows = [*view.answer_times()]
    if found.first_event_ms:
        rows += latency_figures("first event", found.first_event_ms)
    return bars(rows, width) if rows else Content("no answer was completed")


def _searches(found: Statistics, view: StatisticsView) -> Content:
    latency = found.searches.latency_ms
    took = f"; {latency_text(latency)}" if latency else ""
    return Content(view.search_results + took)


def _cut(rows: Sequence[str], width: int) -> Content:
    lines = (Content(row).truncate(width, ellipsis=True) for row in rows)
    return Content("\n").join(lines)


NAME_CELLS = 28
"""Width of the names beside bars, at most a third of the page."""

VALUE_CELLS = 12
"""Width of the values beside bars."""

MAX_CELLS = 48
"""Maximum length of a bar."""


def bars(rows: Sequence[Figure], width: int, whole: float = 0.0) -> Content:
    """A line for each row: its name, a bar, and its value in words.

    Names, bars and values begin at the same cell in all sections of a page.

    Args:
        rows: Their labels and texts are written beside the bars.
        width: Cells to fill.
        whole: The amount of a full bar; 0 is the largest of the rows.
    """
    full = max([whole, *(row.amount for row in rows)]) or 1.0
    names = min(NAME_CELLS, width // 3)
    cells = min(MAX_CELLS, max(4, width - names - VALUE_CELLS - 4))
    return Content("\n").join(
        Content.assemble(
            Content(row.label).truncate(names, ellipsis=True, pad=True),
            "  ",
            *_bar(row.amount / full, cells),
            f"  {row.text:>{VALUE_CELLS}}",
        )
        for row in rows
    )


def _bar(share: float, cells: int) -> tuple[tuple[str, str], tuple[str, str]]:
    """A bar of a share, 0..1, of some cells; what is more than nothing is seen."""
    full, half = divmod(round(share * cells * 2) or (1 if share else 0), 2)
    bar = "━" * full + "╸" * half
    return (bar, "$accent"), ("━" * (cells - len(bar)), "$foreground 15%")
