"""The time of a parsed query, and its effect on the search."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

from ragtui_core.search.query.query_language import ParsedQuery, parse_line
from ragtui_core.search.times.vocabulary import ANY_TIME, GENERIC, TRIGGERS, VAGUE
from ragtui_core.store.records import ChunkMatch
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.text.folding import folded
from ragtui_core.text.function_words import function_words_in
from ragtui_core.text.stemming import stemmed
from ragtui_core.types import SearchedTime, TimeEffect

_WORD = re.compile(r"\w+")
_GENERIC = frozenset(GENERIC.split())


def take_time(
    parsed: ParsedQuery, today: date, order: str = "dmy"
) -> SearchedTime | None:
    """The time that a query names; the words of a certain one are taken out.

    Notes say what the time does to the search. Nothing is taken of a query with words
    in quotation marks. The order of 05/06/2026 is "dmy" or "mdy".
    """
    words = folded(parsed.text).replace("\u2019", " ").replace("'", " ")
    may_be_time = any(map(str.isdigit, words)) or TRIGGERS & {*_WORD.findall(words)}
    if parsed.quoted or parsed.phrases or not may_be_time:
        return None
    from ragtui_core.search.times.expressions import read_times

    found, unreal = read_times(parsed.text, today, order)
    if found is None:
        remarks = [
            f"“{day}” is not in the calendar: it was searched as words."
            for day in unreal
        ]
        parsed.notes += remarks
        return None
    effect = TimeEffect.RESTRICTED if found.is_certain else TimeEffect.PREFERRED
    days = found.days
    time = SearchedTime(
        days.first, days.last, found.words(parsed.text), str(days), effect
    )
    parsed.notes += [effect_of(time), *found.readings]
    if found.is_certain:
        parsed.text = without_generic(found.without(parsed.text))
    return time


def restricting(time: SearchedTime, parsed: ParsedQuery) -> SearchedTime:
    """A time that restricts the search; its words are taken out of the query."""
    if time.effect is not TimeEffect.PREFERRED:
        return time
    found = replace(time, effect=TimeEffect.RESTRICTED)
    said = {effect_of(time): effect_of(found)}
    parsed.notes = [said.get(note, note) for note in parsed.notes]
    parsed.text = time.without_words(parsed.text)
    return found


def time_in(line: str, today: date) -> SearchedTime | None:
    """The time that a line of the query language names."""
    return take_time(parse_line(line), today)


def is_of_any_time(line: str) -> bool:
    """Whether a line asks for all times in words, such as "ever"."""
    words = f" {' '.join(_WORD.findall(folded(line)))} "
    return any(f" {way.replace('_', ' ')} " in words for way in ANY_TIME.split())


def effect_of(time: SearchedTime) -> str:
    """A sentence on what a time did to the search."""
    words = f"“{time.words}”" if time.words else "as in the question before"
    if time.effect is TimeEffect.DROPPED:
        return (
            f"No good match is dated {time.shown} ({words}): "
            "documents of all dates were searched."
        )
    is_closed = time.first and time.last
    dated = f"of {time.shown}" if is_closed else f"dated {time.shown}"
    if time.effect is TimeEffect.RESTRICTED:
        return f"Only documents {dated} were searched ({words})."
    return f"Documents {dated} rank higher ({words})."


def without_generic(text: str) -> str:
    """The text; empty if its words name nothing to search for."""
    found = _WORD.findall(folded(text))
    known = function_words_in(found) | _GENERIC
    return "" if all(word in known or len(word) == 1 for word in found) else text


@cache
def _vague() -> frozenset[str]:
    return frozenset((*VAGUE.split(), *stemmed(VAGUE)))


def without_vague(text: str) -> str:
    """The text without words that do not say what it is about; empty if none does."""
    words = (word for word in text.split() if not _is_vague(word))
    return without_generic(" ".join(words))


def _is_vague(word: str) -> bool:
    plain = " ".join(_WORD.findall(folded(word)))
    return plain in _vague() or " ".join(stemmed(plain)) in _vague()


def time_filters(time: SearchedTime) -> Iterator[tuple[str, Filter]]:
    """The filters of a time that restricts the search, with their words."""
    if time.effect is not TimeEffect.RESTRICTED:
        return
    words = f"a date of {time.shown}"
    if time.first:
        yield words, Filter(FilterField.AFTER, (time.first.isoformat(),))
    if time.last and time.last < date.max:
        end = time.last + timedelta(days=1)
        yield words, Filter(FilterField.BEFORE, (end.isoformat(),))


def is_of_years(time: SearchedTime) -> bool:
    """Whether a time is whole years, or begins or ends with one."""
    first, last = time.first or date(1, 1, 1), time.last or date(9999, 12, 31)
    return (first.month, first.day, last.month, last.day) == (1, 1, 12, 31)


_MONTH = timedelta(days=28)


def is_long(time: SearchedTime) -> bool:
    """Whether a time is a month or longer."""
    first, last = time.first or date.min, time.last or date.max
    return last - first >= _MONTH - timedelta(days=1)


def is_named(time: SearchedTime, chunk: ChunkMatch) -> bool:
    """Whether a chunk or its heading has the words with which a query says a time.

    They are next to each other, without prepositions: `November 2025`. The year of
    several words, such as `third quarter`, may be elsewhere.
    """
    said = _WORD.findall(folded(time.words))
    named = [word for word in said if word not in function_words_in(said)]
    years = [word for word in named if word.isdigit() and len(word) == len("2026")]
    if len(named) - len(years) > 1:
        named = [word for word in named if word not in years]
    stated = "\n".join((chunk.fields.title, *chunk.heading_path, chunk.text))
    words = _WORD.findall(folded(stated))
    is_said = f" {' '.join(named)} " in f" {' '.join(words)} "
    return bool(named) and is_said and set(years) <= set(words)
