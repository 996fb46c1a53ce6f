"""Progress bars, which write control sequences to standard error."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console  # noqa: TID251 - draws
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from ragtui_cli.progress_sentences import sentence
from ragtui_core.indexing import (
    IndexEvent,
    IndexFinished,
    IndexListener,
    IndexStateName,
    is_phase,
)
from ragtui_core.terminal import StandardStream, for_terminal


def drawing_console() -> Console:
    """Standard error without the sanitizer.

    Only a bar may write to it. Sentences beside a bar pass `for_terminal` first.
    """
    stream = sys.stderr
    raw = stream.unsanitized if isinstance(stream, StandardStream) else stream
    return Console(file=raw, highlight=False, markup=False)


class _RateColumn(ProgressColumn):
    """Items per second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "", style="dim")


_NAMES = {
    IndexStateName.READING_WORDS: "words",
    IndexStateName.EMBEDDING: "embedding",
    IndexStateName.RECOGNIZING: "pictures",
}


@contextmanager
def progress_bar() -> Iterator[IndexListener]:
    """A listener that draws on standard error."""
    progress = _bars(9, _RateColumn())
    tasks = {
        name: progress.add_task(name, visible=False, start=False)
        for name in ("words", "reading", "embedding", "pictures")
    }

    def listen(event: IndexEvent) -> None:
        if is_phase(event):
            task = tasks[_NAMES.get(event.name, "reading")]
            progress.start_task(task)
            done = event.share * event.total
            progress.update(task, completed=done, total=event.total, visible=True)
        else:
            if isinstance(event, IndexFinished):
                progress.stop()  # so that the summary is printed below the bars
            progress.console.print(for_terminal(sentence(event)), soft_wrap=True)

    with progress:
        yield listen


def counting_bar() -> Progress:
    """A bar that counts queries or trials; the caller adds the task and starts it."""
    return _bars(10)


def _bars(name_cells: int, *columns: ProgressColumn) -> Progress:
    return Progress(
        TextColumn(f"{{task.description:<{name_cells}}}"),
        BarColumn(),
        MofNCompleteColumn(),
        *columns,
        TimeRemainingColumn(),
        console=drawing_console(),
        redirect_stdout=False,  # printed text still goes through the sanitizer
        redirect_stderr=False,
    )
