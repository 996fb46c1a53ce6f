"""Dates in filters."""

from datetime import date

from hypothesis import given, strategies as st

from ragtui_core.search.filters import day_of

TODAY = date(2026, 3, 15)


@given(st.text())
def test_no_text_is_an_error(text: str) -> None:
    day_of(text, TODAY)
