"""Statistics as a page: readable, narrow, and silent about what there is not."""

from pathlib import Path
from typing import Any, cast

import pytest
from rich.cells import cell_len

from ragtui_cli.commands.stats import page
from ragtui_core.history import Statistics

NOTHING: dict[str, Any] = {
    "vault": "/my/notes",
    "since": None,
    "outcomes": {"answered": 0, "unanswered": 0, "failed": 0, "cancelled": 0},
    "latency_ms": None,
    "providers": [],
    "cited": [],
    "unanswered": [],
    "damaged": 0,
}


def counts(**figures: Any) -> Statistics:
    return cast("Statistics", NOTHING | figures)


UNKNOWN: dict[str, Any] = {"provider": "", "model": "", "questions": 2, "tokens": 0}
CLAUDE = UNKNOWN | {"model": "claude-sonnet-5-5", "questions": 10, "tokens": 1_509_000}

FULL: dict[str, Any] = {
    "vault": None,
    "since": "2026-03-01",
    "outcomes": {"answered": 6, "unanswered": 2, "failed": 3, "cancelled": 1},
    "latency_ms": {"p50": 80, "p95": 4200},
    "providers": [CLAUDE, UNKNOWN],
    "cited": [
        {"vault": "/my/notes", "path": "pump.md", "citations": 7, "questions": 6}
    ],
    "unanswered": [
        {"vault": "/my/notes", "question": "Who?", "times": 2, "last": "2026-03-01T09"}
    ],
    "damaged": 1,
}


def test_the_whole_page() -> None:
    shown = Path(__file__).with_name("statistics_page.txt").read_text("utf-8")
    assert "\n".join(page(counts(**FULL))) + "\n" == shown


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
            "providers": [CLAUDE | {"model": long, "tokens": 10**9}],
            "cited": [cited],
            "unanswered": [unanswered],
        }
    )
    lines = "\n".join(page(wide)).split("\n")
    assert max(map(cell_len, lines)) <= most
    assert "\x1b" not in "".join(lines)


def test_long_lists_say_what_is_left_out() -> None:
    cited = [FULL["cited"][0] | {"path": f"{n}.md"} for n in range(8)]
    lines = list(page(counts(cited=cited)))
    assert lines[-6] == "Most cited, by questions (5 of 8)"
    assert lines[-1].endswith("  4.md")
