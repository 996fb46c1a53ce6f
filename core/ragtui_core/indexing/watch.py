"""Keeps the index true while files change: edits first, embedding in between."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue

import watchfiles

from ragtui_core.indexing.events import ChangesSeen, IndexListener
from ragtui_core.indexing.ignoring import RAGTUI_IGNORE, is_ignored
from ragtui_core.indexing.indexer import Indexer
from ragtui_core.settings import IndexSettings

STEP_MS = 40
"""Changes within this time of each other are handled together."""

DEBOUNCE_MS = 200
"""A burst of changes is handled after this time at the latest."""

IDLE_SECONDS = 0.25
"""How often a quiet watcher looks whether it should stop."""

Changes = frozenset[str]


def watch(
    root: Path,
    settings: IndexSettings,
    indexer: Indexer,
    embed: Callable[[Callable[[], bool]], int],
    listener: IndexListener,
    stop: threading.Event,
) -> None:
    """Follow the vault until `stop` is set.

    Starts with a full update, since files may have changed unseen. Then each edit
    can be found by keyword within half a second, and embedding goes on when
    nothing else is to be done.

    Args:
        root: The vault, as a real path.
        settings: What to ignore.
        indexer: Updates the index.
        embed: Embeds what is pending until the function it is given says stop;
            tells how many chunks are left.
        listener: Told of every step.
        stop: Ends the watch.
    """
    with _changes(root, stop) as queue:
        indexer.update(listener, stop)
        left = 1
        while not stop.is_set():
            if left:
                left = embed(lambda: stop.is_set() or not queue.empty())
            for changes in _waiting(queue, 0.0 if left else IDLE_SECONDS):
                _follow(root, settings, indexer, changes, listener, stop)
                left = 1


def _waiting(queue: "SimpleQueue[Changes]", seconds: float) -> Iterator[Changes]:
    try:
        yield queue.get(timeout=seconds) if seconds else queue.get_nowait()
    except Empty:
        return


@contextmanager
def _changes(root: Path, stop: threading.Event) -> Iterator["SimpleQueue[Changes]"]:
    """Batches of paths that changed, relative to the vault, as they come."""
    queue: SimpleQueue[Changes] = SimpleQueue()
    finished = threading.Event()

    def follow() -> None:
        for batch in watchfiles.watch(
            root,
            watch_filter=None,
            step=STEP_MS,
            debounce=DEBOUNCE_MS,
            rust_timeout=int(IDLE_SECONDS * 1000),
            yield_on_timeout=True,
            stop_event=stop,
            raise_interrupt=False,
            ignore_permission_denied=True,
        ):
            if finished.is_set():
                return
            paths = frozenset(Path(p).relative_to(root).as_posix() for _, p in batch)
            if paths:
                queue.put(paths)

    thread = threading.Thread(target=follow, name="watch", daemon=True)
    thread.start()
    try:
        yield queue
    finally:
        finished.set()
        thread.join()


def _follow(
    root: Path,
    settings: IndexSettings,
    indexer: Indexer,
    changes: Changes,
    listener: IndexListener,
    stop: threading.Event,
) -> None:
    """Update the files that changed, or everything if more than files did."""
    endings = tuple(ending.lower() for ending in settings.extensions)
    files = {p for p in changes if p.lower().endswith(endings)}
    if any(_is_structural(root, path) for path in changes - files):
        indexer.update(listener, stop)
        return
    wanted = [path for path in files if not is_ignored(root, path, settings)]
    if wanted:
        indexer.update_files(sorted(wanted), listener)
        listener(ChangesSeen(tuple(sorted(wanted))))


def _is_structural(root: Path, path: str) -> bool:
    """Whether a change at `path` may change which files belong to the vault.

    A folder appeared or went (a path that is gone may have been one), or a list of
    ignored files was edited.
    """
    name = path.rpartition("/")[2]
    if name in {".gitignore", RAGTUI_IGNORE}:
        return True
    if any(part.startswith(".") for part in path.split("/")):
        return False
    target = root / path
    return target.is_dir() or ("." not in name and not target.exists())
