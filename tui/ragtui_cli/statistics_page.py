"""Statistics of the audit log as text, at most 80 cells wide."""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from rich.cells import cell_len, set_cell_size

from ragtui_cli.terminal_style import Style
from ragtui_core.citations import verdict_name
from ragtui_core.history import (
    ASCII_LEVELS,
    BLOCK_LEVELS,
    Latency,
    ProviderFigures,
    SearchFigures,
    Statistics,
    day_plot,
)
from ragtui_core.text import sanitize
from ragtui_eval import format_table

MAX_ROWS = 5
"""Items of each list; `--json` has all."""

_MIN_WIDTH, _MAX_WIDTH = 40, 80

_PROVIDER_HEADS = ["Answers by", "questions", "p50", "p95", "tokens in", "tokens out"]


def page(found: Statistics) -> Iterator[str]:
    """The page's lines; a section without figures is left out."""
    columns = shutil.get_terminal_size().columns
    width = min(max(columns, _MIN_WIDTH), _MAX_WIDTH)
    style = Style.for_stdout()
    for number, (head, *lines) in enumerate(_sections(found, width)):
        if number:
            yield ""
        yield style.bold(_cut(head, width))
        yield from (_cut(line, width) for line in lines)
    if found.damaged:
        yield f"\n({_number(found.damaged, 'damaged line')} of the log left out)"


def _sections(found: Statistics, width: int) -> Iterator[list[str]]:
    """Each section's heading and lines; lines are cut later."""
    yield [_title(found), *_outcomes(found)]
    if found.by_day:
        plot = day_plot(found.by_day, width, _levels())
        yield ["Questions by day (UTC)", *plot]
    if found.providers:
        rows = [_provider(each) for each in found.providers]
        yield list(format_table(_PROVIDER_HEADS, rows))
    if found.verdicts:
        yield list(_verdicts(found, width))
    for head, items in _lists(found).items():
        if items:
            yield [f"{head} ({len(items)})", *_listed(items)]
    if found.searches.searches:
        yield [_number(found.searches.searches, "search"), *_searches(found.searches)]


def _title(found: Statistics) -> str:
    place = "all vaults" if found.vault is None else found.vault
    since = f" since {found.since}" if found.since else ""
    return f"{_number(found.outcomes.questions, 'question')}{since} to {place}"


def _outcomes(found: Statistics) -> Iterator[str]:
    counts = found.outcomes
    if not counts.questions:
        return
    errors = ", ".join(f"{_words(kind)} {times}" for kind, times in found.errors)
    failed = f"{counts.failed} failed" + (f" ({errors})" if errors else "")
    share = counts.answered / counts.questions
    yield f"  {counts.answered} answered ({share:.0%}), {counts.unanswered} unanswered"
    yield f"  {failed}, {counts.cancelled} cancelled"
    if found.latency_ms:
        yield f"  latency {_latency(found.latency_ms)}"
    if found.first_event_ms:
        yield f"  first event {_latency(found.first_event_ms)}"


def _verdicts(found: Statistics, width: int) -> Iterator[str]:
    yield _number(sum(each.citations for each in found.verdicts), "quotation")
    shares = ", ".join(
        f"{verdict_name(v.verdict)} {v.share:.0%}" for v in found.verdicts
    )
    yield from textwrap.wrap(shares, width, initial_indent="  ", subsequent_indent="  ")


def _lists(found: Statistics) -> dict[str, list[list[str]]]:
    """Items by heading, each of one or more lines."""
    return {
        "Most cited": [
            [f"  {each.citations:>4}  {_path(found, each.vault, each.path)}"]
            for each in found.cited
        ],
        "Unanswered": [
            [f"  {each.last:%Y-%m-%d}  {_times(each.times)}{each.question}"]
            for each in found.unanswered
        ],
        "Asked again in other words": [
            [f"  {each.first:%Y-%m-%d}  {each.questions[0]}"]
            + [f"{'':>11}> {question}" for question in each.questions[1:]]
            for each in found.rephrased
        ],
    }


def _levels() -> str:
    """The plot's characters: block elements if the output encoding has them."""
    try:
        BLOCK_LEVELS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ASCII_LEVELS
    return BLOCK_LEVELS


def _provider(figures: ProviderFigures) -> list[str]:
    name = sanitize(figures.model or figures.provider, one_line=True) or "unknown"
    latency = figures.latency_ms
    took = [_time(latency.p50), _time(latency.p95)] if latency else ["-", "-"]
    tokens = [
        sum(count for name, count in figures.tokens.items() if direction in name)
        for direction in ("input", "output")
    ]
    counted = [f"{count:,}" if count else "-" for count in tokens]
    return [_cut(name, 26), str(figures.questions), *took, *counted]


def _searches(figures: SearchFigures) -> Iterator[str]:
    empty, weak, relaxed = figures.empty, figures.weak, figures.relaxed
    yield f"  {empty} without a hit, {weak} with weak hits, {relaxed} relaxed"
    if figures.latency_ms:
        yield f"  latency {_latency(figures.latency_ms)}"


def _listed(items: Sequence[Iterable[str]]) -> Iterator[str]:
    for lines in items[:MAX_ROWS]:
        yield from lines
    if len(items) > MAX_ROWS:
        yield f"  ... and {len(items) - MAX_ROWS} more (--json lists all)"


def _path(found: Statistics, vault: str, path: str) -> str:
    return path if found.vault is not None else f"{PurePath(vault).name}/{path}"


def _times(times: int) -> str:
    return f"({times} times) " if times > 1 else ""


def _latency(latency: Latency) -> str:
    return f"p50 {_time(latency.p50)}, p95 {_time(latency.p95)}"


def _time(milliseconds: float) -> str:
    if milliseconds < 999.5:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds / 1000:.1f} s"


def _number(count: int, noun: str) -> str:
    plural = "es" if noun.endswith("ch") else "s"
    return f"{count} {noun}{'' if count == 1 else plural}"


def _words(value: str) -> str:
    return sanitize(value, one_line=True).replace("_", " ")


def _cut(text: str, width: int) -> str:
    """One line of `text`, no wider than `width` cells."""
    text = sanitize(text, one_line=True)
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 3).rstrip() + "..."
