"""Statistics as a page: readable, narrow, and silent about what there is not."""

from dataclasses import replace
from datetime import date

import pytest
from rich.cells import cell_len

from ragtui_cli.commands.stats import page
from ragtui_core.history.statistics import (
    CitedDocument,
    Day,
    Latency,
    Outcomes,
    ProviderFigures,
    Rephrasing,
    SearchFigures,
    Statistics,
    UnansweredQuestion,
    VerdictShare,
)
from support.log import after

FULL = Statistics(
    vault=None,
    since=date(2026, 3, 1),
    outcomes=Outcomes(answered=6, unanswered=2, failed=3, cancelled=1),
    by_day=(Day(date(2026, 3, 1), 8), Day(date(2026, 3, 2), 4)),
    latency_ms=Latency(80, 4200),
    first_event_ms=Latency(20, 999.7),
    providers=(
        ProviderFigures(
            "claude",
            "claude-sonnet-5-5",
            10,
            Latency(80, 4200),
            {
                "input_tokens": 1_000_000,
                "cache_read_input_tokens": 500_000,
                "output_tokens": 9_000,
            },
        ),
        ProviderFigures("", "", 2, None, {}),
    ),
    errors=(("rate_limited", 2), ("timeout", 1)),
    cited=(CitedDocument("/my/notes", "pump.md", 7, 6),),
    verdicts=(VerdictShare("exact", 6, 6 / 7), VerdictShare("file_missing", 1, 1 / 7)),
    unanswered=(UnansweredQuestion("/my/notes", "Who?", 2, after(0)),),
    rephrased=(Rephrasing("/my/notes", after(0), ("pump?", "the pump?")),),
    searches=SearchFigures(4, 1, 2, 3, Latency(10, 20)),
    damaged=1,
)

PAGE = """\
12 questions since 2026-03-01 to all vaults
   6 · 50%  ━━━━━━         answered
   2 · 17%  ━━             unanswered
   3 · 25%  ━━━            failed (rate limited 2, timeout 1)
    1 · 8%  ━              cancelled

Questions by day (UTC)
8 |███
  |███
  |███ ███
  |███ ███
   2026-03-01 to 2026-03-02, one column per day

Time until
     80 ms  ━              complete answer, p50
     4.2 s  ━━━━━━━━━━━━━  complete answer, p95
     20 ms  ━              first event, p50
     1.0 s  ━━━            first event, p95

Answers by
        10  ━━━━━━━━━━━    claude-sonnet-5-5: p50 80 ms, p95 4.2 s
         2  ━━             unknown

Tokens
 1,000,000  ━━━━━━━━━━━━━  claude-sonnet-5-5, input
   500,000  ━━━━━━         claude-sonnet-5-5, cache read input
     9,000  ━              claude-sonnet-5-5, output

7 quotations
   6 · 86%  ━━━━━━━━━━━    exact
   1 · 14%  ━━             file missing

Most cited, by questions (1)
         6  ━━━━━━         notes/pump.md

Unanswered (1)
  2026-03-01  (2 times) Who?

Asked again in other words (1)
  2026-03-01  pump?
           > the pump?

4 searches
  1 without a hit, 2 with weak hits, 3 relaxed
  latency p50 10 ms, p95 20 ms

(1 damaged line of the log left out)"""


@pytest.fixture(autouse=True)
def _blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragtui_cli.commands.stats._levels", lambda: " ▁▂▃▄▅▆▇█")


def test_the_whole_page() -> None:
    assert "\n".join(page(FULL)) == PAGE


def test_without_block_characters_bars_are_ascii(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ragtui_cli.commands.stats._levels", lambda: " #")
    page_ = "\n".join(page(FULL))
    assert f"  {'#' * 6}         answered" in page_
    assert page_.replace("·", "").isascii()


def test_sections_without_figures_are_left_out() -> None:
    one = Statistics("/my/notes", None, outcomes=Outcomes(cancelled=1))
    assert [line.split() for line in page(one)] == [
        ["1", "question", "to", "/my/notes"],
        ["0", "·", "0%", "answered"],
        ["0", "·", "0%", "unanswered"],
        ["0", "·", "0%", "failed"],
        ["1", "·", "100%", "━" * 13, "cancelled"],
    ]
    searched = Statistics("/my/notes", None, searches=SearchFigures(1))
    assert list(page(searched)) == [
        "0 questions to /my/notes",
        "",
        "1 search",
        "  0 without a hit, 0 with weak hits, 0 relaxed",
    ]


@pytest.mark.parametrize(("columns", "most"), [("200", 80), ("60", 60), ("5", 40)])
def test_no_line_is_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: str, most: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    long = "長い質問 \x1b[2J\n" * 40
    wide = replace(
        FULL,
        vault=f"/{long}",
        by_day=tuple(Day(date.fromordinal(738000 + n), n) for n in range(1000)),
        providers=(
            ProviderFigures(long, long, 10**6, Latency(10**5, 10**6), {"input": 10**9}),
        ),
        errors=((long, 3),),
        cited=(CitedDocument(long, long, 10**6, 1),),
        unanswered=(UnansweredQuestion(long, long, 1, after(0)),),
        rephrased=(Rephrasing(long, after(0), (long, long)),),
    )
    lines = "\n".join(page(wide)).split("\n")
    assert max(map(cell_len, lines)) <= most
    assert "\x1b" not in "".join(lines)


def test_long_lists_say_what_is_left_out() -> None:
    cited = tuple(CitedDocument("/n", f"{n}.md", 1, 1) for n in range(8))
    lines = list(page(Statistics("/n", None, Outcomes(1), cited=cited)))
    assert lines[-6] == "Most cited, by questions (5 of 8)"
    assert lines[-1].endswith("  4.md")
