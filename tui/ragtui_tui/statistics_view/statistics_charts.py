"""Statistics of the audit log as sections of a page."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from textual.content import Content

from ragtui_core.citations import verdict_name
from ragtui_core.history import Latency, ProviderFigures, Statistics, day_plot
from ragtui_tui import formatting

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
    yield (
        formatting.count(found.outcomes.questions, "question"),
        _outcomes(found, width),
    )
    if found.by_day:
        columns = "\n".join(day_plot(found.by_day, width))
        yield "Questions by day (UTC)", Content.styled(columns, "$text-accent")
    if found.providers:
        yield "Time to the whole answer", _latencies(found, width)
        if any(each.tokens for each in found.providers):
            yield "Tokens", bars([*_tokens(found.providers)], width)
    if found.verdicts:
        rows = [
            (
                verdict_name(v.verdict),
                v.share,
                f"{v.citations:,} · {v.share:.0%}",
            )
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
        yield (
            formatting.count(found.searches.searches, "search") + "es",
            _searches(found),
        )
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
        drawn += Content(f"\nfailures: {formatting.one_line(kinds.replace('_', ' '))}")
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
        yield f"{name} {which}", value, formatting.milliseconds(value)


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
        yield (
            _head("Asked again in other words", found.rephrased),
            _cut(rows, width),
        )


def _searches(found: Statistics) -> Content:
    counts = found.searches
    text = (
        f"{counts.empty:,} without a hit, {counts.weak:,} with weak hits, "
        f"{counts.relaxed:,} relaxed"
    )
    if counts.latency_ms:
        text += f"; p50 {formatting.milliseconds(counts.latency_ms.p50)}"
        text += f", p95 {formatting.milliseconds(counts.latency_ms.p95)}"
    return Content(text)


def _head(words: str, items: Sequence[object]) -> str:
    more = f" of {len(items):,}" if len(items) > SHOWN else ""
    return f"{words} ({min(SHOWN, len(items))}{more})"


def _cut(rows: Sequence[str], width: int) -> Content:
    lines = (
        Content(formatting.one_line(row)).truncate(width, ellipsis=True) for row in rows
    )
    return Content("\n").join(lines)


def _path(found: Statistics, vault: str, path: str) -> str:
    return path if found.vault is not None else f"{PurePath(vault).name}/{path}"


NAME_CELLS = 28
"""What the names beside bars get at most."""

MAX_CELLS = 48
"""Maximum length of a bar."""


def bars(rows: Sequence[tuple[str, float, str]], width: int) -> Content:
    """A line for each row: its name, a bar, and its value in words.

    Args:
        rows: Name, amount (0 or more), and what is written behind the bar.
        width: Cells to fill.
    """
    most = max((amount for _, amount, _ in rows), default=0.0) or 1.0
    available = min(NAME_CELLS, width // 3)
    longest = max((len(formatting.one_line(name)) for name, _, _ in rows), default=0)
    names = min(longest, available)
    words = max((len(text) for _, _, text in rows), default=0)
    cells = min(MAX_CELLS, max(4, width - names - words - 4))
    return Content("\n").join(
        Content.assemble(
            _name(name, names),
            "  ",
            (_bar(amount / most, cells), "$accent"),
            f"  {text:>{words}}",
        )
        for name, amount, text in rows
    )


def _name(name: str, cells: int) -> Content:
    return Content(formatting.one_line(name)).truncate(cells, ellipsis=True, pad=True)


def _bar(share: float, cells: int) -> str:
    """A bar of a share, 0..1, of some cells; what is more than nothing is seen."""
    full, half = divmod(round(share * cells * 2) or (1 if share else 0), 2)
    return ("━" * full + "╸" * half).ljust(cells)
