"""What texts become: the rows of `rows.txt`."""

import random
import re
import textwrap
from base64 import b64encode
from pathlib import Path

from ragtui_core.text.document_dates import shown_dates
from ragtui_core.text.encoded_data import without_encoded
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


DATA = random.Random(20261127).randbytes(3_000)
_REPEATED = re.compile(
    r"\{(?P<data>base64|hex)(?: by (?P<width>\d+))?(?:\*(?P<length>\d+))?\}"
    r"|\{(?P<text>[^{}]+?)\*(?P<times>\d+)\}"
)


def filled(row: str) -> str:
    """A text with data: `{base64}` in lines `by 76` or so many letters, `{a*9}`."""

    def data(found: re.Match[str]) -> str:
        if found["text"]:
            return found["text"] * int(found["times"])
        encoded = DATA.hex() if found["data"] == "hex" else b64encode(DATA).decode()
        cut = encoded[: int(found["length"] or len(encoded))]
        return "\n".join(textwrap.wrap(cut, int(found["width"] or len(cut))))

    return _REPEATED.sub(data, row)


def without_data(row: str) -> str:
    """What is left between two lines when encoded data are blank in their place."""
    text = f"Before it\n\n{filled(row)}\n\nafter it"
    blank = without_encoded(text)
    assert (len(blank), blank.count("\n")) == (len(text), text.count("\n"))
    left = " ".join(blank.split())
    return left.removeprefix("Before it").removesuffix("after it").strip()


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
    "encoded data is blank in its place": without_data,
    "words, names and addresses are no data": lambda row: (
        "kept" if without_encoded(filled(row)) == filled(row) else ""
    ),
    "words are whole and numbers are their own": lambda text: " ".join(stemmed(text)),
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
