"""Work behind the screen, and what is said when it fails."""

from collections.abc import Callable, Coroutine
from typing import Any

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ragtui_tui import wording


class Background(Widget):
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
        """Say in a toast that something failed, rather than end the app."""
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            self.notify(
                wording.line(f"{type(error).__name__}: {error}"),
                title="Something went wrong",
                severity="error",
                markup=False,
            )
