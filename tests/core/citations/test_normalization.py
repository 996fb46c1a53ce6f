"""The plain form of a text, and the way back from it."""

import re

import pytest
from hypothesis import assume, given, strategies as st

from ragtui_core.citations.comparing.normalization import PlainText, plain
from ragtui_core.citations.comparing.token_borders import is_whole
from ragtui_core.documents.markdown.markup import markup_of
from ragtui_core.types import Span
from support.notes import NOTE_TEXTS
from support.repetitive_texts import MARKED_UP, TEXTS, WITHOUT_UNDERSCORES


def found(quote: str, text: str) -> str | None:
    """What of a text is found for a quotation."""
    places = PlainText.of(text).occurrences(plain(quote))
    whole = (span.of(text) for span in places if is_whole(text, span))
    return next(whole, None)


@pytest.mark.parametrize(
    ("quote", "text", "there"),
    [
        ("the pump is blue", "So **the  pump\nis** blue.", "**the  pump\nis** blue"),
        ("pump is", "the _pump is blue_", "pump is"),
        ("is blue", "- It\n- `is` *blue*!", "`is` *blue*"),
        ("a|b", "| a | b |", "a | b"),
        ("caf\u00e9", "the cafe\u0301 here", "cafe\u0301"),
        ("impeller", "an im\u00adpel\u00adler", "im\u00adpel\u00adler"),
        ('say "so"', "say \u201cso\u201d", "say \u201cso\u201d"),
        ("5", "(5)", "5"),
        ("end", "the end.Next", "end"),
    ],
)
def test_a_quotation_is_found_at_its_location(
    quote: str, text: str, there: str
) -> None:
    assert found(quote, text) == there


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("price is 5", "price is 50"),
        ("price is 5", "price is 5.30"),
        ("price is 5", "price is 5,000"),
        ("price is 5", "price is 5%"),
        ("price is 5", "price is 5\u20136"),
        ("price is 5", "price is 5-6"),
        ("5 euros", "15 euros"),
        ("5 euros", "2.5 euros"),
        ("5 euros", "-5 euros"),
        ("5 euros", "\u22125 euros"),
        ("on 2026-03", "on 2026-03-01"),
        ("at 10", "at 10:30"),
        ("you can", "you can't"),
        ("you can'", "you can\u2019t"),
        ("toxic", "non-toxic"),
        ("well", "well-known"),
        ("pump", "pumps"),
        ("able", "un**able**"),
        ("half", "1/2 behalf"),
        ("x", "x_y"),
    ],
)
def test_no_word_or_number_is_cut(quote: str, text: str) -> None:
    assert found(quote, text) is None


def test_of_several_places_the_nearest_is_taken() -> None:
    text = "A pump. **A pump.** A pump."
    plain_text = PlainText.of(text)
    assert [
        next(plain_text.occurrences("A pump", near)).start for near in (0, 9, 20)
    ] == [0, 8, 20]


@given(st.one_of(TEXTS, NOTE_TEXTS), st.data())
def test_what_is_found_has_the_same_plain_form(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = plain(text[start : start + data.draw(st.integers(1, 60))])
    there = found(quote, text)
    if there is not None:
        assert plain(there) == plain(quote)


@given(
    st.lists(MARKED_UP, max_size=8).map("".join),
    st.lists(WITHOUT_UNDERSCORES, min_size=1, max_size=8).map("".join),
    st.lists(MARKED_UP, max_size=8).map("".join),
    st.data(),
)
def test_whole_words_are_found(
    before: str, quoted: str, after: str, data: st.DataObject
) -> None:
    text = before + quoted + after
    words = list(re.finditer(r"\S+", quoted))
    kept = [place for place, word in enumerate(words) if re.search(r"\w", word[0])]
    # One of them has letters or digits.
    inner = data.draw(st.sampled_from(kept))
    first = data.draw(st.integers(max(0, inner - 6), inner))
    last = data.draw(st.integers(inner, min(len(words) - 1, first + 6)))
    start, end = words[first].start(), words[last].end()
    quote = quoted[start:end]
    # What begins or ends within code is found as it is written (verification.py).
    start += len(before)
    code = {Span(start + c.start, start + c.end) for c in markup_of(quote).code}
    assume(code <= set(markup_of(text).code))
    assert next(PlainText.of(text).occurrences(plain(quote)), None) is not None
