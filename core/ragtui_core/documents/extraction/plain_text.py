"""Plain text: paragraphs, or the messages of a chat that WhatsApp exports."""

import re
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from ragtui_core.documents.decoding import BYTE_ORDER_MARK, decode
from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted, OwnExtractor
from ragtui_core.language.times.dates import dates_in
from ragtui_core.text.document_dates import shown_date
from ragtui_core.types import LocationKind

MAX_LOCATIONS = 20_000
"""Messages that are locations."""

_MESSAGE = re.compile(
    r"\u200e?\[?(?P<day>\d{1,4}[./-]\d{1,2}[./-]\d{1,4}),? (?:\w{1,3} )?"
    r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?(?:\] | - )"
    r"(?:(?P<speaker>[^:]{1,60}): )?(?P<text>.*)"
)


class TextExtractor(OwnExtractor, kind="text"):
    """Extracts `.txt` files; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The paragraphs of a text file in any encoding that notes may have."""
        decoded = decode(data)
        writer = CanonicalWriter()
        text = decoded.text.removeprefix(BYTE_ORDER_MARK)
        if messages := _messages(text):
            _write_messages(messages, writer)
        else:
            writer.paragraph(text)
        return writer.extracted(problems=decoded.problems)


class _Message(NamedTuple):
    """What a person writes on a day, in ISO 8601; the program itself has no name."""

    day: str
    speaker: str
    text: str


def _messages(text: str) -> list[_Message]:
    """The messages of a chat; none of another text, which begins otherwise."""
    found = list[tuple[re.Match[str], list[str]]]()
    for line in text.splitlines():
        if begun := _MESSAGE.fullmatch(line):
            found.append((begun, [begun["text"].strip("\u200e")]))
        elif found:
            found[-1][1].append(line)
        elif line.strip():
            return []
    days = [re.split("[./-]", begun["day"]) for begun, _ in found]
    is_month_first = any(int(second) > 12 for _, second, _ in days)  # as in America
    order = "mdy" if is_month_first else "dmy"
    return [
        _Message(_iso("/".join(day), order), begun["speaker"] or "", "\n".join(lines))
        for day, (begun, lines) in zip(days, found, strict=True)
    ]


@lru_cache(maxsize=1)
def _iso(day: str, order: str) -> str:
    """The day before a time; empty if the calendar does not have it."""
    return next((it.first.isoformat() for it in dates_in(f"{day} 0:00", order)), "")


def _write_messages(messages: list[_Message], writer: CanonicalWriter) -> None:
    """Write each message below its day."""
    numbered = enumerate(messages, 1)
    for day, group in groupby(numbered, key=lambda item: item[1].day):
        shown = shown_date(day) if day else ""
        writer.heading(2, shown)
        for number, message in group:
            if number <= MAX_LOCATIONS:
                label = ", ".join(
                    filter(None, (message.speaker, day and shown_date(day)))
                )
                writer.anchor(LocationKind.MESSAGE, label, number)
            said = filter(None, (message.speaker, message.text))
            writer.paragraph(": ".join(said))
