"""Notices what would block the screen: files and databases on the loop's thread."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ragtui_core.store.sqlite import connection, store


class LoopWatch:
    """What was done on the thread that the watch began on."""

    def __init__(self, folder: Path) -> None:
        """Watch for files below `folder`."""
        self._folder = str(folder)
        self._thread = threading.get_ident()
        self.is_on = True
        self.found: list[str] = []

    def note(self, what: str) -> None:
        if self.is_on and threading.get_ident() == self._thread:
            self.found.append(what)

    def hear(self, event: str, args: tuple[Any, ...]) -> None:
        """An audit hook; there is no way to take one away again."""
        if self.is_on and event in {"open", "os.listdir", "os.scandir"}:
            if str(args[0]).startswith(self._folder):
                self.note(f"{event} {args[0]}")
        elif self.is_on and event == "subprocess.Popen":
            self.note(event)


@contextmanager
def loop_watch(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopWatch]:
    """Watch the thread that is here now, until the block ends."""
    watch = LoopWatch(folder)
    sys.addaudithook(watch.hear)
    open_reader, connect = store.SqliteStore.reader, connection.connect

    def lending(store: store.SqliteStore, *args: Any) -> Any:
        watch.note("an index reader")
        return open_reader(store, *args)

    def connecting(path: Path, *, write: bool) -> Any:
        watch.note("a connection to the index")
        return connect(path, write=write)

    monkeypatch.setattr(store.SqliteStore, "reader", lending)
    monkeypatch.setattr(store, "connect", connecting)
    try:
        yield watch
    finally:
        watch.is_on = False
