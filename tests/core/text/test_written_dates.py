"""The dates that a text states."""

from datetime import date

import pytest
from hypothesis import given, strategies as st

from ragtui_core.text.calendar_names import MONTHS
from ragtui_core.text.written_dates import as_iso, written_dates

DAYS = st.dates(date(1900, 1, 1), date(2199, 12, 31))

SPELLINGS = (
    "{y:04}-{m:02}-{d:02}",
    "{y:04}_{m:02}_{d:02}",
    "{y:04}.{m}.{d}",
    "{y:04}/{m:02}/{d:02}",
    "{y:04}{m:02}{d:02}",
    "{y:04}{m:02}{d:02}0930",
    "{y:04}-{m:02}-{d:02}T10:00:00+02:00",
    "{d}.{m}.{y:04}",
    "{d}. {m}. {y:04}",
    "{d:02}/{m:02}/{y:04}",
    "{d} {name} {y:04}",
    "{d}. {name} {y:04}",
    "{d}th of {name} {y:04}",
    "{d} de {name} de {y:04}",
    "{name} {d}, {y:04}",
    "{name} {d}th {y:04}",
)


@given(DAYS, st.sampled_from(SPELLINGS), st.integers(0, 99))
def test_a_day_is_read_in_every_spelling(day: date, spelling: str, way: int) -> None:
    names = MONTHS[day.month - 1]
    name = names[way % len(names)]
    written = spelling.format(y=day.year, m=day.month, d=day.day, name=name)
    for text in (written, f"Notes of {written}", f"{written} Meeting with Ann"):
        (found,) = written_dates(text)
        assert (found.period.first, found.period.last) == (day, day), text
        assert written.startswith(text[found.span.start : found.span.end][:4])


@given(DAYS, st.sampled_from(["{y:04}-{m:02}", "{y:04}_{m:02}", "{name} {y:04}"]))
def test_a_month_is_read_in_every_spelling(day: date, spelling: str) -> None:
    name = MONTHS[day.month - 1][0]
    text = spelling.format(y=day.year, m=day.month, name=name)
    (found,) = written_dates(text)
    assert found.period.first == day.replace(day=1)
    assert as_iso(found.period) == f"{day:%Y-%m}"


@given(DAYS)
def test_a_week_is_read_as_its_seven_days(day: date) -> None:
    year, week, _ = day.isocalendar()
    if year < 1900:
        return
    (found,) = written_dates(f"{year}-W{week:02}")
    assert found.period.first <= day <= found.period.last
    assert (found.period.last - found.period.first).days == 6


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-30",
        "31.11.2026",
        "2026-W54",
        "0000-01-01",
        "9999-01-01",
        "v2026.11.3",
        "version 2026.11",
        "1.2026.11.03",
        "+49 2026 1103",
        "DE89370400440532013000",
        "0176-2026-11-03",
        "the 1990s",
        "2026",
        "12345678",
        "May the 4th",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert written_dates(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("05/06/2026", date(2026, 6, 5)), ("06/25/2026", date(2026, 6, 25))],
)
def test_the_day_is_first_unless_the_second_number_is_no_month(
    text: str, expected: date
) -> None:
    (found,) = written_dates(text)
    assert found.period.first == expected


def test_dates_are_in_the_order_of_the_text() -> None:
    found = written_dates("from 3 May 2026 to 2026-05-07")
    assert [each.period.first.day for each in found] == [3, 7]
