"""What texts become: the rows of `rows.txt`."""

from pathlib import Path

from ragtui_core.text.document_dates import shown_dates
from ragtui_core.text.plurals import counted, percentage
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.text.stemming import stemmed, stems
from ragtui_core.text.subwords import (
    grams,
    grouped_numbers,
    parts,
    query_grams,
    split_identifier,
    split_quantity,
)
from ragtui_core.types import Fields
from support.rows import Reader, rows_test


def dates(text: str) -> str:
    """The dates of a document that was created and updated on two days."""
    created, updated = text.split("; ")
    return shown_dates(Fields("Pump", created=created, updated=updated))


def whole_numbers(text: str) -> str:
    """The numbers of a text without what groups their digits."""
    numbers = [number for _, number in grouped_numbers(text)]
    assert set(numbers) <= set(parts(text).split())
    return " ".join(numbers)


def only_word(text: str) -> str:
    """The stem of a text that is one word within others."""
    word, stem = stems(f"x {text} y")[1]
    return stem if word == text else f"not whole: {word}"


READERS: dict[str, Reader] = {
    "the dates of a document in words": dates,
    "a noun agrees with its number": lambda text: counted(
        int(text.split()[0]), text.split()[1]
    ),
    "only all is a hundred per cent": lambda text: percentage(float(text)),
    "sequences go and text stays": sanitize,
    "what languages and emoji need stays": lambda text: sanitize(text, one_line=True),
    "identifiers are split": lambda text: " ".join(split_identifier(text)),
    "quantities are split": lambda text: " ".join(split_quantity(text)),
    "numbers in groups are also one": whole_numbers,
    "runs become pairs and end with their last character": grams,
    "pairs of a query are searched for once": lambda text: " ".join(query_grams(text)),
    "spellings are one word": only_word,
    "words are whole and numbers are their own": lambda text: " ".join(stemmed(text)),
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
