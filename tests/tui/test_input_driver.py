"""The terminal is read when there is input, and not looked at otherwise."""

from __future__ import annotations

import asyncio
import os
import selectors
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from textual.app import App

if sys.platform == "win32":
    pytest.skip("Textual's driver for Linux and macOS", allow_module_level=True)

from ragtui_tui.textual_workarounds import input_driver
from ragtui_tui.textual_workarounds.input_driver import InputDriver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.message import Message


class PipeDriver(InputDriver):
    """Reads a pipe instead of a terminal."""

    def __init__(self, app: App[Any], fileno: int) -> None:
        super().__init__(app, mouse=False)
        self.fileno = fileno
        self.keys: list[str] = []
        self.has_read = threading.Event()

    def process_message(self, message: Message) -> None:
        self.keys.append(getattr(message, "key", ""))
        self.has_read.set()

    def start(self) -> None:
        self._key_thread = threading.Thread(target=self.run_input_thread)
        self._key_thread.start()

    def end(self) -> None:
        self.disable_input()
        self.close()


HANDLED = signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """Textual's driver handles these from its creation on, and never ends that."""
    before = {each: signal.getsignal(each) for each in HANDLED}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """The timeouts of the driver's waits."""
    found: list[float | None] = []
    select = selectors.SelectSelector.select

    def noted(
        selector: selectors.SelectSelector, timeout: float | None = None
    ) -> list[tuple[selectors.SelectorKey, int]]:
        found.append(timeout)
        return select(selector, timeout)

    monkeypatch.setattr(selectors.SelectSelector, "select", noted)
    return found


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """A pipe's ends to read and to write."""
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


async def test_without_input_it_waits_without_a_timeout(
    pipe: tuple[int, int],
    waits: list[float | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(input_driver, "RECENT_SECONDS", 0.0)
    driver = PipeDriver(App(), pipe[0])
    driver.start()
    for key in ("a", "b"):
        driver.has_read.clear()
        os.write(pipe[1], key.encode())
        assert await asyncio.to_thread(driver.has_read.wait, 10)
    driver.end()
    assert driver.keys == ["a", "b"]
    assert set(waits) == {None}
    assert len(waits) <= 4


async def test_an_escape_key_alone_is_reported_after_input(
    pipe: tuple[int, int], waits: list[float | None]
) -> None:
    driver = PipeDriver(App(), pipe[0])
    driver.start()
    os.write(pipe[1], b"\x1b")
    assert await asyncio.to_thread(driver.has_read.wait, 10)
    driver.end()
    assert driver.keys == ["escape"]
    assert None not in waits


async def test_it_reads_again_after_another_program(pipe: tuple[int, int]) -> None:
    """As for an editor: the driver is ended, closed, and started again."""
    driver = PipeDriver(App(), pipe[0])
    for key in ("a", "b"):
        driver.start()
        driver.has_read.clear()
        os.write(pipe[1], key.encode())
        assert await asyncio.to_thread(driver.has_read.wait, 10)
        driver.end()
        assert driver._key_thread
        assert not driver._key_thread.is_alive()
    driver.disable_input()
    assert driver.keys == ["a", "b"]
