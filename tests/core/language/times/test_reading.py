"""Times in words, as read on Friday 27 November 2026.

`phrases.txt` has a line and its days in each row; no days if it names no time.
"""

import time
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ragtui_core.language.times.reading import TimeReading, read_time

TODAY = date(2026, 11, 27)
PHRASES = [
    tuple(map(str.strip, row.split("|")))
    for row in Path(__file__).with_name("phrases.txt").read_text("utf-8").splitlines()
]
FLOOR = 0.98
"""The share of phrases that are read as their rows say."""


def shown(reading: TimeReading) -> str:
    return "none such" if reading.unreal else "; ".join(map(str, reading.days))


def test_phrases_are_read_as_people_mean_them() -> None:
    wrong = [
        f"{line}: {read}, not {days}"
        for line, days in PHRASES
        if (read := shown(read_time(line, TODAY))) != days
    ]
    assert len(PHRASES) > 400
    assert len(wrong) <= (1 - FLOOR) * len(PHRASES), wrong


@pytest.mark.parametrize(
    "today", [date(2026, 1, 1) + timedelta(37 * n) for n in range(20)]
)
def test_without_a_year_the_nearer_day_is_meant(today: date) -> None:
    ahead, back = today + timedelta(20), today - timedelta(20)
    for day in (ahead, back):
        (read,) = read_time(f"notes on {day.day} {day:%B}", today).days
        assert read.first == day
        (read,) = read_time(f"what was on {day.day} {day:%B}", today).days
        assert read.first is not None
        assert read.first <= today
        (read,) = read_time(f"what is due on {day.day} {day:%B}", today).days
        assert read.first is not None
        assert read.first >= today


def test_times_that_do_not_combine_are_not_joined() -> None:
    reading = read_time("the roof last week or on 3 May", TODAY)
    assert shown(reading) == "16–22 Nov 2026; 3 May 2026"
    assert len(reading.spans) == 2


def test_an_ambiguous_date_says_how_it_was_read() -> None:
    days, months = (read_time("05/06/2026", TODAY, order) for order in ("dmy", "mdy"))
    assert (shown(days), shown(months)) == ("5 Jun 2026", "6 May 2026")
    assert days.notes == (
        "05/06/2026 was read as 5 Jun 2026, and not as 6 May 2026: "
        "see the setting search.date_order.",
    )
    assert not read_time("25/06/2026", TODAY, "mdy").notes


WORDS = st.sampled_from(
    [
        *("last", "next", "in", "on", "since", "before", "between", "and", "ago"),
        *("31", "30", "0", "9999", "54", "1000000", "2026", "1999", "12", "Q9"),
        *("february", "Mai", "lundi", "domingo", "week", "KW", "Tagen", "vor"),
        *("-", ".", "/", ":", "\x00", "é", "İ", "ß", "\u2019s", "l'", "d'"),
        *("05/06/2026", "2026-W99", "2026-02-30", "tomorrow", "the", "quarter"),
        *("first", "half", "end of", "two", "decade", "to", "Sunday", "after"),
    ]
)


@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(), st.dates())
def test_any_line_has_words_of_its_own_or_no_time(line: str, today: date) -> None:
    reading = read_time(line, today)
    assert bool(reading.days) == bool(reading.spans)
    for span in reading.spans:
        assert 0 <= span.start < span.end <= len(line)
    for days in reading.days:
        assert str(days)
        assert not (days.first and days.last) or days.first <= days.last


def test_a_pasted_text_is_read_in_no_time() -> None:
    line = "on 3 May 2026 the first Sunday of last November " * 2_000
    start = time.process_time()
    assert not read_time(line, TODAY).days
    assert time.process_time() - start < 5
