"""How hits look: marked and roomy on a terminal, small in a pipe, never dangerous."""

import re

import pytest

from ragtui_cli.commands.search import detailed
from ragtui_cli.terminal_style import Style
from ragtui_core.search import compact_lines
from ragtui_core.search_results import Explanation, Hit, Mode, SearchResult
from ragtui_core.terminal import for_terminal
from ragtui_core.types import Fields, Lines, Span

PLAIN, COLOURED = Style(on=False), Style(on=True)


def hit(
    rank: int = 1, *, excerpt: str = "Change the impeller.", **other: object
) -> Hit:
    values = {
        "rank": rank,
        "score": 0.875,
        "path": "notes/pump.md",
        "heading_path": ("Pump", "Care"),
        "lines": Lines(12, 20),
        "span": Span(100, 200),
        "excerpt": excerpt,
        "matches": (Span(11, 19),),
        "keyword": 1.0,
        "similarity": 0.8,
        "fused": 0.9,
        "fields": Fields(title="Pump"),
        "modified": 0.0,
    }
    return Hit(**(values | other))  # type: ignore[arg-type]  # a test's shorthand


def result(*hits: Hit, notes: tuple[str, ...] = ()) -> SearchResult:
    return SearchResult(query="impeller", mode=Mode.HYBRID, hits=hits, notes=notes)


def test_detailed_shows_title_place_headings_and_excerpt() -> None:
    shown = "\n".join(detailed(result(hit(), notes=("A note.",)), PLAIN))
    assert "Pump  0.88" in shown
    assert "notes/pump.md:12  Care" in shown
    assert "Change the impeller." in shown
    assert shown.endswith("A note.")


def test_matches_are_marked_even_where_lines_break() -> None:
    excerpt = "word " * 40 + "impeller " + "word " * 10
    matches = (Span(200, 208),)
    lines = detailed(result(hit(excerpt=excerpt, matches=matches)), COLOURED)
    shown = for_terminal("\n".join(lines))
    assert "\x1b[1;33mimpeller\x1b[0m" in shown
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert max(map(len, plain.splitlines())) <= 100


@pytest.mark.parametrize("style", [PLAIN, COLOURED])
def test_nothing_in_a_note_reaches_the_terminal_as_a_command(style: Style) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\x9b1mtext\u202e"
    bad = hit(
        excerpt=evil,
        matches=(),
        path=f"a{evil}\n.md",
        fields=Fields(title=evil),
        heading_path=(evil,),
    )
    for lines in (detailed(result(bad), style), compact_lines(result(bad))):
        shown = re.sub(r"\x1b\[(?:0|1|2|36|1;33)m", "", for_terminal("\n".join(lines)))
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)
        assert "owned" not in shown


@pytest.mark.parametrize("notes", [(), ("A sentence about the result. " * 20,) * 3])
def test_five_hits_fit_into_two_thousand_characters(notes: tuple[str, ...]) -> None:
    title = Fields(title="t" * 300)
    long = [
        hit(rank, excerpt="x" * 300, matches=(), path="p" * 200, fields=title)
        for rank in range(1, 6)
    ]
    assert len("\n".join(compact_lines(result(*long, notes=notes)))) <= 2000


def test_an_explained_hit_takes_four_lines_at_most() -> None:
    why = Explanation(
        matched={"title": ("pump",), "body": ("impeller", "pump")},
        parts={"words": 2.5, "meaning": 2.5, "query": -4.2, "recency": 0.1},
        words=("pump", "impeller"),
    )
    explained = result(hit(explanation=why, fused=0.9))
    assert len(list(compact_lines(explained))) <= 4
    shown = "\n".join(detailed(explained, PLAIN))
    assert "found in title: pump; body: impeller pump" in shown
    assert "0.90 = words +2.50 meaning +2.50 query -4.20 recency +0.10" in shown
