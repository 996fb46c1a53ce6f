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
  6 answered (50%), 2 unanswered
  3 failed (rate limited 2, timeout 1), 1 cancelled
  latency p50 80 ms, p95 4.2 s
  first event p50 20 ms, p95 1.0 s

Questions by day (UTC)
8 |███
  |███
  |███ ███
  |███ ███
   2026-03-01 to 2026-03-02, one column per day

Answers by         questions    p50    p95  tokens in  tokens out
claude-sonnet-5-5         10  80 ms  4.2 s  1,500,000       9,000
unknown                    2      -      -          -           -

7 quotations
  exact 86%, file missing 14%

Most cited, by questions (1)
     6  notes/pump.md

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


def test_sections_without_figures_are_left_out() -> None:
    one = Statistics("/my/notes", None, outcomes=Outcomes(cancelled=1))
    assert list(page(one)) == [
        "1 question to /my/notes",
        "  0 answered (0%), 0 unanswered",
        "  0 failed, 1 cancelled",
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
    assert lines[-7] == "Most cited, by questions (5 of 8)"
    assert lines[-2:] == ["     1  4.md", "  ... and 3 more (--json lists all)"]
