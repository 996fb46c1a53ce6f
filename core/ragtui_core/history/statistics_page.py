"""The statistics of the audit log as sections of text, for a terminal and for the app.

Text from notes and questions is on one line and safe to display, and at the end of its
line. Each front end continues a line below if it is wider than the cells that it has:
cut, the names of files and models would be the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from pathlib import PurePath
from typing import Any, NamedTuple

from ragtui_core.citations.verdict_wording import verdict_name
from ragtui_core.history.statistics import Latency, Statistics
from ragtui_core.text.plurals import counted
from ragtui_core.text.sanitizing import sanitize

BAR = "━"
ASCII_BAR = "#"
"""For a terminal or a file that cannot show the other."""

_MAX_BAR = 20
"""Cells; a bar is at most a sixth of the line."""

_MAX_PERIODS = 10
"""Bars of questions by day; of more days, a bar counts several."""


MAX_QUESTION = 160
"""Characters of an unanswered question; `ragtui stats --json` has all."""


class Line(NamedTuple):
    """A line: figures and a bar, and what they are of, on as many rows as it takes."""

    head: str
    label: str


class Section(NamedTuple):
    """A part of the page."""

    heading: str
    lines: list[Line]


class Figure(NamedTuple):
    """A line with a bar: how much, the amount as text, and what is counted."""

    amount: float
    text: str
    label: str

    @classmethod
    def of(cls, amount: int, label: str) -> "Figure":
        """With the amount itself as text."""
        return cls(amount, f"{amount:,}", label)

    @classmethod
    def share(cls, amount: int, whole: int, label: str) -> "Figure":
        """With the percentage of `whole`, too."""
        return cls(amount, f"{amount:,} · {amount / whole:.0%}", label)

    def line(self, full: float, cells: int, bar: str) -> Line:
        """The line; a bar of `cells` is `full`, and any amount has one cell."""
        length = round(self.amount / full * cells) or int(self.amount > 0)
        return Line(f"{self.text:>10}  {bar * length:{cells}}  ", self.label)


def page_sections(
    counts: Statistics, width: int, *, max_items: int, bar: str = BAR
) -> Iterator[Section]:
    """All sections; one without figures is left out.

    `width` counts cells of a line; each list has `max_items`, and bars are made of
    `bar`.
    """

    def bars(figures: Sequence[Figure], whole: float = 0.0) -> list[Line]:
        full = max([whole, *(figure.amount for figure in figures)], default=0.0) or 1.0
        cells = min(_MAX_BAR, width // 6)
        return [figure.line(full, cells, bar) for figure in figures]

    questions, unanswered = counts["questions"], counts["unanswered"]
    cited = _cited(counts)
    quoted = sum(row["citations"] for row in counts["verdicts"])
    sections = [
        Section("Questions by day (UTC)", bars(_periods(counts["by_day"]))),
        Section("Time until", bars(_latencies(counts))),
        Section("Answers by", bars(_providers(counts["providers"]), questions)),
        Section("Tokens", bars(_tokens(counts["providers"]))),
        Section(counted(quoted, "quotation"), bars(_verdicts(counts, quoted), quoted)),
        Section(
            _heading("Most cited, by questions", cited, max_items),
            bars(cited[:max_items], questions),
        ),
        Section(
            _heading("Unanswered", unanswered, max_items),
            [*map(_unanswered, unanswered[:max_items])],
        ),
    ]
    yield Section(counted(questions, "question"), bars(_outcomes(counts), questions))
    yield from (section for section in sections if section.lines)
    if counts["damaged"]:
        damaged = counted(counts["damaged"], "damaged line")
        yield Section(f"({damaged} of the log left out)", [])


def _outcomes(counts: Statistics) -> list[Figure]:
    errors = ", ".join(f"{_words(kind)} {n:,}" for kind, n in counts["errors"].items())
    causes = {"failed": f"failed ({errors})"} if errors else {}
    whole = counts["questions"]
    return [
        Figure.share(n, whole, causes.get(outcome, outcome))
        for outcome, n in counts["outcomes"].items()
        if whole
    ]


def _periods(days: Sequence[Mapping[str, Any]]) -> list[Figure]:
    """Questions of days, or of spans of equally many; the last one is never cut."""
    size = ceil(len(days) / _MAX_PERIODS) or 1
    starts = range(len(days) % size - size if len(days) % size else 0, len(days), size)
    spans = [days[max(0, start) : start + size] for start in starts]
    return [
        Figure.of(
            sum(day["questions"] for day in span),
            " to ".join(dict.fromkeys((span[0]["day"], span[-1]["day"]))),
        )
        for span in spans
    ]


def _latencies(counts: Statistics) -> list[Figure]:
    latencies = {
        "complete answer": counts["latency_ms"],
        "first event": counts["first_event_ms"],
    }
    return [
        Figure(time, _duration(time), f"{label}, {name}")
        for label, latency in latencies.items()
        if latency
        for name, time in (("p50", latency["p50"]), ("p95", latency["p95"]))
    ]


def _duration(milliseconds: float) -> str:
    """`120 ms`, `1.4 s`."""
    if milliseconds < 999.5:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds / 1000:.1f} s"


def _percentiles(latency: Latency) -> str:
    return f"p50 {_duration(latency['p50'])}, p95 {_duration(latency['p95'])}"


def _providers(providers: Iterable[Mapping[str, Any]]) -> list[Figure]:
    """The questions of each model, with its latency."""
    return [
        Figure.of(
            row["questions"],
            _model(row)
            + (f": {_percentiles(row['latency_ms'])}" if row["latency_ms"] else ""),
        )
        for row in providers
    ]


def _tokens(providers: Iterable[Mapping[str, Any]]) -> list[Figure]:
    """The tokens of each model, by kind."""
    return [
        Figure.of(n, f"{_model(row)}, {_words(kind).removesuffix(' tokens')}")
        for row in providers
        for kind, n in row["tokens"].items()
    ]


def _model(row: Mapping[str, Any]) -> str:
    return _line(row["model"] or row["provider"]) or "unknown"


def _verdicts(counts: Statistics, whole: int) -> list[Figure]:
    return [
        Figure.share(row["citations"], whole, verdict_name(row["verdict"]))
        for row in counts["verdicts"]
    ]


def _cited(counts: Statistics) -> list[Figure]:
    every = counts["vault"] is None
    return [
        Figure.of(
            row["questions"],
            _line(
                f"{PurePath(row['vault']).name}/{row['path']}" * every or row["path"]
            ),
        )
        for row in counts["cited"]
    ]


def _unanswered(row: Mapping[str, Any]) -> Line:
    times = f"({row['times']} times) " if row["times"] > 1 else ""
    question = _line(row["question"])
    cut = question[:MAX_QUESTION] + "..." * (len(question) > MAX_QUESTION)
    return Line(f"  {row['last'][:10]}  ", f"{times}{cut}")


def _heading(words: str, items: Sequence[object], most: int) -> str:
    """With the number of items, and of those that are shown."""
    of_all = f"{most} of {len(items):,}" if len(items) > most else str(len(items))
    return f"{words} ({of_all})"


def _line(text: str) -> str:
    return sanitize(text, one_line=True)


def _words(name: str) -> str:
    return _line(name).replace("_", " ")
