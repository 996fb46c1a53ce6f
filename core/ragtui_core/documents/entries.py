"""What a person sees beside each part of a document: day, state, due date, speakers.

The day is that of the nearest heading above with a date; of a line that begins with one
(`2026-11-24 standup`), also for what follows below that heading; of a row with one; of
a property (`finished: 2026-09-14`); or when an item was completed. Items have a state
by their boxes (`- [x]`), or by the words of Logseq and Org (`- TODO`, `* DONE`). A due
date without a year is `--11-30`.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ragtui_core.documents.front_matter.fields import further_entries
from ragtui_core.language.sentences import trimmed
from ragtui_core.language.times.dates import (
    MAX_LEADING,
    WrittenDate,
    dates_in,
    leading_date,
)
from ragtui_core.language.times.time_words import words
from ragtui_core.types import (
    NO_ENTRY,
    Block,
    BlockKind,
    Document,
    Entry,
    ItemState,
    LocationKind,
    Section,
    Span,
)

_STATES = {
    **dict.fromkeys((" ", "/"), ItemState.OPEN),
    **dict.fromkeys(("x", "X"), ItemState.DONE),
    "-": ItemState.CANCELLED,
    **dict.fromkeys(
        ("TODO", "DOING", "NOW", "LATER", "NEXT", "STARTED", "WAITING", "WAIT"),
        ItemState.OPEN,
    ),
    "DONE": ItemState.DONE,
    **dict.fromkeys(("CANCELED", "CANCELLED"), ItemState.CANCELLED),
}
"""States by what is in a box, and by the words of Org and Logseq."""

_WORDS = "|".join(word for word in _STATES if len(word) > 1)
_STATE = re.compile(rf"\[([ xX/-])\](?=\s)|({_WORDS})(?=\s)")
_ITEM = re.compile(r"^([ \t>]*)(?:[-*+]|\d{1,9}[.)])[ \t]+", re.MULTILINE)


def _before_day(marks: str, kind: str) -> re.Pattern[str]:
    """What is before a day: marks, or a word of the tables."""
    listed = "|".join(map(re.escape, sorted(words(kind))))
    return re.compile(rf"(?:{marks}|\b(?:{listed})\b)[\ufe0f:*_\s\\<\[(]*(?=\d)", re.I)


_DUE = _before_day("[📅🗓]", "due")
_PLANNED = _before_day("⏳", "scheduled")
_COMPLETED = _before_day("[✅❌]", "completed")
_LINE = re.compile(r"^[ \t>]*(?=\S)", re.MULTILINE)


class _Piece(NamedTuple):
    """Blocks of a section with the same entry."""

    section: Section
    entry: Entry
    is_row: bool = False

    @property
    def start(self) -> int:
        return self.section.blocks[0].span.start


class Entries:
    """What is beside the parts of one document."""

    def __init__(self, document: Document) -> None:
        """Read the document; what is beside a mail is its head."""
        pieces = [] if _kind(document) == "mail" else list(_pieces(document))
        is_plain = all(piece.entry is NO_ENTRY for piece in pieces)
        self._pieces = [] if is_plain else pieces
        self._starts = [piece.start for piece in self._pieces]
        self._speakers = list(_speakers(document))
        self.properties = further_entries(document)
        """The lines of each property that no field of the document has."""
        self._of_properties = {
            span.start: _of_property(span.of(document.text)) for span in self.properties
        }

    def of(self, span: Span) -> Entry:
        """The merged entry of the pieces that a passage touches."""
        if (property_entry := self._of_properties.get(span.start)) is not None:
            return property_entry
        first = max(0, bisect_right(self._starts, span.start) - 1)
        last = bisect_left(self._starts, span.end, lo=first)
        touched = self._pieces[first:last]
        entries = [piece.entry for piece in touched if _has_text([piece.section])]
        entries = entries or [piece.entry for piece in touched[-1:]]
        speakers = self._said_in(span)
        if len(entries) == 1 and not speakers:
            return entries[0]
        states = {entry.state for entry in entries}
        return Entry(
            day=min((it.day for it in entries if it.day), default=""),
            until=max((it.until for it in entries), default=""),
            state=states.pop() if len(states) == 1 else "",
            due=min((it.due for it in entries if it.due), default=""),
            speakers=speakers,
        )

    def _said_in(self, span: Span) -> tuple[str, ...]:
        first = bisect_left(self._speakers, span.start, key=lambda it: it[0])
        end = bisect_left(self._speakers, span.end, key=lambda it: it[0])
        first -= first == end  # It goes on.
        names = (name for _, name in self._speakers[max(0, first) : end])
        return tuple(filter(None, dict.fromkeys(names)))

    def parts(self, sections: Sequence[Section]) -> Iterator[Sequence[Section]]:
        """Sections, cut where another entry begins; a heading leads to what follows.

        The rows of a month are one part.
        """
        if not self._pieces or not sections:
            yield sections
            return
        span = Span(sections[0].span.start, sections[-1].span.end)
        first = bisect_left(self._starts, span.start)
        part, entry, month = list[Section](), NO_ENTRY, ""
        for piece in self._pieces[first : bisect_left(self._starts, span.end)]:
            if piece.is_row:
                of_row = piece.entry.day[: len("YYYY-MM")]
                is_other = bool(month and of_row) and of_row != month
                month = of_row or month
            else:
                is_other = bool(piece.entry.state or month) or piece.entry != entry
                entry, month = piece.entry, ""
            if is_other and _has_text(part):
                yield part
                part = []
            part.append(piece.section)
        if part:
            yield part


def _has_text(sections: Sequence[Section]) -> bool:
    return any(
        block.kind is not BlockKind.HEADING
        for section in sections
        for block in section.blocks
    )


def _kind(document: Document) -> str:
    return document.encoding.partition("/")[0]


def _speakers(document: Document) -> Iterator[tuple[int, str]]:
    """Where someone begins to speak: in chats and transcripts."""
    for anchor in document.anchors:
        label = anchor.location.label
        if anchor.location.kind is LocationKind.TIME:
            yield anchor.start, label.partition(", ")[2]
        elif anchor.location.kind is LocationKind.MESSAGE and _kind(document) == "text":
            yield anchor.start, label.rpartition(", ")[0]


def _pieces(document: Document) -> Iterator[_Piece]:
    """The blocks of a document in order; items are split at nested items."""
    above = list[tuple[int, Entry]]()
    named = document.fields.title if document.fields.date else ""
    for section in document.sections:
        while above and above[-1][0] >= section.level:
            above.pop()
        inherited = above[-1][1] if above else NO_ENTRY
        title = section.heading_path[-1] if section.heading_path else ""
        # The title is that of the whole document, which has its date then.
        is_title = title == named
        if section.level and not is_title and (dates := dates_in(title)):
            inherited = _dated(dates[0])
        above.append((section.level, inherited))
        entry = inherited
        if _kind(document) == "markup" and (state := _STATE.match(title)):
            entry = _of_item(state, _text_of(document, section), inherited)
        parts = list[tuple[Block, Entry]]()
        for block in section.blocks:
            for part, beside, follows in _entries_of(document.text, block, entry):
                parts.append((part, beside))
                entry = beside if follows else entry
        starts = [section.span.start, *(part.span.start for part, _ in parts[1:])]
        ends = [*starts[1:], section.span.end]
        for (part, beside), start, end in zip(parts, starts, ends, strict=False):
            cut = replace(section, span=Span(start, end), blocks=(part,))
            yield _Piece(cut, beside, part.kind is BlockKind.TABLE_ROW)


def _text_of(document: Document, section: Section) -> str:
    return Span(section.blocks[0].span.start, section.blocks[-1].span.end).of(
        document.text
    )


def _dated(found: WrittenDate) -> Entry:
    return Entry(day=found.first.isoformat(), until=found.last.isoformat())


def _entries_of(
    text: str, block: Block, inherited: Entry
) -> Iterator[tuple[Block, Entry, bool]]:
    """The parts of a block, their entries, and whether these apply to later blocks."""
    if block.kind is BlockKind.TABLE_ROW:
        yield block, _of_row(block.span.of(text), inherited), False
    elif block.kind is BlockKind.LIST_ITEM:
        for start, end, entry in _items(text, block.span, inherited):
            yield Block(block.kind, trimmed(text, Span(start, end))), entry, False
    elif block.kind is BlockKind.PARAGRAPH and leading_date(block.span.of(text)):
        said = block.span.of(text)
        dated = [
            (block.span.start + line.start(), _dated(date))
            for line in _LINE.finditer(said)
            if (date := leading_date(said[line.end() : line.end() + MAX_LEADING]))
        ]
        ends = [*(start for start, _ in dated[1:]), block.span.end]
        for (start, entry), end in zip(dated, ends, strict=True):
            yield Block(block.kind, trimmed(text, Span(start, end))), entry, True
    else:
        yield block, inherited, False


def _of_property(said: str) -> Entry:
    """The entry of a line of front matter, by the date that is its value."""
    date = leading_date(said.partition(":")[2])
    return _dated(date) if date else NO_ENTRY


def _of_row(row: str, around: Entry) -> Entry:
    """The entry of a row of a table, by its first cell that is a date."""
    for cell in row.split("|"):
        if (date := leading_date(cell)) and not any(
            map(str.isalpha, cell[date.span.end :])
        ):
            return _dated(date)
    return around


def _items(text: str, span: Span, inherited: Entry) -> Iterator[tuple[int, int, Entry]]:
    """The parts of an item with its inner ones: those with a state, and the others."""
    said = span.of(text)
    lines = list(_ITEM.finditer(said))
    starts, entries, within = list[int](), list[Entry](), [(-1, inherited)]
    for line in lines:
        depth = len(line[1])
        while within[-1][0] >= depth:
            within.pop()
        outer = within[-1][1]
        state = _STATE.match(said, line.end())
        if state:
            end = next((it.start() for it in lines if it.start() > line.start()), None)
            within.append((depth, _of_item(state, said[line.start() : end], outer)))
        elif date := leading_date(said[line.end() : line.end() + MAX_LEADING]):
            within.append((depth, _dated(date)))
        entry = within[-1][1]
        if not starts or state or entry != entries[-1]:
            starts.append(span.start + line.start() if starts else span.start)
            entries.append(entry)
    if not starts:
        yield span.start, span.end, inherited
    ends = [*starts[1:], span.end]
    yield from zip(starts, ends, entries, strict=False)


def _of_item(state: re.Match[str], said: str, around: Entry) -> Entry:
    """The entry of an item, by its state and its text."""
    due = _day_after(_DUE, said, any_year=True) or _day_after(_PLANNED, said)
    completed = _day_after(_COMPLETED, said)
    return replace(
        around,
        day=completed or around.day,
        until=completed or around.until,
        state=_STATES[state[1] or state[2]],
        due=due,
    )


def _day_after(before: re.Pattern[str], said: str, *, any_year: bool = False) -> str:
    found = before.search(said)
    date = leading_date(said[found.end() :], any_year=any_year) if found else None
    if date is None:
        return ""
    return f"{date.first:%Y-%m-%d}" if date.has_year else f"{date.first:--%m-%d}"
