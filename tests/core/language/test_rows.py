"""What is read of texts in many languages: the rows of `rows.txt`."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from ragtui_core.language.function_words import function_words_in, language_of
from ragtui_core.language.question_words import distinctive_terms, names_and_numbers
from ragtui_core.language.requests import take_listing, take_order
from ragtui_core.language.sentences import sentence_spans, without_stops
from ragtui_core.language.times.dates import as_iso, dates_in
from ragtui_core.language.times.reading import read_time
from ragtui_core.language.wanted_answers import wanted_by
from ragtui_core.types import Span
from support.rows import Reader, rows_test


def sentences(marked: str) -> str:
    """A text with `¦` before each sentence but the first."""
    text = marked.replace("¦", "")
    first, *others = sentence_spans(text, Span(0, len(text)))
    for sentence in reversed(others):
        text = f"{text[: sentence.start]}¦{text[sentence.start :]}"
    return text if not first.start else f"¦{text}"


def first_date(text: str) -> str:
    found = dates_in(text)
    return as_iso(found[0].days) if found else ""


def without_time(line: str) -> str:
    """What a line says besides its time, as read on Friday 27 November 2026."""
    reading = read_time(line, date(2026, 11, 27))
    if reading.unreal:
        return f"none such: {', '.join(reading.unreal)}"
    assert reading.days
    return reading.without(line) if reading.is_certain else "(not certain)"


def taken(take: Callable[[str], tuple[str, str]]) -> Reader:
    """What a line asks for, and the rest of the line if that is not all of it."""

    def read(line: str) -> str:
        rest, asked = take(line)
        return asked if rest == line else f"{asked} ¦ {rest}"

    return read


READERS: dict[str, Reader] = {
    "a question is in its language": lambda text: language_of(text.split()),
    "words of the language have no topic": lambda text: " ".join(
        sorted(function_words_in(text.split()))
    ),
    "words of a question that carry meaning": lambda text: " ".join(
        distinctive_terms(text)
    ),
    "names and numbers are what must be there": lambda text: " ".join(
        sorted(names_and_numbers(text))
    ),
    "a question wants something by its first words": wanted_by,
    "a question has no closing marks": without_stops,
    "where sentences begin": sentences,
    "the first date in a text": first_date,
    "what a line says besides its time": without_time,
    "an order that a line asks for is taken out of it": taken(take_order),
    "so is what asks for a list": taken(take_listing),
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
