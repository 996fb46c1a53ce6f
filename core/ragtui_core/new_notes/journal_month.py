"""A month of dated notes, for a calendar: those of the journal first."""

from calendar import Calendar
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from ragtui_core.new_notes.journals import find_journal
from ragtui_core.types import Card

if TYPE_CHECKING:
    from ragtui_core.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class JournalMonth:
    """The documents of each day of a month that has any, and where the month is."""

    first: date
    """The first day of the month."""
    notes: Mapping[date, Sequence[Card]]
    """The notes of each day: the journal's, then the others by path."""

    @property
    def title(self) -> str:
        """`November 2026`."""
        return f"{self.first:%B} {self.first.year}"

    @property
    def weeks(self) -> list[list[date | None]]:
        """The weeks of the month, from Monday; None is a day of another month."""
        days = Calendar().monthdayscalendar(self.first.year, self.first.month)
        return [
            [self.first.replace(day=day) if day else None for day in week]
            for week in days
        ]


def month_of_journal(vault: "Vault", day: date) -> JournalMonth:
    """The month of a day; blocks. Documents that are dated by a month are left out.

    Raises:
        IndexMissing: The vault was never indexed.
    """
    journal = find_journal(vault.settings.daily, vault.root)
    first = day.replace(day=1)
    last = month_beside(first, 1) - timedelta(days=1)
    notes: dict[date, list[Card]] = {}
    for card in vault.documents.dated(first, last):
        notes.setdefault(date.fromisoformat(card.fields.date), []).append(card)
    for dated, cards in notes.items():
        cards.sort(key=lambda card: journal.day_of(card.path) != dated)
    return JournalMonth(first, notes)


def month_beside(day: date, step: int) -> date:
    """The first day of the month after (`step` 1) or before (-1) that of a day.

    The first and the last month of the calendar are their own neighbours.
    """
    months = 12 * day.year + day.month - 1 + step
    year, month = divmod(months, 12)
    is_known = date.min.year <= year < date.max.year
    return date(year, month + 1, 1) if is_known else day.replace(day=1)
