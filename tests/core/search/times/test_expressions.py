"""Times in words, as read on Friday 27 November 2026."""

from datetime import date

import pytest
from hypothesis import given, strategies as st

from ragtui_core.search.times.calendar import recent, unit
from ragtui_core.search.times.expressions import TimeExpression, read_times
from ragtui_core.search.times.vocabulary import Unit

TODAY = date(2026, 11, 27)


def times(line: str, today: date = TODAY, order: str = "dmy") -> TimeExpression | None:
    return read_times(line, today, order)[0]


@pytest.mark.parametrize(
    ("line", "shown", "rest"),
    [
        ("what did I do yesterday?", "26 Nov 2026", "what did I do ?"),
        ("yesterday's note", "26 Nov 2026", "note"),
        ("the day before yesterday", "25 Nov 2026", ""),
        ("goals last week", "16–22 Nov 2026", "goals"),
        ("next week", "30 Nov – 6 Dec 2026", ""),
        ("the last three days", "24–27 Nov 2026", ""),
        ("what did I do on Monday", "23 Nov 2026", "what did I do"),
        ("3 weeks ago", "2–8 Nov 2026", ""),
        ("Anna this month", "Nov 2026", "Anna"),
        ("last December", "Dec 2025", ""),
        ("migraine in May", "May 2026", "migraine"),
        ("how was Nov 3 2026", "3 Nov 2026", "how was"),
        ("3.11.2026", "3 Nov 2026", ""),
        ("2026-11-03T23:00:00+02:00", "3 Nov 2026", ""),
        ("Tom in summer 2025", "1 Jun – 31 Aug 2025", "Tom"),
        ("winter 2025", "1 Dec 2025 – 28 Feb 2026", ""),
        ("the week of 9 November", "9–15 Nov 2026", ""),
        ("the first week of November 2025", "1–7 Nov 2025", ""),
        ("letzte Woche im Oktober", "25–31 Oct 2026", ""),
        ("seconda settimana di maggio", "8–14 May 2026", ""),
        ("goals in der Woche vom 3.11.2026", "2–8 Nov 2026", "goals"),
        ("week of mourning in May", "May 2026", "week of mourning"),
        ("2026-W45", "2–8 Nov 2026", ""),
        ("Q2 2026", "1 Apr – 30 Jun 2026", ""),
        ("notes from September", "Sep 2026", "notes"),
        ("notes de septembre", "Sep 2026", "notes"),
        ("note di settembre", "Sep 2026", "note"),
        ("notas de septiembre", "Sep 2026", "notas"),
        ("notities van september", "Sep 2026", "notities"),
        ("minutes from last week", "16–22 Nov 2026", "minutes"),
        ("the second quarter of 2026", "1 Apr – 30 Jun 2026", ""),
        ("the 1990s", "1 Jan 1990 – 31 Dec 1999", ""),
        ("since 1 November", "since 1 Nov 2026", ""),
        ("before February 2025", "until 31 Jan 2025", ""),
        ("between 1 September and 15 October 2025", "1 Sep – 15 Oct 2025", ""),
        ("16–22 Nov 2026", "16–22 Nov 2026", ""),
        ("from 3 to 5 November 2026", "3–5 Nov 2026", ""),
        ("was habe ich gestern gemacht", "26 Nov 2026", "was habe ich gemacht"),
        ("am 3. November 2026", "3 Nov 2026", ""),
        ("vor fünf Tagen", "22 Nov 2026", ""),
        ("zwischen dem 1. und 5. Mai 2026", "1–5 May 2026", ""),
        ("qu'ai-je fait hier", "26 Nov 2026", "qu'ai-je fait"),
        ("la semaine dernière", "16–22 Nov 2026", ""),
        ("le 1er mai 2026", "1 May 2026", ""),
        ("il y a trois jours", "24 Nov 2026", ""),
        ("el 3 de noviembre de 2026", "3 Nov 2026", ""),
        ("hace tres días", "24 Nov 2026", ""),
        ("la settimana scorsa", "16–22 Nov 2026", ""),
        ("tre giorni fa", "24 Nov 2026", ""),
        ("há três dias", "24 Nov 2026", ""),
        ("drie dagen geleden", "24 Nov 2026", ""),
        ("vorige week", "16–22 Nov 2026", ""),
        ("Tom on Tuesday last week", "17 Nov 2026", "Tom"),
        ("last week Tuesday", "17 Nov 2026", ""),
        ("Friday of the week before last", "13 Nov 2026", ""),
        ("Dienstag letzter Woche", "17 Nov 2026", ""),
        ("mardi de la semaine dernière", "17 Nov 2026", ""),
        ("martedì della settimana scorsa", "17 Nov 2026", ""),
        ("what did I do the week before last", "9–15 Nov 2026", "what did I do"),
        ("the month before last summer", "until 31 May 2026", "the month"),
        ("before last week", "until 15 Nov 2026", ""),
        ("the month before last", "Sep 2026", ""),
        ("vorletzte Woche", "9–15 Nov 2026", ""),
        ("vorletzten Montag", "16 Nov 2026", ""),
        ("l'avant-dernière semaine", "9–15 Nov 2026", ""),
        ("la semana antepasada", "9–15 Nov 2026", ""),
        ("penultima settimana", "9–15 Nov 2026", ""),
        ("semana retrasada", "9–15 Nov 2026", ""),
        ("voorlaatste week", "9–15 Nov 2026", ""),
        ("Tom last weekend", "21–22 Nov 2026", "Tom"),
        ("this weekend", "28–29 Nov 2026", ""),
        ("letztes Wochenende", "21–22 Nov 2026", ""),
        ("le week-end dernier", "21–22 Nov 2026", ""),
        ("el fin de semana pasado", "21–22 Nov 2026", ""),
        ("lo scorso fine settimana", "21–22 Nov 2026", ""),
        ("vorig weekend", "21–22 Nov 2026", ""),
        ("what did I eat this morning", "27 Nov 2026", "what did I eat"),
        ("what did I write last night", "26 Nov 2026", "what did I write"),
        ("heute Morgen", "27 Nov 2026", ""),
        ("Tom in early November", "1–10 Nov 2026", "Tom"),
        ("mid-October 2025", "11–21 Oct 2025", ""),
        ("the end of October", "22–31 Oct 2026", ""),
        ("end of last month", "22–31 Oct 2026", ""),
        ("end of last quarter", "Sep 2026", ""),
        ("early this year", "1 Jan – 30 Apr 2026", ""),
        ("Ende Oktober", "22–31 Oct 2026", ""),
        ("fin d'octobre", "22–31 Oct 2026", ""),
        ("fine di ottobre", "22–31 Oct 2026", ""),
    ],
)
def test_a_certain_time_is_read(line: str, shown: str, rest: str) -> None:
    found = times(line)
    assert found is not None
    assert (str(found.days), found.without(line)) == (shown, rest)
    assert found.is_certain


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("what is planned in December", "Dec 2026"),
        ("what is planned for December", "Dec 2026"),
        ("what will I do in March", "Mar 2027"),
        ("was ist im Dezember geplant?", "Dec 2026"),
        ("ce qui est prévu pour décembre", "Dec 2026"),
        ("what is due in November", "Nov 2026"),
        ("what is scheduled on 20 November", "20 Nov 2027"),
        ("upcoming meetings on Monday", "30 Nov 2026"),
        ("what was planned in December", "Dec 2025"),
        ("what did I do in December", "Dec 2025"),
        ("what is planned in December 2025", "Dec 2025"),
    ],
)
def test_without_a_year_plans_are_of_the_coming_time(line: str, shown: str) -> None:
    found = times(line)
    assert found is not None
    assert str(found.days) == shown


