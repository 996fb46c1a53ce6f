"""Cards of documents and hits, and the list that is moved through.

A card is a few lines of styled text, `width` cells wide.

Styles name theme colours; text from files is never markup.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.widgets.option_list import Option

from ragtui_core import Card, Hit, Sort, Span
from ragtui_core.search import (
    ARCHIVED,
    LOW_CONFIDENCE,
    SavedSearch,
    best_window,
)
from ragtui_core.text import shown_date
from ragtui_tui import formatting
from ragtui_tui.formatting import MATCH, MUTED
from ragtui_tui.search_view.query_form import SORT_NAMES
from ragtui_tui.search_view.search_messages import SavedDeleted
from ragtui_tui.textual_workarounds.lightweight_widgets import FastOptionList

Entry = Hit | Card | SavedSearch
"""What a list shows: a search result, a document as such, or a search to run."""


@dataclass(frozen=True, slots=True)
class Divider:
    """A row between groups of cards; the last row leads to more cards."""

    words: str
    """What follows, such as `weaker results`."""
    is_end: bool = False


CUT = "... "
"""Begins an excerpt that is cut."""

BAR_CELLS = 6

ROOM_CELLS = 36
"""A narrower card shows its score as a number only."""

_TITLE, _LOCATION = "bold $foreground", "$text-accent"


def draw(
    entry: Entry, width: int, now: float, *, compact: bool, by_date: bool
) -> Content:
    """The card; a full one ends with an empty line that separates it from the next.

    Args:
        entry: What to show.
        width: Cells to fill.
        now: Seconds since the epoch, for ages.
        compact: Whether to fill two lines alone.
        by_date: Whether dates, and not scores, order the hits.
    """
    if compact:
        return _compact(entry, width, now, by_date)
    match entry:
        case Hit():
            parts = _hit(entry, width, now, by_date)
        case Card():
            parts = _card(entry, width, now)
        case SavedSearch():
            parts = _saved(entry, width)
    return Content("\n").join([*(part for part in parts if part), Content("")])


def draw_divider(divider: Divider, width: int) -> Content:
    """A line across the list, with words."""
    words = f"── {divider.words} "
    line = "─" * max(0, width - len(words))
    return Content.assemble((words, "$text-warning"), (line, "$foreground 30%"))


def _compact(entry: Entry, width: int, now: float, by_date: bool) -> Content:
    """Title, path and score or day on a line, and the excerpt or summary below."""
    match entry:
        case Hit():
            location = formatting.location(entry.path, entry.lines, entry.location)
            title, right = _title(entry, by_date), _place(entry, width, now, by_date)
            text = _cut(_marked(entry.excerpt, entry.matches), width - INDENT)
        case Card():
            title = _archived(entry) + _text(entry.fields.title, _TITLE)
            location, right = formatting.location(entry.path), _age(entry, now)
            summary = _text(entry.fields.summary, "$foreground 85%")
            text = summary or _facts(entry, width)
        case SavedSearch():
            return Content("\n").join(_saved(entry, width))
    title = title.truncate(width * 3 // 5, ellipsis=True) + "  "
    first = _beside(title + _text(location, _LOCATION), right, width)
    second = " " * INDENT + text.truncate(width - INDENT, ellipsis=True)
    return Content("\n").join([first, Content("") + second])


def _cut(text: Content, width: int) -> Content:
    """An excerpt from where `width` cells have the most distinct matches."""
    matches = [Span(s.start, s.end) for s in text.spans if s.style == MATCH]
    if not matches or matches[-1].end <= width:
        return text
    start, _ = best_window(text.plain, matches, width - len(CUT))
    if not start:
        return text
    start += len(text.plain[start:]) - len(text.plain[start:].lstrip(" ·"))
    return _styled(CUT, "$foreground 85%") + text[start:]


def _hit(hit: Hit, width: int, now: float, by_date: bool) -> list[Content]:
    return [
        _beside(_title(hit, by_date), _place(hit, width, now, by_date), width),
        _location(hit, width),
        _facts(hit, width),
        _marked(hit.excerpt, hit.matches),
    ]


def _title(hit: Hit, by_date: bool) -> Content:
    title = _archived(hit) + _text(hit.title, _TITLE)
    title += _text(f"  {hit.state}" if hit.state else "", "$text-warning")
    is_further = hit.additional and not by_date
    marks = ["further passage"] * is_further + [hit.copied] * bool(hit.copies)
    return title + _styled("".join(f"  {mark}" for mark in marks), MUTED)


def _archived(entry: Hit | Card) -> Content:
    if entry.fields.status.lower() != ARCHIVED:
        return Content("")
    return _styled(" archived ", "reverse") + " "


def _saved(saved: SavedSearch, width: int) -> list[Content]:
    order = "" if saved.sort is Sort.RELEVANCE else f"  {SORT_NAMES[saved.sort]}"
    kind = _styled("saved search", MUTED)
    query = _text(saved.query, _LOCATION) + _styled(order, MUTED)
    return [
        _beside(_text(saved.name, _TITLE), kind, width),
        query.truncate(width, ellipsis=True),
    ]


def _card(card: Card, width: int, now: float) -> list[Content]:
    age = _age(card, now)
    location = _text(formatting.location(card.path), _LOCATION)
    return [
        _beside(_archived(card) + _text(card.fields.title, _TITLE), age, width),
        location.truncate(width, ellipsis=True),
        _facts(card, width),
        _text(card.fields.summary, "$foreground 85%"),
    ]


def _age(card: Card, now: float) -> Content:
    """When the file was changed, which is what orders documents."""
    return _text(formatting.age(card.modified, now), MUTED)


@lru_cache
def _marked(excerpt: str, matches: tuple[Span, ...]) -> Content:
    """An excerpt with its matches; most of the last query's are the next one's, too."""
    parts = [
        _styled(text, MATCH) if is_match else Content(text)
        for text, is_match in formatting.excerpt_parts(excerpt, matches)
    ]
    return Content("").join(parts).stylize_before("$foreground 85%")


def _place(hit: Hit, width: int, now: float, by_date: bool) -> Content:
    """What orders the hits: the day when a task is due, or a day, or a score."""
    if not by_date:
        return _score(hit.score, width)
    weak = _styled("weak " if hit.is_weak else "", "$text-warning")
    due, state = hit.entry.due, hit.entry.state
    if not (due and state):  # The day of a note is not that of its tasks.
        return weak + _text("" if state else shown_date(hit.day), MUTED)
    today = datetime.fromtimestamp(now).astimezone().date().isoformat()
    is_late = state == "open" and due[0] != "-" and due < today
    words = f"{'overdue' if is_late else 'due'} {shown_date(due)}"
    return weak + _styled(words, "$text-error" if is_late else MUTED)


def _score(score: float, width: int) -> Content:
    bar = BAR_CELLS if width >= ROOM_CELLS else 0
    full = round(score * bar)
    weak = score < LOW_CONFIDENCE
    colour = "$warning" if weak else "$success"
    return Content.assemble(
        ("weak " if weak else "", "$text-warning"),
        ("━" * full, colour),
        ("━" * (bar - full), "$foreground 20%"),
        (f"{' ' if bar else ''}{score:.2f}", MUTED),
    )


def _location(hit: Hit, width: int) -> Content:
    location = _text(formatting.location(hit.path, hit.lines, hit.location), _LOCATION)
    if path := formatting.heading_path(hit.heading_path, hit.title):
        location = location + _styled(f"  {path}", MUTED)
    return location.truncate(width, ellipsis=True)


def _facts(entry: Hit | Card, width: int) -> Content:
    parts = formatting.field_summary(entry.fields)
    text = _text(" · ".join(parts), MUTED)
    return text.truncate(width, ellipsis=True)


def _beside(left: Content, right: Content, width: int) -> Content:
    """`left` cut to leave space for `right` at the end of the line."""
    available = max(8, width - right.cell_length - 2)
    left = left.truncate(available, ellipsis=True)
    return left + " " * (available - left.cell_length + 2) + right


def _text(text: str, style: str) -> Content:
    return _styled(formatting.one_line(text), style)


def _styled(text: str, style: str) -> Content:
    return Content.styled(text, style) if text else Content("")


def name_of(entry: Entry) -> str:
    """A document's path, or a saved search's name."""
    return entry.name if isinstance(entry, SavedSearch) else entry.path


PADDING = 2
"""Cells beside a card: one on each side, as in search.tcss."""

INDENT = 2
"""Cells before the second line of a compact card."""

TALL_LINES = 40
"""Cards are compact on a screen of fewer lines."""


def _with_dividers(entries: Iterable[Entry], more: str) -> Iterator[Entry | Divider]:
    """The entries, with the names of groups of hits, and `more` as the last row."""
    group = ""
    for entry in entries:
        if isinstance(entry, Hit) and entry.group != group:
            group = entry.group
            yield Divider(group)
        yield entry
    if more:
        yield Divider(more, is_end=True)


class CardList(FastOptionList):
    """Cards; posts OptionList's messages when one is highlighted or chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Next card", show=False),
        Binding("k", "cursor_up", "Previous card", show=False),
        Binding("g", "first", "First card", show=False),
        Binding("G", "last", "Last card", show=False),
        Binding("delete,backspace", "forget", "Delete the saved search", show=False),
    ]

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._rows: tuple[Entry | Divider, ...] = ()
        self._by_date = False
        self._drawn: tuple[int, bool] | None = None

    @property
    def entries(self) -> Sequence[Entry]:
        """What is shown, in order."""
        return [row for row in self._rows if not isinstance(row, Divider)]

    @property
    def chosen(self) -> Entry | None:
        """The card under the cursor."""
        row = None if self.highlighted is None else self._rows[self.highlighted]
        return None if isinstance(row, Divider) else row

    @property
    def is_compact(self) -> bool:
        """Whether a card has two lines."""
        return self.app.size.height < TALL_LINES

    @property
    def is_at_end(self) -> bool:
        """Whether the cursor is on the row that leads to more cards."""
        row = None if self.highlighted is None else self._rows[self.highlighted]
        return isinstance(row, Divider)

    def show_entries(
        self,
        entries: Sequence[Entry],
        *,
        keep: bool,
        more: str = "",
        by_date: bool = False,
    ) -> None:
        """Replace the cards.

        Args:
            entries: The new ones, in order.
            keep: Whether the cursor stays on the document it is on, unless that
                is the first, which may give way to a better one.
            more: The words of a last row that leads to more cards; empty for none. The
                cursor on such a row goes to the first card in its place.
            by_date: Whether dates, and not scores, order the hits.
        """
        self._by_date = by_date
        end = self.highlighted if keep and self.is_at_end else None
        at_first = self.chosen in self.entries[:1]
        before = self.chosen if keep and not at_first else None
        self._rows = (*_with_dividers(entries, more),)
        self._fill()
        if end is not None and end < len(self._rows):
            self.highlighted = end
            return
        known = [name_of(entry) for entry in entries]
        if before and name_of(before) in known:
            kept = entries[known.index(name_of(before))]
            self.highlighted = self._rows.index(kept)
        else:
            self.highlighted = self._rows.index(entries[0]) if entries else None
            self.scroll_home(animate=False)

    def action_forget(self) -> None:
        """Delete the saved search under the cursor."""
        if isinstance(saved := self.chosen, SavedSearch):
            self.post_message(SavedDeleted(saved.name))

    def on_resize(self, _: Resize) -> None:
        """Draw the cards again for another width, or for a small screen."""
        self._redraw()

    def _redraw(self) -> None:
        if self._rows and self._card_format() != self._drawn:
            index = self.highlighted
            self._fill()
            self.highlighted = index

    def _fill(self) -> None:
        self._drawn = width, compact = self._card_format()
        now = time.time()
        self.clear_options()
        self.add_options(
            Option(draw_divider(row, width), disabled=not row.is_end)
            if isinstance(row, Divider)
            else Option(draw(row, width, now, compact=compact, by_date=self._by_date))
            for row in self._rows
        )

    def _card_format(self) -> tuple[int, bool]:
        """How wide a card is, and whether it is compact."""
        # Not of the region, which a list has not while another view is shown.
        width = self.outer_size.width - self.gutter.width - PADDING
        return max(20, width), self.is_compact
