"""Verification: what is unchanged is verified, what was altered never is."""

import re

import pytest
from hypothesis import assume, given, strategies as st

from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.comparing.verification import check
from ragtui_core.documents.parser import parse_document
from ragtui_core.types import Span

TEXT = """# Report

The *quick* fox did not jump over 31 "lazy" dogs on 2026-03-01.
It cost 1,250.50 euros; see [[notes]].

> The fox is well.
"""
DOCUMENT = parse_document("report.md", TEXT.encode())


def span_of(words: str) -> Span:
    start = TEXT.index(words)
    return Span(start, start + len(words))


@given(st.integers(0, len(TEXT)), st.integers(1, 60))
def test_every_span_of_whole_words_verifies(start: int, length: int) -> None:
    span = Span(start, min(len(TEXT), start + length))
    quote = span.of(TEXT)
    assume(len(re.findall(r"[^\W_]", quote)) > 1)
    cut = any(
        re.search(r"(?:\w|\d[,.-])\Z", TEXT[:border])
        and re.match(r"\w|[,.-]\d", TEXT[border:])
        for border in (
            span.start + len(quote) - len(quote.lstrip()),
            span.end - len(quote) + len(quote.rstrip()),
        )
    )
    # What is left out beside it would change what it says.
    assume(not re.search(r"(?:not|over)\s*\Z", TEXT[:start]))
    assume(not re.match(r"\s*not\b", TEXT[span.end :]))
    assume(not re.search(r"\d\s*\Z", TEXT[:start]) or not re.match(r"\s*euros", quote))
    assume(not re.match(r"\s*euros", TEXT[span.end :]))
    assert (check(quote, span, DOCUMENT).verdict is Verdict.EXACT) is not cut


@pytest.mark.parametrize(
    "quote",
    [
        "The quick fox did not jump over 31 \u201clazy\u201d dogs on 2026-03-01.",
        "The  **quick** fox\ndid not jump over 31 'lazy' dogs on 2026-03-01.".replace(
            "'", '"'
        ),
    ],
)
def test_markup_space_and_quotation_marks_do_not_matter(quote: str) -> None:
    line = TEXT.splitlines()[2]
    assert check(quote, span_of(line), DOCUMENT).verdict is Verdict.NORMALISED


LINE = span_of(TEXT.splitlines()[2])


@pytest.mark.parametrize(
    ("words", "others"),
    [
        ("31", "13"),
        ("31", "310"),
        ("did not jump", "did jump"),
        ("quick", "slow"),
        ("2026-03-01", "2026-03-10"),
        ("2026-03-01", "2026/03/01"),
        ("over", "Over"),
    ],
)
def test_an_altered_word_or_digit_never_verifies(words: str, others: str) -> None:
    quote = LINE.of(TEXT).replace(words, others)
    assert check(quote, LINE, DOCUMENT).verdict is Verdict.ALTERED


@given(st.data())
def test_no_changed_character_of_a_word_verifies(data: st.DataObject) -> None:
    quote = LINE.of(TEXT)
    letters = [i for i, c in enumerate(quote) if c.isalnum() and i]
    place = data.draw(st.sampled_from(letters))
    other = data.draw(st.characters(categories=["L", "N"]))
    assume(other != quote[place])
    changed = quote[:place] + other + quote[place + 1 :]
    assert not check(changed, LINE, DOCUMENT).verdict.verified


def test_a_quotation_from_elsewhere_is_reported() -> None:
    assert check("The fox is well.", LINE, DOCUMENT).verdict is Verdict.ELSEWHERE


@pytest.mark.parametrize("quote", ["", "  ", "\n"])
def test_nothing_is_no_quotation(quote: str) -> None:
    assert check(quote, LINE, DOCUMENT).verdict is Verdict.MISSING
