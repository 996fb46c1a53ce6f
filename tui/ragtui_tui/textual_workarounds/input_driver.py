"""Reads the terminal on Linux and macOS, and waits while there is no input.

Textual's own driver looks for input ten times a second: two fifths of the processor
time of an idle app.
"""

import os
import selectors
import socket
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import TYPE_CHECKING

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App

STEP_SECONDS = 0.1
"""How long to wait for the rest of a key's sequence, and for the end of the driver."""

RECENT_SECONDS = 1.0
"""Without input for so long, no sequence is incomplete."""


class InputDriver(LinuxDriver):
    """Textual's driver, which waits for input without looking for it."""

    def __init__(
        self,
        app: "App[object]",
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """As Textual's."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._waker: socket.socket | None = None

    def disable_input(self) -> None:
        """End the thread, which may be waiting."""
        if self._waker:
            with suppress(OSError):  # the thread has ended
                self._waker.send(b"\0")
        super().disable_input()

    def run_input_thread(self) -> None:
        """Pass on the events of what is read until the driver ends."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")().decode
        last = time.monotonic()
        woken, self._waker = socket.socketpair()
        with woken, self._waker, selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            selector.register(woken, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                is_recent = time.monotonic() - last < RECENT_SECONDS
                ready = selector.select(STEP_SECONDS if is_recent else None)
                for key, _ in ready:
                    if key.fileobj is woken:
                        return
                    last = time.monotonic()
                    if data := os.read(self.fileno, 4096):
                        for event in parser.feed(decode(data)):
                            self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)
