"""Statistics as a page: readable, narrow, and silent about what there is not."""

from datetime import date
from typing import Any, cast

import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len

from ragtui_cli.commands.stats import page
from ragtui_core.history import Statistics, page_sections

NOTHING: dict[str, Any] = {
    "vault": "/my/notes",
    "since": None,
    "questions": 0,
    "outcomes": {"answered": 0, "unanswered": 0, "failed": 0, "cancelled": 0},
    "by_day": [],
    "latency_ms": None,
    "first_event_ms": None,
    "providers": [],
    "errors": {},
    "cited": [],
    "verdicts": [],
    "unanswered": [],
    "damaged": 0,
}


def counts(**figures: Any) -> Statistics:
    return cast("Statistics", NOTHING | figures)


CLAUDE: dict[str, Any] = {
    "provider": "claude",
    "model": "claude-sonnet-5-5",
    "questions": 10,
    "latency_ms": {"p50": 80, "p95": 4200},
    "tokens": {
        "input_tokens": 1_000_000,
        "cache_read_input_tokens": 500_000,
        "output_tokens": 9_000,
    },
}
UNKNOWN = {"provider": "", "model": "", "questions": 2, "latency_ms": None}

FULL: dict[str, Any] = {
    "vault": None,
    "since": "2026-03-01",
    "questions": 12,
    "outcomes": {"answered": 6, "unanswered": 2, "failed": 3, "cancelled": 1},
    "by_day": [
        {"day": "2026-03-01", "questions": 8},
        {"day": "2026-03-02", "questions": 4},
    ],
    "latency_ms": {"p50": 80, "p95": 4200},
    "first_event_ms": {"p50": 20, "p95": 999.7},
    "providers": [CLAUDE, UNKNOWN | {"tokens": {}}],
    "errors": {"rate_limited": 2, "timeout": 1},
    "cited": [
        {"vault": "/my/notes", "path": "pump.md", "citations": 7, "questions": 6}
    ],
    "verdicts": [
        {"verdict": "exact", "citations": 6, "share": 0.8571},
        {"verdict": "file_missing", "citations": 1, "share": 0.1429},
    ],
    "unanswered": [
        {"vault": "/my/notes", "question": "Who?", "times": 2, "last": "2026-03-01T09"}
    ],
    "damaged": 1,
}

PAGE = """\
12 questions since 2026-03-01 to all vaults
   6 · 50%  ━━━━━━         answered
   2 · 17%  ━━             unanswered
   3 · 25%  ━━━            failed (rate limited 2, timeout 1)
    1 · 8%  ━              cancelled

Questions by day (UTC)
         8  ━━━━━━━━━━━━━  2026-03-01
         4  ━━━━━━         2026-03-02

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

(1 damaged line of the log left out)"""


@pytest.fixture(autouse=True)
def _blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragtui_cli.commands.stats._bar", lambda: "━")


def test_the_whole_page() -> None:
    assert "\n".join(page(counts(**FULL))) == PAGE


def days(*questions: int) -> list[dict[str, Any]]:
    return [
        {"day": str(date.fromordinal(738_000 + number)), "questions": count}
        for number, count in enumerate(questions)
    ]


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=2000))
def test_bars_of_days_show_every_question(questions: list[int]) -> None:
    by_day = days(*questions)
    [_, section, *_] = page_sections(counts(by_day=by_day), 80, max_items=5)
    lines = section.lines
    assert len(lines) <= 10
    sums = [int(line.head.split()[0].replace(",", "")) for line in lines]
    assert sum(sums) == sum(questions)
    assert ["━" in line.head for line in lines] == [total > 0 for total in sums]
    assert by_day[0]["day"] in lines[0].label
    assert lines[-1].label.endswith(by_day[-1]["day"])
    size = -(-len(questions) // 10)
    assert sums[-1] == sum(questions[-size:])


def test_without_block_characters_bars_are_ascii(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ragtui_cli.commands.stats._bar", lambda: "#")
    page_ = "\n".join(page(counts(**FULL)))
    assert f"  {'#' * 6}         answered" in page_
    assert page_.replace("·", "").isascii()


def test_sections_without_figures_are_left_out() -> None:
    one = counts(questions=1, outcomes=NOTHING["outcomes"] | {"cancelled": 1})
    assert [line.split() for line in page(one)] == [
        ["1", "question", "to", "/my/notes"],
        ["0", "·", "0%", "answered"],
        ["0", "·", "0%", "unanswered"],
        ["0", "·", "0%", "failed"],
        ["1", "·", "100%", "━" * 13, "cancelled"],
    ]


@pytest.mark.parametrize(("columns", "most"), [("200", 80), ("60", 60), ("5", 40)])
def test_no_line_is_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: str, most: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    long = "長い質問 \x1b[2J\n" * 40
    cited = {"vault": long, "path": long, "citations": 10**6, "questions": 1}
    unanswered = {"vault": long, "question": long, "times": 1, "last": "2026-03-01"}
    wide = counts(
        **FULL
        | {
            "vault": f"/{long}",
            "by_day": days(*range(1000)),
            "providers": [CLAUDE | {"model": long, "tokens": {"input": 10**9}}],
            "errors": {long: 3},
            "cited": [cited],
            "unanswered": [unanswered],
        }
    )
    lines = "\n".join(page(wide)).split("\n")
    assert max(map(cell_len, lines)) <= most
    assert "\x1b" not in "".join(lines)


def test_long_lists_say_what_is_left_out() -> None:
    cited = [FULL["cited"][0] | {"path": f"{n}.md"} for n in range(8)]
    lines = list(page(counts(questions=1, cited=cited)))
    assert lines[-6] == "Most cited, by questions (5 of 8)"
    assert lines[-1].endswith("  4.md")


NAMES = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=150)


@given(st.lists(NAMES, min_size=2, max_size=5, unique=True))
def test_no_name_of_a_file_or_a_model_is_cut(names: list[str]) -> None:
    cited = [FULL["cited"][0] | {"path": name} for name in names]
    models = [UNKNOWN | {"model": name, "tokens": {"input": 1}} for name in names]
    lines = page(counts(vault=None, cited=cited, providers=models))
    shown = "".join("".join(lines).split())
    for name in names:
        assert f"notes/{name}" in shown
        assert f"{name},input" in shown
