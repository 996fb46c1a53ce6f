"""The statistics of the audit log as sections of text, for a terminal and for the app.

Text from notes and questions is on one line and safe to display, and at the end of its
line, which each front end cuts to the width in cells that it has.
"""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

from ragtui_core.citations.verdict_wording import verdict_name
from ragtui_core.history.question_plot import BLOCK_LEVELS, day_plot
from ragtui_core.history.statistics import Latency, ProviderFigures, Statistics
from ragtui_core.text.plurals import counted
from ragtui_core.text.sanitizing import sanitize

_MAX_BAR = 20
_VALUE_CELLS = 10
"""Width of the values before the bars."""


class Section(NamedTuple):
    """A part of the page; `heading` is a line, too."""

    heading: str
    lines: list[str]


class Figure(NamedTuple):
    """A line with a bar: what is counted, how much, and the amount as text."""

    label: str
    amount: float
    text: str


def page_sections(
    found: Statistics, width: int, *, max_items: int, levels: str = BLOCK_LEVELS
) -> Iterator[Section]:
    """All sections; one without figures is left out.

    Args:
        found: What was counted.
        width: Cells of a line, at least 30; only plots keep to it.
        max_items: Items of each list.
        levels: Characters from empty to full, as of `day_plot`.
    """

    def bars(rows: Sequence[Figure], whole: float = 0.0) -> list[str]:
        return _bars(rows, whole, min(_MAX_BAR, width // 6), levels)

    questions = found.outcomes.questions
    by_day = day_plot(found.by_day, width, levels) if found.by_day else ()
    quotations = counted(sum(row.citations for row in found.verdicts), "quotation")
    most_cited = _heading("Most cited, by questions", found.cited, max_items)
    sections = [
        Section("Questions by day (UTC)", [*by_day]),
        Section("Time until", bars(_latencies(found))),
        Section("Answers by", bars(_providers(found), questions)),
        Section("Tokens", bars(_tokens(found))),
        Section(quotations, bars(_verdicts(found), 1.0)),
        Section(most_cited, bars(_cited(found)[:max_items], questions)),
        *_questions(found, max_items),
        _searches(found),
    ]
    yield Section(counted(questions, "question"), bars(_outcomes(found), questions))
    yield from (section for section in sections if section.lines)
    if found.damaged:
        damaged = counted(found.damaged, "damaged line")
        yield Section(f"({damaged} of the log left out)", [])


def _bars(rows: Sequence[Figure], whole: float, cells: int, levels: str) -> list[str]:
    """Lines with bars, the full one of `whole`, or of the largest amount."""
    full = max([whole, *(row.amount for row in rows)], default=0.0) or 1.0
    block = "━" if levels == BLOCK_LEVELS else levels[-1]
    lines = []
    for row in rows:
        length = round(row.amount / full * cells) or int(row.amount > 0)
        lines.append(
            f"{row.text:>{_VALUE_CELLS}}  {block * length:{cells}}  {row.label}"
        )
    return lines


def _outcomes(found: Statistics) -> list[Figure]:
    outcomes = found.outcomes
    kinds = ", ".join(f"{_words(kind)} {times:,}" for kind, times in found.errors)
    counts = {
        "answered": outcomes.answered,
        "unanswered": outcomes.unanswered,
        f"failed{kinds and f' ({kinds})'}": outcomes.failed,
        "cancelled": outcomes.cancelled,
    }
    total = outcomes.questions
    return [
        Figure(label, count, f"{count:,} · {count / total:.0%}")
        for label, count in counts.items()
        if total
    ]


def _latencies(found: Statistics) -> list[Figure]:
    latencies = {
        "complete answer": found.latency_ms,
        "first event": found.first_event_ms,
    }
    return [
        Figure(f"{label}, {name}", time, _duration(time))
        for label, latency in latencies.items()
        if latency
        for name, time in (("p50", latency.p50), ("p95", latency.p95))
    ]


def _duration(milliseconds: float) -> str:
    """`120 ms`, `1.4 s`."""
    if milliseconds < 999.5:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds / 1000:.1f} s"


def _percentiles(latency: Latency) -> str:
    return f"p50 {_duration(latency.p50)}, p95 {_duration(latency.p95)}"


def _providers(found: Statistics) -> list[Figure]:
    """The questions of each model, with its latency."""
    return [
        Figure(
            _model(row)
            + (f": {_percentiles(row.latency_ms)}" if row.latency_ms else ""),
            row.questions,
            f"{row.questions:,}",
        )
        for row in found.providers
    ]


def _tokens(found: Statistics) -> list[Figure]:
    """The tokens of each model, by kind."""
    return [
        Figure(f"{_model(row)}, {_words(kind).removesuffix(' tokens')}", n, f"{n:,}")
        for row in found.providers
        for kind, n in row.tokens.items()
    ]


def _model(figures: ProviderFigures) -> str:
    return _line(figures.model or figures.provider) or "unknown"


def _verdicts(found: Statistics) -> list[Figure]:
    return [
        Figure(
            verdict_name(row.verdict), row.share, f"{row.citations:,} · {row.share:.0%}"
        )
        for row in found.verdicts
    ]


def _cited(found: Statistics) -> list[Figure]:
    one_vault = found.vault is not None
    return [
        Figure(
            _line(row.path if one_vault else f"{PurePath(row.vault).name}/{row.path}"),
            row.questions,
            f"{row.questions:,}",
        )
        for row in found.cited
    ]


def _questions(found: Statistics, max_items: int) -> Iterator[Section]:
    """Questions without an answer, and those that were asked again."""
    unanswered = [
        [f"  {row.last:%Y-%m-%d}  {_times(row.times)}{_line(row.question)}"]
        for row in found.unanswered
    ]
    rephrased = [
        [
            f"  {row.first:%Y-%m-%d}  {_line(row.questions[0])}",
            *(f"{'':>11}> {_line(question)}" for question in row.questions[1:]),
        ]
        for row in found.rephrased
    ]
    for words, items in (
        ("Unanswered", unanswered),
        ("Asked again in other words", rephrased),
    ):
        lines = [line for item in items[:max_items] for line in item]
        yield Section(_heading(words, items, max_items), lines)


def _times(times: int) -> str:
    return f"({times} times) " if times > 1 else ""


def _searches(found: Statistics) -> Section:
    figures = found.searches
    if not figures.searches:
        return Section("", [])
    lines = [
        f"  {figures.empty:,} without a hit, {figures.weak:,} with weak hits, "
        f"{figures.relaxed:,} relaxed"
    ]
    if figures.latency_ms:
        lines.append(f"  latency {_percentiles(figures.latency_ms)}")
    return Section(counted(figures.searches, "search"), lines)


def _heading(words: str, items: Sequence[object], most: int) -> str:
    """With the number of items, and of those that are shown."""
    of_all = f"{most} of {len(items):,}" if len(items) > most else str(len(items))
    return f"{words} ({of_all})"


def _line(text: str) -> str:
    return sanitize(text, one_line=True)


def _words(name: str) -> str:
    return _line(name).replace("_", " ")
