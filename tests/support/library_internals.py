"""Private attributes of libraries, where they offer no public way; nowhere else.

An update of a library may change them; the reason for each is in its docstring.
"""

import asyncio
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import textual.app
import textual.pilot
from pygls.lsp.client import LanguageClient
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.strip import Strip

TESTS = str(Path(__file__).parents[1])


def strips_of(app: App[Any]) -> list[Strip]:
    """The rows of the screen with their styles.

    Textual 8's public export is an SVG image, without rows.
    """
    # As Textual does: a dialog would be drawn, and kept, with nothing below it.
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def notifications_of(app: App[Any]) -> list[str]:
    """All notifications that have not expired.

    Textual 8 has `notify` and `clear_notifications`, and nothing that reads them; the
    widgets that show them are private, too, and removed sooner.
    """
    return [str(each.message) for each in app._notifications]


def wait_for_work() -> None:
    """Let Textual's pilot wait until the app has done what a key or click led to.

    The event loop has nothing that is ready, the screen is laid out without its timers,
    and no thread of the app works, except for what the test holds back. Textual
    compares the process's time with the clock's: on a busy machine, which gives the
    process no time, an app with a full queue passes for idle, as does one whose thread
    reads a file. It also gives up after 30 s.
    """
    for module in (textual.app, textual.pilot):
        module.wait_for_idle = _wait_for_work  # type: ignore[attr-defined]
    Pilot._wait_for_screen.__defaults__ = (None,)


async def _wait_for_work(*_: float) -> None:
    loop: Any = asyncio.get_running_loop()
    app = active_app.get(None)
    for _look in range(5_000):
        await asyncio.sleep(0)
        if loop._ready:
            continue
        if app and app._resize_timer:
            app._check_resize()
        elif app and _is_to_be_drawn(app):
            app.screen._on_timer_update()
        elif _works(loop._default_executor) and not _is_held_back():
            await asyncio.sleep(0.002)
        else:
            return


def _is_to_be_drawn(app: App[Any]) -> bool:
    if app._batch_count or not app.screen_stack:
        return False
    screen = app.screen
    return bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
    )


def _works(executor: ThreadPoolExecutor | None) -> bool:
    """Whether a thread has work whose end was not given to the event loop."""
    if executor is None:
        return False
    return len(executor._threads) > executor._idle_semaphore._value


def _is_held_back() -> bool:
    """Whether a function of the tests, or a fake of a service, runs in a thread."""
    here = threading.get_ident()
    return any(
        frame.f_code.co_filename.startswith(TESTS)
        for thread, top in sys._current_frames().items()
        if thread != here
        for frame, _ in traceback.walk_stack(top)
    )


def share_parsed_styles() -> None:
    """Let all apps of a process share what their style sheets were parsed to.

    Textual keeps it per app, which has one in its process, and changes none of it.
    """
    parse, parsed = Stylesheet._parse_rules, dict[Any, list[RuleSet]]()

    def parse_once(sheet: Stylesheet, *args: Any, **options: Any) -> list[RuleSet]:
        variables = tuple(sorted(sheet._variables.items()))
        key = (variables, args, *sorted(options.items()))
        if key not in parsed:
            parsed[key] = parse(sheet, *args, **options)
        return parsed[key]

    Stylesheet._parse_rules = parse_once  # type: ignore[assignment,method-assign]


def draw_on_demand() -> None:
    """Let the app draw no frames, which Textual throws away without a terminal.

    They took a third of the time of the app's tests. Tests look at the screen by
    `strips_of` or by a picture, which draw all of it.
    """
    draw_all = Compositor.render_update

    def draw(compositor: Compositor, full: bool = False, **options: Any) -> Any:
        if full:
            return draw_all(compositor, full, **options)
        compositor._dirty_regions.clear()
        return None

    Compositor.render_update = draw  # type: ignore[assignment,method-assign]


def process_of(client: LanguageClient) -> asyncio.subprocess.Process:
    """The process that a client started.

    pygls 2 gives it to `server_exit` only, when it has ended.
    """
    process = client._server
    assert process
    return process


def has_message(api: Any) -> bool:
    """Whether Neovim has sent what was not read yet.

    pynvim's `next_message` blocks when there is none.
    """
    return bool(api._session._pending_messages)


def element_of(part: Any) -> Any:
    """The XML of a part of an Office file, for what python-pptx cannot write."""
    return part._element