@pytest.mark.parametrize("line", ["plans for December", "the budget for March"])
def test_notes_for_a_time_may_be_of_another(line: str) -> None:
    found = times(line)
    assert found is not None
    assert not found.is_certain


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("policy 2025", "2025"),
        ("due 5 May", "5 May 2026"),
        ("band debut 1995", "1 Jan – 30 Apr 1995"),
        ("minutes of May 2025 and June 2025", "1 May – 30 Jun 2025"),
    ],
)
def test_an_uncertain_time_is_not_certain(line: str, shown: str) -> None:
    found = times(line)
    assert found is not None
    assert str(found.days) == shown
    assert not found.is_certain


@pytest.mark.parametrize(
    "line",
    [
        "may I use it",
        "those who come late may enter",
        "march of the penguins",
        "sun exposure",
        "second opinion",
        "hier ist das Problem",
        "1 January 9999",
        "9999-01-01",
        "0000-01-01",
        "1 January 0",
        "v2026.11.3",
        "release 2026.11.3",
        "2026-13",
        "2010-11",
        "call 030/2026/1103",
        "+33 6 20 26 11 03",
        "FR76 3000 2026 0044 0532 0130 185",
        "12 may be used",
        "users may 5 times retry",
        "set 10 of them",
        "10 out of 12",
        "the last day of the retreat",
        "the last week of school",
        "next day delivery",
        "in 2000 words",
        "RFC 2045",
        "port 2049",
        "2000 employees",
        "CW 11, 75 kW 30",
        "how is the old wall of the city used today",
        "release 1.2026.11",
        "+49 170 2026 1103",
        "DE89 3704 0044 0532 0130 00",
        "create a 2048-bit key",
        "docs/2026/11/03.md",
    ],
)
def test_what_is_no_time_is_not_read(line: str) -> None:
    assert times(line) is None


