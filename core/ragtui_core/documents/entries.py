"""What a person sees beside each part of a document: day, state, due date, speakers.

The day is that of the nearest heading above with a date; of a line that begins with one
(`2026-11-24 standup`, `Date: 24 November 2026`), also for what follows below that
heading, unless it amends a text (`Update 2026-11-24`); of a row with one; of a property
(`finished: 2026-09-14`, and `finished::` in a text); or when an item was completed.
A link of a day's note to another day (`<< [[2026-11-27]]`) says nothing of its own.
Items have a state by their boxes (`- [x]`), by the words of Logseq and Org (`- TODO`,
`* DONE`), or by a property that says when they are due or were completed. A due date
without a year is `--11-30`.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from ragtui_core.documents.front_matter.fields import (
    FIELD_KEYS,
    further_entries,
    normal_key,
)
from ragtui_core.language.sentences import trimmed
from ragtui_core.language.times.dates import (
    MAX_LEADING,
    WrittenDate,
    dates_in,
    leading_date,
)
from ragtui_core.language.times.time_words import words
from ragtui_core.text.folding import folded_in_place
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
    **dict.fromkeys(("x", "X", "*"), ItemState.DONE),
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
_STATE = re.compile(rf"\\?\[\\?([ xX*/-])\\?\](?=\s)|({_WORDS})(?=\s)")
_ITEM = re.compile(r"^([ \t>]*)(?:[-*+]|\d{1,9}[.)])[ \t]+", re.MULTILINE)


def task_box(line: str) -> Span | None:
    """The character in the box of a task that is open or done; None without one."""
    item = _ITEM.match(line)
    state = _STATE.match(line, item.end()) if item else None
    is_box = state and state[1] and state[1] in " xX"
    return Span(*state.span(1)) if state and is_box else None


def _before_day(marks: str, kind: str) -> re.Pattern[str]:
    """What is before a day: marks, or a word of the tables."""
    listed = "|".join(map(re.escape, sorted(words(kind))))
    return re.compile(rf"(?:{marks}|\b(?:{listed})\b)[\ufe0f:*_\s\\<\[(]*(?=\d)", re.I)


_DUE = _before_day("[📅🗓]", "due")
_OF_ITEMS = ("due", "scheduled", "completed")
"""Kinds of words before the days of items."""
_PLANNED = _before_day("⏳", "scheduled")
_COMPLETED = _before_day("[✅❌]", "completed")
_UPDATED = re.compile(rf"\W*(?:{'|'.join(words('updated'))})\b", re.I)
_LINE = re.compile(r"^[ \t>]*(?=\S)", re.MULTILINE)
_FIELD = re.compile(
    r"^[ \t>*_\"']*(\w[\w -]{0,40})[*_\"']{0,2}(::?)[*_]{0,2}[ \t]+(?=\S)", re.MULTILINE
)
_WITH_FIELDS = frozenset(("markup", "calendar"))
"""Kinds of files whose texts have properties with one colon."""


class _Piece(NamedTuple):
    """A block of a section, or a part of one.

    `is_above` if its day is that of later blocks, too; `is_item` if an item begins.
    """

    section: Section
    block: Block
    entry: Entry
    is_above: bool = False
    is_item: bool = False

    @property
    def has_text(self) -> bool:
        """Whether it is more than a heading, which leads to what follows."""
        return self.is_item or self.block.kind is not BlockKind.HEADING

    @property
    def start(self) -> int:
        return self.block.span.start


class Entries:
    """What is beside the parts of one document."""

    def __init__(self, document: Document) -> None:
        """Read the document; what is beside a mail is its head."""
        pieces = [] if _kind(document) == "mail" else list(_pieces(document))
        is_plain = all(piece.entry is NO_ENTRY for piece in pieces)
        self._pieces = [] if is_plain else list(_with_sections(pieces))
        self._starts = [piece.start for piece in self._pieces]
        self._speakers = list(_speakers(document))
        self.properties = further_entries(document)
        """The lines of each property that no field of the document has."""
        is_done = document.fields.status.casefold() in words("completed")
        self._of_properties = {
            span.start: _of_property(span.of(document.text), is_done)
            for span in self.properties
        }

    def of(self, span: Span) -> Entry:
        """The merged entry of the pieces that a passage touches."""
        if (property_entry := self._of_properties.get(span.start)) is not None:
            return property_entry
        first = max(0, bisect_right(self._starts, span.start) - 1)
        last = bisect_left(self._starts, span.end, lo=first)
        touched = self._pieces[first:last]
        entries = [piece.entry for piece in touched if piece.has_text]
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
        part, entry, month = list[_Piece](), NO_ENTRY, ""
        for piece in self._pieces[first : bisect_left(self._starts, span.end)]:
            if piece.block.kind is BlockKind.TABLE_ROW:
                of_row = piece.entry.day[: len("YYYY-MM")]
                is_other = bool(month and of_row) and of_row != month
                month = of_row or month
            else:
                is_other = piece.is_item or bool(month) or piece.entry != entry
                entry, month = piece.entry, ""
            if is_other and any(before.has_text for before in part):
                yield [before.section for before in part]
                part = []
            part.append(piece)
        if part:
            yield [before.section for before in part]


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
    has_fields = _kind(document) in _WITH_FIELDS
    own = Entry(document.fields.date, document.fields.date)
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
        state = _STATE.match(title) if has_fields else None
        if state:
            first, last = section.blocks[0].span, section.blocks[-1].span
            said = document.text[first.start : last.end]
            entry, _ = _with_fields(said, _of_item(state, said, inherited), has_fields)
        for block in section.blocks:
            is_item = bool(state) and block.kind is BlockKind.HEADING
            whole = _Piece(section, block, entry, is_item=is_item)
            for piece in _parts_of(document, whole, has_fields):
                if piece.is_above and entry == NO_ENTRY and piece.entry == own:
                    piece = piece._replace(entry=entry)
                yield piece
                if piece.is_above:
                    entry = Entry(piece.entry.day, piece.entry.until)


def _with_sections(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Pieces, each with its part of its section."""
    for section, group in groupby(pieces, attrgetter("section")):
        parts = list(group)
        starts = [section.span.start, *(piece.start for piece in parts[1:])]
        ends = [*starts[1:], section.span.end]
        for piece, start, end in zip(parts, starts, ends, strict=True):
            cut = Section(
                section.heading_path, section.level, Span(start, end), (piece.block,)
            )
            yield piece._replace(section=cut)


