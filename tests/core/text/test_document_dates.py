"""The dates of a document in words."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.language.times.dates import iso_date
from ragtui_core.text.document_dates import shown_date, shown_dates
from ragtui_core.types import Fields


@pytest.mark.parametrize(
    ("created", "updated", "shown"),
    [
        ("2026-11-03", "2026-11-20", "dated 3 Nov 2026, changed 20 Nov 2026"),
        ("2026-11-03", "2026-11-03T10:00:00", "dated 3 Nov 2026"),
        ("2026-11-03T08:00:00+01:00", "", "dated 3 Nov 2026"),
        ("2026-11", "2026-11-20", "dated Nov 2026, changed 20 Nov 2026"),
        ("2026", "", "dated 2026"),
        ("", "2026-01-20", "changed 20 Jan 2026"),
        ("", "", ""),
    ],
)
def test_each_date_says_which_it_is(created: str, updated: str, shown: str) -> None:
    assert shown_dates(Fields("Pump", created=created, updated=updated)) == shown


@given(st.dates().map(str) | st.from_regex(r"\d{4}(-(0[1-9]|1[0-2]))?", fullmatch=True))
def test_any_date_of_a_document_is_shown(written: str) -> None:
    date = iso_date(written)
    assert date
    assert shown_date(date[:10]).split()[-1] == date[:4]
