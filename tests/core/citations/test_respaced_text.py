"""Quotations that saving changed: their white space, and what is not printable."""

from hypothesis import assume, given, strategies as st

from ragtui_core.citations.comparing.normalization import PlainText, single_spaced

TEXTS = st.text("ab 漢*`_\t\n\r\x00\u200b\u2028,.5", max_size=60)


@given(TEXTS, st.data())
def test_every_part_is_found_however_its_spaces_are_written(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown = single_spaced(text[start:end])
    assume(shown)
    found = list(PlainText.single_spaced(text).occurrences(shown, start))
    assert all(single_spaced(span.of(text)) == shown for span in found)
    if "\x00" not in text and "\u200b" not in text:
        assert any(start <= span.start and span.end <= end for span in found)