@pytest.mark.parametrize(
    "day",
    [
        "30 February 2026",
        "30 February",
        "February 30, 2026",
        "31.11.2026",
        "2026-02-30",
        "2026-13-05",
        "29/02/2026",
        "week 54 2026",
        "2026-W54",
        "30 février 2026",
        "31. November 2026",
    ],
)
@pytest.mark.parametrize("line", ["{}", "minutes of {}", "since {}", "{} or last week"])
def test_a_day_that_is_not_in_the_calendar_is_words_and_named(
    line: str, day: str
) -> None:
    assert read_times(line.format(day), TODAY) == (None, (day,))


def test_a_span_beyond_the_calendar_is_named() -> None:
    assert read_times("in the last 1000000 days", TODAY) == (
        None,
        ("last 1000000 days",),
    )


@pytest.mark.parametrize(
    ("line", "shown", "is_certain"),
    [
        ("2026-11-03T00:00:00+02:00", "3 Nov 2026", True),
        ("2026-11-03T23:59:59-11:00", "3 Nov 2026", True),
        ("2026-11-03 00:00Z", "3 Nov 2026", True),
        ("budget in 11/2026", "Nov 2026", True),
        ("am 3.11.", "3 Nov 2026", True),
        ("vom 3.11. bis 5.11.", "3–5 Nov 2026", True),
        ("in KW 45", "2–8 Nov 2026", True),
        ("what did I do today", "27 Nov 2026", True),
        ("Mars 2020 rover", "Mar 2020", False),
        ("en mars 2020", "Mar 2020", True),
        ("2026.11.03", "3 Nov 2026", True),
    ],
)
def test_times_with_clocks_numbers_and_other_meanings(
    line: str, shown: str, is_certain: bool
) -> None:
    found = times(line)
    assert found is not None
    assert (str(found.days), found.is_certain) == (shown, is_certain)


def test_an_ambiguous_date_says_how_it_was_read() -> None:
    days, months = (times("05/06/2026", order=order) for order in ("dmy", "mdy"))
    assert days is not None
    assert months is not None
    assert str(days.days) == "5 Jun 2026"
    assert str(months.days) == "6 May 2026"
    assert days.readings == (
        "05/06/2026 was read as 5 Jun 2026, and not as 6 May 2026: "
        "see the setting search.date_order.",
    )
    certain = times("25/06/2026", order="mdy")
    assert certain is not None
    assert str(certain.days) == "25 Jun 2026"
    assert not certain.readings


WORDS = st.sampled_from(
    [
        *("last", "next", "in", "on", "since", "before", "between", "and", "ago"),
        *("31", "30", "0", "9999", "54", "1000000", "2026", "1999", "12", "Q9"),
        *("february", "Mai", "lundi", "domingo", "week", "KW", "Tagen", "vor"),
        *("-", ".", "/", ":", "\x00", "é", "İ", "ß", "\u2019s", "l'", "d'"),
        *("05/06/2026", "2026-W99", "2026-02-30", "tomorrow", "the", "quarter"),
    ]
)


@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(), st.dates())
def test_any_line_has_words_of_its_own_or_no_time(line: str, today: date) -> None:
    found = times(line, today)
    if found is None:
        return
    assert str(found.days)
    assert found.words(line).strip()
    for span in found.spans:
        assert 0 <= span.start < span.end <= len(line)
    if found.days.first and found.days.last:
        assert found.days.first <= found.days.last


@pytest.mark.parametrize(
    "line", ["song from june carter", "planet de mars", "quotes from march of penguins"]
)
def test_a_name_that_is_also_a_month_excludes_nothing(line: str) -> None:
    found = times(line)
    assert found is not None
    assert not found.is_certain


def test_another_unit_of_time_needs_no_code() -> None:
    fortnight = Unit("fortnight fortnights", 14)
    assert str(unit(TODAY, fortnight, -1)) == "9–22 Nov 2026"
    assert str(recent(TODAY, fortnight, 2)) == "30 Oct – 27 Nov 2026"
    semester = Unit("semester", months=6)
    assert str(unit(TODAY, semester)) == "1 Jul – 31 Dec 2026"
    assert str(recent(TODAY, semester, 1)) == "27 May – 27 Nov 2026"
