"""Citations are numbered once, and checked against the files as they are now."""

from dataclasses import replace

import pytest

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.citations.shown.quotation_rule import Quoted, compare
from ragtui_core.citations.shown.quotations_shown import shown_text
from ragtui_core.types import Document, Span
from support.answer_requests import files_of
from support.notes import parse

PUMP = "# Pump\n\nThe pump is blue. Its impeller is changed every second winter.\n"
BOAT = "# Boat\n\nThe boat leaks at the stern. Nobody knows why.\n"
QUOTE = "Its impeller is changed every second winter."


def sent(path: str, text: str) -> Document:
    return parse(text, path)


def span_of(quote: str, text: str = PUMP) -> Span:
    return Span(text.index(quote), text.index(quote) + len(quote))


def cited(now: dict[str, str], quote: str = QUOTE) -> Citation:
    """A citation of the pump's note, which was sent as above, from the files `now`."""
    citer = Citer(files_of(now))
    return citer.at(quote, span_of(quote), (), sent("pump.md", PUMP))


def test_a_file_that_stayed_is_quoted_where_it_was() -> None:
    citation = cited({"pump.md": PUMP})
    assert (citation.verdict, citation.span) == (Verdict.EXACT, span_of(QUOTE))
    assert (citation.lines.first, citation.lines.last) == (3, 3)


def test_a_quotation_that_moved_is_found_again() -> None:
    now = "# Pump\n\nA new line.\n\nThe pump is green. " + QUOTE
    citation = cited({"pump.md": now})
    assert citation.verdict is Verdict.EXACT
    assert citation.span == span_of(QUOTE, now)
    assert citation.lines.first == 5


def test_of_two_places_the_one_near_the_old_is_taken() -> None:
    now = f"{QUOTE}\n\n" + "Filler. " * 30 + f"\n\n{PUMP}"
    old = f"{'x' * 200}\n\n{PUMP}"
    citer = Citer(files_of({"pump.md": now}))
    citation = citer.at(QUOTE, span_of(QUOTE, old), (), sent("pump.md", old))
    assert citation.span.start == now.rindex(QUOTE)


@pytest.mark.parametrize(
    "now",
    [
        PUMP.replace("second", "third"),
        PUMP.replace("is changed", "is not changed"),
        "# Pump\n",
        "# Pump\n\nThe pump is blue. Its impeller is changed every second wint",
    ],
)
def test_a_quotation_that_was_edited_is_stale(now: str) -> None:
    citation = cited({"pump.md": now})
    assert citation.verdict is Verdict.STALE
    assert 0 <= citation.span.start <= citation.span.end <= len(now)


def test_a_deleted_file_is_reported() -> None:
    assert cited({}).verdict is Verdict.FILE_MISSING


def test_a_passage_has_one_number() -> None:
    citer = Citer(files_of({"pump.md": PUMP}))
    document = sent("pump.md", PUMP)
    told = [
        citer.numbered(citer.at(quote, span_of(quote), (), document))
        for quote in (QUOTE, "The pump is blue.", QUOTE)
    ]
    assert [(c.number, new) for c, new in told] == [(1, True), (2, True), (1, False)]


def test_a_passage_that_is_also_quoted_has_two_numbers() -> None:
    citer = Citer(files_of({"pump.md": PUMP}))
    found = citer.at(QUOTE, span_of(QUOTE), (), sent("pump.md", PUMP))
    shown = replace(found, quoted=True)
    assert [citer.numbered(each)[0].number for each in (found, shown)] == [1, 2]


@pytest.mark.parametrize(
    ("now", "verdict"),
    [
        ("- one impeller\n- two gaskets\n", True),
        ("A new line.\n\n- one impeller\n- two gaskets\n", True),
        ("- one impeller\n- ten gaskets\n", False),
    ],
)
def test_what_an_answer_quotes_is_compared_as_it_is_displayed(
    now: str, verdict: bool
) -> None:
    document = sent("pump.md", "- one impeller\n- two gaskets\n")
    (quotation,) = shown_text("> - one impeller\n> - two gaskets").quotations
    quoted, file = Quoted(quotation.blocks), quotable(document)
    citer = Citer(files_of({"pump.md": now}))
    citation = citer.found(quoted, compare(quoted, file), file)
    assert citation.verdict.verified is verdict
    assert citation.span.start == (now.find("one") if verdict else 0)