def _dated(found: WrittenDate) -> Entry:
    return Entry(day=found.first.isoformat(), until=found.last.isoformat())


def _parts_of(document: Document, whole: _Piece, has_fields: bool) -> Iterator[_Piece]:
    """The parts of a block, whose own entry is what it inherits, with theirs."""
    text, own = document.text, document.fields.date
    block, inherited = whole.block, whole.entry
    said = block.span.of(text)
    if block.kind is BlockKind.TABLE_ROW:
        yield whole._replace(entry=of_row(said, inherited))
    elif block.kind is BlockKind.LIST_ITEM:
        yield from _cut(text, whole, _items(said, inherited, own))
    elif block.kind is not BlockKind.PARAGRAPH:
        yield whole
    elif _stated_day(said, own):
        dated = [
            (line.start(), _dated(date), False)
            for line in _LINE.finditer(said)
            if (date := _stated_day(said[line.end() : line.end() + MAX_LEADING], own))
        ]
        for piece in _cut(text, whole, dated):
            yield piece._replace(is_above=not _UPDATED.match(text, piece.start))
    else:
        entry, is_above = _with_fields(said, inherited, has_fields)
        is_item = bool(entry.state) and entry.state != inherited.state
        yield whole._replace(entry=entry, is_above=is_above, is_item=is_item)


