"""What is read of lines, and displayed of passages: the rows of `rows.txt`."""

from datetime import date
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.search.excerpt import make_excerpt
from ragtui_core.search.filters import day_of
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.query_language import Clause, parse_line, toggle_clause
from ragtui_core.search_results import Mode, listed_count
from ragtui_core.store.selection import FilterField
from ragtui_core.types import Span
from support.rows import Reader, rows_test


def excerpt(row: str) -> str:
    """The excerpt of a text in which one word is marked."""
    text, word = row.split(" ¦ ")
    start = text.index(word)
    found = make_excerpt(text, [Span(start, start + len(word))])
    assert [match.of(found.text) for match in found.matches] == [word]
    return found.text


def parts_of_line(line: str) -> str:
    """The words of a line, and its other parts."""
    parsed = parse_line(line)
    parts = (
        f"{part}: {' + '.join(map(str, values))}"
        for part in ("clauses", "left_out", "quoted", "phrases", "notes")
        if (values := getattr(parsed, part))
    )
    return " ¦ ".join([parsed.text(), *parts])


def toggled(row: str) -> str:
    """A line to which a filter is added, or from which it is taken."""
    line, clause = row.split(" ¦ ")
    field, _, value = clause.partition(":")
    return toggle_clause(line, Clause(FilterField(field), value))


@pytest.fixture
def continued(field_vault: Vault) -> Reader:
    """What completes a line at its end."""
    return lambda typed: ", ".join(
        offer.text.strip() for offer in field_vault.complete(typed, len(typed))
    )


@pytest.fixture
def counted(field_vault: Vault) -> Reader:
    """The values of what has the words of a line; `*` before what is chosen."""
    words = SearchOptions(mode=Mode.KEYWORD, fill=False)
    return lambda line: "; ".join(
        f"{facet.field}: "
        + ", ".join(f"{'*' * it.chosen}{it.value} {it.count}" for it in facet.values)
        for facet in field_vault.facets(line, words)
    )


READERS: dict[str, Reader | str] = {
    "a date of a filter, on 15 March 2026": lambda text: day_of(
        text, date(2026, 3, 15)
    ),
    "marks are left out of an excerpt": excerpt,
    "each part of a line is read": parts_of_line,
    "a filter goes in and out": toggled,
    "a list ends after what is good or near": lambda scores: listed_count(
        [float(score) for score in scores.split()]
    ),
    "a word continues": "continued",
    "what a search can be narrowed by": "counted",
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
