"""Dates in front matter, in common formats -> ISO 8601.

Supported are ISO 8601 and YAML's variants of it, `2024/3/5`, `2024.3.5`, `5.3.2024`,
`5 March 2024`, `March 5, 2024`, and seconds or milliseconds since 1970. `3/5/2024` is
not supported, since it is ambiguous (March or May).
"""

import re
from datetime import UTC, date, datetime, time

from ragtui_core.text.calendar_names import MONTHS

_EPOCH = re.compile(r"\d{10}(?:\d{3})?", re.ASCII)
_REDUCED = re.compile(r"\d{4}(-(0[1-9]|1[0-2]))?")
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})")
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})")
_NAMED_DAY_FIRST = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)? (?P<month>[A-Za-z]{3,9})\.?,? (?P<year>\d{4})"
)
_NAMED_MONTH_FIRST = re.compile(
    r"(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,? (?P<year>\d{4})"
)
_TIME = re.compile(
    r"[Tt ]\s*(?P<hour>\d{1,2})(?P<rest>:\d{2}(?::\d{2}(?:\.\d+)?)?)"
    r"\s*(?P<zone>[Zz]|UTC|[-+]\d{1,2}(?::?\d{2})?)?"
)


def iso_date(text: str) -> str:
    """`2024-03-05`, or with a time `2024-03-05T10:00:00+01:00`; "" if it is not a date.

    A year or a month alone (`2024`, `2024-03`) is a date of reduced precision.
    """
    text = text.strip()
    if _REDUCED.fullmatch(text):
        return text
    try:
        return _parse(text)
    except ValueError:
        return ""


def _parse(text: str) -> str:
    for pattern in (_YEAR_FIRST, _DAY_FIRST, _NAMED_DAY_FIRST, _NAMED_MONTH_FIRST):
        if found := pattern.match(text):
            day = date(int(found["year"]), _month(found["month"]), int(found["day"]))
            return day.isoformat() + _clock(text[found.end() :])
    if _EPOCH.fullmatch(text):
        return datetime.fromtimestamp(int(text[:10]), UTC).isoformat()
    if text.isdigit() and len(text) != len("YYYYMMDD"):
        raise ValueError(text)
    return datetime.fromisoformat(text).date().isoformat()


def _month(text: str) -> int:
    if text.isdigit():
        return int(text)
    for number, name in enumerate((names[0] for names in MONTHS), 1):
        if name.startswith(text.lower()):
            return number
    raise ValueError(text)


def _clock(text: str) -> str:
    """The time that follows a date, with its `T`; "" if nothing follows."""
    if not text:
        return ""
    found = _TIME.fullmatch(text)
    if not found:
        raise ValueError(text)
    zone = found["zone"] or ""
    if zone[:1] in "+-" and len(zone) == len("+1"):
        zone = f"{zone[0]}0{zone[1]}"
    zone = "+00:00" if zone in {"Z", "z", "UTC"} else zone
    clock = f"{int(found['hour']):02}{found['rest']}{zone}"
    return "T" + time.fromisoformat(clock).isoformat()
