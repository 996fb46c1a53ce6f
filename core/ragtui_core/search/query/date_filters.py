"""Dates as typed in a filter: `2026-03-01`, `2026-03`, `7d`, `yesterday`."""

import re
from datetime import date, timedelta

from ragtui_core.documents.front_matter.iso_dates import iso_date

_SPAN = re.compile(r"(\d{1,4})\s*([dwmy])[a-z]*", re.IGNORECASE)
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_NAMED = {"today": 0, "yesterday": 1}


def day_of(text: str, today: date) -> str | None:
    """An ISO date of day, month or year precision; None if it is not a date.

    `7d`, `2w`, `3m` (30 days each) and `1y` (365 days) count days_ago from `today`.
    """
    text = text.strip().lower()
    days_ago = _NAMED.get(text)
    if span := _SPAN.fullmatch(text):
        days_ago = int(span[1]) * _DAYS[span[2].lower()]
    if days_ago is not None:
        try:
            return (today - timedelta(days=days_ago)).isoformat()
        except OverflowError:
            return None
    return iso_date(text)[:10] or None
