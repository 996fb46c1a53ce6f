"""Progress: a bar on a terminal, lines elsewhere, JSON for programs."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ragtui_cli.progress_sentences import sentence
from ragtui_core.indexing import (
    IndexEvent,
    IndexListener,
    index_event_as_json,
    is_phase,
)

LINE_SECONDS = 5.0
"""Seconds between progress lines without a terminal."""


@contextmanager
def narrator(*, json_lines: bool) -> Iterator[IndexListener]:
    """The listener for the kind of output."""
    if json_lines:
        yield _print_json
    elif sys.stderr.isatty():
        from ragtui_cli.progress_bars import progress_bar

        with progress_bar() as listener:
            yield listener
    else:
        yield Lines()


def _print_json(event: IndexEvent) -> None:
    print(json.dumps(index_event_as_json(event)), flush=True)


class Lines:
    """Plain lines on standard error, for logs; progress is rate-limited."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, event: IndexEvent) -> None:
        """Print `event`, unless it is progress and a line was printed a moment ago."""
        if is_phase(event):
            self.progress(sentence(event), event.done, event.total)
        else:
            print(sentence(event), file=sys.stderr, flush=True)

    def progress(self, line: str, done: int, total: int) -> None:
        """Print a line if it is the last one, or none was printed a moment ago."""
        now = time.monotonic()
        if done >= total or now - self._last >= LINE_SECONDS:
            self._last = now
            print(line, file=sys.stderr, flush=True)


Progressed = Callable[[int, int], None]
"""Called with the number of queries done and the total."""


def measured(system: str) -> Progressed:
    """What prints now and then how many queries of a system are done."""
    lines = Lines()
    return lambda done, total: lines.progress(
        f"{system}: {done} of {total} queries", done, total
    )
