"""Collects the changes in a vault that the operating system reports.

The system follows a folder itself, not its name: a vault that is moved away, mounted
again or replaced is noticed here and followed again.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from time import sleep

# The public `watch` gives no way to follow a vault that was replaced by another folder.
from watchfiles._rust_notify import RustNotify

from ragtui_core.indexing.scanner import FolderIdentity, folder_identity

STEP_SECONDS = 0.04
"""How often to look for changes; those within this time of each other are reported
together."""

QUIET_STEP_SECONDS = 0.16
"""How often to look after half a minute without changes, which costs 80 µs."""

QUIET_SECONDS = 30.0

QUIET_IDLE_SECONDS = 2.0
"""How often a folder is looked at after that time, instead of `IDLE_SECONDS`, and
how often a watcher looks at the settings."""

DEBOUNCE_MS = 200
"""The maximum delay of the report of a burst of changes."""

IDLE_SECONDS = 0.25
"""How often to check whether the folder is gone, or there again."""

POLL_MS = 1_000
"""Polling interval where the system does not report changes."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths relative to the vault; `everything` if more may have changed."""

    paths: frozenset[str] = frozenset()
    everything: bool = False

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return self.everything or bool(self.paths)

    def __or__(self, other: "Changes") -> "Changes":
        """The union of both."""
        return Changes(self.paths | other.paths, self.everything or other.everything)


NOTHING = Changes()
EVERYTHING = Changes(everything=True)


class FileChanges:
    """Collects changes in a thread until they are taken."""

    def __init__(
        self,
        root: Path,
        stop: threading.Event,
        report_polling: Callable[[str], None],
    ) -> None:
        """Follow the folder `root`, a real path, until `stop`.

        `report_polling` is called with the reason if the system reports no changes.
        """
        self._root = root
        self._stop = stop
        self._report_polling = report_polling
        self._queue: SimpleQueue[Changes] = SimpleQueue()
        self._closed = threading.Event()
        self._following = threading.Event()
        self._polls = False
        self._pause = STEP_SECONDS
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def __enter__(self) -> "FileChanges":
        """Start the thread; changes from now on are reported."""
        self._thread.start()
        self._following.wait()
        return self

    def __exit__(self, *_: object) -> None:
        """End the thread."""
        self._closed.set()
        self._thread.join()

    @property
    def are_waiting(self) -> bool:
        """Whether there are changes that were not taken yet."""
        return not self._queue.empty()

    def take(self, seconds: float) -> Changes:
        """All waiting changes, or else the first within `seconds`; none if stopped."""
        changes = NOTHING
        try:
            if seconds:
                changes = self._queue.get(timeout=seconds)
            while True:
                changes |= self._queue.get_nowait()
        except Empty:
            return changes

    @property
    def _is_ended(self) -> bool:
        """Whether the thread should end."""
        return self._closed.is_set() or self._stop.is_set()

    def is_set(self) -> bool:
        """Pause; whether to look for changes no more.

        The library asks before each look. It looks again after it found something, and
        gives up after a look that found nothing.
        """
        sleep(self._pause)
        self._pause = STEP_SECONDS
        return self._is_ended

    def _run(self) -> None:
        try:
            self._follow()
        finally:
            # Also if it was stopped before it began.
            self._following.set()
            self._queue.put(NOTHING)  # wakes the consumer, which checks `stop`

    def _follow(self) -> None:
        first = True
        while not self._is_ended:
            identity = folder_identity(self._root)
            watcher = self._watcher() if identity else None
            if watcher:
                with watcher:
                    if not first:
                        self._queue.put(EVERYTHING)
                    self._following.set()
                    self._collect(watcher, identity)
            # Without a folder, the first scan of the vault reports that.
            self._following.set()
            first = False
            if not self._is_ended:
                self._closed.wait(IDLE_SECONDS)

    def _watcher(self) -> RustNotify | None:
        """Start to follow the present folder; None if that failed."""
        try:
            return RustNotify(
                [str(self._root)], False, self._polls, POLL_MS, True, True
            )
        except FileNotFoundError:
            return None
        except (OSError, RuntimeError) as error:
            if not self._polls:
                self._polls = True
                self._report_polling(
                    f"the system reports no changes in {self._root} ({error}); the "
                    "files are checked every second instead"
                )
            return None

    def _collect(self, watcher: RustNotify, identity: FolderIdentity) -> None:
        """Queue changes until the folder at `root` is replaced."""
        changed = checked = time.monotonic()
        while not self._is_ended:
            now = time.monotonic()
            is_quiet = now - changed > QUIET_SECONDS
            self._pause = QUIET_STEP_SECONDS if is_quiet else STEP_SECONDS
            reported = watcher.watch(DEBOUNCE_MS, 0, 1, self)
            if isinstance(reported, set):
                changed = now
                self._queue.put(
                    Changes(frozenset(self._relative(path) for _, path in reported))
                )
            elif reported == "signal":
                return
            elif now - checked < (QUIET_IDLE_SECONDS if is_quiet else IDLE_SECONDS):
                continue
            checked = now
            if folder_identity(self._root) != identity:
                self._queue.put(EVERYTHING)
                return

    def _relative(self, path: str) -> str:
        """`path` below the vault with forward slashes; the vault itself is empty."""
        return Path(path).as_posix().removeprefix(self._root.as_posix()).strip("/")
