"""Private attributes of libraries, where they offer no public way; nowhere else.

An update of a library may change them; the reason for each is in its docstring.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import textual.app
import textual.pilot
from pygls.lsp.client import LanguageClient
from textual._compositor import Compositor, CompositorUpdate
from textual._context import visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.strip import Strip

if TYPE_CHECKING:
    import pytest  # a process of an installed wheel has none


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


def wait_by_turns() -> None:
    """Let Textual's pilot look at the event loop to see whether the app is idle.

    Textual compares the process's time with the clock's: on a busy machine, which gives
    the process no time, an app with a full queue passes for idle. It also gives up
    after 30 s. Looks of 10 ms, half of Textual's, took a quarter off the time of the
    app's tests.
    """
    for module in (textual.app, textual.pilot):
        module.wait_for_idle = _wait_for_idle  # type: ignore[attr-defined]
    Pilot._wait_for_screen.__defaults__ = (None,)


async def _wait_for_idle(*_: float) -> None:
    loop: Any = asyncio.get_running_loop()
    for _look in range(100):
        before = time.process_time()
        await asyncio.sleep(0.01)
        is_busy = time.process_time() - before > 0.0005
        await asyncio.sleep(0)  # what became ready meanwhile
        if not (is_busy or loop._ready):
            return


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


Frame = CompositorUpdate
"""What is written to the terminal at once; Textual exports no type of it."""

_draw = Compositor.render_update


def draw_on_demand() -> None:
    """Let the app draw no frames, which Textual throws away without a terminal.

    They took a third of the time of the app's tests. Tests look at the screen by
    `strips_of` or by a picture, which draw all of it. `record_frames` draws frames.
    """

    def draw(compositor: Compositor, full: bool = False, **options: Any) -> Any:
        if full:
            return _draw(compositor, full, **options)
        compositor._dirty_regions.clear()
        return None

    Compositor.render_update = draw  # type: ignore[assignment,method-assign]


def record_frames(patch: "pytest.MonkeyPatch", show: Callable[[Frame], object]) -> None:
    """Let the app draw its frames again, and show each."""

    def draw(compositor: Compositor, full: bool = False, **options: Any) -> Any:
        if update := _draw(compositor, full, **options):
            assert isinstance(update, Frame)
            show(update)
        return update

    patch.setattr(Compositor, "render_update", draw)


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


def options_of(parser: argparse.ArgumentParser) -> Mapping[str, argparse.Action]:
    """A parser's options; argparse only prints them, and without suppressed ones."""
    return parser._option_string_actions


def element_of(part: Any) -> Any:
    """The XML of a part of an Office file, for what python-pptx cannot write."""
    return part._element
