"""What every place of the app is: a pane with work behind it and a memory."""

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.containers import Vertical
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ragtui_tui import formatting
from ragtui_tui.question_scope import Scope

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel


class BackgroundWork(Widget):
    """A widget whose work goes on without it; newer work replaces older."""

    def in_thread(self, work: Callable[[], None], group: str) -> Worker[None]:
        """Run something that blocks; the screen goes on."""
        return self.run_worker(
            work, thread=True, exclusive=True, group=group, exit_on_error=False
        )

    def in_loop(
        self, work: Callable[[], Coroutine[Any, Any, None]], group: str
    ) -> Worker[None]:
        """Run something that waits; a function, which may never get to begin."""
        return self.run_worker(work, exclusive=True, group=group, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show in a toast that something failed, rather than end the app."""
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            reason = f"{type(error).__name__}: {error}"
            self.toast(reason, title="Something went wrong", severe=True)

    def toast(self, text: str, *, title: str = "", severe: bool = False) -> None:
        """Show a notification; `text` may come from anywhere and is made safe."""
        severity: SeverityLevel = "error" if severe else "information"
        shown = formatting.one_line(text)
        self.notify(shown, title=title, severity=severity, markup=False)

    def toast_from_thread(
        self, text: str, *, title: str = "", severe: bool = False
    ) -> None:
        """Show a notification, from a worker's thread."""
        work = partial(self.toast, text, title=title, severe=severe)
        self.app.call_from_thread(work)


class Pane(Vertical, BackgroundWork):
    """Fills the screen when its place is shown; its id is the place's."""

    def take_focus(self) -> None:
        """Give the focus to what the person is most likely to use."""
        self.focus()

    def offers(self) -> Sequence[Scope]:
        """What this place shows that a question could be put to, the nearest first."""
        return ()

    def remember(self) -> dict[str, Any]:
        """What shall be the same when the app opens this vault again, as JSON."""
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        """Be as one was.

        Args:
            state: What `remember` told, perhaps of an older ragtui: a key may be
                missing or hold something else than expected.
        """
