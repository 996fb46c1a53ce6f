"""The calendar of the journal: a month, its days with notes, and those of one day."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import partial
from itertools import starmap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from ragtui_core import Card, Vault
from ragtui_core.new_notes import (
    JournalMonth,
    month_beside,
    month_of_journal,
    today,
)
from ragtui_core.text import counted
from ragtui_tui.dialogs.dialog import Dialog
from ragtui_tui.formatting import MUTED
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.widgets.clickable_text import ClickableText, TextPart, drawn

WEEKS = 6
"""The most weeks that a month has days of: the height does not change."""

NOTES = 6
"""The rows for the notes of a day."""

NO_NOTE = "No note. Enter creates one."

Row = list[TextPart]


class CalendarText(ClickableText):
    """Several lines, some of whose words do something when they are clicked."""

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Replace what is shown."""
        lines = (Content("").join(starmap(drawn, row)) for row in rows)
        self.update(Content("\n").join(lines))
        self.display = True


class JournalCalendar(Dialog[str | date], BackgroundWork):
    """Closes with the path of the chosen note, the day to create one of, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)", "Day before"),
        Binding("right,l", "move(1)", "Day after"),
        Binding("up,k", "move(-7)", "Week before"),
        Binding("down,j", "move(7)", "Week after"),
        Binding("pageup", "month(-1)", "Month before"),
        Binding("pagedown", "month(1)", "Month after"),
        Binding("home,t", "today", "Today"),
        Binding("enter", "open(1)", "Open the day's note"),
        *(
            Binding(str(n), f"open({n})", "Open a note of the day", show=False)
            for n in range(1, NOTES + 1)
        ),
    ]

    def __init__(self, vault: Vault, day: date) -> None:
        keys = ("Enter opens", "PgUp, PgDn months", "t today")
        super().__init__("Calendar of the journal", *keys)
        self._vault = vault
        self._day = day
        self._month: JournalMonth | None = None
        self._text = CalendarText(id="calendar")

    def body(self) -> ComposeResult:
        """Lay out."""
        yield self._text

    def on_mount(self) -> None:
        """Read the month."""
        self._go(self._day)

    def _go(self, day: date) -> None:
        self._day = day
        if self._month and self._month.first == day.replace(day=1):
            self._text.show_rows(_rows(self._month, day))
        else:
            self.load(partial(month_of_journal, self._vault, day), self._show, "month")

    def _show(self, month: JournalMonth) -> None:
        self._month = month
        self._text.show_rows(_rows(month, self._day))

    def action_move(self, days: int) -> None:
        """Go to a day before or after."""
        ordinal = self._day.toordinal() + days
        if 1 <= ordinal <= date.max.toordinal():
            self._go(date.fromordinal(ordinal))

    def action_month(self, step: int) -> None:
        """Go to the month before or after, to the same day if it has that."""
        first = month_beside(self._day, step)
        last = month_beside(first, 1) - timedelta(days=1)
        self._go(first.replace(day=max(1, min(self._day.day, last.day))))

    def action_today(self) -> None:
        """Go to today."""
        self._go(today())

    def action_open(self, number: int) -> None:
        """Open a note of the day, counted from 1; create the first one."""
        if self._month is None:
            return
        cards = self._month.notes.get(self._day, ())
        if not cards and number == 1:
            self.dismiss(self._day)
        elif number <= len(cards):
            self.dismiss(cards[number - 1].path)

    def action_choose(self, ordinal: int) -> None:
        """Go to a day that is clicked; open the note of the one that is chosen."""
        if ordinal == self._day.toordinal():
            self.action_open(1)
        else:
            self._go(date.fromordinal(ordinal))


def _rows(month: JournalMonth, chosen: date) -> Iterator[Row]:
    notes = counted(sum(map(len, month.notes.values())), "note")
    yield [
        ("< ", "bold $text-accent", "screen.month(-1)"),
        (month.title, "bold", ""),
        (" >", "bold $text-accent", "screen.month(1)"),
        (f"  {notes}", MUTED, ""),
    ]
    yield [(" Mo  Tu  We  Th  Fr  Sa  Su", MUTED, "")]
    for week in [*month.weeks, *[[]] * (WEEKS - len(month.weeks))]:
        yield [_cell(month, day, chosen) for day in week]
    day_name = f"{chosen:%A}, {chosen.day} {month.title}"
    yield [(day_name, "bold", "")]
    cards = month.notes.get(chosen, ())
    more = len(cards) - NOTES
    if not cards:
        yield [(NO_NOTE, MUTED, "screen.open(1)")]
    for number in range(0 if cards else 1, NOTES):
        is_last = more > 0 and number == NOTES - 1
        if number < len(cards) and not is_last:
            yield _note(number + 1, cards[number], day_name)
        else:
            yield [(f"… {more + 1} more" if is_last else "", MUTED, "")]


def _cell(month: JournalMonth, day: date | None, chosen: date) -> TextPart:
    if day is None:
        return "    ", "", ""
    style = "bold $text-accent" if day in month.notes else MUTED
    style += " reverse" if day == chosen else ""
    return f"{day.day:>3} ", style, f"screen.choose({day.toordinal()})"


def _note(number: int, card: Card, day_name: str) -> Row:
    """A note with its path, and its title if that says more than the path and day."""
    title = card.fields.title
    shown = "" if title in card.path or title == day_name else f"{title}  "
    return [
        (f"{number}  ", MUTED, ""),
        (shown, "$foreground", f"screen.open({number})"),
        (card.path, "$text-accent", f"screen.open({number})"),
    ]
