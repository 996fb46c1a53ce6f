"""Progress of an evaluation on standard error: a bar on a terminal, else lines."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ragtui_cli.index_progress import LINE_SECONDS

if TYPE_CHECKING:
    from rich.progress import Progress

Progressed = Callable[[int, int], None]
"""Called with the number of queries done and the total."""


@contextmanager
def measuring_bar(system: str) -> Iterator[Progressed]:
    """A progress listener for one search mode: a bar or lines."""
    if sys.stderr.isatty():
        with _bar() as progress:
            task = progress.add_task(system, total=None)
            yield lambda done, total: progress.update(task, completed=done, total=total)
    else:
        yield Lines(system)


class Lines:
    """Plain lines on standard error, rate-limited for logs."""

    def __init__(self, system: str) -> None:
        """Start the clock."""
        self._system = system
        self._last = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        """Print the progress, unless a line was printed a moment ago."""
        now = time.monotonic()
        if now - self._last < LINE_SECONDS and done < total:
            return
        self._last = now
        print(f"{self._system}: {done} of {total} queries", file=sys.stderr, flush=True)


def _bar() -> "Progress":
    # Imported here: saves the other commands 60 ms.
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from ragtui_cli.progress_console import drawing_console

    return Progress(
        TextColumn("{task.description:<10}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=drawing_console(),
        redirect_stdout=False,  # printed text still goes through the sanitizer
        redirect_stderr=False,
    )
