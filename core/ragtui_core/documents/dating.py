"""The date of a document whose front matter has none: by its name, path or title.

1. The first date in the file's name (`2026-11-03 Meeting`, `daily.2026.11.03`,
   `20261103`, `2026_11_03`, `2026-W45`, `2026-11`, `3 November 2026`).
2. Its folders and name as a date: `2026/11/03.md`, `2026/11-November/3 Tuesday.md`; a
   folder for a month alone, `2026/11/`.
3. The first date in its title or first heading.

Numbers of versions (`v2026.11.3`) and accounts are not dates. A week is dated by its
Monday.
"""

import re
from datetime import date
from pathlib import PurePosixPath

from ragtui_core.text.written_dates import as_iso, month_of, written_dates

_FOLDERS = re.compile(
    r"(?:^|/)(?P<year>(?:19|20|21)\d\d)/(?P<month>0?[1-9]|1[0-2])(?!\d)[^/]*/"
    r"(?:(?P<day>0?[1-9]|[12]\d|3[01])(?!\d)[^/]*$)?"
)


def document_date(path: str, *titles: str) -> str:
    """The date as ISO 8601, a day or a month; "" if there is none.

    Args:
        path: The file's path within the vault.
        titles: Its title and first heading, if any.
    """
    name = PurePosixPath(path).stem
    return (
        _first(name) or _of_folders(path) or next(filter(None, map(_first, titles)), "")
    )


def _first(text: str) -> str:
    found = written_dates(text)
    return as_iso(found[0].period) if found else ""


def _of_folders(path: str) -> str:
    match = _FOLDERS.search(path)
    if not match:
        return ""
    year, month = int(match["year"]), int(match["month"])
    if match["day"]:
        try:
            return date(year, month, int(match["day"])).isoformat()
        except ValueError:
            pass
    return as_iso(month_of(date(year, month, 1)))
