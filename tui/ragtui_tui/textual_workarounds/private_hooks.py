"""All uses of private parts of Textual, each for want of a public way."""

import asyncio
import sys
from collections.abc import Iterable, Sequence
from typing import Any, cast

from rich.segment import Segments
from rich.text import Text
from textual.app import App
from textual.binding import Binding
from textual.events import Key
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

_divide = Strip.divide


def _divide_without_cycle(strip: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """Divide a strip as Textual does, but do not keep a whole one in its own cache.

    There it refers to itself, so each line that was ever drawn is garbage which waits
    for a collection: a thousand objects with each key.
    """
    cuts = [*cuts]
    return [strip] if cuts == [strip.cell_length] else _divide(strip, cuts)


def patch_strips() -> None:
    """Let lines that are not shown any more be freed at once."""
    cast("Any", Strip).divide = _divide_without_cycle


def patch_continuing() -> None:
    """Let an app that goes on without having been suspended be drawn, and end.

    For any SIGCONT Textual begins the terminal's mode. After SIGSTOP, which nothing can
    prepare for, or a signal to a process that runs, the mode was never left: it would
    begin twice, and the threads of the first time never end.
    """
    if sys.platform == "win32":
        return
    from textual.drivers.linux_driver import LinuxDriver

    resume = LinuxDriver._sigcont_application

    def continued(driver: LinuxDriver, *_: object) -> None:
        if driver._must_signal_resume:
            resume(driver)
        else:  # What others wrote meanwhile is on the screen.
            loop = asyncio.get_running_loop()
            loop.call_soon_threadsafe(driver._app.screen.refresh)

    cast("Any", LinuxDriver)._sigcont_application = continued


def key_of(app: App[Any], binding: Binding) -> str:
    """The keys of a binding, which may be others than those it was declared with."""
    return app._keymap.get(binding.id or "", binding.key)


def allow_switch_from(screen: Screen[Any]) -> None:
    """Let the app's first screen be replaced by `App.switch_screen`.

    Textual gives the default screen no result callback, and pops one when it goes.
    """
    screen._push_result_callback(screen, None)


async def act_in_turn(widget: Widget, event: Key) -> None:
    """Run the widget's own binding of a key now, before later keys arrive.

    Textual runs a binding when the key has passed through all widgets above; keys that
    were typed meanwhile change the widget first. Of "ab", Backspace, "c", read at once,
    "ab" would be left. To be called by `_on_key`.
    """
    for binding in widget._bindings.key_to_bindings.get(event.key, ()):
        if not binding.priority and await widget.app.run_action(binding.action, widget):
            event.stop()
            event.prevent_default()
            return


def exit_with_message(app: App[Any], message: str) -> None:
    """End the app after an unhandled error, and print text instead of a traceback."""
    text = app.console.render(Text(message), app.console.options)
    app._exit_renderables.append(Segments(text))
    app._close_messages_no_wait()
