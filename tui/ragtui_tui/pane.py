"""The base of all views: background work, notifications, and state that is kept."""

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from textual import work
from textual.containers import Vertical
from textual.widget import Widget
from textual.worker import Worker, WorkerState, get_current_worker

from ragtui_core import RagtuiError
from ragtui_tui import formatting
from ragtui_tui.messages import GoBack
from ragtui_tui.question_scope import QuestionScope

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel
    from textual.timer import Timer, TimerCallback


T = TypeVar("T")


def in_group(name: str) -> Callable[..., Any]:
    """Make a method's coroutine a worker, which replaces others of its group."""
    return work(exclusive=True, group=name, exit_on_error=False)


class BackgroundWork(Widget):
    """Runs work in threads or on the event loop; newer work replaces older."""

    def __init__(self, *children: Widget, **attributes: Any) -> None:
        super().__init__(*children, **attributes)
        self._newest: dict[str, Worker[None]] = {}
        """The work of each group whose value is to be shown."""

    def in_thread(self, work: Callable[[], None], group: str) -> Worker[None]:
        """Run a function that blocks, in a thread."""
        return self.run_worker(
            work, thread=True, exclusive=True, group=group, exit_on_error=False
        )

    def load(
        self,
        read: Callable[[], T],
        show: Callable[[T], object],
        group: str,
        *,
        title: str = "",
        failed: Callable[[str], object] | None = None,
    ) -> None:
        """Show what a function reads in a thread, unless newer work replaces it.

        `read` may raise a RagtuiError, which is shown, or passed to `failed`. Of each
        group only the newest is shown, also when an older one ends after it.
        """

        def fail(reason: str) -> None:
            if failed:
                failed(reason)
            else:
                self.toast(reason, title=title, severe=True)

        def work() -> None:
            worker = get_current_worker()
            shown: Callable[[], object]
            try:
                shown = partial(show, read())
            except RagtuiError as error:
                shown = partial(fail, str(error))
            self.call_later(show_newest, worker, shown)

        def show_newest(worker: Worker[None], shown: Callable[[], object]) -> object:
            return shown() if self._newest.get(group) is worker else None

        self._newest[group] = self.in_thread(work, group)

    def forget(self, group: str) -> None:
        """Show nothing that is being loaded in a group."""
        self._newest.pop(group, None)

    def in_loop(
        self, work: Callable[[], Coroutine[Any, Any, None]], group: str
    ) -> Worker[None]:
        """Run a coroutine on the event loop; it may be cancelled before it begins."""
        return self.run_worker(work, exclusive=True, group=group, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show in a toast that something failed, rather than end the app."""
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            reason = f"{type(error).__name__}: {error}"
            self.toast(reason, title="Something went wrong", severe=True)

    def toast(self, text: str, *, title: str = "", severe: bool = False) -> None:
        """Show a notification; `text` may come from anywhere and is made safe.

        Any thread may call this.
        """
        severity: SeverityLevel = "error" if severe else "information"
        shown = formatting.one_line(text)
        self.notify(shown, title=title, severity=severity, markup=False)


class Debounce:
    """Calls a function after a while, unless another call or a cancellation comes."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._timer: Timer | None = None

    def start(self, seconds: float, work: Callable[[], None]) -> None:
        """Call `work` in some seconds, and nothing that was started before."""
        self.cancel()
        self._timer = self._widget.set_timer(seconds, work)

    def cancel(self) -> None:
        """Call nothing."""
        if self._timer:
            self._timer.stop()


class Pane(Vertical, BackgroundWork):
    """Fills the screen while its view is shown; its id is the view's."""

    _ticks: "Timer | None" = None

    def while_shown(self, seconds: float, work: "TimerCallback") -> None:
        """Call `work` at intervals, but not while another view is shown."""
        self._ticks = self.set_interval(seconds, work, pause=True)

    def on_show(self) -> None:
        """Begin, or go on."""
        if self._ticks:
            self._ticks.resume()

    def on_hide(self) -> None:
        """Let the app rest."""
        if self._ticks:
            self._ticks.pause()

    def action_leave(self) -> None:
        """Go back to the previous view."""
        self.post_message(GoBack())

    def take_focus(self) -> None:
        """Focus what the user is most likely to use."""
        self.focus()

    def offers(self) -> Sequence[QuestionScope]:
        """What of this view a question can be about, the most specific first."""
        return ()

    def remember(self) -> dict[str, Any]:
        """The state to restore when the app opens this vault again, as JSON."""
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        """Take over what `remember` returned, perhaps in an older version.

        A key may be missing, or its value of another type than expected.
        """
