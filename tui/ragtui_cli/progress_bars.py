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
    """A listener that draws on standard error, beside the sanitizer.

    Sentences beside the bar pass `for_terminal` first.
    """
    stream = sys.stderr
    raw = stream.unsanitized if isinstance(stream, StandardStream) else stream
    progress = Progress(
        TextColumn("{task.description:<9}"),
        BarColumn(),
        MofNCompleteColumn(),
        _RateColumn(),
        TimeRemainingColumn(),
        console=Console(file=raw, highlight=False, markup=False),
        redirect_stdout=False,  # printed text still goes through the sanitizer
        redirect_stderr=False,
    )
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
