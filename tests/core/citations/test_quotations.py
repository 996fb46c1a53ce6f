"""Whatever a file holds verifies; no change of a word, a digit or a negation does."""

import re

from hypothesis import assume, given
from hypothesis import strategies as st

from ragtui_core.citations.token_borders import is_whole
from ragtui_core.citations.verdicts import MIN_WORDS
from ragtui_core.citations.verification import locate, verify
from ragtui_core.citations.withdrawn_text import is_withdrawn
from ragtui_core.types import Document, Span
from support.notes import parse
from support.wordy import DRESSED, TEXTS, WORDS

MIN_LETTERS = 3
_WORD_CHARACTER = re.compile(r"[^\W_]")


@st.composite
def quotations(draw: st.DrawFn) -> tuple[Document, Span]:
    """A document, and a part of it that tells something."""
    document = parse(draw(TEXTS))
    start = draw(st.integers(0, len(document.text) - 1))
    end = draw(st.integers(start + 1, min(len(document.text), start + 80)))
    span = Span(start, end)
    assume(len(_WORD_CHARACTER.findall(span.of(document.text))) >= MIN_LETTERS)
    return document, span


@given(quotations())
def test_any_whole_part_of_a_file_verifies(quotation: tuple[Document, Span]) -> None:
    document, span = quotation
    whole = is_whole(document.text, span) and not is_withdrawn(document, span)
    assert verify(span.of(document.text), span, document).verified == whole


@given(st.lists(DRESSED, min_size=2, max_size=8), st.data())
def test_marks_and_white_space_do_not_matter(
    parts: list[str], data: st.DataObject
) -> None:
    undressed = [re.sub(r"\[(.*?)\]\(u\)|\*|`", r"\1", part) for part in parts]
    document = parse("".join(parts))
    quote = " ".join(
        # What is before a digit may be its sign, or compare it with something.
        re.sub(
            r"\s(?:[|#]+(?=\s)|[->]+(?=\s)(?!\s*[^\w\s]*\d))",
            " ",
            "".join(undressed),
        ).split()
    )
    span = Span(0, len(document.text))
    assert verify(quote, span, document).verified


@given(quotations(), st.data())
def test_no_other_digit_verifies(
    quotation: tuple[Document, Span], data: st.DataObject
) -> None:
    document, span = quotation
    quote = span.of(document.text)
    places = [place for place, char in enumerate(quote) if char.isdigit()]
    assume(places)
    place = data.draw(st.sampled_from(places))
    other = data.draw(st.sampled_from(["", *"0123456789"]))
    assume(other != quote[place])
    changed = quote[:place] + other + quote[place + 1 :]
    assert not verify(changed, span, document).verified


@given(quotations(), st.data())
def test_no_negation_is_dropped(
    quotation: tuple[Document, Span], data: st.DataObject
) -> None:
    document, span = quotation
    quote = span.of(document.text)
    found = list(re.finditer(r"\b(not|no|never)\b|n't\b|\bnon-", quote))
    assume(found)
    match = data.draw(st.sampled_from(found))
    changed = quote[: match.start()] + quote[match.end() :]
    assert not verify(changed, span, document).verified


@given(quotations(), st.data())
def test_no_negation_is_added(
    quotation: tuple[Document, Span], data: st.DataObject
) -> None:
    document, span = quotation
    quote = span.of(document.text)
    place = data.draw(st.integers(0, len(quote)))
    negation = data.draw(st.sampled_from([" not ", " no ", " never "]))
    changed = quote[:place] + negation + quote[place:]
    assert not verify(changed, span, document).verified


@given(quotations(), st.data())
def test_no_other_word_verifies(
    quotation: tuple[Document, Span], data: st.DataObject
) -> None:
    document, span = quotation
    quote = span.of(document.text)
    match = data.draw(st.sampled_from(list(re.finditer(r"\w+", quote))))
    other = data.draw(st.sampled_from(WORDS))
    changed = quote[: match.start()] + other + quote[match.end() :]
    words = re.compile(r"[^\W_]+")  # underscores may be emphasis
    assume(words.findall(changed.lower()) != words.findall(quote.lower()))
    assert not verify(changed, span, document).verified


@given(quotations())
def test_what_is_located_is_quoted_whole(quotation: tuple[Document, Span]) -> None:
    document, span = quotation
    text = document.text
    quote = span.of(text)
    found = locate(quote, document).span
    if found is None:
        return
    assert len(quote.split()) >= MIN_WORDS or len(_WORD_CHARACTER.findall(quote)) >= 12
    for border in (found.start, found.end):
        around = text[max(0, border - 1) : border + 1]
        assert not re.fullmatch(r"[^\W_]{2}", around)
    assert not re.match(r"\d[.,]?\d", text[found.end - 1 :])
