"""What is read of pages, cells and mails: the rows of `rows.txt`."""

import email
from pathlib import Path

from ragtui_core.documents.extraction.canonical_writer import (
    escape_line,
    given_title,
    struck,
)
from ragtui_files.html.html import HtmlExtractor
from ragtui_files.mail.categories import category_of
from ragtui_files.mail.headers import addresses, date_of, header
from ragtui_files.mail.mail_paths import folder_names
from ragtui_files.mail.quoted_lines import Origin, is_courtesy, runs
from ragtui_files.numerals import numeral
from ragtui_files.office.number_formats import shown_number
from support.rows import Reader, rows_test


def page(text: str) -> str:
    return HtmlExtractor().extract(text.encode()).text.strip()


def line_with_struck_words(row: str) -> str:
    """A line of which the words between the first bars are struck."""
    before, middle, after = row.split("|")
    return escape_line(before + struck(middle) + after)


def parsed(text: str) -> email.message.Message:
    return email.message_from_bytes(f"{text}\n\ntext\n".encode())


def category(row: str) -> str:
    """The category of a mail by its path, its labels and its other signals."""
    path, labels, *signals = row.split(" ¦ ")
    named = dict(signal.split(": ") for signal in signals)
    return category_of(folder_names(path), labels.split(", "), named)


def own_lines(text: str) -> str:
    """What the sender of a mail wrote."""
    lines = (
        line for run in runs(text) if run.origin is Origin.OWN for line in run.lines
    )
    return " ".join(line for line in lines if line.strip())


READERS: dict[str, Reader] = {
    "a page as it is shown": page,
    "struck words are apart from whole words": line_with_struck_words,
    "a number by its format": lambda row: shown_number(
        float(row.split(" ¦ ")[0]), row.split(" ¦ ")[1]
    ),
    "numerals": lambda row: numeral(int(row.split()[0]), row.split()[1]),
    "titles of programs are none": given_title,
    "subjects become text": lambda text: header(parsed(f"Subject: {text}"), "subject"),
    "addresses": lambda text: " ¦ ".join(addresses(parsed(f"From: {text}"), "from")),
    "dates come from the mail, else its envelope": lambda text: date_of(
        parsed(text), "From ann@x.org Tue May  4 10:00:00 1999"
    ),
    "categories come from folders, labels and headers": category,
    "the lines that the sender wrote": own_lines,
    "greetings and ends of mails are courtesies": lambda text: (
        "courtesy" if is_courtesy(text, "Tom Baker <tom@example.org>") else ""
    ),
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
