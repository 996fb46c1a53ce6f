"""The header of the app, and the line that shows the progress of indexing."""

from enum import Enum
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click, Resize
from textual.reactive import reactive
from textual.widgets import Static

from ragtui_core.indexing import IndexStateName
from ragtui_tui import formatting
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.pane import Pane
from ragtui_tui.pane_manager import VIEWS, View

if TYPE_CHECKING:
    from textual.timer import Timer

MIN_VAULT_CELLS = 16
"""What the vault's name gets at least, if it is so long."""

APP_CELLS = len(" ragtui ")


class LabelFormat(Enum):
    """How much of a view's name is shown; the longest that fits."""

    FULL = "{key} {name}"
    NAMES = "{name}"
    KEYS = "{key}"

    def of(self, view: View[Pane]) -> str:
        """The label of a view."""
        return self.value.format(key=view.key.upper(), name=view.name)

    @property
    def cells(self) -> int:
        """All labels, with a cell on each side."""
        return sum(len(self.of(view)) + 2 for view in VIEWS)


class ViewLabel(Static):
    """The name of a view; a click shows it."""

    def __init__(self, view: View[Pane]) -> None:
        """Name the view and its key."""
        super().__init__(LabelFormat.FULL.of(view), markup=False, id=f"to-{view.id}")
        self._about = view
        self.view = view.id
        """Where it leads."""

    def take_form(self, form: LabelFormat) -> None:
        """Say as much as fits."""
        self.update(form.of(self._about))

    async def on_click(self, event: Click) -> None:
        """Go there."""
        event.stop()
        await self.run_action(f"screen.show_place({self.view!r})")


class Header(Horizontal):
    """One line; `view` is the id of the current view."""

    view = reactive("search")

    def __init__(self, vault_name: str) -> None:
        """Name the vault."""
        super().__init__()
        self._vault_name = formatting.one_line(vault_name)

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static("ragtui", id="app-name", markup=False)
        yield Static(self._vault_name, id="vault-name", markup=False)
        for view in VIEWS:
            yield ViewLabel(view)

    def on_mount(self) -> None:
        """Fit from the first paint on."""
        self._fit(self.app.size.width)

    def on_resize(self, event: Resize) -> None:
        """Say as much as fits."""
        self._fit(event.size.width)

    def _fit(self, width: int) -> None:
        name = min(MIN_VAULT_CELLS, cell_len(self._vault_name) + 2)
        available = width - name
        form = next(
            (form for form in LabelFormat if form.cells <= available), LabelFormat.KEYS
        )
        self.query_one("#app-name").display = form.cells + APP_CELLS <= available
        for label in self.query(ViewLabel):
            label.take_form(form)

    def watch_view(self, view: str) -> None:
        """Mark where the user is."""
        for label in self.query(ViewLabel):
            label.set_class(label.view == view, "-here")


BAR_CELLS = 12

TICK_SECONDS = 0.5
"""How often time left is updated."""


class StatusLine(Static):
    """Phase, counts, rate and time left; or that all is up to date."""

    def __init__(self, progress: IndexingProgress) -> None:
        """Show `progress`, which others keep up to date."""
        super().__init__(markup=False)
        self._progress = progress
        self._drawn: Content | None = None
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Show the first words and keep the time left up to date."""
        self._timer = self.set_interval(TICK_SECONDS, self.draw)
        self.draw()

    def draw(self) -> None:
        """Show what is known now; nothing is drawn if that is the same."""
        if self._timer:
            # Without progress, what is shown changes with the next message only.
            is_busy = self._progress.share is not None
            (self._timer.resume if is_busy else self._timer.pause)()
        content = progress_content(self._progress, BAR_CELLS)
        if self._drawn is not None and content.is_same(self._drawn):
            return
        self._drawn = content
        self.set_class(self._progress.state.is_problem, "-failed")
        self.update(content, layout=False)


def progress_content(progress: IndexingProgress, cells: int) -> Content:
    """Words, with a mark or a bar of some cells before them."""
    text = Content(progress.text())
    share = progress.share
    if share is not None:
        full = round(share * cells)
        bar = (("━" * full, "$accent"), ("━" * (cells - full), "$foreground 20%"))
        return Content.assemble(*bar) + "  " + text
    state = progress.state
    if state.is_problem:
        return Content("! ") + text
    paused = state.name is IndexStateName.PAUSED
    mark = ("‖ ", "$text-warning") if paused else ("● ", "$text-success")
    return Content.assemble(mark) + text
