"""The dates of a document in words."""

from hypothesis import given, strategies as st

from ragtui_core.language.times.dates import iso_date
from ragtui_core.text.document_dates import shown_date


@given(st.dates().map(str) | st.from_regex(r"\d{4}(-(0[1-9]|1[0-2]))?", fullmatch=True))
def test_any_date_of_a_document_is_shown(written: str) -> None:
    date = iso_date(written)
    assert date
    assert shown_date(date[:10]).split()[-1] == date[:4]
