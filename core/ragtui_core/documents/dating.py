"""The date of a document whose front matter has none: by its name, path or title.

1. The first date in the file's name (`2026-11-03 Meeting`, `daily.2026.11.03`,
   `20261103`, `2026_11_03`, `2026-W45`, `2026-11`, `3 November 2026`).
2. Its folders and name as a date: `2026/11/03.md`, `2026/11-November/3 Tuesday.md`; a
   folder for a month alone, `2026/11/`.
3. The first date in its title or first heading.

4. For a PDF or Office file, when its metadata say that it was created.

Numbers of versions (`v2026.11.3`) and accounts are not dates. A week has its first and
its last day, a month is without a day.
"""

import re

from ragtui_core.documents.validity import original_name
from ragtui_core.language.times.dates import as_iso, dates_in

_FOLDERS = re.compile(
    r"(?:^|/)(?P<year>(?:19|20|21)\d\d)/(?P<month>0?[1-9]|1[0-2])(?!\d)[^/]*/"
    r"(?:(?P<day>0?[1-9]|[12]\d|3[01])(?!\d)[^/]*$)?"
)


def document_date(path: str, *titles: str) -> str:
    """The date as ISO 8601, a day, a month or two days; "" if there is none.

    Args:
        path: The file's path within the vault.
        titles: Its title and first heading, if any.
    """
    name = original_name(path)
    return (
        _first(name) or _of_folders(path) or next(filter(None, map(_first, titles)), "")
    )


EARLIEST = "1985"
"""Files of these kinds have no earlier dates: such are of a clock that was not set."""

_CLOCK_DEFAULTS = (
    *("1601-01-01", "1899-12-30", "1899-12-31", "1900-01-01", "1904-01-01"),
    *("1969-12-31", "1970-01-01", "1979-12-31", "1980-01-01"),
)
"""Days from which clocks of computers, archives and spreadsheets count."""

_TEMPLATES = ("2013-12-23T23:15:00", "2013-01-27T09:14:16")
"""When the templates of python-docx and python-pptx were created, which stays so in the
files made with them."""


def is_clock_default(day: str) -> bool:
    """Whether a date in ISO 8601 is of a clock that was not set."""
    return day.startswith(_CLOCK_DEFAULTS)


def creation_day(text: str) -> str:
    """The day in ISO 8601 of a creation date of metadata; "" if it says nothing.

    Args:
        text: `D:20240305101500+01'00'` of PDF, `2024-03-05T10:15:00Z` of Office files;
            the day is that of its own time zone.
    """
    day = _first(text.strip().removeprefix("D:"))
    is_set = day >= EARLIEST and not text.strip().startswith(_TEMPLATES)
    return day if is_set else ""


def _first(text: str) -> str:
    found = dates_in(text)
    return as_iso(found[0].days) if found else ""


def _of_folders(path: str) -> str:
    match = _FOLDERS.search(path)
    if not match:
        return ""
    month = f"{match['year']}-{int(match['month']):02}"
    return (match["day"] and _first(f"{month}-{match['day']}")) or month
