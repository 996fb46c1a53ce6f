"""Finds a day that notes mention, however they spell it: `5 May` finds `2026-05-05`.

The words of the day in a query also match its other spellings: as numbers in the usual
orders, and with the names of the month that the vault has.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from ragtui_core.language.times.time_words import month_numbers
from ragtui_core.search.query.index_query import Form, Query, Term, word
from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.stemming import stemmed, stems
from ragtui_core.types import SearchedTime

MONTHS_OF_YEAR = 12

MAX_COUNTED = 200
"""Chunks with a spelling that are counted for its weight."""


def mentioned_day(time: SearchedTime | None) -> date | None:
    """The day that a time is, if a note may mention it: not for "yesterday"."""
    if time is None or time.first is None or time.first != time.last:
        return None
    written = {int(number) for number in re.findall(r"\d{1,4}", time.words)}
    return time.first if time.first.day in written else None


def spellings(day: date, reader: Reader, *, any_year: bool) -> Iterator[str]:
    """The spellings of a day that texts may have, without their punctuation.

    Its year is the one that is asked for, or that is likely; with `any_year` the years
    before and after are meant, too.
    """
    number, month, year = day.day, day.month, day.year
    for near in (year, year - 1, year + 1) if any_year else (year,):
        yield f"{near} {month:02} {number:02}"
        yield f"{near}{month:02}{number:02}"
        yield f"{number} {month} {near}"
        yield f"{number:02} {month:02} {near}"
    yield f"{number} {month}"
    if number > MONTHS_OF_YEAR or number == month:  # else it may be another day
        yield f"{number:02} {month:02}"
    names = {
        stemmed(name)[0]: name for name, of in month_numbers().items() if of == month
    }
    known = reader.keywords.document_frequencies(names)
    for name in (names[stem] for stem, count in known.items() if count):
        for written in (f"{number}", f"{number:02}", f"{number}{_ending(number)}"):
            yield f"{written} {name}"
            yield f"{name} {written}"
        for between in ("of", "de"):
            yield f"{number} {between} {name}"
        yield f"{number}{_ending(number)} of {name}"
        if number == 1:
            yield f"1er {name}"


def _ending(number: int) -> str:
    if number in {11, 12, 13}:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def with_spellings(query: Query, time: SearchedTime, reader: Reader) -> Query:
    """The query, whose words of a day also match the other spellings of it.

    A year of the query is in the text, too, or in the spelling.
    """
    day = mentioned_day(time)
    if day is None:
        return query
    said = {stem for _, stem in stems(time.words)}
    any_year = str(day.year) not in said
    known = list(_known(day, reader, any_year=any_year))
    with_year = [form for form in known if str(day.year) in form.text]

    def spelled(term: Term) -> Term:
        if term.stem not in said:
            return term
        forms = with_year if term.surface == str(day.year) else known
        others = (form for form in forms if form.text != term.surface)
        return replace(term, others=(*term.others, *others))

    dates = tuple(form.text for form in known)
    return replace(query, terms=tuple(map(spelled, query.terms)), dates=dates)


def _known(day: date, reader: Reader, *, any_year: bool) -> Iterator[Form]:
    """The spellings that the vault has, with the numbers of chunks."""
    texts = dict.fromkeys(spellings(day, reader, any_year=any_year))
    mention = AnyOf(tuple(map(Phrase, texts)))
    chunks = reader.chunks(reader.keywords.best_chunks(mention, MAX_COUNTED)).values()
    read = [
        _words(chunk.fields.title, *chunk.heading_path, chunk.text) for chunk in chunks
    ]
    for text in texts:
        spelling = _words(text)
        if count := sum(spelling in words for words in read):
            yield Form(text, count, frozenset(stemmed(text)))


def _words(*texts: str) -> str:
    return f" {' '.join(stemmed(chr(10).join(texts)))} "


def mention_of(
    query: Query, time: SearchedTime | None, reader: Reader
) -> Matching | None:
    """What chunks have that mention the day of a time beside all words of a query.

    None if the time is not a day, or the query has no words.
    """
    day = mentioned_day(time)
    words = [word(term) for term in query.content()]
    dates = tuple(map(Phrase, spellings(day, reader, any_year=False))) if day else ()
    return AllOf((AnyOf(dates), *words)) if dates and words else None
