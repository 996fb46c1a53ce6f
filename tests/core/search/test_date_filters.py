"""Dates in filters."""

from datetime import date

import pytest
from hypothesis import given, strategies as st

from ragtui_core.search.filters import day_of

TODAY = date(2026, 3, 15)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-01", "2026-03-01"),
        ("2026-03", "2026-03"),
        ("2026", "2026"),
        ("1 March 2026", "2026-03-01"),
        ("2026-03-01T10:00", "2026-03-01"),
        ("7d", "2026-03-08"),
        ("2w", "2026-03-01"),
        ("1m", "2026-02-13"),
        ("1y", "2025-03-15"),
        ("today", "2026-03-15"),
        ("Yesterday", "2026-03-14"),
        ("0d", "2026-03-15"),
        *((text, None) for text in ("", "soon", "2026-13-01", "-7d", "9999y")),
    ],
)
def test_a_date_is_understood(text: str, day: str | None) -> None:
    assert day_of(text, TODAY) == day


@given(st.text())
def test_no_text_is_an_error(text: str) -> None:
    day_of(text, TODAY)
