"""Statistics of the audit log as sections of a page."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from ragtui_core.history import (
    Figure,
    Statistics,
    StatisticsView,
    day_plot,
    latency_figures,
    latency_text,
)

SHOWN = 8
"""Items of each list; `ragtui stats --json` has all."""

EMPTY = """\
Nothing is logged {here} yet.

Each question that you ask in the chat (F4), with `ragtui ask` or in an editor is \
noted in the audit log, on this machine alone: when, how long the answer took, which \
files it quotes and whether the quotations were found there. A day of questions is \
enough to see something here. Searches are noted once `log.searches` is on (F7).{off}"""

OFF = "\n\nThe log is turned off now: `log.answers` in the settings (F7) is false."


def empty(found: Statistics, *, logs: bool) -> Content:
    """Why there is nothing to see, and what would change that."""
    here = "of this vault in this time" if found.vault else "in this time"
    return Content(EMPTY.format(here=here, off="" if logs else OFF))


def page(found: Statistics, width: int) -> Iterator[tuple[str, Content]]:
    """The head of each section, and its content, at most `width` cells wide."""
    view = StatisticsView(found, max_items=SHOWN)
    yield view.questions, _outcomes(view, width)
    if found.by_day:
        columns = "\n".join(day_plot(found.by_day, width))
        yield "Questions by day (UTC)", Content.styled(columns, "$text-accent")
    if found.providers:
        yield "Time to the whole answer", _latencies(found, view, width)
        if tokens := [*view.tokens()]:
            yield "Tokens", bars(tokens, width)
    if found.verdicts:
        yield "Quotations by verdict", bars([*view.verdicts()], width)
    if found.cited:
        heading, files = view.cited()
        yield heading, bars(files, width)
    for listed in view.lists():
        rows = ["  ›  ".join(lines) for lines in listed.items]
        yield listed.heading, _cut(rows, width)
    if view.searches:
        yield view.searches, _searches(found, view)
    if view.damaged:
        yield "Lines", Content(f"{view.damaged}.")


def _outcomes(view: StatisticsView, width: int) -> Content:
    first, *others = view.outcomes()
    drawn = bars([first, *(each for each in others if each.amount)], width)
    if view.failures:
        drawn += Content(f"\nfailures: {view.failures}")
    return drawn


def _latencies(found: Statistics, view: StatisticsView, width: int) -> Content:
    rows = [*view.answer_times()]
    if found.first_event_ms:
        rows += latency_figures("first event", found.first_event_ms)
    return bars(rows, width) if rows else Content("no answer was completed")


def _searches(found: Statistics, view: StatisticsView) -> Content:
    latency = found.searches.latency_ms
    took = f"; {latency_text(latency)}" if latency else ""
    return Content(view.search_results + took)


def _cut(rows: Sequence[str], width: int) -> Content:
    lines = (Content(row).truncate(width, ellipsis=True) for row in rows)
    return Content("\n").join(lines)


NAME_CELLS = 28
"""What the names beside bars get at most."""

MAX_CELLS = 48
"""Maximum length of a bar."""


def bars(rows: Sequence[Figure], width: int) -> Content:
    """A line for each row: its name, a bar, and its value in words.

    Args:
        rows: Their labels and texts are written beside the bars.
        width: Cells to fill.
    """
    most = max((row.amount for row in rows), default=0.0) or 1.0
    available = min(NAME_CELLS, width // 3)
    names = min(max((len(row.label) for row in rows), default=0), available)
    words = max((len(row.text) for row in rows), default=0)
    cells = min(MAX_CELLS, max(4, width - names - words - 4))
    return Content("\n").join(
        Content.assemble(
            Content(row.label).truncate(names, ellipsis=True, pad=True),
            "  ",
            (_bar(row.amount / most, cells), "$accent"),
            f"  {row.text:>{words}}",
        )
        for row in rows
    )


def _bar(share: float, cells: int) -> str:
    """A bar of a share, 0..1, of some cells; what is more than nothing is seen."""
    full, half = divmod(round(share * cells * 2) or (1 if share else 0), 2)
    return ("━" * full + "╸" * half).ljust(cells)
