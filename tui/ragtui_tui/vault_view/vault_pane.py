"""The vault: what of it is read, which files are not, and how reading goes on."""

import time
from collections.abc import Iterator
from datetime import datetime
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ragtui_core import Coverage, Vault
from ragtui_core.indexing import waiting_words
from ragtui_core.text import counted
from ragtui_tui import formatting
from ragtui_tui.command_names import named
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.messages import OpenPassage
from ragtui_tui.pane import Pane

TICK_SECONDS = 1.0
"""How often the time left is updated."""

NOTHING_SKIPPED = "Every file is read."


class SkippedFiles(OptionList):
    """Files that are not read, or not as they are written, and why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Next file", show=False),
        Binding("k", "cursor_up", "Previous file", show=False),
        Binding("g", "first", "First file", show=False),
        Binding("G", "last", "Last file", show=False),
        Binding("enter", "select", "Read"),
    ]

    def show_files(self, coverage: Coverage) -> None:
        """Replace the files; the cursor stays on its own, if it can."""
        before = self.highlighted
        reasons = {item.path: item.reason for item in coverage.skipped}
        for item in coverage.problems:
            reasons.setdefault(item.path, f"read, but {item.reason}")
        self.clear_options()
        self.add_options(
            Option(
                Content.styled(formatting.one_line(path), "$text-accent")
                + f"\n  {formatting.one_line(reason)}",
                id=path,
            )
            for path, reason in reasons.items()
        )
        if not (reasons or coverage.unread or coverage.waiting):
            self.add_option(Option(NOTHING_SKIPPED, disabled=True))
        if kinds := [f"{count} {end}" for end, count in coverage.unread.items()]:
            words = f"Not read, of other kinds: {formatting.one_line(', '.join(kinds))}"
            self.add_option(Option(words, disabled=True))
        if coverage.waiting:
            self.add_option(Option(waiting_words(coverage.waiting), disabled=True))
        if reasons and before is not None:
            self.highlighted = min(before, len(reasons) - 1)


class VaultPane(Pane):
    """Shows how much is read, and the files that are not read as written."""

    BINDINGS: ClassVar[list[BindingType]] = named(
        "vault",
        [
            Binding("p", "screen.pause", "Pause or resume"),
            Binding("escape", "leave", "Back"),
        ],
    )

    def __init__(self, vault: Vault, progress: IndexingProgress) -> None:
        """Describe `vault` and `progress`, which is kept up to date elsewhere."""
        super().__init__(id="vault")
        self._vault = vault
        self._progress = progress
        self._drawn: Coverage | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Container(id="vault-body"):
            yield Static(id="vault-summary", markup=False)
            yield SkippedFiles(markup=False)

    def on_mount(self) -> None:
        """Update what is shown regularly."""
        self.while_shown(TICK_SECONDS, self.draw)

    def take_focus(self) -> None:
        """Focus the files, and show what is known now."""
        self.query_one(SkippedFiles).focus()
        self.draw()

    def draw(self) -> None:
        """Show what is known now."""
        lines = Content("\n").join(_summary(self._vault, self._progress))
        self.query_one("#vault-summary", Static).update(lines)
        coverage = self._progress.coverage
        if coverage is not None and coverage is not self._drawn:
            self._drawn = coverage
            self.query_one(SkippedFiles).show_files(coverage)

    @on(OptionList.OptionSelected)
    def _read(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id is not None:
            self.post_message(OpenPassage(event.option_id, None))


def _summary(vault: Vault, progress: IndexingProgress) -> Iterator[Content]:
    """The folder, what is read of it and when last, and what is to be done."""
    yield _headed("Vault", formatting.folder(vault.root))
    if known := progress.coverage:
        read = counted(known.documents, "document")
        if known.last_indexed:
            since = datetime.fromisoformat(known.last_indexed).timestamp()
            read += f" · last read {formatting.age(since, time.time())}"
        yield _headed("Notes", read)
        if known.model_advice:
            yield _headed("", known.model_advice)
    state = progress.state
    if state.detail or state.action not in progress.text():
        yield _headed("State", state.sentence)


def _headed(head: str, text: str) -> Content:
    return Content.styled(f"{head:9}", "$foreground 70%") + formatting.one_line(text)
