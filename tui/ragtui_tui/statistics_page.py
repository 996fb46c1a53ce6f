"""Statistics of the audit log as sections of a page."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from textual.content import Content

from ragtui_core.answer.log.day_plot import day_plot
from ragtui_core.answer.log.figures import Latency, ProviderFigures, Statistics
from ragtui_tui import wording
from ragtui_tui.bars import bars

SHOWN = 8
"""Items of each list; `ragtui stats --json` has all."""

EMPTY = """\
Nothing is logged {here} yet.

Each question that you ask in the chat (F4), with `ragtui ask` or in an editor is \
noted in the audit log, on this machine alone: when, how long the answer took, which \
files it quotes and whether the quotations stood there. A day of questions is enough \
to see something here. Searches are noted once `log.searches` is on (F7).{off}"""

OFF = "\n\nThe log is turned off now: `log.exchanges` in the settings (F7) is false."


def empty(found: Statistics, *, logs: bool) -> Content:
    """Why there is nothing to see, and what would change that."""
    here = "of this vault in this time" if found.vault else "in this time"
    return Content(EMPTY.format(here=here, off="" if logs else OFF))


def page(found: Statistics, width: int) -> Iterator[tuple[str, Content]]:
    """The head of each section, and what stands in it, at most `width` cells wide."""
    yield wording.count(found.outcomes.questions, "question"), _outcomes(found, width)
    if found.by_day:
        columns = "\n".join(day_plot(found.by_day, width))
        yield "Questions by day (UTC)", Content.styled(columns, "$text-accent")
    if found.providers:
        yield "Time to the whole answer", _latencies(found, width)
        if any(each.tokens for each in found.providers):
            yield "Tokens", bars([*_tokens(found.providers)], width)
    if found.verdicts:
        rows = [
            (v.verdict.replace("_", " "), v.share, f"{v.citations:,} · {v.share:.0%}")
            for v in found.verdicts
        ]
        yield "Quotations by verdict", bars(rows, width)
    if found.cited:
        cited = [
            (_path(found, c.vault, c.path), c.questions, f"{c.questions:,}")
            for c in found.cited[:SHOWN]
        ]
        yield _head("Most cited, by questions", found.cited), bars(cited, width)
    yield from _lists(found, width)
    if found.searches.searches:
        yield wording.count(found.searches.searches, "search") + "es", _searches(found)
    if found.damaged:
        left_out = f"{found.damaged:,} of the log are damaged and left out."
        yield "Lines", Content(left_out)


def _outcomes(found: Statistics, width: int) -> Content:
    counts = found.outcomes
    rows = [
        (name, count, f"{count:,}")
        for name, count in (
            ("answered", counts.answered),
            ("unanswered", counts.unanswered),
            ("failed", counts.failed),
            ("cancelled", counts.cancelled),
        )
        if count or name == "answered"
    ]
    drawn = bars(rows, width)
    if found.errors:
        kinds = ", ".join(f"{kind} {times}" for kind, times in found.errors)
        drawn += Content(f"\nfailures: {wording.line(kinds.replace('_', ' '))}")
    return drawn


def _latencies(found: Statistics, width: int) -> Content:
    rows: list[tuple[str, float, str]] = []
    for each in found.providers:
        if each.latency_ms:
            rows += _both(_provider(each), each.latency_ms)
    if found.first_event_ms:
        rows += _both("first words", found.first_event_ms)
    return bars(rows, width) if rows else Content("no answer was completed")


def _both(name: str, latency: Latency) -> Iterator[tuple[str, float, str]]:
    for which, value in (("p50", latency.p50), ("p95", latency.p95)):
        yield f"{name} {which}", value, wording.milliseconds(value)


def _tokens(
    providers: Iterable[ProviderFigures],
) -> Iterator[tuple[str, float, str]]:
    for each in providers:
        for name, tokens in each.tokens.items():
            words = name.replace("_", " ").removesuffix(" tokens")
            yield f"{_provider(each)} {words}", tokens, f"{tokens:,}"


def _provider(each: ProviderFigures) -> str:
    return each.model or each.provider or "unknown"


def _lists(found: Statistics, width: int) -> Iterator[tuple[str, Content]]:
    if found.unanswered:
        rows = [
            f"{each.last:%Y-%m-%d}  "
            + (f"({each.times} times) " if each.times > 1 else "")
            + each.question
            for each in found.unanswered[:SHOWN]
        ]
        yield _head("What found no answer", found.unanswered), _cut(rows, width)
    if found.rephrased:
        rows = [
            f"{each.first:%Y-%m-%d}  " + "  ›  ".join(each.questions)
            for each in found.rephrased[:SHOWN]
        ]
        yield _head("Asked again in other words", found.rephrased), _cut(rows, width)


def _searches(found: Statistics) -> Content:
    counts = found.searches
    text = (
        f"{counts.empty:,} without a hit, {counts.weak:,} with weak hits, "
        f"{counts.relaxed:,} relaxed"
    )
    if counts.latency_ms:
        text += f"; p50 {wording.milliseconds(counts.latency_ms.p50)}"
        text += f", p95 {wording.milliseconds(counts.latency_ms.p95)}"
    return Content(text)


def _head(words: str, items: Sequence[object]) -> str:
    more = f" of {len(items):,}" if len(items) > SHOWN else ""
    return f"{words} ({min(SHOWN, len(items))}{more})"


def _cut(rows: Sequence[str], width: int) -> Content:
    lines = (Content(wording.line(row)).truncate(width, ellipsis=True) for row in rows)
    return Content("\n").join(lines)


def _path(found: Statistics, vault: str, path: str) -> str:
    return path if found.vault is not None else f"{PurePath(vault).name}/{path}"