def _stated_day(line: str, own: str) -> WrittenDate | None:
    """The date with which a line begins; `own` is the date of its document or ""."""
    date = leading_date(line)
    if date is None or len(own) != len("YYYY-MM-DD"):
        return date
    before, after = line[: date.span.start], line[date.span.end :]
    is_link = before.endswith("[") and after.startswith(("]]", "|", "]("))
    return None if is_link else date


_Begun = tuple[int, Entry, bool]
"""Where a part of a block begins in it, its entry, and whether it has a state."""


def _cut(text: str, whole: _Piece, begun: Sequence[_Begun]) -> Iterator[_Piece]:
    """A block as parts, each of which ends where the next one begins."""
    kind, span = whole.block.kind, whole.block.span
    ends = [*(start for start, _, _ in begun[1:]), len(span)]
    for (start, entry, is_item), end in zip(begun, ends, strict=True):
        part = Span(span.start + start, span.start + end)
        block = Block(kind, trimmed(text, part))
        yield whole._replace(block=block, entry=entry, is_item=is_item)


def _with_fields(
    said: str, around: Entry, is_property: bool = False
) -> tuple[Entry, bool]:
    """The entry of a text with lines `key:: date`, and whether it says its own date.

    With `is_property`, one colon makes a property, too; without, only of the date
    itself, when it is due or was completed.
    """
    entry, is_above = around, False
    for field in _FIELD.finditer(said) if ":" in said else ():
        name = folded_in_place(field[1]).strip()
        is_own = normal_key(name) in FIELD_KEYS["created"]
        kind = next((k for k in _OF_ITEMS if name in words(k)), "")
        if not (kind or is_own or is_property or field[2] == "::"):
            continue
        value = said[field.end() : field.end() + MAX_LEADING]
        date = leading_date(value, any_year=kind == "due")
        if date is None:
            continue
        state = entry.state or ItemState.OPEN
        if kind == "completed":
            dated = _dated(date)
            entry = replace(dated, state=ItemState.DONE, due=entry.due)
        elif kind and not (kind == "scheduled" and entry.due):
            entry = replace(entry, due=_shown(date), state=state)
        elif not kind:
            dated = _dated(date)
            entry = replace(entry, day=dated.day, until=dated.until)
            is_above = is_above or is_own
    return entry, is_above


def _of_property(said: str, is_done: bool) -> Entry:
    """The entry of a line of front matter, by the date that is its value."""
    entry, _ = _with_fields(said, NO_ENTRY, is_property=True)
    return replace(entry, state=ItemState.DONE) if entry.state and is_done else entry


def of_row(row: str, around: Entry = NO_ENTRY) -> Entry:
    """The entry of a row of a table, by its first cell that is a date."""
    for cell in row.split("|"):
        if (date := leading_date(cell)) and not any(
            map(str.isalpha, cell[date.span.end :])
        ):
            return _dated(date)
    return around


def _items(said: str, inherited: Entry, own: str) -> list[_Begun]:
    """The parts of an item with its inner ones, in a document with the date `own`."""
    lines = list(_ITEM.finditer(said))
    begun, within = list[_Begun](), [(-1, inherited)]
    line_ends = [*(line.start() for line in lines[1:]), len(said)]
    for line, end in zip(lines, line_ends, strict=False):  # Some have no line.
        depth = len(line[1])
        while within[-1][0] >= depth:
            within.pop()
        entry = within[-1][1]
        part, state = said[line.start() : end], _STATE.match(said, line.end())
        if state:
            entry = _of_item(state, part, entry)
        elif date := _stated_day(said[line.end() : line.end() + MAX_LEADING], own):
            entry = _dated(date)
            part = ""
        if "::" in part:
            said_itself, _ = _with_fields(part, entry)
            entry = replace(said_itself, state=entry.state) if state else said_itself
        within.append((depth, entry))
        if not begun or state or entry != begun[-1][1]:
            begun.append((line.start() if begun else 0, entry, bool(state)))
    return begun or [(0, inherited, False)]


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
    return _shown(date) if date else ""


def _shown(date: WrittenDate) -> str:
    return f"{date.first:%Y-%m-%d}" if date.has_year else f"{date.first:--%m-%d}"
