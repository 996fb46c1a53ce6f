"""The dates that titles, headings, values and rows state."""

from datetime import date

from hypothesis import given, strategies as st

from ragtui_core.language.times.dates import as_iso, dates_in
from ragtui_core.language.times.time_words import month_numbers

DAYS = st.dates(date(1900, 1, 1), date(2199, 12, 31))

SPELLINGS = (
    *("{y:04}-{m:02}-{d:02}", "{y:04}_{m:02}_{d:02}", "{y:04}.{m}.{d}"),
    *("{y:04}/{m:02}/{d:02}", "{y:04}{m:02}{d:02}", "{y:04}{m:02}{d:02}0930"),
    *("{y:04}-{m:02}-{d:02}T10:00:00+02:00", "{d}.{m}.{y:04}", "{d}. {m}. {y:04}"),
    *("{d:02}/{m:02}/{y:04}", "{d} {name} {y:04}", "{d}. {name} {y:04}"),
    *("{d}th of {name} {y:04}", "{name} {d}, {y:04}", "{name} {d}th {y:04}"),
)


def names_of(month: int) -> list[str]:
    return [name for name, number in month_numbers().items() if number == month]


@given(DAYS, st.sampled_from(SPELLINGS), st.integers(0, 99))
def test_a_day_is_read_in_every_spelling(day: date, spelling: str, way: int) -> None:
    names = ["january"] if "of" in spelling else names_of(day.month)
    name = f"{day:%B}" if "of" in spelling else names[way % len(names)]
    written = spelling.format(y=day.year, m=day.month, d=day.day, name=name)
    for text in (written, f"Notes of {written}", f"{written} Meeting with Ann"):
        (found,) = dates_in(text)
        assert (found.first, found.last) == (day, day), text
        assert written.startswith(text[found.span.start : found.span.end][:4])


@given(DAYS, st.sampled_from(["{y:04}-{m:02}", "{y:04}_{m:02}", "{name} {y:04}"]))
def test_a_month_is_read_in_every_spelling(day: date, spelling: str) -> None:
    text = spelling.format(y=day.year, m=day.month, name=f"{day:%B}")
    (found,) = dates_in(text)
    assert found.first == day.replace(day=1)
    assert as_iso(found.days) == f"{day:%Y-%m}"


def test_dates_are_in_the_order_of_the_text() -> None:
    found = dates_in("from 3 May 2026, then 2026-05-07")
    assert [date.first.day for date in found] == [3, 7]
